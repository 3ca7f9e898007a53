/** Numbers as users see them: a number, a vector as array, a matrix as array of rows, and so on: Modelica has arrays of more dimensions. */

export type SignalValue = number | number[] | number[][] | number[][][];
/** Values over time: of a scalar, or of arrays. */
export type SignalValues = Float64Array | number[][] | number[][][] | number[][][][];

/** Row-major elements → number, array, array of rows, … */
export function nest(elements: ArrayLike<number>, shape: readonly number[]): SignalValue {
  if (shape.length === 1) return Array.from(elements);
  const inside = (dimension: number, from: number, count: number): unknown => {
    if (dimension === shape.length) return elements[from]!;
    const length = shape[dimension]!;
    const width = count / length;
    return Array.from({ length }, (_, i) => inside(dimension + 1, from + i * width, width));
  };
  return inside(0, 0, elements.length) as SignalValue;
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
