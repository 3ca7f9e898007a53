// A sphere falls on two bunnies: the upper one is its convex hull, the lower one is divided into convex parts.
import assert from "node:assert/strict";
import {
  contactsOf,
  instantiate,
  Mesh,
  Model3D,
  Object3D,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "rattleback";
import { convexParts, hullVolumeRatio } from "rattleback/collision";
import { bunnyTriangles, bunnyVertices } from "./models/bunny.ts";

const mesh = Mesh({ vertices: bunnyVertices(), triangles: bunnyTriangles(), scale: [0.03, 0.03, 0.03] });
const { parts, volumeRatio } = await convexParts(mesh, { maximumParts: 24 });
console.log(`the hull of the bunny is ${hullVolumeRatio(mesh).toFixed(2)} times as large as the bunny`);
console.log(`${parts.length} convex parts together ${volumeRatio.toFixed(2)} times`);

const wood = { shape: mesh, contactMaterial: "DryWood", collision: true };

const Bunnies = Model3D({
  world: Object3D({
    feature: Scene({
      gravityField: UniformGravityField({ n: [0, -1, 0] }),
      elasticContactReductionFactor: 1e-3,
    }),
  }),
  upperBunny: Object3D({ parent: "world", translation: [0, 0.5, 0], feature: Solid(wood) }),
  lowerBunny: Object3D({
    parent: "world",
    translation: [0.32, 0, 0.24],
    feature: Solid({ ...wood, convexParts: parts }),
  }),
  ball: Object3D({
    parent: "world",
    fixedToParent: false,
    translation: [0.03, 0.95, 0],
    feature: Solid({ shape: Sphere({ diameter: 0.06 }), solidMaterial: "DryWood", collision: true }),
  }),
});

export default Bunnies;
export const experiment = { stopTime: 0.8, tolerance: 1e-7, plots: ["ball.translation"] };

const result = simulate(instantiate(Bunnies), { stopTime: 0.8, tolerance: 1e-7, interval: 0.01 });
const starts = contactsOf(result).records.filter(({ kind }) => kind === "start");
for (const { time, obj1, obj2, normalVelocity } of starts.slice(0, 8))
  console.log(`${time.toFixed(4)} s  ${obj1} – ${obj2}  ${normalVelocity.toFixed(3)} m/s`);
console.log(`${starts.length} contacts`);

assert.equal([starts[0].obj1, starts[0].obj2].sort()[1], "upperBunny");
assert.ok(
  starts.some(({ obj1, obj2 }) => `${obj1} ${obj2}`.includes("part")),
  "it meets the lower bunny too",
);
const energy = result.signal("energy.total").values as Float64Array;
assert.ok(Math.max(...energy.slice(1).map((value, k) => value - energy[k])) < 1e-6 * energy[0]);
