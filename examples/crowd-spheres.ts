// Fifty spheres fall onto each other. A preview with rigid contacts; response: "elastic" computes it, island by island.
import assert from "node:assert/strict";
import { Box, instantiate, Model3D, Object3D, Scene, Solid, Sphere, simulate, UniformGravityField } from "rattleback";

const [side, pitch] = [4, 0.065];
const wood = { solidMaterial: "DryWood", collision: true } as const;
const ball = Solid({ shape: Sphere({ diameter: 0.05 }), ...wood });
/** A little off its place in the lattice, so that nothing stays balanced. */
const off = (k: number): number => 0.05 * pitch * (((k * 7919) % 101) / 50 - 1);

const Spheres = Model3D({
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }), response: "rigid" }) }),
  ground: Object3D({
    parent: "world",
    translation: [0, 0, -0.1],
    feature: Solid({ shape: Box({ lengthX: 6, lengthY: 6, lengthZ: 0.2 }), ...wood }),
  }),
  ...Object.fromEntries(
    Array.from({ length: 50 }, (_, k) => {
      const place = k % (side * side);
      const translation: [number, number, number] = [
        pitch * ((place % side) - 1.5) + off(3 * k),
        pitch * (Math.floor(place / side) - 1.5) + off(3 * k + 1),
        0.05 + pitch * Math.floor(k / (side * side)) + off(3 * k + 2),
      ];
      return [`ball${k + 1}`, Object3D({ parent: "world", fixedToParent: false, translation, feature: ball })];
    }),
  ),
});

export default Spheres;
export const experiment = { stopTime: 0.8, interval: 0.01, plots: ["ball1.translation", "ball50.translation"] };

const result = simulate(instantiate(Spheres), { stopTime: 0.8, interval: 0.01 });
console.log(result.warnings[0]);
const energy = result.signal("energy.total").values as Float64Array;
console.log(`${(100 * (1 - energy[energy.length - 1] / energy[0])).toFixed(1)} % of the energy is gone`);

for (let k = 1; k <= 50; k++) assert.ok((result.final(`ball${k}.translation`) as number[])[2] > 0.0249);
assert.ok(Math.max(...energy.slice(1).map((value, k) => value - energy[k])) < 1e-6 * energy[0]);
