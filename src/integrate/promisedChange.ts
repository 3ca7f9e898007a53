/**
 * Whether a correction changed f as the matrix of the iteration promised. The matrix is older than the step, or was made on the other
 * side of a corner. Where it is stiffer than f is by now, corrections look small because it divides by a stiffness that is no longer
 * there, and the iteration ends far from a solution: with a residual that should have vanished.
 *
 * Law      f(x + δ) = f(x) + J·δ + error;   broken where in a row  |error| > share·(Σ_j |J_ij·δ_j| + |m_i·δ_i/γ|)
 *          an error counts when it would move its component by more than `allowed`, if f were not stiff at all:
 *          |γ·error/m|·w > allowed,  and is more than the rounding of f: some units in the last place of Σ_j |J_ij·x_j|, and what f
 *          itself shows, |f(x) − 2·f(x + d) + f(x + 2·d)|, since large terms that cancel are in no J. d goes on in the direction of δ,
 *          away from a corner that it has passed, by less than the last place of the largest x
 * Source   [More2011] (second differences tell the noise of a function, whatever its slope)
 * Legend   γ   step of the implicit formula;   w   error weights;   m   diagonal of the mass matrix; where it is 0 nothing is judged
 */
import type { MatrixStructure } from "../math/matrixStructure.ts";

/** An iteration with such rates hardly converges without a corner. */
const share = 0.5;
const roundingOfTerms = 100 * Number.EPSILON;
/** Looks at f further on: this part of the last place of the largest component apart, but not further than a part of the tolerance. */
const looks = 4;
const partOfUnit = 0.37;
const partOfTolerance = 1e-3;
/** Corrections of more than 1/this such parts are no matter of rounding. */
const leastPart = 0.005;
/** So many times what they show is rounding. */
const timesSeen = 4;

/** What became of it: nothing that counts is left; something is, as with an old matrix; nearly nothing was done. */
export const promise = { kept: 0, doubtful: 1, broken: 2 } as const;

/**
 * Of what formulas of many steps leave to their iterations, this part where f may have corners: what rests within one would lie on its other
 * side at crude tolerances. Of thirty networks of vessels and valves `bdf` did not end three within 100 000 steps at 1e-3; now
 * none takes more than 300, and from 3e-6 on nothing changes.
 */
export const shareAtCorners = (relativeTolerance: number): number => Math.min(1, 3e-6 / relativeTolerance);

/** out ← f(t, x); false where it is not finite. */
interface JudgedFunction {
  evaluate(t: number, x: Float64Array, out: Float64Array): boolean;
}

export class PromisedChange {
  /** The component to blame for a broken promise. */
  worst = -1;
  private readonly structure: MatrixStructure;
  private readonly masses: Float64Array;
  private readonly f: JudgedFunction | undefined;
  /** γ, allowed, drift and time of begin(): as arguments of every call they would be allocated. */
  private readonly settings = new Float64Array(4);
  /** J·δ, |J|·|δ| and the rounding of f, row by row. */
  private readonly change: Float64Array;
  private readonly size: Float64Array;
  private readonly rounding: Float64Array;

  /**
   * Of the first `structure.size` components: what follows them, as derivatives by parameters, has no corners of its own. `masses`: m above. With `f`
   * what looks like a corner is looked at more closely.
   */
  constructor(
    structure: MatrixStructure,
    masses: Float64Array = new Float64Array(structure.size).fill(1),
    f?: JudgedFunction,
  ) {
    const length = structure.size;
    this.structure = structure;
    this.masses = masses;
    this.f = f;
    this.change = new Float64Array(length);
    this.size = new Float64Array(length);
    this.rounding = new Float64Array(length);
  }

  /** Of an iteration: γ and `allowed` above; `drift`·δ of every change is nobody's fault; at the time t. */
  begin(γ: number, allowed: number, drift = 0, t = 0): void {
    const { settings } = this;
    settings[0] = Math.abs(γ);
    settings[1] = allowed;
    settings[2] = Math.abs(drift);
    settings[3] = t;
  }

  /** Whether a residual is so small in every row that no correction worth the name could be missed; `isOfState`: it is γ times as large. */
  isHarmless(residual: Float64Array, w: Float64Array, isOfState = false): boolean {
    const { masses, settings } = this;
    const γ = isOfState ? 1 : settings[0]!;
    const allowed = settings[1]!;
    for (let i = 0; i < masses.length; i++)
      if (!(Math.abs(γ * residual[i]) * w[i] <= allowed * Math.abs(masses[i])) && masses[i] !== 0) return false;
    return true;
  }

