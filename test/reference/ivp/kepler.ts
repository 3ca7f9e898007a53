/** Kepler: two bodies on an ellipse of eccentricity 0.6, a little more than three periods; closed form by Kepler's equation. */
import { filled, firstComponents, type OdeProblem } from "./referenceProblem.ts";

const e = 0.6;
const tEnd = 20;

/** Position and velocity at time t after pericentre, for semi-major axis 1 and gravitational parameter 1. */
function keplerOrbit(t: number): number[] {
  let E = t;
  for (let k = 0; k < 50; k++) E -= (E - e * Math.sin(E) - t) / (1 - e * Math.cos(E));
  const b = Math.sqrt(1 - e * e);
  const rate = 1 / (1 - e * Math.cos(E));
  return [Math.cos(E) - e, b * Math.sin(E), -Math.sin(E) * rate, b * Math.cos(E) * rate];
}

export const kepler: OdeProblem = {
  name: "kepler",
  title: "Kepler",
  kind: "nonstiff",
  form: "ode",
  size: 4,
  t0: 0,
  tEnd,
  y0: Float64Array.of(0.4, 0, 0, 2),
  toleranceScale: filled(4, 1),
  compare: firstComponents(4),
  end: keplerOrbit(tEnd),
  invariants: [
    { what: "energy", value: (_t, y) => 0.5 * (y[2] * y[2] + y[3] * y[3]) - 1 / Math.hypot(y[0], y[1]) },
    { what: "angular momentum", value: (_t, y) => y[0] * y[3] - y[1] * y[2] },
  ],
  agreement: "closed form; 15 digits with quadruple extrapolation",
  sources: ["Hull1972"],
  rhs(_t, y, ydot) {
    const r2 = y[0] * y[0] + y[1] * y[1];
    const r3 = r2 * Math.sqrt(r2);
    ydot[0] = y[2];
    ydot[1] = y[3];
    ydot[2] = -y[0] / r3;
    ydot[3] = -y[1] / r3;
  },
};
