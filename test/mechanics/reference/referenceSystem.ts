/** Reference cases of test/reference/multibody as mechanisms: bodies, joints, line springs and dampers, signals. */
import { readFileSync } from "node:fs";
import { quaternionFromMatrix } from "../../../src/math/quaternion.ts";
import { buildMechanism } from "../../../src/mechanics/buildMechanism.ts";
import type {
  BodyDescription,
  JointKind,
  LoopJointDescription,
  Placement,
} from "../../../src/mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../../src/mechanics/mechanismDynamics.ts";

interface Side {
  readonly body: string;
  readonly r: number[];
  readonly R?: number[][];
}

interface JointData {
  readonly name: string;
  readonly type: JointKind;
  readonly a: Side;
  readonly b: Side;
  readonly axis?: number[];
  readonly damping?: number;
  readonly axisInertia?: number;
}

export interface Meaning {
  readonly joint?: string;
  readonly body?: string;
  readonly quantity: string;
  readonly component?: number;
  readonly r?: number[];
}

export interface ReferenceCase {
  readonly name: string;
  readonly about: string;
  readonly system: {
    readonly gravity: { readonly vector: number[] };
    readonly bodies: readonly {
      readonly name: string;
      readonly mass: number;
      readonly rCM: number[];
      readonly inertia: number[][];
      readonly initial: { readonly r: number[]; readonly R?: number[][]; readonly v?: number[]; readonly w?: number[] };
    }[];
    readonly joints: readonly JointData[];
    readonly forces: readonly {
      readonly type: string;
      readonly a: Side;
      readonly b: Side;
      readonly c?: number;
      readonly s0?: number;
      readonly d?: number;
    }[];
  };
  readonly experiment: { readonly stopTime: number };
  readonly reference: {
    readonly time: readonly number[];
    readonly signals: Readonly<Record<string, { meaning: Meaning; values: number[]; absTol: number }>>;
  };
}

