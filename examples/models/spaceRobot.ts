// A symmetric arm with seven joints and two end effectors that moves boxes on a platform in space, and walks by changing its feet.
import {
  Box,
  Cylinder,
  input,
  Model,
  Model3D,
  ModelActions,
  type ModelDefinition,
  NoGravityField,
  Object3D,
  Par,
  RevoluteWithFlange,
  Scene,
  Solid,
  Var,
  VisualMaterial,
} from "rattleback";
import { Flange } from "rattleback/rotational";

/** Length of one half of the upper or lower arm, of one half of a foot, and edge of a box, m. */
const half = 0.4;
const foot = 0.15;
const edge = 0.4;

/** The gear of a joint is a spring and a damper between the motor, which follows its reference, and the joint. */
const Gear = Model({
  c: Par(2e4, "N*m/rad"),
  d: Par(800, "N*m*s/rad"),
  reference: input({ unit: "rad" }),
  twist: Var({ unit: "rad" }),
  flange: Flange,
  equations: `
    twist = reference - flange.phi
    flange.tau = -(c*twist + d*der(twist))`,
});

const part = (length: number, color: string, options: Parameters<typeof Object3D>[0] = {}) => ({
  body: Object3D(options),
  rod: Object3D({
    parent: "body",
    translation: [0, 0, length / 2],
    feature: Solid({
      shape: Cylinder({ axis: 3, diameter: 0.12, length }),
      solidMaterial: "Aluminium",
      visualMaterial: VisualMaterial({ color }),
    }),
  }),
  top: Object3D({ parent: "body", translation: [0, 0, length] }),
});

const crate = (x: number, y: number, color: string): ModelDefinition =>
  Model({
    body: Object3D({
      parent: "world",
      fixedToParent: false,
      assemblyRoot: true,
      translation: [x, y, edge / 2],
      feature: Solid({
        shape: Box({ lengthX: edge, lengthY: edge, lengthZ: edge }),
        massProperties: 15,
        visualMaterial: VisualMaterial({ color }),
      }),
    }),
    bottom: Object3D({ parent: "body", lockable: true, translation: [0, 0, -edge / 2] }),
    top: Object3D({ parent: "body", lockable: true, translation: [0, 0, edge / 2] }),
  });

const lengths = [foot, half, half, half, half, foot];
const colors = ["Silver", "WhiteSmoke", "Silver", "Silver", "WhiteSmoke", "Silver"];
const joints = [1, 2, 3, 4, 5, 6, 7];
/** Roll, pitch, roll, pitch, … from foot to foot. */
const jointAxes = [3, 2, 3, 2, 3, 2, 3];

/** Angles of the three pitch joints for a foot that points down at a distance and a height from the other one. */
function reach(distance: number, height: number): [number, number, number] {
  const toWrist = Math.hypot(distance, height);
  const line = Math.atan2(distance, height);
  const bend = Math.acos(toWrist / (4 * half));
  return [line - bend, 2 * bend, Math.PI - line - bend];
}

/** All angles, standing on the blue foot, which looks along +x at azimuth 0. */
function onBlue(azimuth: number, distance: number, height: number, turn: number): number[] {
  const [a, b, c] = reach(distance, height);
  return [azimuth, a, 0, b, 0, c, turn];
}

/** Standing on the green foot: the same arm, seen from its other end. */
function onGreen(azimuth: number, distance: number, height: number, turn: number, blue: number): number[] {
  const [a, b, c] = reach(distance, height);
  return [blue, c, 0, b, 0, a, turn + azimuth];
}

const spots: Readonly<Record<string, readonly [number, number]>> = {
  home: [0, 0],
  east: [1, 0],
  north: [0, 1],
  west: [-1, 0],
  northWest: [-1, 1],
  southWest: [-1, -1],
  northEast: [1, 1],
  southEast: [1, -1],
  far1: [2, 0],
  far2: [2, 1],
};

const clear = edge + 0.25;
const limits = { distance: 0.01, velocity: 0.02, angularVelocity: 0.05 };

