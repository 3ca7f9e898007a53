/** Derivatives among the signals of a result: every row gets them behind its own entries. */
import { elementOf } from "../compile/groupElement.ts";
import type { Program } from "../compile/program.ts";
import type { Variable } from "../compile/state.ts";
import { suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type {
  EventRecord,
  ExaminedStep,
  ResultSink,
  RowKind,
  RunSummary,
  SegmentLayout,
  SignalDescription,
} from "../results/resultSink.ts";
import type { RunningModel } from "../run/runningModel.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { type SensitivityRun, sensitivityName } from "./sensitivityRun.ts";

/** Derivatives that are kept when nobody says which; beyond it only those of states and outputs are. */
const manyDerivatives = 2000;

export class SensitivitySink implements ResultSink {
  private readonly sink: ResultSink;
  private readonly run: SensitivityRun;
  private readonly targets: readonly string[];
  private readonly outputs: readonly string[] | undefined;
  private width = 0;
  private rows = new Int32Array(0);
  private signs = new Float64Array(0);
  private hasOpposites = false;
  private row = new Float64Array(0);
  /** Which state each differentiated variable is; undefined when some are none. */
  private places: Int32Array | undefined;
  /** Then: of the states and their derivatives in the solver's vector. */
  private entries: Int32Array | undefined;
  private stateCount = 0;
  /** The model that runs, for names and places. */
  model: () => RunningModel = () => {
    throw new Error("a run begins with its model");
  };

  constructor(
    sink: ResultSink,
    run: SensitivityRun,
    targets: readonly string[],
    outputs: readonly string[] | undefined,
  ) {
    this.sink = sink;
    this.run = run;
    this.targets = targets;
    this.outputs = outputs;
  }

  beginSegment(layout: SegmentLayout): void {
    const variables = differentiatedVariables(this.model().program, this.outputs, this.targets.length);
    const { targets } = this;
    this.width = layout.width;
    this.rows = Int32Array.from(variables, ({ row }) => row);
    this.signs = Float64Array.from(variables, ({ sign }) => sign);
    this.hasOpposites = this.signs.includes(-1);
    const added = variables.length * targets.length;
    this.row = new Float64Array(layout.width + added);
    const signals = variables.flatMap(({ name, unit }, v) =>
      targets.map(
        (target, k): SignalDescription => ({
          name: sensitivityName(name, target),
          unit: "",
          description: `derivative of ${name}${unit === "" ? "" : ` in ${unit}`} by ${target}`,
          kind: "algebraic",
          type: "real",
          shape: [],
          slots: Int32Array.of(layout.width + v * targets.length + k),
          factors: Float64Array.of(1),
          isHidden: false,
        }),
      ),
    );
    const own = layout.stored;
    const { states } = this.model().program;
    const places = Int32Array.from(variables, ({ row }) => states.indexOf(row));
    const isOfStates = places.length > 0 && !places.includes(-1);
    this.stateCount = layout.stateSlots.length;
    this.places = isOfStates ? places : undefined;
    this.entries = undefined;
    this.sink.beginSegment({
      index: layout.index,
      startTime: layout.startTime,
      width: layout.width + added,
      signals: [...layout.signals, ...signals],
      stateNames: layout.stateNames,
      stateSlots: layout.stateSlots,
      discreteSlots: layout.discreteSlots,
      derived: layout.derived,
      // derivatives of states are in the solver's vector; where there are no others, nothing else is needed to read between rows
      ...(isOfStates && {
        furtherSlots: Int32Array.from({ length: added }, (_, i) => layout.width + i),
        ...(layout.between !== undefined && { between: layout.between }),
      }),
      ...(own !== undefined && {
        stored: Int32Array.from({ length: own.length + added }, (_, i) =>
          i < own.length ? own[i]! : layout.width + i - own.length,
        ),
      }),
    });
  }

  record(time: number, row: Float64Array, kind: RowKind): void {
    this.sink.record(time, this.extended(row), kind);
  }

  event(record: EventRecord): void {
    this.sink.event(record);
  }

  step(end: number, size: number): void {
    this.sink.step?.(end, size);
  }

  examine(step: ExaminedStep): void {
    const { places, signs, stateCount } = this;
    const count = this.targets.length;
    if (places !== undefined) this.entries ??= this.run.entriesOf(stateCount, places);
    const { entries } = this;
    const statesAt =
      entries === undefined
        ? step.statesAt
        : (time: number): Float64Array => {
            const y = step.entriesAt!(time, entries);
            if (!this.hasOpposites) return y;
            for (let r = 0, at = stateCount; r < signs.length; r++)
              for (let k = 0; k < count; k++, at++) y[at] = y[at]! * signs[r]!;
            return y;
          };
    this.sink.examine?.({
      ...step,
      statesAt,
      values: () => {
        const values = step.values?.();
        return values && { ...values, rowAt: (time) => this.extended(values.rowAt(time)) };
      },
    });
  }

  leaveUnexamined(time: number): void {
    this.sink.leaveUnexamined?.(time);
  }

  end(summary: RunSummary): void {
    this.sink.end({ ...summary, warnings: [...summary.warnings, ...this.run.warnings] });
  }

  private extended(row: Float64Array): Float64Array {
    this.row.set(row.length === this.width ? row : row.subarray(0, this.width));
    this.run.derivatives(this.rows, this.signs, this.row, this.width);
    return this.row;
  }
}

interface Differentiated {
  readonly name: string;
  readonly unit: string;
  readonly row: VariableIndex;
  readonly sign: number;
}

/** Variables whose derivatives are kept; refuses names that are none. */
export function differentiatedVariables(
  { state, states }: Program,
  outputs: readonly string[] | undefined,
  targets: number,
  path = "options.outputs",
): Differentiated[] {
  const isState = new Set(states);
  const place = (index: VariableIndex): { row: VariableIndex; sign: number } => {
    const alias = state.aliases.get(index);
    return alias === undefined ? { row: index, sign: 1 } : { row: alias.target, sign: alias.sign };
  };
  const describe = (name: string, index: VariableIndex, unit: string): Differentiated => ({
    name,
    unit,
    ...place(index),
  });
  if (outputs !== undefined)
    return outputs.map((name) => {
      const own = /^der\((.*)\)$/.exec(name);
      const found = elementOf(state, own === null ? name : own[1]!);
      const index =
        own === null || found?.index === undefined
          ? found?.index
          : state.variables[found.index as VariableIndex]!.derivative;
      if (found?.group.kind === "variable" && index !== undefined && index >= 0)
        return describe(name, index as VariableIndex, own === null ? found.group.unit : "");
      throw new RattlebackError("E-SENSITIVITY", `The model has no variable "${name}" to differentiate.`, {
        path,
        hint: suggestName(
          name,
          [...state.groups.values()].filter(({ kind }) => kind === "variable").map((group) => group.name),
          "names of variables, elements of arrays, der(x) of states",
        ),
        data: { name },
      });
    });
  const all = (accepts: (variable: Variable, index: VariableIndex, isOutput: boolean) => boolean): Differentiated[] =>
    [...state.groups.values()].flatMap((group) =>
      group.kind !== "variable" || group.hideResult
        ? []
        : group.elements.flatMap((index) => {
            const variable = state.variables[index]!;
            const isReal = variable.type === "real" && !variable.isInternal;
            return isReal && accepts(variable, index, group.isOutput)
              ? [describe(variable.name, index, group.unit)]
              : [];
          }),
    );
  const list = all(() => true);
  if (list.length * targets <= manyDerivatives) return list;
  return all((_, index, isOutput) => isOutput || isState.has(place(index).row));
}