export function readCase<T = ReferenceCase>(name: string): T {
  const file = new URL(`../../reference/multibody/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as T;
}

const placement = (side: Side): Placement => ({ r: side.r, ...(side.R === undefined ? {} : { R: side.R.flat() }) });

export class ReferenceSystem {
  readonly dynamics: MechanismDynamics;
  private readonly data: ReferenceCase;
  private readonly numbers = new Map([["world", 0]]);
  private readonly dampers: { velocity: number; d: number }[] = [];

  constructor(data: ReferenceCase) {
    this.data = data;
    const { system } = data;
    const bodies: BodyDescription[] = [];
    const loopJoints: LoopJointDescription[] = [];
    const add = (name: string, parent: number, joint: BodyDescription["joint"], axisInertia: number[]): void => {
      const body = system.bodies.find((candidate) => candidate.name === name)!;
      const I = body.inertia;
      this.numbers.set(name, bodies.length + 1);
      bodies.push({
        path: name,
        parent,
        joint,
        mass: body.mass,
        centre: body.rCM,
        inertia: [
          I[0]![0]! + axisInertia[0]!,
          I[0]![1]!,
          I[0]![2]!,
          I[1]![1]! + axisInertia[1]!,
          I[1]![2]!,
          I[2]![2]! + axisInertia[2]!,
        ],
      });
    };
    const waiting = [...system.joints];
    for (let k = 0; k < waiting.length; k++) {
      const joint = waiting[k]!;
      const isReached = this.numbers.has(joint.b.body);
      if (!this.numbers.has(joint.a.body)) {
        if (waiting.length < 100) waiting.push(joint);
        continue;
      }
      const description = {
        path: joint.name,
        kind: joint.type,
        ...(joint.axis === undefined ? {} : { axis: joint.axis }),
        frameA: placement(joint.a),
        frameB: placement(joint.b),
      };
      const parent = this.numbers.get(joint.a.body)!;
      if (isReached) {
        loopJoints.push({ ...description, bodyA: parent, bodyB: this.numbers.get(joint.b.body)! });
      } else {
        // a flywheel on a hinge at the world turns with the body
        add(
          joint.b.body,
          parent,
          description,
          (joint.axis ?? [0, 0, 0]).map((x) => Math.abs(x) * (joint.axisInertia ?? 0)),
        );
      }
    }
    for (const body of system.bodies) {
      if (!this.numbers.has(body.name)) add(body.name, 0, { path: body.name, kind: "free" }, [0, 0, 0]);
    }
    const mechanism = buildMechanism({
      bodies,
      loopJoints,
      gravity: { kind: "uniform", vector: system.gravity.vector },
    });
    this.dynamics = new MechanismDynamics(mechanism);
    for (const joint of system.joints) {
      if (joint.damping !== undefined) this.dampers.push({ velocity: this.velocityOf(joint.name), d: joint.damping });
    }
    this.startFreeBodies();
  }

  velocityOf(joint: string): number {
    const { mechanism } = this.dynamics;
    return mechanism.vStart[mechanism.jointPaths.indexOf(joint)]!;
  }

  positionOf(joint: string): number {
    const { mechanism } = this.dynamics;
    return mechanism.qStart[mechanism.jointPaths.indexOf(joint)]!;
  }

  private startFreeBodies(): void {
    const { mechanism, state } = this.dynamics;
    for (const body of this.data.system.bodies) {
      const b = this.numbers.get(body.name)!;
      if (mechanism.jointPaths[b] !== body.name) continue;
      const { r, R, v, w } = body.initial;
      state.q.set(r, mechanism.qStart[b]);
      if (R !== undefined) quaternionFromMatrix(state.q, mechanism.qStart[b]! + 3, Float64Array.from(R.flat()), 0);
      if (v !== undefined) state.v.set(v, mechanism.vStart[b]);
      // world axes in the file, body axes here; the cases with w start parallel to the world
      if (w !== undefined) state.v.set(w, mechanism.vStart[b]! + 3);
    }
  }

  /** Forces and efforts at the present motion. */
  applyForces(): void {
    const { state } = this.dynamics;
    const { force, torque } = state.forces;
    for (const damper of this.dampers) state.tau[damper.velocity]! -= damper.d * state.v[damper.velocity]!;
    for (const element of this.data.system.forces) {
      const a = this.point(element.a.body, element.a.r);
      const b = this.point(element.b.body, element.b.r);
      const line = b.r.map((x, i) => x - a.r[i]!);
      const length = Math.hypot(...line);
      const n = line.map((x) => (length > 0 ? x / length : 0));
      const rate = n.reduce((sum, x, i) => sum + x * (b.v[i]! - a.v[i]!), 0);
      const pull = element.type === "spring" ? element.c! * (length - (element.s0 ?? 0)) : element.d! * rate;
      for (const [point, sign] of [
        [a, 1],
        [b, -1],
      ] as const) {
        const f = n.map((x) => sign * pull * x);
        const k = 3 * point.body;
        const d = point.r.map((x, i) => x - state.motion.position[k + i]!);
        for (let i = 0; i < 3; i++) force[k + i]! += f[i]!;
        torque[k]! += d[1]! * f[2]! - d[2]! * f[1]!;
        torque[k + 1]! += d[2]! * f[0]! - d[0]! * f[2]!;
        torque[k + 2]! += d[0]! * f[1]! - d[1]! * f[0]!;
      }
    }
  }

  valueOf(meaning: Meaning): number {
    const { state } = this.dynamics;
    if (meaning.joint !== undefined) {
      const isRate = meaning.quantity === "angularVelocity" || meaning.quantity === "velocity";
      return isRate ? state.v[this.velocityOf(meaning.joint)]! : state.q[this.positionOf(meaning.joint)]!;
    }
    const i = meaning.component! - 1;
    const b = this.numbers.get(meaning.body!)!;
    const w = state.motion.angularVelocity.subarray(3 * b, 3 * b + 3);
    const R = state.motion.rotation.subarray(9 * b, 9 * b + 9);
    const point = this.point(meaning.body!, meaning.r ?? [0, 0, 0]);
    switch (meaning.quantity) {
      case "position":
        return point.r[i]!;
      case "velocity":
        return point.v[i]!;
      case "angularVelocityWorld":
        return w[i]!;
      case "angularVelocityBody":
        return R[i]! * w[0]! + R[3 + i]! * w[1]! + R[6 + i]! * w[2]!;
      default:
        throw new Error(`unknown quantity ${meaning.quantity}`);
    }
  }

  /** A point of a body: number of the body, position, velocity. */
  private point(name: string, p: readonly number[]): { body: number; r: number[]; v: number[] } {
    const b = this.numbers.get(name)!;
    const { position, rotation, velocity, angularVelocity } = this.dynamics.state.motion;
    const d = [0, 1, 2].map((i) => p.reduce((sum, x, j) => sum + rotation[9 * b + 3 * i + j]! * x, 0));
    const w = angularVelocity.subarray(3 * b, 3 * b + 3);
    const turned = [w[1]! * d[2]! - w[2]! * d[1]!, w[2]! * d[0]! - w[0]! * d[2]!, w[0]! * d[1]! - w[1]! * d[0]!];
    return {
      body: b,
      r: d.map((x, i) => x + position[3 * b + i]!),
      v: turned.map((x, i) => x + velocity[3 * b + i]!),
    };
  }
}
