// Rods hit a plate of 3 mm with up to 100 m/s: elastic contacts with error control, and none of them passes through.
import assert from "node:assert/strict";
import {
  Box,
  Capsule,
  contactsOf,
  instantiate,
  Model3D,
  Object3D,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
} from "rattleback";

const count = 6;
const steel = { solidMaterial: "Steel", collision: true } as const;
const rod = Solid({ shape: Capsule({ axis: 3, diameter: 0.01, length: 0.08 }), ...steel });

const Rods = Model3D({
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) }),
  plate: Object3D({
    parent: "world",
    feature: Solid({ shape: Box({ lengthX: 1.2, lengthY: 0.6, lengthZ: 0.003 }), ...steel }),
  }),
  ...Object.fromEntries(
    Array.from({ length: count }, (_, k) => [
      `rod${k + 1}`,
      Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [0.15 * (k - 2.5), 0, 0.2 + 0.1 * k],
        rotation: [0.3 + 0.2 * k, 0.4, 0],
        velocity: [0, 0, -50 - 10 * k],
        feature: rod,
      }),
    ]),
  ),
});

export default Rods;
export const experiment = {
  stopTime: 0.01,
  tolerance: 1e-6,
  interval: 1e-4,
  plots: ["rod1.translation", "rod6.translation"],
};

const result = simulate(instantiate(Rods), { stopTime: 0.01, tolerance: 1e-6, interval: 1e-4 });
const starts = contactsOf(result).records.filter(({ kind }) => kind === "start");
const { method, steps, evaluations } = result.statistics;
console.log(`${starts.length} contacts begin; ${method}: ${steps} steps, ${evaluations} evaluations`);

assert.ok(starts.length >= count);
for (let k = 1; k <= count; k++) assert.ok((result.final(`rod${k}.translation`) as number[])[2] > 0);
