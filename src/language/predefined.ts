/**
 * Predefined acausal components: components with functions, a memory of their own, and states and event
 * event functions that the equations do not see. Their number may change at an event without compiling again.
 *
 * Source   [Neumayr2024] ch. 10
 *
 *     build()          once per instance, before translation        memory = f_c0(…), plus names and equations
 *     createRun()      once per run                                 the memory of that run, when runs may overlap
 *     beginSegment()   at the start and after every restart         declares hidden states, outputs, event functions
 *     functions        called from the equations, in sorted order   f_c1, f_c2: read states, write derivatives
 *
 * The remaining equations f_eq stand in the `equations` of the model as usual. A function of the component may be
 * called from there like any other; those that write derivatives or event functions are marked `hasEffects`.
 * Length   one contract between component, compiler and run; every member with its sentence
 */
import { called } from "../errors/boundary.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { EliminatedStructure } from "../math/matrixStructure.ts";
import type { ModelSource } from "./modelSource.ts";
import type { ReadFile } from "./readFile.ts";

/** A model as a predefined component sees it: names and values in order of writing. */
export interface DefinitionView {
  readonly entries: ReadonlyMap<string, unknown>;
  readonly predefined: PredefinedComponent | undefined;
  /** What the model is to the predefined component around it. */
  readonly element: unknown;
}

export interface BuildContext {
  /** Full name of the instance. */
  readonly path: string;
  /** The model of the instance, with everything inside. */
  readonly definition: DefinitionView;
  /** Values of the parameters of the component that are plain numbers, arrays, texts or booleans at this time. */
  readonly parameters: ReadonlyMap<string, unknown>;
  /** Reads files that the model names; undefined when nobody said how. */
  readonly readFile: ReadFile | undefined;
  /** What a first look at the equations around the component told about what its build asked. */
  readonly findings: Findings;
}

/** What the equations around a component say about its variables; names are relative to the component. */
export interface Findings {
  /** Observed variables that the equations determine themselves: they cannot be observed. */
  readonly bound: ReadonlySet<string>;
  /** Variables that are known before the one that was named. */
  readonly early: ReadonlySet<string>;
  /** Variables that depend affinely on the derivative that was named with them, and on none of the others. */
  readonly affine: ReadonlySet<string>;
  /** Variables that follow with that derivative from one parameter, piece by piece. */
  readonly switched: ReadonlySet<string>;
  /** false: nobody has looked at the equations yet. */
  readonly isKnown: boolean;
}

/** Is this variable tau = base + slope·der(rate), with base and slope known before the derivatives are? */
export interface AffineQuestion {
  readonly name: string;
  readonly rate: string;
  /** An element that occurs in the equation which relates tau and the derivative to others; without it: what computes the derivative. */
  readonly relation?: ElementName;
  /** Elements that the compiler gives the values of base and slope, when it was found in a build before; the equations that the component wrote for them count no more. */
  readonly base?: ElementName;
  readonly slope?: ElementName;
  /**
   * Likewise, of variables that follow piece by piece from one parameter x: a₀, a₁, t₀, t₁ of der(rate) = a₀ + a₁·x and tau = t₀ + t₁·x. What
   * the component sets the derivative to, in the equation with `relation`, is x then.
   */
  readonly curve?: readonly [ElementName, ElementName, ElementName, ElementName];
}

export interface ElementName {
  readonly name: string;
  readonly index: number;
}

export interface HiddenState {
  /** Position in `access.x` and `access.dx`. */
  readonly offset: number;
  readonly size: number;
}

export interface HiddenStateOptions {
  /** Start value: a number, or a vector. */
  readonly init: number | ArrayLike<number>;
  readonly unit?: string;
  readonly description?: string;
  readonly nominal?: number;
  /** Name of the derivative in the result; `der(name)` when absent. */
  readonly derivative?: string;
  /** The start value may be changed where conditions of the start cannot hold otherwise. */
  readonly isGuess?: boolean;
}

export interface HiddenOutput {
  /** Position in `access.w`. */
  readonly offset: number;
  readonly size: number;
}

