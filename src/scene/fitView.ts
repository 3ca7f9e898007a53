/**
 * Where a camera must be so that a box fills its picture, seen from a given direction.
 *
 * Legend   x, y, z   of a corner: to the right, upwards and towards the camera;  X, Y, Z  of the camera
 *          w, h      tangents of half the opening, sideways and upwards
 * Law      |x − X| ≤ (Z − z)·w  and  |y − Y| ≤ (Z − z)·h  for all corners. With a± = max(±x + w·z) the nearest camera that sees
 *          the whole width has Z = (a₊ + a₋)/2w, likewise for the height; the larger Z counts. X and Y then centre the picture.
 */
import type { Vector3 } from "../geometry/vectors.ts";
import { type BoundingBox, ballAround } from "./bounds.ts";

export interface FittedView {
  /** The point in the middle of the picture. */
  readonly target: Vector3;
  /** Of the camera from it. */
  readonly distance: number;
}

/** Tangents of half the opening of the camera, upwards and sideways. */
export interface Opening {
  readonly high: number;
  readonly wide: number;
}

/** Share of the picture that is left free at its border. */
const margin = 0.06;

export function fitView(box: BoundingBox, away: Vector3, up: Vector3, opening: Opening): FittedView {
  const [high, wide] = [opening.high * (1 - margin), opening.wide * (1 - margin)];
  const right = unit(cross(up, away), perpendicular(away));
  const above = cross(away, right);
  const corners = Array.from({ length: 8 }, (_, bits) =>
    ([0, 1, 2] as const).map((i) => (((bits >> i) & 1) === 1 ? box.high[i] : box.low[i])),
  );
  const seen = corners.map((corner) => ({ x: dot(corner, right), y: dot(corner, above), z: dot(corner, away) }));
  /** Z of the camera for one direction. */
  const heightFor = (axis: "x" | "y", tangent: number) => {
    const most = Math.max(...seen.map((corner) => corner[axis] + tangent * corner.z));
    const least = Math.max(...seen.map((corner) => tangent * corner.z - corner[axis]));
    return (most + least) / (2 * tangent);
  };
  const height = Math.max(heightFor("x", wide), heightFor("y", high));
  /** X or Y of the camera that has as much free on either side: the sum of the outermost slopes falls with it. */
  const middleFor = (axis: "x" | "y") => {
    let [low, high] = [
      Math.min(...seen.map((corner) => corner[axis])),
      Math.max(...seen.map((corner) => corner[axis])),
    ];
    for (let halving = 0; halving < 50; halving++) {
      const middle = (low + high) / 2;
      const slopes = seen.map((corner) => (corner[axis] - middle) / (height - corner.z));
      if (Math.min(...slopes) + Math.max(...slopes) > 0) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  const [sideways, upwards] = [middleFor("x"), middleFor("y")];
  // the target is as deep as the middle of the box
  const depth = dot(ballAround(box).center, away);
  const target = [0, 1, 2].map((i) => sideways * right[i]! + upwards * above[i]! + depth * away[i]!);
  return { target: [target[0]!, target[1]!, target[2]!], distance: height - depth };
}

function cross(a: Vector3, b: Vector3): Vector3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: readonly number[], b: Vector3): number {
  return a[0]! * b[0] + a[1]! * b[1] + a[2]! * b[2];
}

function unit(v: Vector3, otherwise: Vector3): Vector3 {
  const length = Math.hypot(...v);
  return length > 1e-9 ? [v[0] / length, v[1] / length, v[2] / length] : otherwise;
}

/** Some unit vector across v, for looks straight up or down. */
function perpendicular(v: Vector3): Vector3 {
  const smallest = [0, 1, 2].reduce((best, i) => (Math.abs(v[i]!) < Math.abs(v[best]!) ? i : best));
  const axis: [number, number, number] = [0, 0, 0];
  axis[smallest] = 1;
  const across = cross(v, axis);
  const length = Math.hypot(...across);
  return [across[0] / length, across[1] / length, across[2] / length];
}
