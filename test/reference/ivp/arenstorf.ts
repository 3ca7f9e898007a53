/**
 * Arenstorf's closed orbit of a satellite between earth and moon: after one period everything is as before,
 * and an error of the start grows by about 10⁵ on the way.
 */
import { filled, type OdeProblem } from "./referenceProblem.ts";

const mu = 0.012277471;
const mup = 1 - mu;

export const arenstorf: OdeProblem = {
  name: "arenstorf",
  title: "Arenstorf orbit",
  kind: "nonstiff",
  form: "ode",
  size: 4,
  t0: 0,
  tEnd: 17.065216560157964,
  y0: Float64Array.of(0.994, 0, 0, -2.0015851063790824),
  toleranceScale: filled(4, 1),
  compare: [0, 3],
  end: [0.994, -2.0015851063790824],
  agreement: "14.9 digits: the orbit is closed, and Radau IIA of order 9 in quadruple precision closes it",
  sources: ["Hairer1993"],
  rhs(_t, y, ydot) {
    const a = y[0] + mu;
    const b = y[0] - mup;
    const s = y[1] * y[1];
    const r1 = a * a + s;
    const r2 = b * b + s;
    const d1 = r1 * Math.sqrt(r1);
    const d2 = r2 * Math.sqrt(r2);
    ydot[0] = y[2];
    ydot[1] = y[3];
    ydot[2] = y[0] + 2 * y[3] - (mup * a) / d1 - (mu * b) / d2;
    ydot[3] = y[1] - 2 * y[2] - (mup * y[1]) / d1 - (mu * y[1]) / d2;
  },
};
