/**
 * Event iteration in super-dense time: at one instant the model is evaluated again and again, each time with the values of the
 * pass before as pre(…), until nothing changes.
 */
import type { WhenAction } from "../compile/eventTables.ts";
import { showSource } from "../compile/source.ts";
import { listNames } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import type { EventModel } from "./eventModel.ts";

/**
 * More passes than any chain of switches needs; beyond it something flips for ever. A change travels at least one pre(…) further with
 * each pass, so that all of them in one chain are through after as many passes; twice that leaves room for what they set off.
 */
function iterationLimit(preVariables: number): number {
  return Math.max(100, 2 * preVariables);
}

/** Unknowns of a system that is iterated differ so much from pass to pass at most, by their size, when nothing else changes: that asks for no other pass. */
const sameValue = 1e-9;

export interface EventOutcome {
  readonly iterations: number;
  /** Discrete variables and states that changed, and what components report. */
  readonly changed: readonly string[];
  readonly terminate: string;
  readonly hasReinitialised: boolean;
}

/** `withActions`: reinit and terminate are carried out. */
export function iterateEvent(model: EventModel, t: number, withTicks: boolean, withActions = true): EventOutcome {
  const { services, hidden, systems } = model;
  const changed = new Set<string>();
  let terminate = "";
  let hasReinitialised = false;
  services.isEvent = true;
  hidden.isFirstIteration = true;
  if (withTicks) model.samplers.setTicks(t, services.timeSlack);
  const limit = iterationLimit(model.preVariables.length);
  let iterations = 0;
  try {
    for (let isChanging = true; isChanging; ) {
      if (++iterations > limit) throw systems.contradiction ?? endlessEvent(t, changed, limit);
      hidden.answers.takePass();
      systems.contradiction = undefined;
      model.full(t, model.X, model.D);
      model.tangents?.pass(t);
      model.samplers.clearTicks();
      hidden.isFirstIteration = false;
      const actions = withActions ? applyActions(model, changed) : { isAny: false, terminate: "" };
      terminate = terminate === "" ? actions.terminate : terminate;
      const { wantsAnother, hasSetStates } = hidden.answers.takePass();
      hasReinitialised ||= actions.isAny || hasSetStates;
      isChanging = updatePre(model, changed) || actions.isAny || wantsAnother || hasSetStates;
    }
  } finally {
    services.isEvent = false;
    model.samplers.clearTicks();
  }
  if (systems.contradiction !== undefined) throw systems.contradiction;
  // what is told during initialisation belongs to the first event of the run
  if (services.initial !== 1) for (const line of hidden.answers.takeReports()) changed.add(line);
  return {
    iterations,
    changed: [...changed],
    terminate: terminate === "" ? hidden.answers.terminateCause : terminate,
    hasReinitialised,
  };
}

/** reinit and terminate of the when clauses that are active in this pass. */
function applyActions(model: EventModel, changed: Set<string>): { isAny: boolean; terminate: string } {
  const { state, states } = model.program;
  let isAny = false;
  let terminate = "";
  for (const action of state.actions) {
    if (model.V[resolve(model, action.active)] !== 1) continue;
    if (action.kind === "terminate") {
      terminate = action.message;
      continue;
    }
    const target = state.aliases.get(action.target) ?? { target: action.target, sign: 1 };
    const index = states.indexOf(target.target);
    if (index < 0) throw notAState(model, action);
    const value = model.V[resolve(model, action.value)]! * target.sign;
    if (!Number.isFinite(value)) throw notFinite(model, action.target, value * target.sign, showSource(action.source));
    if (model.X[index] !== value) changed.add(state.variables[action.target]!.name);
    model.X[index] = value;
    model.tangents?.reinitialise(index, resolve(model, action.value), target.sign);
    isAny = true;
  }
  // pre(…) of a state is in the next pass what reinit has made of it
  if (isAny)
    states.forEach((v, i) => {
      model.V[v] = model.X[i]!;
    });
  return { isAny, terminate };
}

function resolve(model: EventModel, variable: VariableIndex): VariableIndex {
  return model.program.state.aliases.get(variable)?.target ?? variable;
}

function updatePre(model: EventModel, changed: Set<string>): boolean {
  const { V, Q, preVariables, preSizes } = model;
  model.tangents?.settle(preVariables);
  let isChanged = false;
  for (let k = 0; k < preVariables.length; k++) {
    const v = preVariables[k]!;
    const [now, before, size] = [V[v]!, Q[v]!, preSizes[k]!];
    if (now === before || (Number.isNaN(now) && Number.isNaN(before))) continue;
    Q[v] = now;
    if (size > 0 && Math.abs(now - before) <= 1e-12 * size + sameValue * Math.abs(now)) continue;
    isChanged = true;
    const variable = model.program.state.variables[v as VariableIndex]!;
    if (!variable.isInternal) changed.add(variable.name);
  }
  return isChanged;
}

function endlessEvent(t: number, changed: ReadonlySet<string>, limit: number): RattlebackError {
  return new RattlebackError("E-EVENT-LOOP", `The event at t = ${t} does not come to rest after ${limit} iterations.`, {
    because:
      changed.size === 0
        ? "a component asks for another iteration each time"
        : `these values change each time: ${listNames([...changed])}`,
    hint: "look for conditions that switch each other on and off; use pre(…) to break the circle, or a hysteresis",
    data: { t, changed: [...changed] },
  });
}

function notFinite(model: EventModel, variable: VariableIndex, value: number, text: string): RattlebackError {
  const { name } = model.program.state.variables[variable]!;
  return new RattlebackError("E-NOT-FINITE-VALUE", `reinit would set "${name}" to ${value}.`, {
    path: name,
    where: text,
    hint: "change what it is computed from",
    data: { name, value },
  });
}

function notAState(model: EventModel, { target, source, obstacle }: WhenAction): RattlebackError {
  const { states } = model.program;
  const { variables } = model.program.state;
  const { name } = variables[target]!;
  return new RattlebackError("E-REINIT", `reinit cannot set "${name}": it is not a state.`, {
    path: name,
    where: showSource(source),
    because:
      states.length === 0
        ? "the model has no states"
        : `the states are ${listNames(
            states.map((s) => variables[s]!.name),
            8,
          )}${obstacle === undefined ? "" : `; ${obstacle}`}`,
    hint: `set a state, or let an equation contain der(${name})`,
    data: { name },
  });
}
