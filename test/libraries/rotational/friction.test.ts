import { Model } from "rattleback";
import {
  BearingFriction,
  Brake,
  Clutch,
  ConstantSpeed,
  ConstantTorque,
  Inertia,
  OneWayClutch,
  Spring,
  Torque,
} from "rattleback/rotational";
import { integrate } from "rattleback/solvers";
import { describe, expect, it } from "vitest";
import { accuracy, run } from "../run.ts";

describe("bearing friction", () => {
  it("stops a wheel at the time of the closed form and keeps it at rest", () => {
    const [J, tau_c, d, w0] = [0.3, 0.6, 0.2, 8];
    const model = Model({
      wheel: Inertia.with({ J, w: { init: w0 } }),
      bearing: BearingFriction.with({ tau_c, d }),
      connect: [["wheel.flange_b", "bearing.flange_a"]],
    });
    const result = run(model, 5);
    const speed = (t: number) => (w0 + tau_c / d) * Math.exp((-d * t) / J) - tau_c / d;
    const stop = (J / d) * Math.log(1 + (w0 * d) / tau_c);
    const stopping = result.events.find(({ kind, changed }) => kind === "state" && changed.includes("bearing.mode"))!;
    expect(Math.abs(result.at(1, "wheel.w") - speed(1))).toBeLessThan(w0 * accuracy);
    expect(Math.abs(stopping.time - stop)).toBeLessThan(stop * accuracy);
    expect(Math.abs(result.final("wheel.w"))).toBeLessThan(1e-9);
    expect(result.final("bearing.mode")).toBe(0);
    expect(Math.abs(result.final("wheel.phi") - result.at(stop, "wheel.phi"))).toBeLessThan(1e-8);
  });

  it("holds a shaft up to the breakaway torque, then lets it slide with the sliding torque", () => {
    const model = Model({
      drive: Torque,
      wheel: Inertia.with({ J: 1 }),
      bearing: BearingFriction.with({ tau_c: 2, tau_s: 3, w_s: 0.01 }),
      connect: [
        ["drive.flange", "wheel.flange_a"],
        ["wheel.flange_b", "bearing.flange_a"],
      ],
      rate: 1,
      equations: "drive.tau = rate*time",
    });
    const result = run(model, 6);
    const breakaway = result.events.find(({ kind }) => kind === "state")!;
    expect(Math.abs(breakaway.time - 3)).toBeLessThan(accuracy);
    expect(Math.abs(result.at(2, "bearing.tau") - 2)).toBeLessThan(accuracy);
    expect(Math.abs(result.at(2.5, "wheel.w"))).toBeLessThan(1e-9);
    // w' = t − 2 once w ≫ w_s; before, up to 1 N·m is missing. Since w ≥ (t − 3)²/2, w > 3·w_s after √0.06 s
    const missing = 7.5 - result.final("wheel.w");
    expect(missing).toBeGreaterThan(0);
    expect(missing).toBeLessThan(Math.sqrt(0.06));
    expect(Math.abs(result.final("bearing.tau") - 2)).toBeLessThan(accuracy);
  });

  it("a wheel pulled by a slow spring sticks and slips; the slip agrees with a direct integration", () => {
    const [c, w_drive, tau_c, tau_s, w_s] = [1, 0.1, 1, 1.5, 0.05];
    const model = Model({
      drive: ConstantSpeed.with({ w_fixed: w_drive }),
      spring: Spring.with({ c }),
      wheel: Inertia.with({ J: 1 }),
      bearing: BearingFriction.with({ tau_c, tau_s, w_s }),
      connect: [
        ["drive.flange", "spring.flange_a"],
        ["spring.flange_b", "wheel.flange_a"],
        ["wheel.flange_b", "bearing.flange_a"],
      ],
    });
    const result = run(model, 60);
    // breakaway where the spring has the breakaway torque; a nudge of the order of rounding starts the slip
    const slip = integrate(
      {
        rhs: (t, y, ydot) => {
          const tau = tau_c + (tau_s - tau_c) * Math.exp(-((y[1] / w_s) ** 2));
          ydot[0] = y[1];
          ydot[1] = c * (w_drive * t - y[0]) - tau;
        },
        t0: tau_s / (c * w_drive),
        y0: [0, 0],
        tEnd: 30,
        roots: (t, y, g) => {
          g[0] = t > 15.1 ? y[1] : 1;
        },
        numberOfRoots: 1,
      },
      { relativeTolerance: 1e-10, absoluteTolerance: 1e-12, stopAtRoot: true },
    );
    const modes = result.events.filter(({ changed }) => changed.includes("bearing.mode"));
    const stop = modes.find(({ time }) => time > 15.1)!.time;
    expect(Math.abs(stop - slip.t)).toBeLessThan(20 * accuracy);
    expect(Math.abs(result.at(stop + 1, "wheel.phi") - slip.y[0])).toBeLessThan(20 * accuracy);
    // from then on slips repeat with one period
    const stops = modes.map(({ time }) => time).filter((_, k) => k % 2 === 1);
    expect(Math.abs(stops[2] - stops[1] - (stops[1] - stops[0]))).toBeLessThan(40 * accuracy);
  });
});

