/**
 * linearise(): the linear model around a point of a run,
 *
 *     x' = A·x + B·u,   y = C·x + D·u
 *
 * u are the inputs and y the outputs of the top model, x all states, also those hidden in components. The derivatives are exact
 * for equations, and by differences of fourth order for models with predefined components such as Model3D.
 */
import { exactJacobian } from "../compile/jacobian.ts";
import { guarded } from "../errors/boundary.ts";
import type { ParameterIndex, VariableIndex } from "../symbolic/indices.ts";
import { stateNames } from "./createIntegrator.ts";
import { differenceJacobian } from "./differenceJacobian.ts";
import { checkInstantiated, type InstantiatedModel } from "./instantiate.ts";
import type { RunningModel } from "./runningModel.ts";
import { silentSink } from "./silentSink.ts";
import { checkSimulateOptions, type SimulateOptions } from "./simulateOptions.ts";
import { Simulation } from "./simulation.ts";

export interface LinearModel {
  readonly A: number[][];
  readonly B: number[][];
  readonly C: number[][];
  readonly D: number[][];
  readonly stateNames: readonly string[];
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** Time and states of the point. */
  readonly time: number;
  readonly states: readonly number[];
}

/** Linearises at stopTime of a run with the given options; without stopTime at the start. */
export function linearise(model: InstantiatedModel, options: SimulateOptions = {}): LinearModel {
  return guarded("linearise", () => linearModel(model, options));
}

/** The same, in American spelling. */
export const linearize = linearise;

function linearModel(model: InstantiatedModel, options: SimulateOptions): LinearModel {
  checkInstantiated(model, "linearise");
  const checked = checkSimulateOptions(options);
  const { model: variant, changes } = model.variantFor(options.merge);
  const running = new Simulation(variant, changes, checked, silentSink()).run();
  const { program } = running;
  const { state } = program;
  const inputs: ParameterIndex[] = [];
  const outputs: VariableIndex[] = [];
  const [inputNames, outputNames]: [string[], string[]] = [[], []];
  for (const group of state.groups.values()) {
    if (group.kind === "input")
      for (const p of group.elements) {
        inputs.push(p);
        inputNames.push(state.parameters[p]!.name);
      }
    if (group.kind === "variable" && group.isOutput)
      for (const v of group.elements) {
        outputs.push(v);
        outputNames.push(state.variables[v]!.name);
      }
  }
  const survivors = outputs.map((v) => state.aliases.get(v) ?? { target: v, sign: 1 as const });
  const targets = survivors.map(({ target }) => target);
  const [n, m, p] = [running.X.length, inputs.length, outputs.length];
  const J = exactEntries(running, targets, inputs) ?? differenceJacobian(running, targets, inputs);
  const matrix = (r: number, c: number, at: (i: number, j: number) => number): number[][] =>
    Array.from({ length: r }, (_, i) => Array.from({ length: c }, (_, j) => at(i, j) + 0)); // + 0: no −0
  const entry = (row: number, column: number): number => J[row + (n + p) * column]!;
  const outputEntry = (k: number, column: number): number => {
    const { sign, target } = survivors[k]!;
    if (sign === 0) return 0;
    const own = program.states.indexOf(target);
    return own >= 0 ? (own === column ? sign : 0) : sign * entry(n + k, column);
  };
  return {
    A: matrix(n, n, entry),
    B: matrix(n, m, (i, j) => entry(i, n + j)),
    C: matrix(p, n, outputEntry),
    D: matrix(p, m, (i, j) => outputEntry(i, n + j)),
    stateNames: n === 0 ? [] : stateNames(running),
    inputNames,
    outputNames,
    time: running.time,
    states: Array.from(running.X),
  };
}

/** Undefined when the model has functions without derivatives, or is too large for code. */
function exactEntries(
  running: RunningModel,
  outputs: readonly VariableIndex[],
  inputs: readonly ParameterIndex[],
): Float64Array | undefined {
  const { program } = running;
  if (running.hidden.hasComponents) return undefined;
  const derivatives = program.states.map((v) => program.state.variables[v]!.derivative);
  const rows = [...derivatives, ...outputs];
  const { evaluate } = exactJacobian(program, rows, inputs, undefined);
  if (evaluate === undefined) return undefined;
  const J = new Float64Array(rows.length * (program.states.length + inputs.length));
  running.jacobian(evaluate, running.time, running.X, J);
  // a derivative that is itself a state has a unit row
  derivatives.forEach((derivative, i) => {
    const own = program.states.indexOf(derivative);
    if (own < 0) return;
    for (let j = 0; j < J.length / rows.length; j++) J[i + rows.length * j] = j === own ? 1 : 0;
  });
  return J;
}
