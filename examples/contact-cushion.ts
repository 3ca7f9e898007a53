// A billiard ball rolls against the cushion: the rail touches it above its centre and presses it on the table while it turns back.
import assert from "node:assert/strict";
import {
  Box,
  contactsOf,
  instantiate,
  Model3D,
  Object3D,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "rattleback";

const radius = 0.03;
const [railX, railHeight] = [0.5, 1.4 * radius];

const Cushion = Model3D({
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) }),
  table: Object3D({
    parent: "world",
    translation: [0, 0, -0.01],
    feature: Solid({
      shape: Box({ lengthX: 3, lengthY: 0.5, lengthZ: 0.02 }),
      solidMaterial: "BilliardTable",
      collision: true,
    }),
  }),
  // its lower edge is the contact line, 7/5 of the radius above the table
  rail: Object3D({
    parent: "table",
    translation: [railX + 0.025, 0, 0.01 + railHeight + 0.02],
    feature: Solid({
      shape: Box({ lengthX: 0.05, lengthY: 0.5, lengthZ: 0.04 }),
      solidMaterial: "BilliardCushion",
      collision: true,
    }),
  }),
  ball: Object3D({
    parent: "world",
    fixedToParent: false,
    translation: [0, 0, radius],
    velocity: [2, 0, 0],
    feature: Solid({ shape: Sphere({ diameter: 2 * radius }), solidMaterial: "BilliardBall", collision: true }),
  }),
});

export default Cushion;
export const experiment = { stopTime: 0.8, tolerance: 1e-8, plots: ["ball.velocity", "ball.angularVelocity"] };

const result = simulate(instantiate(Cushion), { stopTime: 0.8, tolerance: 1e-8, interval: 0.002, method: "tsit5" });
const [start, end] = contactsOf(result).records.filter(({ obj1, obj2 }) => obj1 === "rail" || obj2 === "rail");
const [before, after] = [start.time - 1e-3, end.time + 1e-3].map((t) => result.at<number[]>(t, "ball.velocity")[0]);
console.log(`touches the rail at ${start.time.toFixed(4)} s, ${(1000 * (end.time - start.time)).toFixed(3)} ms long`);
console.log(
  `velocity ${before.toFixed(3)} → ${after.toFixed(3)} m/s, normal of the contact (${start.normal.map((n) => n.toFixed(3)).join(", ")})`,
);

// the edge of the rail touches the ball above its equator: the normal points up from the ball by asin(2/5)
const slope = Math.abs(start.normal[2]);
assert.ok(Math.abs(slope - 0.4) < 0.02);
assert.ok(before > 1 && after < 0 && Math.abs(after) < before);
const energy = result.signal("energy.total").values as Float64Array;
assert.ok(Math.max(...energy.slice(1).map((value, k) => value - energy[k])) < 1e-6 * energy[0]);
