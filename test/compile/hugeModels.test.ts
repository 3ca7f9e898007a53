// What is too large or nests too deeply is refused by name; what is only long is translated.
import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { Model } from "../../src/language/model.ts";
import { Par, Var } from "../../src/language/values.ts";
import { resultFromJson } from "../../src/results/resultFromJson.ts";
import { type InstantiateOptions, instantiate } from "../../src/run/instantiate.ts";
import { simulate } from "../../src/run/simulate.ts";

const deep = 100_000;

/** The error of a model with der(x) = 1 and more; undefined when it is translated. */
function refusal(more: Record<string, unknown>, options: InstantiateOptions = {}): RattlebackError | undefined {
  try {
    instantiate(Model({ x: Var({ init: 1 }), equations: "der(x) = 1", ...more }), options);
    return undefined;
  } catch (error) {
    if (!(error instanceof RattlebackError)) throw error;
    return error;
  }
}

function nestedArray(): unknown {
  let value: unknown = 1;
  for (let i = 0; i < deep; i++) value = [value];
  return value;
}

describe("the number of equations", () => {
  it("has a limit, which the error names with the option that raises it", () => {
    const equations = "der(x) = 1; y = fill(x, 40)";
    const error = refusal({ equations }, { maximumEquations: 40 });
    expect(error).toMatchObject({ code: "E-EQUATION-LIMIT", data: { limit: 40 } });
    expect(error?.hint).toContain("maximumEquations");
    expect(refusal({ equations }, { maximumEquations: 41 })).toBeUndefined();
  });

  it("is limited where nobody asked for it, before the equations are made", () => {
    expect(refusal({ equations: "der(x) = 1; y = fill(1, 250000)" })?.code).toBe("E-EQUATION-LIMIT");
  });

  it("counts those of components", () => {
    const Part = Model({ v: Var({ init: 0 }), equations: "der(v) = 1" });
    expect(refusal({ a: Part, b: Part, c: Part }, { maximumEquations: 3 })?.code).toBe("E-EQUATION-LIMIT");
    expect(refusal({ a: Part, b: Part }, { maximumEquations: 3 })).toBeUndefined();
  });

  it.each([Number.NaN, -1, "many"])("is not limited by %s", (maximumEquations) => {
    expect(refusal({}, { maximumEquations: maximumEquations as number })?.code).toBe("E-OPTION-VALUE");
  });
});

describe("texts that nest 100 000 levels deep are refused", () => {
  it.each([
    ["brackets", `${"(".repeat(deep)}x${")".repeat(deep)}`],
    ["calls", `${"sin(".repeat(deep)}x${")".repeat(deep)}`],
    ["arrays", `${"{".repeat(deep)}x${"}".repeat(deep)}`],
    ["transpositions", `x${"'".repeat(deep)}`],
    ["indices", `x${"[1]".repeat(deep)}`],
    ["powers", `${"x^".repeat(deep)}x`],
    ["divisions", `${"x/".repeat(deep)}x`],
    ["products of two kinds", `${"x*x.*".repeat(deep / 2)}x`],
    ["conditions", `${"if x > 0 then 1 else ".repeat(deep / 4)}2`],
  ])("%s", (_, text) => {
    expect(refusal({ equations: `der(x) = ${text}` })?.code).toBe("E-SYNTAX");
  });
});

describe("values that nest 100 000 levels deep are refused", () => {
  it.each([
    ["a parameter", { p: Par({ value: nestedArray() as number[] }) }, "E-MODEL"],
    ["a start value", { x: Var({ init: nestedArray() as number[] }) }, "E-MODEL"],
  ])("of %s", (_, more, code) => {
    expect(refusal(more)?.code).toBe(code);
  });

  it("as size", () => {
    expect(() => Var({ size: nestedArray() as number[] })).toThrow(/E-ATTRIBUTE-VALUE/);
    expect(() => Var({ size: 3 as unknown as number[] })).toThrow(/E-ATTRIBUTE-VALUE/);
  });

  it("in merge, and where an object contains itself", () => {
    const model = instantiate(Model({ x: Var({ init: 1 }), equations: "der(x) = 1" }));
    const own: Record<string, unknown> = {};
    own["x"] = own;
    expect(() => simulate(model, { stopTime: 1, merge: own })).toThrow(/E-OPTION-VALUE/);
  });

  it("in a result file", () => {
    expect(() => resultFromJson("[".repeat(deep) + "]".repeat(deep))).toThrow(/E-RESULT-FILE/);
  });
});

describe("arrays of numbers", () => {
  it.each([
    ["rows of two lengths", [[1, 2], [3]]],
    ["numbers beside rows", [1, [2]]],
    ["nothing", [null]],
    ["holes", new Array(3)],
    ["integers of another kind", [1n]],
    ["three levels", [[[1]]]],
  ])("have no %s", (_, value) => {
    for (const attribute of ["init", "start"])
      expect(refusal({ x: Var({ [attribute]: value }) })?.code).toBe("E-MODEL");
    expect(refusal({ p: Par({ value: value as number[] }) })?.code).toBe("E-MODEL");
  });

  it("have a million elements at most", () => {
    expect(refusal({ v: Var({ start: 1, size: [1e5, 1e5] }) })?.code).toBe("E-ARRAY-SIZE");
  });
});

describe("what is long but flat", () => {
  it("is translated: products, sums, conditions and the largest of many", () => {
    const many = 5000;
    const long = (operator: string): string => Array(many).fill("x").join(operator);
    const result = simulate(
      instantiate(
        Model({
          x: Var({ init: 1 }),
          equations: `der(x) = 0; p = ${long("*")}; s = ${long("+")}; l = max(${long(",")}, 2); c = if ${Array(many).fill("x > 0").join(" and ")} then 1 else 2`,
        }),
      ),
      { stopTime: 1 },
    );
    expect(["p", "s", "l", "c"].map((name) => result.final(name))).toEqual([1, many, 2, 1]);
  });
});
