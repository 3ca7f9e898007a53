/**
 * The Jacobian ∂f/∂y of a right-hand side: from the user's function, or by forward differences in
 * which all columns of one group (no common row) are moved at once.
 *
 * Source   [Hindmarsh2005] sec. 2.1, [Curtis1974]
 *          σ_j = max( √u·|y_j| , σ₀ / w_j ),   σ₀ = 1000·|h|·u·n·‖f‖   (1 when that is 0)
 *          σ₀ is at least the floor of the problem, σ_j at most its limits.
 *          With a mass matrix σ₀ is at least 0.01: without a step from I in its diagonal, an algebraic equation needs
 *          differences that do not vanish beside its other terms, however small h is.
 * Legend   u  unit roundoff,  w  error weights,  h  current step,  ‖·‖  weighted RMS norm
 */
import { type MatrixStructure, valueCount } from "../math/matrixStructure.ts";
import { ColumnDifferences } from "./columnDifferences.ts";
import { weightedNorm } from "./errorWeights.ts";
import type { Statistics } from "./integrator.ts";
import { columnInRow, firstNotFiniteColumn } from "./matrixEntries.ts";
import type { JacobianFunction, OdeSystem } from "./problem.ts";
import { firstNonFinite, functionThrew, isFiniteArray, type RightHandSide } from "./rightHandSide.ts";

const roundoff = Number.EPSILON;
const floorWithMassMatrix = 0.01;

export class JacobianEvaluator {
  readonly structure: MatrixStructure;
  /** Current Jacobian in the layout of `structure`. */
  readonly values: Float64Array;
  /** The component by which the last Jacobian that was not finite was differentiated. */
  worst = -1;
  /** 1 or −1: to which side of y differences look. At a corner that is nearer than an increment one of them sees the other side of it. */
  side = 1;
  private readonly rhs: RightHandSide;
  private readonly statistics: Statistics;
  private readonly given: JacobianFunction | undefined;
  private readonly isDerived: boolean;
  /** Made when differences are: a given Jacobian takes none. */
  private groups: ColumnDifferences | undefined;
  /** Least increment in units of the tolerance. */
  private readonly floor: number;
  private readonly yMoved: Float64Array;
  private readonly fMoved: Float64Array;
  private readonly increments: Float64Array;
  private readonly limit: OdeSystem["limitDifferences"];
  private readonly least: ArrayLike<number> | undefined;

  constructor(system: OdeSystem, rhs: RightHandSide, statistics: Statistics) {
    const n = system.size;
    this.structure = system.sparsity ?? { kind: "dense", size: n };
    this.values = new Float64Array(valueCount(this.structure));
    this.rhs = rhs;
    this.statistics = statistics;
    this.given = system.jacobian;
    this.isDerived = system.isJacobianDerived ?? false;
    this.limit = system.limitDifferences;
    this.least = system.leastIncrements;
    if (this.given === undefined) this.groups = new ColumnDifferences(this.structure);
    this.yMoved = new Float64Array(n);
    this.fMoved = new Float64Array(n);
    this.increments = new Float64Array(n);
    this.floor = Math.max(system.differenceFloor ?? 0, system.massMatrix === undefined ? 0 : floorWithMassMatrix);
  }

  /** values ← ∂f/∂y at (t, y), where f0 = f(t, y) unless the Jacobian is given. Returns false when an entry is not finite. */
  evaluate(t: number, y: Float64Array, f0: Float64Array, w: Float64Array, h: number): boolean {
    this.statistics.jacobians++;
    if (this.given === undefined) return this.differenceOnOneSide(t, y, f0, w, h);
    this.values.fill(0);
    try {
      this.given(t, y, this.values);
    } catch (cause) {
      throw functionThrew("Jacobian function", t, cause);
    }
    const isUsable = isFiniteArray(this.values);
    if (!isUsable) this.worst = firstNotFiniteColumn(this.structure, this.values);
    return isUsable || (this.isDerived && this.completeByDifferences(t, y, w, h));
  }

  /** Entries that are not finite ← differences. */
  private completeByDifferences(t: number, y: Float64Array, w: Float64Array, h: number): boolean {
    const given = this.values.slice();
    // methods with a given Jacobian take f from what their stages say about it
    const f0 = new Float64Array(y.length);
    if (!this.rhs.evaluateForJacobian(t, y, f0) || !this.differenceOnOneSide(t, y, f0, w, h)) return false;
    for (let k = 0; k < given.length; k++) if (Number.isFinite(given[k])) this.values[k] = given[k];
    return true;
  }

  private differenceOnOneSide(t: number, y: Float64Array, f0: Float64Array, w: Float64Array, h: number): boolean {
    if (this.difference(t, y, f0, w, h)) return true;
    if (this.side > 0) return false;
    // below y f may not be defined
    this.side = 1;
    return this.difference(t, y, f0, w, h);
  }

  private difference(t: number, y: Float64Array, f0: Float64Array, w: Float64Array, h: number): boolean {
    const { values, yMoved, fMoved, increments } = this;
    this.groups ??= new ColumnDifferences(this.structure);
    const { groups } = this;
    const { start, columns } = groups;
    const n = y.length;
    const fNorm = weightedNorm(f0, w);
    const smallest = Math.max(this.floor, fNorm !== 0 ? 1000 * Math.abs(h) * roundoff * n * fNorm : 1);
    const relative = Math.sqrt(roundoff);

    increments.fill(Number.POSITIVE_INFINITY);
    this.limit?.(increments);
    for (let j = 0; j < n; j++) {
      yMoved[j] = y[j];
      const least = this.least === undefined ? 0 : this.least[j];
      // Rounded to a representable difference, so that (y + σ) − y = σ exactly.
      const size = Math.min(increments[j], Math.max(relative * Math.abs(y[j]), smallest / w[j], least));
      const moved = y[j] + this.side * size;
      increments[j] = moved - y[j];
    }
    for (let k = 0; k < groups.count; k++) {
      for (let p = start[k]; p < start[k + 1]; p++) yMoved[columns[p]] += increments[columns[p]];
      if (!this.rhs.evaluateForJacobian(t, yMoved, fMoved)) {
        this.worst = columnInRow(this.structure, firstNonFinite(fMoved), columns.subarray(start[k], start[k + 1]));
        return false;
      }
      for (let p = start[k]; p < start[k + 1]; p++) {
        const j = columns[p];
        yMoved[j] = y[j];
        groups.store(values, j, f0, fMoved, 1 / increments[j]);
      }
    }
    return true;
  }
}
