/**
 * Hidden states, outputs and event functions of predefined components: declared again at the start of every segment, so
 * their number may change without compiling again. Visible states come first in the state vector, hidden ones after them.
 *
 * Length   what components see of a run, as a list of short methods
 */
import type { Program, RunServices } from "../compile/program.ts";
import type { PredefinedInstance } from "../compile/state.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { ComponentAnswers } from "../events/componentAnswers.ts";
import type { FunctionRun } from "../language/functions.ts";
import type {
  ComponentAccess,
  CouplingBlock,
  DerivedSignals,
  HiddenIsland,
  HiddenKicks,
  HiddenOutput,
  HiddenState,
  HiddenStateOptions,
  KickedModel,
  SegmentDeclarations,
  StepToExamine,
} from "../language/predefined.ts";
import { HiddenSignals, type HiddenVariable } from "./hiddenSignals.ts";

/** The running model as the hidden variables see it. */
interface Owner {
  readonly program: Program;
  readonly live: Int32Array;
  readonly services: RunServices;
  readonly visibleStates: number;
  X: Float64Array;
  D: Float64Array;
  rhs(t: number, X: Float64Array, D: Float64Array): void;
  parameterByName(name: string): unknown;
  variableByName(name: string): number | undefined;
  statePlace(name: string): { readonly place: number; readonly sign: number } | undefined;
}

const emptyArray = new Float64Array(0);
const noTimes: readonly number[] = [];
/** Solvers have fewer vectors: a method of seven stages takes some twenty. */
const mostViews = 32;

/** Signals that are computed from stored rows, with the path of their component. */
export interface DerivedGroup {
  readonly prefix: string;
  readonly source: DerivedSignals;
}

export class HiddenVariables implements ComponentAccess, FunctionRun {
  private readonly model: Owner;
  readonly memories: readonly unknown[];
  derived: DerivedGroup[] = [];
  /** Hidden states that depend on each other; undefined when a component did not tell. */
  private couplingParts: (() => readonly CouplingBlock[])[] | undefined = [];
  /** What the components answer at events. */
  readonly answers = new ComponentAnswers();
  states: readonly HiddenVariable[] = [];
  outputs: readonly HiddenVariable[] = [];
  eventFunctionTexts: string[] = [];
  /** How many of them each component has declared. */
  private declaredEvents: number[] = [];
  /** Whether an event function asks for variables of the equations by name. */
  eventFunctionsReadVariables = false;
  /** Some event functions are looked at inside long steps. */
  eventsAreInsideSteps = false;
  /** Whether those of the components need no derivatives. */
  eventsFollowMotion = false;
  /** Names and places in the rows of the result, over all segments. */
  signals: HiddenSignals;
  stateCount = 0;
  /** Times of change and functions of time that components declared. */
  timeEvents: number[] = [];
  /** States whose start values conditions of the start may change. */
  guesses: number[] = [];
  timeFunctions: { readonly name: string; readonly values: (time: number) => ArrayLike<number> }[] = [];
  /** 0: not given. */
  readonly nominals: number[] = [];
  /** Names of parameters that components have asked for, when somebody wants to know. */
  parametersRead: Set<string> | undefined;
  /** Start values of the states so far, while a segment is declared; longer than needed. */
  private starts: Float64Array = new Float64Array(16);

  time = 0;
  x: Float64Array = emptyArray;
  dx: Float64Array = emptyArray;
  w: Float64Array = emptyArray;
  z: Float64Array = emptyArray;
  isOutput = false;
  isImpulse = false;
  isInstant = false;
  isLoaded = false;
  /** A component wants an impulse at the start of the segment. */
  private hasImpulse = false;
  isFirstIteration = false;
  crossed: Uint8Array = new Uint8Array(0);
  private base = 0;
  private lastX: Float64Array = emptyArray;
  private lastD: Float64Array = emptyArray;
  /** Vectors that came lately, and their hidden parts. */
  private readonly seen: Float64Array[] = [];
  private readonly views: Float64Array[] = [];
  private nextView = 0;
  private segmentIndex = 0;

