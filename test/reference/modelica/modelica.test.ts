import { expr, Model } from "rattleback";
import { Integrator, KinematicPTP, LimitedPI } from "rattleback/blocks";
import { Capacitor, Ground, Inductor, Resistor, StepVoltage } from "rattleback/electric";
import { HeatCapacitor, ThermalConductor } from "rattleback/heat";
import {
  ConstantTorque,
  Damper,
  Fixed,
  IdealGear,
  IdealGear_withSupport,
  Inertia,
  SpeedSensor,
  Spring,
  SpringDamper,
  Torque,
} from "rattleback/rotational";
import {
  FixedPosition,
  Force,
  TranslationalDamper,
  TranslationalMass,
  TranslationalSpring,
} from "rattleback/translational";
import { describe, it } from "vitest";
import { expectReference } from "./referenceCase.ts";

describe("trajectories of Modelica examples", () => {
  it("a Cauer low pass of fifth order answers a voltage step; the capacitors beside the inductors add no states", () => {
    const filter = Model({
      V: StepVoltage.with({ startTime: 1 }),
      R1: Resistor,
      C1: Capacitor.with({ C: 1.072 }),
      L1: Inductor.with({ L: 1.304 }),
      C2: Capacitor.with({ C: expr`1/(1.704992^2*L1.L)`, v: { init: null } }),
      C3: Capacitor.with({ C: 1.682 }),
      L2: Inductor.with({ L: 0.8586 }),
      C4: Capacitor.with({ C: expr`1/(1.179945^2*L2.L)`, v: { init: null } }),
      C5: Capacitor.with({ C: 0.7262 }),
      R2: Resistor,
      G: Ground,
      connect: [
        ["V.p", "R1.p"],
        ["R1.n", "C1.p", "L1.p", "C2.p"],
        ["L1.n", "C2.n", "C3.p", "L2.p", "C4.p"],
        ["L2.n", "C4.n", "C5.p", "R2.p"],
        ["V.n", "C1.n", "C3.n", "C5.n", "R2.n", "G.p"],
      ],
    });
    expectReference("el_cauer_low_pass", filter);
  });

  it("a drive train with a gear, an elastic shaft and a damper", () => {
    const drive = Model({
      amplitude: 10,
      frequency: 5,
      torque: Torque,
      inertia1: Inertia.with({ J: 0.1, phi: { init: null }, w: { init: null } }),
      idealGear: IdealGear.with({ ratio: 10 }),
      inertia2: Inertia.with({ J: 2 }),
      spring: Spring.with({ c: 1e4 }),
      inertia3: Inertia.with({ J: 2 }),
      damper: Damper.with({ d: 10 }),
      ground: Fixed,
      connect: [
        ["torque.flange", "inertia1.flange_a"],
        ["inertia1.flange_b", "idealGear.flange_a"],
        ["idealGear.flange_b", "inertia2.flange_a"],
        ["inertia2.flange_b", "spring.flange_a", "damper.flange_a"],
        ["spring.flange_b", "inertia3.flange_a"],
        ["damper.flange_b", "ground.flange"],
      ],
      equations: "torque.tau = amplitude*sin(2*pi*frequency*time)",
    });
    expectReference("rot_first", drive);
  });

  it("a gear in an elastically mounted housing under a ramp of torque", () => {
    const drive = Model({
      rate: 20,
      torque: Torque,
      shaft: Inertia.with({ J: 1 }),
      idealGear: IdealGear_withSupport.with({ ratio: 3 }),
      spring: Spring.with({ c: 1000 }),
      load: Inertia.with({ J: 50 }),
      housing: Inertia.with({ J: 5, phi: { init: null }, w: { init: null } }),
      springDamper: SpringDamper.with({ c: 1e5, d: 5, phi_rel: { init: 0 }, w_rel: { init: 0 } }),
      ground: Fixed,
      connect: [
        ["torque.flange", "shaft.flange_a"],
        ["shaft.flange_b", "idealGear.flange_a"],
        ["idealGear.flange_b", "spring.flange_a"],
        ["spring.flange_b", "load.flange_a"],
        ["idealGear.support", "housing.flange_b"],
        ["housing.flange_a", "springDamper.flange_b"],
        ["springDamper.flange_a", "ground.flange"],
      ],
      equations: "torque.tau = rate*(if time < 5 then time else 5)",
    });
    expectReference("rot_elastic_bearing", drive);
  });

  it("a PI controller with limited output drives an elastic load that starts in equilibrium", () => {
    const atRest = { phi: { init: null }, w: { init: null } };
    const drive = Model({
      kinematicPTP: KinematicPTP.with({ deltaq: Math.PI / 2, qd_max: 1, qdd_max: 1, startTime: 0.5 }),
      integrator: Integrator,
      PI: LimitedPI.with({ k: 100, Ti: 0.1, yMax: 12, Ni: 0.1, x: { init: null, start: 0 } }),
      torque: Torque,
      inertia1: Inertia.with({ J: 1, w: { init: null } }),
      spring: SpringDamper.with({ c: 1e4, d: 100, w_rel: { init: 0 } }),
      inertia2: Inertia.with({ J: 2, ...atRest }),
      loadTorque: ConstantTorque.with({ tau: 10 }),
      speed: SpeedSensor,
      connect: [
        ["kinematicPTP.qdd", "integrator.u"],
        ["integrator.y", "PI.u_s"],
        ["PI.y", "torque.tau"],
        ["torque.flange", "inertia1.flange_a"],
        ["inertia1.flange_b", "spring.flange_a", "speed.flange"],
        ["spring.flange_b", "inertia2.flange_a"],
        ["loadTorque.flange", "inertia2.flange_b"],
        ["speed.w", "PI.u_m"],
      ],
      initialEquations: `
        inertia1.a = 0
        inertia2.a = 0
        der(PI.x) = 0`,
    });
    expectReference("bl_pi_controlled_drive", drive, { "PI.I.y": "PI.x" });
  });

  it("two oscillators at resonance, one of them damped", () => {
    const spring = TranslationalSpring.with({ c: 1e4, s_rel0: 1 });
    const mass = TranslationalMass.with({ m: 1, L: 1, s: { init: -0.5 } });
    const wall = FixedPosition.with({ s0: 1 });
    const oscillators = Model({
      frequency: 15.9155,
      amplitude: 1,
      force1: Force,
      mass1: mass,
      spring1: spring,
      fixed1: wall,
      force2: Force,
      mass2: mass,
      spring2: spring,
      damper1: TranslationalDamper.with({ d: 10 }),
      fixed2: wall,
      connect: [
        ["force1.flange", "mass1.flange_a"],
        ["mass1.flange_b", "spring1.flange_a"],
        ["spring1.flange_b", "fixed1.flange"],
        ["force2.flange", "mass2.flange_a"],
        ["mass2.flange_b", "spring2.flange_a", "damper1.flange_a"],
        ["spring2.flange_b", "damper1.flange_b", "fixed2.flange"],
      ],
      equations: `
        force1.f = amplitude*sin(2*pi*frequency*time)
        force2.f = force1.f`,
    });
    expectReference("tr_oscillator", oscillators);
  });

  it("two heat capacities exchange heat through a conductor", () => {
    const masses = Model({
      mass1: HeatCapacitor.with({ C: 15, T: { init: 373.15 } }),
      mass2: HeatCapacitor.with({ C: 15, T: { init: 273.15 } }),
      conduction: ThermalConductor.with({ G: 10 }),
      connect: [
        ["mass1.port", "conduction.port_a"],
        ["conduction.port_b", "mass2.port"],
      ],
    });
    expectReference("th_two_masses", masses);
  });
});
