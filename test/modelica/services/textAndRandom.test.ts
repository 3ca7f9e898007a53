import { describe, expect, it } from "vitest";
import { hashString } from "../../../src/modelica/services/hashString.ts";
import { xorshift64star, xorshift128plus, xorshift1024star } from "../../../src/modelica/services/randomNumbers.ts";
import { realSpectrum } from "../../../src/modelica/services/realFft.ts";
import {
  compareStrings,
  scanIdentifier,
  scanInteger,
  scanReal,
  scanString,
  skipWhiteSpace,
  substring,
} from "../../../src/modelica/services/strings.ts";

describe("random numbers", () => {
  it("are those of the definitions in 64-bit arithmetic", () => {
    // x = 1: x ^= x>>12 (1), x ^= x<<25 (0x2000001), x ^= x>>27 (0x2000001), times the constant
    const expected = BigInt.asIntN(64, 0x2000001n * 2685821657736338717n);
    expect(xorshift64star([1, 0]).value).toBe(Number(expected) * 2 ** -64 + 0.5);
    // s = (1, 2): s1 = 1 ^ 1<<23, sum = (s1 ^ 2 ^ s1>>17 ^ 2>>26) + 2
    const s1 = 1n ^ (1n << 23n);
    const sum = (s1 ^ 2n ^ (s1 >> 17n)) + 2n;
    expect(xorshift128plus([1, 0, 2, 0])).toEqual({
      state: Int32Array.of(2, 0, Number(sum), 0),
      value: Number(sum) * 2 ** -64 + 0.5,
    });
  });

  it("fill the unit interval evenly and go on from their state", () => {
    let state: ArrayLike<number> = Int32Array.from({ length: 33 }, (_, k) => (k === 32 ? 0 : (k + 1) * 0x9e3779b1));
    let sum = 0;
    let squares = 0;
    for (let k = 0; k < 4000; k++) {
      const step = xorshift1024star(state);
      state = step.state;
      sum += step.value;
      squares += step.value ** 2;
    }
    expect(Math.abs(sum / 4000 - 0.5)).toBeLessThan(4 * Math.sqrt(1 / 12 / 4000));
    expect(Math.abs(squares / 4000 - 1 / 3)).toBeLessThan(0.02);
  });

  it("begin at a place of which four bits count", () => {
    const words = Array.from({ length: 32 }, (_, k) => (k + 1) * 0x9e3779b1);
    expect(xorshift1024star([...words, -2063533607])).toEqual(xorshift1024star([...words, 9]));
  });
});

describe("the hash of a text", () => {
  it("is the one whose values the documentation of the library tells", () => {
    expect(hashString("this is a test")).toBe(1827717433);
    expect(hashString("Controller.noise1")).toBe(-1025762750);
  });

  it("depends on every byte and on the length, and is a 32-bit Integer", () => {
    const texts = [
      "",
      "a",
      "b",
      "aa",
      "0123456789a",
      "0123456789ab",
      "0123456789abc",
      "0123456789abcdefghijklmnopqrstuvwxyz",
      "ä",
    ];
    const hashes = texts.map(hashString);
    expect(new Set(hashes).size).toBe(texts.length);
    for (const hash of hashes) expect(hash).toBe(hash | 0);
  });
});

describe("strings", () => {
  it("are counted in bytes of UTF-8 from 1", () => {
    expect(substring("abcdef", 2, 4)).toBe("bcd");
    expect(substring("abc", 3, 99)).toBe("c");
    expect(substring("abc", 4, 9)).toBe("");
    expect(substring("äb", 3, 3)).toBe("b");
    expect(skipWhiteSpace("  x", 1)).toBe(3);
    expect(skipWhiteSpace("x \t", 2)).toBe(4);
  });

  it("compare by bytes, with or without case", () => {
    expect(compareStrings("a", "b", true)).toBe(1);
    expect(compareStrings("abc", "ab", true)).toBe(3);
    expect(compareStrings("ABC", "abc", false)).toBe(2);
  });

  it("are scanned token by token; an unchanged index says that nothing was found", () => {
    expect(scanReal("x =  -1.5e2;", 4, false)).toEqual({ nextIndex: 12, value: -150 });
    expect(scanReal("-1", 1, true)).toEqual({ nextIndex: 1, value: 0 });
    expect(scanInteger(" 42 ", 1, false)).toEqual({ nextIndex: 4, value: 42 });
    expect(scanInteger("4.2", 1, false)).toEqual({ nextIndex: 1, value: 0 });
    expect(scanString(' "a \\" b" c', 1)).toEqual({ nextIndex: 10, value: 'a \\" b' });
    expect(scanIdentifier(" a_1+", 1)).toEqual({ nextIndex: 5, value: "a_1" });
  });
});

describe("the spectrum of a signal", () => {
  it("has one line per sine, for lengths of all small factors", () => {
    for (const n of [8, 12, 30, 60]) {
      const signal = Float64Array.from({ length: n }, (_, j) => 1 + 3 * Math.cos((2 * Math.PI * 2 * j) / n + 0.4));
      const { amplitudes, phases } = realSpectrum(signal);
      const lines = n / 2 + 1;
      expect(amplitudes.length).toBe(lines);
      expect(amplitudes[0]! * lines).toBeCloseTo(n, 10);
      expect(amplitudes[2]! * lines).toBeCloseTo((3 * n) / 2, 10);
      expect(phases[2]).toBeCloseTo(0.4, 10);
      expect(amplitudes[3]! * lines).toBeCloseTo(0, 10);
    }
  });
});
