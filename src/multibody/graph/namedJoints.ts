/** Joints and their coordinates by the names that a model gives them, and directions of axes. */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import * as elementary from "../../math/elementary.ts";
import type { Blueprint } from "../blueprint.ts";
import { jointKinds, type MovingJointKind } from "../joints/jointKinds.ts";
import type { JointCoordinate } from "../joints/kinds/jointTraits.ts";
import type { Reader } from "../reader.ts";

export interface NamedJoint {
  readonly path: string;
  readonly kind: MovingJointKind;
}

/** Joints of a model with their kinds, Fix left out. */
export function namedJoints({ joints }: Blueprint): NamedJoint[] {
  return joints.flatMap(({ path, element }) => (element.kind === "joint" ? [{ path, kind: element.joint }] : []));
}

/** A vector that is not zero. */
export function directionOf(name: string, read: Reader): number[] {
  const vector = read.vector(name);
  if (elementary.norm(vector) > 0) return vector;
  throw new RattlebackError("E-JOINT-AXIS", `"${read.full(name)}" has no direction.`, {
    path: read.full(name),
    because: "its length is zero",
    hint: "a vector that is not zero",
  });
}

/** The coordinate that a name means in the model it stands in, or in one around it. */
export function findCoordinate(
  name: string,
  scope: string,
  joints: readonly NamedJoint[],
  owner: string,
): { joint: string; coordinate: number; kind: JointCoordinate } {
  const dot = name.lastIndexOf(".");
  const [own, leaf] = [name.slice(0, dot), name.slice(dot + 1)];
  for (let at = scope; ; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    const path = at === "" ? own : `${at}.${own}`;
    const joint = joints.find((other) => other.path === path);
    const coordinate =
      joint === undefined ? -1 : jointKinds[joint.kind].coordinates.findIndex((c) => c.position === leaf);
    if (joint !== undefined && coordinate >= 0)
      return { joint: path, coordinate, kind: jointKinds[joint.kind].coordinates[coordinate]! };
    if (at === "" || joint !== undefined) throw unknownCoordinate(name, joints, owner);
  }
}

function unknownCoordinate(name: string, joints: readonly NamedJoint[], owner: string): RattlebackError {
  const known = joints.flatMap(({ path, kind }) =>
    jointKinds[kind].coordinates.map(({ position }) => `${path}.${position}`),
  );
  return new RattlebackError(
    "E-COUPLING-COORDINATE",
    `"${owner}" names "${name}", which is not a coordinate of a joint.`,
    {
      path: owner,
      because: `the coordinates that are numbers are ${known.length === 0 ? "none" : known.join(", ")}`,
      hint: "the name of a joint and one of its coordinates: phi, s, phi1, phi2, s1 or s2",
      data: { name, known },
    },
  );
}
