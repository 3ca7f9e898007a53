/**
 * The iteration matrix J = ∂F/∂y + c·∂F/∂y' of a DAE: from the user's function, or by forward differences in which
 * y_j moves by σ_j and y'_j by c·σ_j at once, for all columns of a group (no common row) together.
 *
 * Source   [Hindmarsh2005] sec. 2.3, [Brenan1996] sec. 5.2.3
 *          |σ_j| = max( √u·|y_j|, √u·|h·y'_j|, 0.01/w_j ),   with the sign of h·y'_j: the way the solution is going
 * Legend   u  unit roundoff,  w  error weights,  h  current step,  c  leading coefficient of the formula for y'
 *
 * Deviation: published is √u/w_j. For y_j = 0 and a tolerance of 1e-10 that is 1e-18, which vanishes beside the other
 * terms of an equation: Robertson's 0 = y₁ + y₂ + y₃ − 1 gave a singular matrix. A hundredth of the tolerance does not.
 */
import { type MatrixStructure, valueCount } from "../math/matrixStructure.ts";
import { ColumnDifferences } from "./columnDifferences.ts";
import type { Statistics } from "./integrator.ts";
import { columnInRow, firstNotFiniteColumn } from "./matrixEntries.ts";
import type { DaeJacobianFunction, DaeSystem } from "./problem.ts";
import type { Residual } from "./residual.ts";
import { firstNonFinite, functionThrew, isFiniteArray } from "./rightHandSide.ts";

const relativeIncrement = Math.sqrt(Number.EPSILON);
const incrementPerTolerance = 0.01;

export class DaeJacobian {
  readonly structure: MatrixStructure;
  /** The last matrix, in the layout of `structure`. */
  readonly values: Float64Array;
  /** The component by which the last Jacobian that was not finite was differentiated. */
  worst = -1;
  private readonly residual: Residual;
  private readonly statistics: Statistics;
  private readonly given: DaeJacobianFunction | undefined;
  private readonly groups: ColumnDifferences;
  private readonly yMoved: Float64Array;
  private readonly ypMoved: Float64Array;
  private readonly rMoved: Float64Array;
  private readonly increments: Float64Array;

  constructor(system: DaeSystem, residual: Residual, statistics: Statistics) {
    const n = system.size;
    this.structure = system.sparsity ?? { kind: "dense", size: n };
    this.values = new Float64Array(valueCount(this.structure));
    this.residual = residual;
    this.statistics = statistics;
    this.given = system.jacobian;
    this.groups = new ColumnDifferences(this.structure);
    this.yMoved = new Float64Array(n);
    this.ypMoved = new Float64Array(n);
    this.rMoved = new Float64Array(n);
    this.increments = new Float64Array(n);
  }

  /** values ← ∂F/∂y + c·∂F/∂y' at (t, y, yp), where r0 = F(t, y, yp). Returns false when an entry is not finite. */
  evaluate(
    t: number,
    y: Float64Array,
    yp: Float64Array,
    r0: Float64Array,
    c: number,
    w: Float64Array,
    h: number,
  ): boolean {
    this.statistics.jacobians++;
    if (this.given === undefined) return this.difference(t, y, yp, r0, c, w, h);
    this.values.fill(0);
    try {
      this.given(t, y, yp, c, this.values);
    } catch (cause) {
      throw functionThrew("Jacobian function", t, cause);
    }
    const isUsable = isFiniteArray(this.values);
    if (!isUsable) this.worst = firstNotFiniteColumn(this.structure, this.values);
    return isUsable;
  }

  private difference(
    t: number,
    y: Float64Array,
    yp: Float64Array,
    r0: Float64Array,
    c: number,
    w: Float64Array,
    h: number,
  ): boolean {
    const { groups, values, yMoved, ypMoved, rMoved, increments } = this;
    const { start, columns } = groups;
    const n = y.length;

    for (let j = 0; j < n; j++) {
      const ahead = h * yp[j];
      const largest = Math.max(Math.abs(y[j]), Math.abs(ahead));
      const size = Math.max(relativeIncrement * largest, incrementPerTolerance / w[j]);
      // Rounded to a representable difference, so that (y + σ) − y = σ exactly.
      increments[j] = y[j] + (ahead < 0 ? -size : size) - y[j];
      yMoved[j] = y[j];
      ypMoved[j] = yp[j];
    }
    for (let k = 0; k < groups.count; k++) {
      for (let p = start[k]; p < start[k + 1]; p++) {
        const j = columns[p];
        yMoved[j] = y[j] + increments[j];
        ypMoved[j] = yp[j] + c * increments[j];
      }
      if (!this.residual.evaluateForJacobian(t, yMoved, ypMoved, rMoved)) {
        this.worst = columnInRow(this.structure, firstNonFinite(rMoved), columns.subarray(start[k], start[k + 1]));
        return false;
      }
      for (let p = start[k]; p < start[k + 1]; p++) {
        const j = columns[p];
        yMoved[j] = y[j];
        ypMoved[j] = yp[j];
        groups.store(values, j, r0, rMoved, 1 / increments[j]);
      }
    }
    return true;
  }
}
