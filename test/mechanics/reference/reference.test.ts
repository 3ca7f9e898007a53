import { describe, expect, it } from "vitest";
import { buildMechanism } from "../../../src/mechanics/buildMechanism.ts";
import { kineticEnergy } from "../../../src/mechanics/energy.ts";
import type { BodyDescription, LoopJointDescription } from "../../../src/mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../../src/mechanics/mechanismDynamics.ts";
import { expectReferenceSamples, expectReferenceValue, type Sample } from "../../reference/recordComparison.ts";
import { runMechanism } from "../simulateMechanism.ts";
import { ReferenceSystem, readCase } from "./referenceSystem.ts";

describe("results of other programs", () => {
  const cases: [string, (system: ReferenceSystem) => void][] = [
    ["mb_pendulum", (system) => system.dynamics.assemble()],
    ["mb_double_pendulum", (system) => system.dynamics.assemble()],
    ["mb_free_body", (system) => system.dynamics.assemble()],
    [
      "mb_spring_damper_system",
      (system) => {
        system.dynamics.state.q[system.positionOf("p2")] = 0.1;
        system.dynamics.assemble();
      },
    ],
    ["adams_revolute", (system) => system.dynamics.assemble()],
    ["adams_spherical", (system) => system.dynamics.assemble()],
    [
      "mb_fourbar_planar",
      (system) => {
        system.dynamics.assemble();
        expect(system.dynamics.loopReports()[0]).toMatchObject({ degreesOfFreedom: 1, redundant: 3 });
      },
    ],
    [
      "mb_engine1a",
      (system) => {
        const { dynamics } = system;
        dynamics.state.q[system.positionOf("cylinder")] = 0.05;
        dynamics.state.v[system.velocityOf("bearing")] = 10;
        dynamics.assemble({
          heldPositions: new Set([system.velocityOf("bearing")]),
          heldVelocities: new Set([system.velocityOf("bearing")]),
        });
        expect(dynamics.loopReports()[0]).toMatchObject({ degreesOfFreedom: 1, redundant: 3 });
      },
    ],
  ];
  for (const [name, prepare] of cases) {
    const data = readCase(name);
    it(`${name}: ${data.about}`, () => {
      const system = new ReferenceSystem(data);
      prepare(system);
      let next = 0;
      const samples = new Map(Object.keys(data.reference.signals).map((signal) => [signal, [] as Sample[]]));
      runMechanism(system.dynamics, {
        tEnd: data.experiment.stopTime,
        relativeTolerance: 1e-9,
        applyForces: () => system.applyForces(),
        outputTimes: data.reference.time.filter((t) => t < data.experiment.stopTime),
        onOutput: () => compare(next++),
      });
      if (data.reference.time.at(-1) === data.experiment.stopTime) compare(next++);
      expect(next).toBe(data.reference.time.length);
      for (const [signal, own] of samples) expectReferenceSamples(signal, own);

      function compare(i: number): void {
        for (const [signal, { meaning, values, absTol }] of Object.entries(data.reference.signals)) {
          const place = `t = ${data.reference.time[i]}`;
          samples.get(signal)!.push({ place, value: system.valueOf(meaning), reference: values[i]!, allowed: absTol });
        }
      }
    });
  }
});

describe("simple pendulum of the IFToMM library", () => {
  it("follows the closed form in elliptic functions", () => {
    const data = readCase<{ reference: { time: number[]; x: number[]; y: number[]; absTol: number } }>(
      "A01_simple_pendulum",
    );
    const dynamics = new MechanismDynamics(
      buildMechanism({
        gravity: { kind: "uniform", vector: [0, -9.81, 0] },
        bodies: [{ path: "mass", parent: 0, mass: 1, centre: [-1, 0, 0], joint: { path: "pivot", kind: "revolute" } }],
      }),
    );
    dynamics.assemble();
    let worst = 0;
    let next = 0;
    runMechanism(dynamics, {
      tEnd: 10.5,
      relativeTolerance: 1e-10,
      outputTimes: data.reference.time,
      onOutput: () => {
        const phi = dynamics.state.q[0]!;
        worst = Math.max(
          worst,
          Math.abs(-Math.cos(phi) - data.reference.x[next]!),
          Math.abs(-Math.sin(phi) - data.reference.y[next]!),
        );
        next++;
      },
    });
    expect(next).toBe(data.reference.time.length);
    expectReferenceValue("largest deviation of x and y", worst, 0, 1e-7);
  });
});

