/** Energy that a spring holds: the work of its law from the relaxed state to the deflection, ½·c·x² for a factor. */
import { integralFromZero } from "../math/gaussIntegral.ts";
import type { ForceLaw } from "./forceElement.ts";

export function lawEnergy(law: ForceLaw, x: number): number {
  return typeof law === "number" ? 0.5 * law * x * x : integralFromZero(law, x);
}
