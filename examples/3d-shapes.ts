// Every shape: solids of one density fall and tumble alike whatever their form, and shapes that are only drawn stand behind them.
import assert from "node:assert/strict";
import {
  Beam,
  Box,
  Capsule,
  Cone,
  CoordinateSystem,
  Cylinder,
  Ellipsoid,
  GearWheel,
  Grid,
  instantiate,
  Mesh,
  Model3D,
  ModelicaShape,
  Object3D,
  Par,
  Scene,
  Solid,
  Sphere,
  SpringShape,
  simulate,
  TextShape,
  UniformGravityField,
  Visual,
} from "rattleback";

/** A pyramid of height 1 on a square of side 1; faces are counter-clockwise seen from outside. */
const pyramid = Mesh({
  vertices: [-0.5, -0.5, 0, 0.5, -0.5, 0, 0.5, 0.5, 0, -0.5, 0.5, 0, 0, 0, 1],
  triangles: [0, 2, 1, 0, 3, 2, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4],
});

const solids = {
  sphere: Sphere(),
  ellipsoid: Ellipsoid({ lengthY: 0.6, lengthZ: 0.4 }),
  box: Box({ lengthY: 0.7, lengthZ: 0.5 }),
  cylinder: Cylinder({ innerDiameter: 0.5, length: 0.8 }),
  cone: Cone({ topDiameter: 0.3 }),
  capsule: Capsule({ diameter: 0.5, length: 0.6 }),
  beam: Beam({ axis: 1, length: 0.8, width: 0.4, thickness: 0.2 }),
  mesh: pyramid,
};
/** m³ */
const volumes = {
  sphere: Math.PI / 6,
  ellipsoid: (Math.PI / 6) * 0.6 * 0.4,
  box: 0.7 * 0.5,
  cylinder: (Math.PI / 4) * (1 - 0.25) * 0.8,
  cone: (Math.PI / 12) * (1 + 0.3 + 0.09),
  capsule: Math.PI * 0.0625 * 0.6 + (4 / 3) * Math.PI * 0.25 ** 3,
  beam: (0.8 * 0.4 + Math.PI * 0.04) * 0.2,
  mesh: 1 / 3,
};
const drawn = {
  coordinateSystem: CoordinateSystem({ length: 0.8 }),
  grid: Grid({ length: 1, width: 1 }),
  spring: SpringShape({ diameter: 0.5, length: 0.9, wireDiameter: 0.06 }),
  gearWheel: GearWheel({ length: 0.3, innerDiameter: 0.3 }),
  text: TextShape({ text: "Shapes", font: { size: 0.3 }, axisAlignment: "XZ_Plane" }),
  modelicaCone: ModelicaShape({ type: 4, lengthX: 0.8, lengthY: 0.6, lengthZ: 0.6, extra: [0.4, 0, 0] }),
};

const g = 9.81;
const Shapes = Model3D({
  world: Object3D({
    feature: Scene({
      gravityField: UniformGravityField({ g, n: [0, 0, -1] }),
      nominalLength: 3,
      cameraLongitude: Par(-75, "deg"),
      cameraLatitude: Par(20, "deg"),
    }),
  }),
  ...Object.fromEntries(
    Object.entries(solids).map(([name, shape], k) => [
      name,
      Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [1.4 * k, 0, 0],
        velocity: [0, 0, 5],
        angularVelocity: [0.5, 1, 0.2],
        feature: Solid({ shape, solidMaterial: "DryWood" }),
      }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(drawn).map(([name, shape], k) => [
      name,
      Object3D({ parent: "world", translation: [1.8 * k, 2, 0], feature: Visual({ shape }) }),
    ]),
  ),
});

export default Shapes;
export const experiment = { stopTime: 1, plots: ["sphere.translation[3]", "box.angularVelocity[1]"] };

const result = simulate(instantiate(Shapes), { stopTime: 1, tolerance: 1e-9 });
const energy = result.signal("energy.total").values;
const total = Object.values(volumes).reduce((sum, volume) => sum + 700 * volume, 0);
console.log(`mass of all ${total.toFixed(1)} kg`);
// the drop of the potential energy is mass times drop of the common centre, whose start and end follow from g alone
const potential = result.signal("energy.potential").values;
const weight = (potential[0] - potential[potential.length - 1]) / (g * (g / 2 - 5));
console.log(`from the potential energy ${weight.toFixed(1)} kg`);
assert(Math.abs(energy[energy.length - 1] - energy[0]) < 1e-6 * Math.abs(energy[0]));
assert(Math.abs(weight - total) < 1e-7 * total);
