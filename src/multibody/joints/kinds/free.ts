/** translation, velocity, rotation, angularVelocity: moved and turned as it likes. */
import { cardanFromRotation } from "../../../math/rotation.ts";
import { copy3 } from "../../../math/vec3.ts";
import type { JointTraits, NamedValue } from "./jointTraits.ts";
import { angularVelocity, orientedJoint, poseCoordinates, quaternion, rotation, spin } from "./orientedJoint.ts";

const translation: NamedValue = { name: "translation", size: 3, unit: "m" };
const velocity: NamedValue = { name: "velocity", size: 3, unit: "m/s" };

export const free: JointTraits = orientedJoint({
  drawnAs: "free",
  results: [translation, velocity, rotation, angularVelocity],
  states: { position: [translation, quaternion], velocity: [velocity, spin] },
  observe: ({ relative }, out, k) => {
    cardanFromRotation(relative.angles, 0, relative.R, 0);
    copy3(out, k, relative.r, 0);
    copy3(out, k + 3, relative.v, 0);
    copy3(out, k + 6, relative.angles, 0);
    copy3(out, k + 9, relative.w, 0);
  },
  start: ({ position, velocity: v }, isReversed) =>
    poseCoordinates(position.slice(0, 3), position.slice(3), v.slice(0, 3), v.slice(3), isReversed),
  orientation: {
    positions: ["translation", "rotation"],
    velocities: ["velocity", "angularVelocity"],
    isNamedAfterObject: true,
    coordinates: (r, turned, v, w) => ({ q: [...r, ...turned], v: [...v, ...w] }),
  },
});

/** Whether nothing holds obj2 relative to obj1. */
export function movesFreely({ kind }: { readonly kind: string }): boolean {
  return kind === "free";
}
