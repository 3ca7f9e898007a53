/** What a run may change without translation, for forms, sliders and lists: parameters, inputs and start values. */
import type { Group } from "../compile/state.ts";
import { noUnit, parseUnit } from "../language/units.ts";
import type { Changes } from "../run/changes.ts";
import type { InstantiatedModel } from "../run/instantiate.ts";
import { RunningModel } from "../run/runningModel.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { ParameterIndex, VariableIndex } from "../symbolic/indices.ts";

export interface TunableParameter {
  readonly name: string;
  readonly kind: "parameter" | "start" | "input";
  /** In the unit of the declaration, as `merge` takes it. */
  readonly value: number | boolean | readonly unknown[];
  /** `""` when there is none. */
  readonly unit: string;
  readonly description: string;
  /** Limits given in the model, in the same unit; undefined where there are none. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** One of the many numbers inside components, such as the dimensions of objects in space. */
  readonly isDetail: boolean;
}

/** Parameters, inputs and start values that are numbers, booleans or arrays, except those computed from others; as `merge` has changed them. */
export function tunableParameters(model: InstantiatedModel, merged?: Changes): TunableParameter[] {
  const { state } = model.program;
  const running = new RunningModel(model.program, new Map(), new Map(), new Map());
  const tunable: TunableParameter[] = [];
  for (const group of state.groups.values()) {
    if (group.elements.length === 0) continue;
    if (group.hideResult && group.kind === "variable") continue;
    const given =
      group.kind === "variable" ? startElements(model, group, merged) : parameterElements(model, group, merged);
    if (given === undefined) continue;
    const { factor, offset } = group.unit === "" ? noUnit : parseUnit(group.unit);
    const shown = (si: number): number => (si - offset) / factor;
    const limit = (bound: Expr | undefined) => (bound === undefined ? undefined : shown(running.parameterValue(bound)));
    const first = given[0]!;
    const numbers = given.map(({ value }) => shown(value));
    tunable.push({
      name: group.name,
      kind: group.kind === "variable" ? "start" : group.kind,
      value: group.shape.length === 0 ? (first.isBoolean ? numbers[0] !== 0 : numbers[0]!) : nest(numbers, group.shape),
      unit: group.unit,
      description: group.description,
      min: limit(first.min),
      max: limit(first.max),
      isDetail: group.hideResult,
    });
  }
  return tunable;
}

interface Element {
  readonly value: number;
  readonly isBoolean: boolean;
  readonly min: Expr | undefined;
  readonly max: Expr | undefined;
}

function parameterElements(model: InstantiatedModel, group: Group, merged?: Changes): Element[] | undefined {
  const elements = group.elements.map((i) => model.program.state.parameters[i as ParameterIndex]!);
  if (elements.some(({ expression, isGiven }) => expression !== undefined || !isGiven)) return undefined;
  return elements.map(({ value, type, min, max }, k) => ({
    value: merged?.parameters.get(group.elements[k] as ParameterIndex) ?? value,
    isBoolean: type === "boolean",
    min,
    max,
  }));
}

/** Start values that are plain numbers. */
function startElements(model: InstantiatedModel, group: Group, merged?: Changes): Element[] | undefined {
  const elements: Element[] = [];
  for (const i of group.elements) {
    const { init, start, type, min, max } = model.program.state.variables[i as VariableIndex]!;
    const first = init ?? start;
    if (first?.op !== "num") return undefined;
    const value = merged?.starts.get(i as VariableIndex) ?? first.value;
    elements.push({ value, isBoolean: type === "boolean", min, max });
  }
  return elements;
}

function nest(numbers: readonly number[], shape: readonly number[]): unknown[] {
  if (shape.length < 2) return [...numbers];
  const width = shape[1]!;
  return Array.from({ length: shape[0]! }, (_, row) => numbers.slice(row * width, (row + 1) * width));
}
