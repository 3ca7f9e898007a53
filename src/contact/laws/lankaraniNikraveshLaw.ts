/**
 * Damping after Lankarani and Nikravesh: from the energy lost in an impact that is nearly elastic.
 *
 * Source   [LankaraniNikravesh1990]
 * Law      d = min(d_max, 3·(1 − cor_reg²)/(4·reg(v)))
 */
import { regularisedRestitution, regularisedSpeed } from "../regularisation.ts";
import { hertzEnergy, hertzForce, type NormalLaw } from "./law.ts";

export const lankaraniNikraveshLaw: NormalLaw = {
  name: "lankaraniNikravesh",
  damping({ speed, restitution, smallSpeed, maximumDamping }) {
    const cor = regularisedRestitution(restitution, speed, smallSpeed);
    return Math.min(maximumDamping, (0.75 * (1 - cor * cor)) / regularisedSpeed(speed, smallSpeed));
  },
  force: hertzForce,
  hasAreas: true,
  energy: hertzEnergy,
};