/** A signal that is not stored but computed from a stored row when somebody asks. */
export interface DerivedSignal {
  readonly name: string;
  /** `[3]` vector, `[3, 3]` matrix; a number when absent. */
  readonly shape?: readonly number[];
  readonly unit?: string;
  readonly description?: string;
}

/** A stored row as derived signals see it. */
export interface StoredRow {
  readonly values: Float64Array;
  /** Position of the first hidden state and of the first hidden output of the run in `values`. */
  readonly states: number;
  readonly outputs: number;
  /** Value of the k-th variable of the model that was asked for. */
  variable(k: number): number;
}

export interface DerivedSignals {
  readonly signals: readonly DerivedSignal[];
  /** Variables of the model that are needed besides the hidden states and outputs, relative to the component; `v[2]` for an element. */
  readonly variables?: readonly string[];
  /** Fills `out` from `at` on with all signals, one after the other, matrices row by row. */
  compute(row: StoredRow, out: Float64Array, at: number): void;
}

/** States of an island at a time of its step, or some of them, in memory that the next call overwrites. */
export type StatesAt = (t: number, entries?: Int32Array) => Float64Array;

/** A part of the hidden states of a component that is computed apart from all others; see src/integrate/islands/islandPart.ts. */
export interface HiddenIsland {
  /** Offsets of its states, ascending. */
  readonly offsets: Int32Array;
  readonly identity: string;
  readonly canBeStiff: boolean;
  readonly effort: number;
  readonly jacobianEffort: number;
  readonly stiffness: number;
  /** The last of its states are speeds of the others; of these, what 1 m/s amounts to. */
  readonly speeds: Float64Array;
  begin(t: number, x: Float64Array): void;
  follow(before: HiddenIsland): void;
  derivatives(x: Float64Array, dx: Float64Array): void;
  /** J ← ∂dx/∂x in its structure, where the island can tell; differences are to be taken otherwise. */
  readonly hasJacobian: boolean;
  readonly structure: EliminatedStructure;
  jacobian(x: Float64Array, J: Float64Array): void;
  limitDifferences(limits: Float64Array): void;
  quietUntil(from: number, to: number, degree: number, at: StatesAt): number;
  readonly eventBy: number;
  isUndone(t: number): boolean;
  canChange(t: number): boolean;
  change(t: number, mayStay: boolean): HiddenChange;
}

/** An event that concerns some islands alone, which others take the place of. */
export interface HiddenChange {
  readonly gone: readonly HiddenIsland[];
  readonly made: readonly HiddenIsland[];
  /** Instead of that, the island itself stays, and begins anew. */
  readonly stays: boolean;
  /** What has happened, in words. */
  readonly reports: readonly string[];
  /** The first step of those that are made is no longer than this. */
  readonly firstStep: number;
}

/** Jumps of states at fixed times. The next is wanted after h or earlier. */
export interface HiddenKicks {
  readonly interval: number;
  /** The states of the model ← those behind the jump; returns h, or an earlier time for the next. */
  kick(model: KickedModel, h: number): number;
  /** What happens between two jumps, where there is a formula for it. */
  readonly flight?: HiddenFlight | undefined;
}

/** A model whose states jump: all its states and their derivatives in front of the jump, hidden ones from `first` on. */
export interface KickedModel {
  readonly X: Float64Array;
  readonly D: Float64Array;
  readonly first: number;
  /** out ← derivatives of all states where these are now, with what components add while `access.isLoaded`. */
  loadedDerivatives(out: Float64Array): void;
  /** D ← derivatives of the states, which another component has changed. */
  renew(): void;
}

/** The motion of hidden states as a formula; places are offsets from k on. */
export interface HiddenFlight {
  /** How many states. */
  readonly size: number;
  /** out[k …] ← states a time behind x[k …]. */
  move(out: Float64Array, x: Float64Array, k: number, time: number): void;
  /** out[k …] ← derivatives of the states x[k …]. */
  derivatives(out: Float64Array, x: Float64Array, k: number): void;
}

