// A robot throws a ball: released in full swing it flies along a parabola, with the spin of the hand, and hits the ground.
import assert from "node:assert/strict";
import {
  Beam,
  Box,
  instantiate,
  Model3D,
  ModelActions,
  Object3D,
  RevoluteWithFlange,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
  Var,
} from "rattleback";
import { Fixed, SpringDamper } from "rattleback/rotational";

const Thrower = Model3D({
  world: Object3D({
    feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }), elasticContactReductionFactor: 1e-3 }),
  }),
  ground: Object3D({
    parent: "world",
    translation: [0, 0, -1.05],
    feature: Solid({
      shape: Box({ lengthX: 60, lengthY: 4, lengthZ: 0.1 }),
      solidMaterial: "DryWood",
      collision: true,
    }),
  }),
  arm: Object3D({
    feature: Solid({ shape: Beam({ axis: 1, length: 0.8, width: 0.1, thickness: 0.1 }), solidMaterial: "Aluminium" }),
  }),
  shoulder: Object3D({ parent: "arm", translation: [-0.4, 0, 0] }),
  hand: Object3D({ parent: "arm", translation: [0.45, 0, 0.08], lockable: true }),
  motor: RevoluteWithFlange({ obj1: "world", obj2: "shoulder", axis: 2, phi: Var({ init: 0.6 }), w: Var({ init: 0 }) }),
  spring: SpringDamper.with({ c: 90, d: 0.5, phi_rel0: -2.2 }),
  fixed: Fixed,
  connect: [
    ["spring.flange_a", "fixed.flange"],
    ["spring.flange_b", "motor.flange"],
  ],
  ball: Object3D({
    parent: "hand",
    assemblyRoot: true,
    feature: Solid({ shape: Sphere({ diameter: 0.1 }), solidMaterial: "DryWood", collision: true }),
  }),
  eye: Object3D({ parent: "ball", lockable: true }),
  actions: ModelActions(function* (act) {
    yield act.until("motor.phi < -0.8");
    yield act.release("eye");
  }),
});

export default Thrower;
export const experiment = { stopTime: 3, tolerance: 1e-7 };

const result = simulate(instantiate(Thrower), experiment);
const released = result.events.find(({ changed }) => changed.some((line) => line.startsWith("release")))!.time;
const landed = result.events.find(({ changed }) =>
  changed.some((line) => line.includes("ball and ground begins") || line.includes("ground and ball begins")),
)!.time;
console.log(`released at ${released.toFixed(3)} s, on the ground at ${landed.toFixed(3)} s`);
// between the two it flies like any stone
const fly = (t: number) => result.at<number[]>(t, "ball.translation");
const { time, values } = result.signal<number[][]>("ball.velocity");
const first = Array.from(time).findIndex((t, k) => t === released && !Number.isNaN(values[k]![0]!));
const v = values[first]!;
const r = result.signal<number[][]>("ball.translation").values[first]!;
const middle = Array.from(time).find((t) => t > 0.5 * (released + landed))!;
const dt = middle - released;
const expected = r.map((x, i) => x + v[i]! * dt - (i === 2 ? (9.81 * dt * dt) / 2 : 0));
assert.ok(Math.hypot(...fly(middle).map((x, i) => x - expected[i]!)) < 1e-5);
