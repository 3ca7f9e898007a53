/**
 * E5: pyrolysis of an organic compound. All components are tiny (y1 ≤ 1.8·10⁻³, the others ≤ 1.5·10⁻¹⁰), so an
 * absolute tolerance chosen without looking at them gives a wrong answer without any sign of trouble.
 *
 *   y1' = −A·y1 − B·y1·y3              A = 7.89·10⁻¹⁰   B = 1.1·10⁷
 *   y2' = A·y1 − M·C·y2·y3             C = 1.13·10³     M = 10⁶
 *   y3' = y2' − y4'                    written so that y2 − y3 − y4 = 0 is kept exactly
 *   y4' = B·y1·y3 − C·y4
 *
 * The end is 10⁷, not the usual 10¹³: rounding of y2 and y3 while they are near 10⁻¹⁰ breaks the conserved quantity by
 * 10⁻²⁵, and at 10¹³, where both are 8.86·10⁻²³, no double-precision solver can have more than three digits.
 */
import { firstComponents, type OdeProblem } from "./referenceProblem.ts";

export const e5: OdeProblem = {
  name: "e5",
  title: "E5",
  kind: "stiff",
  form: "ode",
  size: 4,
  t0: 0,
  tEnd: 1e7,
  y0: Float64Array.of(1.76e-3, 0, 0, 0),
  toleranceScale: Float64Array.of(1e-10, 1e-14, 1e-14, 1e-19),
  compare: firstComponents(4),
  end: [4.715033363040164e-10, 1.8188895860807023e-14, 1.8188812376786725e-14, 8.34840202963217e-20],
  invariants: [{ what: "y2 − y3 − y4", value: (_t, y) => y[1] - y[2] - y[3] }],
  agreement: "10.5 digits: quadruple extrapolation and a double-precision Radau solver at 1e-12",
  sources: ["Enright1975", "Hairer1996"],
  rhs(_t, y, ydot) {
    const a = 7.89e-10 * y[0];
    const b = 1.1e7 * y[0] * y[2];
    const c = 1.13e9 * y[1] * y[2];
    const d = 1.13e3 * y[3];
    ydot[0] = -a - b;
    ydot[1] = a - c;
    ydot[3] = b - d;
    ydot[2] = ydot[1] - ydot[3];
  },
};
