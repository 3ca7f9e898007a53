import { describe, expect, it } from "vitest";
import { hashBytes, hashNumbers } from "../../src/results/stateHash.ts";

describe("the hash of final states", () => {
  it("is FNV-1a with 64 bits: the published values of short texts", () => {
    const hashText = (text: string) => hashBytes(new TextEncoder().encode(text));
    expect(hashText("")).toBe("cbf29ce484222325");
    expect(hashText("a")).toBe("af63dc4c8601ec8c");
    expect(hashText("foobar")).toBe("85944171f73967e8");
  });

  it("is that of the little-endian bytes of the doubles", () => {
    const bytes = Uint8Array.of(0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0xc0);
    expect(hashNumbers([1, -2])).toBe(hashBytes(bytes));
  });

  it("differs when one bit of one state differs, and for 0 and −0", () => {
    const states = [0.1, 0.2, 0.3];
    expect(hashNumbers(states)).not.toBe(hashNumbers([0.1, 0.2, 0.3 + Number.EPSILON / 4]));
    expect(hashNumbers([0])).not.toBe(hashNumbers([-0]));
    expect(hashNumbers([0, 1])).not.toBe(hashNumbers([1, 0]));
  });

  it("takes all NaN as one", () => {
    const bits = new BigUint64Array([0xfff8000000000001n]);
    expect(hashNumbers(new Float64Array(bits.buffer))).toBe(hashNumbers([Number.NaN]));
  });
});
