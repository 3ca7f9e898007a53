// The rattleback: an ellipsoid whose heavy axes are turned against its round ones, spun the wrong way, rattles and turns round.
import assert from "node:assert/strict";
import {
  Box,
  ElasticContactPairMaterial,
  Ellipsoid,
  instantiate,
  MassProperties,
  Model3D,
  Object3D,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
} from "rattleback";

// semi-axes 0.2, 0.03, 0.02 m; the centre of mass lies 1 cm below the centre of the ellipsoid [Kane1982]
const halfHeight = 0.02;
const spin: [number, number, number] = [0, 0.5, -2];

const Rattleback = Model3D({
  world: Object3D({
    feature: Scene({
      gravityField: UniformGravityField({ n: [0, 0, -1] }),
      elasticContactReductionFactor: 1e-3,
      // hardly any loss: what slows the spin down is the coupling of spin and rattling
      contactPairMaterials: {
        "DryWood,DryWood": ElasticContactPairMaterial({ coefficientOfRestitution: 0.9, slidingFrictionCoefficient: 1 }),
      },
    }),
  }),
  table: Object3D({
    parent: "world",
    translation: [0, 0, -0.05],
    feature: Solid({ shape: Box({ lengthX: 2, lengthY: 2, lengthZ: 0.1 }), solidMaterial: "DryWood", collision: true }),
  }),
  stone: Object3D({
    parent: "world",
    fixedToParent: false,
    translation: [0, 0, halfHeight],
    // the point that touches the table does not slide
    velocity: [spin[1] * halfHeight, -spin[0] * halfHeight, 0],
    angularVelocity: spin,
    feature: Solid({
      shape: Ellipsoid({ lengthX: 0.4, lengthY: 0.06, lengthZ: 2 * halfHeight }),
      massProperties: MassProperties({
        mass: 1,
        centerOfMass: [0, 0, -0.01],
        Ixx: 2e-4,
        Iyy: 16e-4,
        Izz: 17e-4,
        Ixy: -2e-5,
      }),
      contactMaterial: "DryWood",
      collision: true,
    }),
  }),
});

export default Rattleback;
export const experiment = { stopTime: 4, tolerance: 1e-7, plots: ["stone.angularVelocity", "stone.rotation"] };

const result = simulate(instantiate(Rattleback), { stopTime: 4, tolerance: 1e-7, interval: 0.02, method: "radau5" });
const w = (t: number): number[] => result.at<number[]>(t, "stone.angularVelocity");
for (let t = 0; t <= 4; t += 0.5) {
  const [x, y, z] = w(t);
  console.log(`${t.toFixed(1)} s  spin ${z.toFixed(3)} rad/s, rattling ${Math.hypot(x, y).toFixed(3)} rad/s`);
}
let turn = 0;
while (w(turn)[2] < 0) turn += 0.01;
console.log(`the spin reverses at ${turn.toFixed(2)} s`);

assert.ok(turn > 3 && turn < 4);
assert.ok(w(4)[2] > 0.2, "and goes on the other way");
const energy = result.signal("energy.total").values as Float64Array;
assert.ok(Math.max(...energy.slice(1).map((value, k) => value - energy[k])) < 1e-5 * Math.abs(energy[0]));
