/**
 * A table over two variables.
 *
 * Source   [Akima1974] for the cross slopes of the smooth interpolation
 *
 *     z(u₁, u₂) = Σ_a Σ_b w_a(u₁)·w_b(u₂)·z_ab
 *
 * where z_ab are value, slopes and cross slope at the corners of a cell and w the weights of one axis: linear, constant, or those of
 * cubic Hermite interpolation. Outside of the range only the weights differ: they are those of the edge, continued.
 */
import { axisWeights } from "./axisWeights.ts";
import { extrapolation, smoothness } from "./kinds.ts";
import { surfaceSlopes } from "./surfaceSlopes.ts";
import { type TableName, tableError } from "./tableError.ts";
import { checkIncreasing, type TableMatrix } from "./tableMatrix.ts";

export class Table2D {
  readonly x1: Float64Array;
  readonly x2: Float64Array;
  private readonly name: TableName;
  private readonly kind: number;
  private readonly outside: number;
  /** Values, slopes along u₁, along u₂, and cross slopes: row by row. Slopes only for smooth tables. */
  private readonly fields: readonly Float64Array[];
  private readonly w1 = new Float64Array(12);
  private readonly w2 = new Float64Array(12);

  constructor(name: TableName, { rows, columns, values }: TableMatrix, kind: number, outside: number) {
    if (rows < 2 || columns < 2) {
      throw tableError(name, `The table has ${rows} rows and ${columns} columns.`, "give at least two of each");
    }
    if (kind === smoothness.fritschButland || kind === smoothness.steffen) {
      throw tableError(
        name,
        "Monotone interpolation is for tables over one variable.",
        "choose LinearSegments or ContinuousDerivative",
      );
    }
    this.name = name;
    this.outside = outside;
    this.x1 = Float64Array.from({ length: rows - 1 }, (_, i) => values[(i + 1) * columns]!);
    this.x2 = Float64Array.from({ length: columns - 1 }, (_, j) => values[j + 1]!);
    checkIncreasing(name, this.x1, "row", false);
    checkIncreasing(name, this.x2, "column", false);
    const z = new Float64Array((rows - 1) * (columns - 1));
    for (let i = 1; i < rows; i++) {
      for (let j = 1; j < columns; j++) z[(i - 1) * (columns - 1) + j - 1] = values[i * columns + j]!;
    }
    if (!z.every(Number.isFinite))
      throw tableError(name, "The table has values that are not finite.", "give finite numbers");
    const isSmooth = kind === smoothness.akima || kind === smoothness.modifiedAkima;
    this.kind = isSmooth && this.x1.length <= 2 && this.x2.length <= 2 ? smoothness.linear : kind;
    this.fields = isSmooth ? [z, ...surfaceSlopes(this.x1, this.x2, z, kind)] : [z];
  }

  value(u1: number, u2: number): number {
    this.weigh(u1, u2, 0, 0);
    return this.sum(0, 0);
  }

  derivative(u1: number, u2: number, du1: number, du2: number): number {
    this.weigh(u1, u2, du1, du2);
    return this.sum(1, 0) * du1 + this.sum(0, 1) * du2;
  }

  secondDerivative(u1: number, u2: number, du1: number, du2: number, ddu1: number, ddu2: number): number {
    this.weigh(u1, u2, du1, du2);
    const bends = this.sum(2, 0) * du1 * du1 + 2 * this.sum(1, 1) * du1 * du2 + this.sum(0, 2) * du2 * du2;
    return bends + this.sum(1, 0) * ddu1 + this.sum(0, 1) * ddu2;
  }

  private i1 = 0;
  private i2 = 0;

  private weigh(u1: number, u2: number, du1: number, du2: number): void {
    // steps are continued by the plane through the last points
    const isContinued =
      this.outside === extrapolation.lastTwoPoints && (isOutside(this.x1, u1) || isOutside(this.x2, u2));
    const kind = isContinued && this.kind === smoothness.constant ? smoothness.linear : this.kind;
    this.i1 = axisWeights(this.name, this.x1, u1, du1, kind, this.outside, this.w1);
    this.i2 = axisWeights(this.name, this.x2, u2, du2, kind, this.outside, this.w2);
  }

  /** ∂^(p+q) z / ∂u₁^p ∂u₂^q. */
  private sum(p: number, q: number): number {
    const { w1, w2, fields } = this;
    const n2 = this.x2.length;
    const right1 = Math.min(this.i1 + 1, this.x1.length - 1);
    const right2 = Math.min(this.i2 + 1, n2 - 1);
    let z = 0;
    for (let a = 0; a < 4; a++) {
      const wa = w1[4 * p + a]!;
      if (wa === 0) continue;
      const row = (a & 1 ? right1 : this.i1) * n2;
      for (let b = 0; b < 4; b++) {
        const wb = w2[4 * q + b]!;
        if (wb !== 0) z += wa * wb * fields[(a >> 1) + 2 * (b >> 1)]![row + (b & 1 ? right2 : this.i2)]!;
      }
    }
    return z;
  }
}

/** A single line of a table holds everywhere. */
const isOutside = (x: Float64Array, u: number): boolean => x.length > 1 && (u < x[0]! || u > x[x.length - 1]!);
