/**
 * Elastic mount: springs and dampers along and about three axes of obj1.
 *
 *     r, v            position and velocity of obj2 seen from obj1, axes of obj1
 *     small angles    up to some 10°: (α, β, γ) = (R₂₃, R₃₁, R₁₂) of R = R_2W·R_W1,   rates ω of obj2 relative to obj1
 *     large angles    Cardan 1-2-3 of R;   α̇ = ω₁ + (s_α ω₂ − c_α ω₃)·s_β/c_β,  β̇ = c_α ω₂ + s_α ω₃,  γ̇ = (−s_α ω₂ + c_α ω₃)/c_β
 *     F_k = spring_k(r_k) + damper_k(v_k) + nominal_k,      m_k = spring_k(angle_k) + damper_k(rate_k) + nominal_k
 *     torque          small angles: m;   large: (m₁ + s_β m₃,  c_α m₂ − s_α c_β m₃,  s_α m₂ + c_α c_β m₃)
 *
 * F and the torque act on obj1, their opposites on obj2, at the origin of obj2. With large angles each moment acts along its own
 * axis of rotation; the axes are not orthogonal, so only for β = 0 do the moments do the work m·(α̇, β̇, γ̇), and a set of linear
 * rotational springs is elastic up to terms in sin β.
 */

import { RattlebackError } from "../errors/rattlebackError.ts";
import * as elementary from "../math/elementary.ts";
import { mulMtM, mulMtV, mulMV } from "../math/mat3.ts";
import { addCross3, set3, subtract3 } from "../math/vec3.ts";
import type { BodyForces, BodyMotion } from "../mechanics/bodyMotion.ts";
import type { BodyFrame } from "./bodyFrame.ts";
import { type ElementOutput, type ForceElement, type ForceLaw, lawFunction, outputCount } from "./forceElement.ts";
import { lawEnergy } from "./lawEnergy.ts";

export interface BushingOptions {
  readonly nominalForce: readonly number[];
  readonly springForceLaw: readonly ForceLaw[];
  readonly damperForceLaw: readonly ForceLaw[];
  readonly nominalTorque: readonly number[];
  readonly rotSpringForceLaw: readonly ForceLaw[];
  readonly rotDamperForceLaw: readonly ForceLaw[];
  readonly largeAngles: boolean;
}

/** Angle from which on moments for small angles are wrong by more than some tenths of a percent, rad. */
const smallAngle = Math.PI / 18;

/** Cosine of the second angle below which large angles have no meaning. */
const smallestCosine = 1e-12;

const vector = (name: string, unit: string, description: string): ElementOutput => ({
  name,
  size: 3,
  unit,
  description,
});
export const bushingOutputs: readonly ElementOutput[] = [
  vector("translation", "m", "position of obj2 in obj1"),
  vector("rotation", "rad", "angles from obj1 to obj2"),
  vector("velocity", "m/s", "velocity of obj2 seen from obj1"),
  vector("rotationVelocity", "rad/s", "rates of the angles"),
  vector("springForce", "N", "forces of the springs"),
  vector("springTorque", "N*m", "moments of the springs"),
  vector("damperForce", "N", "forces of the dampers"),
  vector("damperTorque", "N*m", "moments of the dampers"),
  vector("torque", "N*m", "moments along the angles"),
  vector("forceVector", "N", "force on obj2, axes of obj1"),
  vector("torqueVector", "N*m", "torque on obj2, axes of obj1"),
];
const [
  translation,
  rotation,
  velocity,
  rates,
  springForce,
  springTorque,
  damperForce,
  damperTorque,
  moment,
  force,
  torque,
] = bushingOutputs.map((_, k) => 3 * k) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

export class Bushing implements ForceElement {
  readonly outputs = bushingOutputs;
  readonly values = new Float64Array(outputCount(bushingOutputs));
  private readonly path: string;
  private readonly frame1: BodyFrame;
  private readonly frame2: BodyFrame;
  private readonly options: BushingOptions;
  private readonly laws: readonly ((x: number) => number)[];
  private readonly R = new Float64Array(9);
  private readonly r = new Float64Array(3);
  private readonly v = new Float64Array(3);
  private readonly w = new Float64Array(3);
  private readonly F = new Float64Array(3);
  private readonly hasAngularSprings: boolean;
  /** The cosine of the largest angle at a row. */
  private leastCosine = 1;

  constructor(path: string, frame1: BodyFrame, frame2: BodyFrame, options: BushingOptions) {
    this.path = path;
    this.frame1 = frame1;
    this.frame2 = frame2;
    this.options = options;
    const { springForceLaw, damperForceLaw, rotSpringForceLaw, rotDamperForceLaw } = options;
    this.hasAngularSprings = rotSpringForceLaw.some((law) => law !== 0);
    this.laws = [springForceLaw, damperForceLaw, rotSpringForceLaw, rotDamperForceLaw].flatMap((laws) =>
      laws.map(lawFunction),
    );
  }

