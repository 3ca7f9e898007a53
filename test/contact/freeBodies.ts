/**
 * Free rigid bodies under gravity with contacts, as a plain system of differential equations: the contact handler without
 * models and joints around it. State per body: r (3), q (4, scalar last), v (3), ω (3), all in world axes; origin = centre of mass.
 */
import type { CollisionShape } from "../../src/contact/collisionShape.ts";
import { ContactHandler } from "../../src/contact/contactHandler.ts";
import { ContactMaterials } from "../../src/contact/contactMaterials.ts";
import type { ContactOptions } from "../../src/contact/contactOptions.ts";
import type { ContactPairMaterial } from "../../src/contact/contactPairMaterial.ts";
import type { ContactRecord } from "../../src/contact/contactRecord.ts";
import type { ImpactDynamics } from "../../src/contact/impact.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import { massProperties } from "../../src/geometry/massProperties.ts";
import { geometryOf, type SolidShape } from "../../src/geometry/registry.ts";
import { type IntegrateOptions, integrate } from "../../src/integrate/integrate.ts";
import type { IntegrationResult } from "../../src/integrate/result.ts";
import { polynomialGrid } from "../../src/math/polynomialBounds.ts";
import { matrixFromQuaternion } from "../../src/math/quaternion.ts";
import {
  type BodyForces,
  type BodyMotion,
  type BodyMotionBounds,
  createBodyForces,
  createBodyMotion,
} from "../../src/mechanics/bodyMotion.ts";
import { buildMechanism } from "../../src/mechanics/buildMechanism.ts";
import { MotionBounds } from "../../src/mechanics/motionBounds.ts";
import { solidMaterialPalette } from "../../src/multibody/materials/solidMaterialPalette.ts";

export interface FreeBody {
  readonly name: string;
  readonly shape: SolidShape;
  readonly material: string;
  /** kg; 0 for parts of the world. */
  readonly mass?: number;
  readonly density?: number;
  readonly isFixed?: boolean;
  readonly position?: readonly [number, number, number];
  readonly quaternion?: readonly [number, number, number, number];
  readonly velocity?: readonly [number, number, number];
  readonly angularVelocity?: readonly [number, number, number];
  readonly smoothingRadius?: number;
}

export interface FreeBodiesOptions {
  readonly gravity?: readonly [number, number, number];
  readonly pairs?: Readonly<Record<string, ContactPairMaterial>>;
  readonly contact?: ContactOptions;
  readonly excludedBodyPairs?: readonly (readonly [number, number])[];
  /** Adds further forces, world axes. */
  readonly load?: (motion: BodyMotion, forces: BodyForces) => void;
}

export const stride = 13;

/** Bodies that move have the numbers from 1 on, in their order. */
export function collisionShapes(bodies: readonly FreeBody[]): CollisionShape[] {
  const movable = bodies.filter((body) => body.isFixed !== true);
  return bodies.map((body) => {
    const geometry = geometryOf(body.shape);
    const R = new Float64Array(9);
    matrixFromQuaternion(R, 0, Float64Array.from(body.quaternion ?? [0, 0, 0, 1]), 0);
    return {
      path: body.name,
      core: convexBody(body.shape, { smoothingRadius: body.smoothingRadius ?? 0 }),
      body: movable.indexOf(body) + 1,
      ...(body.isFixed === true
        ? { position: body.position ?? [0, 0, 0], rotation: R }
        : { position: geometry.centroid(body.shape).map((value) => -value) }),
      material: body.material,
      contactRadius: geometry.contactRadius(body.shape),
      isFlat: geometry.isFlat,
    };
  });
}

export class FreeBodies {
  readonly handler: ContactHandler;
  readonly motion: BodyMotion;
  readonly movable: readonly FreeBody[];
  readonly y0: Float64Array;
  readonly records: ContactRecord[] = [];
  readonly mass: Float64Array;
  /** Principal moments; the shapes used here have their principal axes along the frame. */
  readonly inertia: Float64Array;
  readonly gravity: readonly [number, number, number];
  evaluations = 0;
  private readonly forces;
  private readonly scratch = new Float64Array(9);
  private readonly yTrial: Float64Array;
  private readonly limits: MotionBounds;
  private readonly load: FreeBodiesOptions["load"];

