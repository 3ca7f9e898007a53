/** An integrator for a running model: tolerances from nominal values, the longest sensible step, the exact Jacobian. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { explicitMethod, isDaeMethod } from "../integrate/automaticMethod.ts";
import type { ClosedForm } from "../integrate/closedFormIntegrator.ts";
import type { Integrator } from "../integrate/integrator.ts";
import { KickedIntegrator, kickedForm } from "../integrate/kickedIntegrator.ts";
import { findMethod } from "../integrate/methods.ts";
import type { MethodOptions, OdeSystem, VectorMemory } from "../integrate/problem.ts";
import type { RunCompanion } from "./companion.ts";
import { DaeMode } from "./daeMode.ts";
import { kickOf } from "./kickedStates.ts";
import type { RunningModel } from "./runningModel.ts";
import type { CheckedOptions } from "./simulateOptions.ts";
import { isSmooth } from "./smoothModel.ts";
import { solverJacobian } from "./solverJacobian.ts";

/** With event functions a step spans at most this part of the run, so that a short excursion is not stepped over. */
const longestStepWithEvents = 1 / 50;
/** Without states only the event functions limit the step. */
const longestStepWithoutStates = 1 / 1000;
const longestStepWithDelays = 1 / 200;

/** Bodies come to rest: their Jacobians by differences need increments that do not vanish with the motion. */
const floorOfHiddenStates = 1e-3;
/** The same, in parts of their size: velocities are zero at rest, but stiff forces still have the rounding of positions in them. */
const leastIncrementOfHiddenStates = 1e-9;

/** `memory`: for its vectors; nothing else may be in there as long as the integrator is used. */
export function createIntegrator(
  model: RunningModel,
  methodName: string,
  t: number,
  options: CheckedOptions,
  memory?: VectorMemory,
  companion?: RunCompanion,
): Integrator {
  const n = model.X.length;
  const kicks = n === 0 ? undefined : model.hidden.kicks();
  if (kicks !== undefined && (isDaeMethod(methodName) || companion !== undefined)) throw notWithKicks(methodName);
  if (isDaeMethod(methodName) && n > 0) {
    const mode = new DaeMode(model);
    const names = [...stateNames(model), ...mode.unknownNames];
    const tolerances = absoluteTolerances(model, options, mode.size);
    return mode.create(
      t,
      options.stopTime,
      names,
      {
        relativeTolerance: options.tolerance / sharing(companion),
        absoluteTolerance: companion?.tolerances(tolerances, mode.size, sharing(companion)) ?? tolerances,
        maximumStep: maximumStep(model, options),
        initialStep: 0,
      },
      companion,
    );
  }
  const together = n === 0 ? undefined : companion;
  const y0 = n === 0 ? new Float64Array(1) : startVector(model.X, together);
  const method = findMethod(isDaeMethod(methodName) ? explicitMethod : methodName);
  const rhs: OdeSystem["rhs"] = n === 0 ? (_t, _y, d) => d.fill(0) : (time, y, d) => model.rhs(time, y, d);
  const own: OdeSystem = {
    size: Math.max(1, n),
    rhs,
    isSmooth: isSmooth(model),
    get names() {
      return stateNames(model);
    },
    ...(method.isStiff && n > 0 && solverJacobian(model, companion !== undefined)),
    ...(model.hidden.states.length > 0 && {
      ...differenceOptions(model, y0.length),
      limitDifferences: (limits: Float64Array) => model.hidden.limitDifferences(limits, model.visibleStates),
    }),
  };
  const system = together?.extend(own) ?? own;
  const tolerances = absoluteTolerances(model, options, own.size);
  const share = method.testsBlocks ? 1 : sharing(together);
  const methodOptions: MethodOptions = {
    relativeTolerance: options.tolerance / share,
    absoluteTolerance: together?.tolerances(tolerances, n, share) ?? tolerances,
    maximumStep: maximumStep(model, options),
    initialStep: 0,
    ...(memory !== undefined && { memory }),
  };
  if (kicks === undefined) return method.create(system, t, y0, options.stopTime, methodOptions);
  const { interval, flight } = kicks;
  const kick = kickOf(kicks, model);
  if (flight !== undefined && flight.size === n && options.method === "auto") {
    const form: ClosedForm = {
      size: n,
      move: (out, y, time) => flight.move(out, y, 0, time),
      derivatives: (out, y) => flight.derivatives(out, y, 0),
    };
    return kickedForm(form, t, y0, methodOptions.maximumStep, { interval, kick });
  }
  const integrator = method.create(system, t, y0, options.stopTime, methodOptions);
  return new KickedIntegrator(integrator, { interval, kick }, rhs);
}