  /**
   * Springs along the axes, and about them. Moments about the axes of three angles have a potential for rotations about one of them; for
   * others it is right to the third order of the angles.
   */
  energy(motion: BodyMotion): number {
    const { values, options } = this;
    this.measure(motion);
    const { R } = this;
    this.leastCosine = Math.min(this.leastCosine, 0.5 * (R[0] + R[4] + R[8] - 1));
    if (options.largeAngles) this.largeAngles(Number.NaN);
    else this.smallAngles();
    let energy = 0;
    for (let k = 0; k < 3; k++) {
      const x = values[translation + k];
      const angle = values[rotation + k];
      energy += lawEnergy(options.springForceLaw[k], x) + options.nominalForce[k] * x;
      energy += lawEnergy(options.rotSpringForceLaw[k], angle) + options.nominalTorque[k] * angle;
    }
    return energy;
  }

  /** Of the rows so far, for which the energy was asked. */
  warning(): string | undefined {
    const angle = elementary.acos(Math.max(-1, this.leastCosine));
    if (this.options.largeAngles || !this.hasAngularSprings || angle <= smallAngle) return undefined;
    return `W-BUSHING-ANGLE  "${this.path}" was turned by ${((180 / Math.PI) * angle).toFixed(0)}°; its moments are meant for angles of up to 10°. largeAngles: true knows others.`;
  }

  apply(time: number, motion: BodyMotion, forces: BodyForces): void {
    this.measure(motion);
    if (this.options.largeAngles) this.largeAngles(time);
    else this.smallAngles();
    this.applyLaws();
    this.addTo(forces);
  }

  private measure(motion: BodyMotion): void {
    const { frame1, frame2, r, v, w, values } = this;
    frame1.locate(motion);
    frame2.locate(motion);
    subtract3(r, 0, frame2.position, 0, frame1.position, 0);
    subtract3(v, 0, frame2.velocity, 0, frame1.velocity, 0);
    addCross3(v, 0, r, 0, frame1.angularVelocity, 0);
    subtract3(w, 0, frame2.angularVelocity, 0, frame1.angularVelocity, 0);
    mulMtV(values, translation, frame1.rotation, 0, r, 0);
    mulMtV(values, velocity, frame1.rotation, 0, v, 0);
    mulMtV(w, 0, frame1.rotation, 0, w, 0);
    mulMtM(this.R, 0, frame2.rotation, 0, frame1.rotation, 0);
  }

  private smallAngles(): void {
    const { R, w, values } = this;
    values[rotation] = R[5];
    values[rotation + 1] = R[6];
    values[rotation + 2] = R[1];
    for (let k = 0; k < 3; k++) {
      values[rates + k] = w[k];
    }
  }

  private largeAngles(time: number): void {
    const { R, w, values } = this;
    const sb = R[6];
    const cb = Math.sqrt(Math.max(0, 1 - sb * sb));
    if (cb <= smallestCosine) throw this.gimbalLock(time);
    const sa = -R[7] / cb;
    const ca = R[8] / cb;
    values[rotation] = elementary.atan2(-R[7], R[8]);
    values[rotation + 1] = elementary.asin(sb);
    values[rotation + 2] = elementary.atan2(-R[3], R[0]);
    values[rates] = w[0] + ((sa * w[1] - ca * w[2]) * sb) / cb;
    values[rates + 1] = ca * w[1] + sa * w[2];
    values[rates + 2] = (-sa * w[1] + ca * w[2]) / cb;
  }

  private applyLaws(): void {
    const { values, laws, options } = this;
    for (let k = 0; k < 3; k++) {
      values[springForce + k] = laws[k](values[translation + k]);
      values[damperForce + k] = laws[3 + k](values[velocity + k]);
      values[springTorque + k] = laws[6 + k](values[rotation + k]);
      values[damperTorque + k] = laws[9 + k](values[rates + k]);
      values[force + k] = -(values[springForce + k] + values[damperForce + k] + options.nominalForce[k]);
      values[moment + k] = values[springTorque + k] + values[damperTorque + k] + options.nominalTorque[k];
    }
  }

  private addTo(forces: BodyForces): void {
    const { frame1, frame2, values, F, r, options } = this;
    const m1 = values[moment];
    const m2 = values[moment + 1];
    const m3 = values[moment + 2];
    if (options.largeAngles) {
      const sa = elementary.sin(values[rotation]);
      const ca = elementary.cos(values[rotation]);
      const sb = elementary.sin(values[rotation + 1]);
      const cb = elementary.cos(values[rotation + 1]);
      set3(values, torque, -(m1 + sb * m3), -(ca * m2 - sa * cb * m3), -(sa * m2 + ca * cb * m3));
    } else set3(values, torque, -m1, -m2, -m3);
    mulMV(F, 0, frame1.rotation, 0, values, force);
    frame2.addForce(forces, F[0], F[1], F[2]);
    frame1.addForce(forces, -F[0], -F[1], -F[2]);
    frame1.addTorque(forces, -(r[1] * F[2] - r[2] * F[1]), -(r[2] * F[0] - r[0] * F[2]), -(r[0] * F[1] - r[1] * F[0]));
    mulMV(F, 0, frame1.rotation, 0, values, torque);
    frame2.addTorque(forces, F[0], F[1], F[2]);
    frame1.addTorque(forces, -F[0], -F[1], -F[2]);
  }

  private gimbalLock(time: number): RattlebackError {
    return new RattlebackError("E-BUSHING-ANGLE", "The second angle of the bushing has reached 90°.", {
      path: this.path,
      where: `t = ${time} s`,
      because: "its three angles have no unique values there",
      hint: "turn obj1 and obj2 so that the largest rotation is about another axis",
      data: { time },
    });
  }
}
