/**
 * Arrays one after the other in one piece of memory. Making the piece costs about as much as making one of them, and a piece that
 * is used again costs no more than clearing it: a change of structure during a run needs some hundred arrays.
 */
const bytesOfDouble = 8;

export class PackedArrays {
  private memory: ArrayBuffer;
  private used = 0;
  /** Taken from this piece and those before it, since the last release. */
  private needed = 0;
  /** The piece has been used before: what is taken from it must be cleared. */
  private isOld = false;

  /** Room for numbers of 8 bytes, and for arrays of smaller numbers; each of these takes up to 7 bytes more than it needs. */
  constructor(doubles: number, otherBytes = 0) {
    this.memory = new ArrayBuffer(bytesOfDouble * doubles + otherBytes);
  }

  /** Zeros. */
  doubles(length: number): Float64Array {
    const at = this.take(bytesOfDouble * length);
    const array = new Float64Array(this.memory, at, length);
    if (this.isOld) array.fill(0);
    return array;
  }

  integers(length: number): Int32Array {
    const at = this.take(4 * length);
    const array = new Int32Array(this.memory, at, length);
    if (this.isOld) array.fill(0);
    return array;
  }

  bytes(length: number): Uint8Array {
    const at = this.take(length);
    const array = new Uint8Array(this.memory, at, length);
    if (this.isOld) array.fill(0);
    return array;
  }

  /** Nobody uses the arrays any more: their memory is given out again. */
  release(): void {
    // what did not fit into one piece will
    if (this.needed > this.memory.byteLength) this.memory = new ArrayBuffer(this.needed);
    else this.isOld = true;
    this.used = 0;
    this.needed = 0;
  }

  /** Every array begins at a multiple of 8 bytes. What does not fit goes into another piece. */
  private take(bytes: number): number {
    const padded = bytesOfDouble * Math.ceil(bytes / bytesOfDouble);
    if (this.used + padded > this.memory.byteLength) {
      this.memory = new ArrayBuffer(Math.max(padded, 2 * this.memory.byteLength));
      this.used = 0;
      this.isOld = false;
    }
    const at = this.used;
    this.used += padded;
    this.needed += padded;
    return at;
  }
}
