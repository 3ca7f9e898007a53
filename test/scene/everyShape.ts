// A scene with one of every shape, in a row of rows, each turning about the upward axis; and a break of billiard balls.
import type { Shape } from "../../src/geometry/registry.ts";
import { Beam } from "../../src/geometry/shapes/beam.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Cone } from "../../src/geometry/shapes/cone.ts";
import { Cylinder } from "../../src/geometry/shapes/cylinder.ts";
import { Ellipsoid } from "../../src/geometry/shapes/ellipsoid.ts";
import { Mesh } from "../../src/geometry/shapes/mesh.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import {
  CoordinateSystem,
  GearWheel,
  Grid,
  ModelicaShape,
  modelicaShapeTypes,
  SpringShape,
  TextShape,
} from "../../src/geometry/shapes/visualShapes.ts";
import { animate } from "../../src/scene/animate.ts";
import type { Animation, ContactsAt } from "../../src/scene/animation.ts";
import { type Scene3D, scene3D, sceneObject } from "../../src/scene/scene3d.ts";
import { VisualMaterial } from "../../src/scene/visualMaterial.ts";

const modelica = (type: string, extra: readonly [number, number, number] = [0, 0, 0]) =>
  ModelicaShape({
    type: modelicaShapeTypes.indexOf(type as "box") + 1,
    lengthX: 0.8,
    lengthY: 0.6,
    lengthZ: 1,
    extra,
  });

export const everyShape: Readonly<Record<string, Shape>> = {
  sphere: Sphere(),
  ellipsoid: Ellipsoid({ lengthX: 1, lengthY: 0.5, lengthZ: 0.7 }),
  box: Box({ lengthX: 1, lengthY: 0.5, lengthZ: 0.7 }),
  cylinder: Cylinder({ axis: 1, diameter: 0.5 }),
  pipe: Cylinder({ axis: 2, diameter: 0.8, innerDiameter: 0.5 }),
  cone: Cone({ axis: 2, diameter: 0.8 }),
  frustum: Cone({ axis: 3, diameter: 0.8, topDiameter: 0.4, length: 0.5 }),
  capsule: Capsule({ axis: 1, diameter: 0.4, length: 0.6 }),
  beam: Beam({ axis: 1, length: 0.7, width: 0.3, thickness: 0.2 }),
  mesh: Mesh({ vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] }),
  coordinateSystem: CoordinateSystem(),
  grid: Grid({ axis: 2, length: 1, width: 1 }),
  spring: SpringShape({ axis: 2, diameter: 0.5 }),
  gearWheel: GearWheel({ axis: 3, length: 0.3, innerDiameter: 0.3, rootDiameter: 0.8 }),
  bevelGear: GearWheel({ axis: 3, length: 0.3, rootDiameter: 0.8, angle: 0.5 }),
  text: TextShape({ text: "Hello, world", font: { size: 0.15, color: "DarkGreen" } }),
  flatText: TextShape({
    text: "XY plane",
    axisAlignment: "XY_Plane",
    font: { size: 0.2, color: "Maroon", bold: true },
  }),
  modelicaBox: modelica("box"),
  modelicaSphere: modelica("sphere"),
  modelicaCylinder: modelica("cylinder"),
  modelicaCone: modelica("cone", [0.5, 0, 0]),
  modelicaCapsule: modelica("capsule"),
  modelicaCoordinateSystem: modelica("coordinateSystem"),
  modelicaSpring: modelica("spring", [4, 0.04, 0]),
  modelicaGearwheel: modelica("gearwheel", [0.5, 16, 0]),
  modelicaPipe: modelica("pipe", [0, 0.6, 0]),
  modelicaGrid: modelica("grid"),
  modelicaBeam: modelica("beam"),
};

const colors = ["SteelBlue", "Tomato", "Gold", "MediumSeaGreen", "Orchid", "DarkOrange", "SlateGray", "Firebrick"];

/** Every shape on a field of `columns`, 1.6 m apart; turning once in 4 s. */
export function everyShapeAnimation(options: Partial<Scene3D> = {}, columns = 7): Animation {
  const entries = Object.entries(everyShape);
  const objects = entries.map(([name, shape], k) =>
    sceneObject(name, shape, {
      material: VisualMaterial({
        color: colors[k % colors.length]!,
        transparency: name === "ellipsoid" ? 0.5 : 0,
        wireframe: name === "modelicaSphere",
      }),
      isSolid: k < 10,
    }),
  );
  const floor = sceneObject("floor", Box({ lengthX: 1.6 * columns, lengthY: 0.1, lengthZ: 8 }), {
    material: VisualMaterial({ color: "WhiteSmoke" }),
    isStatic: true,
  });
  const time = Array.from({ length: 41 }, (_, k) => k / 10);
  const poses = entries.map((_, k) => {
    const x = 1.6 * ((k % columns) - (columns - 1) / 2);
    const z = 1.6 * Math.floor(k / columns) - 2.4;
    return time.flatMap((t) => [x, 0.8, z, 0, Math.sin((Math.PI * t) / 4), 0, Math.cos((Math.PI * t) / 4)]);
  });
  poses.push(time.flatMap(() => [0, -0.05, 0, 0, 0, 0, 1]));
  return animate(scene3D({ ...options, objects: [...objects, floor] }), { time, poses });
}

