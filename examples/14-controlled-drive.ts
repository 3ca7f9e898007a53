// A PI controller with limited torque drives an elastic load along a planned motion, starting in equilibrium under load.
import assert from "node:assert/strict";
import { instantiate, Model, simulate } from "rattleback";
import { Integrator, KinematicPTP, LimitedPI } from "rattleback/blocks";
import { ConstantTorque, Inertia, SpeedSensor, SpringDamper, Torque } from "rattleback/rotational";

const unknownStart = { phi: { init: null }, w: { init: null } };

const Drive = Model({
  motion: KinematicPTP.with({ deltaq: Math.PI / 2, qd_max: 1, qdd_max: 1, startTime: 0.5 }),
  reference: Integrator,
  controller: LimitedPI.with({ k: 100, Ti: 0.1, yMax: 12, Ni: 0.1, x: { init: null, start: 0 } }),
  torque: Torque,
  motor: Inertia.with({ J: 1, w: { init: null } }),
  shaft: SpringDamper.with({ c: 1e4, d: 100, w_rel: { init: 0 } }),
  load: Inertia.with({ J: 2, ...unknownStart }),
  loadTorque: ConstantTorque.with({ tau: 10 }),
  speed: SpeedSensor,
  connect: [
    ["motion.qdd", "reference.u"],
    ["reference.y", "controller.u_s"],
    ["speed.w", "controller.u_m"],
    ["controller.y", "torque.tau"],
    ["torque.flange", "motor.flange_a"],
    ["motor.flange_b", "shaft.flange_a", "speed.flange"],
    ["shaft.flange_b", "load.flange_a"],
    ["loadTorque.flange", "load.flange_b"],
  ],
  // nothing accelerates and the integrator of the controller stands still
  initialEquations: `
    motor.a = 0
    load.a = 0
    der(controller.x) = 0`,
  diagram: {
    motion: [20, 30],
    reference: [170, 30],
    controller: [320, 30],
    torque: [20, 160],
    motor: [170, 160],
    shaft: [320, 160],
    load: [470, 160],
    speed: [170, 280, 0, true],
    loadTorque: [470, 280],
  },
});

export default Drive;
export const experiment = {
  stopTime: 4,
  tolerance: 1e-8,
  plots: [["reference.y", "motor.w", "load.w"], "controller.y"],
};

const result = simulate(instantiate(Drive), { stopTime: 4, tolerance: 1e-8 });

console.log(`at the start the controller holds the load with ${result.at(0, "controller.y").toFixed(6)} N·m,`);
console.log(`and the shaft is twisted by ${(1000 * result.at(0, "shaft.phi_rel")).toFixed(6)} mrad\n`);
console.log("time      reference    speed       torque");
for (const t of [0.5, 0.6, 1, 1.5, 1.6, 2, 2.5, 3, 3.5, 4]) {
  const row = ["reference.y", "motor.w", "controller.y"].map((name) => result.at(t, name).toFixed(4).padStart(9));
  console.log(`${t.toFixed(2)} s  ${row.join("   ")}`);
}

assert.ok(Math.abs(result.at(0, "controller.y") + 10) < 1e-6);
assert.ok(Math.abs(result.at(0, "shaft.phi_rel") - 10 / 1e4) < 1e-9);
// the torque is limited, up to the accuracy with which the corner is located
assert.ok(result.signal("controller.y").values.every((tau) => Math.abs(tau) <= 12 + 1e-9));
// a reference trajectory of the same drive, computed independently
assert.ok(Math.abs(result.final("motor.phi") - 1.836338765) < 1e-5);
