/** What .with does with every pair of what was there and what is given, and the small functions around models and values. */
import {
  expr,
  flow,
  inner,
  input,
  instantiate,
  Model,
  type ModelDefinition,
  onlyIf,
  outer,
  output,
  Par,
  type ParameterDeclaration,
  potential,
  redeclare,
  simulate,
  stream,
  Var,
  type VariableDeclaration,
} from "rattleback";
import { describe, expect, it } from "vitest";
import { flattenResult, isTimes, shapeOf, userFunction } from "../../src/language/functions.ts";
import { ModelDefinition as Definition, isReservedName } from "../../src/language/model.ts";
import { isDimensionless, parseUnit, perSecond, printDimension, siText } from "../../src/language/units.ts";
import { isNumericValue, isPlainObject } from "../../src/language/values.ts";

const entry = (model: ModelDefinition, name: string) => model.entries.get(name);
const attributes = (model: ModelDefinition, name: string) =>
  (entry(model, name) as VariableDeclaration | ParameterDeclaration).attributes;

describe("what is given to a model", () => {
  const Part = Model({ c: 1 });
  const base = Model({
    p: Par(1, "s"),
    k: 2,
    x: Var({ init: 1, preferred: true, unit: "m" }),
    C: Part,
    D: onlyIf("use", Part),
    E: inner(Part) as ModelDefinition,
    list: [Part, Part],
  });

  it.each([
    ["a number for a parameter keeps its attributes", { p: 3 }, "p", { value: 3, unit: "s" }],
    ["attributes for a parameter are added", { p: { min: 0 } }, "p", { value: 1, unit: "s", min: 0 }],
    ["null takes an attribute away", { p: { unit: null } }, "p", { value: 1 }],
    ["a parameter for a parameter is merged", { p: Par({ max: 9 }) }, "p", { value: 1, unit: "s", max: 9 }],
    ["a parameter for a number replaces it", { k: Par({ max: 9 }) }, "k", { max: 9 }],
    ["attributes make a parameter of a number", { k: { unit: "m" } }, "k", { value: 2, unit: "m" }],
    ["a variable for a parameter has its attributes too", { p: Var({ max: 9 }) }, "p", { value: 1, unit: "s", max: 9 }],
    ["a variable for a number has its own only", { k: Var({ max: 9 }) }, "k", { max: 9 }],
    ["a start value replaces one that was fixed, and the wish", { x: { start: 3 } }, "x", { start: 3, unit: "m" }],
    [
      "an attribute that is no start value leaves it",
      { x: { max: 3 } },
      "x",
      { init: 1, preferred: true, unit: "m", max: 3 },
    ],
    ["a fixed start value replaces the wish", { x: { init: 3 } }, "x", { init: 3, unit: "m" }],
    [
      "null for a start value takes it away and leaves the wish",
      { x: { init: null } },
      "x",
      { preferred: true, unit: "m" },
    ],
    ["no attributes change nothing", { x: {} }, "x", { init: 1, preferred: true, unit: "m" }],
    ["no attributes of a name that equations use", { y: {} }, "y", {}],
    ["attributes of a name that equations use", { y: { start: 4 } }, "y", { start: 4 }],
  ])("%s", (_, changes, name, expected) => {
    expect(attributes(base.with(changes), name)).toEqual(expected);
  });

  it("a number for a variable is in its unit, and an expression keeps its words", () => {
    const base = Model({
      d: Var({ unit: "mm", description: "gap", min: 0, max: 5, nominal: 2, init: 1 }),
      x: Var({ init: 0, unit: "m" }),
      equations: 'der(x) = d/quantity(1, "s"); w = 2*d',
    });
    for (const d of [3, Par(3), Par(0.3, "cm")]) {
      const result = simulate(instantiate(base.with({ d })), { stopTime: 1 });
      expect(result.final("x")).toBeCloseTo(0.003, 12);
      expect(result.describe("d")).toMatchObject({ unit: "m", description: "gap", kind: "parameter" });
    }
    expect(() => simulate(instantiate(base.with({ d: 7 })))).toThrow("E-PARAMETER-RANGE");
    const bound = simulate(instantiate(base.with({ d: expr`quantity(4, "mm")` })), { stopTime: 1 });
    expect(bound.final("x")).toBeCloseTo(0.004, 12);
    expect(bound.describe("d").description).toBe("gap");
    expect(() => instantiate(base.with({ d: expr`x*x` }))).toThrow("E-UNIT");
  });

  it("null for an attribute of what is not declared declares nothing", () => {
    expect(base.with({ y: { init: null } }).entries.has("y")).toBe(false);
    expect(base.with({ y: Var({ init: null }) }).entries.has("y")).toBe(false);
  });

  it("expressions look their names up where .with is written, one level further out for each component", () => {
    const levels = (value: unknown) => (value as { levelsUp: number }).levelsUp;
    const changed = base.with({
      k: expr`a`,
      p: expr`a`,
      x: { max: expr`a` },
      C: { c: expr`a` },
      q: Var({ max: expr`a` }),
    });
    expect(levels(entry(changed, "k"))).toBe(1);
    expect(levels(attributes(changed, "p").value)).toBe(1);
    expect(levels(attributes(changed, "x").max)).toBe(1);
    expect(levels(attributes(changed, "q").max)).toBe(0);
    expect(levels(entry(entry(changed, "C") as ModelDefinition, "c"))).toBe(2);
    const deep = Model({ C: Model({ D: Part, x: Var({}) }) }).with({ C: { D: { c: expr`a` }, x: { max: expr`a` } } });
    const inside = entry(deep, "C") as ModelDefinition;
    expect([levels(entry(entry(inside, "D") as ModelDefinition, "c")), levels(attributes(inside, "x").max)]).toEqual([
      3, 2,
    ]);
    const own = Model({ k: expr`a`, x: Var({ max: expr`a` }) });
    expect([levels(entry(own, "k")), levels(attributes(own, "x").max)]).toEqual([0, 0]);
  });

  it("a component in the place of another exists when that did, and for whom that did", () => {
    const Other = Model({ d: 1 });
    const changed = base.with({ C: Other, D: Other, E: Other });
    expect(entry(changed, "C")).toBe(Other);
    expect(entry(changed, "D")).toEqual(onlyIf("use", Other));
    expect(entry(changed, "E")).toEqual(inner(Other));
    expect(entry(base.with({ D: onlyIf(true, Other) }), "D")).toEqual(onlyIf(true, Other));
    expect(entry(base.with({ D: inner(Other) }), "D")).toEqual(inner(onlyIf("use", Other)));
  });

  it("components of a list are named by c_2 or c[2], unless that is a name of its own", () => {
    for (const name of ["list_2", "list[2]"])
      expect(entry(base.with({ [name]: { c: 5 } }), "list")).toEqual([Part, Part.with({ c: 5 })]);
    const own = Model({ list_1: 3, list: [Part] }).with({ list_1: 4 });
    expect([entry(own, "list_1"), entry(own, "list")]).toEqual([4, [Part]]);
    expect(entry(base.with({ list_3: 1 }), "list_3")).toBe(1);
    expect(entry(base.with({ list: [Part] }), "list")).toEqual([Part]);
    expect(base.with({ list_2: undefined }).entries.get("list")).toEqual([Part, Part]);
  });

  it("names that are added are remembered, those of a new model are not", () => {
    expect([...base.added]).toEqual([]);
    expect([...base.with({ k: 3, r: 5 }).with({ s: 1 }).added]).toEqual(["r", "s"]);
    expect([...base.with(Model({ k: 3, r: 5 })).added]).toEqual(["r"]);
  });

  it("a whole model is merged with components inside, all its parts appended", () => {
    const f = () => 1;
    const g = () => 2;
    const one = Model({
      C: Part,
      k: 1,
      functions: { f },
      equations: "a = 1",
      initialEquations: "b = 1",
      connect: [["p", "q"]],
      description: "one",
    });
    const two = Model({
      C: Model({ d: 2 }),
      k: 2,
      functions: { g },
      equations: "a2 = 1",
      initialEquations: "b2 = 1",
      connect: [["r", "s"]],
    });
    const both = one.with(two);
    expect(entry(both, "C")).toMatchObject({
      entries: new Map([
        ["c", 1],
        ["d", 2],
      ]),
    });
    expect([entry(both, "k"), both.description]).toEqual([2, "one"]);
    expect([both.equations, both.initialEquations]).toEqual([
      ["a = 1", "a2 = 1"],
      ["b = 1", "b2 = 1"],
    ]);
    expect([both.connections, [...both.functions.keys()]]).toEqual([
      [
        ["p", "q"],
        ["r", "s"],
      ],
      ["f", "g"],
    ]);
    expect(one.with(Model({ description: "two" })).description).toBe("two");
    expect(one.with({ description: 3 as never }).description).toBe("one");
    expect(one.with(Model({})).equations).toBe(one.equations);
    expect(one.with({ k: 3 }).connections).toBe(one.connections);
    expect(one.with({ functions: { g } }).functions.get("g")!.call).toBe(g);
    expect([both.isInner, one.with(inner(two) as ModelDefinition).isInner]).toEqual([false, true]);
    const predefined = { build: () => ({ memory: {} }) };
    expect(one.with(Model({ predefined })).predefined).toBe(predefined);
    expect(Model({ predefined }).with(one).predefined).toBe(predefined);
    expect(
      Model({ C: Part })
        .with(Model({ C: 3 }))
        .entries.get("C"),
    ).toBe(3);
    expect(
      Model({ C: 3 })
        .with(Model({ C: Part }))
        .entries.get("C"),
    ).toBe(Part);
    expect(onlyIf(true, one).with(two).condition).toBe(true);
    expect(one.with(onlyIf(false, two)).condition).toBe(false);
  });

  it("redeclare takes a whole entry", () => {
    expect(entry(base.with({ p: redeclare(4) }), "p")).toBe(4);
  });

  it("a model of another language gets values; expressions of the model around stay here", () => {
    const given: unknown[] = [];
    const foreign = {
      language: "Modelica",
      name: "A",
      changed: (values: object) => {
        given.push(values);
        return { ...foreign, name: "B" };
      },
    };
    const component = new Definition({ ...Model({}), foreign });
    const changed = component.with({ k: 2 });
    expect([given, changed.foreign!.name, [...changed.entries]]).toEqual([[{ k: 2 }], "B", []]);
    const bound = component.with({ k: expr`a` });
    expect([given.length, bound.foreign, entry(bound, "k")]).toEqual([1, foreign, { text: "a", levelsUp: 1 }]);
    expect([...bound.with({ k: 3 }).entries]).toEqual([]);
  });

  it("inner is what it was, for all inside", () => {
    expect(inner(Var({ max: 1 }))).toEqual(Var({ max: 1, inner: true }));
    expect(inner(Par(1, "m"))).toEqual(Par({ value: 1, unit: "m", inner: true }));
    for (const value of [3, true, [1, 2], expr`a`]) expect(inner(value)).toEqual(Par({ value, inner: true }));
    expect(inner({ init: 3 })).toEqual(Var({ init: 3, inner: true }));
    const model = instantiate(
      Model({ g: inner(Var({ value: expr`2*time` })), part: Model({ g: outer(), equations: "y = g" }) }),
    );
    expect(simulate(model, { stopTime: 3 }).final("part.y")).toBe(6);
  });
});

