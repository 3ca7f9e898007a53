/** Which parameters and inputs may change while a model runs, and why others may not. */
import type { CompileState } from "../compile/state.ts";
import { tunableParameters } from "../modelFile/tunableParameters.ts";
import type { InstantiatedModel } from "../run/instantiate.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { ParameterIndex } from "../symbolic/indices.ts";
import { visitNodes } from "../symbolic/traverse.ts";

/** A quantity with a control: a slider, a key, a value from another program. */
export interface LiveControl {
  readonly name: string;
  readonly kind: "input" | "parameter";
  /** At the start, in the unit of the declaration. */
  readonly value: number | boolean;
  /** `""` when there is none. */
  readonly unit: string;
  readonly description: string;
  /** Limits given in the model, in the same unit; undefined where there are none. */
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** Inputs first, then parameters; numbers and truth values that nothing has read for good at the start. */
export function liveControls(model: InstantiatedModel, fixed: ReadonlyMap<number, string>): LiveControl[] {
  const { groups } = model.program.state;
  const controls = tunableParameters(model).flatMap((one): LiveControl[] => {
    const { kind, value, isDetail, ...rest } = one;
    if (kind === "start" || isDetail || (typeof value !== "number" && typeof value !== "boolean")) return [];
    return groups.get(one.name)!.elements.some((index) => fixed.has(index as ParameterIndex))
      ? []
      : [{ ...rest, kind, value }];
  });
  return [...controls.filter(({ kind }) => kind === "input"), ...controls.filter(({ kind }) => kind !== "input")];
}

/** Parameters, by number, whose values were read at the start for the whole run, and what has read them. `read`: names that components asked for. */
export function fixedParameters(state: CompileState, read: ReadonlySet<string>): Map<ParameterIndex, string> {
  const fixed = new Map<ParameterIndex, string>();
  const fix = (index: ParameterIndex, reader: string): void => {
    if (fixed.has(index)) return;
    fixed.set(index, reader);
    const { expression } = state.parameters[index]!;
    if (expression !== undefined) fixAll(expression, reader);
  };
  const fixAll = (expression: Expr, reader: string): void =>
    visitNodes(expression, (node) => {
      if (node.op === "par") fix(node.value, reader);
    });
  for (const { start, interval, text } of state.samplers)
    for (const expression of [start, interval]) if (expression !== undefined) fixAll(expression, text);
  for (const { delay, maximum, transport } of state.delays) {
    for (const expression of [delay, maximum]) if (expression !== undefined) fixAll(expression, "a delay");
    for (const expression of [...(transport?.points ?? []), ...(transport?.values ?? [])])
      fixAll(expression, "what is transported");
  }
  for (const index of state.structural) fix(index, "the sizes and parts of the model");
  for (const name of read) {
    const group = state.groups.get(name);
    if (group !== undefined && group.kind !== "variable")
      for (const index of group.elements) fix(index, "bodies, tables and other components with code of their own");
  }
  return fixed;
}

/** The parameters themselves and all that are computed from them, by number, ascending. */
export function withDependents(state: CompileState, chosen: Iterable<ParameterIndex>): Int32Array {
  const found = new Set(chosen);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    state.parameters.forEach(({ expression }, index) => {
      if (expression === undefined || found.has(index)) return;
      visitNodes(expression, (node) => {
        if (node.op === "par" && found.has(node.value)) found.add(index);
      });
    });
  }
  return Int32Array.from(found).sort();
}
