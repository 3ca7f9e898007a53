import {
  compare,
  expr,
  flow,
  initialValues,
  input,
  instantiate,
  linearise,
  Model,
  modelFromJson,
  modelToJson,
  monteCarlo,
  output,
  Par,
  potential,
  predefinedComponent,
  ptpPath,
  RattlebackError,
  resultFromJson,
  type SimulationError,
  simulate,
  sweep,
  Var,
} from "rattleback";
import { tableFromCsv } from "rattleback/blocks";
import { htmlReport, resultToArrow, resultToCsv, resultToJson, resultToMat } from "rattleback/export";
import { findMethod } from "rattleback/solvers";
import { describe, expect, it, vi } from "vitest";

/** Code and hint of what a call throws. */
function refusal(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof RattlebackError) return error.hint === undefined ? "no hint" : error.code;
    return `not ours: ${String(error)}`;
  }
  return "accepted";
}

const decay = instantiate(Model({ a: 1, x: Var({ init: 1 }), equations: "der(x) = -a*x" }));

describe("the border of the run functions", () => {
  it.each([undefined, null, {}, 5, Model({ equations: "y = 1" })])(
    "takes instantiated models only, not %s",
    (model) => {
      const given = model as unknown as typeof decay;
      const calls = [
        () => simulate(given),
        () => linearise(given),
        () => initialValues(given),
        () => sweep(given, { a: [1] }),
        () => monteCarlo(given, { a: { uniform: { from: 0, to: 1 } } }, { runs: 1 }),
      ];
      for (const call of calls) expect(refusal(call)).toBe("E-MODEL");
    },
  );

  it("tells a text from the number that it looks like, and knows the methods that only models have", () => {
    expect(() => simulate(decay, { tolerance: "1e-6" as never })).toThrow(
      'tolerance is "1e-6"; it must be a positive number',
    );
    expect(() => simulate(decay, { stopTime: "1" as never })).toThrow('stopTime is "1", which is not a finite time');
    expect(() => simulate(decay, { stopTime: 1, method: "euler" as never })).toThrow("one of auto, ida, bdf,");
    expect(() => Var({ nominal: -1 })).toThrow('"nominal" of Var is negative');
  });

  it.each([null, 5, [1], "fast"])("takes options as an object, not %s", (options) => {
    expect(refusal(() => simulate(decay, options as object))).toBe("E-OPTION-VALUE");
  });

  it("refuses tables of a sweep that are neither lists nor distributions", () => {
    for (const grid of [null, 3, { a: 1 }, { a: [] }])
      expect(refusal(() => sweep(decay, grid as unknown as Record<string, number[]>))).toBe("E-OPTION-VALUE");
    for (const a of [{ uniform: { from: 2, to: 1 } }, { normal: { mean: 1, deviation: -1 } }])
      expect(refusal(() => monteCarlo(decay, { a }, { runs: 1 }))).toBe("E-OPTION-VALUE");
    expect(refusal(() => monteCarlo(decay, undefined as never, { runs: 1 }))).toBe("E-OPTION-VALUE");
  });

  it("refuses declarations that are none", () => {
    expect(refusal(() => Var(5 as never))).toBe("E-ATTRIBUTE-VALUE");
    expect(refusal(() => Par(new Date() as never))).toBe("E-ATTRIBUTE-VALUE");
    expect(refusal(() => expr(5 as never))).toBe("E-EXPR-VALUE");
  });
});

