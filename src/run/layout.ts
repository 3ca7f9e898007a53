/**
 * Which signals a segment has and where their values are in a row.
 *
 * Length   places and descriptions of the same signals, found in the same order
 */

import { derivativeName, type Group, type Variable } from "../compile/state.ts";
import type { DerivedSignals } from "../language/predefined.ts";
import { parseUnit, perSecond, siText, type Unit } from "../language/units.ts";
import type { DerivedEntries, SegmentLayout, SignalDescription, SignalKind } from "../results/resultSink.ts";
import type { ParameterIndex, VariableIndex } from "../symbolic/indices.ts";
import type { DerivedBlock, HiddenVariable } from "./hiddenSignals.ts";
import { declaredUnits, inferredUnit } from "./inferredUnits.ts";
import { RowReader } from "./rowReader.ts";
import type { HiddenPlaces } from "./rowWriter.ts";
import type { RunningModel } from "./runningModel.ts";

export function describeSegment(model: RunningModel, index: number, startTime: number): DescribedSegment {
  return new DescribedSegment(model, index, startTime);
}

/** What describe() finds when somebody asks. */
interface Description {
  readonly width: number;
  readonly signals: readonly SignalDescription[];
  readonly derived: DerivedEntries | undefined;
}

/** A segment as it begins: places of its values. Names and descriptions follow when somebody asks for them. */
class DescribedSegment implements SegmentLayout {
  readonly index: number;
  readonly startTime: number;
  readonly stateSlots: Int32Array;
  readonly discreteSlots: Int32Array;
  readonly stored: Int32Array;
  readonly hidden: HiddenPlaces;
  readonly recompute?: NonNullable<SegmentLayout["recompute"]>;
  readonly between?: NonNullable<SegmentLayout["between"]>;
  private reader: RowReader | undefined;
  private description: Description | undefined;
  private readonly describe: () => Description;
  private names: readonly string[] | undefined;
  private readonly nameStates: () => readonly string[];

  constructor(model: RunningModel, index: number, startTime: number) {
    const { program, hidden } = model;
    const { state, states } = program;
    const parts = visibleParts(model);
    this.index = index;
    this.startTime = startTime;
    this.discreteSlots = parts.discrete;
    const count = hidden.stateCount;
    const outputCount = hidden.w.length;
    const stateSlots = new Int32Array(states.length + count);
    stateSlots.set(states);
    const variables = derivedVariables(model);
    const first = parts.stored.length;
    const stored = new Int32Array(first + 2 * count + outputCount);
    stored.set(parts.stored);
    let at = states.length;
    let s = first;
    for (const { size, place, derivativePlace } of hidden.states) {
      for (let i = 0; i < size; i++, s++) {
        stateSlots[at++] = place + i;
        stored[s] = place + i;
        stored[s + count] = derivativePlace + i;
      }
    }
    s += count;
    for (const { size, place } of hidden.outputs) for (let i = 0; i < size; i++) stored[s++] = place + i;
    const outputs = stored.subarray(first + 2 * count);
    this.hidden = {
      states: stored.subarray(first, first + count),
      derivatives: stored.subarray(first + count, first + 2 * count),
      outputs,
    };
    this.stateSlots = stateSlots;
    this.stored = stored;
    const { signals, states: own, outputs: others, derived } = hidden;
    this.nameStates = () => [...parts.stateNames, ...own.flatMap(({ elementNames }) => elementNames)];
    this.describe = () => {
      const blocks = derived.map(({ prefix, source }) => ({ source, ...signals.derived(prefix, source.signals) }));
      const hiddenStates = stateSlots.subarray(states.length);
      return {
        signals: signalsOf(parts, own, others, blocks),
        derived: derived.length === 0 ? undefined : derivedEntries(blocks, hiddenStates, outputs, variables),
        width: signals.width,
      };
    };
    // components may remember more than a row says
    if (!hidden.hasComponents || (index === 0 && !hidden.hasMemory)) {
      const reader = (): RowReader => {
        this.reader ??= new RowReader(model, this);
        return this.reader;
      };
      if (!hidden.hasComponents && state.delays.length === 0)
        this.recompute = (time, states, discrete, row) => reader().read(time, states, discrete, row);
      const kept = new Set([...stored, ...parts.discrete]);
      // of what is transported only the present content is known
      const isTransported = state.delays.some(({ transport }) => transport !== undefined);
      if (!isTransported && model.systems.iteratedVariables.every((v) => kept.has(v)))
        this.between = {
          hasUnknownCorners: program.callsFunctions || state.delays.length > 0,
          hasSeveralSolutions: model.systems.mayHaveSeveralSolutions || hidden.isIterated,
          compute: (...args) => reader().read(...args),
          corners: (span, readAt) => reader().corners(span, readAt),
        };
    }
  }

