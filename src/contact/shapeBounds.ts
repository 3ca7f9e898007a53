/**
 * How far shapes can leave the straight way between their poses at both ends of a step, from bounds of the motion of their bodies.
 *
 *     room = A·h²/8 + ρ·min(w·h/2, 1)
 *
 * Legend   A  bound of the acceleration of the centre      w  of the rate of turning      ρ  reach, 0 for balls      h  length of the step
 */
import { coreBeam, coreBox, coreEllipsoid, coreHull, corePoint } from "../geometry/core.ts";
import type { BodyMotionBounds } from "../mechanics/bodyMotion.ts";
import type { CollisionShape } from "./collisionShape.ts";
import type { ShapePoses } from "./shapePoses.ts";

export class ShapeBounds {
  /** Bounds of the acceleration of the centres, of the rates of turning, and reach as far as turning matters. */
  readonly acceleration: Float64Array;
  /** Bound of the acceleration of all points; of a ball that of its centre, since it looks the same from all sides. */
  readonly pointAcceleration: Float64Array;
  readonly turning: Float64Array;
  readonly lever: Float64Array;
  readonly room: Float64Array;
  private readonly body: Int32Array;
  /** Distance of the centre from the origin of the body. */
  private readonly arm: Float64Array;
  /** Which bound of turning counts: 3·body + axis for bodies of revolution along an axis of their body, −1 for all others. */
  private readonly axis: Int32Array;

  constructor(shapes: readonly CollisionShape[], poses: ShapePoses) {
    this.acceleration = new Float64Array(shapes.length);
    this.pointAcceleration = new Float64Array(shapes.length);
    this.turning = new Float64Array(shapes.length);
    this.room = new Float64Array(shapes.length);
    this.lever = Float64Array.from(shapes, ({ core }) => (core.kind === corePoint ? 0 : core.reach));
    this.body = poses.body;
    this.arm = Float64Array.from(shapes, (_, s) => poses.armOf(s));
    this.axis = Int32Array.from(shapes, (shape) => axisOfRevolution(shape));
  }

  /** Shape s has made no step. */
  clear(s: number): void {
    this.acceleration[s] = this.pointAcceleration[s] = this.turning[s] = this.room[s] = 0;
  }

  /** Of shape s over a step of the length h. */
  bound(s: number, h: number, bounds: BodyMotionBounds): void {
    const { acceleration, turning, lever, arm, axis, room } = this;
    const b = this.body[s];
    const w = bounds.turning[b];
    acceleration[s] = bounds.acceleration[b];
    if (arm[s] > 0) acceleration[s] += (bounds.angularAcceleration[b] + w * w) * arm[s];
    this.pointAcceleration[s] = acceleration[s] + (bounds.angularAcceleration[b] + w * w) * lever[s];
    turning[s] = lever[s] === 0 ? 0 : axis[s] >= 0 ? bounds.axisTurning[axis[s]] : w;
    room[s] = 0.125 * acceleration[s] * h * h + lever[s] * Math.min(0.5 * turning[s] * h, 1);
  }
}

/** 3·body + axis when the shape is round about that axis of its body, −1 otherwise. */
function axisOfRevolution({ core, body, rotation = identity }: CollisionShape): number {
  const { kind } = core;
  if (kind === coreBox || kind === coreEllipsoid || kind === coreBeam || kind === coreHull) return -1;
  const column = (core.axis + 2) % 3;
  for (let row = 0; row < 3; row++) if (Math.abs(rotation[3 * row + column]!) > 1 - 1e-15) return 3 * body + row;
  return -1;
}

const identity: ArrayLike<number> = [1, 0, 0, 0, 1, 0, 0, 0, 1];