function notWithKicks(method: string): RattlebackError {
  return new RattlebackError("E-CONTACT-RIGID", 'Contacts cannot be rigid (response: "rigid") in this run.', {
    because: isDaeMethod(method)
      ? `the method "${method}" keeps equations in its states, whose jumps it does not know`
      : "derivatives of jumps by parameters are not known",
    hint: 'response: "elastic", or method: "tsit5" or "radau5" without sensitivities',
  });
}

/** States, and behind them what runs along. */
export function startVector(X: Float64Array, companion: RunCompanion | undefined): Float64Array {
  if (companion === undefined) return X.slice();
  const y = new Float64Array(X.length * companion.copies);
  y.set(X);
  companion.write(y);
  return y;
}

/** The mean over several blocks must not be smaller than the error of one of them. */
function sharing(companion: RunCompanion | undefined): number {
  return Math.sqrt(companion?.copies ?? 1);
}

/** Whether a method works with the matrix of the system, and so depends on which states act on each other. */
export function isStiffMethod(name: string): boolean {
  return !isDaeMethod(name) && findMethod(name).isStiff;
}

export function absoluteTolerances(model: RunningModel, options: CheckedOptions, size: number): Float64Array {
  if (options.absoluteTolerance !== undefined) return new Float64Array(size).fill(options.absoluteTolerance);
  const { states, state } = model.program;
  const tolerances = new Float64Array(size).fill(1e-3 * options.tolerance);
  const scale = (nominal: number, k: number): void => {
    if (nominal > 0) tolerances[k] = 1e-3 * options.tolerance * nominal;
  };
  states.forEach((v, k) => scale(state.variables[v]!.nominal, k));
  model.hidden.nominals.forEach((nominal, k) => scale(nominal, states.length + k));
  return tolerances;
}

/** Of hidden states; a nominal value of zero says that there is none. */
/** How differences with respect to hidden states are taken. */
export function differenceOptions(
  model: RunningModel,
  size: number,
): { readonly differenceFloor: number; readonly leastIncrements: Float64Array } {
  return { differenceFloor: floorOfHiddenStates, leastIncrements: leastIncrements(model, size) };
}

function leastIncrements({ hidden, visibleStates }: RunningModel, size: number): Float64Array {
  const least = new Float64Array(size);
  hidden.nominals.forEach((nominal, k) => {
    least[visibleStates + k] = leastIncrementOfHiddenStates * (nominal || 1);
  });
  return least;
}

export function maximumStep(model: RunningModel, options: CheckedOptions): number {
  if (options.maximumStep !== undefined) return options.maximumStep;
  const span = options.stopTime - options.startTime;
  let longest = Number.POSITIVE_INFINITY;
  if (model.eventFunctionCount > 0)
    longest = span * (model.X.length === 0 ? longestStepWithoutStates : longestStepWithEvents);
  for (const [k, { delay }] of model.program.state.delays.entries()) {
    if (model.delays!.isHeld(k)) continue;
    longest = Math.min(longest, span * longestStepWithDelays);
    // a step must not reach into values that are not known yet
    const value = model.value(delay);
    if (value > 0) longest = Math.min(longest, value);
  }
  return longest;
}

/** Names of the states, one per element of the state vector. */
export function stateNames(model: RunningModel): string[] {
  const names = model.program.states.map((v) => model.program.state.variables[v]!.name);
  for (const { elementNames } of model.hidden.states) for (const name of elementNames) names.push(name);
  return names.length === 0 ? ["(no state)"] : names;
}
