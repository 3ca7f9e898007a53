/** The world, what is fixed to it or to another part, and bodies with mass. */
import * as elementary from "../../math/elementary.ts";
import { NoGravityField, PointGravityField, UniformGravityField } from "../../multibody/features/gravityField.ts";
import { type MechanismBuilder, worldObject } from "./mechanismBuilder.ts";
import type { PartView, Start } from "./partView.ts";

const standardGravity = "Modelica.Mechanics.MultiBody.Forces.Internal.standardGravityAcceleration";

export function world(builder: MechanismBuilder, part: PartView): void {
  if (part.functionOf("gravityAcceleration") !== standardGravity) part.refuse("its gravity is a function of the user");
  const type = part.number("gravityType");
  const gravityField =
    type === 1
      ? NoGravityField()
      : type === 2
        ? UniformGravityField({ g: Math.abs(part.number("g")), n: signed(part.vector("n"), part.number("g")) })
        : PointGravityField({ mue: part.number("mu") });
  builder.setWorld(gravityField);
  if (type === 3) builder.forces.gravity = { kind: "point", mue: part.number("mu") };
  else if (type === 2)
    builder.forces.gravity = { kind: "uniform", g: unit(part.vector("n")).map((x) => x * part.number("g")) };
  ground(builder, part, "frame_b", [0, 0, 0]);
}

function unit(n: readonly number[]): number[] {
  const size = elementary.norm(n);
  return n.map((x) => x / size);
}

/** A frame that is fixed to the world. */
function ground(builder: MechanismBuilder, part: PartView, frame: string, r: readonly number[]): void {
  const object = builder.place(part, frame);
  builder.fix(worldObject, object, r);
  builder.forces.addEdge(undefined, worldObject, `${part.path}.${frame}`, object);
}

function signed(n: readonly number[], g: number): number[] {
  return n.map((x) => (g < 0 ? -x : x));
}

/** The axes of the world for an element that resolves nothing in a frame of its own. */
export function zeroPosition(builder: MechanismBuilder, part: PartView): void {
  ground(builder, part, "frame_resolve", [0, 0, 0]);
}

export function fixed(builder: MechanismBuilder, part: PartView): void {
  ground(builder, part, "frame_b", part.vector("r"));
}

export function fixedTranslation(builder: MechanismBuilder, part: PartView): void {
  const [a, b] = [builder.place(part, "frame_a"), builder.place(part, "frame_b")];
  builder.fix(a, b, part.vector("r"));
  builder.forces.addEdge(`${part.path}.frame_a`, a, `${part.path}.frame_b`, b);
}

export function fixedRotation(builder: MechanismBuilder, part: PartView): void {
  const [a, b] = [builder.place(part, "frame_a"), builder.place(part, "frame_b")];
  builder.fix(a, b, part.vector("r"), part.orientation("R_rel"));
  builder.forces.addEdge(`${part.path}.frame_a`, a, `${part.path}.frame_b`, b);
}

export function body(builder: MechanismBuilder, part: PartView): void {
  addBody(builder, part, [part], builder.place(part, "frame_a"));
}

/** A body with two frames, which the library makes of a body and a translation. */
export function bodyShape(builder: MechanismBuilder, part: PartView): void {
  const [a, b] = [builder.place(part, "frame_a"), builder.place(part, "frame_b")];
  builder.fix(a, b, part.vector("r"));
  for (const name of ["body.frame_a", "frameTranslation.frame_a"]) builder.frame(`${part.path}.${name}`, a);
  builder.frame(`${part.path}.frameTranslation.frame_b`, b);
  const inner = part.inner("body");
  addBody(builder, inner, [part, inner], a);
  const frame = (name: string): string => `${part.path}.${name}`;
  builder.forces.addEdge(frame("frameTranslation.frame_a"), a, frame("frameTranslation.frame_b"), b);
  builder.forces.addSum(frame("frame_a"), [frame("body.frame_a"), frame("frameTranslation.frame_a")]);
  builder.forces.addSum(frame("frame_b"), [frame("frameTranslation.frame_b")]);
}

/** `views`: where variables of the body are declared, outside first. */
function addBody(builder: MechanismBuilder, part: PartView, views: readonly PartView[], object: string): void {
  const [xx, yy, zz, xy, xz, yz] = ["I_11", "I_22", "I_33", "I_21", "I_31", "I_32"].map((name) => part.number(name));
  builder.mass(object, part.number("m"), part.vector("r_CM"), [xx!, yy!, zz!, xy!, xz!, yz!]);
  const motion = builder.motionOf(object);
  const [mass, centre] = [part.number("m"), part.vector("r_CM")];
  const inertia = [xx!, yy!, zz!, xy!, xz!, yz!];
  builder.forces.addLoads(`${part.path}.frame_a`, [{ kind: "body", object, motion, mass, centre, inertia }]);
  for (const view of views) {
    view.checkFree("a_0");
    nameMotion(builder, view.path, object, motion);
  }
  builder.means(`${motion}.w_a`, `${part.path}.w_a`);
  builder.means(`${motion}.z_a`, `${part.path}.z_a`);
  builder.base({
    view: views[0]!,
    object,
    isPoint: false,
    start: {
      r: outerStarts(views, "r_0"),
      v: outerStarts(views, "v_0"),
      T: part.orientation("R_start"),
      areAnglesFixed: part.isTrue("angles_fixed"),
      w: part.vector("w_0_start"),
      isRateFixed: part.isTrue("w_0_fixed"),
    },
  });
  if (part.isTrue("z_0_fixed")) part.refuse("its angular acceleration at the start is fixed");
}

export function pointMass(builder: MechanismBuilder, part: PartView): void {
  const object = builder.place(part, "frame_a");
  builder.mass(object, part.number("m"), [0, 0, 0], [0, 0, 0, 0, 0, 0]);
  part.checkFree("a_0");
  const [mass, motion] = [part.number("m"), builder.motionOf(object)];
  builder.forces.addLoads(`${part.path}.frame_a`, [
    { kind: "body", object, motion, mass, centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] },
  ]);
  nameMotion(builder, part.path, object, motion);
  builder.base({
    view: part,
    object,
    isPoint: true,
    start: {
      r: part.starts("r_0"),
      v: part.starts("v_0"),
      T: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      areAnglesFixed: false,
      w: [0, 0, 0],
      isRateFixed: false,
    },
  });
}

function nameMotion(builder: MechanismBuilder, path: string, object: string, motion: string): void {
  builder.namesOf(object).r.push(`${path}.r_0`);
  builder.meanings.set(`${path}.r_0`, `${object}.r_abs`);
  builder.means(`${motion}.v_0`, `${path}.v_0`);
  builder.means(`${motion}.a_0`, `${path}.a_0`);
}

/** What is fixed counts first, then what is given, then what is outside. */
function outerStarts(views: readonly PartView[], name: string): Start[] {
  const [first, ...others] = views.map((view) => view.starts(name));
  return first!.map((start, i) => {
    const all = [start, ...others.map((list) => list[i]!)];
    return all.find(({ isFixed }) => isFixed) ?? all.find(({ isGiven }) => isGiven) ?? start;
  });
}
