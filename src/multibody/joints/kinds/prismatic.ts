/** s, v: moved along axis. */
import type { JointTraits } from "./jointTraits.ts";
import { dot, numberedJoint, s } from "./numberedCoordinates.ts";

export const prismatic: JointTraits = numberedJoint([s], {
  drawnAs: "prismatic",
  observe: ({ n, relative }, out, k) => {
    out[k] = dot(n, relative.r);
    out[k + 1] = dot(n, relative.v);
  },
});
