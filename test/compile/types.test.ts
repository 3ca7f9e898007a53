import { tableFromIPC } from "apache-arrow";
import { instantiate, Model, simulate, Var } from "rattleback";
import { resultToArrow } from "rattleback/export";
import { describe, expect, it } from "vitest";
import { createState } from "../../src/compile/createState.ts";
import { newEquation, type Variable } from "../../src/compile/state.ts";
import { inferTypes } from "../../src/compile/types.ts";
import type { Expr } from "../../src/symbolic/expression.ts";
import type { VariableIndex } from "../../src/symbolic/indices.ts";

const ball = instantiate(
  Model({
    e: 0.7,
    h: Var({ init: 1, unit: "m" }),
    v: Var({ init: 0 }),
    bounces: Var({ start: 0 }),
    on: Var({ start: false }),
    equations: `
      der(h) = v
      der(v) = quantity(-9.81, "m/s^2")
      fall = v < 0
      copy = fall
      late = fall and bounces > 1
      near = noEvent(h < 0.5)
      force = if time < 1 then 0 else 5
      share = bounces/2
      when h < 0 then
        reinit(v, -e*pre(v))
        bounces = pre(bounces) + 1
        on = not pre(on)
        fast = v < -2
        hit = true
        tHit = time
      end
    `,
  }),
);

describe("types of variables in the result", () => {
  const result = simulate(ball, { stopTime: 1.3 });
  const typeOf = (name: string): string => result.describe(name).type;

  it("a relation assigned to a variable is a boolean, also through logic, aliases, when and noEvent", () => {
    for (const name of ["fall", "copy", "late", "near", "on", "fast", "hit"])
      expect([name, typeOf(name)]).toEqual([name, "boolean"]);
    expect(result.describe("fall").kind).toBe("discrete");
    expect(result.describe("near").kind).toBe("algebraic");
  });

  it("a relation alone, without any other event, is boolean and discrete", () => {
    const { type, kind } = simulate(
      instantiate(Model({ x: Var({ init: 1 }), equations: "der(x) = -x; low = x < 0.5" })),
    ).describe("low");
    expect({ type, kind }).toEqual({ type: "boolean", kind: "discrete" });
  });

  it("the Arrow file has them as bool and int64 columns", () => {
    const { fields } = tableFromIPC(resultToArrow(result)).schema;
    const types = ["fall", "bounces", "h"].map((name) => String(fields.find((field) => field.name === name)?.type));
    expect(types).toEqual(["Bool", "Int64", "Float64"]);
  });

  it("what counts is an integer; quantities, shares and switched numbers are real", () => {
    expect(typeOf("bounces")).toBe("integer");
    for (const name of ["h", "v", "force", "share", "tHit"]) expect([name, typeOf(name)]).toEqual([name, "real"]);
  });

  it("a count that a run begins between whole numbers is real", () => {
    const shifted = simulate(ball, { stopTime: 0.6, merge: { bounces: 0.5 } });
    expect(shifted.describe("bounces").type).toBe("real");
    expect(shifted.final("bounces")).toBe(1.5);
  });

  it("units of undeclared variables follow from the equations", () => {
    expect(["v", "der(h)", "der(v)", "fall"].map((name) => result.describe(name).unit)).toEqual([
      "m/s",
      "m/s",
      "m/s^2",
      "",
    ]);
  });
});

