/** Springs, dampers, and forces and torques that signals give. */
import { ForceBetween, TorqueBetween } from "../../multibody/forces/inputLoads.ts";
import { LineForceWithMass } from "../../multibody/forces/lineForces.ts";
import { SpringDamperPtP } from "../../multibody/forces/springDamperPtP.ts";
import { WorldForce, WorldTorque } from "../../multibody/forces/worldLoads.ts";
import { type MechanismBuilder, worldObject } from "./mechanismBuilder.ts";
import type { PartView } from "./partView.ts";

function line(
  builder: MechanismBuilder,
  part: PartView,
  law: { readonly c: number; readonly d: number; readonly length: number },
  mass: { readonly mass: number; readonly lengthFraction: number } | undefined,
): void {
  for (const name of ["fixedRotationAtFrame_a", "fixedRotationAtFrame_b"])
    if (part.isTrue(name)) part.refuse(`${name} is true`);
  const options = {
    obj1: builder.place(part, "frame_a"),
    obj2: builder.place(part, "frame_b"),
    nominalLength: law.length,
    springForceLaw: law.c,
    damperForceLaw: law.d,
  };
  const split = part.has("length_a") ? part.number("length_a") : 0;
  builder.lines.set(part.path, { from: options.obj1, to: options.obj2, split });
  const isPlain = mass === undefined || mass.mass === 0;
  const element = builder.add("line", isPlain ? SpringDamperPtP(options) : LineForceWithMass({ ...options, ...mass }));
  for (const [ours, theirs] of [
    ["force", "f"],
    ["distance", "s"],
  ] as const) {
    builder.means(`${element}.${ours}`, `${part.path}.${theirs}`);
  }
}

export function springs(builder: MechanismBuilder, part: PartView): void {
  const law = { c: part.number("c"), d: 0, length: part.number("s_unstretched") };
  line(builder, part, law, { mass: part.number("m"), lengthFraction: part.number("lengthFraction") });
}

export function dampers(builder: MechanismBuilder, part: PartView): void {
  checkHeat(part);
  line(builder, part, { c: 0, d: part.number("d"), length: 0 }, undefined);
}

export function springDampers(builder: MechanismBuilder, part: PartView): void {
  checkHeat(part);
  const law = { c: part.number("c"), d: part.number("d"), length: part.number("s_unstretched") };
  line(builder, part, law, undefined);
}

function checkHeat(part: PartView): void {
  if (part.isTrue("useHeatPort")) part.refuse("it has a heat port");
}

/** ResolveInFrameB: world, frame_b, frame_resolve. */
function worldAxes(builder: MechanismBuilder, part: PartView, object: string): { objCoord?: string } {
  const axes = part.number("resolveInFrame");
  return axes === 1 ? {} : { objCoord: axes === 2 ? object : builder.place(part, "frame_resolve") };
}

export function worldForces(builder: MechanismBuilder, part: PartView): void {
  const obj = builder.place(part, "frame_b");
  share(builder, part, builder.add("force", WorldForce({ obj, ...worldAxes(builder, part, obj) })), "force");
}

export function worldTorques(builder: MechanismBuilder, part: PartView): void {
  const obj = builder.place(part, "frame_b");
  share(builder, part, builder.add("torque", WorldTorque({ obj, ...worldAxes(builder, part, obj) })), "torque");
}

/** ResolveInFrameAB: world, frame_a, frame_b, frame_resolve. */
function betweenAxes(builder: MechanismBuilder, part: PartView) {
  const [obj1, obj2] = [builder.place(part, "frame_a"), builder.place(part, "frame_b")];
  const axes = part.number("resolveInFrame");
  const objCoord =
    axes === 1 ? worldObject : axes === 2 ? obj1 : axes === 3 ? obj2 : builder.place(part, "frame_resolve");
  return { obj1, obj2, objCoord };
}

export function forces(builder: MechanismBuilder, part: PartView): void {
  share(builder, part, builder.add("force", ForceBetween(betweenAxes(builder, part))), "force");
}

export function torques(builder: MechanismBuilder, part: PartView): void {
  share(builder, part, builder.add("torque", TorqueBetween(betweenAxes(builder, part))), "torque");
}

export function worldForcesAndTorques(builder: MechanismBuilder, part: PartView): void {
  worldForces(builder, part);
  worldTorques(builder, part);
}

export function forcesAndTorques(builder: MechanismBuilder, part: PartView): void {
  forces(builder, part);
  torques(builder, part);
}

function share(builder: MechanismBuilder, part: PartView, element: string, signal: "force" | "torque"): void {
  for (const i of [1, 2, 3])
    builder.shared.push({ inside: `${element}.${signal}Vector[${i}]`, outside: `${part.path}.${signal}[${i}]` });
}
