/** Why a run makes no way: what its steps are short for, and what no step can reach. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { EventCauses } from "../events/eventCauses.ts";
import type { Integrator } from "../integrate/integrator.ts";
import type { RelationIndex } from "../symbolic/indices.ts";
import { stateNames } from "./createIntegrator.ts";
import { findNotFinite, findUndefined } from "./notFinite.ts";
import type { RunningModel } from "./runningModel.ts";

/** What integrators say when no step is small enough. */
const stuckCodes: ReadonlySet<string> = new Set(["E-STEP-SMALL", "E-STEP-FAILED", "E-NOT-FINITE"]);

/** What the steps are short for, when there are too many. */
export function describePace(
  model: RunningModel,
  integrator: Integrator | undefined,
  causes: EventCauses,
  tolerance: number,
): string {
  if (integrator === undefined) return causes.isEmpty ? "the start values are sought" : causes.describe();
  const h = Math.abs(integrator.stepSize);
  const texts = [`the last step was ${h.toExponential(2)} s`];
  let [fastest, rate] = [-1, 0];
  for (let k = 0; k < model.X.length; k++) {
    const change = Math.abs(h * model.D[k]!) / (Math.abs(integrator.y[k]!) + tolerance);
    if (change > rate) [fastest, rate] = [k, change];
  }
  if (model.program.state.delays.length > 0) texts.push("a delay allows no longer steps than itself");
  else if (fastest >= 0) texts.push(`"${stateNames(model)[fastest]}" changes fastest`);
  if (!causes.isEmpty) texts.push(causes.describe());
  return texts.join("; ");
}

/** The cause behind an error of a step from t, if the model, its systems or its components know one; otherwise the error itself. */
export function causeOfFailure(
  error: unknown,
  model: RunningModel,
  t: number,
  moveTo: (t: number, y: Float64Array) => void,
  y: Float64Array,
): unknown {
  if (!isStuck(error)) return error;
  return undefinedAhead(model, t, moveTo, y) ?? model.systems.failureNear(t) ?? model.hidden.stuck(t) ?? error;
}

/** What else has no value where an event function has none; otherwise the error itself. */
export function causeOfRoot(error: unknown, model: RunningModel, moveTo: (t: number) => void): unknown {
  if (!(error instanceof RattlebackError && error.code === "E-ROOT-NAN")) return error;
  const t = error.data["t"] as number;
  moveTo(t);
  return findNotFinite(model, t, true) ?? error;
}

/** A relation whose branch ends where it changes: `if h > 0 then sqrt(h) else 0` at h = 0. */
export interface Edge {
  readonly relation: RelationIndex;
  readonly cause: string;
  /** The nearest ones behind it. */
  readonly states: Float64Array;
  /** Of the step that did not lead there. */
  readonly error: RattlebackError;
}

function isStuck(error: unknown): error is RattlebackError {
  return error instanceof RattlebackError && stuckCodes.has(error.code);
}

/**
 * No step leads to where the relation would be seen to change, since its branch has no value there. It changes here, if states that the
 * tolerances do not tell from those of the model are behind it, and the present branch is to blame that something is not defined there.
 */
export function edgeAt(error: unknown, model: RunningModel, t: number, tolerances: Float64Array): Edge | undefined {
  const { crossingRelations, hysteresis, R, X } = model;
  if (crossingRelations.length === 0 || !isStuck(error)) return undefined;
  const here = new Float64Array(model.eventFunctionCount);
  model.eventFunctions(t, X, here);
  const y = X.slice();
  const beside = Array.from(X, (value, k) => {
    const g = new Float64Array(here.length);
    y[k] = value + tolerances[k]!;
    model.eventFunctions(t, y, g);
    y[k] = value;
    return g;
  });
  const D = new Float64Array(X.length);
  const undefinedAt = (states: Float64Array): number => {
    model.rhs(t, states, D);
    return D.filter((rate) => !Number.isFinite(rate)).length;
  };
  const isDefined = undefinedAt(X) === 0;
  for (const [i, k] of crossingRelations.entries()) {
    const target = -here[i]! - (R[k] === 1 ? 1 : -1) * hysteresis[k]!;
    const square = beside.reduce((sum, g) => sum + (g[i]! - here[i]!) ** 2, 0);
    const parts = beside.map((g) => (target / square) * (g[i]! - here[i]!));
    if (!parts.every((part) => Math.abs(part) <= 1)) continue;
    const states = X.map((value, j) => value + parts[j]! * tolerances[j]!);
    const count = undefinedAt(states);
    R[k] = 1 - R[k]!;
    const countBehind = undefinedAt(states);
    R[k] = 1 - R[k]!;
    // variables that the relation sets at events do not follow it here
    if (countBehind >= count && !(isDefined && count > 0)) continue;
    const relation = k as RelationIndex;
    const { text } = model.program.state.relations[relation]!;
    return { relation, cause: `${text} became ${R[k] === 0}`, states, error };
  }
  return undefined;
}

/** What has no value a little further along the way of the states; that is why no step leads there. */
function undefinedAhead(
  model: RunningModel,
  t: number,
  moveTo: (t: number, y: Float64Array) => void,
  present: Float64Array,
): RattlebackError | undefined {
  const y = Float64Array.from(present);
  moveTo(t, y);
  const rates = Float64Array.from(model.D);
  for (let reach = 1e-9; reach < 1; reach *= 10) {
    moveTo(
      t,
      y.map((value, k) => value + reach * Math.max(1, Math.abs(t)) * rates[k]!),
    );
    const found = findUndefined(model, t);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function endlessRestarts(t: number, cause: string, count: number): RattlebackError {
  return new RattlebackError("E-SEGMENT-ENDLESS", `The structure keeps changing at t = ${t} s.`, {
    where: `t = ${t} s`,
    because: `${count} segments began at this instant, the last of them because of: ${cause}`,
    hint: "a component that asks for restartSegment must not ask again in the segment that follows",
    data: { time: t, cause },
  });
}
