/**
 * Where the collision shapes are: poses in the world, from the motion of their bodies, with loose boxes around them.
 *
 * Law      r_WS = r_WB + R_WB·r_BS,   R_WS = R_WB·R_BS
 * Legend   S frame of a shape, B frame of its body, W world
 */

import { bodyBounds } from "../geometry/bounds.ts";
import type { Core } from "../geometry/core.ts";
import { corePoint } from "../geometry/core.ts";
import type { BodyMotion } from "../mechanics/bodyMotion.ts";
import type { CollisionShape } from "./collisionShape.ts";

/** A shape whose frame is that of its body, one that is only moved, one that is also turned. */
const atBody = 0;
const moved = 1;
const turned = 2;

export class ShapePoses {
  readonly count: number;
  readonly body: Int32Array;
  readonly cores: readonly Core[];
  /** r_WS_W, three numbers per shape. */
  readonly position: Float64Array;
  /** R_WS row-major, nine numbers per shape. */
  readonly rotation: Float64Array;
  /** r_WC_W of the centres of the bounding balls. */
  readonly centre: Float64Array;
  /** Radii of the bounding balls. */
  readonly reach: Float64Array;

  private readonly placement: Uint8Array;
  /** Of the bounds of a shape. */
  private readonly work = new Float64Array(6);
  private readonly r_BS: Float64Array;
  private readonly R_BS: Float64Array;
  /** Centre of the bounding ball in the frame of the shape. */
  private readonly r_SC: Float64Array;
  private readonly isCentred: Uint8Array;

  constructor(shapes: readonly CollisionShape[]) {
    const n = shapes.length;
    this.count = n;
    this.body = Int32Array.from(shapes, (shape) => shape.body);
    this.cores = shapes.map((shape) => shape.core);
    this.position = new Float64Array(3 * n);
    this.rotation = new Float64Array(9 * n);
    this.centre = new Float64Array(3 * n);
    this.reach = Float64Array.from(shapes, (shape) => shape.core.reach);
    this.placement = new Uint8Array(n);
    this.r_BS = new Float64Array(3 * n);
    this.R_BS = new Float64Array(9 * n);
    this.r_SC = new Float64Array(3 * n);
    this.isCentred = new Uint8Array(n);
    shapes.forEach((shape, s) => this.place(shape, s));
  }

  private place(shape: CollisionShape, s: number): void {
    const { position = [0, 0, 0], rotation = [1, 0, 0, 0, 1, 0, 0, 0, 1], core } = shape;
    this.r_BS.set(position, 3 * s);
    this.R_BS.set(rotation, 9 * s);
    const isTurned = Array.from(rotation).some((value, k) => value !== (k % 4 === 0 ? 1 : 0));
    const isMoved = Array.from(position).some((value) => value !== 0);
    // a ball looks the same from all sides
    this.placement[s] = isTurned && core.kind !== corePoint ? turned : isMoved ? moved : atBody;
    for (let k = 0; k < 3; k++) this.r_SC[3 * s + ((core.axis + k) % 3)] = core.centre[k]!;
    this.isCentred[s] = core.centre.every((value) => value === 0) ? 1 : 0;
  }

  /** Distance of the centre of the bounding ball from the origin of the body. */
  armOf(s: number): number {
    const { r_BS, R_BS, r_SC } = this;
    let sum = 0;
    for (let i = 0; i < 3; i++) {
      let x = r_BS[3 * s + i];
      for (let j = 0; j < 3; j++) x += R_BS[9 * s + 3 * i + j] * r_SC[3 * s + j];
      sum += x * x;
    }
    return Math.sqrt(sum);
  }

  /** out[0..2] ← how far a box around shape s reaches from each of the axes of its body, or the shape from its origin if that is less. */
  reachAboutAxes(out: Float64Array, s: number): void {
    const box = new Float64Array(6);
    const most = this.armOf(s) + this.reach[s];
    bodyBounds(box, 0, this.cores[s]!, this.R_BS, 9 * s, this.r_BS, 3 * s, this.work);
    const extent = (i: number): number => Math.max(Math.abs(box[i]), Math.abs(box[3 + i]));
    for (let i = 0; i < 3; i++) {
      const [a, b] = [extent((i + 1) % 3), extent((i + 2) % 3)];
      out[i] = Math.min(most, Math.sqrt(a * a + b * b));
    }
  }

  /** Pose of shape s. */
  locate(s: number, motion: BodyMotion): void {
    const { position, rotation, r_BS } = this;
    const { position: r, rotation: R } = motion;
    const p = 3 * s;
    const q = 9 * s;
    const b = 3 * this.body[s];
    const B = 9 * this.body[s];
    const placement = this.placement[s];
    if (placement === atBody) {
      position[p] = r[b];
      position[p + 1] = r[b + 1];
      position[p + 2] = r[b + 2];
    } else {
      const x = r_BS[p];
      const y = r_BS[p + 1];
      const z = r_BS[p + 2];
      for (let i = 0; i < 3; i++) {
        const k = B + 3 * i;
        position[p + i] = r[b + i] + R[k] * x + R[k + 1] * y + R[k + 2] * z;
      }
    }
    if (placement === turned) this.turn(q, R, B);
    else for (let k = 0; k < 9; k++) rotation[q + k] = R[B + k];
  }

  private turn(q: number, R: Float64Array, B: number): void {
    const { rotation, R_BS } = this;
    for (let i = 0; i < 9; i += 3) {
      const a = R[B + i];
      const b = R[B + i + 1];
      const c = R[B + i + 2];
      for (let j = 0; j < 3; j++) rotation[q + i + j] = a * R_BS[q + j] + b * R_BS[q + 3 + j] + c * R_BS[q + 6 + j];
    }
  }

  /** Centre of the bounding ball of shape s, after locate(). */
  locateCentre(s: number): void {
    const { position, rotation, centre, r_SC } = this;
    const p = 3 * s;
    if (this.isCentred[s] === 1) {
      centre[p] = position[p];
      centre[p + 1] = position[p + 1];
      centre[p + 2] = position[p + 2];
      return;
    }
    const x = r_SC[p];
    const y = r_SC[p + 1];
    const z = r_SC[p + 2];
    for (let i = 0; i < 3; i++) {
      const k = 9 * s + 3 * i;
      centre[p + i] = position[p + i] + rotation[k] * x + rotation[k + 1] * y + rotation[k + 2] * z;
    }
  }

  /** Poses and centres of all shapes. */
  locateAll(motion: BodyMotion): void {
    for (let s = 0; s < this.count; s++) {
      this.locate(s, motion);
      this.locateCentre(s);
    }
  }

  /** boxes[6·s..] ← lower and upper corner of a box around shape s, `margin` times its reach away from it on each side. */
  boundAll(boxes: Float64Array, margin: number): void {
    const { count, position, rotation, cores, reach } = this;
    for (let s = 0; s < count; s++) {
      const k = 6 * s;
      const core = cores[s]!;
      const room = margin * reach[s];
      if (core.kind === corePoint) {
        const radius = core.radius + room;
        for (let i = 0; i < 3; i++) {
          boxes[k + i] = position[3 * s + i] - radius;
          boxes[k + 3 + i] = position[3 * s + i] + radius;
        }
        continue;
      }
      bodyBounds(boxes, k, core, rotation, 9 * s, position, 3 * s, this.work);
      for (let i = 0; i < 3; i++) {
        boxes[k + i] -= room;
        boxes[k + 3 + i] += room;
      }
    }
  }
}
