/** Numbers by the key of a pair, for thousands of pairs that are others at every instant: nothing is allocated once it is large enough. */
const nobody = -1;
/** Knuth's multiplier: 2³² over the golden ratio. */
const multiplier = 0x9e3779b1;

export class PairTable {
  private count = 0;
  private bits = 8;
  /** Two times as many places as entries at least; the entry of a key is at its first place, or the next ones when that is taken. */
  private keys = new Float64Array(1 << this.bits).fill(nobody);
  private values = new Int32Array(2 << this.bits);

  clear(): void {
    this.count = 0;
    this.keys.fill(nobody);
  }

  /** `key`: a whole number, not negative, that is not in the table. */
  add(key: number, first: number, second: number): void {
    if (2 * ++this.count > this.keys.length) this.grow();
    const place = this.placeOf(key);
    this.keys[place] = key;
    this.values[2 * place] = first;
    this.values[2 * place + 1] = second;
  }

  /** Where to read() the numbers of a key, −1 for a key that is not in the table. */
  find(key: number): number {
    const place = this.placeOf(key);
    return this.keys[place] === key ? place : nobody;
  }

  /** The first (i = 0) or second (1) number at a place. */
  read(place: number, i: number): number {
    return this.values[2 * place + i];
  }

  private placeOf(key: number): number {
    const { keys, bits } = this;
    const last = keys.length - 1;
    let place = Math.imul(key, multiplier) >>> (32 - bits);
    while (keys[place] !== nobody && keys[place] !== key) place = (place + 1) & last;
    return place;
  }

  private grow(): void {
    const { keys, values } = this;
    this.bits++;
    this.keys = new Float64Array(1 << this.bits).fill(nobody);
    this.values = new Int32Array(2 << this.bits);
    for (let old = 0; old < keys.length; old++) {
      if (keys[old] === nobody) continue;
      const place = this.placeOf(keys[old]);
      this.keys[place] = keys[old];
      this.values[2 * place] = values[2 * old];
      this.values[2 * place + 1] = values[2 * old + 1];
    }
  }
}
