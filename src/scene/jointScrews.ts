/**
 * The joints of a scene as screws, with a slider for every coordinate that can be chosen freely.
 *
 * Joints on closed loops have none, since the loop would open, nor have those that turn in all directions, nor any beside a rod. Coordinates that a coupling ties to
 * another one follow it.
 */
import type { Animation } from "./animation.ts";
import type { Screw } from "./moveByScrews.ts";
import type { JointKind, SceneJoint } from "./scene3d.ts";

type Triple = readonly [number, number, number];

/** A coordinate that can be chosen. */
export interface JointSlider {
  /** Of the signal: "robot.elbow.phi". */
  readonly name: string;
  readonly isAngle: boolean;
  /** rad or m. */
  readonly start: number;
  readonly lower: number;
  readonly upper: number;
  /** Screws that it moves, and how far each goes per unit. */
  readonly drives: readonly { readonly screw: number; readonly factor: number }[];
}

export interface JointScrews {
  readonly screws: readonly Screw[];
  /** Last screw of each object of the scene; −1 for none. */
  readonly carriers: readonly number[];
  readonly sliders: readonly JointSlider[];
}

export interface JointScrewOptions {
  /** Position at the start by the name of the signal; undefined where there is none. */
  readonly positionOf: (name: string) => number | undefined;
  /** Limits by the name of the signal. Without: a turn to both sides, or the size of the scene. */
  readonly limits?: Readonly<Record<string, readonly [number, number]>>;
}

/** Coordinates of the kinds of joints, as signals are named. */
export const coordinateNames: Readonly<Record<JointKind, readonly string[]>> = {
  revolute: ["phi"],
  prismatic: ["s"],
  cylindrical: ["phi", "s"],
  universal: ["phi1", "phi2"],
  planar: ["s1", "s2", "phi"],
  spherical: [],
  free: [],
};

/** By the first poses of an animation. */
export function jointScrews({ scene, poses }: Animation, { positionOf, limits = {} }: JointScrewOptions): JointScrews {
  const { joints, couplings = [], carriers: jointOf = [], links = [] } = scene;
  const none = { screws: [], carriers: scene.objects.map(() => -1), sliders: [] };
  const hasRods = links.some(({ kind }) => kind === "rod");
  if (hasRods || jointOf.length !== scene.objects.length || poses.some((pose) => !(pose.length >= 7))) return none;

  const screws: Screw[] = [];
  /** Last screw of each joint, and the screws of its coordinates. */
  const last = new Map<number, number>();
  const own = new Map<number, number[]>();
  const lastOf = (joint: number): number => {
    if (joint < 0) return -1;
    const known = last.get(joint);
    if (known !== undefined) return known;
    const { object, object2 = object } = joints[joint]!;
    const isReversed = jointOf[object] === joint;
    let before = lastOf(jointOf[isReversed ? object2 : object]!);
    const made = screwsOfJoint(joints[joint]!, poses, positionOf);
    const places = made.map(() => -1);
    const order = isReversed ? made.map((_, k) => made.length - 1 - k) : made.map((_, k) => k);
    for (const k of order) {
      const { turn, shift, ...line } = made[k]!;
      const sign = isReversed ? -1 : 1;
      places[k] = screws.length;
      screws.push({ ...line, turn: sign * turn, shift: sign * shift, before });
      before = places[k]!;
    }
    last.set(joint, before);
    own.set(joint, places);
    return before;
  };
  const carriers = jointOf.map((joint) => lastOf(joint));

  const onLoops = loopJoints(joints, jointOf);
  const key = (joint: number, coordinate: number): string => `${joint} ${coordinate}`;
  const leaders = new Map<string, { readonly to: string; readonly factor: number }>();
  for (const { terms } of couplings) {
    const [follower, leader, ...more] = terms;
    if (follower === undefined || leader === undefined) continue;
    // of sums of more than two coordinates, none can be chosen alone
    for (const { joint } of more.length > 0 ? terms : []) onLoops.add(joint);
    leaders.set(key(follower.joint, follower.coordinate), {
      to: key(leader.joint, leader.coordinate),
      factor: -leader.factor / follower.factor,
    });
  }
  const size = Math.max(scene.nominalLength, ...poses.map((pose) => Math.hypot(pose[0]!, pose[1]!, pose[2]!) || 0));
  const sliders = new Map<string, JointSlider & { readonly drives: { screw: number; factor: number }[] }>();
  const all = [...own].flatMap(([joint, places]) => places.map((screw, k) => ({ joint, screw, k })));
  for (const { joint, screw, k } of all) {
    if (onLoops.has(joint) || leaders.has(key(joint, k))) continue;
    const { path, kind } = joints[joint]!;
    const name = `${path}.${coordinateNames[kind][k]!}`;
    const start = positionOf(name);
    if (start === undefined || !Number.isFinite(start)) continue;
    const isAngle = coordinateNames[kind][k]!.startsWith("phi");
    const [lower, upper] = limits[name] ?? (isAngle ? [-Math.PI, Math.PI] : [-size, size]);
    sliders.set(key(joint, k), {
      name,
      isAngle,
      start,
      lower: Math.min(lower, start),
      upper: Math.max(upper, start),
      drives: [{ screw, factor: 1 }],
    });
  }
  for (const { joint, screw, k } of all) {
    let [place, factor] = [key(joint, k), 1];
    for (let n = 0; leaders.has(place) && n <= leaders.size; n++) {
      const { to, factor: next } = leaders.get(place)!;
      [place, factor] = [to, factor * next];
    }
    if (place !== key(joint, k)) sliders.get(place)?.drives.push({ screw, factor });
  }
  return { screws, carriers, sliders: [...sliders.values()] };
}

