/**
 * ln Γ(x) for x > 0.
 *
 * Source   [Abramowitz1964] 6.1.41: Stirling's series, after the recurrence has made x large
 */

import * as elementary from "../math/elementary.ts";
export function logGamma(x: number): number {
  let [shift, z] = [0, x];
  for (; z < 12; z++) shift -= elementary.log(z);
  const w = 1 / (z * z);
  const series = 1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w * (1 / 1188 - (w * 691) / 360360))));
  return shift + (z - 0.5) * elementary.log(z) - z + 0.5 * elementary.log(2 * Math.PI) + series / z;
}
