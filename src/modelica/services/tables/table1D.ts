/** A table over one variable: several columns, one curve each. */
import { curveBend, curveSlope, curveValue, type TableCurve, tableCurve } from "./tableCurve.ts";
import type { TableName } from "./tableError.ts";
import { checkTable, column, type TableMatrix } from "./tableMatrix.ts";

export class Table1D {
  private readonly curves: readonly TableCurve[];
  readonly minimumAbscissa: number;
  readonly maximumAbscissa: number;

  /** `columns` are counted from 1, as in Modelica. */
  constructor(name: TableName, matrix: TableMatrix, columns: ArrayLike<number>, kind: number, outside: number) {
    checkTable(name, matrix, columns, kind, false);
    const x = column(matrix, 0);
    this.curves = Array.from(columns, (k) => tableCurve(name, x, column(matrix, k - 1), kind, outside));
    this.minimumAbscissa = x[0]!;
    this.maximumAbscissa = x[x.length - 1]!;
  }

  /** `icol` counts the wanted columns, from 1. */
  value(icol: number, u: number): number {
    return curveValue(this.curves[icol - 1]!, u);
  }

  derivative(icol: number, u: number, du: number): number {
    return curveSlope(this.curves[icol - 1]!, u, du) * du;
  }

  secondDerivative(icol: number, u: number, du: number, ddu: number): number {
    const curve = this.curves[icol - 1]!;
    return curveBend(curve, u, du) * du * du + curveSlope(curve, u, du) * ddu;
  }
}