/** How far every screw goes for positions of the sliders, in their order. */
export function screwMoves({ screws, sliders }: JointScrews, positions: readonly number[]): number[] {
  const moves = screws.map(() => 0);
  sliders.forEach(({ start, drives }, k) => {
    for (const { screw, factor } of drives) moves[screw]! += factor * (positions[k]! - start);
  });
  return moves;
}

/** Coordinates in the order of their names, from obj1 to obj2. */
export function screwsOfJoint(
  { path, kind, object, object2 = object, axes, pitch }: SceneJoint,
  poses: Animation["poses"],
  positionOf: JointScrewOptions["positionOf"],
): Omit<Screw, "before">[] {
  const axis = axes[0];
  if (axis === undefined) return [];
  const point = originOf(poses[object]!);
  const along = turned(poses[object]!, axis);
  const turn = (line: Triple, at: Triple) => ({ point: at, axis: line, turn: 1, shift: 0 });
  const shift = (line: Triple) => ({ point, axis: line, turn: 0, shift: 1 });
  switch (kind) {
    case "revolute":
      return [turn(along, point)];
    case "prismatic":
      return [shift(along)];
    case "cylindrical":
      if (pitch !== undefined) return [{ ...turn(along, point), shift: pitch }];
      return [turn(along, point), shift(along)];
    case "universal": {
      const phi1 = positionOf(`${path}.phi1`) ?? 0;
      const second = turned(poses[object]!, aboutAxis(axis, phi1, axes[1]!));
      return [turn(along, point), turn(second, point)];
    }
    case "planar": {
      const first = turned(poses[object]!, axes[1]!);
      return [shift(first), shift(cross(along, first)), turn(along, originOf(poses[object2]!))];
    }
    default:
      return [];
  }
}

/** Joints on the ways that a joint which carries nothing closes. */
function loopJoints(joints: readonly SceneJoint[], jointOf: readonly number[]): Set<number> {
  return new Set(loopsOf(joints, jointOf).flatMap(({ way }) => way));
}

/** Joints that carry nothing, each with those on the way that it closes. */
export function loopsOf(
  joints: readonly SceneJoint[],
  jointOf: readonly number[],
): { readonly cut: number; readonly way: readonly number[] }[] {
  const wayFrom = (object: number): number[] => {
    const way: number[] = [];
    for (let joint = jointOf[object]!; joint >= 0 && way.length <= joints.length; ) {
      way.push(joint);
      const { object: first, object2 = first } = joints[joint]!;
      joint = jointOf[jointOf[first] === joint ? object2 : first]!;
    }
    return way;
  };
  return joints.flatMap(({ object, object2 = object }, cut) => {
    if (jointOf[object] === cut || jointOf[object2] === cut) return [];
    const [a, b] = [wayFrom(object), wayFrom(object2)];
    const way = [...a.filter((joint) => !b.includes(joint)), ...b.filter((joint) => !a.includes(joint))];
    return [{ cut, way }];
  });
}

export function originOf(pose: ArrayLike<number>): Triple {
  return [pose[0]!, pose[1]!, pose[2]!];
}

/** A vector of the object in world axes. */
export function turned(pose: ArrayLike<number>, v: ArrayLike<number>): Triple {
  const n: Triple = [pose[3]!, pose[4]!, pose[5]!];
  const c = cross(n, v);
  const inner: Triple = [c[0] + pose[6]! * v[0]!, c[1] + pose[6]! * v[1]!, c[2] + pose[6]! * v[2]!];
  const d = cross(n, inner);
  return [v[0]! + 2 * d[0], v[1]! + 2 * d[1], v[2]! + 2 * d[2]];
}

function aboutAxis(axis: ArrayLike<number>, angle: number, v: ArrayLike<number>): Triple {
  const [sin, cos] = [Math.sin(angle / 2), Math.cos(angle / 2)];
  return turned([0, 0, 0, sin * axis[0]!, sin * axis[1]!, sin * axis[2]!, cos], v);
}

export function cross(a: ArrayLike<number>, b: ArrayLike<number>): Triple {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!];
}