  /** A value of `promise` for f before and after the correction δ, which led to x. */
  judge(
    before: Float64Array,
    after: Float64Array,
    δ: Float64Array,
    x: Float64Array,
    J: Float64Array,
    w: Float64Array,
  ): number {
    this.multiply(J, δ, x);
    const answer = this.compare(before, after, δ, w);
    return answer === promise.broken && this.looksAhead(after, δ, x, w) ? this.compare(before, after, δ, w) : answer;
  }

  private compare(before: Float64Array, after: Float64Array, δ: Float64Array, w: Float64Array): number {
    const { change, size, rounding, masses, settings } = this;
    const γ = settings[0]!;
    const allowed = settings[1]!;
    const drift = settings[2]!;
    let answer: number = promise.kept;
    let largest = 0;
    for (let i = 0; i < change.length; i++) {
      const error = Math.abs(after[i] - before[i] - change[i]) - drift * Math.abs(δ[i]);
      if (masses[i] === 0) continue;
      const moved = Math.abs((γ * error) / masses[i]) * w[i];
      if (!(moved > allowed && error > rounding[i])) continue;
      if (error <= share * (size[i] + Math.abs((masses[i] * δ[i]) / γ))) {
        answer = Math.max(answer, promise.doubtful);
      } else if (moved > largest) {
        answer = promise.broken;
        largest = moved;
        this.worst = i;
      }
    }
    return answer;
  }

  /** Rounding as f shows it, whose value at x is `after`; false where that tells nothing. */
  private looksAhead(after: Float64Array, δ: Float64Array, x: Float64Array, w: Float64Array): boolean {
    const { rounding, f, settings } = this;
    const largest = x.reduce((most, xi) => Math.max(most, Math.abs(xi)), 0);
    const part = (partOfUnit * Number.EPSILON * largest) / Math.abs(δ[this.worst]);
    if (f === undefined || !(part >= leastPart)) return false;
    const d = δ.map((δi, i) => Math.sign(δi) * Math.min(part * Math.abs(δi), partOfTolerance / w[i]));
    const seen = [after];
    for (let k = 1; k <= looks; k++) {
      seen[k] = new Float64Array(x.length);
      const ahead = x.map((xi, i) => xi + k * d[i]);
      if (!f.evaluate(settings[3]!, ahead, seen[k])) return false;
      if (k < 2) continue;
      for (let i = 0; i < rounding.length; i++)
        rounding[i] = Math.max(rounding[i], timesSeen * Math.abs(seen[k - 2][i] - 2 * seen[k - 1][i] + seen[k][i]));
    }
    return true;
  }

  private multiply(J: Float64Array, δ: Float64Array, x: Float64Array): void {
    const { structure, change, size, rounding } = this;
    const n = structure.size;
    change.fill(0);
    size.fill(0);
    rounding.fill(0);
    if (structure.kind === "sparse") {
      const { columnPointers, rowIndices } = structure;
      for (let j = 0; j < n; j++) {
        for (let p = columnPointers[j]; p < columnPointers[j + 1]; p++) {
          const row = rowIndices[p];
          const term = J[p] * δ[j];
          change[row] += term;
          size[row] += Math.abs(term);
          rounding[row] += roundingOfTerms * Math.abs(J[p] * x[j]);
        }
      }
      return;
    }
    const lower = structure.kind === "banded" ? structure.lower : n;
    const upper = structure.kind === "banded" ? structure.upper : n;
    const width = structure.kind === "banded" ? lower + upper : n;
    const shift = structure.kind === "banded" ? upper : 0;
    for (let j = 0; j < n; j++) {
      const last = Math.min(n - 1, j + lower);
      // a(i, j) = J[base + i]
      const base = shift + width * j;
      for (let i = Math.max(0, j - upper); i <= last; i++) {
        const entry = J[base + i];
        if (entry === 0) continue;
        const term = entry * δ[j];
        change[i] += term;
        size[i] += Math.abs(term);
        rounding[i] += roundingOfTerms * Math.abs(entry * x[j]);
      }
    }
  }
}
