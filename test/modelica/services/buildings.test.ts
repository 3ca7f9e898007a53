import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { importModelica } from "../../../src/modelica/importModelica.ts";
import { memoryFiles } from "../../../src/modelica/memoryFiles.ts";
import { sha1 } from "../../../src/modelica/services/sha1.ts";
import { simulate } from "../../../src/run/simulate.ts";

it("SHA-1 is that of the standard and of Node, at all lengths around its blocks", () => {
  expect(sha1(new TextEncoder().encode("abc"))).toBe("a9993e364706816aba3e25717850c26c9cd0d89d");
  for (let n = 0; n < 200; n++) {
    const bytes = Uint8Array.from({ length: n }, (_, i) => (i * 31 + n) & 255);
    expect(sha1(bytes)).toBe(createHash("sha1").update(bytes).digest("hex"));
  }
});

it("weather data span from their first row to an interval behind the last", () => {
  const rows = Array.from({ length: 24 }, (_, i) => `${3600 * i + 1800}, ${i}`).join("\n");
  const weather = `#1\ndouble tab1(24, 2)\n${rows}\n`;
  const text = `model M
    function span input String file; input String table; output Real t[2];
      external "C" getTimeSpan(file, table, t);
    end span;
    parameter Real t[2] = span("weather.mos", "tab1");
    Real y = t[2] - t[1];
  end M;`;
  const library = importModelica({ texts: { "M.mo": text }, files: memoryFiles(new Map([["weather.mos", weather]])) });
  const result = simulate(library.instantiate("M"), { stopTime: 1 });
  expect(result.final("t[1]")).toBe(1800);
  expect(result.final("y")).toBe(24 * 3600);
});
