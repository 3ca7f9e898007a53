/**
 * Damping after Flores, with regularised restitution and speed.
 *
 * Source   [Neumayr2024] (7.13), after [Flores2011]
 * Law      d = min(d_max, 8·(1 − cor_reg)/(5·cor_reg·reg(v)))
 * Holds    An approximation: the restitution that comes out is below the wanted one (0.7 gives 0.683).
 */
import { regularisedRestitution, regularisedSpeed } from "../regularisation.ts";
import { hertzEnergy, hertzForce, type NormalLaw } from "./law.ts";

export const elasticLaw: NormalLaw = {
  name: "elastic",
  damping({ speed, restitution, smallSpeed, maximumDamping }) {
    const cor = regularisedRestitution(restitution, speed, smallSpeed);
    return Math.min(maximumDamping, (8 * (1 - cor)) / (5 * cor * regularisedSpeed(speed, smallSpeed)));
  },
  force: hertzForce,
  hasAreas: true,
  energy: hertzEnergy,
};