  private get described(): Description {
    this.description ??= this.describe();
    return this.description;
  }
  get width(): number {
    return this.described.width;
  }
  get signals(): readonly SignalDescription[] {
    return this.described.signals;
  }
  get stateNames(): readonly string[] {
    this.names ??= Object.freeze(this.nameStates());
    return this.names;
  }
  get derived(): DerivedEntries | undefined {
    return this.described.derived;
  }
}

interface ComputedBlock extends DerivedBlock {
  readonly source: DerivedSignals;
}

function signalsOf(
  { visible }: VisibleParts,
  states: readonly HiddenVariable[],
  outputs: readonly HiddenVariable[],
  blocks: readonly DerivedBlock[],
): SignalDescription[] {
  const signals: SignalDescription[] = [];
  // a hidden variable may have the name of the parameter with its start value
  const hiddenNames = new Set<string>();
  for (const { name } of states) hiddenNames.add(name);
  for (const { name } of outputs) hiddenNames.add(name);
  for (const { name, signals: own } of visible) if (!hiddenNames.has(name)) for (const one of own) signals.push(one);
  for (const { signals: own } of states) for (const one of own) signals.push(one);
  for (const { signals: own } of outputs) signals.push(own[0]!);
  for (const { signals: own } of blocks) for (const one of own) signals.push(one);
  return signals;
}

/** What the equations contribute: the same in all segments of a run. */
interface VisibleParts {
  /** Signals by the name of their group, which are described when somebody asks. */
  readonly visible: readonly { readonly name: string; readonly signals: readonly SignalDescription[] }[];
  /** Entries that change at events only; relations are among them, since they are needed to compute a row again. */
  readonly discrete: Int32Array;
  /** Entries that states, visible signals and derived ones need. */
  readonly stored: Int32Array;
  readonly stateNames: readonly string[];
}

const known = new WeakMap<RunningModel, VisibleParts>();

function visibleParts(model: RunningModel): VisibleParts {
  const found = known.get(model);
  if (found !== undefined) return found;
  const { state, states, variability } = model.program;
  const isState = new Uint8Array(state.variables.length);
  for (const v of states) isState[v] = 1;
  const countType = typeOfCounts(model);
  let declared: ReadonlyMap<VariableIndex, Unit> | undefined;
  const describe = (group: VariableGroup): SignalDescription[] => {
    declared ??= declaredUnits(model);
    return describeVariable(model, group, isState, countType, declared);
  };
  const visible = Array.from(state.groups.values(), (group) =>
    group.kind === "variable"
      ? new Described(group.name, () => describe(group))
      : new Described(group.name, () => [describeParameter(model, group)]),
  );
  const discrete: number[] = [];
  (variability.rates as Uint8Array).forEach((rate, v) => {
    if (rate < 2 && !state.aliases.has(v as VariableIndex)) discrete.push(v);
  });
  for (let k = 0; k < model.R.length + model.live.length; k++) discrete.push(state.variables.length + k);
  const stateNames = states.map((v) => state.variables[v]!.name);
  const stored = new Set<number>(states);
  for (const group of state.groups.values())
    if (group.kind === "variable" && !group.hideResult)
      for (const elements of withDerivatives(model, group))
        for (const slot of placesOf(model, elements).slots) if (slot >= 0) stored.add(slot);
  for (const list of derivedVariables(model)) for (const { slot } of list) if (slot >= 0) stored.add(slot);
  for (let k = 0; k < model.live.length; k++) stored.add(state.variables.length + model.R.length + k);
  const parts = { visible, discrete: Int32Array.from(discrete), stored: Int32Array.from(stored), stateNames };
  known.set(model, parts);
  return parts;
}

interface VariablePlace {
  readonly slot: number;
  readonly factor: number;
}

/** Places of the variables that derived signals need, per component that has such. */
function derivedVariables(model: RunningModel): VariablePlace[][] {
  const { groups } = model.program.state;
  return model.hidden.derived.map(({ prefix, source }) =>
    (source.variables ?? []).map((name) => {
      const [, own = name, element = "1"] = groups.has(prefix + name) ? [] : (/^(.*)\[(\d+)\]$/.exec(name) ?? []);
      const { slots, factors } = placesOf(model, groups.get(prefix + own)!.elements as readonly VariableIndex[]);
      const k = Number(element) - 1;
      return { slot: slots[k]!, factor: factors[k]! };
    }),
  );
}

