/**
 * How results that need accelerations depend on what the equations still have to find: accelerations of flanges and inputs of force
 * elements, together the drivers d.
 *
 *     y = S·d + y₀
 *
 * Accelerations are linear in both, and so are all these results. One evaluation of the O(n) dynamics per driver gives its column,
 * exactly but for rounding: the trial value is so large that the difference to y₀ does not lose digits. The equations of the model then
 * solve for y together with d, so that a controller may feed an acceleration or a cut force back into a torque.
 */

/** The larger, the smaller the share of y₀ that is subtracted. */
const trial = 1e6;

export class DriverRows {
  private readonly count: number;
  /** Per signal: one row of drivers, then y₀, for each of its numbers. */
  private readonly rows: readonly (Float64Array | undefined)[];
  private readonly values: Float64Array;
  private isReady = false;

  /** `sizes`: numbers of each signal, 0 for those that are read in another way. */
  constructor(drivers: number, sizes: readonly number[]) {
    this.count = drivers;
    this.rows = sizes.map((size) => (size === 0 ? undefined : new Float64Array(size * (drivers + 1))));
    this.values = new Float64Array(drivers);
  }

  /** Forces or positions have changed. */
  invalidate(): void {
    this.isReady = false;
  }

  /** `evaluate`: all results for the given drivers; `read`: the present value of a signal; `restore`: trials are over. */
  of(
    k: number,
    evaluate: (drivers: Float64Array) => void,
    read: (k: number) => Float64Array,
    restore: () => void,
  ): Float64Array {
    if (!this.isReady) {
      this.fill(evaluate, read);
      restore();
    }
    return this.rows[k]!;
  }

  private fill(evaluate: (drivers: Float64Array) => void, read: (k: number) => Float64Array): void {
    const { count, rows, values } = this;
    values.fill(0);
    for (let j = count; j >= 0; j--) {
      if (j < count) values[j] = trial;
      evaluate(values);
      for (let k = 0; k < rows.length; k++) {
        const row = rows[k];
        if (row === undefined) continue;
        const y = read(k);
        for (let i = 0; i < y.length; i++) {
          const free = i * (count + 1) + count;
          if (j === count) row[free] = y[i]!;
          else row[free - count + j] = (y[i]! - row[free]!) / trial;
        }
      }
      if (j < count) values[j] = 0;
    }
    this.isReady = true;
  }
}
