// A double pendulum in space: two rods with skew axes, chaotic, and yet its energy stays.
import assert from "node:assert/strict";
import { Cylinder, instantiate, Model, Model3D, Object3D, Revolute, Scene, Solid, simulate } from "rattleback";

/** A rod along x with a frame at each end. */
const Rod = Model({
  body: Object3D({
    feature: Solid({ shape: Cylinder({ axis: 1, diameter: 0.05, length: 0.5 }), solidMaterial: "Steel" }),
  }),
  left: Object3D({ parent: "body", translation: [-0.25, 0, 0] }),
  right: Object3D({ parent: "body", translation: [0.25, 0, 0] }),
});

const DoublePendulum = Model3D({
  world: Object3D({ feature: Scene() }),
  rod1: Rod,
  rod2: Rod,
  rev1: Revolute({ obj1: "world", obj2: "rod1.left", axis: 3 }),
  rev2: Revolute({ obj1: "rod1.right", obj2: "rod2.left", axis: [0, 1, 1], phi: 0.5 }),
});

export default DoublePendulum;
export const experiment = { stopTime: 10, tolerance: 1e-9, plots: ["rev1.phi", "rev2.phi"] };

const result = simulate(instantiate(DoublePendulum), { stopTime: 10, tolerance: 1e-9 });
const energy = result.signal("energy.total").values;
const largest = Math.max(...result.signal("energy.kinetic").values);
const drift = Math.max(...energy.map((value) => Math.abs(value - energy[0])));
console.log(
  `steps ${result.statistics.steps}, energy drift ${(drift / largest).toExponential(1)} of the largest kinetic energy`,
);
assert(drift < 1e-6 * largest);
