// A tall box on an accelerated table: it tips over where the acceleration exceeds g·b/h.
import assert from "node:assert/strict";
import {
  Box,
  ElasticContactPairMaterial,
  instantiate,
  Model3D,
  Object3D,
  Par,
  PrismaticWithFlange,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
} from "rattleback";
import { PrescribedAcceleration } from "rattleback/translational";

const [g, width, height] = [9.81, 0.1, 0.3];
const limit = (g * width) / height;

/** A tower on a table that a drive accelerates along x. */
function towerOnTable(a: number) {
  const steel = { solidMaterial: "Steel", collision: true } as const;
  return Model3D({
    a: Par({ value: a, unit: "m/s^2" }),
    start: Par({ value: 0.2, unit: "s" }),
    duration: Par({ value: 1, unit: "s" }),
    world: Object3D({
      feature: Scene({
        gravityField: UniformGravityField({ g, n: [0, 0, -1] }),
        contactPairMaterials: {
          "Steel,Steel": ElasticContactPairMaterial({ slidingFrictionCoefficient: 0.6, stiction: true }),
        },
      }),
    }),
    table: Object3D({ feature: Solid({ shape: Box({ lengthX: 1, lengthY: 0.5, lengthZ: 0.1 }), ...steel }) }),
    rail: PrismaticWithFlange({ obj1: "world", obj2: "table", axis: 1 }),
    drive: PrescribedAcceleration,
    tower: Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [0, 0, 0.05 + height / 2],
      feature: Solid({ shape: Box({ lengthX: width, lengthY: width, lengthZ: height }), ...steel }),
    }),
    // from rest to the full acceleration, smoothly
    equations: `
      x = max(0, min(1, (time - start)/duration))
      drive.a = a*x^2*(3 - 2*x)`,
    connect: [["drive.flange", "rail.flange"]],
  });
}

const Tipping = towerOnTable(1.01 * limit);
export default Tipping;
export const experiment = { stopTime: 1.8, tolerance: 1e-8, method: "radau5", plots: ["tower.rotation"] };

const [stands, tips] = [0.99, 1.01].map((factor) => {
  const model = instantiate(towerOnTable(factor * limit));
  const result = simulate(model, { stopTime: 1.8, tolerance: 1e-8, interval: 0.02, method: "radau5" });
  return Math.abs(result.signal<number[][]>("tower.rotation").values.at(-1)![1]!);
}) as [number, number];
console.log(
  `g·b/h = ${limit.toFixed(2)} m/s²; tilt after 1.8 s: ${stands.toExponential(1)} and ${tips.toFixed(3)} rad`,
);
assert.ok(stands < 1e-3);
assert.ok(tips > 0.02);
