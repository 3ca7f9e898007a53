// Capsules, beams, cones and frustums fall on a plate, three of each, turned about different axes: they bounce, tumble and slide.
import assert from "node:assert/strict";
import {
  Beam,
  Box,
  Capsule,
  Cone,
  contactsOf,
  instantiate,
  Model3D,
  type ModelDefinition,
  Object3D,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
} from "rattleback";

type Axis = 1 | 2 | 3;

const shapes = {
  capsule: (axis: Axis) => Capsule({ axis, diameter: 0.25, length: 0.5 }),
  beam: (axis: Axis) => Beam({ axis, length: 0.4, width: 0.25, thickness: 0.2 }),
  cone: (axis: Axis) => Cone({ axis, diameter: 0.3, length: 0.5 }),
  frustum: (axis: Axis) => Cone({ axis, diameter: 0.3, topDiameter: 0.15, length: 0.4 }),
};

/** Three solids of one shape above a plate. */
function falling(shape: (typeof shapes)[keyof typeof shapes]): ModelDefinition {
  const body = (axis: Axis, x: number) =>
    Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [x, 0, 0.9],
      rotation: [0.4 * axis, 0.7, 0.3 * axis],
      velocity: [0, 0.3, 0],
      angularVelocity: [1, axis, 0],
      feature: Solid({ shape: shape(axis), solidMaterial: "DryWood", collision: true }),
    });
  return Model3D({
    world: Object3D({
      feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }),
    }),
    plate: Object3D({
      parent: "world",
      translation: [0, 0, -0.05],
      feature: Solid({
        shape: Box({ lengthX: 6, lengthY: 4, lengthZ: 0.1 }),
        solidMaterial: "DryWood",
        collision: true,
      }),
    }),
    bodyX: body(1, -1),
    bodyY: body(2, 0),
    bodyZ: body(3, 1),
  });
}

const Capsules = falling(shapes.capsule);
export default Capsules;
export const experiment = { stopTime: 0.65, tolerance: 1e-7, plots: ["bodyX.translation", "energy.total"] };

for (const [name, shape] of Object.entries(shapes)) {
  const result = simulate(instantiate(falling(shape as never)), { stopTime: 0.65, tolerance: 1e-7, interval: 0.01 });
  const { records } = contactsOf(result);
  const starts = records.filter(({ kind }) => kind === "start");
  const energy = result.signal("energy.total").values as Float64Array;
  const growth = Math.max(...energy.slice(1).map((value, k) => value - energy[k])) / energy[0];
  console.log(
    `${name.padEnd(8)} ${String(starts.length).padStart(3)} contacts, the first at ${starts[0].time.toFixed(4)} s; ` +
      `energy ${energy[0].toFixed(2)} → ${energy.at(-1)!.toFixed(2)} J`,
  );
  assert.ok(starts.length >= 3);
  assert.ok(growth < 1e-6, "contacts and friction never add energy");
  for (const body of ["bodyX", "bodyY", "bodyZ"]) assert.ok((result.final(`${body}.translation`) as number[])[2] > 0);
}
