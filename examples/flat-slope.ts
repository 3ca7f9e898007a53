// Two boxes on a slope of 10°, friction 0.3. One truly sticks, and stays for 1000 s; with smoothed friction the other one creeps.
import assert from "node:assert/strict";
import {
  Box,
  ElasticContactPairMaterial,
  instantiate,
  Model3D,
  Object3D,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
} from "rattleback";

const angle = (10 * Math.PI) / 180;

function onSlope(stiction: boolean) {
  return Model3D({
    world: Object3D({
      feature: Scene({
        // the slope is level, and gravity is inclined: downhill is +x
        gravityField: UniformGravityField({ n: [Math.sin(angle), 0, -Math.cos(angle)] }),
        contactPairMaterials: {
          "Steel,Steel": ElasticContactPairMaterial({
            coefficientOfRestitution: 0.3,
            slidingFrictionCoefficient: 0.3,
            stiction,
          }),
        },
      }),
    }),
    slope: Object3D({
      parent: "world",
      translation: [0, 0, -0.25],
      feature: Solid({ shape: Box({ lengthX: 8, lengthY: 2, lengthZ: 0.5 }), solidMaterial: "Steel", collision: true }),
    }),
    box: Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [0, 0, 0.1],
      feature: Solid({
        shape: Box({ lengthX: 0.2, lengthY: 0.2, lengthZ: 0.2 }),
        solidMaterial: "Steel",
        collision: true,
      }),
    }),
  });
}

const Sticking = onSlope(true);
export default Sticking;
export const experiment = { stopTime: 1000, tolerance: 1e-8, method: "radau5", plots: ["box.translation"] };

const [sticks, creeps] = [true, false].map((stiction) => {
  const options = { stopTime: 1000, tolerance: 1e-8, interval: 10, method: "radau5" };
  const result = simulate(instantiate(onSlope(stiction)), options);
  return result.signal<number[][]>("box.translation").values.at(-1)![0]!;
}) as [number, number];
console.log(`after 1000 s: sticking ${(1e6 * sticks).toFixed(2)} µm, smoothed ${creeps.toFixed(2)} m`);
assert.ok(Math.abs(sticks) < 1e-6);
assert.ok(creeps > 0.1);