describe("declarations", () => {
  it("have the role of their function", () => {
    for (const [make, role] of [
      [input, "input"],
      [output, "output"],
      [potential, "potential"],
      [flow, "flow"],
      [stream, "stream"],
      [outer, "outer"],
    ] as const) {
      expect(make().attributes).toEqual({ [role]: true });
      expect(make({ unit: "m" }).attributes).toEqual({ unit: "m", [role]: true });
    }
  });

  it("of a parameter take a value, a unit and more", () => {
    expect(Par().attributes).toStrictEqual({});
    expect(Par(null as never).attributes).toEqual({ value: null });
    expect(Par(1).attributes).toStrictEqual({ value: 1 });
    expect(Par(1, "m", { max: 3 }).attributes).toEqual({ value: 1, unit: "m", max: 3 });
    expect(Par("text").attributes).toEqual({ value: "text" });
    expect(Par({ value: 2, unit: null }).attributes).toEqual({ value: 2, unit: null });
    expect(Par({ value: 2, min: null, max: expr`3` }).attributes).toEqual({ value: 2, min: null, max: expr`3` });
  });

  it("of a variable take lists of lengths, wishes and parts of others", () => {
    expect(Var({ size: [0, 2] }).attributes.size).toEqual([0, 2]);
    expect(Var({ size: [expr`n`] }).attributes.size).toEqual([expr`n`]);
    for (const stateSelect of ["always", "prefer", "default", "avoid", "never"] as const)
      expect(Var({ stateSelect }).attributes.stateSelect).toBe(stateSelect);
    expect(Var({ stateSelect: null as never }).attributes.stateSelect).toBe(null);
    expect(Var({ max: 1, unit: null }, Var({ min: 0 }), { max: 2 }).attributes).toEqual({ max: 2, unit: null, min: 0 });
    expect(Object.isFrozen(Var({}).attributes) && Object.isFrozen(Par(1).attributes)).toBe(true);
  });

  it("of an expression insert numbers, truth values and expressions, safe from what stands around", () => {
    expect(String(expr`a*${2} + ${-2} - ${expr`b + c`} * ${true} + ${0}*d`)).toBe("a*2 + (-2) - (b + c) * true + 0*d");
    expect(String(expr("a + b"))).toBe("a + b");
  });
});

