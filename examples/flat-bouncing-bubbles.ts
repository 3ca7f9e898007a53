// Two bubbles of triangles bounce on a plate and meet in the air: energy goes down with every contact.
import assert from "node:assert/strict";
import {
  Box,
  Ellipsoid,
  instantiate,
  MassProperties,
  Model3D,
  Object3D,
  PolygonalContactModel,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "rattleback";

const layer = {
  task: "F",
  maxPenetration: 0.08,
  bodyF_YoungsModulus: 5e4,
  bodyF_PoissonsRatio: 0.3,
  bodyF_LayerDepth: 0.05,
  compressionArealDampingFactor: 5e2,
  expansionArealDampingFactor: 5e2,
  frictionCoefficient: 0.2,
  frictionRegularizationVelocity: 0.02,
  segments: 24,
} as const;
const bubble = (
  shape: ReturnType<typeof Sphere> | ReturnType<typeof Ellipsoid>,
  at: [number, number, number],
  vx: number,
) =>
  Object3D({
    parent: "world",
    fixedToParent: false,
    translation: at,
    velocity: [vx, 0, 0],
    feature: Solid({ shape, massProperties: MassProperties({ mass: 1, Ixx: 0.01, Iyy: 0.01, Izz: 0.01 }) }),
  });

const Bouncing = Model3D({
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) }),
  plate: Object3D({
    parent: "world",
    translation: [0, 0, -0.1],
    feature: Solid({
      shape: Box({ lengthX: 4, lengthY: 2, lengthZ: 0.2 }),
      massProperties: MassProperties({ mass: 1 }),
    }),
  }),
  left: bubble(Sphere({ diameter: 0.4 }), [-0.6, 0, 0.6], 1),
  right: bubble(Ellipsoid({ lengthX: 0.4, lengthY: 0.4, lengthZ: 0.3 }), [0.6, 0.05, 0.6], -1),
  leftOnPlate: PolygonalContactModel({ obj1: "plate", obj2: "left", ...layer }),
  rightOnPlate: PolygonalContactModel({ obj1: "plate", obj2: "right", ...layer }),
  meeting: PolygonalContactModel({ obj1: "left", obj2: "right", ...layer }),
});

export default Bouncing;
export const experiment = { stopTime: 1.5, tolerance: 1e-5, plots: ["left.translation", "right.translation"] };

const result = simulate(instantiate(Bouncing), { stopTime: 1.5, tolerance: 1e-5, interval: 0.005 });
const energy = result.signal("energy.total").values;
const rise = Math.max(...energy.map((e, i) => e - Math.min(...energy.slice(0, i + 1))));
const lost = 1 - (energy.at(-1)! - 2 * 9.81 * 0.18) / (energy[0]! - 2 * 9.81 * 0.18);
const met = result.signal("meeting.numContactElements").values.filter((n) => n > 0).length;
console.log(
  `${(100 * lost).toFixed(0)} % of the energy is lost; the bubbles touch in ${met} of ${energy.length} pictures`,
);
assert.ok(met > 0 && lost > 0.1);
// the sum over triangles is no exact integral, so energy is kept only as well as the mesh is fine
assert.ok(rise < 0.02 * energy[0]!);
