// A DC motor with current and speed control picks up a load through a clutch that closes while it is running.
import assert from "node:assert/strict";
import { instantiate, Model, simulate } from "rattleback";
import { Constant, Feedback, LimitedPI, PI, Ramp } from "rattleback/blocks";
import { Ground, Inductor, Resistor, UnitlessCurrentSensor, UnitlessSignalVoltage } from "rattleback/electric";
import { BearingFriction, Clutch, EMF, IdealGear, Inertia, UnitlessSpeedSensor } from "rattleback/rotational";

const Motor = Model({
  voltage: UnitlessSignalVoltage,
  R: Resistor.with({ R: 1.2 }),
  L: Inductor.with({ L: 0.01 }),
  emf: EMF.with({ k: 0.5 }),
  ammeter: UnitlessCurrentSensor,
  ground: Ground,
  rotor: Inertia.with({ J: 0.02 }),
  connect: [
    ["voltage.p", "R.p"],
    ["R.n", "L.p"],
    ["L.n", "emf.p"],
    ["emf.n", "ammeter.p", "ground.p"],
    ["ammeter.n", "voltage.n"],
    ["emf.flange", "rotor.flange_a"],
  ],
});

const Servo = Model({
  command: Constant.with({ k: 60 }),
  speedControl: LimitedPI.with({ k: 2, Ti: 0.1, yMax: 20 }),
  currentError: Feedback,
  currentControl: PI.with({ k: 5, T: 0.01 }),
  motor: Motor,
  speed: UnitlessSpeedSensor,
  pressure: Ramp.with({ height: 1, duration: 0.1, startTime: 1 }),
  clutch: Clutch.with({ mu_c: 0.3, mu_s: 0.35, cgeo: 0.2, fn_max: 120 }),
  gear: IdealGear.with({ ratio: 4 }),
  load: Inertia.with({ J: 1.5 }),
  bearing: BearingFriction.with({ tau_c: 4, tau_s: 5, d: 0.2 }),
  connect: [
    ["command.y", "speedControl.u_s"],
    ["speed.w", "speedControl.u_m"],
    ["speedControl.y", "currentError.u1"],
    ["motor.ammeter.i", "currentError.u2"],
    ["currentError.y", "currentControl.u"],
    ["currentControl.y", "motor.voltage.v"],
    ["motor.rotor.flange_b", "speed.flange", "clutch.flange_a"],
    ["pressure.y", "clutch.f_normalized"],
    ["clutch.flange_b", "gear.flange_a"],
    ["gear.flange_b", "load.flange_a"],
    ["load.flange_b", "bearing.flange_a"],
  ],
});

export default Servo;
export const experiment = {
  stopTime: 4,
  tolerance: 1e-7,
  plots: [["motor.rotor.w", "load.w"], "motor.ammeter.i", "clutch.tau"],
};

const result = simulate(instantiate(Servo), { stopTime: 4, tolerance: 1e-7 });

console.log("time     motor      load·4     clutch        current");
const modes = new Map([
  [-1, "slips"],
  [0, "sticks"],
  [1, "slips"],
  [2, "open"],
]);
for (const t of [0, 0.5, 1, 1.05, 1.1, 1.2, 1.4, 2, 3, 4]) {
  const [motor, load] = [result.at(t, "motor.rotor.w"), 4 * result.at(t, "load.w")];
  const mode = modes.get(result.at(t, "clutch.mode"))!;
  console.log(
    `${t.toFixed(2)} s   ${motor.toFixed(2).padStart(6)}     ${load.toFixed(2).padStart(6)}     ${mode.padEnd(8)}` +
      `   ${result.at(t, "motor.ammeter.i").toFixed(2).padStart(6)} A`,
  );
}
const events = result.events.filter(({ changed }) => changed.includes("clutch.mode"));
console.log(`\nthe clutch changes its mode at ${events.map(({ time }) => time.toFixed(4)).join(" s, ")} s`);

// In the end the motor turns at the commanded speed, and its torque is what the bearing takes through the gear.
const w = 60 / 4;
const current = (4 + 0.2 * w) / 4 / 0.5;
assert.equal(result.final("clutch.mode"), 0);
assert.ok(Math.abs(result.final("motor.rotor.w") - 60) < 0.01);
assert.ok(Math.abs(result.final("load.w") - w) < 0.01);
assert.ok(Math.abs(result.final("motor.ammeter.i") - current) < 0.01);
