/**
 * Ring modulator: an electrical circuit with four diodes that mixes a low and a high frequency.
 * y1 … y7 are voltages, y8 … y15 currents; fast oscillations of high frequency ride on the solution.
 */
import { firstComponents, type OdeProblem } from "./referenceProblem.ts";

const diode = (u: number): number => 40.67286402e-9 * (Math.exp(17.7493332 * u) - 1);

export const ringModulator: OdeProblem = {
  name: "ringModulator",
  title: "Ring modulator",
  kind: "stiff",
  form: "ode",
  size: 15,
  t0: 0,
  tEnd: 1e-3,
  y0: new Float64Array(15),
  toleranceScale: Float64Array.of(
    ...[1e-1, 1e-1, 1e-1, 1e-1, 1e-1, 1e-1, 1e-1, 1e-6, 1e-7, 1e-4, 1e-4, 1e-4, 1e-4, 1e-4, 1e-4],
  ),
  compare: firstComponents(15),
  end: [
    -0.023390573584371, -0.0073674854860081, 0.25829567099797, -0.40644657206002, -0.40394556644677, 0.26079667661123,
    0.11067618612733, 2.939904342433e-7, -2.8400299330665e-8, 0.00072671982672929, 0.00079294871970215,
    -0.00072552834957641, -0.00079414019685503, 7.0884954168757e-5, 2.3900590752771e-5,
  ],
  agreement:
    "9.6 digits: quadruple extrapolation and the published values; 11 between two tolerances of the extrapolation",
  sources: ["Horneber1985", "Mazzia2008"],
  rhs(t, y, ydot) {
    const in1 = 0.5 * Math.sin(2000 * Math.PI * t);
    const in2 = 2 * Math.sin(20000 * Math.PI * t);
    const q1 = diode(y[2] - y[4] - y[6] - in2);
    const q2 = diode(-y[3] + y[5] - y[6] - in2);
    const q3 = diode(y[3] + y[4] + y[6] + in2);
    const q4 = diode(-y[2] - y[5] + y[6] + in2);
    ydot[0] = (y[7] - 0.5 * y[9] + 0.5 * y[10] + y[13] - y[0] / 25000) / 1.6e-8;
    ydot[1] = (y[8] - 0.5 * y[11] + 0.5 * y[12] + y[14] - y[1] / 25000) / 1.6e-8;
    ydot[2] = (y[9] - q1 + q4) / 2e-12;
    ydot[3] = (-y[10] + q2 - q3) / 2e-12;
    ydot[4] = (y[11] + q1 - q3) / 2e-12;
    ydot[5] = (-y[12] - q2 + q4) / 2e-12;
    ydot[6] = (-y[6] / 50 + q1 + q2 - q3 - q4) / 1e-8;
    ydot[7] = -y[0] / 4.45;
    ydot[8] = -y[1] / 4.45;
    ydot[9] = (0.5 * y[0] - y[2] - 17.3 * y[9]) / 5e-4;
    ydot[10] = (-0.5 * y[0] + y[3] - 17.3 * y[10]) / 5e-4;
    ydot[11] = (0.5 * y[1] - y[4] - 17.3 * y[11]) / 5e-4;
    ydot[12] = (-0.5 * y[1] + y[5] - 17.3 * y[12]) / 5e-4;
    ydot[13] = (-y[0] + in1 - 86.3 * y[13]) / 2e-3;
    ydot[14] = (-y[1] - 636.3 * y[14]) / 2e-3;
  },
};
