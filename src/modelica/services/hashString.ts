/**
 * The 32-bit hash of a text, as the Modelica library computes seeds from names.
 *
 * Source   [Partow2002], the hash that mixes bytes in pairs
 */
export function hashString(text: string): number {
  let hash = 0xaaaaaaaa | 0;
  new TextEncoder().encode(text).forEach((byte, k) => {
    hash ^= k % 2 === 0 ? (hash << 7) ^ Math.imul(byte, hash >>> 3) : ~((hash << 11) + (byte ^ (hash >>> 5)));
  });
  return hash;
}
