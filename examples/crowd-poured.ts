// Two hundred spheres are poured into a box. A preview with rigid contacts; response: "elastic" computes it, and takes minutes.
import assert from "node:assert/strict";
import {
  Box,
  instantiate,
  Model3D,
  Object3D,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
  VisualMaterial,
} from "rattleback";

const count = 200;
const [side, pitch, diameter] = [5, 0.062, 0.05];
/** From the middle of the box to the inner faces of its walls, and how thick and high these are. */
const [inside, thickness, height] = [0.175, 0.05, 0.6];
const wood = { solidMaterial: "DryWood", collision: true } as const;
const ball = Solid({ shape: Sphere({ diameter }), ...wood });
/** A little off its place in the lattice, so that nothing stays balanced. */
const off = (k: number): number => 0.05 * pitch * (((k * 7919) % 101) / 50 - 1);

function wall(x: number, y: number, lengthX: number, lengthY: number) {
  return Object3D({
    parent: "world",
    translation: [x, y, height / 2],
    feature: Solid({
      shape: Box({ lengthX, lengthY, lengthZ: height }),
      ...wood,
      visualMaterial: VisualMaterial({ transparency: 0.7 }),
    }),
  });
}
const middle = inside + thickness / 2;
const outside = 2 * (inside + thickness);

const Poured = Model3D({
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }), response: "rigid" }) }),
  ground: Object3D({
    parent: "world",
    translation: [0, 0, -0.1],
    feature: Solid({ shape: Box({ lengthX: 1, lengthY: 1, lengthZ: 0.2 }), ...wood }),
  }),
  left: wall(-middle, 0, thickness, outside),
  right: wall(middle, 0, thickness, outside),
  front: wall(0, -middle, 2 * inside, thickness),
  back: wall(0, middle, 2 * inside, thickness),
  ...Object.fromEntries(
    Array.from({ length: count }, (_, k) => {
      const place = k % (side * side);
      const translation: [number, number, number] = [
        pitch * ((place % side) - 2) + off(3 * k),
        pitch * (Math.floor(place / side) - 2) + off(3 * k + 1),
        0.05 + pitch * Math.floor(k / (side * side)) + off(3 * k + 2),
      ];
      return [`ball${k + 1}`, Object3D({ parent: "world", fixedToParent: false, translation, feature: ball })];
    }),
  ),
});

export default Poured;
export const experiment = { stopTime: 0.5, interval: 0.01, plots: ["ball1.translation", "ball200.translation"] };

const result = simulate(instantiate(Poured), { stopTime: 0.5, interval: 0.01 });
console.log(result.warnings[0]);
const energy = result.signal("energy.total").values as Float64Array;
console.log(`${(100 * (1 - energy[energy.length - 1] / energy[0])).toFixed(1)} % of the energy is gone`);

const least = 0.998 * (diameter / 2);
for (let k = 1; k <= count; k++) {
  const [x, y, z] = result.final(`ball${k}.translation`) as number[];
  assert.ok(z > least && Math.max(Math.abs(x), Math.abs(y)) < inside - least, `ball${k} has left the box`);
}
assert.ok(Math.max(...energy.slice(1).map((value, k) => value - energy[k])) < 1e-6 * energy[0]);
