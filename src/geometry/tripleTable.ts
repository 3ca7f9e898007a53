/**
 * Numbers triples of numbers in the order in which they first occur: equal ones have the same number. For the hundred thousands of corners,
 * edges and faces of a mesh, where a Map with texts as keys takes seconds.
 */
export class TripleTable {
  /** Packed, in the order of their numbers; the first 3·size entries are used. */
  private keys: Float64Array;
  /** Number of a triple plus one; 0: none. Open addressing, size a power of two. */
  private slots: Int32Array;
  private count = 0;
  private readonly numbers = new Float64Array(3);
  private readonly words: Uint32Array;

  constructor(entries: number) {
    const expected = Math.max(8, Math.ceil(entries));
    let capacity = 16;
    while (capacity < 2 * expected) capacity *= 2;
    this.keys = new Float64Array(3 * expected);
    this.slots = new Int32Array(capacity);
    this.words = new Uint32Array(this.numbers.buffer);
  }

  get size(): number {
    return this.count;
  }

  /** The triples, packed. */
  get triples(): Float64Array {
    return this.keys.slice(0, 3 * this.count);
  }

  /** The number of a triple, which is `size` before the call when it is new. −0 is 0. */
  numberOf(a: number, b: number, c: number): number {
    let slot = this.slotOf(a + 0, b + 0, c + 0);
    if (this.slots[slot] !== 0) return this.slots[slot] - 1;
    if (3 * this.count === this.keys.length) {
      this.grow();
      slot = this.slotOf(a + 0, b + 0, c + 0);
    }
    this.keys.set(this.numbers, 3 * this.count);
    this.slots[slot] = ++this.count;
    return this.count - 1;
  }

  /** Where the triple is, or would be. */
  private slotOf(a: number, b: number, c: number): number {
    const { numbers, words, slots, keys } = this;
    numbers[0] = a;
    numbers[1] = b;
    numbers[2] = c;
    let hash = 0;
    for (let k = 0; k < 6; k++) {
      hash = Math.imul(hash ^ words[k], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const at = 3 * (slots[slot] - 1);
      if (at < 0 || (keys[at] === a && keys[at + 1] === b && keys[at + 2] === c)) return slot;
    }
  }

  private grow(): void {
    const [keys, used] = [this.keys, this.count];
    this.keys = new Float64Array(2 * keys.length);
    this.keys.set(keys);
    if (4 * used < this.slots.length) return;
    this.slots = new Int32Array(2 * this.slots.length);
    for (let k = 0; k < used; k++) this.slots[this.slotOf(keys[3 * k], keys[3 * k + 1], keys[3 * k + 2])] = k + 1;
  }
}
