// A body that spins about its middle axis turns over again and again; energy and angular momentum stay for a thousand seconds.
import assert from "node:assert/strict";
import { Box, instantiate, Model3D, NoGravityField, Object3D, Scene, Solid, simulate } from "rattleback";
import { massProperties } from "rattleback/collision";

const shape = Box({ lengthX: 0.3, lengthY: 0.2, lengthZ: 0.05 });
const Tumbling = Model3D({
  world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
  body: Object3D({
    parent: "world",
    fixedToParent: false,
    angularVelocity: [0.001, 2, 0],
    feature: Solid({ shape, solidMaterial: "Aluminium" }),
  }),
});

export default Tumbling;
export const experiment = { stopTime: 60, tolerance: 1e-9, plots: ["body.angularVelocity"] };

const result = simulate(instantiate(Tumbling), { stopTime: 1000, tolerance: 1e-10, interval: 1, method: "dop853" });
const { inertia } = massProperties(shape, { density: 2700 });
const w = result.signal<number[][]>("body.w").values; // in the axes of the body
const momentum = w.map(([x, y, z]) => Math.hypot(inertia[0] * x, inertia[3] * y, inertia[5] * z));
const energy = result.signal("energy.kinetic").values;
const spread = (values: ArrayLike<number>) =>
  (Math.max(...Array.from(values)) - Math.min(...Array.from(values))) / values[0];
const flips = w.filter((value, i) => i > 0 && value[1] * w[i - 1][1] < 0).length;
console.log(
  `${flips} times upside down; energy within ${spread(energy).toExponential(1)}, momentum within ${spread(momentum).toExponential(1)}`,
);
assert(flips > 20);
assert(spread(energy) < 1e-6 && spread(momentum) < 1e-6);