describe("kinds of values", () => {
  it("plain objects are literals and JSON", () => {
    expect([{}, Object.create(null), JSON.parse("{}")].every(isPlainObject)).toBe(true);
    expect([null, [], 3, "", new Date(0), Model({}), () => 1, undefined].some(isPlainObject)).toBe(false);
  });

  it("numeric values are numbers, truth values, vectors, and matrices whose rows are equally long", () => {
    expect(
      [
        0,
        true,
        [],
        [1, false],
        [
          [1, 2],
          [3, 4],
        ],
        [[]],
        [[], []],
      ].every(isNumericValue),
    ).toBe(true);
    const others = ["1", null, [1, "2"], [[1], [1, 2]], [[true]], [[1], 2], [[[1]]], [1, undefined], new Array(2), {}];
    expect(others.filter(isNumericValue)).toEqual([]);
  });

  it("reserved are words of the language and parts of a model", () => {
    const reserved = [
      "equations",
      "initialEquations",
      "connect",
      "functions",
      "description",
      "predefined",
      "diagram",
      "if",
      "der",
    ];
    expect(["equation", "x", "then1"].some(isReservedName)).toBe(false);
    expect(reserved.filter((name) => !isReservedName(name))).toEqual(["der"]);
  });

  it("results of functions have a shape and flat numbers", () => {
    const values = [
      3,
      [1, 2],
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
      new Float64Array(2),
      [new Float64Array([7, 8])],
      [],
    ];
    expect(values.map(shapeOf)).toEqual([[], [2], [2, 3], [2], [1, 2], [0]]);
    expect(flattenResult([1, [true, false], new Float64Array([4]), "x", null], [0])).toEqual([
      0,
      1,
      1,
      0,
      4,
      Number.NaN,
      Number.NaN,
    ]);
  });

  it("functions have what their options say", () => {
    const call = () => 1;
    const inverse = () => undefined;
    const explain = () => "why";
    const made = userFunction("f", {
      call,
      derivative: call,
      results: [[2]],
      inverse,
      explain,
      timeEvents: [1],
      hasEffects: true,
    });
    expect(made).toEqual({
      name: "f",
      call,
      derivative: { ...userFunction("f'", call), isDerivative: true },
      results: [[2]],
      inverse,
      explain,
      timeEvents: [1],
      hasEffects: true,
    });
    expect(userFunction("f", call)).toMatchObject({ derivative: undefined, hasEffects: false, timeEvents: undefined });
    expect([[], [1, 2], [1, Number.NaN], "1", 1].map(isTimes)).toEqual([true, true, false, false, false]);
  });
});

