/** The numbers of a table, row by row, checked once when it is made. */
import { isSpline } from "./kinds.ts";
import { type TableName, tableError } from "./tableError.ts";

export interface TableMatrix {
  readonly rows: number;
  readonly columns: number;
  /** Row by row. */
  readonly values: Float64Array;
}

export function column({ rows, columns, values }: TableMatrix, k: number): Float64Array {
  const result = new Float64Array(rows);
  for (let i = 0; i < rows; i++) result[i] = values[i * columns + k]!;
  return result;
}

/** Checks size, numbers, the order of the abscissa, and that the wanted columns (counted from 1) exist. */
export function checkTable(
  name: TableName,
  matrix: TableMatrix,
  wanted: ArrayLike<number>,
  kind: number,
  jumpsAllowed: boolean,
): void {
  const { rows, columns, values } = matrix;
  if (rows < 1 || columns < 2) {
    throw tableError(
      name,
      `The table has ${rows} rows and ${columns} columns.`,
      "give at least one row and two columns",
    );
  }
  for (let i = 0; i < values.length; i++) {
    if (Number.isFinite(values[i]!)) continue;
    const [row, k] = [Math.floor(i / columns) + 1, (i % columns) + 1];
    throw tableError(name, `Row ${row}, column ${k} of the table is ${values[i]}.`, "give finite numbers");
  }
  for (let i = 0; i < wanted.length; i++) {
    if (wanted[i]! >= 1 && wanted[i]! <= columns) continue;
    throw tableError(
      name,
      `Column ${wanted[i]} was asked for, but the table has ${columns}.`,
      "correct the parameter columns",
    );
  }
  checkIncreasing(name, column(matrix, 0), "row", jumpsAllowed && !isSpline(kind));
}

/** `jumpsAllowed`: neighbours may be equal. */
export function checkIncreasing(name: TableName, x: Float64Array, unit: string, jumpsAllowed: boolean): void {
  for (let i = 1; i < x.length; i++) {
    if (x[i]! > x[i - 1]! || (jumpsAllowed && x[i] === x[i - 1])) continue;
    throw tableError(
      name,
      `The abscissa must increase ${jumpsAllowed ? "" : "strictly "}from ${unit} to ${unit}.`,
      `sort the ${unit}s of the table`,
      `${unit} ${i} has ${x[i - 1]}, ${unit} ${i + 1} has ${x[i]}`,
    );
  }
}
