/** The initial problem as a program: what is known at the start takes the place of the integration, in the order in which it is wanted. */
import { type InstantiatedModel, instantiate, Model, type ModelSource, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { evaluateSource } from "../../src/compile/pipeline.ts";
import { type StartEquation, startProgram } from "../../src/compile/startProgram.ts";
import type { VariableIndex } from "../../src/symbolic/indices.ts";

const of = (source: ModelSource): InstantiatedModel => instantiate(Model(source));

/** `name = value` for each pair. */
function wantedOf({ program }: InstantiatedModel, wanted: readonly (readonly [string, number])[]): StartEquation[] {
  const { b, variables, aliases } = program.state;
  return wanted.map(([name, value]) => {
    const index = variables.findIndex((variable) => variable.name === name) as VariableIndex;
    expect(index, name).toBeGreaterThanOrEqual(0);
    const alias = aliases.get(index) ?? { target: index, sign: 1 };
    return { left: b.variable(alias.target), right: b.num(alias.sign * value) };
  });
}

const start = (model: InstantiatedModel, ...wanted: readonly (readonly [string, number])[]) =>
  startProgram(model.program, wantedOf(model, wanted), evaluateSource);

describe("a tank whose level and temperature are known", () => {
  const tank = of({
    m: Var({ start: 0 }),
    H: Var({ start: 0 }),
    rho: 1000,
    A: 2,
    cp: 4000,
    equations: "der(m) = 1; der(H) = 2; m = rho*A*level; H = m*h; h = cp*T",
  });

  it("is computed value by value, without a search over its states", () => {
    const program = start(tank, ["level", 0.5], ["T", 300])!;
    expect(program.states).toEqual([]);
    expect(program.systems).toEqual([]);
    expect(program.blocks.every(({ kind }) => kind === "assignment")).toBe(true);
    expect(program.blocks).toHaveLength(program.state.equations.length);
    expect(program.state.equations).toHaveLength(tank.program.state.equations.length + 2);
    const V = new Float64Array(program.state.variables.length);
    const P = Float64Array.from(program.state.parameters, ({ value }) => value);
    const services = { timeSlack: 0, isEvent: false } as never;
    const none = new Float64Array(0);
    program.code.full(0, none, none, V, P, none, none, services);
    const value = (name: string): number => V[program.state.variables.findIndex((v) => v.name === name)]!;
    expect(value("m")).toBe(1000);
    expect(value("H")).toBe(1000 * 4000 * 300);
    expect(value("der(m)")).toBe(1);
  });

  it("takes what is wanted first, and what has no room no more", () => {
    const nameOf = (program: ReturnType<typeof start>): string[] =>
      [...program!.state.equations]
        .slice(tank.program.state.equations.length)
        .map(({ left }) => program!.state.variables[left.value as VariableIndex]!.name);
    expect(nameOf(start(tank, ["level", 0.5], ["m", 3], ["T", 300]))).toEqual(["level", "T"]);
    expect(nameOf(start(tank, ["m", 3], ["level", 0.5], ["H", 2], ["T", 300]))).toEqual(["m", "H"]);
    expect(nameOf(start(tank, ["H", 3], ["T", 0.5], ["level", 2]))).toEqual(["H", "T"]);
  });

  it("is not given where that does not determine all states", () => {
    expect(start(tank)).toBeUndefined();
    expect(start(tank, ["level", 0.5])).toBeUndefined();
    expect(start(tank, ["level", 0.5], ["m", 3])).toBeUndefined();
  });

  it("leaves the program of the run as it was", () => {
    const { equations, actions, relations } = tank.program.state;
    const count = equations.length;
    start(tank, ["level", 0.5], ["T", 300]);
    expect(tank.program.state.equations).toHaveLength(count);
    expect([tank.program.state.actions, tank.program.state.relations]).toEqual([actions, relations]);
    expect(tank.program.states).toHaveLength(2);
  });
});

it("values that depend on each other at the start become a system, and events are no part of it", () => {
  const model = of({
    x: Var({ start: 1 }),
    y: Var({ start: 1 }),
    n: Var({ start: 0 }),
    equations:
      'der(x) = y; der(y) = -x; r = x^2 + y^2; q = x^3 - y; when x > 2 then reinit(y, 0); n = pre(n) + 1; end when; z = if x > y then 1 else 2; assert(x < 9, "far")',
  });
  const program = start(model, ["r", 2], ["q", 0])!;
  expect(program.systems).toHaveLength(1);
  expect(program.systems[0]!.iterated.length + program.systems[0]!.solved.length).toBeGreaterThanOrEqual(2);
  expect([program.state.actions, program.assertions, program.corners, program.timeFunctions]).toEqual([[], [], [], []]);
  expect(program.state.relations).toHaveLength(model.program.state.relations.length);
  expect([...program.state.relations][0]).not.toBe([...model.program.state.relations][0]);
  expect(program.source).toContain("S.solve(0, t)");
});

it("a run that begins at such values has them", () => {
  const result = simulate(
    instantiate(
      Model({
        m: Var({ start: 0 }),
        H: Var({ start: 0 }),
        equations: "der(m) = 1; der(H) = 2; m = 2000*level; H = m*h; h = 4000*T",
        initialEquations: "level = 0.5; T = 300",
      }),
    ),
    { stopTime: 1 },
  );
  expect(result.at(0, "m")).toBeCloseTo(1000, 6);
  expect(result.at(0, "H") / (1000 * 4000 * 300)).toBeCloseTo(1, 9);
  expect(result.final("m")).toBeCloseTo(1001, 6);
});
