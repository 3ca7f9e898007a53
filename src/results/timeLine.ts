/** Time and kind of the rows of a segment, growing by doubling. */
import type { RowKind } from "./resultSink.ts";

export class TimeLine {
  private times = new Float64Array(64);
  private kinds = new Uint8Array(64);
  private rows = 0;

  get rowCount(): number {
    return this.rows;
  }

  append(time: number, kind: RowKind): void {
    if (this.rows === this.times.length) {
      const times = new Float64Array(2 * this.rows);
      const kinds = new Uint8Array(2 * this.rows);
      times.set(this.times);
      kinds.set(this.kinds);
      this.times = times;
      this.kinds = kinds;
    }
    this.times[this.rows] = time;
    this.kinds[this.rows] = kind;
    this.rows++;
  }

  /** The rows up to now; rows that come later do not change it. */
  get presentTimes(): Float64Array {
    return this.times.subarray(0, this.rows);
  }

  get presentKinds(): Uint8Array {
    return this.kinds.subarray(0, this.rows);
  }

  copyTimes(): Float64Array {
    return this.times.slice(0, this.rows);
  }

  copyKinds(): Uint8Array {
    return this.kinds.slice(0, this.rows);
  }
}
