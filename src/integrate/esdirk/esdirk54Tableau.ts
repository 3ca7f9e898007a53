/**
 * ESDIRK5(4)7L[2]SA₂: seven stages, the first one explicit, order 5 with an embedded formula of order 4. L-stable and
 * stiffly accurate, stage order 2, all nodes inside the step.
 *
 * Source   [Kennedy2019], method of that name; the numbers as printed by ARKODE [Reynolds2023]
 * Dense    b_i(θ) = Σ_p dense[i][p−1]·θ^p, p = 1 … 5, derived here. For every θ:
 *            order 4:  Σ b = θ,  Σ b·c = θ²/2,  Σ b·c² = θ³/3,  Σ b·c³ = θ⁴/4,  Σ b·A·c² = θ⁴/12
 *                      (with stage order 2 these imply all other conditions up to order 4)
 *            b₁ = b₂:  the weight of h·k₁ vanishes when the stage values are given, so that neither a stiff first
 *                      derivative nor that of an algebraic component, which has no meaning, enters
 *          and among those the smallest sum of squares of the four defects of order 5. It follows that b(1) is the last
 *          row and b'(1) = (0, …, 0, 1): value and derivative are continuous at the end of the step.
 */
import type { EsdirkTableau } from "./esdirkTableau.ts";

export const esdirk54Tableau: EsdirkTableau = {
  name: "esdirk54",
  order: 5,
  stages: 7,
  γ: 0.184,
  c: [0, 0.368, 0.6282152954766494, 0.1388101983002833, 0.6999586194045747, 0.9083769633507853, 1],
  a: [
    [],
    [0.184],
    [0.2221076477383247, 0.2221076477383247],
    [-0.014049475381926274, -0.014049475381926274, -0.01709085093586415],
    [-0.40838859254931476, -0.40838859254931476, 0.16646399821362964, 1.1662718062895745],
    [-0.5392907235588112, -0.5392907235588112, -0.242234428845425, 1.4888806111225146, 0.5563122281913184],
    [
      -0.0394660691097403, -0.0394660691097403, 0.27263649025024267, 0.4321651725202882, 0.3524160862328891,
      -0.16228561078393952,
    ],
  ],
  error: [
    0.04122339745690705, 0.04122339745690705, 0.08973680563680714, -0.08484870124594279, -0.07418364506956521,
    -0.05795875281680454, 0.04480749858169103,
  ],
  dense: [
    [1.6132581328794662, -7.860809841165306, 11.29286970013627, -5.653672753843187, 0.568888692883017],
    [1.6132581328794662, -7.860809841165306, 11.29286970013627, -5.653672753843187, 0.568888692883017],
    [-1.3808197204290442, 7.403995946427513, -8.33660620973164, 1.3476859131481267, 1.238380560835286],
    [-1.5125201721088446, 12.66984376966016, -20.244390364467396, 10.690155970991128, -1.1709240315547607],
    [0.6110508078845015, -4.750202459610892, 8.053172086782276, -2.5378595951054312, -1.0237447537175635],
    [-0.002654376397396401, 0.985191927464098, -3.411402123570952, 3.0664179164194985, -0.7998389546991873],
    [0.058427195291851544, -0.5872095016102675, 1.3534872107151716, -1.2590546977669472, 0.6183497933701914],
  ],
};
