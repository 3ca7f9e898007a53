// Units against their definitions: BIPM, The International System of Units, 9th edition (2019); NIST Special Publication 811 (2008).
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseUnit } from "../../src/language/units.ts";

/** In SI base units, written out: the definitions as numbers, not as the sources compute them. */
const factors: Readonly<Record<string, number>> = {
  m: 1,
  kg: 1,
  g: 0.001,
  s: 1,
  A: 1,
  K: 1,
  mol: 1,
  cd: 1,
  rad: 1,
  sr: 1,
  Hz: 1,
  N: 1,
  Pa: 1,
  J: 1,
  W: 1,
  C: 1,
  V: 1,
  F: 1,
  Ohm: 1,
  Ω: 1,
  S: 1,
  Wb: 1,
  T: 1,
  H: 1,
  lm: 1,
  lx: 1,
  min: 60,
  h: 3600,
  hr: 3600,
  d: 86400,
  deg: 0.017453292519943295,
  "°": 0.017453292519943295,
  rev: 6.283185307179586,
  // a turn per minute: 2π/60 rad/s
  rpm: 0.10471975511965977,
  "%": 0.01,
  l: 0.001,
  L: 0.001,
  t: 1000,
  bar: 100000,
  atm: 101325,
  eV: 1.602176634e-19,
  Wh: 3600,
  Ah: 3600,
  degC: 1,
  "°C": 1,
  in: 0.0254,
  ft: 0.3048,
  lb: 0.45359237,
};

/** m, kg, s, A, K, mol, cd. */
const dimensions: Readonly<Record<string, readonly number[]>> = {
  N: [1, 1, -2, 0, 0, 0, 0],
  Pa: [-1, 1, -2, 0, 0, 0, 0],
  J: [2, 1, -2, 0, 0, 0, 0],
  W: [2, 1, -3, 0, 0, 0, 0],
  C: [0, 0, 1, 1, 0, 0, 0],
  V: [2, 1, -3, -1, 0, 0, 0],
  F: [-2, -1, 4, 2, 0, 0, 0],
  Ohm: [2, 1, -3, -2, 0, 0, 0],
  S: [-2, -1, 3, 2, 0, 0, 0],
  Wb: [2, 1, -2, -1, 0, 0, 0],
  T: [0, 1, -2, -1, 0, 0, 0],
  H: [2, 1, -2, -2, 0, 0, 0],
  rpm: [0, 0, -1, 0, 0, 0, 0],
  rad: [0, 0, 0, 0, 0, 0, 0],
  l: [3, 0, 0, 0, 0, 0, 0],
};

const prefixes: Readonly<Record<string, number>> = {
  f: -15,
  p: -12,
  n: -9,
  u: -6,
  µ: -6,
  m: -3,
  c: -2,
  d: -1,
  da: 1,
  h: 2,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
};

const near = (value: number, expected: number) => expect(Math.abs(value / expected - 1)).toBeLessThan(4e-16);

describe("a unit", () => {
  it.each(Object.keys(factors))("%s has the factor of its definition", (name) => {
    near(parseUnit(name).factor, factors[name]!);
  });

  it.each(Object.keys(dimensions))("%s has the dimension of its definition", (name) => {
    expect([...parseUnit(name).dimension]).toEqual(dimensions[name]);
  });

  it("has a zero of its own only for temperatures alone", () => {
    expect([parseUnit("degC").offset, parseUnit("°C").offset]).toEqual([273.15, 273.15]);
    expect(Object.keys(factors).filter((name) => parseUnit(name).offset !== 0)).toEqual(["degC", "°C"]);
    expect(parseUnit("W/degC").offset).toBe(0);
  });

  it("takes prefixes, each a power of ten", () => {
    for (const [prefix, power] of Object.entries(prefixes))
      for (const name of ["V", "Pa", "m"]) near(parseUnit(`${prefix}${name}`).factor, 10 ** power);
    for (const none of ["kmin", "mrpm", "kdegC", "k%", "kin"]) expect(() => parseUnit(none)).toThrow("E-UNIT-TEXT");
  });

  it("has exponents up to 12 either way, and no larger ones", () => {
    for (const exponent of [12, -12, 0.5, 0]) {
      const unit = parseUnit(`mm^(${exponent})`);
      expect(unit.dimension[0]).toBe(exponent);
      near(unit.factor, 0.001 ** exponent);
    }
    for (const exponent of ["13", "-13", "12.5", "1e9", "x", ""])
      expect(() => parseUnit(`m^(${exponent})`)).toThrow("E-UNIT-TEXT");
    expect(() => parseUnit("m^13")).toThrow("E-UNIT-TEXT");
    expect(parseUnit("m12").dimension[0]).toBe(12);
  });

  it("has at most twenty parentheses inside each other", () => {
    const nested = (depth: number) => `${"(".repeat(depth)}m${")".repeat(depth)}`;
    expect(parseUnit(nested(20)).dimension[0]).toBe(1);
    expect(() => parseUnit(nested(21))).toThrow("too many parentheses");
  });

  it("of a product is the product of units, of a quotient the quotient", () => {
    const names = fc.constantFrom(...Object.keys(factors).filter((name) => !/C$|°|%/.test(name)));
    fc.assert(
      fc.property(names, names, fc.integer({ min: -3, max: 3 }), (a, b, n) => {
        const [ua, ub] = [parseUnit(a), parseUnit(b)];
        near(parseUnit(`${a}*${b}`).factor, ua.factor * ub.factor);
        near(parseUnit(`${a}/${b}`).factor, ua.factor / ub.factor);
        expect([...parseUnit(`${a}.${b}`).dimension]).toEqual(ua.dimension.map((x, i) => x + ub.dimension[i]!));
        expect(parseUnit(`${a}^(${n})`).dimension.map((x) => x + 0)).toEqual(ua.dimension.map((x) => n * x + 0));
      }),
    );
  });
});
