/**
 * Values of a 3-D model that equations may read by name: coordinates of joints without flange, motion of free objects, poses
 * of all objects, results of force elements, energies.
 */

import type { MechanismState } from "../../mechanics/mechanismState.ts";
import type { Blueprint } from "../blueprint.ts";
import type { BodyFrame } from "../forces/forceElement.ts";
import { jointKinds } from "../joints/jointKinds.ts";
import { free } from "../joints/kinds/free.ts";
import type { JointTraits } from "../joints/kinds/jointTraits.ts";
import { frameCardan, framePosition, frameRotationFromWorld, frameVelocity } from "./bodyPoses.ts";
import type { NamedSource } from "./runOutputs.ts";

/** What is known about a signal from the parts of the model alone. */
export interface SignalKind {
  readonly shape: readonly number[];
  readonly unit: string;
  /** What must be known before it. */
  readonly needs: "motion" | "forces" | "accelerations";
}

const poseSignals: Readonly<Record<string, SignalKind>> = {
  r_abs: { shape: [3], unit: "m", needs: "motion" },
  v_abs: { shape: [3], unit: "m/s", needs: "motion" },
  R_abs: { shape: [3, 3], unit: "1", needs: "motion" },
  rot123_abs: { shape: [3], unit: "rad", needs: "motion" },
};

const momentumUnits = { "momentum.linear": "N*s", "momentum.angular": "N*m*s" } as const;

const energySignals = ["energy.kinetic", "energy.potential", "energy.total"] as const;

/** The signals that a model offers, by name. */
export function offeredSignals(blueprint: Blueprint, isFree: (object: string) => boolean): Map<string, SignalKind> {
  const offered = new Map<string, SignalKind>();
  for (const name of energySignals) offered.set(name, { shape: [], unit: "J", needs: "motion" });
  for (const [name, unit] of Object.entries(momentumUnits)) offered.set(name, { shape: [3], unit, needs: "motion" });
  const addJoint = (path: string, { results }: JointTraits): void => {
    for (const { name, size, unit } of results)
      offered.set(`${path}.${name}`, { shape: size === 0 ? [] : [size], unit, needs: "motion" });
  };
  for (const { path } of blueprint.objects) {
    for (const [name, kind] of Object.entries(poseSignals)) offered.set(`${path}.${name}`, kind);
    if (isFree(path)) addJoint(path, free);
  }
  for (const { path, element } of blueprint.joints) {
    if (element.kind !== "joint" || element.hasFlange) continue;
    const traits = jointKinds[element.joint];
    if (traits.orientation?.isNamedAfterObject !== true) addJoint(path, traits);
  }
  for (const { path, element } of blueprint.joints) {
    if (element.kind === "fix") continue;
    offered.set(`${path}.cutForce`, { shape: [3], unit: "N", needs: "accelerations" });
    offered.set(`${path}.cutTorque`, { shape: [3], unit: "N*m", needs: "accelerations" });
  }
  for (const { path, definition } of blueprint.forces)
    for (const { name, size, unit, needsAcceleration } of definition.outputs ?? [])
      offered.set(`${path}.${name}`, {
        shape: size === undefined ? [] : [size],
        unit: unit ?? "1",
        needs: needsAcceleration === true ? "accelerations" : "forces",
      });
  return offered;
}

/** Writes the present value into `out`. */
export type SignalReader = (out: Float64Array) => void;

export interface SignalSources {
  /** J */
  readonly energies: {
    kinetic(): number;
    potential(): number;
    /** Angular momentum about the origin of the world, then linear. */
    momentum(): Float64Array;
  };
  readonly state: MechanismState;
  /** Results of joints by the prefix of their signals. */
  readonly joints: ReadonlyMap<string, NamedSource>;
  frame(object: string): BodyFrame | undefined;
  /** Values of force elements: array and place. */
  element(name: string): { values(): Float64Array; readonly place: number; readonly size: number } | undefined;
}

/** How a signal is read in the present structure; undefined when it does not exist there. */
export function signalReader(name: string, sources: SignalSources): SignalReader | undefined {
  const { energies, state } = sources;
  if (name === "energy.kinetic") return (out) => (out[0] = energies.kinetic());
  if (name === "energy.potential") return (out) => (out[0] = energies.potential());
  if (name === "energy.total") return (out) => (out[0] = energies.kinetic() + energies.potential());
  if (name === "momentum.angular") return (out) => out.set(energies.momentum().subarray(0, 3));
  if (name === "momentum.linear") return (out) => out.set(energies.momentum().subarray(3));
  const dot = name.lastIndexOf(".");
  const [owner, leaf] = [name.slice(0, dot), name.slice(dot + 1)];
  const element = sources.element(name);
  if (element !== undefined)
    return (out) => {
      const values = element.values();
      for (let i = 0; i < element.size; i++) out[i] = values[element.place + i]!;
    };
  const joint = sources.joints.get(owner);
  const results = joint === undefined ? [] : jointKinds[joint.kind].results;
  const found = results.findIndex((result) => result.name === leaf);
  if (joint !== undefined && found >= 0) {
    const before = results.slice(0, found).reduce((sum, { size }) => sum + Math.max(1, size), 0);
    const size = Math.max(1, results[found]!.size);
    const all = new Float64Array(joint.source.size);
    return (out) => {
      joint.source.write(all, 0, state.motion);
      for (let i = 0; i < size; i++) out[i] = all[before + i]!;
    };
  }
  const frame = sources.frame(owner);
  if (frame === undefined) return undefined;
  const { motion } = state;
  switch (leaf) {
    case "r_abs":
      return (out) => framePosition(out, 0, motion, frame);
    case "v_abs":
      return (out) => frameVelocity(out, 0, motion, frame);
    case "R_abs":
      return (out) => frameRotationFromWorld(out, 0, motion, frame);
    case "rot123_abs": {
      const R = new Float64Array(9);
      return (out) => frameCardan(out, 0, motion, frame, R);
    }
    default:
      return undefined;
  }
}
