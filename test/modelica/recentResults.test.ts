// Long functions of numbers remember their last results; nothing but the time that they take may show it.
import { describe, expect, it } from "vitest";
import type { Datum } from "../../src/modelica/code/arrayRuntime.ts";
import { withRecentResults } from "../../src/modelica/code/recentResults.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

describe("a function with its recent results", () => {
  it("is called once for numbers that come again, with the sign of zeros, and anew for others", () => {
    const calls: number[][] = [];
    const fn = withRecentResults((x, y) => {
      calls.push([x as number, y as number]);
      return [1 / (x as number), y as number];
    }, 2);
    expect([fn(0, 1), fn(-0, 1), fn(0, 1), fn(0, 2), fn(-0, 1)]).toEqual([
      [Infinity, 1],
      [-Infinity, 1],
      [Infinity, 1],
      [Infinity, 2],
      [-Infinity, 1],
    ]);
    expect(calls).toEqual([
      [0, 1],
      [-0, 1],
      [0, 2],
    ]);
    for (let k = 0; k < 20; k++) expect(fn(k, k)).toEqual([1 / k, k]);
    expect(fn(0, 1)).toEqual([Infinity, 1]);
    expect(calls).toHaveLength(24);
  });

  it("gives arrays and records that belong to who asked, and remembers no failure", () => {
    let count = 0;
    const fn = withRecentResults((x) => {
      count++;
      if (x === 3) throw new Error("no value");
      return [{ shape: [2], data: [x as number, 5] }, [x as number, 7]] as Datum[];
    }, 1);
    for (let k = 0; k < 3; k++) {
      const [array, record] = fn(1) as unknown as [{ data: number[] }, number[]];
      expect([array, record]).toEqual([{ shape: [2], data: [1, 5] }, [1, 7]]);
      array.data[0] = 99;
      record[1] = 99;
    }
    expect(() => fn(3)).toThrow("no value");
    expect(() => fn(3)).toThrow("no value");
    expect(count).toBe(3);
  });
});

describe("functions of a model", () => {
  const finals = (body: string, names: string) => {
    const library = importModelica({ texts: { "T.mo": `package T model M ${body} end M; end T;` } });
    const result = simulate(library.instantiate("T.M"), { stopTime: 1 });
    return names.split(" ").map((name) => result.final(name));
  };

  it("may change what they get from others", () => {
    const text = `
      record Pair Real a; Real b; end Pair;
      function pair input Real x; output Pair y; output Real z[2]; protected Integer k = 0;
        algorithm while k < 1 + x/1e3 loop k := k + 1; end while; y.a := x; y.b := k; z := {x, 2*x}; end pair;
      function twice input Real x; output Real sum; protected Pair p; Pair q; Real u[2]; Real v[2];
        algorithm (p, u) := pair(x); p.a := p.a + 10; u[1] := u[1] + 100; (q, v) := pair(x); sum := q.a + v[1]; end twice;
      Real y = twice(time);`;
    expect(finals(text, "y")).toEqual([2]);
  });

  it("that draw random numbers, or call such, draw new ones", () => {
    const text = `
      impure function draw "counts by a file" input Real x; output Integer n;
        algorithm print("x", "count.txt"); n := countLines("count.txt"); end draw;
      impure function print input String s; input String fileName;
        external "C" ModelicaInternal_print(s, fileName); end print;
      impure function countLines input String fileName; output Integer n;
        external "C" n = ModelicaInternal_countLines(fileName); end countLines;
      impure function drawThrice input Real x; output Integer sum = 0;
        algorithm for i in 1:3 loop sum := sum + draw(x); end for; end drawThrice;
      Integer n(start = 0, fixed = true);
    equation
      when time > 0.5 then n = drawThrice(1.0); end when;`;
    expect(finals(text, "n")).toEqual([1 + 2 + 3]);
  });
});
