/** Models as JSON: what is written, to the letter, and that what is read is the same model again. */
import {
  expr,
  inner,
  Model,
  Model3D,
  ModelDefinition,
  modelFromJson,
  modelToJson,
  Object3D,
  onlyIf,
  outer,
  Par,
  type ParameterDeclaration,
  Scene,
  Var,
  type VariableDeclaration,
  WorldForce,
} from "rattleback";
import { describe, expect, it } from "vitest";

const law = (x: number) => 2 * x;
const written = (model: ModelDefinition) => JSON.parse(modelToJson(model)) as Record<string, unknown>;
const read = (document: object, options = {}) => modelFromJson(JSON.stringify(document), options);
const attributesOf = (model: ModelDefinition, name: string) =>
  (model.entries.get(name) as VariableDeclaration | ParameterDeclaration).attributes;

describe("a document", () => {
  const Part = Model({ k: 1 });
  const model = Model({
    description: "all kinds",
    a: Par({ value: 5, unit: "mm", min: expr`0`, description: "length" }),
    low: Number.NEGATIVE_INFINITY,
    high: Number.POSITIVE_INFINITY,
    none: Number.NaN,
    x: Var({ init: Par(3, "mm"), start: Par(2, ""), max: Number.POSITIVE_INFINITY, unit: "m", value: expr`2*a` }),
    part: Part.with({ k: expr`3*a` }),
    sometimes: onlyIf("useIt", Part),
    never: onlyIf(false, Part),
    both: inner(onlyIf(expr`useIt`, Part)),
    everywhere: inner(Part) as ModelDefinition,
    g: outer(),
    functions: { law },
    equations: ["y = law(x)", "z = y"],
  });
  const document = {
    _class: "Model",
    description: "all kinds",
    a: { _class: "Par", value: 5, unit: "mm", min: { _Expr: "0" }, description: "length" },
    low: { _Expr: "-inf" },
    high: { _Expr: "inf" },
    none: { _Expr: "nan" },
    x: {
      _class: "Var",
      init: { _value: 3, _unit: "mm" },
      start: { _value: 2, _unit: "" },
      max: { _Expr: "inf" },
      unit: "m",
      value: { _Expr: "2*a" },
    },
    part: { _class: "Model", k: { _Expr: "3*a", _up: 1 } },
    sometimes: { _class: "Component", model: { _class: "Model", k: 1 }, onlyIf: "useIt" },
    never: { _class: "Component", model: { _class: "Model", k: 1 }, onlyIf: false },
    both: { _class: "Component", model: { _class: "Model", k: 1 }, onlyIf: "useIt", inner: true },
    everywhere: { _class: "Component", model: { _class: "Model", k: 1 }, inner: true },
    g: { _class: "Var", outer: true },
    equations: ["y = law(x)", "z = y"],
    functions: ["law"],
  };

  it("says all of a model, and nothing that is as usual", () => {
    expect(written(model)).toEqual(document);
    const lacking = Par({ value: 1 });
    expect(written(Model({ x: Var({ init: lacking }) }))["x"]).toEqual({
      _class: "Var",
      init: { _value: 1, _unit: "" },
    });
    expect(Object.keys(written(Model({ k: 1, x: Var({ init: undefined as never }) })))).toEqual(["_class", "k", "x"]);
    expect(modelToJson(Part, 1)).toBe('{\n "_class": "Model",\n "k": 1\n}');
    expect(written(Model({ initialEquations: "x = 1", connect: [["a", "b"]] }))).toEqual({
      _class: "Model",
      initialEquations: ["x = 1"],
      connect: [["a", "b"]],
    });
  });

  it("is read as the model that was written", () => {
    const again = read(document, { functions: { law } });
    expect(again).toEqual(model);
    expect(again.functions.get("law")!.call).toBe(law);
  });

  it("has names for symbols, kinds that are symbols, maps, pictures, and levels that are believable", () => {
    const other = read({
      _class: { _Symbol: "Map" },
      k: { _Symbol: "pi" },
      near: { _Expr: "a", _up: 2 },
      far: { _Expr: "a", _up: 100 },
      half: { _Expr: "a", _up: 0.5 },
      text: { _Expr: "a", _up: "2" },
      bare: { _value: [1, 2] },
      list: [{ _class: "Model", k: 1 }, { _class: "Model" }],
      notInner: { _class: "Component", model: { _class: "Model" }, inner: 1 },
      diagram: { k: [1, 2] },
    });
    const entry = (name: string) => other.entries.get(name);
    expect(entry("k")).toEqual(expr`pi`);
    expect(["near", "far", "half", "text"].map((name) => (entry(name) as { levelsUp: number }).levelsUp)).toEqual([
      2, 0, 0, 0,
    ]);
    expect(attributesOf(other, "bare")).toEqual({ value: [1, 2], unit: "" });
    expect(entry("list")).toEqual([Part, Model({})]);
    expect((entry("notInner") as ModelDefinition).isInner).toBe(false);
    expect(other.entries.has("diagram")).toBe(false);
    expect(other).toBeInstanceOf(ModelDefinition);
  });

  it("of a 3-D model names its parts, and functions that belong to several of them once and for all", () => {
    function pull(): readonly [number, number, number] {
      return [0, 0, 1];
    }
    const scene = Model3D({
      world: Object3D({ feature: Scene() }),
      box: Model({ body: Object3D({ parent: "world", translation: [1, 2, 3] }), k: 1 }),
      a: WorldForce({ obj: "world", forceFunction: pull }),
      b: WorldForce({ obj: "box.body", forceFunction: pull }),
    });
    const text = modelToJson(scene);
    expect(JSON.parse(text)).toMatchObject({
      _class: "Model3D",
      box: { _class: "Model", body: { _class: "Object3D", translation: [1, 2, 3] } },
      a: { _class: "WorldForce", forceFunction: { _function: "pull" } },
      b: { _class: "WorldForce", forceFunction: { _function: "pull" } },
    });
    expect(modelToJson(modelFromJson(text, { functions: { pull } }))).toBe(text);
    const wrong = text.replace('"translation":[1,2,3]', '"translation":{"_Expr":3}');
    expect(() => modelFromJson(wrong, { functions: { pull } })).toThrow(
      expect.objectContaining({ path: "box.body.translation" }),
    );
    const numbers = read({ _class: "Model", x: { _class: "Var", size: [2, { _Expr: "n" }] }, M: [[1], [2]] });
    expect((numbers.entries.get("x") as VariableDeclaration).attributes.size).toEqual([2, expr`n`]);
    expect(numbers.entries.get("M")).toEqual([[1], [2]]);
  });

  it("nests as deep through lists and components as through models", () => {
    const deep = (levels: number, wrap: (inside: string) => string) => {
      let text = '{"_class":"Model"}';
      for (let k = 0; k < levels; k++) text = wrap(text);
      return () => modelFromJson(text);
    };
    const list = (inside: string) => `{"_class":"Model","m":[${inside}]}`;
    const component = (inside: string) =>
      `{"_class":"Model","m":{"_class":"Component","inner":true,"model":${inside}}}`;
    for (const wrap of [list, component]) {
      expect(deep(30, wrap)).not.toThrow();
      expect(deep(31, wrap)).toThrow("nests deeper");
    }
  });

  it("may nest 60 levels", () => {
    let text = '{"_class":"Model"}';
    for (let k = 0; k < 60; k++) text = `{"_class":"Model","m":${text}}`;
    expect(modelToJson(modelFromJson(text))).toBe(text);
  });
});
