/** Which signals a segment has and where their values are in a row. */

import { derivativeName, type Group, type Variable } from "../compile/state.ts";
import { isDimensionless, parseUnit, perSecond, printDimension, siText } from "../language/units.ts";
import type { DerivedEntries, SegmentLayout, SignalDescription, SignalKind } from "../results/resultSink.ts";
import type { RunningModel } from "./runningModel.ts";

export function describeSegment(model: RunningModel, index: number, startTime: number): SegmentLayout {
  const { program, hidden } = model;
  const { state, states } = program;
  const signals: SignalDescription[] = [];
  // a hidden variable may have the name of the parameter with its start value
  const hiddenSignals = new Set([...hidden.states, ...hidden.outputs].map(({ name }) => name));
  for (const { name, signals: own } of visibleSignals(model)) if (!hiddenSignals.has(name)) signals.push(...own);
  const width = state.variables.length;
  const hiddenStates = hidden.stateCount;
  for (const item of hidden.states) {
    const shape = item.isScalar ? [] : [item.size];
    const slots = (offset: number): Int32Array =>
      Int32Array.from({ length: item.size }, (_, i) => offset + item.offset + i);
    const factors = new Float64Array(item.size).fill(1);
    const common = { description: item.description, type: "real", shape, factors, isHidden: false } as const;
    signals.push({ ...common, name: item.name, unit: item.unit, kind: "state", slots: slots(width) });
    signals.push({
      ...common,
      name: item.derivative,
      unit: item.unit === "" ? "" : perSecond(item.unit),
      kind: "derivative",
      slots: slots(width + hiddenStates),
    });
  }
  for (const item of hidden.outputs) {
    const slots = Int32Array.from({ length: item.size }, (_, i) => width + 2 * hiddenStates + item.offset + i);
    signals.push({
      name: item.name,
      unit: item.unit,
      description: item.description,
      kind: "algebraic",
      type: "real",
      shape: item.isScalar ? [] : [item.size],
      slots,
      factors: new Float64Array(item.size).fill(1),
      isHidden: item.isHidden,
    });
  }
  const hiddenNames = hidden.states.flatMap(({ name, size, isScalar }) =>
    isScalar ? [name] : Array.from({ length: size }, (_, i) => `${name}[${i + 1}]`),
  );
  const discrete: number[] = [];
  program.variability.rates.forEach((rate, v) => {
    if (rate < 2 && !state.aliases.has(v)) discrete.push(v);
  });
  // relations are frozen between events like discrete variables, and are needed to compute a row again
  const relationsAt = width + 2 * hiddenStates + hidden.w.length;
  for (let k = 0; k < model.R.length; k++) discrete.push(relationsAt + k);
  // components and delay lines remember more than a row says
  const recompute =
    hidden.hasComponents || state.delays.length > 0
      ? undefined
      : recomputation(model, Int32Array.from(discrete), relationsAt);
  const derived = derivedEntries(model, relationsAt + model.R.length, signals);
  return {
    index,
    startTime,
    width: relationsAt + model.R.length + derived.size,
    ...(derived.size > 0 && { derived: derived.entries }),
    ...(recompute !== undefined && { recompute }),
    signals,
    stateNames: [...states.map((v) => state.variables[v]!.name), ...hiddenNames],
    stateSlots: Int32Array.from([...states, ...hiddenNames.map((_, k) => width + k)]),
    discreteSlots: Int32Array.from(discrete),
  };
}

/** Signals of the equations by the name of their group: the same in all segments of a run. */
const known = new WeakMap<RunningModel, readonly { readonly name: string; readonly signals: SignalDescription[] }[]>();

function visibleSignals(model: RunningModel): NonNullable<ReturnType<(typeof known)["get"]>> {
  const found = known.get(model);
  if (found !== undefined) return found;
  const { state, states } = model.program;
  const isState = new Uint8Array(state.variables.length);
  for (const v of states) isState[v] = 1;
  const groups = Array.from(state.groups.values(), (group) => {
    const signals: SignalDescription[] = [];
    if (group.kind === "variable") addVariable(model, group, isState, signals);
    else addParameter(model, group, signals);
    return { name: group.name, signals };
  });
  known.set(model, groups);
  return groups;
}

/** Entries from `from` on that predefined components compute from a stored row. */
function derivedEntries(
  model: RunningModel,
  from: number,
  signals: SignalDescription[],
): { size: number; entries: DerivedEntries } {
  const { hidden, program } = model;
  const states = program.state.variables.length;
  const outputs = states + 2 * hidden.stateCount;
  const inputs = new Set<number>();
  for (let k = 0; k < hidden.stateCount; k++) inputs.add(states + k);
  for (let k = 0; k < hidden.w.length; k++) inputs.add(outputs + k);
  let size = 0;
  const parts = hidden.derived.map(({ prefix, signals: own, variables = [], compute }) => {
    const places = variables.map((name) => {
      const { slots, factors } = placesOf(model, program.state.groups.get(prefix + name)!.elements);
      return { slot: slots[0]!, factor: factors[0]! };
    });
    for (const { slot } of places) if (slot >= 0) inputs.add(slot);
    const at = from + size;
    for (const { name, shape = [], unit = "", description = "" } of own) {
      const length = shape.reduce((product, n) => product * n, 1);
      signals.push({
        name: prefix + name,
        unit,
        description,
        kind: "algebraic",
        type: "real",
        shape,
        slots: Int32Array.from({ length }, (_, i) => from + size + i),
        factors: new Float64Array(length).fill(1),
        isHidden: false,
      });
      size += length;
    }
    return { places, compute, at };
  });
  const fill = (values: Float64Array): void => {
    for (const { places, compute, at } of parts) {
      const variable = (k: number): number => {
        const { slot, factor } = places[k]!;
        return slot < 0 ? factor : factor * values[slot]!;
      };
      compute({ values, states, outputs, variable }, values, at);
    }
  };
  return { size, entries: { from, inputs: Int32Array.from(inputs), compute: fill } };
}

