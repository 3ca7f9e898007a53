// A swing breaks: when the pull of its rope exceeds what it can bear, the joint is cut and the seat flies on.
import assert from "node:assert/strict";
import {
  Cylinder,
  instantiate,
  Model3D,
  ModelActions,
  Object3D,
  Revolute,
  Scene,
  SensorResult,
  Solid,
  Sphere,
  simulate,
  Visual,
} from "rattleback";

const [length, mass, limit] = [2, 20, 500];
let brokeAt = 0;
let pull = 0;
const Swing = Model3D({
  world: Object3D({ feature: Scene({ nominalLength: 4, cutForces: true }) }),
  seat: Object3D({ feature: Solid({ shape: Sphere({ diameter: 0.3 }), massProperties: mass }) }),
  knot: Object3D({ parent: "seat", translation: [0, length, 0] }),
  rope: Object3D({
    parent: "seat",
    translation: [0, length / 2, 0],
    feature: Visual({ shape: Cylinder({ axis: 2, diameter: 0.03, length }) }),
  }),
  hook: Revolute({ obj1: "world", obj2: "knot", axis: 3, phi: 1.8 }),
  speed: SensorResult({ obj: "seat" }),
  actions: ModelActions(function* (act) {
    // what the joint transmits to the knot, along the rope
    yield act.until(`hook.cutForce[2] > ${limit}`);
    brokeAt = act.time;
    // the same pull by hand: m·v²/L + m·g·cos(phi)
    pull = mass * (act.value("hook.w") ** 2 * length + 9.81 * Math.cos(act.value("hook.phi")));
    yield act.cut("hook");
  }),
});

export default Swing;
export const experiment = { stopTime: 2, tolerance: 1e-8 };

const result = simulate(instantiate(Swing), experiment);
console.log(`the rope breaks at t = ${brokeAt.toFixed(4)} s under ${pull.toFixed(3)} N`);
assert.ok(Math.abs(pull - limit) < 1e-6 * limit);
// free flight from there on: the energy stays what it was
const energy = result.signal("energy.total").values as unknown as Float64Array;
assert.ok(Math.abs(energy.at(-1)! - energy[0]!) < 1e-4 * Math.abs(energy[0]!));
assert.ok(Math.hypot(...result.final<number[]>("seat.r_abs")) > length);