describe("clutch and brake", () => {
  it("a clutch that closes brings two wheels to their common speed in the time of the closed form", () => {
    const model = Model({
      J1: Inertia.with({ J: 1, w: { init: 10 } }),
      clutch: Clutch.with({ mu_c: 0.3, cgeo: 2, fn_max: 20 }),
      J2: Inertia.with({ J: 3 }),
      connect: [
        ["J1.flange_b", "clutch.flange_a"],
        ["clutch.flange_b", "J2.flange_a"],
      ],
      equations: "clutch.f_normalized = if time < 1 then 0 elseif time < 5 then 1 else 0",
    });
    const result = run(model, 6);
    const lock = result.events.find(({ kind }) => kind === "state")!;
    expect(Math.abs(lock.time - (1 + 10 / (12 + 12 / 3)))).toBeLessThan(accuracy);
    expect(Math.abs(result.at(1.25, "J2.w") - 1)).toBeLessThan(10 * accuracy);
    for (const name of ["J1.w", "J2.w"]) expect(Math.abs(result.final(name) - 2.5), name).toBeLessThan(10 * accuracy);
    expect(["clutch.mode"].map((name) => [0.5, 1.2, 4, 5.5].map((t) => result.at(t, name)))).toEqual([[2, -1, 0, 2]]);
  });

  it("a closed clutch passes on what it can carry and slips beyond it", () => {
    const model = Model({
      drive: Torque,
      J1: Inertia.with({ J: 1 }),
      clutch: Clutch.with({ mu_c: 0.25, fn_max: 8 }),
      J2: Inertia.with({ J: 1 }),
      connect: [
        ["drive.flange", "J1.flange_a"],
        ["J1.flange_b", "clutch.flange_a"],
        ["clutch.flange_b", "J2.flange_a"],
      ],
      rate: 1,
      equations: `
        drive.tau = rate*time
        clutch.f_normalized = 1`,
    });
    // it carries half the torque while it sticks, so that it slips from t = 4 on
    const result = run(model, 6);
    const slip = result.events.find(({ kind }) => kind === "state")!;
    expect(Math.abs(slip.time - 4)).toBeLessThan(10 * accuracy);
    expect(Math.abs(result.final("J2.w") - (16 / 4 + 2 * 2))).toBeLessThan(10 * accuracy);
    expect(Math.abs(result.final("J1.w") - (16 / 4 + (36 - 16) / 2 - 2 * 2))).toBeLessThan(10 * accuracy);
  });

  it("a brake stops a wheel, holds a load below its torque and yields to one above", () => {
    const model = Model({
      drive: Torque,
      wheel: Inertia.with({ J: 2, w: { init: -6 } }),
      brake: Brake.with({ mu_c: 0.5, cgeo: 0.4, fn_max: 40 }),
      connect: [
        ["drive.flange", "wheel.flange_a"],
        ["wheel.flange_b", "brake.flange_a"],
      ],
      tau_1: 5,
      tau_2: 10,
      equations: `
        drive.tau = if time < 2 then 0 elseif time < 3 then tau_1 else tau_2
        brake.f_normalized = 1`,
    });
    const result = run(model, 5);
    expect(Math.abs(result.at(1, "wheel.w") + 6 - 4)).toBeLessThan(10 * accuracy);
    expect(Math.abs(result.at(2.5, "wheel.w"))).toBeLessThan(1e-9);
    expect(Math.abs(result.at(2.5, "brake.tau") - 5)).toBeLessThan(accuracy);
    expect(Math.abs(result.final("wheel.w") - (2 * (10 - 8)) / 2)).toBeLessThan(10 * accuracy);
  });

  it("of two braked wheels joined by a spring the second lets go when the spring has wound up", () => {
    const model = Model({
      drive: Torque,
      J1: Inertia,
      b1: Brake.with({ mu_c: 0.5, fn_max: 10 }),
      spring: Spring.with({ c: 100 }),
      J2: Inertia,
      b2: Brake.with({ mu_c: 0.5, fn_max: 6 }),
      connect: [
        ["drive.flange", "J1.flange_a"],
        ["J1.flange_b", "b1.flange_a"],
        ["b1.flange_b", "spring.flange_a"],
        ["spring.flange_b", "J2.flange_a"],
        ["J2.flange_b", "b2.flange_a"],
      ],
      rate: 1,
      equations: `
        drive.tau = rate*time
        b1.f_normalized = 1
        b2.f_normalized = 1`,
    });
    const result = run(model, 10);
    const slips = result.events.filter(({ cause }) => cause.includes("load"));
    expect(Math.abs(slips[0].time - 5)).toBeLessThan(10 * accuracy);
    const second = slips.find(({ cause }) => cause.includes("b2.load"))!;
    expect(Math.abs(result.at(second.time, "J1.phi") - 0.03)).toBeLessThan(accuracy);
    expect(Math.abs(result.at(second.time, "J2.phi"))).toBeLessThan(accuracy);
  });
});