  constructor(model: Owner) {
    this.model = model;
    const { variables, relations } = model.program.state;
    this.signals = new HiddenSignals(variables.length + relations.length + model.live.length);
    this.memories = model.program.state.components.map(
      ({ component, memory }) => component.createRun?.(memory) ?? memory,
    );
  }

  memoryOf(owner: object): { readonly memory: unknown; readonly access: ComponentAccess } {
    const index = this.model.program.state.components.indexOf(owner as PredefinedInstance);
    return { memory: this.memories[index], access: this };
  }

  /** The components of another program of the same model continue what those of the run so far did. */
  carryOver(previous: HiddenVariables): void {
    this.model.program.state.components.forEach(({ component }, k) => {
      component.carryOver?.(this.memories[k], previous.memories[k]);
    });
  }

  /** What the components tell about themselves, by their path. */
  descriptions(): Map<string, unknown> {
    const { attachments } = this.model.program.state;
    const found = new Map<string, unknown>(attachments.map(({ path, value }) => [path, value]));
    this.model.program.state.components.forEach(({ path, component }, k) => {
      if (component.describe !== undefined) found.set(path, component.describe(this.memories[k]));
    });
    return found;
  }

  /** What the components warn about at the end of the run. */
  warnings(): string[] {
    return this.model.program.state.components.flatMap(
      ({ component }, k) => component.warnings?.(this.memories[k]) ?? [],
    );
  }

  /** What has to be read before all other warnings. */
  headlines(): string[] {
    return this.model.program.state.components.flatMap(
      ({ component }, k) => component.headline?.(this.memories[k]) ?? [],
    );
  }

  get isInitial(): boolean {
    return this.model.services.initial === 1;
  }
  get isTerminal(): boolean {
    return this.model.services.terminal === 1;
  }
  get isEvent(): boolean {
    return this.model.services.isEvent;
  }
  get hasComponents(): boolean {
    return this.model.program.state.components.length > 0;
  }
  get isCostly(): boolean {
    return this.model.program.state.components.some(({ component }, k) => component.isCostly?.(this.memories[k]));
  }
  /** Whether components remember more than rows say: then rows cannot be computed again later. */
  get hasMemory(): boolean {
    const { components } = this.model.program.state;
    return components.some(
      ({ component }, k) => component.followsFromStates?.(this.memories[k], this.declaredEvents[k]!) !== true,
    );
  }
  get isIterated(): boolean {
    return this.model.program.state.components.some(({ component }, k) => component.isIterated?.(this.memories[k]));
  }
  /** Rows of the first segment of another run will be computed here. */
  follow(run: HiddenVariables): void {
    this.model.program.state.components.forEach(({ component }, k) => {
      component.follow?.(this.memories[k], run.memories[k]);
    });
  }
  /** The next evaluation is near to a row of that run, whose outputs are at these places. */
  recall(row: Float64Array, places: Int32Array): void {
    for (let k = 0; k < places.length; k++) this.w[k] = row[places[k]!]!;
    this.model.program.state.components.forEach(({ component }, k) => {
      component.recall?.(this.memories[k], this.w);
    });
  }
  get eventFunctionCount(): number {
    return this.eventFunctionTexts.length;
  }
  hasCrossed(eventFunction: number): boolean {
    return this.crossed[eventFunction] === 1;
  }
  iterateAgain(): void {
    this.answers.iterateAgain();
  }
  nextEventAt(time: number, cause = "time event of a component"): void {
    this.answers.nextEventAt(time, this.time, cause);
  }
  firstStepAtMost(size: number): void {
    this.answers.firstStepAtMost(size);
  }
  get couplings(): readonly CouplingBlock[] | undefined {
    return this.couplingParts?.flatMap((part) => part());
  }
  couplingsChanged(): void {
    this.answers.couplingsChanged();
  }
  report(text: string): void {
    this.answers.report(text);
  }
  setState(offset: number, value: number): void {
    this.model.X[this.base + offset] = value;
    this.x[offset] = value;
    this.answers.stateWasSet();
  }
  restartSegment(cause: string): void {
    this.answers.restartSegment(cause);
  }
  terminate(cause: string): void {
    this.answers.terminate(cause);
  }

