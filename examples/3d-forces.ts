// Every force element beside its closed form: springs, a mount, a towed mass, a hydraulic cylinder, loads and a sensor.
import assert from "node:assert/strict";
import {
  Box,
  Bushing,
  instantiate,
  LineForceWithMass,
  LineForceWithTwoMasses,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Prismatic,
  Revolute,
  Scene,
  SensorResult,
  Solid,
  SpringDamperPtP,
  simulate,
  Var,
  WorldForce,
  WorldTorque,
} from "rattleback";

const block = Solid({
  shape: Box({ lengthX: 0.2, lengthY: 0.2, lengthZ: 0.2 }),
  massProperties: MassProperties({ mass: 2, Ixx: 0.01, Iyy: 0.01, Izz: 0.01 }),
});
const at = (x: number, y: number) => Object3D({ parent: "world", translation: [x, y, 0] });
const free = (x: number, y: number) =>
  Object3D({ parent: "world", fixedToParent: false, translation: [x, y, 0], feature: block });

const Forces = Model3D({
  world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
  // k = 50 N/m on 2 kg: 5 rad/s
  hook: at(0, 0),
  swinging: free(1.1, 0),
  spring: SpringDamperPtP({ obj1: "hook", obj2: "swinging", nominalLength: 1, springForceLaw: 50 }),
  // along y and about z
  mount: at(0, 1),
  mounted: free(0, 1.02),
  bushing: Bushing({ obj1: "mount", obj2: "mounted", springForceLaw: [800, 800, 800], rotSpringForceLaw: [4, 4, 4] }),
  // a mass of 3 kg halfway on the line adds 3/4 kg to the inertia of what pulls it
  wall: at(0, 2),
  tug: Object3D({ feature: block }),
  rail: Prismatic({ obj1: "wall", obj2: "tug", axis: 1, s: 1 }),
  rope: LineForceWithMass({ obj1: "wall", obj2: "tug", mass: 3, lengthFraction: 0.5 }),
  pull: WorldForce({ obj: "tug", forceFunction: ({ time }) => [11 * time, 0, 0] }),
  // housing and rod of a cylinder that turns with its line
  bearing: at(2, 1),
  boom: Object3D({ feature: block }),
  boomEnd: Object3D({ parent: "boom", translation: [0.8, 0, 0] }),
  joint: Revolute({ obj1: "bearing", obj2: "boom", axis: 3, phi: 0.4, w: Var({ init: 2 }) }),
  foot: at(2.5, 0),
  cylinder: LineForceWithTwoMasses({
    obj1: "foot",
    obj2: "boomEnd",
    mass1: 1,
    distance1: 0.3,
    mass2: 0.5,
    distance2: 0.2,
  }),
  // 0.01 kg·m² turned by 0.03 N·m: 3 rad/s²
  top: free(4, 0),
  turning: WorldTorque({ obj: "top", torqueFunction: () => [0, 0, 0.03] }),
  sensor: SensorResult({ obj: "swinging", objOrigin: "top" }),
});

export default Forces;
export const experiment = { stopTime: 1, tolerance: 1e-9, plots: ["spring.force", "rail.v", "cylinder.distance"] };

const result = simulate(instantiate(Forces), { stopTime: 1, tolerance: 1e-9 });
const swing = result.final<number[]>("swinging.translation")[0];
const mounted = result.final<number[]>("mounted.translation")[1];
const w = result.final<number[]>("top.angularVelocity")[2];
console.log(`spring ${(swing - 1).toFixed(6)} m, bushing ${(mounted - 1).toFixed(6)} m`);
console.log(`tug ${result.final("rail.v").toFixed(6)} m/s, top ${w.toFixed(6)} rad/s`);
console.log(`sensor ${result.final("sensor.distance").toFixed(6)} m, boom ${result.final("joint.w").toFixed(4)} rad/s`);
assert(Math.abs(swing - 1 - 0.1 * Math.cos(5)) < 1e-7);
assert(Math.abs(mounted - 1 - 0.02 * Math.cos(20)) < 1e-7);
assert(Math.abs(result.final("rail.v") - 2) < 1e-9); // ∫ 11·t/(2 + 3/4) dt
assert(Math.abs(w - 3) < 1e-9);
assert(result.final("joint.w") !== 2);
