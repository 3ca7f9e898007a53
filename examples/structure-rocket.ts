// A two-stage rocket: the first stage burns out, is released, falls back and is deleted; states come and go, nothing is recompiled.
import assert from "node:assert/strict";
import {
  Cylinder,
  instantiate,
  MassProperties,
  Model,
  Model3D,
  ModelActions,
  Object3D,
  Scene,
  Solid,
  simulate,
  WorldForce,
} from "rattleback";

/** A stage of 100 kg with a locking frame at each end and an engine at the bottom. */
const stage = (height: number, length: number, diameter: number, thrust: (time: number) => number) =>
  Model({
    body: Object3D({
      parent: "world",
      fixedToParent: false,
      assemblyRoot: true,
      translation: [0, height, 0],
      feature: Solid({
        shape: Cylinder({ axis: 2, diameter, length }),
        massProperties: MassProperties({ mass: 100, Ixx: 1, Iyy: 1, Izz: 1 }),
      }),
    }),
    bottom: Object3D({ parent: "body", lockable: true, translation: [0, -length / 2, 0] }),
    top: Object3D({ parent: "body", lockable: true, translation: [0, length / 2, 0] }),
    engine: WorldForce({ obj: "bottom", forceFunction: ({ time }) => [0, thrust(time), 0] }),
  });

let isIgnited = false;
const Rocket = Model3D({
  world: Object3D({ feature: Scene() }),
  stage1: stage(1, 2, 0.2, (time) => Math.max(0, 2000 * (5 - time))),
  stage2: stage(2.5, 1, 0.15, (time) => (isIgnited ? 200 * (15 - time) : 0)),
  actions: ModelActions(function* (act) {
    isIgnited = false;
    yield act.attach("stage1.top", "stage2.bottom");
    yield act.eventAfter(5);
    isIgnited = true;
    yield act.release("stage1.top");
    yield act.eventAfter(5);
    yield act.delete("stage1.top");
  }),
});

export default Rocket;
export const experiment = { stopTime: 15, tolerance: 1e-8 };

const result = simulate(instantiate(Rocket), experiment);
const height = result.final<number[]>("stage2.body.translation")[1]!;
console.log(`${result.segments.length} segments, the second stage ends at ${height.toFixed(3)} m`);
// closed form: 1232.2083 m
assert.ok(Math.abs(height - 1232.2083333) < 1e-4);
