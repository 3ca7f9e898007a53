/**
 * Joints of several degrees of freedom with a flange for each: chains of hinges and slides through objects without mass. Motors, gears,
 * rotors and prescribed motion of the 1-D libraries drive every one of their coordinates.
 *
 *     CylindricalWithFlanges   turn, slide             flanges rotation, translation
 *     ScrewWithFlange          turn, slide, thread     flange  rotation
 *     UniversalWithFlanges     first, second           flanges flange1, flange2
 *     PlanarWithFlanges        first, second, turn     flanges flange1, flange2, rotation
 *     GimbalWithFlanges        first, second, third    flanges flange1, flange2, flange3      a ball joint by angles x-y-z
 */

import { checkOptionNames } from "../../errors/optionNames.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { Flange } from "../../libraries/rotational/flange.ts";
import { TranslationalFlange } from "../../libraries/translational/flange.ts";
import * as elementary from "../../math/elementary.ts";
import { JointCoupling } from "../constraints/constraints.ts";
import { SelfCollision } from "../constraints/selfCollision.ts";
import { crossOf } from "../graph/pose.ts";
import { Object3D } from "../object3D.ts";
import { type StartValue, wrongQuantity } from "../quantities.ts";
import { PrismaticWithFlange, RevoluteWithFlange } from "./joints.ts";
import type { AxisInput, JointOptions } from "./makeJoint.ts";

type Starts<Keys extends string> = { readonly [Name in Keys]?: StartValue };

interface Stage {
  readonly name: string;
  readonly isTurning: boolean;
  readonly axis: AxisInput;
  readonly position?: StartValue | undefined;
  readonly velocity?: StartValue | undefined;
  /** Connector of the whole joint; none when another one drives this stage. */
  readonly flange?: string;
}

/** Stages from obj1 to obj2, with an object without mass between two of them. */
function chain({ obj1, obj2, canCollide }: JointOptions, stages: readonly Stage[]): Record<string, unknown> {
  const parts: Record<string, unknown> = {};
  const connect: string[][] = [];
  stages.forEach(({ name, isTurning, axis, position, velocity, flange }, k) => {
    const isLast = k === stages.length - 1;
    // a name that nobody gives an object around it
    const between = `_between${k + 1}`;
    if (!isLast) parts[between] = Object3D();
    const ends = { obj1: k === 0 ? obj1 : `_between${k}`, obj2: isLast ? obj2 : between, axis };
    const start = <T extends string>(key: T, value: StartValue | undefined) =>
      (value === undefined ? {} : { [key]: value }) as { readonly [Name in T]?: StartValue };
    parts[name] = isTurning
      ? RevoluteWithFlange({ ...ends, ...start("phi", position), ...start("w", velocity) })
      : PrismaticWithFlange({ ...ends, ...start("s", position), ...start("v", velocity) });
    if (flange === undefined) return;
    parts[flange] = isTurning ? Flange : TranslationalFlange;
    connect.push([`${name}.flange`, flange]);
  });
  if (canCollide !== true) parts["_neighbours"] = SelfCollision({ objects: [obj1, obj2], pairs: "none" });
  return { ...parts, connect };
}

const common = ["obj1", "obj2", "canCollide"];

/** Turns about an axis (x by default) and moves along it, independently; flanges `rotation` and `translation`. */
export function CylindricalWithFlanges(
  options: JointOptions & Starts<"phi" | "w" | "s" | "v"> & { readonly axis?: AxisInput },
): ModelDefinition {
  checkOptionNames(options, [...common, "axis", "phi", "w", "s", "v"], "CylindricalWithFlanges");
  const { axis = 1, phi, w, s, v } = options;
  return Model(
    chain(options, [
      { name: "turn", isTurning: true, axis, position: phi, velocity: w, flange: "rotation" },
      { name: "slide", isTurning: false, axis, position: s, velocity: v, flange: "translation" },
    ]),
  );
}

/** Turns about an axis (x by default) and moves by `pitch` (m, 0.01 by default) per revolution; flange `rotation`. */
export function ScrewWithFlange(
  options: JointOptions & Starts<"phi" | "w"> & { readonly axis?: AxisInput; readonly pitch?: number },
): ModelDefinition {
  checkOptionNames(options, [...common, "axis", "pitch", "phi", "w"], "ScrewWithFlange");
  const { axis = 1, pitch = 0.01, phi, w } = options;
  if (!(Number.isFinite(pitch) && pitch !== 0))
    throw wrongQuantity("ScrewWithFlange", "pitch", pitch, "a length that is not zero");
  return Model({
    ...chain(options, [
      { name: "turn", isTurning: true, axis, position: phi, velocity: w, flange: "rotation" },
      { name: "slide", isTurning: false, axis },
    ]),
    thread: JointCoupling({ coordinates: ["turn.phi", "slide.s"], factors: [pitch / (2 * Math.PI), -1] }),
  });
}

