// Two cylinders collide in the air, crosswise and slanted: what one gets the other loses, in momentum and in angular momentum.
import assert from "node:assert/strict";
import {
  Cylinder,
  contactsOf,
  instantiate,
  Model3D,
  NoGravityField,
  Object3D,
  Scene,
  Solid,
  simulate,
} from "rattleback";

const cylinder = (axis: 1 | 2) =>
  Solid({ shape: Cylinder({ axis, diameter: 0.2, length: 0.8 }), solidMaterial: "Steel", collision: true });

const Cylinders = Model3D({
  world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
  first: Object3D({
    parent: "world",
    fixedToParent: false,
    translation: [-0.5, 0, 0],
    rotation: [0, 0.2, 0],
    velocity: [1.5, 0, 0.1],
    angularVelocity: [0, 0, 1],
    feature: cylinder(2),
  }),
  second: Object3D({
    parent: "world",
    fixedToParent: false,
    translation: [0.1, 0.2, 0.3],
    rotation: [0.1, 0.3, 0],
    velocity: [0, 0, -0.8],
    feature: cylinder(1),
  }),
});

export default Cylinders;
export const experiment = { stopTime: 0.8, tolerance: 1e-8, plots: ["first.velocity", "second.velocity"] };

const result = simulate(instantiate(Cylinders), { stopTime: 0.8, tolerance: 1e-8, interval: 0.01 });
for (const { kind, time, position, normalVelocity } of contactsOf(result).records)
  console.log(
    `${kind.padEnd(5)} ${time.toFixed(6)} s at (${position.map((v) => v.toFixed(3)).join(", ")}) with ${normalVelocity.toFixed(3)} m/s`,
  );

const velocityOf = (name: string, t: number) => result.at<number[]>(t, `${name}.velocity`);
const momentum = (t: number) => velocityOf("first", t).map((v, i) => v + velocityOf("second", t)[i]);
const [before, after] = [momentum(0), momentum(0.8)];
console.log(
  `momentum per mass ${before.map((v) => v.toFixed(6)).join(" ")} → ${after.map((v) => v.toFixed(6)).join(" ")}`,
);
before.forEach((value, i) => assert.ok(Math.abs(value - after[i]) < 1e-9));
assert.ok(
  Math.hypot(...velocityOf("second", 0.8).map((v, i) => v - velocityOf("second", 0)[i])) > 0.1,
  "they have met",
);
const energy = result.signal("energy.total").values as Float64Array;
assert.ok(energy.every((value, k) => k === 0 || value - energy[k - 1] < 1e-6 * energy[0]));