/** Entries that predefined components compute from a stored row. */
function derivedEntries(
  blocks: readonly ComputedBlock[],
  states: Int32Array,
  outputs: Int32Array,
  variables: readonly (readonly VariablePlace[])[],
): DerivedEntries {
  const own = variables.flatMap((list) => list.map(({ slot }) => slot).filter((slot) => slot >= 0));
  const inputs = new Int32Array(states.length + outputs.length + own.length);
  inputs.set(states);
  inputs.set(outputs, states.length);
  inputs.set(own, states.length + outputs.length);
  let gathered: Float64Array | undefined;
  const results = blocks.map(({ places }) => new Float64Array(places.length));
  const compute = (row: Float64Array, isWanted?: Uint8Array): void => {
    gathered ??= new Float64Array(states.length + outputs.length);
    for (let k = 0; k < states.length; k++) gathered[k] = row[states[k]!]!;
    for (let k = 0; k < outputs.length; k++) gathered[states.length + k] = row[outputs[k]!]!;
    for (let b = 0; b < blocks.length; b++) {
      if (isWanted?.[b] === 0) continue;
      const { source, places } = blocks[b]!;
      const values = results[b]!;
      const variable = (k: number): number => {
        const { slot, factor } = variables[b]![k]!;
        return slot < 0 ? factor : factor * row[slot]!;
      };
      source.compute({ values: gathered, states: 0, outputs: states.length, variable }, values, 0);
      for (let k = 0; k < places.length; k++) row[places[k]!] = values[k]!;
    }
  };
  return { entries: blocks.map(({ places }) => places), inputs, compute };
}

type VariableGroup = Extract<Group, { kind: "variable" }>;

/** Elements of a variable, of its derivative, of the derivative of that, and so on, as far as there are such. */
function withDerivatives(model: RunningModel, { elements }: VariableGroup): (readonly VariableIndex[])[] {
  const { variables } = model.program.state;
  const levels: (readonly VariableIndex[])[] = [];
  for (let level = elements; ; level = level.map((v) => variables[v]!.derivative)) {
    if (levels.length > 0 && (level.length === 0 || level.some((v) => v < 0))) return levels;
    levels.push(level);
  }
}

function describeVariable(
  model: RunningModel,
  group: VariableGroup,
  isState: Uint8Array,
  countType: "integer" | "real",
  declared: ReadonlyMap<VariableIndex, Unit>,
): SignalDescription[] {
  const { state, variability } = model.program;
  const first = group.elements[0];
  const variable = first === undefined ? undefined : state.variables[first]!;
  const survivor = first === undefined ? undefined : (state.aliases.get(first)?.target ?? first);
  const unit = group.unit === "" ? inferredUnit(variable, declared.get(survivor!)) : siText(parseUnit(group.unit));
  const kind: SignalKind =
    survivor === undefined
      ? "algebraic"
      : isState[survivor] === 1
        ? "state"
        : variability.rates[survivor]! < 2 && (variable!.isDiscrete || state.variables[survivor]!.type !== "real")
          ? "discrete"
          : "algebraic";
  const type = survivor === undefined ? "real" : state.variables[survivor]!.type;
  const [own, ...derivatives] = withDerivatives(model, group);
  const signals: SignalDescription[] = [
    {
      name: group.name,
      unit,
      description: group.description,
      kind,
      type: type === "integer" ? countType : type,
      shape: group.shape,
      ...placesOf(model, own!),
      isHidden: group.hideResult,
    },
  ];
  let [name, derivedUnit] = [group.name, unit];
  for (const elements of derivatives) {
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
  return signals;
}

/** The type of counts: they are whole numbers as long as a run does not begin them with something else. */
function typeOfCounts(model: RunningModel): "integer" | "real" {
  const isBroken = ({ type }: Variable, v: VariableIndex): boolean =>
    type === "integer" && !Number.isInteger(model.startValue(v) ?? 0);
  return model.program.state.variables.some(isBroken) ? "real" : "integer";
}

function placesOf(
  model: RunningModel,
  elements: readonly VariableIndex[],
): { slots: Int32Array; factors: Float64Array } {
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

/** Signals of a group, described when somebody asks: units and names of thousands would take longer than a short run. */
class Described {
  readonly name: string;
  private readonly describe: () => readonly SignalDescription[];
  private described: readonly SignalDescription[] | undefined;

  constructor(name: string, describe: () => readonly SignalDescription[]) {
    this.name = name;
    this.describe = describe;
  }

  get signals(): readonly SignalDescription[] {
    this.described ??= this.describe();
    return this.described;
  }
}

/** A parameter or input in the result. It has a place in the rows only when it may change. */
function describeParameter(model: RunningModel, group: Group): SignalDescription {
  const n = group.elements.length;
  const { parameters, variables } = model.program.state;
  const first = variables.length + model.R.length;
  const places = group.elements.map((i) => model.live.indexOf(i));
  return {
    name: group.name,
    unit: group.unit === "" ? "" : siText(parseUnit(group.unit)),
    description: group.description,
    kind: group.kind === "input" ? "input" : "parameter",
    type: n > 0 ? parameters[group.elements[0] as ParameterIndex]!.type : "real",
    shape: group.shape,
    slots: Int32Array.from(places, (at) => (at < 0 ? -1 : first + at)),
    factors: Float64Array.from(group.elements as readonly number[], (i, k) => (places[k]! < 0 ? model.P[i]! : 1)),
    isHidden: group.hideResult,
  };
}
