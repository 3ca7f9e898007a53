/** An integrator that is driven through everything its contract knows, and what it evaluated, told in few numbers. */
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import type { Integrator } from "../../src/integrate/integrator.ts";
import type { MethodOptions } from "../../src/integrate/problem.ts";
import { cos } from "../../src/math/elementary.ts";

const digits = (x: number): string => (Math.abs(x) < 1e-300 ? "0" : String(Number(x.toPrecision(11))));

/** Counts numbers, each by its place, whatever its size. */
export class Account {
  count = 0;
  private sum = 0;

  add(...values: readonly number[]): void {
    for (const x of values) {
      const part = Number.isFinite(x) ? x / (1 + Math.abs(x)) : 2;
      this.sum += part * cos(this.count++);
    }
  }

  /** A place and a vector of it. */
  addAt(t: number, y: Float64Array): void {
    this.add(t);
    for (let i = 0; i < y.length; i++) this.add(y[i]!);
  }

  toString(): string {
    return `${this.count}: ${digits(this.sum)}`;
  }
}

export function optionsOf(size: number, tolerance: number, more: Partial<MethodOptions> = {}): MethodOptions {
  return {
    relativeTolerance: tolerance,
    absoluteTolerance: new Float64Array(size).fill(1e-2 * tolerance),
    maximumStep: Number.POSITIVE_INFINITY,
    initialStep: 0,
    ...more,
  };
}

export interface Way {
  readonly tEnd: number;
  readonly mostSteps?: number;
  /** Something is done on the way, by the number of steps made; nothing but steps when false. Default true. */
  readonly isEventful?: boolean;
  /** Begins are a little beside where the last step has ended. Default true. */
  readonly isMoved?: boolean;
  /** A limit on the way. */
  readonly limit?: number;
}

/**
 * Steps to the end, with looks into each; on the way the integrator is saved and another one goes on, it begins anew in every manner, and
 * limits come near. `create` gives an integrator at the start.
 */
export function drive(
  create: () => Integrator,
  asked: Account,
  { tEnd, mostSteps = 60, isEventful = true, isMoved = true, limit: stop }: Way,
): string {
  const seen = new Account();
  let integrator = create();
  const n = integrator.size;
  const out = new Float64Array(n);
  const entries = Int32Array.from({ length: Math.max(1, Math.min(n - 1, 2)) }, (_, k) => n - 1 - k);
  const look = (t: number): void => {
    integrator.interpolate(out, t);
    seen.addAt(t, out);
    integrator.interpolateDerivative(out, t);
    seen.addAt(t, out);
    for (const few of ["interpolateEntries", "interpolateDerivativeEntries"] as const) {
      if (integrator[few] === undefined) continue;
      // what is behind them belongs to others
      out.fill(7);
      integrator[few](out, t, entries);
      seen.add(...out);
    }
  };
  const moved = (factor: number): Float64Array => integrator.y.map((x) => (isMoved ? x * factor : x));
  let ended = "";
  try {
    look(integrator.t);
    for (let k = 0; k < mostSteps && integrator.t !== tEnd; k++) {
      const h = integrator.nextStepSize;
      const { t } = integrator;
      const direction = Math.sign(tEnd - t);
      const within = (limit: number): number => ((tEnd - limit) * direction > 0 ? limit : tEnd);
      let limit = stop !== undefined && (stop - t) * direction > 0 ? stop : tEnd;
      if (isEventful && (k === 0 || k === 5 || k === 57)) {
        const saved = structuredClone(integrator.save());
        integrator = create();
        integrator.restore(saved);
      }
      if (isEventful && k === 9) integrator.reset(t, moved(1.01), { keepJacobian: true });
      if (isEventful && k === 14) integrator.reset(t, moved(0.99), { initialStep: Math.abs(h) / 3 });
      if (isEventful && k === 18) integrator.reset(t, moved(1.001));
      if (isEventful && k === 22) limit = within(t + 0.1 * h);
      if (isEventful && k === 25) limit = within(t + 1.005 * h);
      if (isEventful && (k === 28 || k === 61)) limit = within(t + 1.6 * h);
      if (isEventful && k % 11 === 8 && integrator.stepAtOnce !== undefined)
        seen.add(integrator.stepAtOnce(limit) ? 1 : 0, integrator.stepAtOnce(limit, Math.abs(h) / 5) ? 1 : 0);
      else integrator.step(limit);
      const { tPrevious, order, stepSize, nextStepSize, interpolationDegree } = integrator;
      seen.add(integrator.t, tPrevious, order, stepSize, nextStepSize, interpolationDegree);
      look(tPrevious + 0.3 * (integrator.t - tPrevious));
      look(integrator.t);
    }
  } catch (error) {
    if (!(error instanceof RattlebackError)) throw error;
    const { stepSizes } = (error.data ?? {}) as { stepSizes?: number[] };
    const sizes = new Account();
    sizes.add(...(stepSizes ?? []));
    ended = `\n  ${error.message.replaceAll("\n", "\n  ")}\n  sizes ${sizes}`;
  }
  const { t, y, statistics, inside, method } = integrator;
  const counts = Object.values(statistics).join(" ");
  return `${method}, ${inside}\n  ${digits(t)}: ${Array.from(y.slice(0, 4), digits).join(" ")}\n  counts ${counts}\n  asked ${asked}\n  seen ${seen}${ended}`;
}