  constructor(bodies: readonly FreeBody[], options: FreeBodiesOptions = {}) {
    this.gravity = options.gravity ?? [0, 0, -9.81];
    this.load = options.load;
    this.movable = bodies.filter((body) => body.isFixed !== true);
    const n = this.movable.length;
    this.motion = createBodyMotion(n + 1);
    this.forces = createBodyForces(n + 1);
    this.mass = new Float64Array(n);
    this.inertia = new Float64Array(3 * n);
    this.y0 = new Float64Array(stride * n);
    this.yTrial = new Float64Array(stride * n);
    this.movable.forEach((body, i) => {
      const properties = massProperties(
        body.shape,
        body.mass !== undefined ? { mass: body.mass } : { density: body.density ?? 1000 },
      );
      this.mass[i] = properties.mass;
      const [Ixx, , , Iyy, , Izz] = properties.inertia;
      this.inertia.set([Ixx, Iyy, Izz], 3 * i);
      const k = stride * i;
      this.y0.set(body.position ?? [0, 0, 0], k);
      this.y0.set(body.quaternion ?? [0, 0, 0, 1], k + 3);
      this.y0.set(body.velocity ?? [0, 0, 0], k + 7);
      this.y0.set(body.angularVelocity ?? [0, 0, 0], k + 10);
    });
    const mechanism = buildMechanism({
      bodies: this.movable.map(({ name }) => ({
        path: name,
        parent: 0,
        joint: { kind: "free", path: `${name}.joint` },
        mass: 1,
      })),
    });
    this.handler = new ContactHandler({
      bodyCount: n + 1,
      bodyMass: Float64Array.of(0, ...this.mass),
      shapes: collisionShapes(bodies),
      materials: new ContactMaterials(solidMaterialPalette, options.pairs),
      ...(options.contact === undefined ? {} : { options: options.contact }),
      ...(options.excludedBodyPairs === undefined ? {} : { excludedBodyPairs: options.excludedBodyPairs }),
    });
    this.limits = new MotionBounds(mechanism, (b) => this.handler.isPoint[b] === 1);
  }

  setMotion(y: Float64Array): BodyMotion {
    const { motion } = this;
    for (let i = 0; i < this.mass.length; i++) {
      const k = stride * i;
      const b = i + 1;
      const norm = 1 / Math.hypot(y[k + 3]!, y[k + 4]!, y[k + 5]!, y[k + 6]!);
      for (let j = 0; j < 4; j++) this.scratch[j] = y[k + 3 + j]! * norm;
      matrixFromQuaternion(motion.rotation, 9 * b, this.scratch, 0);
      for (let j = 0; j < 3; j++) {
        motion.position[3 * b + j] = y[k + j]!;
        motion.velocity[3 * b + j] = y[k + 7 + j]!;
        motion.angularVelocity[3 * b + j] = y[k + 10 + j]!;
      }
    }
    return motion;
  }

