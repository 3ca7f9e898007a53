/**
 * Automatic selection between the non-stiff (Adams) and the stiff (BDF) family, in both directions.
 *
 * Source   [Petzold1983], [Hindmarsh1983]
 * Law      Of both families, at the present order, the step that accuracy would allow is compared with the step
 *          that stability would allow:
 *            Adams   h·ρ ≤ s(q) with ρ = |∂f/∂y|, estimated from the contraction of the functional iteration, or
 *                    from the norm of the Jacobian while BDF is in use
 *            BDF     no limit
 *          To BDF when its step would be at least 5 times larger; back to Adams when that allows at least the same.
 *          After a change at least 20 steps are made before the next is considered.
 */
import type { MatrixStructure } from "../math/matrixStructure.ts";
import { adamsFamily } from "./multistep/adamsFamily.ts";
import { bdfFamily } from "./multistep/bdfFamily.ts";
import { FixedPointCorrector } from "./multistep/fixedPointCorrector.ts";
import { type Mode, type ModeChange, type ModePolicy, MultistepIntegrator } from "./multistep/multistepIntegrator.ts";
import { NewtonCorrector } from "./multistep/newtonCorrector.ts";
import { stepRatio } from "./multistep/orderSelection.ts";
import type { CreateIntegrator } from "./problem.ts";
import { assignFields, copyFields, type FieldMap } from "./snapshot.ts";

export const createLsodar: CreateIntegrator = (system, t0, y0, _tEnd, options) => {
  const policy = new StiffnessPolicy(system.size);
  return new MultistepIntegrator(
    "lsodar",
    system,
    t0,
    y0,
    options,
    (rhs, statistics) => {
      const fixedPoint = new FixedPointCorrector(system.size, rhs, statistics);
      const newton = new NewtonCorrector(system, options, rhs, statistics);
      policy.adopt(fixedPoint, newton);
      return policy.modes;
    },
    policy,
  );
};

const stepsBetweenChanges = 20;
const advantageToStiff = 5;
/**
 * Every so many steps the functional iteration is made to tell its contraction. Near the limit of stability it always
 * iterates twice: with a single iteration the regions are smaller than s(q), and the noise would hide the stiffness.
 */
const stepsBetweenEstimates = 4;
/** Radius s(q) of the stability regions of the Adams methods of order 1–12 with functional iteration. */
const adamsStability = [0.5, 0.575, 0.55, 0.45, 0.35, 0.25, 0.2, 0.15, 0.1, 0.075, 0.05, 0.025];
/** Error constants of the Adams–Moulton methods of order 1–5; those of BDF are 1/(q + 1). */
const adamsErrorConstant = [1 / 2, 1 / 12, 1 / 24, 19 / 720, 3 / 160];

/** z_6 = h⁶/6!·y⁽⁶⁾ */
const factorialOfSix = 720;

const savedFields = ["wait", "stiffnessRadius", "normOfJacobian", "jacobiansSeen"] as const;

class StiffnessPolicy implements ModePolicy {
  modes: readonly Mode[] = [];
  private fixedPoint!: FixedPointCorrector;
  private newton!: NewtonCorrector;
  private readonly change: ModeChange = { mode: undefined as unknown as Mode, order: 1, η: 1 };
  private wait = stepsBetweenChanges;
  /** Latest estimate of ρ from functional iterations, 0 when there is none. */
  private stiffnessRadius = 0;
  private normOfJacobian = 0;
  private jacobiansSeen = -1;
  private readonly rowSums: Float64Array;

  constructor(size: number) {
    this.rowSums = new Float64Array(size);
  }

  adopt(fixedPoint: FixedPointCorrector, newton: NewtonCorrector): void {
    this.fixedPoint = fixedPoint;
    this.newton = newton;
    this.modes = [
      { family: adamsFamily, corrector: fixedPoint },
      { family: bdfFamily, corrector: newton },
    ];
  }

  choose(integrator: MultistepIntegrator, errorRatio: number): ModeChange {
    const { change } = this;
    change.mode = integrator.mode;
    change.order = integrator.q;
    change.η = 1;
    this.wait--;
    if (integrator.mode === this.modes[0]) this.considerStiff(integrator, errorRatio);
    else this.considerNonstiff(integrator, errorRatio);
    if (change.mode !== integrator.mode) {
      this.wait = stepsBetweenChanges;
      this.stiffnessRadius = 0;
      this.jacobiansSeen = -1;
    }
    return change;
  }

