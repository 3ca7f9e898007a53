/** Newton's method tries values beyond what a function has a meaning for; its assertions count for the solution, not for the way to it. */
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

/** The root of p by its own iteration: it is called, not inlined, and refuses what has no root. */
const root = `
  function root input Real p; output Real y;
  algorithm
    assert(p > 0, "root of " + String(p));
    y := 1 + p;
    while abs(y*y - p) > 1e-13*p loop y := (y + p/y)/2; end while;
  end root;`;

function run(body: string, stopTime = 1) {
  const model = importModelica({ texts: { "M.mo": `model M ${root} ${body} end M;` } }).instantiate("M");
  return simulate(model, { stopTime, tolerance: 1e-8 });
}

describe("an assertion of a function", () => {
  it("that breaks on the way to a solution shortens the way", () => {
    // from 100 the tangent leads to −99.8
    const result = run("Real p(start = 100); equation root(p) = 0.01*(1 + time);");
    expect(result.at(0, "p")).toBeCloseTo(1e-4, 12);
    expect(result.final("p")).toBeCloseTo(4e-4, 12);
  });

  it("that breaks wherever the solution is sought is told", () => {
    expect(() => run("Real p(start = 4); equation root(p) = -1;")).toThrow(/E-MODELICA-ASSERT.*root of /);
  });

  it("that breaks at known values is told with them", () => {
    expect(() => run("Real y; equation y = root(time - 1);")).toThrow(/E-MODELICA-ASSERT.*root of -1/);
  });

  it("that breaks behind the end of a solution does not hide that it ends", () => {
    // p = (1 − time)²; beyond t = 1 there is none
    expect(() =>
      run("Real p(start = 1); Real x(start = 1, fixed = true); equation der(x) = -1; root(p) = x;", 2),
    ).toThrow(/E-SYSTEM-LOST.*"p" ends at t = 1\.00/);
  });
});

describe("an assertion of a function at what a step tries", () => {
  // at rest where root(x) = 1e-3; steps of an explicit method, and first iterations of an implicit one, go below zero
  const text = "Real x(start = 1, fixed = true); equation der(x) = 1 - 1000*root(x);";

  it.each(["auto", "bdf", "tsit5", "radau5"] as const)("makes the step shorter: %s", (method) => {
    const model = importModelica({ texts: { "M.mo": `model M ${root} ${text} end M;` } }).instantiate("M");
    const result = simulate(model, { stopTime: 0.01, tolerance: 1e-8, method });
    expect(Math.abs(result.final("x") - 1e-6)).toBeLessThan(1e-8);
  });

  it("is told where no step leads beyond it", () => {
    expect(() =>
      run("Real x(start = 1, fixed = true); Real y; equation der(x) = -1 - 1e-3*y; y = root(x);", 2),
    ).toThrow(/E-MODELICA-ASSERT.*root of -?\d/);
  });
});

describe("rates that must be zero at the start", () => {
  // 2e5 − p = 2.89·(p − 1e5), and last bits of p change the rate by 2e-4
  const text = `
    model Liquid
      Real p(start = 1.2e5);
    initial equation
      der(p) = 0;
    equation
      der(p) = 1e9*(sqrt(2e5 - p) - 1.7*sqrt(p - 1e5));
    end Liquid;`;

  it("hold as well as last bits of the states let them", () => {
    const model = importModelica({ texts: { "Liquid.mo": text } }).instantiate("Liquid");
    const result = simulate(model, { stopTime: 1, tolerance: 1e-8 });
    expect(Math.abs(result.at(0, "p") - 4.89e5 / 3.89)).toBeLessThan(1e-10);
    expect(Math.abs(result.final("p") - 4.89e5 / 3.89)).toBeLessThan(1e-3);
  });

  it("are refused when they contradict another start value, however stiff they are", () => {
    const contradicted = text.replace("der(p) = 0;", "der(p) = 0; p = 1.2570695e5;");
    const model = importModelica({ texts: { "Liquid.mo": contradicted } }).instantiate("Liquid");
    expect(() => simulate(model, { stopTime: 1, tolerance: 1e-8 })).toThrow(/E-INIT-CONFLICT/);
  });
});
