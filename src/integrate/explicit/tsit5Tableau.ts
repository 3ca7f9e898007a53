/**
 * Tsitouras' pair of orders 5 and 4 with its free interpolant of order 4.
 *
 * Source   [Tsitouras2011]; `dense` holds the θ⁴ coefficients of its interpolant, which determine
 *          it because the interpolant takes the values and the derivatives of both ends
 * Measured Nine problems at six tolerances from 1e-3 to 1e-8: a safety factor of 0.88 takes as many evaluations as 0.9 and rejects a fifth fewer
 *          steps; corrected to equal errors it takes 1.7 % fewer evaluations, 0.86 takes 0.7 % more.
 */
import type { ExplicitTableau } from "./explicitTableau.ts";

export const tsit5Tableau: ExplicitTableau = {
  name: "tsit5",
  order: 5,
  stages: 7,
  c: [0, 0.161, 0.327, 0.9, 0.9800255409045097, 1, 1],
  a: [
    [],
    [0.161],
    [-0.008480655492356989, 0.335480655492357],
    [2.8971530571054935, -6.359448489975075, 4.3622954328695815],
    [5.325864828439257, -11.748883564062828, 7.4955393428898365, -0.09249506636175525],
    [5.86145544294642, -12.92096931784711, 8.159367898576159, -0.071584973281401, -0.028269050394068383],
    [0.09646076681806523, 0.01, 0.4798896504144996, 1.379008574103742, -3.290069515436081, 2.324710524099774],
  ],
  error: [
    -0.001780011052225777, -0.0008164344596567469, 0.007880878010261995, -0.1447110071732629, 0.5823571654525552,
    -0.45808210592918697, 0.015151515151515152,
  ],
  dense: [
    [-1.0530884977290216, 0.1017, 2.490627285651253, -16.548102889244902, 47.37952196281928, -34.87065786149661, 2.5],
  ],
  control: { safety: 0.88, exponent: 0.17, memory: 0.04, shrink: 0.2, grow: 10 },
  stabilityLimit: 3.507,
};