describe("heavy top", () => {
  it("precesses and nutates with 150 rad/s on its ball joint as computed independently", () => {
    interface Top {
      system: never;
      reference: { time: number[]; centreOfMass: number[][]; angularVelocityBody: number[][]; absTol: unknown };
    }
    const data = readCase<Top>("heavy_top");
    const system = new ReferenceSystem(readCase("heavy_top"));
    const { dynamics } = system;
    dynamics.state.v.set([0, 150, -4.61538]);
    dynamics.assemble();
    let worst = 0;
    let next = 0;
    runMechanism(dynamics, {
      tEnd: 1.01,
      relativeTolerance: 1e-10,
      outputTimes: data.reference.time,
      onOutput: () => {
        for (let i = 0; i < 3; i++) {
          const r = system.valueOf({ body: "top", quantity: "position", component: i + 1, r: [0, 1, 0] });
          worst = Math.max(worst, Math.abs(r - data.reference.centreOfMass[next]![i]!));
          worst = Math.max(worst, Math.abs(dynamics.state.v[i]! - data.reference.angularVelocityBody[next]![i]!) / 150);
        }
        next++;
      },
    });
    expect(next).toBe(data.reference.time.length);
    // 24 turns at 1e-10 per step
    expectReferenceValue("largest deviation of centre of mass and angular velocity", worst, 0, 1e-6);
  });
});

