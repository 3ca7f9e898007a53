/**
 * Derivatives of the orientation of free objects and ball joints as results show it, where results are stored.
 *
 *     rotation = (α, β, γ):   α̇ = (cγ·w₁ − sγ·w₂)/cβ,   β̇ = sγ·w₁ + cγ·w₂,   γ̇ = w₃ − sβ·α̇          w in axes of obj2
 *     angularVelocity:        R₁ᵀ·(z₂ − z₁ − ω₁ × (ω₂ − ω₁)),   in axes of obj1
 *
 * The angles are always those of the sequence x-y-z, so rotationXYZ is 1.
 */

import type { SegmentDeclarations } from "../../language/predefined.ts";
import * as elementary from "../../math/elementary.ts";
import { mulMtV } from "../../math/mat3.ts";
import { addCross3, subtract3 } from "../../math/vec3.ts";
import type { MechanismState } from "../../mechanics/mechanismState.ts";
import type { GraphJoint, ObjectGraph } from "../graph/objectGraph.ts";
import { jointKinds } from "../joints/jointKinds.ts";
import { frameRotation } from "./bodyPoses.ts";
import type { JointObserver } from "./jointResults.ts";
import type { RunOutputs } from "./runOutputs.ts";

export class RotationRates {
  private readonly observers: JointObserver[] = [];
  /** Per joint: places of the two derivatives in the outputs. */
  private readonly places: number[] = [];
  private readonly R = new Float64Array(9);
  private readonly w = new Float64Array(3);
  private readonly z = new Float64Array(3);

  constructor({ joints }: ObjectGraph, declare: SegmentDeclarations, outputs: RunOutputs) {
    const free: GraphJoint[] = [];
    for (let k = 0; k < joints.length; k++) {
      const joint = joints[k]!;
      const { orientation } = jointKinds[joint.kind];
      if (orientation === undefined) continue;
      if (orientation.isNamedAfterObject) free.push(joint);
      const names = namesOf(joint);
      this.places.push(declare.output(names.rotation, rateOptions).offset);
      this.places.push(declare.output(names.angularVelocity, accelerationOptions).offset);
      this.observers.push(outputs.observerOf(k));
    }
    if (free.length === 0) return;
    declare.derived({
      get signals() {
        return free.map((joint) => namesOf(joint).sequence);
      },
      compute: (_row, out, at) => out.fill(1, at, at + free.length),
    });
  }

  /** After the accelerations are known and RunOutputs are written for the same motion. */
  write(out: Float64Array, { motion, acceleration }: MechanismState): void {
    const { R, w, z } = this;
    for (let k = 0; k < this.observers.length; k++) {
      const { first, second, relative } = this.observers[k]!;
      const rotation = this.places[2 * k]!;
      const angularVelocity = this.places[2 * k + 1]!;
      mulMtV(w, 0, relative.R, 0, relative.w, 0);
      const beta = relative.angles[1]!;
      const gamma = relative.angles[2]!;
      const s = elementary.sin(gamma);
      const c = elementary.cos(gamma);
      const alphaRate = (c * w[0]! - s * w[1]!) / elementary.cos(beta);
      out[rotation] = alphaRate;
      out[rotation + 1] = s * w[0]! + c * w[1]!;
      out[rotation + 2] = w[2]! - elementary.sin(beta) * alphaRate;
      const one = 3 * first.body;
      const two = 3 * second.body;
      subtract3(w, 0, motion.angularVelocity, two, motion.angularVelocity, one);
      subtract3(z, 0, acceleration, 6 * second.body, acceleration, 6 * first.body);
      addCross3(z, 0, w, 0, motion.angularVelocity, one);
      frameRotation(R, 0, motion, first);
      mulMtV(out, angularVelocity, R, 0, z, 0);
    }
  }
}

const rateOptions = { size: 3, unit: "rad/s", description: "rates of the Cardan angles" } as const;
const accelerationOptions = { size: 3, unit: "rad/s^2", description: "in axes of obj1" } as const;

interface RateNames {
  readonly rotation: string;
  readonly angularVelocity: string;
  readonly sequence: { readonly name: string; readonly unit: string; readonly description: string };
}

/** Joints stay the same objects over changes of structure. */
const known = new WeakMap<object, RateNames>();

function namesOf(joint: GraphJoint): RateNames {
  const found = known.get(joint);
  if (found !== undefined) return found;
  const { name } = joint;
  const description = "1: rotation is the sequence x-y-z";
  const names = {
    rotation: `${name}.der(rotation)`,
    angularVelocity: `${name}.der(angularVelocity)`,
    sequence: { name: `${name}.rotationXYZ`, unit: "1", description },
  };
  known.set(joint, names);
  return names;
}
