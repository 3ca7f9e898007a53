/** Every sentence with which the language refuses something: refusals.txt shows them as users see them, with the values for programs. */
import {
  expr,
  inner,
  Model,
  Model3D,
  type ModelDefinition,
  type ModelSource,
  modelFromJson,
  modelToJson,
  Object3D,
  onlyIf,
  Par,
  type PredefinedComponent,
  predefinedComponent,
  ptpPath,
  Var,
  WorldForce,
} from "rattleback";
import { expect, it } from "vitest";
import type { ForeignModel } from "../../src/language/foreignModel.ts";
import { ModelDefinition as Definition } from "../../src/language/model.ts";
import { parseUnit } from "../../src/language/units.ts";
import { refusalsOf } from "../refusals.ts";

/** For what the types of TypeScript forbid. */
const any = <T>(value: unknown): T => value as T;
const model = (source: object) => Model(source as ModelSource);
const json = (document: unknown, options = {}) => modelFromJson(JSON.stringify(document), options);
const whole = Model({ R: Model({ r: 1 }), C: Model({ c: 2 }), k: 1, v: [1, 2], T: Par(1, "s"), x: Var({ init: 1 }) });
const medium = Object.assign(Object.create({}) as object, { isParameterObject: true, name: "water" } as const);
const pushed = (forceFunction: () => number[]) => WorldForce({ obj: "world", forceFunction: forceFunction as never });
const path = { positions: [[0], [1]], v_max: [1], a_max: [1] };
const motor: ForeignModel = { language: "Modelica", name: "Lib.Motor", changed: () => motor };
const foreign = new Definition({ ...Model({}), foreign: motor });