/** Turns about `axis` (x), then about the turned `secondAxis` (y); flanges `flange1` and `flange2`. */
export function UniversalWithFlanges(
  options: JointOptions &
    Starts<"phi1" | "w1" | "phi2" | "w2"> & { readonly axis?: AxisInput; readonly secondAxis?: AxisInput },
): ModelDefinition {
  checkOptionNames(options, [...common, "axis", "secondAxis", "phi1", "w1", "phi2", "w2"], "UniversalWithFlanges");
  const { axis = 1, secondAxis = 2, phi1, w1, phi2, w2 } = options;
  return Model(
    chain(options, [
      { name: "first", isTurning: true, axis, position: phi1, velocity: w1, flange: "flange1" },
      { name: "second", isTurning: true, axis: secondAxis, position: phi2, velocity: w2, flange: "flange2" },
    ]),
  );
}

/**
 * Moves in the plane normal to `axis` (z), along `secondAxis` (x) and across, and turns about `axis`; flanges `flange1`, `flange2` and
 * `rotation`.
 */
export function PlanarWithFlanges(
  options: JointOptions &
    Starts<"s1" | "v1" | "s2" | "v2" | "phi" | "w"> & { readonly axis?: AxisInput; readonly secondAxis?: AxisInput },
): ModelDefinition {
  const owner = "PlanarWithFlanges";
  checkOptionNames(options, [...common, "axis", "secondAxis", "s1", "v1", "s2", "v2", "phi", "w"], owner);
  const { axis = 3, secondAxis = 1, s1, v1, s2, v2, phi, w } = options;
  const [n, along] = [directionOf(axis, owner, "axis"), directionOf(secondAxis, owner, "secondAxis")];
  // the part of secondAxis that lies in the plane
  const share = n.reduce((sum, x, i) => sum + x * along[i]!, 0) / n.reduce((sum, x) => sum + x * x, 0);
  const first = along.map((x, i) => x - share * n[i]!);
  if (elementary.norm(first) < 1e-9 * elementary.norm(along))
    throw wrongQuantity(owner, "secondAxis", secondAxis, "a direction that is not parallel to axis");
  return Model(
    chain(options, [
      { name: "first", isTurning: false, axis: first, position: s1, velocity: v1, flange: "flange1" },
      { name: "second", isTurning: false, axis: [...crossOf(n, first)], position: s2, velocity: v2, flange: "flange2" },
      { name: "turn", isTurning: true, axis, position: phi, velocity: w, flange: "rotation" },
    ]),
  );
}

/**
 * Turns about x, then about the turned y, then about the turned z: a ball joint with motors, as in a gimbal. Where `second` is ±90° the
 * first and the last axis coincide, and the mechanism has no unique motion.
 */
export function GimbalWithFlanges(
  options: JointOptions & Starts<"phi1" | "w1" | "phi2" | "w2" | "phi3" | "w3">,
): ModelDefinition {
  checkOptionNames(options, [...common, "phi1", "w1", "phi2", "w2", "phi3", "w3"], "GimbalWithFlanges");
  const { phi1, w1, phi2, w2, phi3, w3 } = options;
  return Model(
    chain(options, [
      { name: "first", isTurning: true, axis: 1, position: phi1, velocity: w1, flange: "flange1" },
      { name: "second", isTurning: true, axis: 2, position: phi2, velocity: w2, flange: "flange2" },
      { name: "third", isTurning: true, axis: 3, position: phi3, velocity: w3, flange: "flange3" },
    ]),
  );
}

/** Numbers of a direction that may be written as ±1, ±2, ±3. */
function directionOf(axis: AxisInput, owner: string, name: string): number[] {
  const values = typeof axis === "number" ? [1, 2, 3].map((k) => (Math.abs(axis) === k ? Math.sign(axis) : 0)) : axis;
  const isUsable = Array.isArray(values) && values.length === 3 && values.every((x) => Number.isFinite(x));
  if (!isUsable || elementary.norm(values as number[]) === 0)
    throw wrongQuantity(owner, name, axis, "±1, ±2, ±3 or three numbers that are not all zero");
  return values as number[];
}
