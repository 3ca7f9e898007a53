/**
 * Solutions of linear equations of which some follow from the others: the smallest.
 *
 * Two locked brakes on one shaft say twice that it rests, and nothing about how they share the torque: of all divisions the one with the smallest
 * unknowns is taken, as elastic parts of equal stiffness would.
 */
import { DenseQR } from "../math/denseQR.ts";

/** Part of the largest pivot below which a row says nothing new. */
const rankTolerance = 1e-11;

export class LeastNormFactors {
  private readonly qr: DenseQR;
  private readonly x: Float64Array;
  private readonly matrix: Float64Array;

  constructor(size: number) {
    this.qr = new DenseQR(size, size);
    this.x = new Float64Array(size);
    this.matrix = new Float64Array(size * size);
  }

  /** The matrix, column by column; false when it is not finite or zero. */
  factor(values: Float64Array): boolean {
    this.matrix.set(values);
    return this.qr.factor(values, rankTolerance) > 0;
  }

  get isDeficient(): boolean {
    return this.qr.rank < this.x.length;
  }

  /** b ← x of the smallest norm among those that minimise ‖A·x − b‖. */
  solve(b: Float64Array): void {
    this.qr.solve(this.x, b);
    b.set(this.x);
  }

  /** The same for the transposed matrix. */
  solveTransposed(b: Float64Array): void {
    const { matrix, x } = this;
    const n = x.length;
    const transposed = Float64Array.from(matrix, (_, k) => matrix[Math.floor(k / n) + n * (k % n)]!);
    const qr = new DenseQR(n, n);
    qr.factor(transposed, rankTolerance);
    qr.solve(x, b);
    b.set(x);
  }
}
