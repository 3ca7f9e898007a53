import { describe, expect, it } from "vitest";
import { modelToJson } from "../../src/language/json.ts";
import { Model } from "../../src/language/model.ts";
import { Par, Var } from "../../src/language/values.ts";
import { checkExperiment, plotPanels, simulateOptionsOf } from "../../src/modelFile/experiment.ts";
import { modelFileFromJson, modelFromExports, modelName } from "../../src/modelFile/modelFile.ts";
import { parseSetting } from "../../src/modelFile/setting.ts";
import { stripTypes } from "../../src/modelFile/stripTypes.ts";
import { tunableParameters } from "../../src/modelFile/tunableParameters.ts";
import { instantiate } from "../../src/run/instantiate.ts";
import { simulate } from "../../src/run/simulate.ts";

const Decay = Model({ k: Par(2, "1/s"), x: Var({ init: 1 }), equations: "der(x) = -k*x" });

/** The error that the action throws. */
function errorOf(action: () => unknown): { code: string; hint: string; data: Record<string, unknown> } {
  try {
    action();
  } catch (error) {
    return error as never;
  }
  throw new Error("nothing was thrown");
}

describe("a model file", () => {
  it("is its default export and its experiment", () => {
    const file = modelFromExports({ default: Decay, experiment: { stopTime: 3, plots: ["x"] } }, "folder/decay.ts");
    expect(file).toEqual({ name: "decay", model: Decay, experiment: { stopTime: 3, plots: ["x"] } });
  });

  it("without a default export, or with something else there, is refused", () => {
    expect(errorOf(() => modelFromExports({ Decay }, "a.ts"))).toMatchObject({
      code: "E-MODEL-FILE",
      hint: expect.stringContaining("export default"),
    });
    expect(errorOf(() => modelFromExports({ default: () => Decay }, "a.ts")).code).toBe("E-MODEL-FILE");
  });

  it("as JSON is a model alone, or a model with an experiment, and runs the same", () => {
    const text = modelToJson(Decay);
    const alone = modelFileFromJson(text, "decay.json");
    const both = modelFileFromJson(`{"model": ${text}, "experiment": {"stopTime": 1}}`, "decay.json");
    expect(alone.experiment).toEqual({});
    expect(both.experiment).toEqual({ stopTime: 1 });
    const end = simulate(instantiate(both.model), { stopTime: 1, tolerance: 1e-10 }).final("x");
    // the global error of 1e-10 per step over a few dozen steps
    expect(Math.abs(end - Math.exp(-2))).toBeLessThan(1e-8);
    expect(errorOf(() => modelFileFromJson("{ broken", "a.json")).code).toBe("E-JSON");
  });

  it("is called by its name without folder and ending", () => {
    expect(modelName("a/b/servo.model.ts")).toBe("servo.model");
    expect(modelName("C:\\models\\servo.json")).toBe("servo");
  });
});

describe("an experiment", () => {
  it("gives simulate its options and the plots their panels", () => {
    const experiment = checkExperiment({ stopTime: 2, method: "bdf", plots: ["x", ["y", "z"]] });
    expect(simulateOptionsOf(experiment)).toEqual({ stopTime: 2, method: "bdf" });
    expect(plotPanels(experiment)).toEqual([["x"], ["y", "z"]]);
  });

  it("with unknown names or wrong plots is refused", () => {
    expect(errorOf(() => checkExperiment({ stoptime: 1 }))).toMatchObject({
      code: "E-OPTION-UNKNOWN",
      hint: 'did you mean "stopTime"?',
    });
    expect(errorOf(() => checkExperiment({ plots: [1] }))).toMatchObject({
      code: "E-EXPERIMENT",
      hint: expect.stringContaining("plots"),
    });
    expect(errorOf(() => checkExperiment(7)).code).toBe("E-EXPERIMENT");
  });
});

describe("a value written by hand", () => {
  it("may have a unit, be an array, a boolean or a text", () => {
    expect(parseSetting("k=3")).toEqual({ name: "k", value: 3 });
    expect(parseSetting("a.b = -2.5e-3")).toEqual({ name: "a.b", value: -0.0025 });
    expect(parseSetting("l=5 mm").value).toEqual(Par(5, "mm"));
    expect(parseSetting("r=[1, 2] cm").value).toEqual(Par([1, 2], "cm"));
    expect(parseSetting("on=true").value).toBe(true);
    expect(parseSetting("material=Steel").value).toBe("Steel");
  });

  it("is refused when it is none", () => {
    expect(errorOf(() => parseSetting("k"))).toMatchObject({
      code: "E-SETTING",
      hint: expect.stringContaining("name=value"),
    });
    expect(errorOf(() => parseSetting("k=")).code).toBe("E-SETTING");
    expect(errorOf(() => parseSetting("r=[1, x]")).code).toBe("E-SETTING");
    expect(errorOf(() => parseSetting("k=3 furlong")).code).toBe("E-UNIT-TEXT");
  });
});

describe("TypeScript without types", () => {
  it("keeps every line where it was", () => {
    const source =
      "interface A {\n  x: number;\n}\nconst a: A = { x: 1 } as A;\nfunction f<T>(t: T): T {\n  return t;\n}\nexport default f(a.x)!;\n";
    const lines = stripTypes(source, "a.ts").split("\n");
    expect(lines[3]).toContain("const a");
    expect(lines[4]).toContain("function f");
    expect(lines[7]).toContain("export default");
  });

  it("that cannot be read names line and column", () => {
    const error = errorOf(() => stripTypes("const a = 1;\nconst b = = 2;\n", "a.ts"));
    expect(error).toMatchObject({
      code: "E-MODEL-SYNTAX",
      hint: expect.stringContaining("TypeScript"),
      data: { fileLine: 2, fileColumn: 11 },
    });
  });
});

describe("what a form can change", () => {
  const model = instantiate(
    Model({
      l: Par({ value: 5, unit: "mm", min: 1, max: 9, description: "length" }),
      r: [1, 2],
      on: true,
      twice: Par(3),
      x: Var({ init: 20, unit: "mm" }),
      equations: 'der(x) = (if on then l else 2*l)*twice*(r[1] + r[2])/quantity(1, "s")',
    }),
  );

  it("are parameters and start values in the units of the model, with their limits", () => {
    const tunable = tunableParameters(model);
    expect(tunable.map(({ name }) => name)).toEqual(["l", "r", "on", "twice", "x"]);
    const l = tunable[0];
    expect(l).toMatchObject({ kind: "parameter", unit: "mm", description: "length" });
    // 5 mm are 0.005 m and back: one rounding each way
    for (const [value, expected] of [
      [l.value, 5],
      [l.min, 1],
      [l.max, 9],
    ])
      expect(value).toBeCloseTo(expected as number, 12);
    expect(tunable[1]).toMatchObject({ value: [1, 2], min: undefined });
    expect(tunable[2]).toMatchObject({ value: true });
    expect(tunable[4].kind).toBe("start");
    expect(tunable[4].value).toBeCloseTo(20, 12);
  });

  it("do what they say when they are given back to a run", () => {
    const merge = Object.fromEntries(tunableParameters(model).map(({ name, value }) => [name, value]));
    const [plain, again] = [simulate(model, { stopTime: 1 }), simulate(model, { stopTime: 1, merge })];
    expect(again.final("x")).toBeCloseTo(plain.final("x"), 12);
    expect(simulate(model, { stopTime: 0, merge: { ...merge, x: 30 } }).final("x")).toBeCloseTo(0.03, 12);
  });
});
