import { describe, expect, it } from "vitest";
import { buildMechanism } from "../../../src/mechanics/buildMechanism.ts";
import { kineticEnergy } from "../../../src/mechanics/energy.ts";
import { updateRows } from "../../../src/mechanics/loops/closeLoops.ts";
import type { BodyDescription, LoopJointDescription } from "../../../src/mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../../src/mechanics/mechanismDynamics.ts";
import { runMechanism, totalEnergy } from "../simulateMechanism.ts";

const gravity = { kind: "uniform", vector: [0, -9.81, 0] } as const;

/** A slender rod along x from the origin of its frame. */
const rod = (length: number, mass: number) => ({
  mass,
  centre: [length / 2, 0, 0],
  inertia: [1e-3 * mass, 0, 0, (mass * length ** 2) / 12, 0, (mass * length ** 2) / 12],
});

/** Crank, coupler and rocker of the given lengths on a base along x, all hinges along z; closed between coupler and rocker. */
function fourBar(crank: number, coupler: number, rocker: number, base: number): MechanismDynamics {
  const bodies: BodyDescription[] = [
    { path: "crank", parent: 0, ...rod(crank, 1), joint: { path: "j1", kind: "revolute" } },
    {
      path: "coupler",
      parent: 1,
      ...rod(coupler, 1),
      joint: { path: "j2", kind: "revolute", frameA: { r: [crank, 0, 0] } },
    },
    {
      path: "rocker",
      parent: 0,
      ...rod(rocker, 1),
      joint: { path: "j3", kind: "revolute", frameA: { r: [base, 0, 0] } },
    },
  ];
  const loopJoints: LoopJointDescription[] = [
    { path: "j4", kind: "revolute", bodyA: 2, bodyB: 3, frameA: { r: [coupler, 0, 0] }, frameB: { r: [rocker, 0, 0] } },
  ];
  return new MechanismDynamics(buildMechanism({ bodies, loopJoints, gravity }));
}

describe("four-bar mechanism, planar, built in space", () => {
  it("has one degree of freedom, two constraints that count and three that are redundant", () => {
    const dynamics = fourBar(0.1, 0.4, 0.3, 0.35);
    dynamics.state.q.set([0.3, 0.5, 1.5]);
    dynamics.assemble();
    expect(dynamics.loopReports()).toEqual([{ joints: ["j4"], degreesOfFreedom: 1, constraints: 2, redundant: 3 }]);
  });

  it("has the inertia of all its rods at the crank, and that of rotors on its hinges", () => {
    const dynamics = fourBar(0.1, 0.4, 0.3, 0.35);
    const { state, mechanism, groups } = dynamics;
    state.q.set([0.3, 0.5, 1.5]);
    state.v[0] = 7;
    dynamics.assemble({ heldVelocities: new Set([0]) });
    const inertia = (): number => {
      dynamics.flangeDynamics(new Float64Array(0), new Float64Array(0));
      return groups[0]!.reduced[0]!;
    };
    const v = state.v[groups[0]!.velocities[groups[0]!.independent[0]!]!]!;
    const bare = inertia();
    expect(bare / ((2 * kineticEnergy(mechanism, state)) / v ** 2)).toBeCloseTo(1, 12);
    state.armature.set([2, 3, 5]);
    const rotors = 2 * state.v[0]! ** 2 + 3 * state.v[1]! ** 2 + 5 * state.v[2]! ** 2;
    expect((inertia() - bare) / (rotors / v ** 2)).toBeCloseTo(1, 12);
  });

  it("keeps its loop closed and its energy, at every output of 100 s and many turns", () => {
    const dynamics = fourBar(0.1, 0.4, 0.3, 0.35);
    dynamics.state.q.set([0.3, 0.5, 1.5]);
    dynamics.state.v[0] = 25;
    dynamics.assemble({ heldPositions: new Set([0]), heldVelocities: new Set([0]) });
    expect(dynamics.state.q[0]).toBe(0.3);
    expect(dynamics.state.v[0]).toBeCloseTo(25, 12);
    const energy = totalEnergy(dynamics);
    let gap = 0;
    let rate = 0;
    const outputTimes = Array.from({ length: 500 }, (_, i) => 0.2 * (i + 1));
    const report = runMechanism(dynamics, {
      tEnd: 100,
      outputTimes,
      onOutput: () => {
        gap = Math.max(gap, dynamics.loopGap());
        rate = Math.max(rate, loopRate(dynamics));
      },
    });
    expect(gap).toBeLessThan(1e-11);
    expect(rate).toBeLessThan(1e-9);
    expect(dynamics.state.q[0]).toBeGreaterThan(500);
    // each step may err by 1e-6 of the speed, so by twice that of the energy
    expect(Math.abs(totalEnergy(dynamics) / energy - 1)).toBeLessThan(2e-6 * report.steps);
  });

  it("stays on its way of assembly however far the next evaluation is", () => {
    const dynamics = fourBar(0.1, 0.4, 0.3, 0.35);
    dynamics.state.q.set([0.3, 0.5, 1.5]);
    dynamics.assemble();
    const x = new Float64Array(2);
    const none = new Float64Array(0);
    dynamics.writeHidden(x, 0);
    const start = x[0]!;
    const rocker = dynamics.state.q[2]!;
    for (const way of [1, -2, 5, -9, 0]) {
      x[0] = start + way;
      expect(dynamics.setStates(x, 0, none, 0, none, 0)).toBe(true);
      expect(Math.abs(dynamics.state.q[2]! - 1.8)).toBeLessThan(0.6);
    }
    expect(dynamics.state.q[2]).toBeCloseTo(rocker, 11);
  });

  it("swings through the position in which its independent coordinate must change", () => {
    // no link turns fully: every angle has dead points somewhere
    const dynamics = fourBar(0.3, 0.25, 0.3, 0.5);
    dynamics.state.q.set([1.2, -1.0, 1.9]);
    dynamics.assemble();
    const energy = totalEnergy(dynamics);
    let gap = 0;
    const report = runMechanism(dynamics, {
      tEnd: 20,
      relativeTolerance: 1e-8,
      onStep: () => (gap = Math.max(gap, dynamics.loopGap())),
    });
    expect(gap).toBeLessThan(1e-11);
    expect(Math.abs(totalEnergy(dynamics) - energy)).toBeLessThan(1e-4);
    expect(report.steps).toBeGreaterThan(100);
  });
});