  readonly rhs = (_t: number, y: Float64Array, dy: Float64Array): void => {
    const { motion, forces, mass, inertia, gravity } = this;
    this.evaluations++;
    this.setMotion(y);
    forces.force.fill(0);
    forces.torque.fill(0);
    this.handler.addForces(motion, forces);
    this.load?.(motion, forces);
    for (let i = 0; i < mass.length; i++) {
      const k = stride * i;
      const b = 3 * (i + 1);
      const B = 9 * (i + 1);
      const R = motion.rotation;
      const [wx, wy, wz] = [y[k + 10]!, y[k + 11]!, y[k + 12]!];
      const [qx, qy, qz, qw] = [y[k + 3]!, y[k + 4]!, y[k + 5]!, y[k + 6]!];
      for (let j = 0; j < 3; j++) {
        dy[k + j] = y[k + 7 + j]!;
        dy[k + 7 + j] = gravity[j]! + forces.force[b + j]! / mass[i]!;
      }
      // q' = ½ (ω, 0)∘q for ω in world axes
      dy[k + 3] = 0.5 * (wx * qw + wy * qz - wz * qy);
      dy[k + 4] = 0.5 * (wy * qw + wz * qx - wx * qz);
      dy[k + 5] = 0.5 * (wz * qw + wx * qy - wy * qx);
      dy[k + 6] = -0.5 * (wx * qx + wy * qy + wz * qz);
      // body axes: I·ω' = Rᵀτ − ω × I·ω
      const s = this.scratch;
      for (let j = 0; j < 3; j++) {
        s[j] = R[B + j]! * wx + R[B + 3 + j]! * wy + R[B + 6 + j]! * wz;
        s[3 + j] =
          R[B + j]! * forces.torque[b]! + R[B + 3 + j]! * forces.torque[b + 1]! + R[B + 6 + j]! * forces.torque[b + 2]!;
      }
      const [I1, I2, I3] = [inertia[3 * i]!, inertia[3 * i + 1]!, inertia[3 * i + 2]!];
      const a1 = (s[3]! - (I3 - I2) * s[1]! * s[2]!) / I1;
      const a2 = (s[4]! - (I1 - I3) * s[2]! * s[0]!) / I2;
      const a3 = (s[5]! - (I2 - I1) * s[0]! * s[1]!) / I3;
      for (let j = 0; j < 3; j++) dy[k + 10 + j] = R[B + 3 * j]! * a1 + R[B + 3 * j + 1]! * a2 + R[B + 3 * j + 2]! * a3;
    }
  };

  /** Impulses on free bodies. */
  private dynamics(y: Float64Array): ImpactDynamics {
    const change = (out: Float64Array, body: number, sign: number, point: Float64Array, e: Float64Array): void => {
      out.fill(0);
      if (body === 0) return;
      const i = body - 1;
      const R = this.motion.rotation.subarray(9 * body, 9 * body + 9);
      const r = [0, 1, 2].map((j) => point[j]! - this.motion.position[3 * body + j]!);
      const t = [r[1]! * e[2]! - r[2]! * e[1]!, r[2]! * e[0]! - r[0]! * e[2]!, r[0]! * e[1]! - r[1]! * e[0]!];
      const local = [0, 1, 2].map(
        (j) => (R[j]! * t[0]! + R[3 + j]! * t[1]! + R[6 + j]! * t[2]!) / this.inertia[3 * i + j]!,
      );
      for (let j = 0; j < 3; j++) {
        out[j] = (sign * e[j]!) / this.mass[i]!;
        out[3 + j] = sign * (R[3 * j]! * local[0]! + R[3 * j + 1]! * local[1]! + R[3 * j + 2]! * local[2]!);
      }
    };
    const dv = new Float64Array(6);
    return {
      response: (out, bodyA, bodyB, point, e) => {
        out.fill(0);
        for (const [body, sign] of [
          [bodyA, -1],
          [bodyB, 1],
        ] as const) {
          change(dv, body, sign, point, e);
          const r = [0, 1, 2].map((j) => point[j]! - this.motion.position[3 * body + j]!);
          out[0] += sign * (dv[0]! + dv[4]! * r[2]! - dv[5]! * r[1]!);
          out[1] += sign * (dv[1]! + dv[5]! * r[0]! - dv[3]! * r[2]!);
          out[2] += sign * (dv[2]! + dv[3]! * r[1]! - dv[4]! * r[0]!);
        }
      },
      apply: (bodyA, bodyB, point, J) => {
        for (const [body, sign] of [
          [bodyA, -1],
          [bodyB, 1],
        ] as const) {
          if (body === 0) continue;
          change(dv, body, sign, point, J);
          for (let j = 0; j < 6; j++) y[stride * (body - 1) + 7 + j] += dv[j]!;
        }
        this.setMotion(y);
      },
    };
  }

