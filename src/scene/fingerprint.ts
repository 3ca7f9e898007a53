/**
 * A fast 128-bit fingerprint of data, to find equal geometry and to name things in files. Four lanes of multiply and
 * exclusive-or, each with its own odd multiplier, then mixed; not meant to withstand an attack.
 */

const multipliers = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f] as const;

/** 32 hexadecimal digits. */
function fingerprint(words: ArrayLike<number>): string {
  const lanes = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344];
  for (let k = 0; k < words.length; k++) {
    for (let i = 0; i < 4; i++) {
      const mixed = Math.imul(lanes[i]! ^ words[k]!, multipliers[i]!);
      lanes[i] = (mixed << 13) | (mixed >>> 19);
    }
  }
  // every lane into every other one, twice
  for (let round = 0; round < 8; round++) {
    const i = round % 4;
    const mixed = Math.imul(lanes[i]! ^ lanes[(i + 3) % 4]! ^ words.length, multipliers[i]!);
    lanes[i] = mixed ^ (mixed >>> 15);
  }
  return lanes.map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}

function textFingerprint(text: string): string {
  return fingerprint(Array.from({ length: text.length }, (_, k) => text.charCodeAt(k)));
}

/** Of the bits of numbers. */
export function numbersFingerprint(numbers: Float64Array | Int32Array): string {
  return fingerprint(new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.byteLength / 4));
}

/** The same name always has the same UUID; version 8, as self-made ones are. */
export function uuidOf(name: string): string {
  const hex = textFingerprint(name);
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
    "-",
  );
}