  /** At the start of a segment, between events: all states ← what they are after the impulse that a component asked for. */
  applyImpulse(time: number): void {
    const { model } = this;
    if (!this.hasImpulse) return;
    this.hasImpulse = false;
    const without = new Float64Array(model.X.length);
    this.isInstant = true;
    try {
      model.rhs(time, model.X, without);
      this.isImpulse = true;
      model.rhs(time, model.X, model.D);
    } finally {
      this.isInstant = this.isImpulse = false;
    }
    for (let k = 0; k < without.length; k++) model.X[k]! += model.D[k]! - without[k]!;
  }

  /** Number of the segment that follows the present one of another run. */
  segmentAfter(other: HiddenVariables): number {
    return other.segmentIndex + 1;
  }

  /** All components declare what they have in the new segment. The state vector gets its new length; visible states keep their values. */
  declare(index: number, time: number): void {
    const { model } = this;
    const { components } = model.program.state;
    this.segmentIndex = index;
    if (components.length === 0) return;
    this.signals = this.signals.forSegment();
    this.derived = [];
    this.timeEvents = [];
    this.guesses = [];
    this.timeFunctions = [];
    this.couplingParts = [];
    this.eventFunctionTexts = [];
    this.eventFunctionsReadVariables = false;
    this.eventsAreInsideSteps = false;
    this.eventsFollowMotion = true;
    this.stateCount = 0;
    let outputCount = 0;
    for (let k = 0; k < components.length; k++) {
      const { path, component } = components[k]!;
      const prefix = path === "" ? "" : `${path}.`;
      const declarations: SegmentDeclarations = {
        path,
        time,
        index,
        parameter: (name) => this.parameter(`${prefix}${name}`),
        variable: (name) => model.variableByName(prefix + name) ?? this.valueOf(prefix + name),
        statePlace: (name) => model.statePlace(prefix + name),
        state: (name, options) => this.addState(prefix, name, options),
        output: (name, options): HiddenOutput => {
          const offset = outputCount;
          outputCount += options.size ?? 1;
          return this.signals.output(prefix, name, options.size ?? 0, options, offset);
        },
        impulse: () => {
          this.hasImpulse = true;
        },
        timeEvents: (times) => this.timeEvents.push(...times),
        timeFunction: (name, values) => this.timeFunctions.push({ name: prefix + name, values }),
        derived: (source) => this.derived.push({ prefix, source }),
        couplings: (blocks) => {
          isTold = true;
          this.couplingParts?.push(blocks);
        },
        eventFunctions: (
          count,
          description = "event function",
          { readsVariables = false, atStepEnds = false } = {},
        ) => {
          if (readsVariables) this.eventFunctionsReadVariables = true;
          if (!atStepEnds && count > 0) this.eventsAreInsideSteps = true;
          const first = this.eventFunctionTexts.length;
          for (let k = 0; k < count; k++)
            this.eventFunctionTexts.push(`${description} of ${path === "" ? "the model" : path}`);
          return first;
        },
      };
      const before = this.stateCount;
      const eventsBefore = this.eventFunctionTexts.length;
      let isTold = false;
      component.beginSegment(this.memories[k], declarations);
      if (component.eventsFollowMotion?.(this.memories[k]) !== true) this.eventsFollowMotion = false;
      this.declaredEvents[k] = this.eventFunctionTexts.length - eventsBefore;
      if (!isTold && this.stateCount > before) this.couplingParts = undefined;
    }
    this.signals.endSegment();
    this.states = this.signals.states;
    this.outputs = this.signals.outputs;
    this.nominals.length = this.stateCount;
    this.base = model.visibleStates;
    const X = new Float64Array(this.base + this.stateCount);
    X.set(model.X.subarray(0, this.base));
    X.set(this.starts.subarray(0, this.stateCount), this.base);
    model.X = X;
    model.D = new Float64Array(X.length);
    this.w = new Float64Array(outputCount);
    this.z = new Float64Array(this.eventFunctionTexts.length);
    this.crossed = new Uint8Array(this.eventFunctionTexts.length);
    this.lastX = emptyArray;
    this.lastD = emptyArray;
    this.seen.length = this.views.length = this.nextView = 0;
  }