  limit(integrator: MultistepIntegrator, order: number): number {
    if (integrator.mode !== this.modes[0] || this.stiffnessRadius === 0 || order < 1) return Number.POSITIVE_INFINITY;
    return adamsStability[order - 1] / (this.stiffnessRadius * Math.abs(integrator.h));
  }

  restart(): void {
    this.wait = stepsBetweenChanges;
    this.stiffnessRadius = 0;
  }

  save(): FieldMap {
    return copyFields(this, savedFields);
  }

  restore(saved: FieldMap): void {
    assignFields(this, savedFields, saved);
  }

  private considerStiff(integrator: MultistepIntegrator, errorRatio: number): void {
    const { q, h, attempt } = integrator;
    const contraction = this.fixedPoint.contraction;
    if (contraction > 0) this.stiffnessRadius = contraction / Math.abs(attempt.γ);
    const isNearLimit = this.limit(integrator, q) < 2;
    this.fixedPoint.mustEstimate = isNearLimit || integrator.statistics.steps % stepsBetweenEstimates === 0;
    if (this.wait > 0 || this.stiffnessRadius === 0) return;
    const byAccuracy = stepRatio(errorRatio, q + 1);
    const byStability = adamsStability[q - 1] / (this.stiffnessRadius * Math.abs(h));
    const order = Math.min(q, bdfFamily.maximumOrder);
    const stiffError =
      order === q
        ? errorRatio / (adamsErrorConstant[q - 1] * (q + 1))
        : (attempt.norm(integrator.z[order + 1]) * factorialOfSix) / (order + 1);
    const stiffRatio = stepRatio(stiffError, order + 1);
    if (stiffRatio < advantageToStiff * Math.min(byAccuracy, byStability)) return;
    this.change.mode = this.modes[1];
    this.change.order = order;
    this.change.η = stiffRatio;
  }

  private considerNonstiff(integrator: MultistepIntegrator, errorRatio: number): void {
    if (this.wait > 0) return;
    const { q, h, attempt, statistics } = integrator;
    if (this.jacobiansSeen !== statistics.jacobians) {
      const { values, structure } = this.newton.jacobian;
      this.normOfJacobian = weightedMatrixNorm(values, structure, attempt.weights, this.rowSums);
      this.jacobiansSeen = statistics.jacobians;
    }
    const nonstiffError = errorRatio * adamsErrorConstant[q - 1] * (q + 1);
    const byAccuracy = stepRatio(nonstiffError, q + 1);
    const byStability = adamsStability[q - 1] / (this.normOfJacobian * Math.abs(h));
    const nonstiffRatio = Math.min(byAccuracy, byStability);
    // A Newton iteration costs more than a functional one: equal steps are reason enough to go back.
    if (nonstiffRatio < stepRatio(errorRatio, q + 1)) return;
    this.change.mode = this.modes[0];
    this.change.η = nonstiffRatio;
  }
}

/** Largest weighted row sum max_i w_i Σ_j |a_ij| / w_j: the norm of a matrix that belongs to the weighted maximum norm. */
function weightedMatrixNorm(
  values: Float64Array,
  structure: MatrixStructure,
  w: Float64Array,
  rowSums: Float64Array,
): number {
  const n = structure.size;
  rowSums.fill(0);
  for (let j = 0; j < n; j++) {
    if (structure.kind === "sparse") {
      for (let p = structure.columnPointers[j]; p < structure.columnPointers[j + 1]; p++) {
        rowSums[structure.rowIndices[p]] += Math.abs(values[p]) / w[j];
      }
      continue;
    }
    const isBanded = structure.kind === "banded";
    const first = isBanded ? Math.max(0, j - structure.upper) : 0;
    const last = isBanded ? Math.min(n - 1, j + structure.lower) : n - 1;
    const base = isBanded ? structure.upper - j + (structure.lower + structure.upper + 1) * j : n * j;
    for (let i = first; i <= last; i++) rowSums[i] += Math.abs(values[base + i]) / w[j];
  }
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, rowSums[i] * w[i]);
  return largest;
}
