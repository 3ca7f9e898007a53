/**
 * Directions of a picture from the up direction of a scene: `right`, `up` and `towards` the viewer are a right-handed set of
 * coordinate axes, so that a scene looks alike whichever of its axes is up.
 */
import type { Vector3 } from "../geometry/vectors.ts";
import type { ViewDirection } from "./scene3d.ts";

export interface ViewBasis {
  readonly right: Vector3;
  readonly up: Vector3;
  readonly towards: Vector3;
}

/** Per up direction: right, towards. */
const bases: readonly ViewBasis[] = [
  { up: [0, 1, 0], right: [1, 0, 0], towards: [0, 0, 1] },
  { up: [0, 0, 1], right: [0, 1, 0], towards: [1, 0, 0] },
  { up: [1, 0, 0], right: [0, 0, 1], towards: [0, 1, 0] },
  { up: [-1, 0, 0], right: [0, 1, 0], towards: [0, 0, 1] },
  { up: [0, -1, 0], right: [0, 0, 1], towards: [1, 0, 0] },
  { up: [0, 0, -1], right: [1, 0, 0], towards: [0, 1, 0] },
];

/** The basis whose up direction is nearest to `up`. */
export function viewBasis(up: Vector3): ViewBasis {
  const along = (basis: ViewBasis) => basis.up[0] * up[0] + basis.up[1] * up[1] + basis.up[2] * up[2];
  return bases.reduce((best, basis) => (along(basis) > along(best) ? basis : best));
}

/** x·right + y·up + z·towards */
function inWorld({ right, up, towards }: ViewBasis, x: number, y: number, z: number): Vector3 {
  return [
    x * right[0] + y * up[0] + z * towards[0],
    x * right[1] + y * up[1] + z * towards[1],
    x * right[2] + y * up[2] + z * towards[2],
  ];
}

/** Unit vector from the centre of the scene to a camera or light. */
export function directionTo({ longitude, latitude }: ViewDirection, basis: ViewBasis): Vector3 {
  const c = Math.cos(latitude);
  return inWorld(basis, c * Math.sin(longitude), Math.sin(latitude), c * Math.cos(longitude));
}

/** Directions by name: where the viewer is, seen from the scene. */
export const namedViews = {
  isometric: [1, 0.8, 1.4],
  front: [0, 0, 1],
  back: [0, 0, -1],
  left: [-1, 0, 0],
  right: [1, 0, 0],
  top: [0, 1, 0],
  bottom: [0, -1, 0],
} as const;

export type NamedView = keyof typeof namedViews;

/** Unit vector of a named view. */
export function namedDirection(name: NamedView, basis: ViewBasis): Vector3 {
  const [x, y, z] = namedViews[name];
  const length = Math.hypot(x, y, z);
  return inWorld(basis, x / length, y / length, z / length);
}
