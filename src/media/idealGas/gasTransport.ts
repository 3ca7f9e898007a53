/**
 * Viscosity and conductivity of gases at low pressure.
 *
 * Source   [Poling2001] eq. 9-4.10 (Chung et al. 1984, 1988) for viscosity, ch. 10 (Eucken, modified Eucken) for conductivity,
 *          eq. 9-5.14 (Wilke) for mixtures. The correction for highly polar gases is 0 unless given, as in other libraries.
 */
import * as elementary from "../../math/elementary.ts";
import type { GasSpecies } from "./gasSpecies.ts";

/** η by Chung, Pa s; undefined constants are an error of the caller. */
export function gasViscosity(gas: GasSpecies, T: number, polarity = 0): number {
  const [Tc, Vc, acentric, dipole] = gas.constants!;
  const mr = (0.1313 * dipole) / Math.sqrt(Vc * Tc);
  const factor = 1 - 0.2756 * acentric + 0.059035 * elementary.pow(mr, 4) + polarity;
  const t = (1.2593 * T) / Tc;
  const collision =
    1.16145 * elementary.pow(t, -0.14874) +
    0.52487 * elementary.exp(-0.7732 * t) +
    2.16178 * elementary.exp(-2.43787 * t);
  return (40.785 * 10 ** -9.5 * factor * Math.sqrt(gas.molarMass * T)) / (elementary.pow(Vc, 2 / 3) * collision);
}

export function gasConductivity(viscosity: number, cp: number, R: number, method: "eucken" | "modifiedEucken"): number {
  return method === "eucken" ? viscosity * (cp + 1.25 * R) : viscosity * (cp - R) * (1.32 + 1.77 / (cp / R - 1));
}

/** Value of a mixture from those of its gases, weighted by mole fractions y and the viscosities of the gases. */
export function wilke(
  values: ArrayLike<number>,
  viscosities: ArrayLike<number>,
  y: ArrayLike<number>,
  M: ArrayLike<number>,
): number {
  let sum = 0;
  for (let i = 0; i < y.length; i++) {
    if (y[i] === 0) continue;
    let below = 0;
    for (let j = 0; j < y.length; j++) {
      const root = 1 + Math.sqrt(viscosities[i]! / viscosities[j]!) * elementary.pow(M[j]! / M[i]!, 0.25);
      below += (y[j]! * root * root) / Math.sqrt(8 * (1 + M[i]! / M[j]!));
    }
    sum += (y[i]! * values[i]!) / below;
  }
  return sum;
}
