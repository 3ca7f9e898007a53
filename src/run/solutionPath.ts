/**
 * Solutions of a system of equations along the last step: where it began, where it ended, and as many between as were needed to be
 * sure that each belongs to the one before.
 */

/** The line through the last two solutions is followed so far, in parts of their distance. */
const farthestLook = 4;
/** Solutions that a step takes over from the last one: where it begins, and the one before. */
const kept = 2;

export class SolutionPath {
  /** Unknowns of the system. */
  private readonly size: number;
  private times = new Float64Array(4);
  /** The solutions one behind the other. */
  private values: Float64Array;
  /** Of the determinants there. */
  private signs = new Int8Array(4);
  private count = 0;

  constructor(size: number) {
    this.size = size;
    this.values = new Float64Array(4 * size);
  }

  /** Whether z at this time is what the path ends with. */
  endsWith(time: number, z: Float64Array): boolean {
    const { count, size, times, values } = this;
    if (count === 0 || times[count - 1] !== time) return false;
    for (let j = 0, at = (count - 1) * size; j < size; j++) if (values[at + j] !== z[j]) return false;
    return true;
  }

  /** A step begins where the last one ended, or where it was cut off: there is nothing at `until` or later. Of those before, the last one tells how fast it goes on. */
  beginStep(until = Number.POSITIVE_INFINITY): void {
    const { size, times, values, signs } = this;
    while (this.count > 0 && !(times[this.count - 1]! < until)) this.count--;
    const { count } = this;
    const first = count - kept;
    if (first <= 0) return;
    times.copyWithin(0, first, count);
    values.copyWithin(0, first * size, count * size);
    signs.copyWithin(0, first, count);
    this.count = kept;
  }

  /** The path ends with z. */
  end(time: number, z: Float64Array, sign: number): void {
    this.put(this.count, time, z, sign);
  }

  /** The path leads through z. */
  insert(time: number, z: Float64Array, sign: number): void {
    const { count, times } = this;
    let k = count;
    while (k > 0 && times[k - 1]! >= time) k--;
    if (k < count && times[k] === time) return;
    this.put(k, time, z, sign);
  }

  /** The path leads from `start` to what is at t or later, as if there were nothing between. */
  cut(start: number, t: number): void {
    const { count, size, times, values, signs } = this;
    let first = 0;
    while (first < count && times[first]! <= start) first++;
    let next = first;
    while (next < count && times[next]! < t) next++;
    times.copyWithin(first, next, count);
    values.copyWithin(first * size, next * size, count * size);
    signs.copyWithin(first, next, count);
    this.count -= next - first;
  }

  private put(k: number, time: number, z: Float64Array, sign: number): void {
    const { count, size } = this;
    if (count === this.times.length) this.grow();
    const { times, values, signs } = this;
    times.copyWithin(k + 1, k, count);
    values.copyWithin((k + 1) * size, k * size, count * size);
    signs.copyWithin(k + 1, k, count);
    times[k] = time;
    values.set(z, k * size);
    signs[k] = sign;
    this.count++;
  }

  private grow(): void {
    const { size, times, values, signs } = this;
    const capacity = 2 * times.length;
    this.times = new Float64Array(capacity);
    this.times.set(times);
    this.values = new Float64Array(capacity * size);
    this.values.set(values);
    this.signs = new Int8Array(capacity);
    this.signs.set(signs);
  }

  /** The time of the last solution before t; −∞ when there is none. */
  timeBefore(t: number): number {
    let k = this.count - 1;
    while (k >= 0 && !(this.times[k]! < t)) k--;
    return k < 0 ? Number.NEGATIVE_INFINITY : this.times[k]!;
  }

  /** The sign at the last solution before t, 0 when there is none. */
  signBefore(t: number): number {
    let k = this.count - 1;
    while (k >= 0 && !(this.times[k]! < t)) k--;
    return k < 0 ? 0 : this.signs[k]!;
  }

  /** The sign of solutions around t; 0 when there are none, or both signs. */
  signAround(t: number): number {
    const { count, times, signs } = this;
    let k = 0;
    while (k < count && times[k]! < t) k++;
    if (k === count) return this.signBefore(t);
    return k > 0 && signs[k - 1] === signs[k] ? signs[k]! : 0;
  }

  forget(): void {
    this.count = 0;
  }

  /** z ← the solution at or before t; whether there is one. */
  copyBefore(t: number, z: Float64Array): boolean {
    const k = this.placeBefore(t);
    if (k >= 0) this.copy(k, z);
    return k >= 0;
  }

  /**
   * z ← where to look for the solution at t, from z as it is at `time`: along the line through the solutions on either side, behind the end
   * through the last two. A mechanism that passes a position in which it could go on in two ways goes on with its speed. When time goes
   * back, after a step that was rejected or into the last one, from the solution before, not from the one behind. Whether it is another
   * place than that of a solution, and then `step` leads to it from there.
   */
  predict(t: number, time: number, z: Float64Array, step: Float64Array): boolean {
    const { count, size, times, values } = this;
    const k = this.placeBefore(t);
    if (k < 0) return false;
    let base = time;
    if (t < time || time < times[k]!) {
      this.copy(k, z);
      base = times[k]!;
    }
    const from = Math.min(k, count - 2);
    if (from < 0) return false;
    const part = (t - base) / (times[from + 1]! - times[from]!);
    if (!(base >= times[from]! && part > 0 && part <= farthestLook)) return false;
    for (let j = 0, at = from * size; j < size; j++) {
      step[j] = part * (values[at + size + j]! - values[at + j]!);
      z[j]! += step[j]!;
    }
    return true;
  }

  /** −1 when the path begins later, or with what is no number. */
  private placeBefore(t: number): number {
    const { count, size, times, values } = this;
    let k = count - 1;
    while (k >= 0 && !(times[k]! <= t)) k--;
    if (k < 0) return -1;
    for (let j = 0; j < size; j++) if (!Number.isFinite(values[k * size + j])) return -1;
    return k;
  }

  private copy(k: number, z: Float64Array): void {
    for (let j = 0; j < this.size; j++) z[j] = this.values[k * this.size + j]!;
  }
}
