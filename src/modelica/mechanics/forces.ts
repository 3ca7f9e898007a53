/** Springs, dampers, and forces and torques that signals give. */
import { ForceBetween, TorqueBetween } from "../../multibody/forces/inputLoads.ts";
import { LineForceWithMass } from "../../multibody/forces/lineForces.ts";
import { SpringDamperPtP } from "../../multibody/forces/springDamperPtP.ts";
import { WorldForce, WorldTorque } from "../../multibody/forces/worldLoads.ts";
import type { Load } from "./frameForces.ts";
import { pull } from "./joints.ts";
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
    // a negative length, which Modelica allows, is a force at length 0
    nominalLength: Math.max(law.length, 0),
    nominalForce: law.c * Math.max(-law.length, 0),
    springForceLaw: law.c,
    damperForceLaw: law.d,
  };
  const split = part.has("length_a") ? part.number("length_a") : 0;
  builder.lines.set(part.path, { from: options.obj1, to: options.obj2, split });
  const isPlain = mass === undefined || mass.mass === 0;
  const element = builder.add("line", isPlain ? SpringDamperPtP(options) : LineForceWithMass({ ...options, ...mass }));
  if (isPlain) pull(builder, part, options.obj1, options.obj2, `${element}.force`);
  else
    for (const [frame, object] of [
      ["frame_a", options.obj1],
      ["frame_b", options.obj2],
    ] as const)
      builder.forces.addLoads(`${part.path}.${frame}`, [{ kind: "unknown", object }]);
  for (const frame of ["frame_a", "frame_b"])
    if (part.has("lineForce")) builder.forces.addSum(`${part.path}.lineForce.${frame}`, [`${part.path}.${frame}`]);
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
  const axes = worldAxes(builder, part, obj);
  share(builder, part, builder.add("force", WorldForce({ obj, ...axes })), "force");
  loaded(builder, part, "force", obj, axes.objCoord);
}

export function worldTorques(builder: MechanismBuilder, part: PartView): void {
  const obj = builder.place(part, "frame_b");
  const axes = worldAxes(builder, part, obj);
  share(builder, part, builder.add("torque", WorldTorque({ obj, ...axes })), "torque");
  loaded(builder, part, "torque", obj, axes.objCoord);
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
  const between = betweenAxes(builder, part);
  share(builder, part, builder.add("force", ForceBetween(between)), "force");
  loaded(builder, part, "force", between.obj2, between.objCoord, between.obj1);
}

export function torques(builder: MechanismBuilder, part: PartView): void {
  const between = betweenAxes(builder, part);
  share(builder, part, builder.add("torque", TorqueBetween(between)), "torque");
  loaded(builder, part, "torque", between.obj2, between.objCoord, between.obj1);
}

export function worldForcesAndTorques(builder: MechanismBuilder, part: PartView): void {
  worldForces(builder, part);
  worldTorques(builder, part);
}

export function forcesAndTorques(builder: MechanismBuilder, part: PartView): void {
  forces(builder, part);
  torques(builder, part);
}

/** What the signal puts on the body at frame_b acts on the part the other way round, and so does what frame_a takes. */
function loaded(
  builder: MechanismBuilder,
  part: PartView,
  kind: "force" | "torque",
  point: string,
  axes: string | undefined,
  from?: string,
): void {
  const variable = `${part.path}.${kind}`;
  const load = (object: string, sign: number): Load => ({ kind, object, variable, axes, point, sign });
  builder.forces.addLoads(`${part.path}.frame_b`, [load(point, -1)]);
  if (from !== undefined) builder.forces.addLoads(`${part.path}.frame_a`, [load(from, 1)]);
}

function share(builder: MechanismBuilder, part: PartView, element: string, signal: "force" | "torque"): void {
  for (const i of [1, 2, 3])
    builder.shared.push({ inside: `${element}.${signal}Vector[${i}]`, outside: `${part.path}.${signal}[${i}]` });
}
