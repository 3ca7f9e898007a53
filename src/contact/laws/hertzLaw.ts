/**
 * Purely elastic contact: no loss at any speed.
 *
 * Source   [Johnson1985] sec. 4.2
 * Law      f = K·δ^1.5
 */
import { hertzEnergy, hertzForce, type NormalLaw } from "./law.ts";

export const hertzLaw: NormalLaw = {
  name: "hertz",
  damping: () => 0,
  force: hertzForce,
  hasAreas: true,
  energy: hertzEnergy,
};