/** Fills a row from the states and the discrete entries alone. */
function recomputation(
  model: RunningModel,
  discrete: Int32Array,
  relationsAt: number,
): NonNullable<SegmentLayout["recompute"]> {
  return (time, states, discreteValues, row) => {
    const { V, R } = model;
    for (let k = 0; k < discrete.length; k++) {
      const slot = discrete[k]!;
      if (slot < V.length) V[slot] = discreteValues[k]!;
      else R[slot - relationsAt] = discreteValues[k]!;
    }
    model.recomputeContinuous(time, states);
    row.set(V);
    row.set(R, relationsAt);
    // what changes at events only is taken as recorded
    for (let k = 0; k < discrete.length; k++) row[discrete[k]!] = discreteValues[k]!;
  };
}

function addVariable(model: RunningModel, group: Group, isState: Uint8Array, signals: SignalDescription[]): void {
  const { state, variability } = model.program;
  const first = group.elements[0];
  const variable = first === undefined ? undefined : state.variables[first]!;
  const unit = group.unit === "" ? inferredUnit(variable) : siText(parseUnit(group.unit));
  const survivor = first === undefined ? undefined : (state.aliases.get(first)?.target ?? first);
  const kind: SignalKind =
    survivor === undefined
      ? "algebraic"
      : isState[survivor] === 1
        ? "state"
        : variability.rates[survivor]! < 2 && (variable!.isDiscrete || state.variables[survivor]!.type !== "real")
          ? "discrete"
          : "algebraic";
  const type = survivor === undefined ? "real" : typeOf(model, state.variables[survivor]!.type);
  signals.push({
    name: group.name,
    unit,
    description: group.description,
    kind,
    type,
    shape: group.shape,
    ...placesOf(model, group.elements),
    isHidden: group.hideResult,
  });
  let elements = group.elements;
  let [name, derivedUnit] = [group.name, unit];
  while (elements.length > 0) {
    elements = elements.map((v) => state.variables[v]!.derivative);
    if (elements.some((v) => v < 0)) break;
    name = derivativeName(name);
    derivedUnit = group.unit === "" ? inferredUnit(state.variables[elements[0]!]) : perSecond(derivedUnit);
    signals.push({
      name,
      unit: derivedUnit,
      description: `derivative of ${group.name}`,
      kind: "derivative",
      type: "real",
      shape: group.shape,
      ...placesOf(model, elements),
      isHidden: group.hideResult,
    });
  }
}

/** The unit that follows from the equations around an undeclared one. */
function inferredUnit(variable: Variable | undefined): string {
  const dimension = variable?.dimension;
  return dimension === undefined || isDimensionless(dimension) ? "" : printDimension(dimension);
}

/** Counts are whole numbers as long as a run does not begin them with something else. */
function typeOf(model: RunningModel, type: SignalDescription["type"]): SignalDescription["type"] {
  if (type !== "integer") return type;
  const isBroken = model.program.state.variables.some(
    (variable, v) => variable.type === "integer" && !Number.isInteger(model.startValue(v) ?? 0),
  );
  return isBroken ? "real" : "integer";
}

function placesOf(model: RunningModel, elements: readonly number[]): { slots: Int32Array; factors: Float64Array } {
  const { aliases } = model.program.state;
  const slots = new Int32Array(elements.length);
  const factors = new Float64Array(elements.length);
  elements.forEach((v, i) => {
    const alias = aliases.get(v);
    slots[i] = alias === undefined ? v : alias.sign === 0 ? -1 : alias.target;
    factors[i] = alias === undefined ? 1 : alias.sign;
  });
  return { slots, factors };
}

function addParameter(model: RunningModel, group: Group, signals: SignalDescription[]): void {
  const n = group.elements.length;
  const { parameters } = model.program.state;
  signals.push({
    name: group.name,
    unit: group.unit === "" ? "" : siText(parseUnit(group.unit)),
    description: group.description,
    kind: group.kind === "input" ? "input" : "parameter",
    type: n > 0 ? parameters[group.elements[0]!]!.type : "real",
    shape: group.shape,
    slots: new Int32Array(n).fill(-1),
    factors: Float64Array.from(group.elements, (i) => model.P[i]!),
    isHidden: group.hideResult,
  });
}

/** The present values as a row of the layout. */
export class RowWriter {
  private readonly model: RunningModel;
  private row: Float64Array;
  constructor(model: RunningModel, width: number) {
    this.model = model;
    this.row = width === model.V.length ? model.V : new Float64Array(width);
  }

  current(): Float64Array {
    const { model, row } = this;
    if (row !== model.V) {
      const visible = model.visibleStates;
      const { length } = model.V;
      const count = model.hidden.stateCount;
      row.set(model.V);
      for (let k = 0; k < count; k++) {
        row[length + k] = model.X[visible + k]!;
        row[length + count + k] = model.D[visible + k]!;
      }
      row.set(model.hidden.w, length + 2 * count);
      row.set(model.R, length + 2 * count + model.hidden.w.length);
    }
    return row;
  }
}
