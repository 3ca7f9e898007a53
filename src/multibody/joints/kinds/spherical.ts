/** rotation, angularVelocity: turned about any axis. */
import { cardanFromRotation } from "../../../math/rotation.ts";
import { copy3 } from "../../../math/vec3.ts";
import type { JointTraits } from "./jointTraits.ts";
import { angularVelocity, orientedJoint, poseCoordinates, quaternion, rotation, spin } from "./orientedJoint.ts";

export const spherical: JointTraits = orientedJoint({
  drawnAs: "spherical",
  results: [rotation, angularVelocity],
  states: { position: [quaternion], velocity: [spin] },
  observe: ({ relative }, out, k) => {
    cardanFromRotation(relative.angles, 0, relative.R, 0);
    copy3(out, k, relative.angles, 0);
    copy3(out, k + 3, relative.w, 0);
  },
  start: ({ position, velocity }, isReversed) => {
    const { q, v } = poseCoordinates([0, 0, 0], position, [0, 0, 0], velocity, isReversed);
    return { q: q.slice(3), v: v.slice(3) };
  },
  orientation: {
    positions: ["rotation"],
    velocities: ["angularVelocity"],
    isNamedAfterObject: false,
    coordinates: (_r, turned, _v, w) => ({ q: turned, v: w }),
  },
});
