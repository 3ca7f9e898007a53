// A ball hits a tower of ten boxes. A preview with rigid contacts; response: "elastic" computes it.
import assert from "node:assert/strict";
import { Box, instantiate, Model3D, Object3D, Scene, Solid, Sphere, simulate, UniformGravityField } from "rattleback";

const count = 10;
const solid = (shape: ReturnType<typeof Box>, solidMaterial = "DryWood") =>
  Solid({ shape, solidMaterial, collision: true });

const Tower = Model3D({
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }), response: "rigid" }) }),
  ground: Object3D({
    parent: "world",
    translation: [0, 0, -0.1],
    feature: solid(Box({ lengthX: 12, lengthY: 6, lengthZ: 0.2 })),
  }),
  ...Object.fromEntries(
    Array.from({ length: count }, (_, k) => [
      `box${k + 1}`,
      Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [0, 0, 0.03 + 0.06 * k],
        feature: solid(Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.06 })),
      }),
    ]),
  ),
  ball: Object3D({
    parent: "world",
    fixedToParent: false,
    translation: [-0.3, 0.01, 0.33],
    velocity: [4, 0, 0.3],
    feature: solid(Sphere({ diameter: 0.08 }) as never, "Steel"),
  }),
});

export default Tower;
export const experiment = { stopTime: 0.8, interval: 0.01, plots: ["box10.translation", "ball.translation"] };

const result = simulate(instantiate(Tower), { stopTime: 0.8, interval: 0.01 });
console.log(result.warnings[0]);
const heights = Array.from({ length: count }, (_, k) => (result.final(`box${k + 1}.translation`) as number[])[2]);
console.log(`the highest box is ${Math.max(...heights).toFixed(3)} m above the ground`);

assert.ok(Math.min(...heights) > 0.029 && Math.max(...heights) < 0.5);
const energy = result.signal("energy.total").values as Float64Array;
assert.ok(Math.max(...energy.slice(1).map((value, k) => value - energy[k])) < 1e-4 * energy[0]);