describe("Andrews' squeezing mechanism", () => {
  interface Andrews {
    system: {
      parameters: Record<string, number> & { m: number[]; I: number[]; A: number[]; B: number[]; C: number[] };
    };
    initial: { angles: number[] };
    reference: {
      time: number[];
      angles: number[][];
      rates: number[][];
      Fx: number[];
      relTol: number;
      "publishedAt0.03": { angles: number[]; rates: number[] };
    };
  }
  const data = readCase<Andrews>("A03_andrews_squeezer");
  const { parameters: p } = data.system;

  /** Seven bodies in three chains; a point of body 2 is tied to bodies 3, 4 and 6 by hinges in space, all redundant. */
  function squeezer(): MechanismDynamics {
    const at = (x: number, y: number): { r: number[] } => ({ r: [x, y, 0] });
    const body = (
      path: string,
      k: number,
      parent: number,
      hinge: { r: number[] },
      cx: number,
      cy: number,
    ): BodyDescription => ({
      path,
      parent,
      mass: p.m[k]!,
      centre: [cx, cy, 0],
      inertia: [p.I[k]!, 0, 0, p.I[k]!, 0, p.I[k]!],
      joint: { path: `${path}.hinge`, kind: "revolute", frameA: hinge },
    });
    const bodies = [
      body("K1", 0, 0, at(0, 0), p["ra"]!, 0),
      body("K2", 1, 1, at(p["rr"]!, 0), -p["da"]!, 0),
      body("K3", 2, 0, at(p.B[0]!, p.B[1]!), p["sb"]!, -p["sa"]!),
      body("K5", 4, 0, at(p.A[0]!, p.A[1]!), p["ta"]!, -p["tb"]!),
      body("K4", 3, 4, at(p["zt"]!, 0), 0, -(p["e"]! - p["ea"]!)),
      body("K7", 6, 0, at(p.A[0]!, p.A[1]!), p["ub"]!, -p["ua"]!),
      body("K6", 5, 6, at(0, -p["u"]!), p["zf"]! - p["fa"]!, 0),
    ];
    const E2 = at(-p["d"]!, 0);
    const loopJoints: LoopJointDescription[] = [
      { path: "E3", kind: "revolute", bodyA: 2, bodyB: 3, frameA: E2, frameB: at(0, -p["ss"]!) },
      { path: "E4", kind: "revolute", bodyA: 2, bodyB: 5, frameA: E2, frameB: at(0, -p["e"]!) },
      { path: "E6", kind: "revolute", bodyA: 2, bodyB: 7, frameA: E2, frameB: at(p["zf"]!, 0) },
    ];
    return new MechanismDynamics(buildMechanism({ bodies, loopJoints }));
  }

  /** beta, theta, gamma, phi, delta, Omega, epsilon ↔ hinges of K1, K2, K3, K4, K5, K6, K7 */
  const order = [0, 1, 2, 4, 3, 6, 5];

  function applyForces(dynamics: MechanismDynamics): void {
    const { state } = dynamics;
    state.tau[0] = p["mom"]!;
    // spring from D on body 3 to the fixed point C
    const { position, rotation } = state.motion;
    const [dx, dy] = [0, 3].map((i) => rotation[27 + i]! * p["sd"]! - rotation[27 + i + 1]! * p["sc"]!) as [
      number,
      number,
    ];
    const x = p.C[0]! - position[9]! - dx;
    const y = p.C[1]! - position[10]! - dy;
    const length = Math.hypot(x, y);
    const pull = (p["c0"]! * (length - p["l0"]!)) / length;
    state.forces.force[9] = pull * x;
    state.forces.force[10] = pull * y;
    state.forces.torque[11] = dx * pull * y - dy * pull * x;
  }

  it("has one degree of freedom and nine redundant constraints, and the published start accelerations", () => {
    const dynamics = squeezer();
    order.forEach((j, i) => (dynamics.state.q[j] = data.initial.angles[i]!));
    dynamics.assemble({ heldPositions: new Set([1]) });
    expect(dynamics.loopReports()[0]).toMatchObject({ degreesOfFreedom: 1, constraints: 6, redundant: 9 });
    order.forEach((j, i) => expect(Math.abs(dynamics.state.q[j]! - data.initial.angles[i]!)).toBeLessThan(1e-11));
    applyForces(dynamics);
    const none = new Float64Array(0);
    dynamics.flangeDynamics(none, none);
    dynamics.finish(none, 0, new Float64Array(dynamics.hiddenCount), 0);
    expectReferenceValue("beta''", dynamics.state.vdot[0]!, 14222.4439199541, 1e-9 * 14222);
    expectReferenceValue("theta''", dynamics.state.vdot[1]!, -10666.8329399656, 1e-9 * 10666);
  });

  it("moves as published through 0.05 s", () => {
    const dynamics = squeezer();
    order.forEach((j, i) => (dynamics.state.q[j] = data.initial.angles[i]!));
    dynamics.assemble({ heldPositions: new Set([1]) });
    let next = 0;
    let worst = 0;
    let gap = 0;
    runMechanism(dynamics, {
      tEnd: 0.0501,
      relativeTolerance: 1e-9,
      applyForces: () => applyForces(dynamics),
      outputTimes: data.reference.time,
      onOutput: (t) => {
        order.forEach((j, i) => {
          const angle = data.reference.angles[next]![i]!;
          const rate = data.reference.rates[next]![i]!;
          worst = Math.max(worst, Math.abs(dynamics.state.q[j]! - angle) / Math.max(1, Math.abs(angle)));
          worst = Math.max(worst, Math.abs(dynamics.state.v[j]! - rate) / 1000);
          if (Math.abs(t - 0.03) < 1e-12) {
            const published = data.reference["publishedAt0.03"];
            expectReferenceValue(
              `published angle ${i + 1} at 0.03 s`,
              dynamics.state.q[j]!,
              published.angles[i]!,
              1e-5,
            );
            expectReferenceValue(`published rate ${i + 1} at 0.03 s`, dynamics.state.v[j]!, published.rates[i]!, 1e-2);
          }
        });
        gap = Math.max(gap, dynamics.loopGap());
        next++;
      },
    });
    expect(next).toBe(data.reference.time.length);
    expectReferenceValue("largest deviation of angles and rates", worst, 0, data.reference.relTol);
    expect(gap).toBeLessThan(1e-11);
    expect(kineticEnergy(dynamics.mechanism, dynamics.state)).toBeGreaterThan(0);
  });
});
