// An ellipsoid falls on a plate, another one on a sphere: curved bodies touch in one point, whichever way they tumble.
import assert from "node:assert/strict";
import {
  Box,
  contactsOf,
  Ellipsoid,
  instantiate,
  Model3D,
  Object3D,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "rattleback";

const egg = Solid({
  shape: Ellipsoid({ lengthX: 0.1, lengthY: 0.2, lengthZ: 0.3 }),
  solidMaterial: "Steel",
  collision: true,
});

const Ellipsoids = Model3D({
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, -1, 0] }) }) }),
  plate: Object3D({
    parent: "world",
    translation: [0, -0.05, 0],
    feature: Solid({ shape: Box({ lengthX: 4, lengthY: 0.1, lengthZ: 3 }), solidMaterial: "Steel", collision: true }),
  }),
  globe: Object3D({
    parent: "world",
    translation: [1.2, 0.3, 0],
    feature: Solid({ shape: Sphere({ diameter: 0.6 }), solidMaterial: "Steel", collision: true }),
  }),
  onPlate: Object3D({
    parent: "world",
    fixedToParent: false,
    translation: [0, 1, 0],
    angularVelocity: [5, 0, -2],
    feature: egg,
  }),
  onGlobe: Object3D({
    parent: "world",
    fixedToParent: false,
    translation: [1.25, 1, 0.02],
    angularVelocity: [1, 2, 3],
    feature: egg,
  }),
});

export default Ellipsoids;
export const experiment = { stopTime: 1.2, tolerance: 1e-8, plots: ["onPlate.translation", "onGlobe.translation"] };

const result = simulate(instantiate(Ellipsoids), { stopTime: 1.2, tolerance: 1e-8, interval: 0.01 });
const starts = contactsOf(result).records.filter(({ kind }) => kind === "start");
for (const { time, obj1, obj2, normalVelocity } of starts)
  console.log(`${time.toFixed(6)} s  ${obj1} – ${obj2}  ${normalVelocity.toFixed(4)} m/s`);

// the first contact with the plate, known from a computation with 20 digits
assert.ok(Math.abs(starts.find(({ obj2 }) => obj2 === "onPlate")!.time - 0.419773224238719) < 1e-7);
assert.ok(starts.some(({ obj1, obj2 }) => obj1 === "globe" && obj2 === "onGlobe"));
const energy = result.signal("energy.total").values as Float64Array;
assert.ok(Math.max(...energy.slice(1).map((value, k) => value - energy[k])) < 1e-6 * energy[0]);
