/** phi, w: turned about axis, moved by pitch per revolution. */
import type { JointTraits } from "./jointTraits.ts";
import { revolute } from "./revolute.ts";

export const screw: JointTraits = { ...revolute, drawnAs: "cylindrical" };
