/** Constraints between bodies or joints of an MJCF file, and straight tendons: loops that joints close, couplings, springs. */
import { Model, type ModelDefinition } from "../language/model.ts";
import { Par } from "../language/values.ts";
import { JointCoupling } from "../multibody/constraints/constraints.ts";
import { LineForce } from "../multibody/forces/inputLoads.ts";
import { SpringDamperPtP } from "../multibody/forces/springDamperPtP.ts";
import { compose, identityPose, invert, type Pose } from "../multibody/graph/pose.ts";
import { Fix, Spherical } from "../multibody/joints/joints.ts";
import { Object3D } from "../multibody/object3D.ts";
import type { MjcfEquality, MjcfJoint, MjcfTendon } from "./mjcfModel.ts";
import { cardanOf, placement } from "./mjcfPose.ts";

/** A body of the file in the model. */
export interface PlacedBody {
  readonly name: string;
  /** In the world of the file, in the position that it shows. */
  readonly pose: Pose;
}

export type Relation =
  | MjcfEquality
  | {
      readonly kind: "tendon";
      readonly tendon: MjcfTendon;
      /** Lengths between which it is slack, from its two sites. */
      readonly restLengths: () => readonly [number, number];
    };

/** Components by name, which begins with `name`; none where something is missing, which `ignore` is told. */
export function equalityParts(
  relation: Relation,
  name: string,
  bodies: ReadonlyMap<string, PlacedBody>,
  sites: ReadonlyMap<string, { readonly body: string; readonly pose: Pose }>,
  joints: ReadonlyMap<string, { readonly name: string; readonly joint: MjcfJoint }>,
  ignore: (cause: string) => void,
): Record<string, ModelDefinition> {
  const missing = (): Record<string, never> => {
    ignore(`"${name}", which refers to something that does not exist`);
    return {};
  };
  switch (relation.kind) {
    case "connect": {
      const [a, b] = [bodies.get(relation.body1), bodies.get(relation.body2)];
      if (a === undefined || b === undefined) return missing();
      const anchor = { r: Float64Array.from(relation.anchor), R: identityPose.R };
      return {
        [`${name}_a`]: Object3D(placement(a.name, anchor)),
        [`${name}_b`]: Object3D(placement(b.name, compose(invert(b.pose), compose(a.pose, anchor)))),
        [name]: Spherical({ obj1: `${name}_a`, obj2: `${name}_b` }),
      };
    }
    case "weld": {
      const [a, b] = [bodies.get(relation.body1), bodies.get(relation.body2)];
      if (a === undefined || b === undefined) return missing();
      const { r, R } = relation.relative ?? compose(invert(a.pose), b.pose);
      return { [name]: Fix({ obj1: a.name, obj2: b.name, translation: [...r], rotation: cardanOf(R) }) };
    }
    case "connectSites":
    case "weldSites": {
      const [a, b] = [sites.get(relation.site1), sites.get(relation.site2)];
      if (a === undefined || b === undefined) return missing();
      const ends = { obj1: `${name}_a`, obj2: `${name}_b` };
      return {
        [ends.obj1]: Object3D(placement(a.body, a.pose)),
        [ends.obj2]: Object3D(placement(b.body, b.pose)),
        [name]: relation.kind === "weldSites" ? Fix(ends) : Spherical(ends),
      };
    }
    case "joint": {
      const [first, second] = [joints.get(relation.joint1), joints.get(relation.joint2)];
      if (first === undefined || second === undefined) return missing();
      const coordinate = ({ name: own, joint }: typeof first) => `${own}.${joint.type === "slide" ? "s" : "phi"}`;
      return {
        [name]: JointCoupling({
          coordinates: [coordinate(first), coordinate(second)],
          factors: [1, -relation.factor],
          offset: relation.offset,
        }),
      };
    }
    case "tendon": {
      const { tendon } = relation;
      const [a, b] = tendon.sites!.map((site) => sites.get(site));
      if (a === undefined || b === undefined) return missing();
      if (tendon.stiffness === 0 && tendon.damping === 0) return {};
      const ends = { obj1: `${name}_a`, obj2: `${name}_b` };
      return {
        [ends.obj1]: Object3D(placement(a.body, a.pose)),
        [ends.obj2]: Object3D(placement(b.body, b.pose)),
        [name]: springBetween(ends, tendon, relation.restLengths()),
      };
    }
  }
}

function springBetween(
  ends: { readonly obj1: string; readonly obj2: string },
  { stiffness, damping }: MjcfTendon,
  [rest, longest]: readonly [number, number],
): ModelDefinition {
  if (rest === longest && rest >= 0)
    return SpringDamperPtP({
      ...ends,
      nominalLength: rest,
      springForceLaw: stiffness,
      damperForceLaw: damping,
    });
  return Model({
    c: Par(stiffness, "N/m"),
    d: Par(damping, "N*s/m"),
    rest: Par(rest, "m"),
    longest: Par(longest, "m"),
    slack: Par(0, "m"),
    line: LineForce(ends),
    equations: `line.f = c*(max(line.distance - longest, slack) + min(line.distance - rest, slack)) + d*line.velocity`,
  });
}
