import { expr, instantiate, Model, type ModelSource, Par, RattlebackError, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

function failure(source: ModelSource): RattlebackError {
  try {
    instantiate(Model(source));
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("no error");
}

describe("units of measurement", () => {
  it("adding a length to a time is refused with the unit of each leaf", () => {
    const error = failure({ x: Var({ init: 0, unit: "m" }), T: Par(2, "s"), equations: "der(x) = 1; y = x + T" });
    expect(error.code).toBe("E-UNIT");
    expect(error.data["leaves"]).toEqual({ x: "m", T: "s" });
    expect(error.hint).toContain("quantity");
    expect(error.message).toContain("y = x + T");
  });

  it("powers are written with and without ^", () => {
    for (const unit of ["m/s^2", "m/s2", "m.s-2", "m*s^(-2)"]) {
      const result = simulate(instantiate(Model({ a: Par(2, unit), g: Par(1, "m/s^2"), equations: "y = a + g" })));
      expect(result.final("y")).toBe(3);
    }
  });

  it("the unit of der(x) is compared with the unit of x", () => {
    expect(
      failure({ x: Var({ init: 0, unit: "m" }), v: Var({ unit: "m" }), equations: "der(x) = v; v = 1" }).code,
    ).toBe("E-UNIT");
  });

  it.each([
    ["when time > 1 then reinit(x, T) end", "x = T"],
    ["y = delay(x, L)", "delay"],
    ["T = delay(x, 0.5)*k", "delay"],
    ['assert(x < T, "early")', "x < T"],
  ])("%s compares a length and a time", (statement, shown) => {
    const source = { x: Var({ init: 0, unit: "m" }), v: Par(1, "m/s"), L: Par(1, "m"), k: Par(1, "1") };
    const T = statement.startsWith("T") ? Var({ unit: "s" }) : Par(2, "s");
    const error = failure({ ...source, T, equations: `der(x) = v; ${statement}` });
    expect([error.code, error.message.includes(shown)]).toEqual(["E-UNIT", true]);
  });

  it("a delayed value has the unit of what is delayed, and numbers fit into reinit and delays", () => {
    const model = instantiate(
      Model({
        x: Var({ init: 0, unit: "m" }),
        v: Par(1, "m/s"),
        equations: 'der(x) = v; y = delay(x, 0.5); when x > 2 then reinit(x, 1) end; assert(x > -1, "left")',
      }),
    );
    expect(model.report.warnings).toEqual([]);
    expect(simulate(model, { stopTime: 1 }).describe("y").unit).toBe("m");
  });

  it("units of undeclared variables follow from the equations", () => {
    const error = failure({ m: Par(1, "kg"), a: Par(2, "m/s^2"), E: Var({ unit: "J" }), equations: "F = m*a; E = F" });
    expect(error.code).toBe("E-UNIT");
    expect(error.because).toContain("N");
  });

  it("the argument of sin is a pure number", () => {
    expect(failure({ x: Var({ init: 0, unit: "m" }), equations: "der(x) = 1; y = sin(x)" }).code).toBe("E-UNIT");
    const angle = instantiate(Model({ phi: Var({ init: 0, unit: "rad" }), equations: "der(phi) = 1; y = sin(phi)" }));
    expect(angle.stateNames).toEqual(["phi"]);
  });

  it("values are converted to SI, temperatures with their offset", () => {
    const model = Model({
      L: Par(250, "mm"),
      T: Par(20, "degC"),
      x: Var({ init: 36, unit: "km/h" }),
      equations: "der(x) = 0; y = 4*L; K = T",
    });
    const result = simulate(instantiate(model), {});
    expect(result.final("y")).toBe(1);
    expect(result.final("K")).toBe(293.15);
    expect(result.final("x")).toBe(10);
    expect(result.describe("L").unit).toBe("m");
  });

  it("a value in another dimension is refused where it is given", () => {
    const base = Model({ R: Par(1, "Ohm"), equations: "v = R" });
    expect(() => instantiate(base.with({ R: Par(1, "kOhm") }))).not.toThrow();
    expect(() => simulate(instantiate(base), { merge: { R: Par(2, "m") } })).toThrowError(/E-UNIT/);
    expect(simulate(instantiate(base), { merge: { R: Par(2, "kOhm") } }).final("v")).toBe(2000);
  });

  it("malformed units name the part that is not understood", () => {
    expect(() => Par(1, "Ohmm")).toThrowError(/did you mean "Ohm"/);
    expect(() => Par(1, "m**2")).toThrowError(/E-UNIT-TEXT/);
  });

  it.each([
    "x = 2*time",
    "x = sin(3*time)",
    "x = exp(-time)",
    "x = 0.5*v - 3*time^2",
    "x = -1*v",
    "x = v*1",
    "x = v/1",
    "x = 1*v*v",
  ])("numbers in %s may stand for quantities, which is a warning", (equation) => {
    const { report } = instantiate(Model({ x: Var({ unit: "m" }), v: Par(1, "m/s"), equations: equation }));
    expect(report.warnings).toEqual([expect.stringMatching(/^W-UNIT .*quantity\(/)]);
  });

  it.each(["X = [2, k] .* [v, v]", "X = [v, v] .* [k, 2]", "X = [2, v] ./ [v, k]", "X = 2*[v, v]", "X = [v, v]/2"])(
    "one number among the elements of %s is enough",
    (equation) => {
      const source = { X: Var({ size: [2], unit: "m" }), v: Par(1, "m/s"), k: 3, equations: equation };
      expect(instantiate(Model(source)).report.warnings).toEqual([expect.stringMatching(/^W-UNIT /)]);
    },
  );

  it.each([
    "x = v",
    "x = -v",
    "y = 1*v; x = v",
    "x = 1*(v + F)",
    "x = sin(v)",
    "x = 3*v + v*F/F",
    'x = quantity(2, "m")*v',
    'x = v/quantity(2, "s")',
    "x = v^2",
  ])("no number makes %s right", (equation) => {
    const source = { x: Var({ unit: "m" }), v: Par(1, "m/s"), F: Par(1, "N") };
    expect(failure({ ...source, equations: equation }).code).toBe("E-UNIT");
  });

  it.each([
    ["k = L", { k: Par({ value: expr`L`, unit: "m" }) }],
    ["k = L + s", { k: Par(expr`L + s`) }],
    ["init of x = L", { x: Var({ init: expr`L`, unit: "m" }) }],
    ["start of x = L/s", { x: Var({ start: expr`L/s`, unit: "m" }) }],
    ["max of k = L", { k: Par({ value: 1, unit: "m", max: expr`L` }) }],
  ])("declarations are checked like equations: %s", (text, declared) => {
    const error = failure({
      L: Par(1, "kg"),
      s: Par(2, "m"),
      k: 1,
      x: Var({ init: 1 }),
      equations: "der(x) = 0",
      ...declared,
    });
    expect(error.code).toBe("E-UNIT");
    expect(error.message).toContain(text);
  });

  it("a number without a unit may be given for several quantities", () => {
    const given = { a: Par({ value: expr`n`, unit: "m" }), b: Par({ value: expr`n`, unit: "s" }) };
    expect(simulate(instantiate(Model({ n: 3, ...given, equations: "y = a/b" }))).final("y")).toBe(1);
  });

  it("what declarations imply is known to the equations", () => {
    const source = { L: Par(1, "kg"), s: Par(2, "m"), k: Par(expr`2*L`) };
    expect(failure({ ...source, k: Par(expr`L`), equations: "y = k + s" }).code).toBe("E-UNIT");
    expect(instantiate(Model({ ...source, equations: "y = k + L" })).report.warnings).toEqual([]);
    // the 2 may stand for 2 m/kg
    expect(instantiate(Model({ ...source, equations: "y = k + s" })).report.warnings).toEqual([
      expect.stringMatching(/^W-UNIT /),
    ]);
  });
});
