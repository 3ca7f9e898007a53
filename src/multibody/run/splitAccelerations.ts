import type { MechanismState } from "../../mechanics/mechanismState.ts";
import type { BodyAccelerations } from "../forces/forceElement.ts";

/** Linear and angular accelerations of all bodies, apart. */
export function splitAccelerations(out: BodyAccelerations, { acceleration: both }: MechanismState): void {
  const { acceleration, angularAcceleration } = out;
  for (let b = 0; 3 * b < acceleration.length; b++) {
    for (let i = 0; i < 3; i++) {
      angularAcceleration[3 * b + i] = both[6 * b + i]!;
      acceleration[3 * b + i] = both[6 * b + 3 + i]!;
    }
  }
}
