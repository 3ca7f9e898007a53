// Nine joints on one turntable, each with a body: whatever they allow, energy and momentum about the axis stay.
import assert from "node:assert/strict";
import {
  Beam,
  Cylinder,
  Cylindrical,
  Fix,
  Free,
  instantiate,
  Model,
  Model3D,
  type ModelDefinition,
  Object3D,
  Planar,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Screw,
  Solid,
  Spherical,
  simulate,
  UniformGravityField,
  Universal,
  Var,
} from "rattleback";

const radius = 1.2;
const bar = Solid({ shape: Beam({ axis: 1, length: 0.3, width: 0.1, thickness: 0.05 }), solidMaterial: "Aluminium" });
const ends = { obj1: "place", obj2: "left" };

/** A place on the rim of the table, a joint there, and a bar that it carries. */
function station(number: number, joint: ModelDefinition): ModelDefinition {
  const angle = (number * 2 * Math.PI) / 10;
  return Model({
    place: Object3D({
      parent: "table",
      translation: [radius * Math.cos(angle), radius * Math.sin(angle), 0.2],
      rotation: [0, 0, angle],
    }),
    bar: Object3D({ feature: bar }),
    left: Object3D({ parent: "bar", translation: [-0.15, 0, 0] }),
    joint,
  });
}

const Joints = Model3D({
  world: Object3D({
    feature: Scene({ gravityField: UniformGravityField({ g: 9.81, n: [0, 0, -1] }), nominalLength: 2 }),
  }),
  table: Object3D({
    feature: Solid({ shape: Cylinder({ axis: 3, diameter: 2.6, length: 0.1 }), solidMaterial: "DryWood" }),
  }),
  turn: Revolute({ obj1: "world", obj2: "table", axis: 3, w: Var({ init: 1 }) }),
  revolute: station(0, Revolute({ ...ends, axis: 2 })),
  revoluteWithFlange: station(1, RevoluteWithFlange({ ...ends, axis: [1, 1, 0], phi: 0, w: 0 })),
  prismatic: station(2, Prismatic({ ...ends, axis: 1, v: -0.5 })),
  prismaticWithFlange: station(3, PrismaticWithFlange({ ...ends, axis: 2, s: 0, v: 0 })),
  screw: station(4, Screw({ ...ends, axis: 3, pitch: 0.1 })),
  cylindrical: station(5, Cylindrical({ ...ends, axis: 1, v: -0.5, w: 3 })),
  universal: station(6, Universal({ ...ends, axis: 2, secondAxis: 3 })),
  planar: station(7, Planar({ ...ends, axis: 3, v1: -0.5, w: 2 })),
  spherical: station(8, Spherical({ ...ends, angularVelocity: [2, 0, 0] })),
  fix: station(9, Fix({ ...ends, translation: [0, 0, 0.1] })),
  stone: Object3D({ feature: bar }),
  free: Free({ obj1: "table", obj2: "stone", translation: [0, 0, 1], velocity: [0, 0, 2], angularVelocity: [1, 2, 3] }),
});

export default Joints;
export const experiment = {
  stopTime: 0.8,
  tolerance: 1e-8,
  plots: ["revolute.joint.phi", "planar.joint.s1", "turn.w"],
};

const result = simulate(instantiate(Joints), { stopTime: 0.8, tolerance: 1e-8 });
const energy = result.signal("energy.total").values;
const drift = Math.max(...energy.map((value) => Math.abs(value - energy[0])));
console.log(`${result.stateNames.length} states, energy ${energy[0].toFixed(2)} J, drift ${drift.toExponential(0)} J`);
for (const name of ["revolute.joint.phi", "screw.joint.phi", "cylindrical.joint.s", "turn.w"])
  console.log(`${name.padEnd(20)} ${result.final(name).toFixed(4)}`);
assert(drift < 1e-5 * Math.abs(energy[0]));
