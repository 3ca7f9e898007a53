/** Joints: coordinates of the library by their names, with and without flanges. */
import type { ModelDefinition } from "../../language/model.ts";
import { Rod } from "../../multibody/constraints/constraints.ts";
import {
  Cylindrical,
  Free,
  Planar,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Spherical,
  Universal,
} from "../../multibody/joints/joints.ts";
import { anglesOf, type MechanismBuilder, startValue } from "./mechanismBuilder.ts";
import type { PartView } from "./partView.ts";

type Ends = { readonly obj1: string; readonly obj2: string; readonly canCollide: boolean };

function endsOf(builder: MechanismBuilder, part: PartView): Ends {
  const [obj1, obj2] = [builder.place(part, "frame_a"), builder.place(part, "frame_b")];
  if (obj1 === obj2) part.refuse("both of its frames are one place");
  builder.hold(obj1, obj2);
  return { obj1, obj2, canCollide: builder.canCollide(part.path) };
}

/** What a joint transmits. */
function transmit(
  builder: MechanismBuilder,
  part: PartView,
  { obj1, obj2 }: Ends,
  joint: string,
  closes = false,
): void {
  builder.forces.addEdge(`${part.path}.frame_a`, obj1, `${part.path}.frame_b`, obj2, joint, closes);
}

/** Names of a coordinate: position, velocity, acceleration; ours, then those of the library. */
type Coordinate = readonly [ours: readonly [string, string], theirs: readonly [string, string, string]];

/** Start values of coordinates that were given. */
function startsOf(part: PartView, coordinates: readonly Coordinate[]): Record<string, ReturnType<typeof startValue>> {
  const starts: Record<string, ReturnType<typeof startValue>> = {};
  for (const [ours, theirs] of coordinates) {
    part.checkFree(theirs[2]);
    for (const k of [0, 1] as const) {
      const start = part.start(theirs[k]);
      if (start.isFixed || start.isGiven) starts[ours[k]] = startValue(start);
    }
  }
  return starts;
}

/** What the coordinates of a joint are called in the result, and in equations of the model. */
function name(builder: MechanismBuilder, part: PartView, joint: string, coordinates: readonly Coordinate[]): void {
  for (const [[x, v], [position, velocity, acceleration]] of coordinates) {
    builder.means(`${joint}.${x}`, `${part.path}.${position}`);
    builder.means(`${joint}.${v}`, `${part.path}.${velocity}`);
    builder.name(`${joint}.der(${x})`, `${part.path}.der(${position})`);
    builder.name(`${joint}.der(${v})`, `${part.path}.${acceleration}`);
  }
}

const angle: Coordinate = [
  ["phi", "w"],
  ["phi", "w", "a"],
];
const length: Coordinate = [
  ["s", "v"],
  ["s", "v", "a"],
];

/** One coordinate, which a flange may drive. */
function elementary(
  builder: MechanismBuilder,
  part: PartView,
  coordinate: Coordinate,
  axis: number[],
  plain: (options: Ends & { axis: number[] }) => ModelDefinition,
  driven: (options: Ends & { axis: number[] }) => ModelDefinition,
  flow: "tau" | "f",
): void {
  const [position, velocity] = coordinate[0];
  const options = { ...endsOf(builder, part), axis, ...startsOf(part, [coordinate]) };
  const hasFlange = part.isTrue("useAxisFlange");
  const isRead = part.isUsed(position, velocity, "a", flow, "angle");
  if (!hasFlange && !isRead) {
    const joint = builder.add("joint", plain(options));
    transmit(builder, part, options, joint);
    name(builder, part, joint, [coordinate]);
    return;
  }
  const joint = builder.add("joint", driven(options));
  transmit(builder, part, options, joint);
  name(builder, part, joint, [coordinate]);
  builder.name(`${joint}.${flow}`, `${part.path}.${flow}`);
  for (const own of [position, velocity, flow])
    builder.shared.push({ inside: `${joint}.${own}`, outside: `${part.path}.${own}` });
  builder.meanings.set(`${part.path}.a`, `der(${joint}.${velocity})`);
  builder.meanings.set(`${part.path}.angle`, `${joint}.${position}`);
  if (hasFlange) {
    builder.shared.push(
      { inside: `${joint}.flange.${position}`, outside: `${part.path}.axis.${position}` },
      { inside: `${joint}.flange.${flow}`, outside: `${part.path}.axis.${flow}` },
    );
    builder.zeros.push(`${part.path}.support.${position}`);
  } else builder.unloaded.push(`${joint}.flange.${flow}`);
}

export function revolute(builder: MechanismBuilder, part: PartView): void {
  if (!part.has("phi")) {
    // closes a planar loop: the same joint, whose forces across the plane are not looked at
    const ends = endsOf(builder, part);
    transmit(builder, part, ends, builder.close(Revolute({ ...ends, axis: part.vector("n") })), true);
    return;
  }
  elementary(builder, part, angle, part.vector("n"), Revolute, RevoluteWithFlange, "tau");
}