/** Hidden states whose derivatives (`rows`) depend on the states `columns`. */
export interface CouplingBlock {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** What a component declares at the start of a segment. Names are relative to the component. */
export interface SegmentDeclarations {
  readonly path: string;
  readonly time: number;
  /** 0 for the first segment. */
  readonly index: number;
  /** Value of a parameter of the component in this run: number, nested array, text or boolean. */
  parameter(name: string): unknown;
  state(name: string, options: HiddenStateOptions): HiddenState;
  /** A variable that the functions compute and that is stored in the result. */
  output(
    name: string,
    options: {
      readonly size?: number;
      readonly unit?: string;
      readonly description?: string;
      /** Keep it out of the result; derived signals see it. */
      readonly hideResult?: boolean;
    },
  ): HiddenOutput;
  /** Whether an output is of use to anybody; all are where it is left out. */
  wants?(name: string): boolean;
  /** Present value of a variable of the model, relative to the component: its start value in the first segment. */
  variable(name: string): number;
  /** Which of all states a variable of the model is, relative to the component, and with which sign; undefined when it is none. */
  statePlace(name: string): { readonly place: number; readonly sign: number } | undefined;
  /**
   * Something acts in the instant at which the segment begins: the derivatives of all states are evaluated without it and, with
   * `access.isImpulse`, with it, and the states of all components and of the equations jump by the difference. Forces that an
   * evaluation with `isImpulse` adds are impulses, in N·s, which go through gears and shafts of the equations like forces.
   */
  impulse(): void;
  /** Times at which something that the component computes changes abruptly: no step goes across them. */
  timeEvents(times: readonly number[]): void;
  /**
   * A function of time that a user gave, with everything else as it is when it is called: looked at inside the steps, so that no corner
   * and no jump of it is stepped over.
   */
  timeFunction(name: string, values: (time: number) => ArrayLike<number>): void;
  /** Signals of the result that cost no memory. */
  derived(signals: DerivedSignals): void;
  /**
   * Which hidden states of the component depend on each other, by their offsets; all derivatives may depend on variables of the equations
   * as well. Asked for by solvers with a matrix only. Without it every state may depend on every other.
   */
  couplings(blocks: () => readonly CouplingBlock[]): void;
  /**
   * Event functions; returns the position of the first in `access.z`. With `readsVariables` all variables of the equations are
   * computed before the event functions are: `variable(name)` is of their time then. With `atStepEnds` nothing is missed when they cross zero
   * and come back between the ends of a step: long steps are not looked into for them.
   */
  eventFunctions(
    count: number,
    description?: string,
    options?: { readonly readsVariables?: boolean; readonly atStepEnds?: boolean },
  ): number;
}

/** The running simulation as the functions of a component see it. The arrays belong to the run: do not keep them. */
export interface ComponentAccess {
  readonly time: number;
  /** Hidden states of all components; use the offsets that were given. */
  readonly x: Float64Array;
  readonly dx: Float64Array;
  readonly w: Float64Array;
  readonly z: Float64Array;
  readonly isInitial: boolean;
  readonly isTerminal: boolean;
  /** During event iteration modes may change; between events they are kept. */
  readonly isEvent: boolean;
  /** true in the first evaluation of an event. */
  readonly isFirstIteration: boolean;
  /** Values will be stored: compute outputs. */
  readonly isOutput: boolean;
  /** Only after `declare.impulse()`: add what acts in the instant. */
  readonly isImpulse: boolean;
  /** In both evaluations of an impulse: what is finite has no effect in an instant, and may be left out. */
  readonly isInstant: boolean;
  /** A jump asks how the model answers: add the loads of the kicks. */
  readonly isLoaded: boolean;
  /** Position in the event iteration at which event function k fired at this event, or false. */
  hasCrossed(eventFunction: number): boolean;
  /** Asks for another event iteration. */
  iterateAgain(): void;
  /** Asks for a time event; `cause` says in words what happens there. */
  nextEventAt(time: number, cause?: string): void;
  /** Asks for a first step of this size at most behind the present event: what follows may be much faster than it looks here. */
  firstStepAtMost(size: number): void;
  /** At an event: other hidden states act on each other from now on. */
  couplingsChanged(): void;
  /** A line about what happened at this event, for its record in the result. */
  report(text: string): void;
  /** Sets a hidden state at an event; integration restarts from it. */
  setState(offset: number, value: number): void;
  /** Ends the segment after this event: all components declare again, the run goes on. */
  restartSegment(cause: string): void;
  /** Ends the run after this event. */
  terminate(cause: string): void;
}

export interface ComponentFunction<Memory> {
  /** Result: a number, an array, or a list of them for several results. Arguments after the first two come from the equation. */
  readonly call: (memory: Memory, access: ComponentAccess, ...args: never[]) => unknown;
  /** Shape of each result; one number when absent. */
  readonly results?: readonly (readonly number[])[];
  /** Writes derivatives, event functions or outputs: evaluated in every evaluation of the model. */
  readonly hasEffects?: boolean;
  /**
   * Of one with effects: they are derivatives and outputs alone. Event functions are computed without it where no relation of the equations
   * needs its result, and the component says that its own do not (`eventsFollowMotion`).
   */
  readonly isForDerivatives?: boolean;
  /** Its result depends on the loads that kicks add: such as accelerations. */
  readonly feelsLoads?: boolean;
  /** Result changes at events only. */
  readonly isDiscrete?: boolean;
  /**
   * For functions of one number that need nothing of the memory but what parameters made of it: numbers between two others at which the
   * result changes its course. Where the argument is a clock, no step goes across them.
   */
  readonly knots?: (memory: Memory, from: number, to: number) => readonly number[];
  /**
   * Rate of change of the result, from all arguments followed by their rates of change. Makes Jacobians exact and lets equations
   * that call the function be differentiated. For functions without effects; of what the memory holds only what is constant between
   * events may enter.
   */
  readonly derivative?: Omit<ComponentFunction<Memory>, "hasEffects"> | ComponentFunction<Memory>["call"];
}

/** A step of the solver whose inside may hide something: its end has been reached, its events have not been looked for yet. */
export interface StepToExamine {
  readonly from: number;
  readonly to: number;
  /** Evaluates the equations at a time of the step, so that the functions of the component run there. */
  evaluateAt(time: number): void;
  /** All states at a time of the step, hidden ones from `firstHidden` on; nothing is evaluated. Overwritten by the next call. */
  statesAt(time: number): Float64Array;
  readonly firstHidden: number;
  /** All states are polynomials of time of this degree over the step. */
  readonly degree: number;
}

/** A value of a component that equations may read by its name. */
export interface ComponentSignal {
  /** Expression in the names and functions of the component, e.g. `"positionAt(isMoved, 3)"`. */
  readonly expression: string;
  readonly shape: readonly number[];
  readonly unit?: string;
}

export interface PredefinedComponent<Memory = unknown> {
  build(context: BuildContext): {
    readonly memory: Memory;
    readonly model?: ModelSource;
    /** Functions of this instance, beside those of the component: the shapes of their results may depend on the model. */
    readonly functions?: Readonly<Record<string, ComponentFunction<Memory>>>;
    /**
     * Variables whose value the component computes from its hidden states, by an expression in its names, while their derivatives
     * are related by the equations. They are differentiated like states, and no solver integrates them.
     */
    readonly observed?: Readonly<Record<string, string>>;
    /** Which of these variables are known before `before` is? Those that are come back in the findings of a second build. */
    readonly early?: { readonly names: readonly string[]; readonly before: string };
    /** Which of these variables are affine in a derivative? The answer is in the findings of the next build. */
    readonly affine?: readonly AffineQuestion[];
    /** true: the equations have the structure of the real ones only; another build follows. */
    readonly isDraft?: boolean;
  };
  /** Memory of one run, made from that of the instance. Without it all runs share the memory of the instance. */
  readonly createRun?: (memory: Memory) => Memory;
  /** The run goes on with another program: takes over what the memory of the run so far knows. */
  readonly carryOver?: (memory: Memory, previous: Memory) => void;
  beginSegment(memory: Memory, declare: SegmentDeclarations): void;
  /**
   * What an equation means that names something inside the component. Asked before the names of the model, so that the
   * angle of a joint is its present value and not the parameter with its start value.
   */
  readonly signal?: (memory: Memory, name: string) => ComponentSignal | undefined;
  /** What the result keeps of the component besides signals, e.g. what can be drawn. Asked at the end of a run. */
  readonly describe?: (memory: Memory) => unknown;
  /** What the result shall warn about. Asked at the end of a run. */
  readonly warnings?: (memory: Memory) => readonly string[];
  /** The same for what has to be the first that is read of a result. */
  readonly headline?: (memory: Memory) => readonly string[];
  readonly functions: Readonly<Record<string, ComponentFunction<Memory>>>;
  /** Writes its event functions: called when they are wanted, after an evaluation of the equations. */
  readonly writeEventFunctions?: (memory: Memory, access: ComponentAccess) => void;
  /** Whether its event functions of the present segment need no function that `isForDerivatives`. Asked when the segment begins; false without it. */
  readonly eventsFollowMotion?: (memory: Memory) => boolean;
  /**
   * After a step, before its events are looked for: names times inside it, ascending, at which the event functions must be
   * examined, because something may have begun and ended between the ends of the step.
   */
  readonly examineStep?: (memory: Memory, step: StepToExamine) => readonly number[];
  /**
   * Lowers the largest increments of hidden states, from place `first` on, in the differences of a Jacobian: forces that change within
   * 1e-10 m need increments far below that.
   */
  readonly limitDifferences?: (memory: Memory, limits: Float64Array, first: number) => void;
  /** The solver finds no step that is small enough after `time`: an error that tells why, if the component knows. */
  readonly stuck?: (memory: Memory, time: number) => RattlebackError | undefined;
  /** What makes the motion fast, of the states at these offsets or of all, and what to do about it: for somebody who waits for a slow run. */
  readonly slowBecause?: (memory: Memory, offsets: Int32Array | undefined) => string | undefined;
  /**
   * Parts of the hidden states that depend on themselves alone until the next event, from groups of offsets that are not coupled; undefined
   * when they cannot be computed apart from each other.
   */
  readonly islands?: (memory: Memory, groups: readonly (readonly number[])[]) => readonly HiddenIsland[] | undefined;
  /** The values of the present time go into the result: whatever a component keeps besides them is kept now. */
  readonly stored?: (memory: Memory, time: number) => void;
  /**
   * Whether all that it computes between the events of the present segment follows from time, hidden states and variables alone, and from what
   * `recall` is given, so that another memory with the same first segment computes the same. `eventFunctions`: how many it has declared.
   * Without it, it is taken to remember more.
   */
  readonly followsFromStates?: (memory: Memory, eventFunctions: number) => boolean;
  /** Whether it finds something by iterations that begin with the last solution. */
  readonly isIterated?: (memory: Memory) => boolean;
  /** Rows of the first segment of another run, with the memory `other`, will be computed with this one. */
  readonly follow?: (memory: Memory, other: Memory) => void;
  /** The next evaluation is near to a time at which the hidden outputs of the run that is followed were these. */
  readonly recall?: (memory: Memory, outputs: Float64Array) => void;
  /** Steps are many, and evaluations dear, as with contacts: fewer are spent on looking between the rows of the result. */
  readonly isCostly?: (memory: Memory) => boolean;
  /** Jumps of hidden states at fixed times, when there are such: asked for when a segment begins. */
  readonly kicks?: (memory: Memory) => HiddenKicks | undefined;
  /** After an accepted step or event; lets a component normalise or note things. */
  readonly afterStep?: (memory: Memory, access: ComponentAccess) => void;
}

/** Checks the types of a predefined component: `predefined: predefinedComponent({ … })`. */
export function predefinedComponent<Memory>(component: PredefinedComponent<Memory>): PredefinedComponent {
  for (const name of ["build", "beginSegment"] as const) {
    if (typeof called(`${name} of the component`, () => component?.[name]) === "function") continue;
    throw new RattlebackError("E-MODEL", `A predefined component has a function "${name}".`, {
      path: name,
      hint: "predefinedComponent({ build: () => ({ memory: {} }), beginSegment() {}, functions: {} })",
    });
  }
  return component as unknown as PredefinedComponent;
}
