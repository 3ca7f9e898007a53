/**
 * The states between the rows, as the solver has them: over each of its steps they are polynomials of time, of which the values at
 * degree + 1 Chebyshev points are kept. Reading a state is evaluating that polynomial: the solver's own curve, to rounding.
 *
 * A step whose begin has the bits of the end before it shares that point.
 *
 * Source   [Berrut2004] eq. 4.2 (barycentric form) with the points and weights of eq. 5.4
 */
import * as elementary from "../math/elementary.ts";
import { RowStore } from "./rowStore.ts";
import { countBelow } from "./timeSearch.ts";

/** What can be read of the curve up to now: further steps do not change it. */
export interface StateCurve {
  readonly count: number;
  begin(step: number): number;
  end(step: number): number;
  /** The step that has the time in it, its begin not included; −1 when there is none. */
  stepAt(time: number): number;
  /** out ← the states at a time of the step. */
  read(step: number, time: number, out: Float64Array): void;
  /** All of it, as plain numbers. */
  data(): CurveData;
}

/** Of each step: begin, end, degree and number of its first point; of each point the values of all states, one after the other. */
export interface CurveData {
  readonly begins: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
  readonly degrees: ArrayLike<number>;
  readonly firsts: ArrayLike<number>;
  readonly points: Float64Array;
}

const firstRoom = 16;

export class StateSteps {
  private readonly store: RowStore;
  /** Of each step: begin, end, degree, first point. */
  private begins = new Float64Array(firstRoom);
  private ends = new Float64Array(firstRoom);
  private degrees = new Uint8Array(firstRoom);
  private firsts = new Uint32Array(firstRoom);
  private count = 0;
  private readonly last: Float64Array;

  /** `size`: number of states. */
  constructor(size: number) {
    this.store = new RowStore(size);
    this.last = new Float64Array(size);
  }

  /** Numbers that are allocated. */
  get capacity(): number {
    return this.store.capacity + 3 * this.begins.length;
  }

  /** Steps as they were written; they have been checked. */
  static from({ begins, ends, degrees, firsts, points }: CurveData, size: number): StateSteps {
    const steps = new StateSteps(size);
    for (let k = 0; k < begins.length; k++) {
      if (k === steps.begins.length) steps.grow(2 * k);
      steps.begins[k] = begins[k]!;
      steps.ends[k] = ends[k]!;
      steps.degrees[k] = degrees[k]!;
      steps.firsts[k] = firsts[k]!;
    }
    steps.count = begins.length;
    for (let at = 0; at < points.length; at += size) steps.keep(points.subarray(at, at + size));
    return steps;
  }

  /** A step of the solver; `statesAt` may be longer than the states, and is overwritten by the next. */
  append(begin: number, end: number, degree: number, statesAt: (time: number) => Float64Array): void {
    const { store, last } = this;
    if (!(end > begin)) return;
    if (this.count === this.begins.length) this.grow(2 * this.count);
    const first = statesAt(begin);
    const isShared = store.rowCount > 0 && isSame(first, last);
    if (!isShared) this.keep(first);
    this.begins[this.count] = begin;
    this.ends[this.count] = end;
    this.degrees[this.count] = degree;
    this.firsts[this.count] = store.rowCount - 1;
    for (let j = 1; j < degree; j++) this.keep(statesAt(pointOf(begin, end, degree, j)));
    const y = statesAt(end);
    this.keep(y);
    for (let k = 0; k < last.length; k++) last[k] = y[k]!;
    this.count++;
  }

  private keep(y: Float64Array): void {
    this.store.append(y);
  }

  private grow(n: number): void {
    const longer = <T extends Float64Array | Uint8Array | Uint32Array>(old: T, made: T): T => {
      made.set(old);
      return made;
    };
    this.begins = longer(this.begins, new Float64Array(n));
    this.ends = longer(this.ends, new Float64Array(n));
    this.degrees = longer(this.degrees, new Uint8Array(n));
    this.firsts = longer(this.firsts, new Uint32Array(n));
  }

  /** The steps up to now. */
  get curve(): StateCurve {
    const { begins, ends, degrees, firsts, count, store } = this;
    const last = ends.subarray(0, count);
    let weights: Float64Array | undefined;
    return {
      count,
      begin: (step) => begins[step]!,
      end: (step) => ends[step]!,
      stepAt: (time) => {
        const step = countBelow(last, time);
        return step < count && begins[step]! < time ? step : -1;
      },
      data: () => {
        const n = store.width;
        const used = count === 0 ? 0 : firsts[count - 1]! + degrees[count - 1]! + 1;
        const points = new Float64Array(used * n);
        for (let i = 0; i < used; i++) points.set(store.row(i), i * n);
        const [all, own] = [begins.subarray(0, count), firsts.subarray(0, count)];
        return { begins: all, ends: last, degrees: degrees.subarray(0, count), firsts: own, points };
      },
      read: (step, time, out) => {
        weights ??= new Float64Array(256);
        readPolynomial(store, firsts[step]!, degrees[step]!, begins[step]!, ends[step]!, time, weights, out);
      },
    };
  }
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  for (let k = 0; k < b.length; k++) if (!Object.is(a[k], b[k])) return false;
  return true;
}

/** The j-th of degree + 1 points in a step: its ends are the first and the last. */
function pointOf(begin: number, end: number, degree: number, j: number): number {
  return j === degree ? end : begin + (end - begin) * placesOf(degree)[j]!;
}

/** sin²(πj/2d) = (1 − cos(πj/d))/2, by degree. */
const places: (Float64Array | undefined)[] = [];
function placesOf(degree: number): Float64Array {
  places[degree] ??= Float64Array.from({ length: degree + 1 }, (_, j) =>
    elementary.square(elementary.sin((Math.PI * j) / (2 * degree))),
  );
  return places[degree];
}

function readPolynomial(
  store: RowStore,
  first: number,
  degree: number,
  begin: number,
  end: number,
  time: number,
  weights: Float64Array,
  out: Float64Array,
): void {
  const n = store.width;
  let total = 0;
  for (let j = 0; j <= degree; j++) {
    const half = j === 0 || j === degree ? 0.5 : 1;
    const weight = (j % 2 === 0 ? half : -half) / (time - pointOf(begin, end, degree, j));
    if (!Number.isFinite(weight)) {
      const [piece, at] = [store.pieceWith(first + j), store.placeOf(first + j)];
      for (let k = 0; k < n; k++) out[k] = piece[at + k]!;
      return;
    }
    weights[j] = weight;
    total += weights[j]!;
  }
  // from the first point on, so that what is constant stays so to the bit
  const [begun, from] = [store.pieceWith(first), store.placeOf(first)];
  for (let k = 0; k < n; k++) out[k] = 0;
  for (let j = 1; j <= degree; j++) {
    const [piece, at] = [store.pieceWith(first + j), store.placeOf(first + j)];
    const weight = weights[j]!;
    for (let k = 0; k < n; k++) out[k] = out[k]! + weight * (piece[at + k]! - begun[from + k]!);
  }
  for (let k = 0; k < n; k++) out[k] = begun[from + k]! + out[k]! / total;
}