export function prismatic(builder: MechanismBuilder, part: PartView): void {
  const [from, to] = [builder.place(part, "frame_a"), builder.place(part, "frame_b")];
  builder.lines.set(part.path, { from, to, split: 0 });
  elementary(builder, part, length, part.vector("n"), Prismatic, PrismaticWithFlange, "f");
}

export function cylindrical(builder: MechanismBuilder, part: PartView): void {
  const coordinates: Coordinate[] = [
    [
      ["phi", "w"],
      ["phi", "w", "wd"],
    ],
    length,
  ];
  const options = { ...endsOf(builder, part), axis: part.vector("n"), ...startsOf(part, coordinates) };
  const joint = builder.add("joint", Cylindrical(options));
  transmit(builder, part, options, joint);
  name(builder, part, joint, coordinates);
}

export function universal(builder: MechanismBuilder, part: PartView): void {
  const coordinates: Coordinate[] = [
    [
      ["phi1", "w1"],
      ["phi_a", "w_a", "a_a"],
    ],
    [
      ["phi2", "w2"],
      ["phi_b", "w_b", "a_b"],
    ],
  ];
  const [axis, secondAxis] = [part.vector("n_a"), part.vector("n_b")];
  const options = { ...endsOf(builder, part), axis, secondAxis, ...startsOf(part, coordinates) };
  const joint = builder.add("joint", Universal(options));
  transmit(builder, part, options, joint);
  name(builder, part, joint, coordinates);
}

export function planar(builder: MechanismBuilder, part: PartView): void {
  const coordinates: Coordinate[] = [
    [
      ["s1", "v1"],
      ["s_x", "v_x", "a_x"],
    ],
    [
      ["s2", "v2"],
      ["s_y", "v_y", "a_y"],
    ],
    [
      ["phi", "w"],
      ["phi", "w", "wd"],
    ],
  ];
  const [axis, secondAxis] = [part.vector("n"), part.vector("n_x")];
  const options = { ...endsOf(builder, part), axis, secondAxis, ...startsOf(part, coordinates) };
  const joint = builder.add("joint", Planar(options));
  transmit(builder, part, options, joint);
  name(builder, part, joint, coordinates);
}

export function spherical(builder: MechanismBuilder, part: PartView): void {
  if (part.isTrue("z_rel_a_fixed")) part.refuse("its angular acceleration at the start is fixed");
  const ends = endsOf(builder, part);
  const joint = builder.add(
    "joint",
    Spherical({
      ...ends,
      rotation: anglesOf(part.orientation("R_rel_start")),
      angularVelocity: part.vector("w_rel_a_start"),
    }),
  );
  transmit(builder, part, ends, joint);
}

export function freeMotion(builder: MechanismBuilder, part: PartView): void {
  if (part.isTrue("z_rel_a_fixed")) part.refuse("its angular acceleration at the start is fixed");
  part.checkFree("a_rel_a");
  const ends = endsOf(builder, part);
  builder.add(
    "joint",
    Free({
      ...ends,
      canCollide: true,
      translation: part.starts("r_rel_a").map(({ value }) => value),
      velocity: part.starts("v_rel_a").map(({ value }) => value),
      rotation: anglesOf(part.orientation("R_rel_start")),
      angularVelocity: part.vector("w_rel_a_start"),
    }),
  );
  builder.forces.addLoads(`${part.path}.frame_a`, [{ kind: "none", object: ends.obj1 }]);
  builder.forces.addLoads(`${part.path}.frame_b`, [{ kind: "none", object: ends.obj2 }]);
  builder.name(`${ends.obj2}.translation`, `${part.path}.r_rel_a`);
  builder.name(`${ends.obj2}.velocity`, `${part.path}.v_rel_a`);
  builder.name(`${ends.obj2}.der(velocity)`, `${part.path}.a_rel_a`);
}

/** Both ends of a part along a line, which pulls with the force. */
export function pull(builder: MechanismBuilder, part: PartView, a: string, b: string, output: string): void {
  builder.forces.addLoads(`${part.path}.frame_a`, [{ kind: "line", object: a, other: b, output }]);
  builder.forces.addLoads(`${part.path}.frame_b`, [{ kind: "line", object: b, other: a, output }]);
}

/** A rod with ball joints at both ends, without mass. */
export function rod(builder: MechanismBuilder, part: PartView): void {
  if (part.isTrue("computeRodLength")) part.refuse("its length is computed at the start");
  if (!part.isTrue("kinematicConstraint")) part.refuse("kinematicConstraint is false");
  if (part.number("m") !== 0) part.refuse("it has a mass");
  const [obj1, obj2] = [builder.place(part, "frame_a"), builder.place(part, "frame_b")];
  const output = `${builder.add("rod", Rod({ obj1, obj2, length: part.number("rodLength") }))}.force`;
  builder.forces.readsCutForces = true;
  pull(builder, part, obj1, obj2, output);
}
