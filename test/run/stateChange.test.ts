import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

/**
 * The car axis of the test set for initial value problems [Mazzia2008]: two axles on springs, joined by a bar, on a bumpy road; index 3. At the
 * start the horizontal positions are no states: they follow from the constraints, and the vertical ones do not.
 */
const axis = `
  k = M*eps^2/2
  yb = h*sin(w*time); xb = sqrt(L^2 - yb^2)
  Ll = sqrt(xl^2 + yl^2); Lr = sqrt((xr - xb)^2 + (yr - yb)^2)
  der(xl) = ul; der(yl) = vl; der(xr) = ur; der(yr) = vr
  k*der(ul) = (L0 - Ll)*xl/Ll + l1*xb + 2*l2*(xl - xr)
  k*der(vl) = (L0 - Ll)*yl/Ll + l1*yb + 2*l2*(yl - yr) - k
  k*der(ur) = (L0 - Lr)*(xr - xb)/Lr - 2*l2*(xl - xr)
  k*der(vr) = (L0 - Lr)*(yr - yb)/Lr - 2*l2*(yl - yr) - k
  xl*xb + yl*yb = 0; (xl - xr)^2 + (yl - yr)^2 = L^2`;
const start = { xl: 0, yl: 0.5, xr: 1, yr: 0.5, ul: -0.5, vl: 0, ur: -0.5, vr: 0 };
const end = { xl: 0.0493455784275, yl: 0.49698946023, xr: 1.04174252488542, yr: 0.373911027265 };

describe("states at a start where the first choice is singular", () => {
  it.each([
    ["all values must hold", Object.keys(start)],
    ["none must", []],
    ["those of the singular choice must", ["xl", "xr", "ul", "ur"]],
    ["those of the good choice must", ["yl", "yr", "vl", "vr"]],
  ])("are changed before the first step: %s", (_, fixed) => {
    const variables = Object.entries(start).map(([name, value]) => [
      name,
      Var(fixed.includes(name) ? { init: value } : { start: value }),
    ]);
    const parameters = { L: 1, L0: 0.5, eps: 0.01, M: 10, h: 0.1, w: 10 };
    const model = instantiate(Model({ ...parameters, ...Object.fromEntries(variables), equations: axis }));
    const result = simulate(model, { stopTime: 3, method: "dop853" });
    expect(result.stateNames).toEqual(["yl", "yr", "vl", "vr"]);
    for (const [name, value] of Object.entries(end)) expect(Math.abs(result.final(name) - value)).toBeLessThan(1e-5);
  });
});