describe("units as text", () => {
  it("of a dimension have a name of their own, or powers of the base", () => {
    const texts = [
      "N",
      "Pa",
      "J",
      "W",
      "V",
      "Ohm",
      "F",
      "H",
      "Wb",
      "T",
      "C",
      "S",
      "m/s^2",
      "m^2*kg",
      "1/s",
      "m^0.5",
      "K",
      "mol/m^3",
      "kg/m/s",
      "1",
    ];
    for (const text of texts) expect(printDimension(parseUnit(text).dimension)).toBe(text);
    expect(printDimension(parseUnit("cd*A^2/K^3").dimension)).toBe("A^2*cd/K^3");
    expect(isDimensionless(parseUnit("m/mm").dimension) && !isDimensionless(parseUnit("m^0.001").dimension)).toBe(true);
  });

  it("in SI are the text itself when it is coherent, the base form when not, nothing for pure numbers", () => {
    expect(
      ["N*m", "rad/s", "mm", "degC", "deg", "1", "", " K ", "km/h", "rpm"].map((text) => siText(parseUnit(text))),
    ).toEqual(["N*m", "rad/s", "m", "K", "", "", "", "K", "m/s", "1/s"]);
  });

  it("of a rate are per second", () => {
    expect(["", "m", "m/s", "N*m", "W/K", "ms", "1/ms"].map(perSecond)).toEqual([
      "1/s",
      "m/s",
      "m/s^2",
      "N*m/s",
      "W/K/s",
      "ms/s",
      "1/ms/s",
    ]);
  });

  it("are read with products in parentheses, exponents without a sign, dots and spaces", () => {
    const same = (a: string, b: string) => {
      const [one, other] = [parseUnit(a), parseUnit(b)];
      expect([one.factor, [...one.dimension].map((x) => x + 0)]).toEqual([
        other.factor,
        [...other.dimension].map((x) => x + 0),
      ]);
    };
    same("m/s2", "m/s^2");
    same("s-1", "1/s");
    same("kg.m2.s-2", "N*m");
    same("(N*m)^2", "N^2*m^2");
    same(" N · m ", "N*m");
    same("1/(1/s)", "s");
    same("W/(m*K)", "W*m^-1*K^-1");
    expect(parseUnit(" mm ").text).toBe("mm");
    expect(parseUnit(" 1 ")).toEqual({ text: "1", dimension: [0, 0, 0, 0, 0, 0, 0], factor: 1, offset: 0 });
    expect(parseUnit("daN").factor).toBe(10);
    expect([parseUnit("dam").factor, parseUnit("μm").factor, parseUnit("cd").factor]).toEqual([10, 1e-6, 1]);
  });
});