const ballColors = ["White", "Gold", "RoyalBlue", "Red", "Purple", "DarkOrange", "ForestGreen", "Brown", "Gray10"];

/** Sixteen balls on a table, z up: the white one rolls into the triangle; they fly apart at t = 0.5 s; two vanish at 1.5 s. */
export function billiards(frames = 121): Animation {
  const d = 0.06;
  const table = sceneObject("table", Box({ lengthX: 2.6, lengthY: 1.4, lengthZ: 0.05 }), {
    material: VisualMaterial({ color: "DarkGreen", shininess: 0.1 }),
    isStatic: true,
  });
  const cushion = (name: string, lengthX: number, lengthY: number) =>
    sceneObject(name, Box({ lengthX, lengthY, lengthZ: 0.08 }), {
      material: VisualMaterial({ color: "SaddleBrown", shininess: 0.3 }),
      isStatic: true,
    });
  const walls = [
    { object: cushion("north", 2.6, 0.06), at: [0, 0.73, 0.015] },
    { object: cushion("south", 2.6, 0.06), at: [0, -0.73, 0.015] },
    { object: cushion("east", 0.06, 1.52), at: [1.33, 0, 0.015] },
    { object: cushion("west", 0.06, 1.52), at: [-1.33, 0, 0.015] },
  ];
  const places: [number, number][] = [[-0.65, 0]];
  for (let row = 0; row < 5; row++) {
    for (let k = 0; k <= row; k++) places.push([0.5 + row * d * 0.87, d * (k - row / 2)]);
  }
  const balls = places.map((_, k) =>
    sceneObject(`balls[${k}]`, Sphere({ diameter: d }), {
      material: VisualMaterial({ color: ballColors[k % ballColors.length]!, shininess: 1 }),
    }),
  );
  const time = Array.from({ length: frames }, (_, k) => (2 * k) / (frames - 1));
  const still = (at: readonly number[]) => time.flatMap(() => [...at, 0, 0, 0, 1]);
  const poses = [still([0, 0, -0.025]), ...walls.map(({ at }) => still(at))];
  places.forEach(([x0, y0], k) => {
    const angle = k === 0 ? Math.PI : -1 + (2 * k) / 15;
    poses.push(
      time.flatMap((t) => {
        if (k >= 14 && t >= 1.5) return Array(7).fill(Number.NaN);
        const s = t < 0.5 ? 0 : 0.6 * (1 - Math.exp(0.5 - t));
        const x = k === 0 && t < 0.5 ? x0 + 2.2 * t : (k === 0 ? x0 + 1.1 : x0) + s * Math.cos(angle);
        const y = y0 + s * Math.sin(angle);
        const roll = (x - x0) / (d / 2);
        return [x, y, d / 2, 0, Math.sin(roll / 2), 0, Math.cos(roll / 2)];
      }),
    );
  });
  const contacts: ContactsAt[] = [
    {
      time: 0.5,
      contacts: [
        { obj1: 5, obj2: 6, point: [0.47, 0, d / 2], normal: [1, 0, 0], force: [120, 0, 0] },
        { obj1: 0, obj2: 5, point: [0.44, 0, 0], normal: [0, 0, 1], force: [5, 0, 20], patch: [0.34, -0.1, 0, 0.54, -0.1, 0, 0.54, 0.1, 0, 0.34, 0.1, 0] }, // biome-ignore format: a square
      ],
    },
    { time: 0.6, contacts: [] },
  ];
  const objects = [table, ...walls.map(({ object }) => object), ...balls];
  const events = [
    { time: 0.5, cause: "balls[0] touched balls[1]", isNewSegment: false },
    { time: 1.5, cause: "delete balls[14], balls[15]", isNewSegment: true },
  ];
  return animate(scene3D({ objects, up: [0, 0, 1], nominalLength: 0.5, contactDiameter: 0.03 }), {
    time,
    poses,
    events,
    contacts,
  });
}
