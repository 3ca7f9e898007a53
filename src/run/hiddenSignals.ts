/**
 * Hidden variables of a run and their places in the rows of its result. A variable that comes back in a later segment has the
 * place and the description that it had before, so that a change of structure describes only what is new.
 *
 *     row = equations | relations | places of hidden variables and derived signals, in the order in which they first appeared
 */
import type { DerivedSignal } from "../language/predefined.ts";
import { perSecond } from "../language/units.ts";
import type { SignalDescription } from "../results/resultSink.ts";

export interface HiddenVariable {
  readonly name: string;
  readonly unit: string;
  readonly size: number;
  readonly isScalar: boolean;
  /** Name of the derivative, "" for outputs. */
  readonly derivative: string;
  readonly isHidden: boolean;
  /** First entry of the row, and that of the derivative. */
  readonly place: number;
  readonly derivativePlace: number;
  /** `"x[2]"`, or the name of a scalar. */
  readonly elementNames: readonly string[];
  /** In the result: the variable, and its derivative. */
  readonly signals: readonly SignalDescription[];
  /** Place in the states or outputs of the segment that had it last. */
  readonly declared: HiddenPlace;
}

/** What a component tells about a variable; the same object again means the same variable. */
export interface HiddenVariableOptions {
  readonly unit?: string;
  readonly description?: string;
  readonly derivative?: string;
  readonly hideResult?: boolean;
}

/** Signals computed from stored rows. */
export interface DerivedBlock {
  readonly signals: readonly SignalDescription[];
  /** Entries of the row, one signal after the other. */
  readonly places: Int32Array;
}

interface KnownVariable extends HiddenVariable {
  readonly prefix: string;
  /** Without prefix. */
  readonly ownName: string;
  readonly source: HiddenVariableOptions;
  readonly sizeOrZero: number;
  /** Place in the list of the segment that had it last. */
  order: number;
  declared: HiddenPlace;
}

interface HiddenPlace {
  readonly offset: number;
  readonly size: number;
}

/** Variables of one kind. Segments declare mostly the same ones in the same order: the next of the segment before is looked at first. */
class KnownVariables {
  readonly byName = new Map<string, KnownVariable>();
  present: KnownVariable[] = [];
  private last: readonly KnownVariable[] = [];
  private next = 0;
  /** Of those in `present` that the present segment has declared so far. */
  private count = 0;

  beginSegment(): void {
    this.last = this.present;
    this.present = this.last.slice(); // as long as it will be, in most cases
    this.count = 0;
    this.next = 0;
  }

  endSegment(): void {
    this.present.length = this.count;
  }

  /** The variable as it was declared before, with the same options. */
  find(prefix: string, name: string, size: number, options: HiddenVariableOptions): KnownVariable | undefined {
    const likely = this.last[this.next];
    if (likely !== undefined && isDeclared(likely, prefix, name, size, options)) return likely;
    const found = this.byName.get(prefix === "" ? name : prefix + name);
    return found !== undefined && isDeclared(found, prefix, name, size, options) ? found : undefined;
  }

  add(variable: KnownVariable, offset: number): HiddenPlace {
    if (this.last[variable.order] === variable) this.next = variable.order + 1;
    variable.order = this.count;
    this.present[this.count++] = variable;
    // another object: signals of earlier segments that are computed from stored rows may use the old one
    if (variable.declared.offset !== offset) variable.declared = { offset, size: variable.size };
    return variable.declared;
  }
}

function isDeclared(
  { prefix: ownPrefix, ownName, sizeOrZero, source }: KnownVariable,
  prefix: string,
  name: string,
  size: number,
  options: HiddenVariableOptions,
): boolean {
  return source === options && sizeOrZero === size && ownName === name && ownPrefix === prefix;
}

/** Places of variables that are gone are given up when they are this many more than those in use. */
const unusedPlaces = 4096;

export class HiddenSignals {
  /** Length of a row. */
  width: number;
  private readonly first: number;
  private used = 0;
  private readonly knownStates = new KnownVariables();
  private readonly knownOutputs = new KnownVariables();
  private readonly computed = new Map<string, SignalDescription>();
  /** Factors of signals, by their number: those of hidden variables are all 1. */
  private readonly ones: Float64Array[] = [];

  /** `first`: place after those of the equations. */
  constructor(first: number) {
    this.first = first;
    this.width = first;
  }

  /** The same at the start of a segment; new ones when too many places belong to what is gone. */
  forSegment(): HiddenSignals {
    if (this.width - this.first > 2 * this.used + unusedPlaces) return new HiddenSignals(this.first);
    this.used = 0;
    this.knownStates.beginSegment();
    this.knownOutputs.beginSegment();
    return this;
  }

