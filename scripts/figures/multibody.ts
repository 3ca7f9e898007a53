/** Figures of docs/multibody.md: `npx tsx scripts/figures/multibody.ts`. Everything that is drawn is computed by the library. */
import { mkdirSync, writeFileSync } from "node:fs";
import type { Shape } from "../../src/geometry/registry.ts";
import {
  animationOf,
  Beam,
  Box,
  Capsule,
  Cone,
  CoordinateSystem,
  Cylinder,
  Cylindrical,
  Ellipsoid,
  Free,
  GearWheel,
  Grid,
  instantiate,
  Mesh,
  Model3D,
  type ModelDefinition,
  ModelicaShape,
  Object3D,
  Planar,
  Prismatic,
  Revolute,
  Scene,
  Screw,
  Solid,
  Sphere,
  Spherical,
  SpringShape,
  simulate,
  TextShape,
  UniformGravityField,
  Universal,
  Visual,
  VisualMaterial,
} from "../../src/index.ts";
import { type Layer, sceneSvg, type View } from "./sceneSvg.ts";

const folder = "docs/figures/multibody";
mkdirSync(folder, { recursive: true });
const world = Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) });
const color = (name: string) => VisualMaterial({ color: name });

function write(name: string, layers: readonly Layer[], view: View = {}): void {
  writeFileSync(`${folder}/${name}.svg`, sceneSvg(layers, view));
  console.log(`${folder}/${name}.svg`);
}

/** The model at rest for each set of start values; all but the last faint. */
function ways(model: ModelDefinition, starts: readonly Record<string, unknown>[]): Layer[] {
  const instantiated = instantiate(model);
  return starts.map((merge, k) => ({
    animation: animationOf(simulate(instantiated, { stopTime: 0, merge })),
    time: 0,
    opacity: k === starts.length - 1 ? 1 : 0.22,
  }));
}

/** A base with an axis, and an arm that the joint moves. */
function demo(joint: ModelDefinition, glyph: ModelDefinition): ModelDefinition {
  return Model3D({
    world,
    base: Object3D({
      parent: "world",
      translation: [0, 0, -0.3],
      feature: Visual({ shape: Box({ lengthX: 0.6, lengthY: 0.6, lengthZ: 0.1 }), visualMaterial: color("Grey") }),
    }),
    post: Object3D({
      parent: "world",
      translation: [0, 0, -0.15],
      feature: Visual({ shape: Cylinder({ diameter: 0.08, length: 0.3 }), visualMaterial: color("Grey") }),
    }),
    glyph,
    arm: Object3D(),
    body: Object3D({
      parent: "arm",
      translation: [0.3, 0, 0],
      feature: Solid({
        shape: Beam({ axis: 1, length: 0.5, width: 0.12, thickness: 0.06 }),
        solidMaterial: "Steel",
        visualMaterial: color("DodgerBlue"),
      }),
    }),
    joint,
  });
}
const ends = { obj1: "world", obj2: "arm" };
const pin = (axis: 1 | 2 | 3, length = 0.25) =>
  Object3D({
    parent: "world",
    feature: Visual({ shape: Cylinder({ axis, diameter: 0.09, length }), visualMaterial: color("OrangeRed") }),
  });
const ball = Object3D({
  parent: "world",
  feature: Visual({ shape: Sphere({ diameter: 0.16 }), visualMaterial: color("OrangeRed") }),
});
const angles = [-0.6, -0.3, 0.3, 0];

write(
  "joint-revolute",
  ways(
    demo(Revolute({ ...ends, axis: 3 }), pin(3)),
    angles.map((phi) => ({ "joint.phi": phi })),
  ),
);
write(
  "joint-prismatic",
  ways(
    demo(Prismatic({ ...ends, axis: 1 }), pin(1, 1)),
    [0.4, 0.2, 0].map((s) => ({ "joint.s": s })),
  ),
);
write(
  "joint-screw",
  ways(
    demo(Screw({ ...ends, axis: 3, pitch: 0.4 }), pin(3, 0.6)),
    [0, 1, 2, 3].map((k) => ({ "joint.phi": 1.2 * (3 - k) })),
  ),
);
write(
  "joint-cylindrical",
  ways(
    demo(Cylindrical({ ...ends, axis: 3 }), pin(3, 0.6)),
    [0.2, 0.1, 0].map((s) => ({ "joint.s": s, "joint.phi": 3 * s })),
  ),
);
write(
  "joint-universal",
  ways(
    demo(Universal({ ...ends, axis: 3, secondAxis: 2 }), pin(2)),
    [
      [0.5, 0.4],
      [-0.4, 0.2],
      [0.2, -0.4],
      [0, 0],
    ].map(([a, b]) => ({ "joint.phi1": a, "joint.phi2": b })),
  ),
);
write(
  "joint-planar",
  ways(
    demo(Planar({ ...ends, axis: 3 }), pin(3)),
    [
      [0.2, 0.3, 0.5],
      [-0.1, -0.3, -0.4],
      [0, 0, 0],
    ].map(([x, y, phi]) => ({ "joint.s1": x, "joint.s2": y, "joint.phi": phi })),
  ),
);
write(
  "joint-spherical",
  ways(
    demo(Spherical(ends), ball),
    [
      [0, -0.5, 0.4],
      [0.5, 0.3, -0.5],
      [0, -0.3, -0.6],
      [0, 0, 0],
    ].map((rotation) => ({ "joint.rotation": rotation })),
  ),
);
write(
  "joint-free",
  ways(
    demo(Free(ends), Object3D({ parent: "world" })),
    [
      [0.1, 0.3, 0.4],
      [-0.4, -0.3, 0.2],
      [0.2, 0, 0.1],
    ].map((translation) => ({ "joint.translation": translation, "joint.rotation": translation.map((x) => 2 * x) })),
  ),
);

