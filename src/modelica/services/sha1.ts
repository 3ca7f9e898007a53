/**
 * The SHA-1 hash of bytes, as 40 hexadecimal digits. It names cached data; nothing is kept secret by it.
 *
 * Source   FIPS PUB 180-4, sec. 5 and 6.1
 */
export function sha1(bytes: Uint8Array): string {
  const hash = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  const padded = withLength(bytes);
  const words = new Int32Array(80);
  for (let block = 0; block < padded.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = padded.getInt32(block + 4 * i);
    for (let i = 16; i < 80; i++)
      words[i] = rotated(words[i - 3]! ^ words[i - 8]! ^ words[i - 14]! ^ words[i - 16]!, 1);
    let [a, b, c, d, e] = hash as [number, number, number, number, number];
    for (let i = 0; i < 80; i++) {
      const [f, k] =
        i < 20
          ? [(b & c) | (~b & d), 0x5a827999]
          : i < 40
            ? [b ^ c ^ d, 0x6ed9eba1]
            : i < 60
              ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
              : [b ^ c ^ d, 0xca62c1d6];
      const next = (rotated(a, 5) + f + e + k + words[i]!) | 0;
      [e, d, c, b, a] = [d, c, rotated(b, 30), a, next];
    }
    [a, b, c, d, e].forEach((value, i) => {
      hash[i] = (hash[i]! + value) | 0;
    });
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

/** The bytes, a one, zeros, and the number of bits in the last eight bytes of whole blocks of 64. */
function withLength(bytes: Uint8Array): DataView {
  const padded = new Uint8Array(64 * Math.ceil((bytes.length + 9) / 64));
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (8 * bytes.length) >>> 0);
  return view;
}
