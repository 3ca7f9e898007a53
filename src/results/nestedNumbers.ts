/** Numbers as users see them: a number, a vector as array, a matrix as array of rows. */

export type SignalValue = number | number[] | number[][];
/** Values over time: of a scalar, a vector, a matrix. */
export type SignalValues = Float64Array | number[][] | number[][][];

/** Row-major elements → number, array, array of rows. */
export function nest(elements: ArrayLike<number>, shape: readonly number[]): SignalValue {
  if (shape.length === 0) return elements[0]!;
  if (shape.length === 1) return Array.from(elements);
  const [rows, width] = [shape[0]!, shape[1]!];
  return Array.from({ length: rows }, (_, i) => Array.from({ length: width }, (_, j) => elements[i * width + j]!));
}

/** One column per element → one value per row. */
export function nestColumns(
  columns: readonly Float64Array[],
  shape: readonly number[],
  rowCount: number,
): SignalValues {
  if (shape.length === 0) return columns[0]!;
  const element = new Float64Array(columns.length);
  const values = Array.from({ length: rowCount }, (_, i) => {
    columns.forEach((column, k) => {
      element[k] = column[i]!;
    });
    return nest(element, shape);
  });
  // all values have the number of dimensions of the shape
  return values as SignalValues;
}
