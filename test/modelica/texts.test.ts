// Texts of values: what C prints for a format, and what an operator record says of itself.
import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { formatC } from "../../src/modelica/values/format.ts";
import { simulate } from "../../src/run/simulate.ts";

describe("formats", () => {
  it("fill with zeros, show signs, and know all conversions of whole numbers", () => {
    const shown = (x: number, format: string): string => formatC(x, format);
    expect(
      ["05d", "-5d|", "+d", " d", ".3d", "x", "X", "o", "u", "c"].map((f) => shown(65, f.replace("|", ""))),
    ).toEqual(["00065", "65   ", "+65", " 65", "065", "41", "41", "101", "65", "A"]);
    expect([shown(-65, "05d"), shown(-1, "x"), shown(-0.4, "d"), shown(-7, " 06.2d")]).toEqual([
      "-0065",
      "ffffffff",
      "0",
      "   -07",
    ]);
  });

  it("show Reals with their digits, however large", () => {
    expect([formatC(2.5, "08.3f"), formatC(-2.5, "08.1e"), formatC(1e22, ".1f"), formatC(-0, "g")]).toEqual([
      "0002.500",
      "-2.5e+00",
      "10000000000000000000000.0",
      "-0",
    ]);
    expect([formatC(Number.POSITIVE_INFINITY, "06f"), formatC(1234.5678, ".2f"), formatC(1e-7, "G")]).toEqual([
      "   inf",
      "1234.57",
      "1E-07",
    ]);
  });

  it("that C does not know are refused", () => {
    const text = 'model M parameter String s = String(1.5, format = "5z"); Boolean b = s == "1"; end M;';
    expect(() => importModelica({ texts: { "M.mo": text } }).instantiate("M")).toThrow(RattlebackError);
    expect(() => importModelica({ texts: { "M.mo": text } }).instantiate("M")).toThrow('"5z" is not a format');
  });
});

it("String of an operator record is what its operator says", () => {
  const text = `
    package T
      operator record V
        Real x; Real y;
        encapsulated operator 'String'
          function show import T.V; input V v; input String unit = "m"; output String s;
          algorithm s := "(" + String(v.x) + ", " + String(v.y) + ") " + unit; end show;
        end 'String';
      end V;
      model M
        parameter V v(x = 1, y = 2.5);
        Boolean plain = String(v) == "(1, 2.5) m";
        Boolean named = String(V(3, 4), unit = "mm") == "(3, 4) mm";
      end M;
    end T;`;
  const result = simulate(importModelica({ texts: { "T.mo": text } }).instantiate("T.M"), { stopTime: 1 });
  expect([result.final("plain"), result.final("named")]).toEqual([1, 1]);
});
