/**
 * A table of numbers that grows by rows and is read by columns.
 *
 * Rows are kept in chunks; within a chunk the values of a column are neighbours. A new chunk is
 * added when the last one is full, so recording never copies what it has, except that the first
 * chunk starts small and doubles: a short run needs little memory.
 *
 * Legend   shift   rows per chunk = 2^shift, the same for all chunks
 *          stride  rows that fit into a chunk now: 2^shift once there is more than one
 */

/** Numbers per chunk to aim at: 2 MB. */
const chunkNumbers = 2 ** 18;
const smallestShift = 4;
const largestShift = 13;
const firstStride = 4;

export class ColumnStore {
  readonly width: number;
  private rows = 0;
  private readonly shift: number;
  private readonly chunks: Float64Array[] = [];
  private stride = firstStride;

  constructor(width: number) {
    this.width = width;
    // the exponent of the largest power of two that is not larger; −1 when not one row fits
    const wanted = 31 - Math.clz32(chunkNumbers / Math.max(1, width));
    this.shift = Math.max(smallestShift, Math.min(largestShift, wanted));
  }

  get rowCount(): number {
    return this.rows;
  }

  /** Numbers that are allocated. */
  get capacity(): number {
    let total = 0;
    for (let k = 0; k < this.chunks.length; k++) total += this.chunks[k]!.length;
    return total;
  }

  /** Appends row[entries[0]], row[entries[1]], … */
  append(row: Float64Array, entries: Int32Array): void {
    const r = this.rows & ((1 << this.shift) - 1);
    const k = this.rows >> this.shift;
    if (k === this.chunks.length) this.addChunk();
    else if (r === this.stride) this.growFirstChunk();

    const chunk = this.chunks[k]!;
    const { stride } = this;
    for (let j = 0, at = r; j < this.width; j++, at += stride) chunk[at] = row[entries[j]!]!;
    this.rows++;
  }

  get(row: number, column: number): number {
    const k = row >> this.shift;
    return this.chunks[k]![column * this.stride + (row & ((1 << this.shift) - 1))]!;
  }

  /** out[offset], … ← rows `from` to `to` − 1 of the column. */
  read(column: number, from: number, to: number, out: Float64Array, offset: number): void {
    for (let row = from; row < to; ) {
      const k = row >> this.shift;
      const end = Math.min(to, (k + 1) << this.shift);
      const start = column * this.stride + row - (k << this.shift);
      out.set(this.chunks[k]!.subarray(start, start + end - row), offset + row - from);
      row = end;
    }
  }

  private addChunk(): void {
    this.chunks.push(new Float64Array(this.stride * this.width));
  }

  private growFirstChunk(): void {
    const { stride, width } = this;
    const old = this.chunks[0]!;
    const grown = new Float64Array(2 * old.length);
    // columns are short while the first chunk grows: a view for each would cost more than its numbers
    for (let j = 0, from = 0, to = 0; j < width; j++, to += stride)
      for (let i = 0; i < stride; i++) grown[to++] = old[from++]!;
    this.stride *= 2;
    this.chunks[0] = grown;
  }
}
