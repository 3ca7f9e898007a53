// What is too large or nests too deeply is refused by name; what is only long is translated.
import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { Model } from "../../src/language/model.ts";
import { ExpressionText, Par, Var } from "../../src/language/values.ts";
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

/** `p0` is computed from `p1`, that from `p2`, …; the last one is given. */
function chain(count: number, last: unknown, from: (next: string) => string): Record<string, unknown> {
  const names = Array.from({ length: count }, (_, i) => `p${i}`);
  return Object.fromEntries(
    names.map((name, i) => [name, i === count - 1 ? last : new ExpressionText(from(`p${i + 1}`), 0)]),
  );
}

describe("parameters that are computed from each other", () => {
  it("are followed through thousands", () => {
    const model = instantiate(Model({ ...chain(3000, 1, (next) => `${next} + 1`), equations: "y = p0" }));
    expect(simulate(model, { stopTime: 1 }).final("y")).toBe(3000);
    expect(simulate(model, { stopTime: 1, merge: { p2999: 5 } }).final("y")).toBe(3004);
  });

  it("give sizes, however many lead there and however often each is named", () => {
    const long = instantiate(Model({ ...chain(600, 3, (next) => next), equations: "y = fill(2, p0)" }));
    expect(simulate(long, { stopTime: 1 }).final("y")).toEqual([2, 2, 2]);
    const often = instantiate(
      Model({ ...chain(60, 1, (next) => `${next}*${next} + 0*sin(${next})`), equations: "y = fill(7, p0)" }),
    );
    expect(simulate(often, { stopTime: 1 }).final("y")).toEqual([7]);
  });

  it("are refused where thousands lead back to the first", () => {
    expect(refusal(chain(3000, new ExpressionText("p0", 0), (next) => next))?.code).toBe("E-PARAMETER-CYCLE");
  });

  it("limit each other", () => {
    const model = (value: number) =>
      Model({
        low: Par({ value, max: new ExpressionText("high", 0) }),
        high: Par({ value: 2, min: new ExpressionText("low", 0) }),
        equations: "y = high - low",
      });
    expect(simulate(instantiate(model(1)), { stopTime: 1 }).final("y")).toBe(1);
    expect(() => simulate(instantiate(model(3)), { stopTime: 1 })).toThrow(/E-PARAMETER-RANGE.*"low" is 3/);
  });
});

describe("start values and sizes", () => {
  const by = (text: string): Record<string, unknown> => ({ init: new ExpressionText(text, 0) });

  it("do not follow from themselves", () => {
    expect(refusal({ x: Var(by("v")), v: Var(by("x")), equations: "der(x) = 1; der(v) = 1" })?.code).toBe(
      "E-PARAMETER-CYCLE",
    );
    expect(refusal({ x: Var(by("zeros(length(x))")), equations: "der(x) = x" })?.code).toBe("E-PARAMETER-CYCLE");
    const size = [new ExpressionText("length(x)", 0)];
    expect(refusal({ x: Var({ start: 1, size }), equations: "der(x) = x" })?.code).toBe("E-PARAMETER-CYCLE");
  });

  it("are not read from thousands of variables", () => {
    const count = 3000;
    const all = Array.from({ length: count }, (_, i) => [`v${i}`, Var(i + 1 < count ? by(`v${i + 1}`) : { init: 1 })]);
    const equations = ["der(x) = 1", ...all.map(([name]) => `der(${name}) = 0`)];
    expect(refusal({ ...Object.fromEntries(all), equations })?.code).toBe("E-PARAMETER-EXPRESSION");
  });
});

it("derivatives that grow with their order are refused before they take the memory", () => {
  const orders = Array.from({ length: 30 }, (_, k) => `; y${k + 1} = der(y${k})`).join("");
  const error = refusal({ equations: `der(x) = 1; y0 = exp(sin(time))*tan(time/3)*log(time + 2)${orders}` });
  expect(error).toMatchObject({ code: "E-EQUATION-LIMIT" });
  expect(error?.message).toContain("exp(sin(time))");
});

it("a name that is longer than any is not compared with others letter by letter", () => {
  const long = "a".repeat(200_000);
  expect(refusal({ [long]: 1, equations: `der(x) = ${long}b` })?.code).toMatch(/^E-/);
});
