/** Explicit fits along the line of saturation: start values only. */
import * as elementary from "../../math/elementary.ts";
import type { Ancillary } from "./fluidData.ts";

export function ancillaryValue({ form, Tr, reducing, n, t, tauFactor }: Ancillary, T: number): number {
  const theta = Math.max(0, 1 - T / Tr);
  let sum = 0;
  for (let k = 0; k < n.length; k++) sum += n[k]! * elementary.pow(theta, t[k]!);
  if (form === "rhoLnoexp") return reducing * (1 + sum);
  return reducing * elementary.exp((tauFactor ? Tr / T : 1) * sum);
}
