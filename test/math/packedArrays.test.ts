import { describe, expect, it } from "vitest";
import { PackedArrays } from "../../src/math/packedArrays.ts";

describe("arrays in one piece of memory", () => {
  it("are zero, apart from each other, and begin at multiples of 8 bytes", () => {
    const arrays = new PackedArrays(3, 16);
    const [a, b, c, d] = [arrays.bytes(3), arrays.doubles(2), arrays.integers(1), arrays.doubles(1)];
    a.fill(1);
    b.fill(2);
    c.fill(3);
    d.fill(4);
    expect([...a, ...b, ...c, ...d]).toEqual([1, 1, 1, 2, 2, 3, 4]);
    for (const { byteOffset, buffer } of [a, b, c, d]) {
      expect(byteOffset % 8).toBe(0);
      expect(buffer).toBe(a.buffer);
    }
  });

  it("that do not fit go into another piece; those taken before stay as they are", () => {
    const arrays = new PackedArrays(2);
    const first = arrays.doubles(2).fill(1);
    const second = arrays.doubles(5).fill(2);
    expect([...first, ...second]).toEqual([1, 1, 2, 2, 2, 2, 2]);
    expect(second.buffer).not.toBe(first.buffer);
  });

  it("are zero again after their memory was released, and fit into one piece then", () => {
    const arrays = new PackedArrays(0);
    for (let round = 0; round < 3; round++) {
      const taken = [arrays.doubles(3), arrays.integers(5), arrays.bytes(9), arrays.doubles(1)];
      for (const array of taken) {
        expect([...array].every((x) => x === 0)).toBe(true);
        array.fill(7);
      }
      if (round > 0) expect(new Set(taken.map(({ buffer }) => buffer)).size).toBe(1);
      arrays.release();
    }
  });
});
