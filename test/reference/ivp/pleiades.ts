/** Pleiades: seven stars of masses 1 … 7 in the plane, with close encounters; y = (x, y, x', y'). */
import { filled, firstComponents, type OdeProblem } from "./referenceProblem.ts";

const stars = 7;
const y0 = new Float64Array(28);
y0.set([3, 3, -1, -3, 2, -2, 2, 3, -3, 2, 0, 0, -4, 4]);
y0[19] = 1.75;
y0[20] = -1.5;
y0[24] = -1.25;
y0[25] = 1;

export const pleiades: OdeProblem = {
  name: "pleiades",
  title: "Pleiades",
  kind: "nonstiff",
  form: "ode",
  size: 28,
  t0: 0,
  tEnd: 3,
  y0,
  toleranceScale: filled(28, 1),
  compare: firstComponents(28),
  end: [
    0.37061391439705127, 3.237284092057233, -3.2225590324183235, 0.6597091455775308, 0.342558170715658,
    1.5621721014006311, -0.7003092922212495, -3.943437585517392, -3.27138097397255, 5.225081843456544,
    -2.5906124349774693, 1.1982136933922747, -0.24296823449358235, 1.0914492404289797, 3.4170038063143147,
    1.3545845016255011, -2.5900655978107756, 2.025053734714241, -1.155815100160449, -0.8072988170223022,
    0.5952396354208719, -3.7412449612340084, 0.3773459685750629, 0.9386858869551079, 0.36679222272005696,
    -0.3474046353808494, 2.344915448180937, -1.947020434263292,
  ],
  invariants: [
    { what: "momentum in x", value: (_t, y) => weightedSum(y, 14) },
    { what: "momentum in y", value: (_t, y) => weightedSum(y, 21) },
  ],
  agreement:
    "10.5 digits: quadruple extrapolation and a double-precision Dormand–Prince pair of order 8 at 1e-13; 12 with the published values",
  sources: ["Hairer1993", "Mazzia2008"],
  rhs(_t, y, ydot) {
    for (let i = 0; i < 14; i++) {
      ydot[i] = y[14 + i];
      ydot[14 + i] = 0;
    }
    for (let i = 0; i < stars; i++) {
      for (let j = 0; j < i; j++) {
        const dx = y[j] - y[i];
        const dy = y[7 + j] - y[7 + i];
        const r2 = dx * dx + dy * dy;
        const k = 1 / (r2 * Math.sqrt(r2));
        ydot[14 + i] += (j + 1) * dx * k;
        ydot[21 + i] += (j + 1) * dy * k;
        ydot[14 + j] -= (i + 1) * dx * k;
        ydot[21 + j] -= (i + 1) * dy * k;
      }
    }
  },
};

function weightedSum(y: Float64Array, offset: number): number {
  let sum = 0;
  for (let i = 0; i < stars; i++) sum += (i + 1) * y[offset + i];
  return sum;
}
