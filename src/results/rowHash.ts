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
  const hash = new RowHash(segments, rows);
  hash.advance(Number.POSITIVE_INFINITY);
  return hash.text;
}

const isLittle = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
const nan = 0x7ff80000;
const [factorA, factorB] = [0x01000193, 0x5bd1e995];

/** The same in pieces, for those who have other things to do. */
export class RowHash {
  private readonly segments: readonly Segment[];
  private readonly rows: number;
  private segment = 0;
  private rowInSegment = 0;
  private row = new Float64Array(0);
  /** Both lanes. */
  private readonly lanes = Int32Array.of(0x811c9dc5, 0x9747b28c);
  private readonly number = new Float64Array(1);
  private readonly words: Int32Array;

  constructor(segments: readonly Segment[], rows = Number.POSITIVE_INFINITY) {
    this.segments = segments;
    this.rows = rows;
    this.words = new Int32Array(this.number.buffer);
  }

  /** Takes in as many rows as have about so many numbers; whether there are no more. */
  advance(numbers: number): boolean {
    let left = numbers;
    for (; this.segment < this.segments.length; this.segment++, this.rowInSegment = 0) {
      const { layout, firstRow, times, kinds, values } = this.segments[this.segment]!;
      if (this.row.length !== layout.width) this.row = new Float64Array(layout.width);
      const { row } = this;
      const end = Math.min(times.length, this.rows - firstRow);
      for (; this.rowInSegment < end; this.rowInSegment++) {
        if (left <= 0) return false;
        this.add(times[this.rowInSegment]!);
        this.add(kinds[this.rowInSegment]!);
        values.readRow(this.rowInSegment, row);
        for (let k = 0; k < row.length; k++) this.add(row[k]!);
        left -= 2 + row.length;
      }
    }
    return true;
  }

  /** Of what was taken in. */
  get text(): string {
    return mixed(this.lanes[0]!) + mixed(this.lanes[1]!);
  }

  private add(x: number): void {
    const { number, words, lanes } = this;
    number[0] = x;
    const isNumber = !Number.isNaN(x);
    const upper = isNumber ? words[isLittle ? 1 : 0]! : nan;
    const lower = isNumber ? words[isLittle ? 0 : 1]! : nan;
    const b = Math.imul(lanes[1]! ^ upper, factorB) ^ (lanes[1]! >>> 15);
    lanes[0] = Math.imul(Math.imul(lanes[0]! ^ upper, factorA) ^ lower, factorA);
    lanes[1] = Math.imul(b ^ lower, factorB) ^ (b >>> 15);
  }
}

function mixed(h: number): string {
  let x = h ^ (h >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  x ^= x >>> 16;
  return (x >>> 0).toString(16).padStart(8, "0");
}
