// A piston rod, a crank and a cylinder fall on the ground and on each other; rod and crank are meshes, which collide as their hulls.
import assert from "node:assert/strict";
import {
  Box,
  Cylinder,
  contactsOf,
  instantiate,
  Mesh,
  Model3D,
  Object3D,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
} from "rattleback";
import { convexHull } from "rattleback/collision";

/** Hull of rings of points: radius, place along x and height of the two rims of each. */
function ringHull(rings: readonly { x: number; radius: number; height: number }[]): Mesh {
  const vertices = rings.flatMap(({ x, radius, height }) =>
    Array.from({ length: 24 }, (_, k) => {
      const angle = (2 * Math.PI * k) / 24;
      const [px, py] = [x + radius * Math.cos(angle), radius * Math.sin(angle)];
      return [px, py, -height / 2, px, py, height / 2];
    }).flat(),
  );
  return Mesh({ vertices, triangles: convexHull(Float64Array.from(vertices))! });
}
const rod = ringHull([
  { x: -0.12, radius: 0.05, height: 0.04 },
  { x: 0.12, radius: 0.03, height: 0.04 },
]);
const crank = ringHull([
  { x: 0, radius: 0.06, height: 0.03 },
  { x: 0.08, radius: 0.03, height: 0.1 },
]);

const part = (shape: Mesh | ReturnType<typeof Cylinder>, translation: number[], rotation: number[], w: number[]) =>
  Object3D({
    parent: "world",
    fixedToParent: false,
    translation: translation as [number, number, number],
    rotation: rotation as [number, number, number],
    angularVelocity: w as [number, number, number],
    feature: Solid({ shape, solidMaterial: "Steel", collision: true }),
  });

const Parts = Model3D({
  world: Object3D({
    feature: Scene({
      gravityField: UniformGravityField({ n: [0, 0, -1] }),
      elasticContactReductionFactor: 1e-3,
    }),
  }),
  ground: Object3D({
    parent: "world",
    translation: [0, 0, -0.05],
    feature: Solid({ shape: Box({ lengthX: 2, lengthY: 2, lengthZ: 0.1 }), solidMaterial: "DryWood", collision: true }),
  }),
  rod: part(rod, [0, 0, 0.3], [0.3, 0.4, 0], [0, 1, 0]),
  crank: part(crank, [0.05, 0.02, 0.5], [0.5, 0, 0.2], [1, 0, 2]),
  cylinder: part(Cylinder({ axis: 1, diameter: 0.08, length: 0.15 }), [-0.03, 0, 0.65], [0, 0.6, 0.3], [0, 0, 3]),
});

export default Parts;
export const experiment = { stopTime: 2, tolerance: 1e-6, plots: ["rod.translation", "crank.translation"] };

const result = simulate(instantiate(Parts), { stopTime: 2, tolerance: 1e-6, interval: 0.01 });
const starts = contactsOf(result).records.filter(({ kind }) => kind === "start");
const pairs = new Map<string, number>();
for (const { obj1, obj2 } of starts) {
  const pair = `${obj1} – ${obj2}`;
  pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
}
for (const [pair, count] of pairs) console.log(`${String(count).padStart(3)} × ${pair}`);

assert.ok(
  [...pairs.keys()].some((pair) => !pair.includes("ground")),
  "parts meet each other",
);
for (const name of ["rod", "crank", "cylinder"]) assert.ok((result.final(`${name}.translation`) as number[])[2] > 0);
const energy = result.signal("energy.total").values as Float64Array;
assert.ok(Math.max(...energy.slice(1).map((value, k) => value - energy[k])) < 1e-5 * energy[0]);
