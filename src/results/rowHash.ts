/**
 * A hash of everything that was recorded, to tell whether two runs are the same to the last bit, in whatever engine they ran.
 *
 * Source   [FowlerNollVo] FNV-1a, 32 bits, over words instead of bytes, in two lanes with different beginnings and
 *          factors, whose bits are mixed once more at the end
 * Holds    The same bits give the same text on every machine. All NaN count as one; −0 and 0 differ.
 */
import type { Segment } from "./recording.ts";

/** 16 hexadecimal digits from times, kinds and values of all rows, or of the first ones. */
export function hashRows(segments: readonly Segment[], rows = Number.POSITIVE_INFINITY): string {
  const bits = new DataView(new ArrayBuffer(8));
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  const add = (x: number): void => {
    bits.setFloat64(0, x);
    const isNumber = !Number.isNaN(x);
    for (const place of [0, 4]) {
      const word = isNumber ? bits.getInt32(place) : 0x7ff80000;
      a = Math.imul(a ^ word, 0x01000193);
      b = Math.imul(b ^ word, 0x5bd1e995) ^ (b >>> 15);
    }
  };
  for (const { layout, firstRow, times, kinds, values } of segments) {
    const row = new Float64Array(layout.width);
    for (let i = 0; i < times.length && firstRow + i < rows; i++) {
      add(times[i]!);
      add(kinds[i]!);
      values.readRow(i, row);
      for (let k = 0; k < row.length; k++) add(row[k]!);
    }
  }
  return mixed(a) + mixed(b);
}

function mixed(h: number): string {
  let x = h ^ (h >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  x ^= x >>> 16;
  return (x >>> 0).toString(16).padStart(8, "0");
}
