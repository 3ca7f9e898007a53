/** States are chosen during the run also among constraints that hang together in large groups. */
import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

describe("a pendulum in Cartesian coordinates whose constraint is seen through a chain of factors that change", () => {
  const links = 24;
  const chain = Array.from({ length: links }, (_, k) => `u${k + 1}*(1 + 0.1*sin(time)) = ${k === 0 ? "x" : `u${k}`}`);
  const pendulum = Model({
    x: Var({ init: 1 }),
    y: Var({ start: 0 }),
    vx: Var({ start: 0 }),
    vy: Var({ init: -4 }),
    equations: [
      "der(x) = vx",
      "der(y) = vy",
      "der(vx) = -F*x",
      "der(vy) = -F*y - 1",
      ...chain,
      `(u${links}*(1 + 0.1*sin(time))^${links})^2 + y^2 = 1`,
    ],
  });

  it("turns over and keeps its energy: x and y take turns", () => {
    const model = instantiate(pendulum);
    expect(model.report.stateReasons.some((reason) => reason.includes("during the run"))).toBe(true);
    const result = simulate(model, { stopTime: 4, tolerance: 1e-8 });
    const plain = simulate(
      instantiate(
        Model({ phi: Var({ init: 0 }), w: Var({ init: -4 }), equations: "der(phi) = w; der(w) = -cos(phi)" }),
      ),
      { stopTime: 4, tolerance: 1e-11 },
    );
    expect(plain.final("phi")).toBeLessThan(-2 * Math.PI);
    for (const t of [0.5, 1, 1.7, 2.6, 3.3, 4]) {
      expect(result.at(t, "x")).toBeCloseTo(Math.cos(plain.at(t, "phi")), 5);
      expect(result.at(t, "y")).toBeCloseTo(Math.sin(plain.at(t, "phi")), 5);
    }
  });
});
