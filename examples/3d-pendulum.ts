// A bar of aluminium swings about its end, with a damper of the rotational library at the joint.
import assert from "node:assert/strict";
import {
  Beam,
  Cylinder,
  instantiate,
  Model3D,
  Object3D,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
  Var,
  Visual,
  VisualMaterial,
} from "rattleback";
import { Damper, Fixed } from "rattleback/rotational";

const Pendulum = Model3D({
  world: Object3D({ feature: Scene() }),
  bar: Object3D({
    feature: Solid({ shape: Beam({ axis: 1, length: 1, width: 0.2, thickness: 0.2 }), solidMaterial: "Aluminium" }),
  }),
  pivot: Object3D({
    parent: "bar",
    translation: [-0.5, 0, 0],
    feature: Visual({
      shape: Cylinder({ diameter: 0.1, length: 0.21 }),
      visualMaterial: VisualMaterial({ color: "Red" }),
    }),
  }),
  rev: RevoluteWithFlange({ obj1: "world", obj2: "pivot", axis: 3, phi: Var({ init: 1 }), w: Var({ init: 0 }) }),
  damper: Damper.with({ d: 20 }),
  fixed: Fixed,
  connect: [
    ["damper.flange_b", "rev.flange"],
    ["damper.flange_a", "fixed.flange"],
  ],
});

export default Pendulum;
export const experiment = { stopTime: 10, tolerance: 1e-8, plots: ["rev.phi", "rev.w", "energy.total"] };

const result = simulate(instantiate(Pendulum), { stopTime: 10, tolerance: 1e-8 });
console.log("   t [s]   phi [rad]   energy [J]");
for (let t = 0; t <= 10; t++) {
  const row = [result.at(t, "rev.phi").toFixed(4), result.at(t, "energy.total").toFixed(2)];
  console.log(`${String(t).padStart(8)}${row.map((text) => text.padStart(12)).join("")}`);
}

// The damper takes energy all the time, and the bar comes to hang downwards.
const energy = result.signal("energy.total").values;
assert(energy.every((value, i) => i === 0 || value <= energy[i - 1] + 1e-6));
const [x, y] = result.final<number[]>("bar.r_abs");
assert(y < 0 && Math.abs(Math.hypot(x, y) - 0.5) < 1e-12);
