import { instantiate, Model, Par, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

const small = (warnings: readonly string[]) => warnings.filter((warning) => warning.startsWith("W-STATE-SMALL"));
const oscillator = (x: object) =>
  Model({ x: Var(x), v: Var({ init: 0 }), equations: ["der(x) = v", "der(v) = -100*x"] });
const tenSeconds = (x: object, options: object = {}) =>
  simulate(instantiate(oscillator(x)), { stopTime: 10, tolerance: 1e-6, ...options });

describe("states as small as the tolerance", () => {
  it("are named, and the advice helps", () => {
    const loose = tenSeconds({ init: 1e-9 });
    const [warning, ...others] = small(loose.warnings);
    expect(others).toEqual([expect.stringMatching(/"v" never exceeds \S+, .* nominal = 1e-[78] says/)]);
    expect(warning).toMatch(/"x" never exceeds \S+, and the run knows it to 1e-9 only: nominal = 1e-[89] says/);
    const exact = 1e-9 * Math.cos(100);
    expect(Math.abs((loose.final("x") as number) - exact)).toBeGreaterThan(1e-10);
    const nominal = Number(/nominal = (\S+)/.exec(warning!)![1]);
    const told = simulate(
      instantiate(oscillator({ init: 1e-9, nominal }).with({ v: Var({ init: 0, nominal: 10 * nominal }) })),
      { stopTime: 10, tolerance: 1e-6 },
    );
    expect(small(told.warnings)).toEqual([]);
    expect(Math.abs((told.final("x") as number) - exact)).toBeLessThan(1e-13);
    const tight = tenSeconds({ init: 1e-9 }, { absoluteTolerance: 1e-15 });
    expect(small(tight.warnings)).toEqual([]);
    expect(small(tenSeconds({ init: 1e-9 }, { absoluteTolerance: 1e-10 }).warnings)[0]).toMatch(
      /knows it to 1e-10 only: a smaller absoluteTolerance\.$/,
    );
  });

  it("want a nominal in the unit of the variable: a current of 1 nA decays to 1/e nA", () => {
    const decay = (nominal?: number) =>
      simulate(
        instantiate(
          Model({
            T: Par(1, "s"),
            i: Var({ init: 1, unit: "nA", ...(nominal !== undefined && { nominal }) }),
            equations: "T*der(i) = -i",
          }),
        ),
        { stopTime: 1 },
      );
    const [warning] = small(decay().warnings);
    const advised = Number(/nominal = (\S+) says/.exec(warning!)![1]);
    expect(advised).toBe(1);
    const told = decay(advised);
    expect(small(told.warnings)).toEqual([]);
    expect(Math.abs(told.final("i") / 1e-9 - Math.exp(-1))).toBeLessThan(1e-6);
    expect(Math.abs(decay().final("i") / 1e-9 - Math.exp(-1))).toBeGreaterThan(1e-5);
  });

  it("are not those that grow, that are zero, or that nobody gave a value", () => {
    const pendulum = Model({
      phi: Var({ init: 1e-9 }),
      w: Var({ init: 0 }),
      equations: "der(phi) = w; der(w) = sin(phi)",
    });
    expect(small(simulate(instantiate(pendulum), { stopTime: 25 }).warnings)).toEqual([]);
    expect(small(tenSeconds({ init: 0 }).warnings)).toEqual([]);
    expect(small(tenSeconds({ init: 1 }).warnings)).toEqual([]);
    const follower = Model({ x: Var(), initialEquations: "x = 1e-12", equations: "der(x) = -x" });
    expect(small(simulate(instantiate(follower), { stopTime: 1 }).warnings)).toEqual([]);
  });

  it("that start at zero are named where no state of the model is larger: x'' = -100·x + 1e-7·cos(3·t)", () => {
    const driven = (nominal?: number) =>
      Model({
        x: Var({ init: 0, ...(nominal && { nominal }) }),
        v: Var({ init: 0, ...(nominal && { nominal: 10 * nominal }) }),
        equations: ["der(x) = v", "der(v) = -100*x + 1e-7*cos(3*time)"],
      });
    const exact = (1e-7 / 91) * (Math.cos(9) - Math.cos(30));
    const loose = simulate(instantiate(driven()), { stopTime: 3 });
    expect(Math.abs((loose.final("x") as number) - exact)).toBeGreaterThan(0.1 * Math.abs(exact));
    const warnings = small(loose.warnings);
    expect(warnings.map((warning) => /"(\w)"/.exec(warning)?.[1])).toEqual(["x", "v"]);
    const told = simulate(instantiate(driven(Number(/nominal = (\S+)/.exec(warnings[0]!)![1]))), { stopTime: 3 });
    expect(small(told.warnings)).toEqual([]);
    expect(Math.abs((told.final("x") as number) - exact)).toBeLessThan(1e-4 * Math.abs(exact));
  });

  it("that start at zero are not named beside larger ones, nor where they move by rounding only", () => {
    const beside = Model({
      x: Var({ init: 0 }),
      y: Var({ init: 1 }),
      equations: ["der(x) = 1e-10*sin(y) - x", "der(y) = -y"],
    });
    expect(small(simulate(instantiate(beside), { stopTime: 1 }).warnings)).toEqual([]);
    const balanced = Model({ x: Var({ init: 0 }), equations: ["a = 0.1 + 0.2*cos(0*time)", "der(x) = a - 0.3 - x"] });
    const rest = simulate(instantiate(balanced), { stopTime: 1 });
    expect(rest.final("x")).not.toBe(0);
    expect(small(rest.warnings)).toEqual([]);
  });

  it("are named five at most, with the number of the others", () => {
    const many = Model({ x: Var({ init: Array.from({ length: 8 }, () => 1e-9) }), equations: "der(x) = -x" });
    const warnings = small(simulate(instantiate(many), { stopTime: 1 }).warnings);
    expect(warnings).toHaveLength(5);
    expect(warnings[4]).toMatch(/The same holds for 3 more\.$/);
  });

  it("are looked at to the end of the run, through events too", () => {
    const model = Model({
      x: Var({ init: 1e-9 }),
      n: Var({ start: 0 }),
      equations: ["der(x) = if time > 0.5 then 1 else 0", "when time > 0.2 then n = 1 end when"],
    });
    expect(small(simulate(instantiate(model), { stopTime: 0.4 }).warnings)).toHaveLength(1);
    expect(small(simulate(instantiate(model), { stopTime: 1 }).warnings)).toEqual([]);
  });
});