describe("what an equation gives a variable", () => {
  const [template] = instantiate(Model({ x: Var(), equations: "x = sin(time)" })).program.state.variables;
  const state = createState();
  const { b } = state;
  const [v, other] = [b.variable(0 as VariableIndex), b.variable(1 as VariableIndex)];
  const source = { text: "", path: "", line: 1, kind: "equation" } as const;
  /** The type of the first of three variables, which two more equations may concern. */
  const typeBy = (value: Expr, changed: Partial<Variable> = {}, others: readonly (readonly [Expr, Expr])[] = []) => {
    state.variables.length = 0;
    state.equations.length = 0;
    for (let k = 0; k < 3; k++) state.variables.push({ ...template!, type: "real", isDiscrete: false });
    Object.assign(state.variables[0 as VariableIndex]!, changed);
    state.equations.push(newEquation(v, value, source));
    for (const [left, right] of others) state.equations.push(newEquation(left, right, source));
    inferTypes(state);
    const found = state.variables[0 as VariableIndex]!.type;
    // and the other way around
    Object.assign(state.variables[0 as VariableIndex]!, { type: "real", ...changed });
    state.equations.length = 0;
    state.equations.push(newEquation(value, v, source));
    for (const [left, right] of others) state.equations.push(newEquation(right, left, source));
    inferTypes(state);
    expect(state.variables[0 as VariableIndex]!.type).toBe(found);
    return found;
  };
  const less = b.make("lt", [b.time, b.one], 0, "");
  const pre = (k: number): Expr => b.make("pre", [], k, "");

  it("is a truth value where it compares, combines or ticks", () => {
    for (const op of ["lt", "le", "gt", "ge", "eq", "ne", "and", "or"] as const)
      expect([op, typeBy(b.make(op, [b.time, other], 0, ""))]).toEqual([op, "boolean"]);
    for (const op of ["not", "rel"] as const) expect([op, typeBy(b.make(op, [less], 0, ""))]).toEqual([op, "boolean"]);
    expect(typeBy(b.make("flag", [], 0, "initial"))).toBe("boolean");
    expect(typeBy(b.make("tick", [], 0, ""))).toBe("boolean");
    for (const op of ["add", "mul", "pow"] as const) expect(typeBy(b.make(op, [b.time, other], 0, ""))).toBe("real");
    expect(typeBy(b.time)).toBe("real");
  });

  it("is one through conditions, values before and names, where nothing else is said", () => {
    const choose = (yes: Expr, no: Expr): Expr => b.make("if", [less, yes, no], 0, "");
    expect(typeBy(choose(less, b.zero))).toBe("boolean");
    expect(typeBy(choose(b.one, less))).toBe("boolean");
    expect(typeBy(choose(less, pre(0)))).toBe("boolean");
    expect(typeBy(choose(less, b.num(2)))).toBe("real");
    expect(typeBy(choose(b.one, b.zero))).toBe("real");
    expect(typeBy(choose(b.num(2), less))).toBe("real");
    expect(typeBy(pre(0))).toBe("real");
    expect(typeBy(other, {}, [[other, less]])).toBe("boolean");
    expect(typeBy(pre(1), {}, [[other, less]])).toBe("boolean");
    expect(typeBy(other, {}, [[other, b.time]])).toBe("real");
  });

  it("is none for states, derivatives, flows, potentials and what has a unit", () => {
    const length = [1, 0, 0, 0, 0, 0, 0];
    for (const changed of [
      { derivative: 2 as VariableIndex },
      { derivativeOf: 2 as VariableIndex },
      { isFlow: true },
      { isPotential: true },
      { dimension: length },
    ])
      expect(typeBy(less, changed)).toBe("real");
    expect(typeBy(less, { dimension: [0, 0, 0, 0, 0, 0, 0] })).toBe("boolean");
    expect(typeBy(less, { type: "integer" })).toBe("integer");
  });

  it("is a whole number where something is counted or rounded", () => {
    const isDiscrete = { isDiscrete: true };
    const next = b.add([pre(0), b.one]);
    expect(typeBy(next, isDiscrete)).toBe("integer");
    expect(typeBy(next)).toBe("real");
    expect(typeBy(b.make("if", [less, next, pre(0)], 0, ""), isDiscrete)).toBe("integer");
    expect(typeBy(b.make("if", [less, next, b.num(0.5)], 0, ""), isDiscrete)).toBe("real");
    expect(typeBy(b.make("if", [less, b.num(0.5), next], 0, ""), isDiscrete)).toBe("real");
    expect(typeBy(b.neg(b.mul([b.num(3), pre(0)])), isDiscrete)).toBe("integer");
    expect(typeBy(b.mul([b.num(1.5), pre(0)]), isDiscrete)).toBe("real");
    expect(typeBy(b.div(pre(0), b.num(2)), isDiscrete)).toBe("real");
    for (const name of ["floor", "ceil", "round", "trunc"])
      expect([name, typeBy(b.call(name, [b.time]), isDiscrete)]).toEqual([name, "integer"]);
    expect(typeBy(b.call("sin", [b.time]), isDiscrete)).toBe("real");
    expect(typeBy(b.num(3), isDiscrete)).toBe("real");
    expect(typeBy(b.add([pre(0), b.num(1, "m")]), isDiscrete)).toBe("real");
    expect(typeBy(b.add([pre(0), other]), isDiscrete)).toBe("real");
    // one that counts another is one when that is
    expect(typeBy(b.add([pre(0), other]), isDiscrete, [[other, b.call("floor", [b.time])]])).toBe("real");
  });
});
