/**
 * The 32-bit hash of a text, as the Modelica library computes seeds from names.
 *
 * Source   [Jenkins1996], blocks of twelve bytes; the start value of c is the library's
 */

const goldenRatio = 0x9e3779b9 | 0;
const start = 0xfeedbeef | 0;

export function hashString(text: string): number {
  const bytes = new TextEncoder().encode(text);
  const state = Int32Array.of(goldenRatio, goldenRatio, start);
  let at = 0;
  for (; bytes.length - at >= 12; at += 12) {
    for (let k = 0; k < 3; k++) state[k] = (state[k]! + word(bytes, at + 4 * k, 4)) | 0;
    mix(state);
  }
  const rest = bytes.length - at;
  state[0] = (state[0]! + word(bytes, at, Math.min(4, rest))) | 0;
  state[1] = (state[1]! + word(bytes, at + 4, Math.min(4, Math.max(0, rest - 4)))) | 0;
  // the lowest byte of c is the length
  state[2] = (state[2]! + bytes.length + (word(bytes, at + 8, Math.max(0, rest - 8)) << 8)) | 0;
  mix(state);
  return state[2]!;
}

/** `count` bytes from `at`, the first is the lowest. */
function word(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let k = 0; k < count; k++) value |= bytes[at + k]! << (8 * k);
  return value;
}

function mix(s: Int32Array): void {
  let [a, b, c] = [s[0]!, s[1]!, s[2]!];
  a = (a - b - c) ^ (c >>> 13);
  b = (b - c - a) ^ (a << 8);
  c = (c - a - b) ^ (b >>> 13);
  a = (a - b - c) ^ (c >>> 12);
  b = (b - c - a) ^ (a << 16);
  c = (c - a - b) ^ (b >>> 5);
  a = (a - b - c) ^ (c >>> 3);
  b = (b - c - a) ^ (a << 10);
  c = (c - a - b) ^ (b >>> 15);
  s[0] = a;
  s[1] = b;
  s[2] = c;
}
