/**
 * A mass that moves with the line between two frames. What it adds to the inertia of the two bodies is not a force that is known in
 * advance: it needs their accelerations.
 *
 *     e = (r₂ − r₁)/d,    P = 1 − e·eᵀ,    ė = P·(v₂ − v₁)/d
 *     along      distance L from end 1: r = r₁ + L·e,    v = v₁ + L·ė
 *                r̈ = r̈₁ + (L/d)·P·(r̈₂ − r̈₁) − L·(ė·ė·e + 2·ḋ/d·ė);    from end 2 likewise
 *     relative   v = v₂ − v₁
 *
 * In all cases r̈ = B₁·r̈₁ + B₂·r̈₂ + b with B₂ = t·1 + (a − t)·e·eᵀ: shares a along the line and t across it. A force f on the mass
 * acts as B₁ᵀ·f on end 1 and B₂ᵀ·f on end 2.
 *
 * A mass m at the constant share s of the line is the same as m·(1 − s) at end 1, m·s at end 2 and the relative mass −m·s·(1 − s),
 * since |(1 − s)·v₁ + s·v₂|² = (1 − s)·|v₁|² + s·|v₂|² − s·(1 − s)·|v₂ − v₁|². Masses at the ends belong to the bodies.
 */
import * as elementary from "../math/elementary.ts";
import { addScaled3, dot3, norm3, scale3, subtract3 } from "../math/vec3.ts";
import type { BodyForces, BodyMotion } from "../mechanics/bodyMotion.ts";
import type { BodyAccelerations, BodyFrame } from "./bodyFrame.ts";

export type LinePlace =
  /** corrects the masses total·(1 − share) and total·share at the ends */
  | { readonly kind: "relative"; readonly total: number; readonly share: number }
  /** m from end 1 or 2, along the line */
  | { readonly kind: "along"; readonly end: 1 | 2; readonly distance: number };

export class LineMass {
  /** kg; negative when it corrects a mass that the bodies have already. */
  readonly mass: number;
  /** r and v of the mass after locate(), r̈ after accelerate(). */
  readonly position = new Float64Array(3);
  readonly velocity = new Float64Array(3);
  readonly acceleration = new Float64Array(3);
  private readonly frame1: BodyFrame;
  private readonly frame2: BodyFrame;
  private readonly place: LinePlace;
  private readonly e = new Float64Array(3);
  private readonly bias = new Float64Array(3);
  /** Shares of end 2 along and across the line. */
  private along = 0;
  private across = 0;

  constructor(mass: number, frame1: BodyFrame, frame2: BodyFrame, place: LinePlace) {
    this.mass = mass;
    this.frame1 = frame1;
    this.frame2 = frame2;
    this.place = place;
  }

  locate(motion: BodyMotion): void {
    const { frame1, frame2, place, e, bias, position, velocity } = this;
    frame1.locate(motion);
    frame2.locate(motion);
    subtract3(e, 0, frame2.position, 0, frame1.position, 0);
    subtract3(velocity, 0, frame2.velocity, 0, frame1.velocity, 0);
    bias.fill(0);
    if (place.kind === "relative") {
      position.set(e);
      return;
    }
    const d = norm3(e, 0);
    scale3(e, 0, d > 0 ? 1 / d : 0, e, 0);
    const sign = place.end === 1 ? 1 : -1;
    const L = sign * place.distance;
    const rate = dot3(e, 0, velocity, 0);
    // bias ← ė, then −L·(ė·ė·e + 2·ḋ/d·ė)
    const inverse = d > 0 ? 1 / d : 0;
    scale3(bias, 0, inverse, velocity, 0);
    addScaled3(bias, 0, -rate * inverse, e, 0);
    const near = place.end === 1 ? frame1 : frame2;
    position.set(near.position);
    addScaled3(position, 0, L, e, 0);
    velocity.set(near.velocity);
    addScaled3(velocity, 0, L, bias, 0);
    const square = dot3(bias, 0, bias, 0);
    scale3(bias, 0, -2 * L * rate * inverse, bias, 0);
    addScaled3(bias, 0, -L * square, e, 0);
    this.along = place.end === 1 ? 0 : 1;
    this.across = place.end === 1 ? L * inverse : 1 + L * inverse;
  }