const solids = {
  Sphere: Sphere(),
  Ellipsoid: Ellipsoid({ lengthY: 0.6, lengthZ: 0.4 }),
  Box: Box({ lengthY: 0.7, lengthZ: 0.5 }),
  Cylinder: Cylinder({ innerDiameter: 0.5, length: 0.8 }),
  Cone: Cone({ topDiameter: 0.3 }),
  Capsule: Capsule({ diameter: 0.5, length: 0.6 }),
  Beam: Beam({ axis: 1, length: 0.8, width: 0.4, thickness: 0.2 }),
  Mesh: Mesh({
    vertices: [-0.5, -0.5, 0, 0.5, -0.5, 0, 0.5, 0.5, 0, -0.5, 0.5, 0, 0, 0, 0.9],
    triangles: [0, 2, 1, 0, 3, 2, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4],
  }),
};
const drawn = {
  CoordinateSystem: CoordinateSystem({ length: 0.8 }),
  Grid: Grid({ length: 1, width: 1 }),
  SpringShape: SpringShape({ diameter: 0.5, length: 0.9, wireDiameter: 0.06 }),
  GearWheel: GearWheel({ length: 0.3, innerDiameter: 0.3 }),
  TextShape: TextShape({ text: "Text", font: { size: 0.4 }, axisAlignment: "XZ_Plane" }),
  ModelicaShape: ModelicaShape({ type: 9, lengthX: 0.9, lengthY: 0.6, lengthZ: 0.6, extra: [0, 0.6, 0] }),
};
for (const [name, shapes] of Object.entries({ "shapes-solid": solids, "shapes-visual": drawn })) {
  const row = Object.entries(shapes).map(([kind, shape], k) => [
    kind,
    Object3D({
      parent: "world",
      translation: [1.35 * k, 0, 0],
      feature: Visual({
        shape,
        visualMaterial: color(
          ["SteelBlue", "OrangeRed", "SeaGreen", "Goldenrod", "MediumPurple", "Teal", "IndianRed", "SlateGray"][k]!,
        ),
      }),
    }),
  ]);
  write(name, ways(Model3D({ world, ...Object.fromEntries(row) }), [{}]), {
    longitude: -Math.PI / 2 + 0.3,
    width: 760,
  });
}

/** Force elements: two blocks, what is between them, and a faint picture of another position. */
const blockAt = (x: number, colour = "DodgerBlue", z = 0) =>
  Object3D({
    parent: "world",
    translation: [x, 0, z],
    feature: Visual({
      shape: Box({ lengthX: 0.2, lengthY: 0.2, lengthZ: 0.2 }),
      visualMaterial: color(colour),
    }),
  });
const shapeAt = (x: number, shape: Shape, colour = "OrangeRed", z = 0) =>
  Object3D({ parent: "world", translation: [x, 0, z], feature: Visual({ shape, visualMaterial: color(colour) }) });
const coil = (length: number, diameter = 0.12) =>
  SpringShape({ axis: 1, length, diameter, wireDiameter: 0.02, windings: 8 });
