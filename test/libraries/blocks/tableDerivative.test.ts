/** Smooth tables can be differentiated, once and twice; a Bessel spline through points of a parabola is that parabola. */
import { instantiate, Model, simulate, Var } from "rattleback";
import { Table1D } from "rattleback/blocks";
import { expect, it } from "vitest";

const points = [-2, -1, 0, 1, 2, 3].map((u) => [u, u * u]);
const cam = (interpolation: string) => Table1D.with({ table: points, interpolation });

it("der of a cubic table is its slope times the rate of its input", () => {
  const model = Model({ t: cam("cubic"), equations: "t.u = 2*time; v = der(t.y); a = der(der(t.y))" });
  const result = simulate(instantiate(model), { stopTime: 1 });
  // y = (2t)²: v = 8t, a = 8
  expect(result.final("v")).toBeCloseTo(8, 10);
  expect(result.final("a")).toBeCloseTo(8, 10);
});

it("a cam constrains its follower: s = table(phi) with the mass on the follower", () => {
  const drive = { phi: Var({ init: 0.5 }), w: Var({ init: 0 }) };
  const law = "der(phi) = w; der(s) = v; der(v) = f; 0.1*der(w) = -f*2*phi";
  const bound = simulate(instantiate(Model({ ...drive, t: cam("cubic"), equations: `${law}; t.u = phi; s = t.y` })), {
    stopTime: 1,
    tolerance: 1e-8,
  });
  const exact = simulate(instantiate(Model({ ...drive, equations: `${law}; s = phi^2` })), {
    stopTime: 1,
    tolerance: 1e-8,
  });
  expect(bound.final("phi")).toBeCloseTo(exact.final("phi"), 6);
});

it("a table with corners asks for a smooth one", () => {
  const model = Model({ t: cam("linear"), equations: "t.u = 2*time; v = der(t.y)" });
  expect(() => simulate(instantiate(model), { stopTime: 1 })).toThrow(/E-NO-DERIVATIVE.*[\s\S]*"cubic" or "monotone"/);
});
