import { describe, expect, it } from "vitest";
import {
  derivativeName,
  elementName,
  modelicaName,
  parseIndices,
  parseSignalName,
} from "../../src/results/signalName.ts";

describe("names of signals", () => {
  it.each([
    ["a.b.x", "a.b.x", undefined],
    ["der(a.b.x)", "a.b.der(x)", undefined],
    ["a.b.der(x)", "a.b.der(x)", undefined],
    ["a.der(b.x)", "a.b.der(x)", undefined],
    ["der(der(a.x))", "a.der(der(x))", undefined],
    ["a.der(der(x))", "a.der(der(x))", undefined],
    ["der(r[2])", "der(r)", "2"],
    ["der(a.r)[2]", "a.der(r)", "2"],
    [" m[1, 2] ", "m", "1, 2"],
    ["arm[3].phi", "arm[3].phi", undefined],
    ["der(arm[3].phi)", "arm[3].der(phi)", undefined],
    ["derby", "derby", undefined],
    ["d(x)/d(k)", "d(x)/d(k)", undefined],
    ["der(x", "der(x", undefined],
    ["a.f(x)", "a.f(x)", undefined],
  ])("%s means %s, index %s", (text, base, indexText) => {
    expect(parseSignalName(text)).toEqual({ base, indexText });
  });

  it("derivatives carry der at the leaf", () => {
    expect(derivativeName("a.b.x")).toBe("a.b.der(x)");
    expect(derivativeName("a.der(x)")).toBe("a.der(der(x))");
    expect(derivativeName("x")).toBe("der(x)");
    expect(derivativeName(".x")).toBe(".der(x)");
    expect(derivativeName("a.b[3]")).toBe("a.der(b[3])");
    expect(derivativeName("a.f(b.c)")).toBe("a.der(f(b.c))");
  });

  it("are spelt for Modelica with der outside, and both spellings mean the same signal", () => {
    expect(modelicaName("a.der(der(x))")).toBe("der(der(a.x))");
    expect(modelicaName("a.der(r)[2]")).toBe("der(a.r[2])");
    expect(modelicaName("a.m[1,2]")).toBe("a.m[1,2]");
    expect(modelicaName("a.f(x)")).toBe("a.f(x)");
    expect(modelicaName("a.der(x")).toBe("a.der(x");
    for (const name of ["a.der(der(x))", "a.der(r)[2]", "a.b.c", "der(x)", "arm[3].der(phi)"]) {
      expect(parseSignalName(modelicaName(name))).toEqual(parseSignalName(name));
    }
  });

  it("elements count from 1", () => {
    expect(elementName("m", [0, 1])).toBe("m[1,2]");
    expect(elementName("x", [])).toBe("x");
  });

  it("indices are numbers and ranges", () => {
    expect(parseIndices("2, 1:3, :, 4:")).toEqual([
      { from: 2, to: 2, isRange: false },
      { from: 1, to: 3, isRange: true },
      { from: 1, to: Infinity, isRange: true },
      { from: 4, to: Infinity, isRange: true },
    ]);
    expect(parseIndices("12, 10 : 345, :67")).toEqual([
      { from: 12, to: 12, isRange: false },
      { from: 10, to: 345, isRange: true },
      { from: 1, to: 67, isRange: true },
    ]);
    for (const text of ["", "a", "1.5", "-1", "1,,2", "1x:2", "1:y2", "1:2:3"])
      expect(parseIndices(text)).toBeUndefined();
  });
});