  /** Present value of a hidden state, its derivative or a hidden output, `name[2]` for an element; NaN when there is none. */
  valueOf(name: string): number {
    const [, own, index = "1"] = /^(.*?)(?:\[(\d+)\])?$/.exec(name) as unknown as [string, string, string | undefined];
    const isScalar = own === name;
    const find = (list: readonly HiddenVariable[], key: "name" | "derivative"): number => {
      const found = list.find((variable) => variable[key] === own && variable.isScalar === isScalar);
      return found === undefined || Number(index) > found.size ? -1 : found.declared.offset + Number(index) - 1;
    };
    return (
      this.x[find(this.states, "name")] ??
      this.w[find(this.outputs, "name")] ??
      this.dx[find(this.states, "derivative")] ??
      Number.NaN
    );
  }

  private addState(prefix: string, name: string, options: HiddenStateOptions): HiddenState {
    const { init, nominal = 0 } = options;
    const isScalar = typeof init === "number";
    const size = isScalar ? 1 : init.length;
    const offset = this.stateCount;
    this.reserve(offset + size);
    const { starts, nominals } = this;
    for (let k = 0; k < size; k++) {
      const value = isScalar ? init : init[k]!;
      if (!Number.isFinite(value)) throw notFinite(prefix + name, isScalar ? [init] : Array.from(init));
      starts[offset + k] = value;
      nominals[offset + k] = nominal;
    }
    if (options.isGuess === true) for (let k = 0; k < size; k++) this.guesses.push(offset + k);
    this.stateCount += size;
    return this.signals.state(prefix, name, isScalar ? 0 : size, options, offset);
  }

  /** Room for start values of so many states. */
  private reserve(count: number): void {
    if (count <= this.starts.length) return;
    const starts = new Float64Array(2 * count);
    starts.set(this.starts);
    this.starts = starts;
  }

  private parameter(name: string): unknown {
    this.parametersRead?.add(name);
    return this.model.parameterByName(name);
  }

  /** Called before every evaluation: components read and write through views of the solver's arrays. */
  begin(t: number, X: Float64Array, D: Float64Array, isOutput: boolean): void {
    if (this.stateCount === 0 && this.model.program.state.components.length === 0) return;
    this.time = t;
    this.isOutput = isOutput && this.model.services.initial !== 1;
    if (X !== this.lastX) {
      this.x = this.view(X);
      this.lastX = X;
    }
    if (D !== this.lastD) {
      this.dx = this.view(D);
      this.lastD = D;
    }
  }

  /** The hidden part of a vector of the solver, which has some and takes them in turn. */
  private view(vector: Float64Array): Float64Array {
    const { seen, views } = this;
    const count = seen.length;
    for (let k = 0, at = this.nextView; k < count; k++, at = at + 1 < count ? at + 1 : 0) {
      if (seen[at] !== vector) continue;
      this.nextView = at + 1 < count ? at + 1 : 0;
      return views[at]!;
    }
    const made = vector.subarray(this.base);
    const at = count < mostViews ? count : this.nextView;
    seen[at] = vector;
    views[at] = made;
    this.nextView = at + 1 < mostViews ? at + 1 : 0;
    return made;
  }

  copyEventFunctions(G: Float64Array, from: number): void {
    const { components } = this.model.program.state;
    for (let k = 0; k < components.length; k++) components[k]!.component.writeEventFunctions?.(this.memories[k], this);
    for (let k = 0; k < this.z.length; k++) G[from + k] = this.z[k]!;
  }

