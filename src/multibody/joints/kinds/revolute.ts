/** phi, w: turned about axis. */
import type { JointTraits } from "./jointTraits.ts";
import { angleAbout, dot, numberedJoint, phi } from "./numberedCoordinates.ts";

export const revolute: JointTraits = numberedJoint([phi], {
  drawnAs: "revolute",
  observe: (sight, out, k) => {
    out[k] = angleAbout(sight, 0);
    out[k + 1] = dot(sight.n, sight.relative.w);
  },
});
