/**
 * Start values from a keyframe of an MJCF file.
 *
 * Source   [MJCF] keyframe: qpos and qvel list the joints in the order of the file; a free joint has 7 and 6 numbers (position,
 *          quaternion w x y z; velocity in the world, angular velocity in the body), a ball 4 and 3, hinge and slide one each
 */
import { listNames, suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { type Pose, rotate } from "../multibody/graph/pose.ts";
import type { MjcfBody, MjcfJoint, MjcfModel } from "./mjcfModel.ts";
import { cardanOf, fromQuaternion } from "./mjcfPose.ts";

export interface Start {
  /** Coordinate and velocity of a hinge or slide; undefined: as the file shows it, at rest unless something else is moving it. */
  along(joint: MjcfJoint): readonly [number | undefined, number | undefined];
  ball(joint: MjcfJoint): { rotation?: number[]; angularVelocity?: number[] };
  free(body: MjcfBody): { pose: Pose; motion: { velocity: number[]; angularVelocity: number[] } } | undefined;
  /** Control of the actuator with this number. */
  control(actuator: number): number | undefined;
}

const asShown: Start = {
  along: () => [undefined, undefined],
  ball: () => ({}),
  free: () => undefined,
  control: () => undefined,
};

export function startOf(model: MjcfModel, name: string | undefined): Start {
  if (name === undefined) return asShown;
  const names = model.keyframes.map((key) => key.name);
  const key = model.keyframes.find((candidate) => candidate.name === name);
  if (key === undefined)
    throw new RattlebackError("E-MJCF", `The file has no keyframe "${name}".`, {
      path: "importMjcf.keyframe",
      because: names.length === 0 ? "it has no keyframes" : `its keyframes are ${listNames(names)}`,
      hint: suggestName(name, names, "leave keyframe out to start as the file shows it"),
      data: { name },
    });
  const places = new Map<MjcfJoint | MjcfBody, readonly [number, number]>();
  let [q, v] = [0, 0];
  const number = (body: MjcfBody): void => {
    if (body.isFree) {
      places.set(body, [q, v]);
      [q, v] = [q + 7, v + 6];
    }
    for (const joint of body.joints) {
      places.set(joint, [q, v]);
      [q, v] = joint.type === "ball" ? [q + 4, v + 3] : [q + 1, v + 1];
    }
    body.bodies.forEach(number);
  };
  number(model.world);
  const { position, velocity, control } = key;
  for (const [what, list, count] of [
    ["qpos", position, q],
    ["qvel", velocity, v],
  ] as const)
    if (list !== undefined && list.length !== count)
      throw new RattlebackError("E-MJCF", `The keyframe "${name}" does not fit the joints.`, {
        path: name,
        because: `${what} has ${list.length} numbers, the joints have ${count}`,
        hint: "one number per hinge and slide, four or three per ball, seven or six per free body",
        data: { name, count },
      });
  const part = (list: readonly number[] | undefined, from: number, count: number) => list?.slice(from, from + count);
  return {
    along: (joint) => {
      const [iq, iv] = places.get(joint)!;
      return [position === undefined ? undefined : position[iq]! - joint.ref, velocity?.[iv]];
    },
    ball: (joint) => {
      const [iq, iv] = places.get(joint)!;
      const R = fromQuaternion(part(position, iq, 4) ?? [1, 0, 0, 0]);
      return { rotation: cardanOf(R), angularVelocity: [...rotate(R, part(velocity, iv, 3) ?? [0, 0, 0])] };
    },
    free: (body) => {
      const [iq, iv] = places.get(body)!;
      const R = position === undefined ? body.pose.R : fromQuaternion(part(position, iq + 3, 4)!);
      const r = Float64Array.from(part(position, iq, 3) ?? body.pose.r);
      const angularVelocity = [...rotate(R, part(velocity, iv + 3, 3) ?? [0, 0, 0])];
      return { pose: { r, R }, motion: { velocity: part(velocity, iv, 3) ?? [0, 0, 0], angularVelocity } };
    },
    control: (actuator) => control?.[actuator],
  };
}