describe("freewheel", () => {
  it("takes a wheel along and lets it overrun when the drive slows down", () => {
    const model = Model({
      drive: Torque,
      J1: Inertia.with({ J: 1 }),
      freewheel: OneWayClutch,
      J2: Inertia.with({ J: 2 }),
      load: ConstantTorque.with({ tau: -1 }),
      connect: [
        ["drive.flange", "J1.flange_a"],
        ["J1.flange_b", "freewheel.flange_a"],
        ["freewheel.flange_b", "J2.flange_a"],
        ["J2.flange_b", "load.flange"],
      ],
      push: 7,
      pull: -5,
      equations: "drive.tau = if time < 2 then push elseif time < 3 then pull else push",
    });
    const result = run(model, 8);
    // together (7 − 1)/3 = 2 rad/s² up to 4 rad/s; then J1 at −5 rad/s², J2 at −0.5 rad/s²
    expect(Math.abs(result.at(2, "J2.w") - 4)).toBeLessThan(10 * accuracy);
    expect(Math.abs(result.at(3, "J1.w") + 1)).toBeLessThan(10 * accuracy);
    expect(Math.abs(result.at(3, "J2.w") - 3.5)).toBeLessThan(10 * accuracy);
    // J1 catches up with 7.5 rad/s² relative: 4.5/7.5 s later
    const lock = result.events.findLast(({ changed }) => changed.includes("freewheel.isOverrunning"))!;
    expect(Math.abs(lock.time - 3.6)).toBeLessThan(10 * accuracy);
    const common = 3.5 - 0.5 * 0.6 + 2 * (8 - 3.6);
    for (const name of ["J1.w", "J2.w"]) expect(Math.abs(result.final(name) - common)).toBeLessThan(20 * accuracy);
  });
});