  /** After locate(). */
  accelerate(bodies: BodyAccelerations): void {
    const { frame1, frame2, acceleration, bias, e, across } = this;
    frame1.accelerate(bodies);
    frame2.accelerate(bodies);
    const a1 = frame1.acceleration;
    const a2 = frame2.acceleration;
    const isRelative = this.place.kind === "relative";
    const along = (this.along - across) * (dot3(e, 0, a2, 0) - dot3(e, 0, a1, 0));
    for (let i = 0; i < 3; i++)
      acceleration[i] = isRelative ? a2[i]! - a1[i]! : a1[i]! + across * (a2[i]! - a1[i]!) + along * e[i]! + bias[i]!;
  }

  /** Force on the mass, in world axes, as forces on the two bodies. After locate(). */
  addForce(forces: BodyForces, x: number, y: number, z: number): void {
    const { frame1, frame2, e, across } = this;
    if (this.place.kind === "relative") {
      frame1.addForce(forces, -x, -y, -z);
      frame2.addForce(forces, x, y, z);
      return;
    }
    const along = (this.along - across) * (e[0]! * x + e[1]! * y + e[2]! * z);
    const fx = across * x + along * e[0]!;
    const fy = across * y + along * e[1]!;
    const fz = across * z + along * e[2]!;
    frame1.addForce(forces, x - fx, y - fy, z - fz);
    frame2.addForce(forces, fx, fy, fz);
  }

  /** g ← acceleration of free fall that the mass feels. A relative mass has none: its weight is that of the ends. */
  gravity(g: Float64Array, uniform: ArrayLike<number>, mu: number): void {
    const isRelative = this.place.kind === "relative";
    for (let i = 0; i < 3; i++) g[i] = isRelative ? 0 : uniform[i]!;
    if (mu === 0 || isRelative) return;
    const r = norm3(this.position, 0);
    addScaled3(g, 0, -mu / (r * r * r), this.position, 0);
  }

  /** In the field of a point the weight at a share of the line is not that of the masses at the ends: the difference. */
  addPointWeight(forces: BodyForces, mu: number): void {
    if (this.place.kind !== "relative") return;
    const { total, share } = this.place;
    const { frame1, frame2, bias: c } = this;
    shareOf(c, frame1.position, frame2.position, share);
    const pull = (r: Float64Array): number => -mu / elementary.pow(norm3(r, 0), 3);
    const middle = pull(c);
    for (const [frame, m] of [
      [frame1, total * (1 - share)],
      [frame2, total * share],
    ] as const) {
      const own = pull(frame.position);
      const [x, y, z] = frame.position as unknown as [number, number, number];
      frame.addForce(
        forces,
        m * (middle * c[0]! - own * x),
        m * (middle * c[1]! - own * y),
        m * (middle * c[2]! - own * z),
      );
    }
    c.fill(0);
  }

  /** out ← out + (angular momentum about the origin, momentum), after locate(); a relative mass has no momentum but turns. */
  addMomentum(out: Float64Array): void {
    const { mass, position: r, velocity: v } = this;
    for (let i = 0; i < 3; i++) {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      out[i] += mass * (r[j] * v[k] - r[k] * v[j]);
      if (this.place.kind === "along") out[3 + i] += mass * v[i];
    }
  }

  /** J, of gravity, after locate(). */
  potential(uniform: ArrayLike<number>, mu: number): number {
    const { position, place, mass, frame1, frame2, bias } = this;
    if (place.kind === "along") {
      const level = uniform[0]! * position[0]! + uniform[1]! * position[1]! + uniform[2]! * position[2]!;
      return -mass * (level + (mu === 0 ? 0 : mu / norm3(position, 0)));
    }
    if (mu === 0) return 0;
    const { total, share } = place;
    shareOf(bias, frame1.position, frame2.position, share);
    const level = 1 / norm3(bias, 0) - (1 - share) / norm3(frame1.position, 0) - share / norm3(frame2.position, 0);
    bias.fill(0);
    return -mu * total * level;
  }
}

function shareOf(out: Float64Array, r1: Float64Array, r2: Float64Array, share: number): void {
  for (let i = 0; i < 3; i++) out[i] = (1 - share) * r1[i]! + share * r2[i]!;
}
