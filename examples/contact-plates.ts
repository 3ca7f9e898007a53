// A sphere is thrown between two plates and a wall: it hits the upper plate, the wall, the lower plate and goes on.
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
  Sphere,
  simulate,
  UniformGravityField,
} from "rattleback";

const restitution = 0.9;
const plate = (translation: [number, number, number], lengthX: number, lengthY: number) =>
  Object3D({
    parent: "world",
    translation,
    feature: Solid({ shape: Box({ lengthX, lengthY, lengthZ: 1 }), solidMaterial: "Steel", collision: true }),
  });

const Plates = Model3D({
  world: Object3D({
    feature: Scene({
      gravityField: UniformGravityField({ n: [0, -1, 0] }),
      contact: { contactLaw: "exactRestitution" },
      contactPairMaterials: {
        "Steel,Steel": ElasticContactPairMaterial({ coefficientOfRestitution: restitution }),
      },
    }),
  }),
  lower: plate([0, -0.05, 0], 4, 0.1),
  upper: plate([0, 1.05, 0], 4, 0.1),
  wall: plate([-1.05, 0.5, 0], 0.1, 1),
  ball: Object3D({
    parent: "world",
    fixedToParent: false,
    translation: [0, 0.5, 0],
    velocity: [-3, 4, 0],
    feature: Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: "Steel", collision: true }),
  }),
});

export default Plates;
export const experiment = { stopTime: 1, tolerance: 1e-8, plots: ["ball.translation"] };

const result = simulate(instantiate(Plates), { stopTime: 1, tolerance: 1e-8, interval: 0.01 });
const { records } = contactsOf(result);
const starts = records.filter(({ kind }) => kind === "start");
for (const start of starts) {
  const partner = start.obj1 === "ball" ? start.obj2 : start.obj1;
  const end = records.find(({ kind, time }) => kind === "end" && time > start.time);
  if (end === undefined) continue;
  const measured = -end.normalVelocity / start.normalVelocity;
  console.log(`${start.time.toFixed(4)} s  ${partner.padEnd(6)} restitution ${measured.toFixed(5)}`);
  // without friction; gravity acts during the millisecond of the impact
  assert.ok(Math.abs(measured - restitution) < 2e-3);
}
assert.deepEqual(
  starts.slice(0, 3).map(({ obj1 }) => obj1),
  ["upper", "wall", "lower"],
);
