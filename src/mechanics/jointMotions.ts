/**
 * What the coordinates of each kind of joint are, one line per kind. Kernels ask these lists by `mechanism.code[b]`, and know no kinds;
 * only how a joint places its body (placeGeneral.ts), what it forbids where it closes a loop (loops/constraintRows.ts), and which recursion
 * it takes (buildMechanism.ts) is written kind by kind.
 *
 *     lengths      [place, number] of coordinates that are lengths
 *     turns        [place, number] of coordinates that are angles about axes, each axis carried by the turns before it
 *     quaternion   place of its four numbers; the three velocities there are w_AJ_J
 *     isAnchored   the angles count from an orientation that is chosen again at events (loops/anchors.ts)
 *
 * A coordinate that is a length as well as a turn is the angle of a screw: the length is pitch times the angle.
 */
import { jointCode } from "./mechanism.ts";

interface JointMotion {
  /** Numbers of coordinates and of velocities. */
  readonly nq: number;
  readonly nv: number;
  readonly lengths?: readonly [number, number];
  readonly turns?: readonly [number, number];
  readonly quaternion?: number;
  readonly isAnchored?: true;
}

const motions: Readonly<Record<keyof typeof jointCode, JointMotion>> = {
  fixed: { nq: 0, nv: 0 },
  revolute: { nq: 1, nv: 1, turns: [0, 1] },
  prismatic: { nq: 1, nv: 1, lengths: [0, 1] },
  screw: { nq: 1, nv: 1, turns: [0, 1], lengths: [0, 1] },
  cylindrical: { nq: 2, nv: 2, turns: [0, 1], lengths: [1, 1] },
  universal: { nq: 2, nv: 2, turns: [0, 2] },
  planar: { nq: 3, nv: 3, lengths: [0, 2], turns: [2, 1] },
  spherical: { nq: 4, nv: 3, quaternion: 0 },
  free: { nq: 7, nv: 6, lengths: [0, 3], quaternion: 3 },
  sphericalAngles: { nq: 3, nv: 3, turns: [0, 3], isAnchored: true },
  freeAngles: { nq: 6, nv: 6, lengths: [0, 3], turns: [3, 3], isAnchored: true },
  // never in the tree: velocities that they leave
  rod: { nq: 0, nv: 5 },
  coupling: { nq: 0, nv: 5 },
  rolling: { nq: 0, nv: 3 },
};

const byCode = (read: (motion: JointMotion) => number): Int8Array => {
  const list = new Int8Array(Object.keys(jointCode).length);
  for (const [kind, code] of Object.entries(jointCode)) list[code] = read(motions[kind as keyof typeof jointCode]);
  return list;
};

export const positionCounts = byCode(({ nq }) => nq);
export const velocityCounts = byCode(({ nv }) => nv);
export const lengthAt = byCode(({ lengths }) => lengths?.[0] ?? 0);
export const lengthCounts = byCode(({ lengths }) => lengths?.[1] ?? 0);
export const turnAt = byCode(({ turns }) => turns?.[0] ?? 0);
export const turnCounts = byCode(({ turns }) => turns?.[1] ?? 0);
/** −1: none. */
export const quaternionAt = byCode(({ quaternion }) => quaternion ?? -1);
/** Place of the first angle that counts from an anchor, −1: none. */
export const anchoredAt = byCode(({ isAnchored, turns }) => (isAnchored === true ? turns![0] : -1));
/** 1: lengths are pitch times the angle. */
export const isScrew = byCode(({ lengths, turns }) =>
  lengths !== undefined && turns !== undefined && lengths[0] === turns[0] ? 1 : 0,
);
/** 1: all six velocities, with a quaternion. */
export const isFree = byCode(({ nv, quaternion }) => (nv === 6 && quaternion !== undefined ? 1 : 0));