const examples: Readonly<Record<string, () => unknown>> = {
  // models
  "a model that is a number": () => Model(any(3)),
  "a model that is null": () => Model(any(null)),
  "a component changed by a list": () => whole.with({ R: { r: [1, "two"] } }),
  "a value that is a function": () => model({ f: () => 1 }),
  "a value that is a date": () => whole.with({ R: { r: any(new Date(0)) } }),
  "a name with a point": () => model({ "R.r": 1 }),
  "a long name with a point": () => model({ "motor.r": 1 }),
  "an attribute beside others that are none": () => Model({}).with({ y: { start: 1, qqq: 2 } }),
  "attributes for a medium": () => Model({ fluid: medium }).with({ fluid: { min: 1 } }),
  "a name that begins with a digit": () => model({ "2nd": 1 }),
  "a very long name": () => model({ [" ".repeat(100)]: 1 }),
  "a name that is a word of the language": () => model({ if: 1 }),
  "a nested name that cannot be one": () => whole.with({ R: { "a-b": 1 } }),
  "a component that is not there": () => whole.with({ r: { x: 1 } }),
  "a component where there are none": () => Model({ k: 1 }).with({ R: { x: 1 } }),
  "a component that nothing resembles": () => whole.with({ thermostat: { x: 1 } }),
  "an unknown attribute of a variable": () => whole.with({ x: { strat: 1 } }),
  "an unknown attribute of a parameter": () => whole.with({ T: { strat: 1 } }),
  "no attribute at all that is known": () => whole.with({ k: { qqq: 1 } }),
  "attributes for an array": () => whole.with({ v: { min: 0 } }),
  "a number for a component of a list": () => model({ l: [whole] }).with({ "l[1]": 3 }),
  "a variable beside a list of its name": () => model({ l: [whole], l_1: Var({ init: 1 }) }),
  "removing a name that is not there": () => whole.with({ kk: null }),
  "removing a name of nothing": () => Model({}).with({ k: null }),
  "removing a name inside": () => whole.with({ R: { q: null } }),
  "equations that are a number": () => model({ equations: 3 }),
  "equations in a list with a number": () => whole.with({ R: { equations: ["y = 1", 3] as never } }),
  "equations removed": () => model({ equations: null }),
  "initial equations that are an object": () => whole.with({ R: { initialEquations: any({}) } }),
  "connections that are a text": () => model({ connect: "a, b" }),
  "connections in a flat list": () => whole.with({ R: { connect: any(["a", "b"]) } }),
  "connections with a number": () => model({ connect: [["a", 1]] }),
  "functions that are null": () => model({ functions: null }),
  "functions in a list, inside": () => whole.with({ R: { functions: any([]) } }),
  "a function that is a number": () => model({ functions: { f: 3 } }),
  "a function without call": () => model({ functions: { f: { derivative: () => 1 } } }),
  "a derivative that is a text": () => model({ functions: { f: { call: () => 1, derivative: "x" } } }),
  "a function that is null": () => model({ functions: { f: null } }),
  "a function of the model whose name cannot be one": () => model({ functions: { "a.b": () => 1 } }),
  "a function whose name cannot be one": () => whole.with({ R: { functions: { "a b": () => 1 } } }),
  "times of change that are infinite": () => model({ functions: { f: { call: () => 1, timeEvents: [1, Infinity] } } }),
  "times of change that are no list": () => model({ functions: { f: { call: () => 1, timeEvents: 3 } } }),
  "predefined that is a number": () => model({ predefined: 1 }),
  "predefined that is null, inside": () => whole.with({ R: { predefined: null } }),
  "predefined without build": () => model({ predefined: { build: 1 } }),
  "a predefined component without build": () =>
    predefinedComponent(any<PredefinedComponent>({ beginSegment() {}, functions: {} })),
  "a predefined component that is null": () => predefinedComponent(any<PredefinedComponent>(null)),
  "onlyIf of a number": () => onlyIf("useR", any(3)),
  "onlyIf of a part of a 3-D model": () => onlyIf("useBox", Object3D({})),
  "onlyIf by a number": () => onlyIf(any(3), whole),
  "onlyIf by a text that cannot be read": () => onlyIf("useR +", whole),
  "inner of nothing": () => inner(any(undefined)),
  // models of other languages
  "equations for a foreign model": () => foreign.with({ equations: "y = 1" }),
  "a component for a foreign model": () => foreign.with({ R: whole }),
  "a variable for a foreign model": () => Model({ m: foreign }).with({ m: { x: Var({}) } }),
  "a model for a foreign model": () => foreign.with(whole),
  "a foreign model for a model": () => whole.with(foreign as ModelDefinition),
  // declarations
  "an expression with an object in it": () => expr`2*${{}}`,
  "an expression that is a number": () => expr(any(3)),
  "an attribute that is misspelt": () => Var(any({ strat: 1 })),
  "min that is a text": () => Var(any({ min: "0" })),
  "max that is NaN": () => Par({ value: 1, max: Number.NaN }),
  "nominal that is an expression": () => Var(any({ nominal: expr`1` })),
  "size that is a number": () => Var(any({ size: 3 })),
  "size that is negative": () => Var({ size: [2, -1] }),
  "size that is a fraction": () => Var({ size: [1.5] }),
  "stateSelect that is misspelt": () => Var(any({ stateSelect: "allways" })),
  "stateSelect that is a number": () => Var(any({ stateSelect: 3 })),
  "Var of a number": () => Var(any(3)),
  "Par of a function": () => Par(any(() => 1)),
  "Par of a ragged matrix": () => Par(any([[1, 2], [3]])),
  "a unit that is a number": () => Par(1, any(3)),
  // units
  "a unit that is unknown": () => parseUnit("parsec", "R.r"),
  "a unit that is nearly one": () => parseUnit("Ohms"),
  "two units without a sign": () => parseUnit("N m"),
  "a unit that ends early": () => parseUnit("N*"),
  "a unit that begins with a sign": () => parseUnit("*N"),
  "a unit with an open parenthesis": () => parseUnit("W/(m*K"),
  "a unit with one parenthesis too many": () => parseUnit("W/m)"),
  "a unit with too many parentheses": () => parseUnit(`${"(".repeat(22)}m${")".repeat(22)}`),
  "a unit with a large exponent": () => parseUnit("m^13"),
  "a unit with an open exponent": () => parseUnit("m^(2"),
  "a unit at a place that is no text": () => parseUnit(any(3), "R.r"),
  // paths
  "a path without names": () => ptpPath([], path),
  "a path with names that are one text": () => ptpPath(any("phi"), path),
  "a path with an empty name": () => ptpPath([""], path),
  "a path with one empty name": () => ptpPath(["a", ""], path),
  "a path with a name that is a number": () => ptpPath(any(["a", 3]), path),
  "a path with a name twice": () => ptpPath(["a", "a"], path),
  "a path without points": () => ptpPath(["a"], { ...path, positions: [] }),
  "a path without options": () => ptpPath(["a"], any(undefined)),
  "a path with a point that is a number": () => ptpPath(["a"], any({ ...path, positions: [[0], 1] })),
  "a path with a point that is infinite": () => ptpPath(["a"], { ...path, positions: [[Infinity]] }),
  "a path with a point that is partly infinite": () => ptpPath(["a", "b"], { ...path, positions: [[0, Infinity]] }),
  "a path with one speed that is negative": () =>
    ptpPath(["a", "b"], { positions: [[0, 1]], v_max: [1, -1], a_max: [1, 1] }),
  "a path with a point of two values": () => ptpPath(["a"], { ...path, positions: [[0, 1]] }),
  "a path with speed 0": () => ptpPath(["a"], { ...path, v_max: [0] }),
  "a path with an infinite acceleration": () => ptpPath(["a"], { ...path, a_max: [Infinity] }),
  "a path with two speeds": () => ptpPath(["a"], { ...path, v_max: [1, 1] }),
  "a path with a speed that is no list": () => ptpPath(["a", "b"], any({ ...path, positions: [[0, 0]], v_max: 1 })),
  "a quantity that nothing in a path resembles": () =>
    ptpPath(["phi1", "phi2"], { ...path, positions: [[0, 0]], v_max: [1, 1], a_max: [1, 1] }).indexOf("temperature"),
  "a quantity that a path has not": () => ptpPath(["phi1"], path).indexOf("phi2"),
  // JSON
  "modelToJson of a number": () => modelToJson(any(3)),
  "a document that is no text": () => modelFromJson(any(3)),
  "a document that is a number": () => modelFromJson("3"),
  "an object of no kind": () => json({ _class: "Model", a: { b: 1 } }),
  "an outermost object of no kind": () => json({ a: 1 }),
  "an object of an unknown kind, in a list": () =>
    json({ _class: "Model", R: { _class: "Model", l: [{ _class: "Q" }] } }),
  "a component without a model": () => json({ _class: "Model", a: { _class: "Component", model: 3 } }),
  "__proto__ as an attribute": () => modelFromJson('{"_class":"Model","x":{"_class":"Var","__proto__":1}}'),
  "an expression that is no text": () => json({ _class: "Model", a: { _Expr: 3 } }),
  "a quantity without a number": () => json({ _class: "Model", a: { _value: "5", _unit: "mm" } }),
  "a quantity whose unit is a number": () => json({ _class: "Model", a: { _value: 5, _unit: 3 } }),
  "functions that are no list": () => json({ _class: "Model", functions: "f" }),
  "functions with a number in the list": () => json({ _class: "Model", functions: [3] }),
  "functions with a name and a number": () =>
    json({ _class: "Model", functions: ["f", 3] }, { functions: { f: () => 1 } }),
  "functions that are not given": () =>
    json({ _class: "Model", functions: ["f", "toString"] }, { functions: { g: () => 1 } }),
  "a function that is not given": () => json({ _class: "Model", a: { _function: "law" } }),
  "a function that every object has": () => json({ _class: "Model", a: { _function: "toString" } }, { functions: {} }),
  "a function whose name is a number": () => json({ _class: "Model", a: { _function: 3 } }),
  "a function without a name in a document": () => modelToJson(Model3D({ a: pushed((() => () => [0, 0, 0])()) })),
  "two functions of one name in a document": () =>
    modelToJson(
      Model3D({
        a: pushed(function pull() {
          return [0, 0, 0];
        }),
        b: pushed(function pull() {
          return [0, 0, 1];
        }),
      }),
    ),
  "a predefined component in a document": () =>
    modelToJson(
      Model({ predefined: predefinedComponent({ build: () => ({ memory: {} }), beginSegment() {}, functions: {} }) }),
    ),
  "a foreign model in a document": () => modelToJson(foreign as ModelDefinition),
  "an object in a document": () => modelToJson(Model({ fluid: medium })),
  "a document that is too deep": () => {
    let text = '{"_class":"Model"}';
    for (let k = 0; k < 61; k++) text = `{"_class":"Model","m":${text}}`;
    return modelFromJson(text);
  },
};

it("a text that is no JSON is refused with what the parser says", () => {
  const refused = { code: "E-JSON", what: "The document is not valid JSON.", hint: "look at the place named" };
  expect(() => modelFromJson("[1,")).toThrow(
    expect.objectContaining({ ...refused, because: expect.stringMatching(/JSON/) }),
  );
});

it("what is refused is refused in these words", async () => {
  await expect(refusalsOf(examples)).toMatchFileSnapshot("refusals.txt");
});