  /** Contacts at (t, y); changes y when an impact does. */
  event(t: number, y: Float64Array): void {
    for (let i = 0; i < this.mass.length; i++) {
      const k = stride * i + 3;
      const norm = Math.hypot(y[k]!, y[k + 1]!, y[k + 2]!, y[k + 3]!);
      for (let j = 0; j < 4; j++) y[k + j] /= norm;
    }
    this.setMotion(y);
    this.records.push(...this.handler.handleEvent(t, this.motion, this.dynamics(y)));
  }

  simulate(tEnd: number, options: IntegrateOptions & { readonly checksSteps?: boolean } = {}): IntegrationResult {
    const { checksSteps = true, ...rest } = options;
    let y = this.y0.slice();
    let t0 = 0;
    this.event(0, y);
    for (;;) {
      const count = this.handler.eventFunctionCount;
      let mustRestart = false;
      const result: IntegrationResult = integrate(
        {
          rhs: this.rhs,
          // as in runs of models (run/smoothModel.ts)
          isSmooth: true,
          t0,
          y0: y,
          tEnd,
          differenceFloor: 1e-3,
          numberOfRoots: count,
          roots: (_t, state, g) => this.handler.eventFunctions(this.setMotion(state), g, 0),
        },
        {
          method: "tsit5",
          relativeTolerance: 1e-8,
          ...(Number.isFinite(this.handler.firstStep) ? { initialStep: this.handler.firstStep } : {}),
          ...rest,
          ...(checksSteps
            ? {
                examineStep: ({ from, to, interpolate, degree }) =>
                  this.handler.examineStep(from, to, {
                    at: (t) => {
                      interpolate(this.yTrial, t);
                      return this.setMotion(this.yTrial);
                    },
                    bounds: () => this.bounds(from, to, interpolate, degree),
                  }),
              }
            : {}),
          onRoot: (event) => {
            this.event(event.t, event.y);
            if (Number.isFinite(this.handler.firstStep)) event.firstStep = this.handler.firstStep;
            if (this.handler.eventFunctionCount !== count) {
              mustRestart = true;
              return "stop";
            }
            return "restart";
          },
        },
      );
      if (!mustRestart) return result;
      y = result.y.slice();
      t0 = result.t;
    }
  }

  /** Bounds of the motion over a step of dense output. */
  private bounds(
    from: number,
    to: number,
    interpolate: (out: Float64Array, t: number) => void,
    degree: number,
  ): BodyMotionBounds {
    const { nodes } = polynomialGrid(degree);
    const { limits } = this;
    nodes.forEach((s, j) => {
      interpolate(this.yTrial, j === degree ? to : from + s * (to - from));
      for (let i = 0; i < this.mass.length; i++)
        limits.samples.set(this.yTrial.subarray(stride * i, stride * i + 7), 7 * (j * this.mass.length + i));
    });
    limits.compute(degree, to - from);
    return limits;
  }

  /** Kinetic, potential and elastic energy of a state. */
  energy(y: Float64Array): number {
    this.setMotion(y);
    this.handler.update(this.motion);
    let energy = this.handler.elasticEnergy();
    for (let i = 0; i < this.mass.length; i++) {
      const k = stride * i;
      const m = this.mass[i]!;
      for (let j = 0; j < 3; j++) {
        energy += 0.5 * m * y[k + 7 + j]! ** 2 - m * this.gravity[j]! * y[k + j]!;
        const w =
          this.motion.rotation[9 * (i + 1) + j]! * y[k + 10]! +
          this.motion.rotation[9 * (i + 1) + 3 + j]! * y[k + 11]! +
          this.motion.rotation[9 * (i + 1) + 6 + j]! * y[k + 12]!;
        energy += 0.5 * this.inertia[3 * i + j]! * w * w;
      }
    }
    return energy;
  }
}
