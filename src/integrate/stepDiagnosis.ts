/**
 * Remembers why the last attempts failed, so that a failure can say what limited the step.
 * A ring of fixed size, made with the first of them: recording does not allocate again.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";

const failureReasons = [
  "the error test failed",
  "the nonlinear iteration did not converge",
  "the iteration matrix was singular",
  "the right-hand side was not finite",
  "the Jacobian was not finite",
] as const;

export const failure = { errorTest: 0, convergence: 1, singular: 2, notFinite: 3, jacobianNotFinite: 4 } as const;

const ringLength = 16;

/** A system may find the names of its components when somebody asks. */
interface NamedComponents {
  readonly names?: readonly string[] | undefined;
}

class FailureRing {
  readonly reason = new Int32Array(ringLength);
  readonly component = new Int32Array(ringLength);
  readonly size = new Float64Array(ringLength);
  readonly excess = new Float64Array(ringLength);
}

export class StepDiagnosis {
  private readonly system: NamedComponents;
  /** Made when something fails: of the thousands of integrators of a crowd most never do. */
  private ring: FailureRing | undefined;
  private count = 0;

  constructor(system: NamedComponents) {
    this.system = system;
  }

  /** Notes a failed attempt of step size h. `excess` is the weighted error where 1 passes, NaN when unknown. */
  record(reason: number, h: number, component: number, excess: number): void {
    this.ring ??= new FailureRing();
    const slot = this.count % ringLength;
    this.ring.reason[slot] = reason;
    this.ring.component[slot] = component;
    this.ring.size[slot] = h;
    this.ring.excess[slot] = excess;
    this.count++;
  }

  /** An accepted step forgets earlier failures. */
  clear(): void {
    this.count = 0;
  }

  nameOf(component: number): string {
    return this.system.names?.[component] ?? `y[${component}]`;
  }

  /** The error for a step that no longer advances time: E-NOT-FINITE when that is what shrank it. */
  stepTooSmall(t: number, h: number): RattlebackError {
    const last = (this.count - 1 + ringLength) % ringLength;
    const wasNotFinite = this.count > 0 && this.ring?.reason[last] === failure.notFinite;
    return this.failure(wasNotFinite ? "E-NOT-FINITE" : "E-STEP-SMALL", t, h);
  }

  /** The error for a step that cannot be made small enough, at time t with the last size h. */
  failure(code: "E-STEP-SMALL" | "E-STEP-FAILED" | "E-NOT-FINITE", t: number, h: number): RattlebackError {
    const known = Math.min(this.count, ringLength);
    const last = (this.count - 1 + ringLength) % ringLength;
    const worst = this.ring === undefined || known === 0 ? -1 : this.ring.component[last];
    const counts = failureReasons.map(() => 0);
    for (let k = 0; k < known; k++) counts[this.ring!.reason[k]]++;
    const because = failureReasons
      .map((text, index) => ({ text, times: counts[index] }))
      .filter(({ times }) => times > 0)
      .sort((a, b) => b.times - a.times)
      .map(({ text, times }) => `${text} (${times} of the last ${known} attempts)`)
      .join("; ");
    const what = {
      "E-STEP-SMALL": `The step size fell to ${h.toExponential(2)} at t = ${t}.`,
      "E-STEP-FAILED": `The step at t = ${t} failed ${this.count} times in a row; the last size was ${h.toExponential(2)}.`,
      "E-NOT-FINITE": `The right-hand side is not finite near t = ${t}, even for a step of ${h.toExponential(2)}.`,
    }[code];
    const excess = this.ring === undefined || known === 0 ? Number.NaN : this.ring.excess[last];
    const size = Number.isFinite(excess) ? ` (${excess.toPrecision(3)} × tolerance)` : "";
    return new RattlebackError(code, what, {
      ...(worst >= 0 && {
        path: this.nameOf(worst),
        where: `component "${this.nameOf(worst)}" limits the step${size}`,
      }),
      because: because === "" ? "the step is at the limit of the number format" : because,
      hint: "look for a discontinuity without an event function, a singularity of the solution, or a tolerance below rounding",
      data: {
        t,
        stepSize: h,
        component: worst < 0 ? undefined : this.nameOf(worst),
        index: worst,
        attempts: this.count,
        errorRatio: excess,
        stepSizes: Array.from(this.ring?.size.slice(0, known) ?? []),
      },
    });
  }
}
