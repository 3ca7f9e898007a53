// A feeder drops a new part every half second onto a table: objects are created while the model runs.
import assert from "node:assert/strict";
import {
  Box,
  instantiate,
  Model3D,
  ModelActions,
  Object3D,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "rattleback";

const Feeder = Model3D({
  world: Object3D({
    feature: Scene({
      gravityField: UniformGravityField({ n: [0, 0, -1] }),
      elasticContactReductionFactor: 1e-4,
      nominalLength: 0.5,
    }),
  }),
  table: Object3D({
    parent: "world",
    translation: [0, 0, -0.05],
    feature: Solid({ shape: Box({ lengthX: 2, lengthY: 2, lengthZ: 0.1 }), solidMaterial: "DryWood", collision: true }),
  }),
  pattern: Object3D({
    parent: "world",
    assemblyRoot: true,
    translation: [0, 0, 0.6],
    feature: Solid({ shape: Sphere({ diameter: 0.06 }), solidMaterial: "DryWood", collision: true }),
  }),
  actions: ModelActions(function* (act) {
    for (let k = 0; k < 3; k++) {
      yield act.eventAfter(0.5);
      yield act.create(`part${k + 1}`, "pattern", { translation: [0.2 * (k - 1), 0, 0.4] });
    }
  }),
});

export default Feeder;
export const experiment = { stopTime: 2.5, tolerance: 1e-5 };

const result = simulate(instantiate(Feeder), experiment);
for (const k of [1, 2, 3]) {
  const [x, , z] = result.final<number[]>(`part${k}.r_abs`);
  console.log(`part ${k} at x = ${x!.toFixed(3)} m, height ${z!.toFixed(4)} m`);
  assert.ok(z! > 0.029 && z! < 0.2);
}
assert.equal(result.segments.length, 4);