describe("parallelogram", () => {
  it("is found in its singular position, with the degrees of freedom it has there", () => {
    const dynamics = fourBar(0.2, 0.5, 0.2, 0.5);
    dynamics.assemble();
    expect(dynamics.loopReports()[0]!.degreesOfFreedom).toBe(2);
  });

  it("passes its flat position as a parallelogram when it comes from one", () => {
    const dynamics = fourBar(0.2, 0.5, 0.2, 0.5);
    dynamics.state.q.set([1, -1, 1]);
    dynamics.state.v[0] = 8;
    dynamics.assemble({ heldVelocities: new Set([0]) });
    let difference = 0;
    runMechanism(dynamics, {
      tEnd: 3,
      relativeTolerance: 1e-8,
      onStep: () => {
        difference = Math.max(difference, Math.abs(dynamics.state.q[0]! - dynamics.state.q[2]!));
      },
    });
    expect(dynamics.state.q[0]).toBeGreaterThan(20);
    expect(difference).toBeLessThan(1e-6);
  });
});

describe("slider-crank", () => {
  const sliderCrank = (): MechanismDynamics => {
    const bodies: BodyDescription[] = [
      { path: "crank", parent: 0, ...rod(0.2, 1), joint: { path: "j1", kind: "revolute" } },
      { path: "rod", parent: 1, ...rod(0.5, 1), joint: { path: "j2", kind: "revolute", frameA: { r: [0.2, 0, 0] } } },
      { path: "slider", parent: 0, mass: 2, joint: { path: "j3", kind: "prismatic", axis: [1, 0, 0] } },
    ];
    const loopJoints: LoopJointDescription[] = [
      { path: "j4", kind: "revolute", bodyA: 2, bodyB: 3, frameA: { r: [0.5, 0, 0] } },
    ];
    return new MechanismDynamics(buildMechanism({ bodies, loopJoints, gravity }));
  };

  it("runs through both dead centres and follows the closed form of its slider", () => {
    const dynamics = sliderCrank();
    dynamics.state.q.set([0.5, -0.7, 0.6]);
    dynamics.state.v[0] = 12;
    dynamics.assemble({ heldPositions: new Set([0]), heldVelocities: new Set([0]) });
    expect(dynamics.loopReports()[0]).toMatchObject({ degreesOfFreedom: 1, redundant: 3 });
    const energy = totalEnergy(dynamics);
    let error = 0;
    const report = runMechanism(dynamics, {
      tEnd: 5,
      method: "tsit5",
      relativeTolerance: 1e-8,
      onStep: () => {
        const phi = dynamics.state.q[0]!;
        const s = 0.2 * Math.cos(phi) + Math.sqrt(0.25 - (0.2 * Math.sin(phi)) ** 2);
        error = Math.max(error, Math.abs(dynamics.state.q[2]! - s));
      },
    });
    expect(error).toBeLessThan(1e-11);
    expect(dynamics.state.q[0]).toBeGreaterThan(40);
    expect(Math.abs(totalEnergy(dynamics) / energy - 1)).toBeLessThan(2e-8 * report.steps);
  });

  it("changes from the slider to another coordinate before the dead centre", () => {
    const dynamics = sliderCrank();
    dynamics.state.q.set([0.5, -0.7, 0.6]);
    dynamics.state.v[0] = 12;
    dynamics.assemble({ heldPositions: new Set([0]), heldVelocities: new Set([0]) });
    const x = new Float64Array(2);
    const none = new Float64Array(0);
    // near the dead centre the slider alone would not tell where the crank is
    dynamics.writeHidden(x, 0);
    const quality = dynamics.partitionQuality();
    expect(quality).toBeGreaterThan(0.1);
    dynamics.repartition();
    dynamics.writeHidden(x, 0);
    expect(dynamics.setStates(x, 0, none, 0, none, 0)).toBe(true);
    expect(dynamics.state.q[0]).toBeCloseTo(0.5, 12);
    expect(dynamics.state.v[0]).toBeCloseTo(12, 10);
  });
});

/** max |G·v| relative to the size of the group. */
function loopRate(dynamics: MechanismDynamics): number {
  let largest = 0;
  for (const group of dynamics.groups) {
    updateRows(dynamics.mechanism, dynamics.state, group);
    for (let row = 0; row < group.m; row++) {
      let sum = 0;
      for (let j = 0; j < group.n; j++) sum += group.G[row * group.n + j]! * dynamics.state.v[group.velocities[j]!]!;
      largest = Math.max(largest, Math.abs(sum) / group.rowScale[row]!);
    }
  }
  return largest;
}