const rod = (length: number, diameter = 0.03) => Cylinder({ axis: 1, length, diameter });
/** An arrow along x from the origin. */
const arrow = (length: number, z = 0) => ({
  shaft: shapeAt(length / 2, rod(length, 0.04), "OrangeRed", z),
  head: shapeAt(length, Cone({ axis: 1, diameter: 0.12, length: 0.16 }), "OrangeRed", z),
});
const elements: Readonly<Record<string, readonly Record<string, ModelDefinition>[]>> = {
  spring: [
    { a: blockAt(0, "Grey"), s: shapeAt(0.1, coil(0.9)), b: blockAt(1.1) },
    { a: blockAt(0, "Grey"), s: shapeAt(0.1, coil(0.6)), b: blockAt(0.8) },
  ],
  bushing: [
    {
      a: shapeAt(0, Cylinder({ axis: 2, diameter: 0.8, innerDiameter: 0.7, length: 0.25 }), "Grey"),
      x: shapeAt(0.12, coil(0.23)),
      y: shapeAt(-0.35, coil(0.23)),
      z: Object3D({
        parent: "world",
        translation: [0, 0, 0.12],
        feature: Visual({
          shape: SpringShape({ axis: 3, length: 0.23, diameter: 0.12, wireDiameter: 0.02, windings: 8 }),
          visualMaterial: color("OrangeRed"),
        }),
      }),
      b: blockAt(0),
    },
  ],
  "line-mass": [
    {
      a: blockAt(0, "Grey"),
      s: shapeAt(0.1, coil(0.9, 0.08)),
      m: shapeAt(0.55, Sphere({ diameter: 0.24 }), "Goldenrod"),
      b: blockAt(1.1),
    },
  ],
  "two-masses": [
    {
      a: blockAt(0, "Grey"),
      housing: shapeAt(0.35, rod(0.5, 0.16), "SlateGray"),
      rod: shapeAt(0.75, rod(0.5, 0.06), "LightSteelBlue"),
      m1: shapeAt(0.3, Sphere({ diameter: 0.2 }), "Goldenrod"),
      m2: shapeAt(0.85, Sphere({ diameter: 0.14 }), "Goldenrod"),
      b: blockAt(1.1),
    },
  ],
  "world-force": [{ b: blockAt(0), ...arrow(0.6) }],
  "world-torque": [
    {
      b: blockAt(0),
      ring: shapeAt(0, Cylinder({ axis: 3, diameter: 0.7, innerDiameter: 0.64, length: 0.03 }), "OrangeRed"),
      head: Object3D({
        parent: "world",
        translation: [0.335, 0, 0],
        rotation: [-Math.PI / 2, 0, 0],
        feature: Visual({ shape: Cone({ axis: 3, diameter: 0.12, length: 0.16 }), visualMaterial: color("OrangeRed") }),
      }),
    },
  ],
  sensor: [
    {
      a: shapeAt(0, CoordinateSystem({ length: 0.3 })),
      line: shapeAt(0.5, rod(1, 0.015)),
      b: Object3D({
        parent: "world",
        translation: [1, 0, 0],
        rotation: [0.4, -0.5, 0.6],
        feature: Visual({ shape: CoordinateSystem({ length: 0.3 }) }),
      }),
    },
  ],
};
for (const [name, positions] of Object.entries(elements)) {
  const layers = positions.flatMap((parts, k) =>
    ways(Model3D({ world, ...parts }), [{}]).map((layer) => ({
      ...layer,
      opacity: k === positions.length - 1 ? 1 : 0.22,
    })),
  );
  write(`force-${name}`, layers, { longitude: -Math.PI / 2 + 0.4 });
}

/** Pictures of examples at several times. */
const examples: readonly [string, readonly number[], View][] = [
  ["3d-pendulum", [0.35, 0.7, 1.05, 0], { longitude: 0.3 }],
  ["3d-four-bar", [0.3, 0.7, 1.2, 0], { longitude: 0.2, latitude: 0.2 }],
  ["3d-slider-crank", [0], { longitude: 0.3 }],
  ["3d-stewart-platform", [2.4, 0.8], {}],
  ["3d-mobile", [2], { longitude: 0.15, latitude: 0.1, width: 760, segments: 4 }],
  ["3d-gyroscope", [0.3, 0.6, 0.9, 0], {}],
  ["3d-servo-arm", [0, 1, 3], { longitude: 0.2 }],
  ["3d-joints", [0.4, 0], { longitude: 0.5, latitude: 0.5, width: 760 }],
  ["3d-shapes", [0.5], { longitude: -1.2, latitude: 0.4, width: 760 }],
  ["3d-forces", [0], { longitude: -1.2, latitude: 0.6, width: 760 }],
];
for (const [name, times, view] of examples) {
  const { default: model } = (await import(`../../examples/${name}.ts`)) as { default: ModelDefinition };
  const animation = animationOf(
    simulate(instantiate(model, { checkUnits: false }), { stopTime: Math.max(0.01, ...times), interval: 0.05 }),
  );
  write(
    name,
    times.map((time, k) => ({ animation, time, opacity: k === times.length - 1 ? 1 : 0.25 })),
    view,
  );
}
