/** phi, w, s, v: turned about and moved along axis. */
import type { JointTraits } from "./jointTraits.ts";
import { angleAbout, dot, numberedJoint, phi, s } from "./numberedCoordinates.ts";

export const cylindrical: JointTraits = numberedJoint([phi, s], {
  drawnAs: "cylindrical",
  observe: (sight, out, k) => {
    const { n, relative } = sight;
    out[k] = angleAbout(sight, 0);
    out[k + 1] = dot(n, relative.w);
    out[k + 2] = dot(n, relative.r);
    out[k + 3] = dot(n, relative.v);
  },
});
