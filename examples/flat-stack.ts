// Five steel boxes stand on each other on a table; a sixth one is dropped on its edge beside them and comes to rest.
import assert from "node:assert/strict";
import {
  Box,
  contactsOf,
  ElasticContactPairMaterial,
  instantiate,
  Model3D,
  Object3D,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
} from "rattleback";

const box = (translation: [number, number, number], rotation: [number, number, number] = [0, 0, 0]) =>
  Object3D({
    parent: "world",
    fixedToParent: false,
    translation,
    rotation,
    feature: Solid({
      shape: Box({ lengthX: 0.2, lengthY: 0.2, lengthZ: 0.2 }),
      solidMaterial: "Steel",
      collision: true,
    }),
  });

const Stack = Model3D({
  world: Object3D({
    feature: Scene({
      gravityField: UniformGravityField({ n: [0, 0, -1] }),
      elasticContactReductionFactor: 0.01,
      contact: { contactLaw: "exactRestitution" },
      contactPairMaterials: {
        "Steel,Steel": ElasticContactPairMaterial({ coefficientOfRestitution: 0.3, slidingFrictionCoefficient: 0.5 }),
      },
    }),
  }),
  table: Object3D({
    parent: "world",
    translation: [0, 0, -0.25],
    feature: Solid({ shape: Box({ lengthX: 4, lengthY: 4, lengthZ: 0.5 }), solidMaterial: "Steel", collision: true }),
  }),
  ...Object.fromEntries([0, 1, 2, 3, 4].map((i) => [`box${i + 1}`, box([0, 0, 0.1 + 0.2 * i])])),
  dropped: box([1, 0, 0.25], [0.7, 0, 0.3]),
});

export default Stack;
export const experiment = {
  stopTime: 1.2,
  tolerance: 1e-6,
  method: "radau5",
  plots: ["dropped.translation", "box5.translation"],
};

const result = simulate(instantiate(Stack), { stopTime: 1.2, tolerance: 1e-6, interval: 0.02, method: "radau5" });
const drift = [1, 2, 3, 4, 5].map((i) => {
  const [x, y] = result.signal<number[][]>(`box${i}.translation`).values.at(-1)!;
  return Math.hypot(x!, y!);
});
const height = result.signal<number[][]>("dropped.translation").values.at(-1)![2]!;
const lastEvent = contactsOf(result).records.at(-1)!.time;
console.log(`drift ${Math.max(...drift).toExponential(0)} m; the dropped box lies at ${height.toFixed(3)} m`);
assert.ok(Math.max(...drift) < 1e-6);
assert.ok(Math.abs(height - 0.1) < 1e-4);
assert.ok(lastEvent < 1.1);