  /** All is declared. */
  endSegment(): void {
    this.knownStates.endSegment();
    this.knownOutputs.endSegment();
  }

  /** Of the present segment, in the order in which they were declared. */
  get states(): readonly HiddenVariable[] {
    return this.knownStates.present;
  }
  get outputs(): readonly HiddenVariable[] {
    return this.knownOutputs.present;
  }

  /** `size` 0 is a number; `offset`: place in the states of the segment, which is given back with the size. */
  state(prefix: string, name: string, size: number, options: HiddenVariableOptions, offset: number): HiddenPlace {
    this.used += 2 * Math.max(1, size);
    const known = this.knownStates;
    const found = known.find(prefix, name, size, options);
    if (found !== undefined) return known.add(found, offset);
    const derivative = prefix + (options.derivative ?? `der(${name})`);
    return known.add(this.variable(known, prefix, name, size, derivative, options), offset);
  }

  output(prefix: string, name: string, size: number, options: HiddenVariableOptions, offset: number): HiddenPlace {
    this.used += Math.max(1, size);
    const known = this.knownOutputs;
    const found = known.find(prefix, name, size, options) ?? this.variable(known, prefix, name, size, "", options);
    return known.add(found, offset);
  }

  derived(prefix: string, source: readonly DerivedSignal[]): DerivedBlock {
    const signals = source.map((signal) => this.computedSignal(prefix + signal.name, signal));
    let size = 0;
    for (const { slots } of signals) size += slots.length;
    const places = new Int32Array(size);
    let at = 0;
    for (const { slots } of signals) for (let k = 0; k < slots.length; k++) places[at++] = slots[k]!;
    this.used += size;
    return { signals, places };
  }

  private computedSignal(name: string, { shape = [], unit = "", description = "" }: DerivedSignal): SignalDescription {
    const found = this.computed.get(name);
    if (found !== undefined && found.unit === unit && isSameShape(found.shape, shape)) return found;
    const size = shape.reduce((product, n) => product * n, 1);
    const slots = placesFrom(this.width, size);
    this.width += size;
    const factors = this.factors(size);
    const fixed = { kind: "algebraic", type: "real", isHidden: false } as const;
    const signal = { ...fixed, name, unit, description, shape, slots, factors };
    this.computed.set(name, signal);
    return signal;
  }

  private factors(size: number): Float64Array {
    this.ones[size] ??= new Float64Array(size).fill(1);
    return this.ones[size];
  }

  private variable(
    { byName }: KnownVariables,
    prefix: string,
    ownName: string,
    sizeOrZero: number,
    derivative: string,
    options: HiddenVariableOptions,
  ): KnownVariable {
    const { unit = "", description = "", hideResult: isHidden = false } = options;
    const name = prefix + ownName;
    const found = byName.get(name);
    const isSame =
      found?.sizeOrZero === sizeOrZero &&
      found.unit === unit &&
      found.derivative === derivative &&
      found.isHidden === isHidden &&
      found.signals[0]!.description === description;
    if (isSame) return found!;
    const isScalar = sizeOrZero === 0;
    const size = Math.max(1, sizeOrZero);
    const place = this.width;
    this.width += derivative === "" ? size : 2 * size;
    const shape = isScalar ? [] : [size];
    const common = { description, type: "real", shape, factors: this.factors(size), isHidden } as const;
    const signals: SignalDescription[] = [
      { ...common, name, unit, kind: derivative === "" ? "algebraic" : "state", slots: placesFrom(place, size) },
    ];
    if (derivative !== "") {
      const slots = placesFrom(place + size, size);
      signals.push({
        ...common,
        name: derivative,
        unit: unit === "" ? "" : perSecond(unit),
        kind: "derivative",
        slots,
      });
    }
    const variable: KnownVariable = {
      prefix,
      ownName,
      order: -1,
      declared: { offset: -1, size },
      source: options,
      sizeOrZero,
      name,
      unit,
      size,
      isScalar,
      derivative,
      isHidden,
      place,
      derivativePlace: place + size,
      elementNames: isScalar ? [name] : Array.from({ length: size }, (_, i) => `${name}[${i + 1}]`),
      signals,
    };
    byName.set(name, variable);
    return variable;
  }
}

function isSameShape(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

function placesFrom(first: number, count: number): Int32Array {
  const places = new Int32Array(count);
  for (let k = 0; k < count; k++) places[k] = first + k;
  return places;
}