describe("the border of results, models as JSON, components and paths", () => {
  const things = [undefined, null, 5, "text", {}, [], () => 1];
  const calls: Record<string, (thing: never) => unknown> = {
    compare: (thing) => compare(thing, thing),
    csv: resultToCsv,
    json: resultToJson,
    arrow: resultToArrow,
    mat: resultToMat,
    report: htmlReport,
    modelToJson,
    modelFromJson,
    resultFromJson,
    predefinedComponent,
    path: (thing) => ptpPath(["phi"], thing),
    signal: (thing) => result.signal(thing),
    at: (thing) => result.at(thing, "x"),
    method: findMethod,
    csvTable: tableFromCsv,
  };
  const result = simulate(decay, { stopTime: 1 });

  it.each(Object.keys(calls))("%s refuses what it cannot take, with a hint", (name) => {
    for (const thing of things) expect(refusal(() => calls[name]!(thing as never))).toMatch(/^E-/);
  });

  it("says what a result is", () => {
    for (const take of [resultToCsv, resultToMat, htmlReport])
      expect(refusal(() => take({} as never))).toBe("E-RESULT");
  });

  it("variables of connectors and signals take attributes by name", () => {
    for (const declare of [input, output, potential, flow])
      for (const thing of [null, 5, "text", []])
        expect(refusal(() => declare(thing as never))).toBe("E-ATTRIBUTE-VALUE");
  });

  it("options of the runs are objects", () => {
    for (const options of [null, 5, "text"] as never[]) {
      expect(refusal(() => initialValues(decay, options))).toBe("E-OPTION-VALUE");
      expect(refusal(() => sweep(decay, { a: [1] }, options))).toBe("E-OPTION-VALUE");
      expect(refusal(() => monteCarlo(decay, { a: { uniform: { from: 0, to: 1 } } }, options))).toBe("E-OPTION-VALUE");
    }
  });
});

describe("texts in models", () => {
  it("are handed on to components, follow merge, and decide", () => {
    const Inner = Model({ mode: "slow", equations: 'y = if mode == "fast" then 2 else 1' });
    const model = instantiate(Model({ mode: "fast", a: Inner.with({ mode: expr`mode` }), b: Inner }));
    const values = (merge: object) =>
      ["a.y", "b.y"].map((name) => simulate(model, { merge: { ...merge } }).final(name));
    expect(values({})).toEqual([2, 1]);
    expect(values({ mode: "slow", "b.mode": "fast" })).toEqual([1, 2]);
    expect(values({ a: { mode: "slow" } })).toEqual([1, 1]);
    expect(refusal(() => values({ mode: 3 }))).toBe("E-MERGE-VALUE");
  });

  it.each([
    "y = s",
    "y = -s",
    "y = 1 + s",
    "y = sin(s)",
    "y = if s < 2 then 1 else 2",
    "y = time^s",
    "when time > 1 then y = s; end",
  ])("are refused where %s computes", (equations) => {
    expect(refusal(() => instantiate(Model({ s: "fast", equations })))).toBe("E-TEXT");
  });
});

it("a variable that becomes undefined ends the run there, with its name and with the result up to then", () => {
  const model = instantiate(Model({ x: Var({ init: 1 }), equations: "der(x) = -1; y = sqrt(x); z = log(x)" }));
  let error: unknown;
  try {
    simulate(model, { stopTime: 2 });
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({ code: "E-NOT-FINITE-VALUE", path: "y" });
  const { partial } = error as SimulationError;
  expect(partial.status).toBe("stopped");
  expect(partial.time.at(-1)).toBe(1);
});

it("what is divided by itself is undefined where that is zero, however it is written", () => {
  for (const equation of ["y = k/k", "y = x*k/(x*k)", "k*y = k", "k*y = 2*k"]) {
    const model = instantiate(Model({ k: Par(0), x: Var({ init: 1 }), equations: `der(x) = -x; ${equation}` }));
    expect(refusal(() => simulate(model))).toBe("E-NOT-FINITE-VALUE");
    expect(() => simulate(model)).toThrow(/"y" is NaN[\s\S]*"k" is zero and is divided by/);
    expect(simulate(model, { merge: { k: 2 } }).final("y")).toBe(equation === "k*y = 2*k" ? 2 : 1);
  }
});

it("log: true writes the events of a run on the console, and nothing else is accepted in place of a function", () => {
  const model = instantiate(Model({ equations: "b = time > 0.5" }));
  const lines: unknown[] = [];
  const write = vi.spyOn(console, "info").mockImplementation((line) => void lines.push(line));
  simulate(model, { stopTime: 1, log: true });
  write.mockRestore();
  expect(lines).toEqual([expect.stringMatching(/^t = 0.5.*time > 0.5 became true/)]);
  expect(() => simulate(model, { log: "yes" as never })).toThrow("E-OPTION-VALUE");
});
