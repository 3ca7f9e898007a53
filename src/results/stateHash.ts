/**
 * A hash of the bits of numbers, to tell whether two runs ended in exactly the same states.
 *
 * Source   [FowlerNollVo] FNV-1a, 64 bits, over the bytes of the doubles in little-endian order.
 *          h ← (h xor byte) · p  mod 2^64
 * Holds    The same bits give the same text on every machine. All NaN count as one; −0 and 0 differ.
 */

const offsetBasis = 0xcbf29ce484222325n;
const prime = 0x100000001b3n;

/** 16 hexadecimal digits. */
export function hashNumbers(values: ArrayLike<number>): string {
  const bytes = new Uint8Array(8 * values.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; i++) {
    const x = values[i]!;
    if (Number.isNaN(x)) view.setUint32(8 * i + 4, 0x7ff80000, true);
    else view.setFloat64(8 * i, x, true);
  }
  return hashBytes(bytes);
}

export function hashBytes(bytes: Uint8Array): string {
  let h = offsetBasis;
  for (const byte of bytes) h = BigInt.asUintN(64, (h ^ BigInt(byte)) * prime);
  return h.toString(16).padStart(16, "0");
}
