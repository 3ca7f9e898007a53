import { expr, instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

const ranged = (warnings: readonly string[]) => warnings.filter((warning) => warning.startsWith("W-RANGE"));

describe("min and max of variables", () => {
  const fall = Model({ h: Var({ init: 1, min: 0 }), v: Var({ init: 0 }), equations: "der(h) = v; der(v) = -9.81" });

  it("a variable that leaves its range is reported, with how far it went", () => {
    const { warnings } = simulate(instantiate(fall), { stopTime: 1, interval: 0.01 });
    expect(ranged(warnings)).toHaveLength(1);
    const [, first, worst, at] = /from t = (\S+) s on or before; it reaches (\S+) at t = (\S+) s/.exec(
      ranged(warnings)[0]!,
    )!;
    // h = 1 − g t²/2 is zero at 0.4515 s
    expect(Number(first)).toBeGreaterThan(0.4515);
    expect(Number(first)).toBeLessThan(0.4615);
    expect([Number(worst), Number(at)]).toEqual([expect.closeTo(1 - 9.81 / 2, 4), 1]);
  });

  it("one that stays inside, or touches the limit within the tolerance, is not", () => {
    expect(ranged(simulate(instantiate(fall), { stopTime: 0.4 }).warnings)).toEqual([]);
    const decay = Model({ x: Var({ init: 1, min: 0, max: 1 }), equations: "der(x) = -1000*x" });
    expect(ranged(simulate(instantiate(decay), { stopTime: 1 }).warnings)).toEqual([]);
  });

  it("eliminated variables and limits from parameters count too", () => {
    const model = Model({
      top: 2,
      x: Var({ init: 0 }),
      y: Var({ max: expr`top` }),
      z: Var({ min: -1 }),
      equations: "der(x) = 1; y = x; z = -x",
    });
    const names = (top: number) =>
      ranged(simulate(instantiate(model), { stopTime: 3, merge: { top } }).warnings).map((text) => text.slice(9, 12));
    expect(names(2)).toEqual(['"y"', '"z"']);
    expect(names(5)).toEqual(['"z"']);
  });
});
