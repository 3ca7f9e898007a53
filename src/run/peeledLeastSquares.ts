/**
 * Least squares of smallest norm, A·x = b, in which rows with one entry come first: each determines its unknown, which then is known in
 * all other rows, and so on. What conditions say of single states holds to the last bit, whatever the others ask for: a shaft that is to be at
 * rest begins with the speed zero, and not with a rounding error of either sign that would decide which way its friction acts.
 */
import { DenseQR } from "../math/denseQR.ts";

export class PeeledLeastSquares {
  private readonly rows: number;
  private readonly columns: number;
  private readonly peeled: { readonly row: number; readonly column: number }[] = [];
  private restRows: number[] = [];
  private restColumns: number[] = [];
  private a = new Float64Array(0);
  private qr: DenseQR | undefined;

  constructor(rows: number, columns: number) {
    this.rows = rows;
    this.columns = columns;
  }

  /** The matrix column by column; `relativeTolerance` as for DenseQR. */
  factor(a: Float64Array, relativeTolerance: number): void {
    const { rows: m, columns: n, peeled } = this;
    this.a = a.slice();
    peeled.length = 0;
    const openRows = new Set(Array.from({ length: m }, (_, i) => i));
    const openColumns = new Set(Array.from({ length: n }, (_, j) => j));
    for (let isChanging = true; isChanging; ) {
      isChanging = false;
      for (const row of openRows) {
        const entries = [...openColumns].filter((j) => a[row + m * j] !== 0);
        if (entries.length > 1) continue;
        openRows.delete(row);
        const [column] = entries;
        if (column === undefined) continue;
        openColumns.delete(column);
        peeled.push({ row, column });
        isChanging = true;
      }
    }
    this.restRows = [...openRows];
    this.restColumns = [...openColumns];
    this.qr = undefined;
    if (this.restRows.length === 0 || this.restColumns.length === 0) return;
    const rest = Float64Array.from(this.restColumns.flatMap((j) => this.restRows.map((i) => a[i + m * j]!)));
    this.qr = new DenseQR(this.restRows.length, this.restColumns.length);
    this.qr.factor(rest, relativeTolerance);
  }

  /** x has one entry per column, b one per row and is kept. */
  solve(x: Float64Array, b: Float64Array): void {
    const { a, rows: m } = this;
    const left = b.slice();
    x.fill(0);
    for (const { row, column } of this.peeled) {
      x[column] = left[row]! / a[row + m * column]!;
      if (x[column] !== 0) for (let i = 0; i < m; i++) left[i]! -= a[i + m * column]! * x[column];
    }
    if (this.qr === undefined) return;
    const part = new Float64Array(this.restColumns.length);
    this.qr.solve(
      part,
      Float64Array.from(this.restRows, (i) => left[i]!),
    );
    this.restColumns.forEach((j, k) => {
      x[j] = part[k]!;
    });
  }

  /** Directions that the rows leave open, one entry per column each. */
  freeDirections(): Float64Array[] {
    const { qr, restColumns, columns } = this;
    const count = restColumns.length - (qr?.rank ?? 0);
    const basis = new Float64Array(restColumns.length * count);
    if (count > 0) qr?.nullSpace(basis);
    return Array.from({ length: count }, (_, c) => {
      const direction = new Float64Array(columns);
      restColumns.forEach((j, k) => {
        direction[j] = qr !== undefined ? basis[k + restColumns.length * c]! : k === c ? 1 : 0;
      });
      return direction;
    });
  }
}
