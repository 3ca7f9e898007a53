// The break: a cue ball hits the rack of fifteen in the middle. Everything stays symmetric, and no ball passes through another.
import assert from "node:assert/strict";
import {
  Box,
  contactsOf,
  expr,
  instantiate,
  Model3D,
  type ModelDefinition,
  Object3D,
  Par,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
  Visual,
  VisualMaterial,
} from "rattleback";

const [diameter, gap, rows] = [0.06, 1e-4, 5];
const [length, width, side] = [2.24, 1.12, 0.05];
const radius = diameter / 2;

const look = (color: string, shininess: number) => VisualMaterial({ color, shininess });
const colors = ["Gold", "RoyalBlue", "Crimson", "Purple", "DarkOrange", "SeaGreen", "Maroon", "Black"];

const ball = (x: number, y: number, color: string, speed = expr`0`) =>
  Object3D({
    parent: "world",
    fixedToParent: false,
    translation: [x, y, radius],
    velocity: [speed, 0, 0],
    feature: Solid({
      shape: Sphere({ diameter }),
      solidMaterial: "BilliardBall",
      visualMaterial: look(color, 0.9),
      collision: true,
    }),
  });
// the lower edge of a cushion is 7/5 of the radius above the table
const cushion = (x: number, y: number, lengthX: number, lengthY: number) =>
  Object3D({
    parent: "world",
    translation: [x, y, 1.4 * radius + 0.02],
    feature: Solid({
      shape: Box({ lengthX, lengthY, lengthZ: 0.04 }),
      solidMaterial: "BilliardCushion",
      visualMaterial: look("DarkGreen", 0.1),
      collision: true,
    }),
  });
// only to be seen: the frame that carries the cushions
const frame = (x: number, y: number, lengthX: number, lengthY: number) =>
  Object3D({
    parent: "world",
    translation: [x, y, 0.03],
    feature: Visual({ shape: Box({ lengthX, lengthY, lengthZ: 0.1 }), visualMaterial: look("SaddleBrown", 0.5) }),
  });

const pitch = diameter + gap;
const rack: Record<string, ModelDefinition> = {};
for (let row = 0; row < rows; row++)
  for (let k = 0; k <= row; k++)
    rack[`ball${row}${k}`] = ball(
      length / 4 + (row * pitch * Math.sqrt(3)) / 2,
      (k - row / 2) * pitch,
      colors[((row * (row + 1)) / 2 + k) % colors.length],
    );

const Billiard = Model3D({
  speed: Par({ value: 3, unit: "m/s", min: 0.5, max: 6, description: "of the cue ball" }),
  world: Object3D({
    feature: Scene({
      gravityField: UniformGravityField({ n: [0, 0, -1] }),
      cameraLongitude: Par(-35, "deg"),
      cameraLatitude: Par(35, "deg"),
    }),
  }),
  table: Object3D({
    parent: "world",
    translation: [0, 0, -0.01],
    feature: Solid({
      shape: Box({ lengthX: 2.44, lengthY: 1.32, lengthZ: 0.02 }),
      solidMaterial: "BilliardTable",
      visualMaterial: look("ForestGreen", 0.05),
      collision: true,
    }),
  }),
  left: cushion(-(length + side) / 2, 0, side, width),
  right: cushion((length + side) / 2, 0, side, width),
  front: cushion(0, -(width + side) / 2, length, side),
  back: cushion(0, (width + side) / 2, length, side),
  leftFrame: frame(-1.22, 0, 0.1, 1.42),
  rightFrame: frame(1.22, 0, 0.1, 1.42),
  frontFrame: frame(0, -0.66, 2.34, 0.1),
  backFrame: frame(0, 0.66, 2.34, 0.1),
  cue: ball(-length / 4, 0, "Ivory", expr`speed`),
  ...rack,
});

export default Billiard;
const speeds = ["cue", "ball00", "ball40", "ball42"].map((name) => `${name}.velocity[1]`);
export const experiment = { stopTime: 5, tolerance: 1e-7, plots: [speeds, ["energy.kinetic"]] };

const result = simulate(instantiate(Billiard), { stopTime: 1, tolerance: 1e-7, interval: 0.02, method: "tsit5" });
const starts = contactsOf(result).records.filter(({ kind, time }) => kind === "start" && time > 0);
console.log(
  `${starts.length} contacts, ${result.statistics.steps} steps; the cue ball meets the rack at ${starts[0].time.toFixed(4)} s`,
);

// mirror images: ball k of a row of n and ball n − k
let worst = 0;
for (let row = 0; row < rows; row++) {
  for (let k = 0; k <= row; k++) {
    const [x, y] = result.final(`ball${row}${k}`.concat(".translation")) as number[];
    const [mx, my] = result.final(`ball${row}${row - k}`.concat(".translation")) as number[];
    worst = Math.max(worst, Math.abs(x - mx), Math.abs(y + my));
  }
  console.log(
    Array.from({ length: row + 1 }, (_, k) =>
      (result.final(`ball${row}${k}.translation`) as number[])
        .slice(0, 2)
        .map((v) => v.toFixed(3))
        .join(", "),
    ).join("   "),
  );
}
console.log(`largest difference between mirror images ${worst.toExponential(1)} m`);
assert.ok(worst < 1e-6);
const energy = result.signal("energy.total").values as Float64Array;
assert.ok(Math.max(...energy.slice(1).map((value, k) => value - energy[k])) < 1e-6 * energy[0]);
