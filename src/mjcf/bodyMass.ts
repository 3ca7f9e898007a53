/**
 * The mass of a body of an MJCF file: that of <inertial>, or of its geoms together, as <compiler> limits it.
 *
 * Source   [MJCF] compiler: boundmass, boundinertia (lower bounds), balanceinertia (moments that no body has become their mean),
 *          settotalmass (all masses and inertias in proportion)
 */
import { principalAxes } from "../geometry/principalAxes.ts";
import { multiply, type Pose, rotate, transpose } from "../multibody/graph/pose.ts";
import { combineMasses, type PlacedMass } from "../urdf/combineMasses.ts";
import type { MassRules, MjcfInertial } from "./mjcfModel.ts";
import type { Weighed } from "./shellMass.ts";

/** Masses of geoms, each in the axes of its geom, as one in the axes of the body. */
export function massOfGeoms(
  geoms: readonly { readonly weighed: Weighed; readonly pose: Pose }[],
): PlacedMass | undefined {
  return combineMasses(
    geoms.map(({ weighed, pose: { r, R } }) => {
      const [xx, xy, xz, yy, yz, zz] = weighed.inertia;
      const at = rotate(R, weighed.centreOfMass);
      return {
        mass: weighed.mass,
        centre: [0, 1, 2].map((i) => r[i]! + at[i]!),
        inertia: turned(R, Float64Array.of(xx, xy, xz, xy, yy, yz, xz, yz, zz)),
      };
    }),
  );
}

export function massOfInertial({ pose: { r, R }, mass, inertia }: MjcfInertial): PlacedMass {
  const [xx, yy, zz, xy, xz, yz] = inertia as [number, number, number, number, number, number];
  return { mass, centre: r, inertia: turned(R, Float64Array.of(xx, xy, xz, xy, yy, yz, xz, yz, zz)) };
}

/** Within the bounds that the file sets; undefined where there is no mass. */
export function withinRules(found: PlacedMass | undefined, rules: MassRules): PlacedMass | undefined {
  const { smallestMass, smallestInertia, isBalanced } = rules;
  if (smallestMass === 0 && smallestInertia === 0 && !(isBalanced && found !== undefined)) return found;
  const { mass, centre, inertia: I } = found ?? { mass: 0, centre: [0, 0, 0], inertia: new Float64Array(9) };
  const { moments, rotation } = principalAxes([I[0]!, I[4]!, I[8]!, I[1]!, I[2]!, I[5]!]);
  const raised = moments.map((moment) => Math.max(moment, smallestInertia));
  const sum = raised[0]! + raised[1]! + raised[2]!;
  const isPossible = raised.every((moment) => 2 * moment <= sum + 1e-15);
  const diagonal = isPossible || !isBalanced ? raised : [sum / 3, sum / 3, sum / 3];
  const [a, b, c] = diagonal as [number, number, number];
  return {
    mass: Math.max(mass, smallestMass),
    centre,
    inertia: turned(rotation, Float64Array.of(a, 0, 0, 0, b, 0, 0, 0, c)),
  };
}

function turned(R: Float64Array, I: Float64Array): Float64Array {
  return multiply(multiply(R, I), transpose(R));
}
