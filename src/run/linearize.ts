/**
 * linearize(): the linear model around a point of a run,
 *
 *     x' = A·x + B·u,   y = C·x + D·u
 *
 * with the exact derivatives of the equations. u are the inputs and y the outputs of the top model.
 */
import { exactJacobian } from "../compile/jacobian.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { InstantiatedModel } from "./instantiate.ts";
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
export function linearize(model: InstantiatedModel, options: SimulateOptions = {}): LinearModel {
  const checked = checkSimulateOptions(options);
  const { model: variant, changes } = model.variantFor(options.merge);
  const running = new Simulation(variant, changes, checked, silentSink()).run();
  const { program } = running;
  const { state } = program;
  if (running.hidden.stateCount > 0) {
    throw new RattlebackError("E-LINEARIZE", "A model with hidden states cannot be linearised.", {
      because: "the functions of predefined components have no derivatives",
      hint: "linearise a model without predefined components",
    });
  }
  const inputs: number[] = [];
  const outputs: number[] = [];
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
  const derivatives = program.states.map((v) => state.variables[v]!.derivative);
  const survivors = outputs.map((v) => state.aliases.get(v) ?? { target: v, sign: 1 as const });
  const rows = [...derivatives, ...survivors.map(({ target }) => target)];
  const exact = exactJacobian(program, rows, inputs, undefined);
  const [n, m, p] = [program.states.length, inputs.length, outputs.length];
  const J = new Float64Array(rows.length * (n + m));
  if (exact.evaluate === undefined)
    throw new RattlebackError("E-LINEARIZE", `The model is too large to linearise: ${n} states.`, {
      hint: "linearise a part of it",
    });
  running.jacobian(exact.evaluate, running.time, running.X, J);
  const isStateOutput = (k: number): number => program.states.indexOf(survivors[k]!.target);
  const entry = (row: number, column: number): number => J[row + rows.length * column]!;
  const outputEntry = (k: number, column: number): number => {
    const { sign } = survivors[k]!;
    if (sign === 0) return 0;
    const own = isStateOutput(k);
    return own >= 0 ? (own === column ? sign : 0) : sign * entry(n + k, column);
  };
  const matrix = (r: number, c: number, at: (i: number, j: number) => number): number[][] =>
    Array.from({ length: r }, (_, i) => Array.from({ length: c }, (_, j) => at(i, j)));
  return {
    A: matrix(n, n, (i, j) => derivativeEntry(i, j)),
    B: matrix(n, m, (i, j) => derivativeEntry(i, n + j)),
    C: matrix(p, n, (i, j) => outputEntry(i, j)),
    D: matrix(p, m, (i, j) => outputEntry(i, n + j)),
    stateNames: program.states.map((v) => state.variables[v]!.name),
    inputNames,
    outputNames,
    time: running.time,
    states: Array.from(running.X),
  };

  /** A derivative that is itself a state has a unit row. */
  function derivativeEntry(i: number, column: number): number {
    const own = program.states.indexOf(derivatives[i]!);
    return own >= 0 ? (own === column ? 1 : 0) : entry(i, column);
  }
}
