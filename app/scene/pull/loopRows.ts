/**
 * What a joint that closes a loop asks of the two objects that it joins, as rows of a system.
 *
 * Vectors u are fixed to the first object, w to the second, d leads from the origin of the first to that of the second.
 *
 *     along   u·d = const      (ω₁×u)·d + u·(v₂ − v₁)
 *     angle   u·w = const      (u×w)·(ω₁ − ω₂)
 *     rod     d·d = const      2·d·(v₂ − v₁)
 *     screw   s − p·φ = const  u·(v₂ − v₁) − p·u·(ω₂ − ω₁)
 *
 * Source   [Haug1989] sec. 9.4
 */
import { cross, originOf, turned } from "../../../src/scene/jointScrews.ts";
import type { Scene3D, SceneJoint } from "../../../src/scene/scene3d.ts";

type Triple = readonly [number, number, number];

export interface LoopRow {
  /** Rates of the second object minus those of the first count: of the origin and of the orientation of each. */
  readonly object1: number;
  readonly object2: number;
  /** Value at these poses, and what it is multiplied with: v₁ and v₂ get ∓`force`, ω₁ and ω₂ `torque1` and `torque2`. */
  at(poses: readonly ArrayLike<number>[]): {
    readonly value: number;
    readonly force: Triple;
    readonly torque1: Triple;
    readonly torque2: Triple;
  };
}

/** Nothing for a joint that leaves everything free. */
export function rowsOfCut({ kind, object, object2 = object, axes, pitch }: SceneJoint): LoopRow[] {
  const along = (u: Triple) => alongRow(object, object2, u);
  const angle = (u: Triple, w: Triple) => angleRow(object, object2, u, w);
  const corners = [along([1, 0, 0]), along([0, 1, 0]), along([0, 0, 1])];
  const a = axes[0];
  if (kind === "free") return [];
  if (kind === "spherical" || a === undefined) return corners;
  const [b, c] = across(a);
  switch (kind) {
    case "revolute":
      return [...corners, angle(b, a), angle(c, a)];
    case "prismatic":
      return [along(b), along(c), angle(b, a), angle(c, a), angle(b, c)];
    case "cylindrical": {
      const rows = [along(b), along(c), angle(b, a), angle(c, a)];
      return pitch === undefined ? rows : [...rows, screwRow(object, object2, [a, b, c], pitch)];
    }
    case "planar":
      return [along(a), angle(b, a), angle(c, a)];
    case "universal":
      return [...corners, angle(a, axes[1] ?? b)];
  }
}

/** What a rod keeps apart. */
export function rowsOfRods({ links = [] }: Scene3D): LoopRow[] {
  return links
    .filter(({ kind }) => kind === "rod")
    .map(({ object1, object2 }) => ({
      object1,
      object2,
      at(poses) {
        const d = minus(originOf(poses[object2]!), originOf(poses[object1]!));
        return { value: dot(d, d), force: [2 * d[0], 2 * d[1], 2 * d[2]], torque1: [0, 0, 0], torque2: [0, 0, 0] };
      },
    }));
}

function alongRow(object1: number, object2: number, own: Triple): LoopRow {
  return {
    object1,
    object2,
    at(poses) {
      const u = turned(poses[object1]!, own);
      const d = minus(originOf(poses[object2]!), originOf(poses[object1]!));
      return { value: dot(u, d), force: u, torque1: cross(u, d), torque2: [0, 0, 0] };
    },
  };
}

function angleRow(object1: number, object2: number, own: Triple, other: Triple): LoopRow {
  return {
    object1,
    object2,
    at(poses) {
      const [u, w] = [turned(poses[object1]!, own), turned(poses[object2]!, other)];
      const n = cross(u, w);
      return { value: dot(u, w), force: [0, 0, 0], torque1: n, torque2: [-n[0], -n[1], -n[2]] };
    },
  };
}

function screwRow(
  object1: number,
  object2: number,
  [a, b, c]: readonly [Triple, Triple, Triple],
  pitch: number,
): LoopRow {
  let before = 0;
  return {
    object1,
    object2,
    at(poses) {
      const u = turned(poses[object1]!, a);
      const w = turned(poses[object2]!, b);
      const angle = Math.atan2(dot(turned(poses[object1]!, c), w), dot(turned(poses[object1]!, b), w));
      // an angle goes on where it would jump by a turn
      before = angle + 2 * Math.PI * Math.round((before - angle) / (2 * Math.PI));
      const d = minus(originOf(poses[object2]!), originOf(poses[object1]!));
      const [p, n] = [pitch, cross(u, d)];
      return {
        value: dot(u, d) - p * before,
        force: u,
        torque1: [n[0] + p * u[0], n[1] + p * u[1], n[2] + p * u[2]],
        torque2: [-p * u[0], -p * u[1], -p * u[2]],
      };
    },
  };
}

/** Two unit vectors across a third, the three of them right-handed. */
function across(a: Triple): readonly [Triple, Triple] {
  const sizes = a.map(Math.abs);
  const least = sizes.indexOf(Math.min(...sizes));
  const b = unit(cross(a, [0, 1, 2].map((k) => (k === least ? 1 : 0)) as unknown as Triple));
  return [b, cross(a, b)];
}

function unit(v: Triple): Triple {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}

export function minus(a: Triple, b: Triple): Triple {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
