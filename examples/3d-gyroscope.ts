// A spinning top on a ball joint precesses steadily when it is started with the speed that theory demands.
import assert from "node:assert/strict";
import {
  Cylinder,
  instantiate,
  Model3D,
  Object3D,
  Scene,
  Solid,
  Spherical,
  simulate,
  UniformGravityField,
} from "rattleback";
import { massProperties } from "rattleback/collision";

const g = 9.81;
const height = 0.1;
const disc = Cylinder({ axis: 3, diameter: 0.12, length: 0.02 });
const { mass, inertia } = massProperties(disc, { density: 8000 });
const I3 = inertia[5];
const I1 = inertia[0] + mass * height ** 2;

// Tilt θ, spin w3 about the own axis, precession Ω about the vertical:  I1·Ω²·cos θ − I3·w3·Ω + m·g·h = 0
const tilt = Math.PI / 3;
const w3 = 200;
const root = Math.sqrt((I3 * w3) ** 2 - 4 * I1 * Math.cos(tilt) * mass * g * height);
const precession = (I3 * w3 - root) / (2 * I1 * Math.cos(tilt));
const axis = [0, -Math.sin(tilt), Math.cos(tilt)]; // turned by θ about x
const spin = w3 - precession * Math.cos(tilt);
const angularVelocity = [0, spin * axis[1], spin * axis[2] + precession];

const Gyroscope = Model3D({
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g, n: [0, 0, -1] }) }) }),
  tip: Object3D(),
  disc: Object3D({
    parent: "tip",
    translation: [0, 0, height],
    feature: Solid({ shape: disc, solidMaterial: "Steel" }),
  }),
  ball: Spherical({ obj1: "world", obj2: "tip", rotation: [tilt, 0, 0], angularVelocity }),
});

export default Gyroscope;
export const experiment = { stopTime: 2, tolerance: 1e-9, plots: ["disc.r_abs"] };

const result = simulate(instantiate(Gyroscope), { stopTime: 2, tolerance: 1e-9 });
const positions = result.signal<number[][]>("disc.r_abs").values;
const heights = positions.map((r) => r[2]);
const turned = Math.atan2(positions[positions.length - 1][0], -positions[positions.length - 1][1]);
const expected = (2 * precession) % (2 * Math.PI);
console.log(
  `precession ${precession.toFixed(4)} rad/s by theory; the top stays within ${(Math.max(...heights) - Math.min(...heights)).toExponential(1)} m`,
);
assert(Math.max(...heights) - Math.min(...heights) < 1e-6);
assert(Math.abs(Math.atan2(Math.sin(turned - expected), Math.cos(turned - expected))) < 1e-4);
