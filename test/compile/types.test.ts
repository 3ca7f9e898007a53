import { tableFromIPC } from "apache-arrow";
import { instantiate, Model, simulate, Var } from "rattleback";
import { resultToArrow } from "rattleback/export";
import { describe, expect, it } from "vitest";

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