  /** Times inside a step at which components want the event functions to be examined. */
  examineStep(step: StepToExamine): readonly number[] {
    const { components } = this.model.program.state;
    let all = noTimes;
    for (let k = 0; k < components.length; k++) {
      const times = components[k]!.component.examineStep?.(this.memories[k], step) ?? noTimes;
      if (times.length > 0) all = [...all, ...times];
    }
    return all;
  }

  /** Lowers the largest increments of differences with respect to hidden states, which begin at `first`. */
  limitDifferences(limits: Float64Array, first: number): void {
    const { components } = this.model.program.state;
    for (let k = 0; k < components.length; k++)
      components[k]!.component.limitDifferences?.(this.memories[k], limits, first);
  }

  /** Jumps of all components at fixed times. */
  kicks(): HiddenKicks | undefined {
    const { components } = this.model.program.state;
    const found = components.flatMap(({ component }, k) => component.kicks?.(this.memories[k]) ?? []);
    if (found.length < 2) return found[0];
    const interval = Math.min(...found.map((kicks) => kicks.interval));
    const kick = (model: KickedModel, h: number): number => {
      let next = h;
      found.forEach((kicks, k) => {
        if (k > 0) model.renew();
        next = Math.min(next, kicks.kick(model, h));
      });
      return next;
    };
    return { interval, kick };
  }

  /** Parts of the states with their own time, when there is one component and it has several. */
  islands(): readonly HiddenIsland[] | undefined {
    const { components } = this.model.program.state;
    const { couplings } = this;
    const find = components[0]?.component.islands;
    if (components.length !== 1 || couplings === undefined || find === undefined) return undefined;
    return find(this.memories[0], connectedGroups(this.stateCount, couplings));
  }

  /** Why no step is small enough, if a component knows. */
  /** What makes the motion fast; `offsets`: of which hidden states, all when absent. */
  slowBecause(offsets: Int32Array | undefined): string | undefined {
    for (const [k, { component }] of this.model.program.state.components.entries()) {
      const text = component.slowBecause?.(this.memories[k], offsets);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  stuck(time: number): RattlebackError | undefined {
    for (const [k, { component }] of this.model.program.state.components.entries()) {
      const error = component.stuck?.(this.memories[k], time);
      if (error !== undefined) return error;
    }
    return undefined;
  }

  /** Whether a component looks at the end of every step. */
  get wantsStepEnds(): boolean {
    const { components } = this.model.program.state;
    for (let k = 0; k < components.length; k++) if (components[k]!.component.afterStep !== undefined) return true;
    return false;
  }

  /** The values of the present time go into the result. */
  stored(time: number): void {
    const { components } = this.model.program.state;
    for (let k = 0; k < components.length; k++) components[k]!.component.stored?.(this.memories[k], time);
  }

  afterStep(): void {
    this.model.program.state.components.forEach(({ component }, k) => {
      component.afterStep?.(this.memories[k], this);
    });
  }
}

/** Groups of states that the blocks do not connect with each other, each in ascending order. */
function connectedGroups(count: number, blocks: readonly CouplingBlock[]): number[][] {
  const root = Int32Array.from({ length: count }, (_, k) => k);
  const find = (k: number): number => {
    let at = k;
    while (root[at] !== at) {
      root[at] = root[root[at]!]!;
      at = root[at]!;
    }
    return at;
  };
  for (const { rows, columns } of blocks) {
    if (columns.length === 0) continue;
    const one = find(columns[0]!);
    for (const list of [rows, columns]) for (const k of list) root[find(k)] = one;
  }
  const groups = new Map<number, number[]>();
  for (let k = 0; k < count; k++) {
    const list = groups.get(find(k));
    if (list === undefined) groups.set(find(k), [k]);
    else list.push(k);
  }
  return [...groups.values()];
}

function notFinite(name: string, values: readonly number[]): RattlebackError {
  return new RattlebackError("E-COMPONENT-START", `The hidden state "${name}" has a start value that is not finite.`, {
    path: name,
    because: `init is [${values.join(", ")}]`,
    hint: "give finite start values in beginSegment",
    data: { values },
  });
}