export const spaceRobot = Model3D({
  world: Object3D({ feature: Scene({ gravityField: NoGravityField(), nominalLength: 1.5, gap: 0.01 }) }),
  platform: Model({
    plate: Object3D({
      parent: "world",
      translation: [0.5, 0, -0.05],
      feature: Solid({
        shape: Box({ lengthX: 4.5, lengthY: 3.5, lengthZ: 0.1 }),
        visualMaterial: VisualMaterial({ color: "DarkSlateGrey" }),
      }),
    }),
    ...Object.fromEntries(
      Object.entries(spots).map(([name, [x, y]]) => [
        name,
        Object3D({ parent: "world", translation: [x, y, 0], lockable: true }),
      ]),
    ),
  }),
  blue: Model({
    ...part(foot, "RoyalBlue", { parent: "world", fixedToParent: false, assemblyRoot: true }),
    lock: Object3D({ parent: "body", lockable: true }),
  }),
  ...Object.fromEntries(lengths.map((length, k) => [`link${k + 1}`, Model(part(length, colors[k]!))])),
  green: Model({
    ...part(foot, "LimeGreen", { assemblyRoot: true }),
    lock: Object3D({ parent: "body", lockable: true, translation: [0, 0, foot] }),
  }),
  ...Object.fromEntries(
    joints.flatMap((k) => [
      [
        `joint${k}`,
        RevoluteWithFlange({
          obj1: k === 1 ? "blue.top" : `link${k - 1}.top`,
          obj2: k === 7 ? "green.body" : `link${k}.body`,
          axis: jointAxes[k - 1]!,
          phi: Var({ init: 0 }),
          w: Var({ init: 0 }),
        }),
      ],
      [`gear${k}`, Gear],
    ]),
  ),
  boxA: crate(1, 0, "Gold"),
  boxB: crate(-1, 1, "Tomato"),
  boxC: crate(1, 1, "Khaki"),
  boxD: crate(1, -1, "Khaki"),
  boxE: crate(2, 0, "Khaki"),
  boxF: crate(2, 1, "Khaki"),
  connect: joints.map((k) => [`gear${k}.flange`, `joint${k}.flange`]),
  equations: joints.map((k) => `gear${k}.reference = actions.q${k}*quantity(1, "rad")`),
  actions: ModelActions(function* (act) {
    yield act.referencePath({ names: joints.map((k) => `q${k}`), v_max: 0.5, a_max: 0.12 });
    yield act.attach("blue.lock", "platform.home", { limits });
    for (const [box, spot] of [
      ["boxA", "east"],
      ["boxB", "northWest"],
      ["boxC", "northEast"],
      ["boxD", "southEast"],
      ["boxE", "far1"],
      ["boxF", "far2"],
    ] as const)
      yield act.attach(`${box}.bottom`, `platform.${spot}`, { limits });
    // the green hand takes box A and puts it in the north
    yield act.ptpJointSpace([onBlue(0, 1, clear, 0), onBlue(0, 1, edge, 0)]);
    yield act.wait(1);
    yield act.releaseAndAttach("boxA.top", "green.lock", { limits });
    yield act.ptpJointSpace([
      onBlue(0, 1, clear, 0),
      onBlue(Math.PI / 2, 1, clear, 0),
      onBlue(Math.PI / 2, 1, edge, 0),
    ]);
    yield act.wait(1);
    yield act.releaseAndAttach("boxA.bottom", "platform.north", { limits });
    // the green foot steps to the west, the blue one lets go: the arm stands on its other end
    yield act.ptpJointSpace([onBlue(Math.PI / 2, 1, clear, 0), onBlue(Math.PI, 1, clear, 0), onBlue(Math.PI, 1, 0, 0)]);
    yield act.wait(1);
    yield act.flipChain("green.lock", "platform.west", "blue.lock", { limits });
    // now the blue hand takes box B and puts it in the south-west
    const turned = (azimuth: number, height: number) => onGreen(azimuth, 1, height, 0, Math.PI);
    yield act.ptpJointSpace([turned(0, clear), turned(Math.PI / 2, clear), turned(Math.PI / 2, edge)]);
    yield act.wait(1);
    yield act.releaseAndAttach("boxB.top", "blue.lock", { limits });
    yield act.ptpJointSpace([turned(Math.PI / 2, clear), turned(-Math.PI / 2, clear), turned(-Math.PI / 2, edge)]);
    yield act.wait(1);
    yield act.releaseAndAttach("boxB.bottom", "platform.southWest", { limits });
    yield act.ptpJointSpace([turned(-Math.PI / 2, clear)]);
  }),
});
