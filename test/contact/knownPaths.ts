/** Bodies on parabolas that turn evenly about an axis: where they are is known at every time, and so are exact bounds of their motion. */
import { convexBody } from "../../src/geometry/convexBody.ts";
import type { Core } from "../../src/geometry/core.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Cylinder } from "../../src/geometry/shapes/cylinder.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { rotationFromAxisAngle } from "../../src/math/rotation.ts";
import { type BodyMotion, type BodyMotionBounds, createBodyMotion } from "../../src/mechanics/bodyMotion.ts";

export type Vector = readonly [number, number, number];

export interface Path {
  readonly position: Vector;
  readonly velocity: Vector;
  readonly acceleration: Vector;
  /** Unit vector, and rad/s. */
  readonly axis: Vector;
  readonly turning: number;
}

export class KnownPaths {
  readonly bounds: BodyMotionBounds;
  private readonly motion: BodyMotion;
  private readonly paths: readonly Path[];

  /** Of bodies 1, 2, …; body 0 is the world. */
  constructor(paths: readonly Path[]) {
    const count = paths.length + 1;
    this.paths = paths;
    this.motion = createBodyMotion(count);
    this.bounds = {
      acceleration: new Float64Array(count),
      turning: new Float64Array(count),
      angularAcceleration: new Float64Array(count),
      axisTurning: new Float64Array(3 * count),
    };
    paths.forEach(({ acceleration, axis, turning }, k) => {
      this.bounds.acceleration[k + 1] = Math.hypot(...acceleration);
      this.bounds.turning[k + 1] = Math.abs(turning);
      axis.forEach((x, i) => {
        this.bounds.axisTurning[3 * (k + 1) + i] = Math.abs(turning) * Math.sqrt(1 - x * x);
      });
    });
  }

  /** The same object every time. */
  at(t: number): BodyMotion {
    const { motion } = this;
    this.paths.forEach(({ position, velocity, acceleration, axis, turning }, k) => {
      const b = k + 1;
      for (let i = 0; i < 3; i++) {
        motion.position[3 * b + i] = position[i]! + t * velocity[i]! + 0.5 * t * t * acceleration[i]!;
        motion.velocity[3 * b + i] = velocity[i]! + t * acceleration[i]!;
        motion.angularVelocity[3 * b + i] = turning * axis[i]!;
      }
      rotationFromAxisAngle(motion.rotation, 9 * b, Float64Array.from(axis), 0, turning * t);
    });
    return motion;
  }
}

const vector = (u: () => number, size: number): Vector => [
  size * (2 * u() - 1),
  size * (2 * u() - 1),
  size * (2 * u() - 1),
];

/** From somewhere within `room` towards the middle, and past it. */
export function randomPath(u: () => number, room: number, bend: number, turning: number): Path {
  const direction = vector(u, 1);
  const length = Math.hypot(...direction);
  const position = vector(u, room);
  const aside = vector(u, 0.2 * room);
  return {
    position,
    velocity: position.map((x, i) => aside[i]! - x) as unknown as Vector,
    acceleration: vector(u, bend),
    axis: direction.map((x) => x / length) as unknown as Vector,
    turning: turning * (2 * u() - 1),
  };
}

export const ballOf = (radius: number): Core => convexBody(Sphere({ diameter: 2 * radius }));

export const variousCores: readonly Core[] = [
  ballOf(0.1),
  convexBody(Box({ lengthX: 0.5, lengthY: 0.2, lengthZ: 0.02 })),
  convexBody(Capsule({ axis: 2, diameter: 0.06, length: 0.4 })),
  convexBody(Cylinder({ axis: 3, diameter: 0.04, length: 0.5 })),
];
