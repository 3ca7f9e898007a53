// A ball of triangles falls on a torus of triangles, tilts into its hole and comes to rest on a ring of contact elements.
import assert from "node:assert/strict";
import {
  instantiate,
  MassProperties,
  Mesh,
  Model3D,
  Object3D,
  PolygonalContactModel,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "rattleback";
import { tessellate } from "rattleback/collision";

/** A torus about z: rings around, corners across. */
function torus(R: number, r: number, around: number, across: number): Mesh {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const at = (i: number, j: number) => (i % around) * across + (j % across);
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const [p, q] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / across];
      const d = R + r * Math.cos(q);
      vertices.push(d * Math.cos(p), d * Math.sin(p), r * Math.sin(q));
      triangles.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return Mesh({ vertices, triangles });
}

const TorusAndSphere = Model3D({
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }), nominalLength: 2 }) }),
  torus: Object3D({
    parent: "world",
    feature: Solid({ shape: torus(1, 0.3, 48, 24), massProperties: MassProperties({ mass: 10 }) }),
  }),
  sphere: Object3D({
    parent: "world",
    fixedToParent: false,
    translation: [0, 0.1, 1.2],
    feature: Solid({
      shape: Mesh(tessellate(Sphere({ diameter: 2 }), 24)),
      massProperties: MassProperties({ mass: 5, Ixx: 2, Iyy: 2, Izz: 2 }),
    }),
  }),
  force: PolygonalContactModel({
    obj1: "torus",
    obj2: "sphere",
    task: "E",
    maxPenetration: 0.03,
    bodyE_YoungsModulus: 1e4,
    bodyE_PoissonsRatio: 0.4,
    bodyE_LayerDepth: 0.01,
    compressionArealDampingFactor: 2e4,
    expansionArealDampingFactor: 2e4,
    dampingTransitionMode: "linear",
    dampingTransitionDepth: 0.001,
    frictionCoefficient: 0.3,
    frictionRegularizationVelocity: 5e-3,
  }),
});

export default TorusAndSphere;
export const experiment = {
  stopTime: 1.5,
  tolerance: 1e-4,
  method: "bdf",
  plots: ["sphere.translation", "force.numContactElements"],
};

const result = simulate(instantiate(TorusAndSphere), { stopTime: 1.5, tolerance: 1e-4, interval: 0.01, method: "bdf" });
const carried = result.signal<number[][]>("force.forceVector").values.at(-1)![2]! / (5 * 9.81);
const height = result.signal<number[][]>("sphere.translation").values.at(-1)![2]!;
const elements = result.signal("force.numContactElements").values.at(-1)!;
console.log(
  `${elements} elements carry ${carried.toFixed(2)} of the weight, centre of the ball at ${height.toFixed(2)} m`,
);
// the unit ball rests on a ring: its centre is √(1.3² − 1²) above that of the torus, less facets and penetration
assert.ok(Math.abs(height - Math.sqrt(1.3 ** 2 - 1)) < 0.02);
assert.ok(Math.abs(carried - 1) < 0.05);
assert.ok(elements >= 3);
