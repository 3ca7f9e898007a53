/**
 * Damping after Hunt and Crossley: right to first order in 1 − cor.
 *
 * Source   [HuntCrossley1975]
 * Law      d = min(d_max, 3·(1 − cor_reg)/(2·reg(v)))
 */
import { regularisedRestitution, regularisedSpeed } from "../regularisation.ts";
import { hertzEnergy, hertzForce, type NormalLaw } from "./law.ts";

export const huntCrossleyLaw: NormalLaw = {
  name: "huntCrossley",
  damping({ speed, restitution, smallSpeed, maximumDamping }) {
    const cor = regularisedRestitution(restitution, speed, smallSpeed);
    return Math.min(maximumDamping, (1.5 * (1 - cor)) / regularisedSpeed(speed, smallSpeed));
  },
  force: hertzForce,
  hasAreas: true,
  energy: hertzEnergy,
};
