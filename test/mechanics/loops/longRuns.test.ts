import { describe, expect, it } from "vitest";
import { buildMechanism } from "../../../src/mechanics/buildMechanism.ts";
import { updateRows } from "../../../src/mechanics/loops/closeLoops.ts";
import type { BodyDescription, LoopJointDescription } from "../../../src/mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../../src/mechanics/mechanismDynamics.ts";
import { type RunOptions, runMechanism } from "../simulateMechanism.ts";

const gravity = { kind: "uniform", vector: [0, 0, -9.81] } as const;
const outputTimes = Array.from({ length: 500 }, (_, i) => 0.2 * (i + 1));

/** Largest gap of all constraints, relative to the size, and largest rate of a gap, relative to the largest speed, at 500 outputs. */
function worstOf100Seconds(
  dynamics: MechanismDynamics,
  options: Partial<RunOptions> = {},
): { gap: number; rate: number } {
  let gap = 0;
  let rate = 0;
  runMechanism(dynamics, {
    tEnd: 100,
    method: "tsit5",
    relativeTolerance: 1e-6,
    outputTimes,
    onOutput: () => {
      gap = Math.max(gap, dynamics.loopGap());
      rate = Math.max(rate, relativeRate(dynamics));
    },
    ...options,
  });
  return { gap, rate };
}

/** |G·v| of all rows, redundant ones included, per largest speed. */
function relativeRate({ groups, state, mechanism }: MechanismDynamics): number {
  let worst = 0;
  for (const group of groups) {
    updateRows(mechanism, state, group);
    const { m, n, G, rowScale, scale, velocities } = group;
    let speed = 1e-3;
    for (let j = 0; j < n; j++) speed = Math.max(speed, Math.abs(state.v[velocities[j]!]!) / scale[j]!);
    for (let row = 0; row < m; row++) {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += G[row * n + j]! * state.v[velocities[j]!]!;
      worst = Math.max(worst, Math.abs(sum) / rowScale[row]! / speed);
    }
  }
  return worst;
}

describe("loops stay closed to 1e-9 at every output of 100 s with a tolerance of 1e-6", () => {
  it("slider-crank that turns over and over", () => {
    const rod = (length: number) => ({
      mass: 1,
      centre: [length / 2, 0, 0],
      inertia: [1e-3, 0, 0, length ** 2 / 12, 0, length ** 2 / 12],
    });
    const dynamics = new MechanismDynamics(
      buildMechanism({
        gravity,
        bodies: [
          { path: "crank", parent: 0, ...rod(0.1), joint: { path: "j1", kind: "revolute", axis: [0, 1, 0] } },
          {
            path: "rod",
            parent: 1,
            ...rod(0.3),
            joint: { path: "j2", kind: "revolute", axis: [0, 1, 0], frameA: { r: [0.1, 0, 0] } },
          },
          { path: "slider", parent: 0, mass: 0.5, joint: { path: "j3", kind: "prismatic", axis: [1, 0, 0] } },
        ],
        loopJoints: [{ path: "j4", kind: "revolute", axis: [0, 1, 0], bodyA: 2, bodyB: 3, frameA: { r: [0.3, 0, 0] } }],
      }),
    );
    dynamics.state.q.set([0.5, -0.5, 0.4]);
    dynamics.state.v[0] = 20;
    dynamics.assemble({ heldVelocities: new Set([0]) });
    const { gap, rate } = worstOf100Seconds(dynamics);
    expect(Math.abs(dynamics.state.q[0]!)).toBeGreaterThan(500);
    expect(gap).toBeLessThan(1e-9);
    expect(rate).toBeLessThan(1e-9);
  });

  it("platform on three parallel cranks, seven of its ten constraints redundant", () => {
    const crank = 0.2;
    const feet = [
      [0, 0, 0],
      [1, 0, 0],
      [0.3, 0.4, 0.5],
    ];
    const axis = [0, 1, 0];
    const bodies: BodyDescription[] = feet.map((r, k) => ({
      path: `crank${k}`,
      parent: 0,
      mass: 1,
      centre: [0, 0, -crank / 2],
      inertia: [4e-3, 0, 0, 4e-3, 0, 1e-3],
      joint: { path: `foot${k}`, kind: "revolute", axis, frameA: { r } },
    }));
    bodies.push({
      path: "platform",
      parent: 1,
      mass: 3,
      centre: [0.4, 0.2, 0.1],
      inertia: [0.1, 0, 0, 0.2, 0, 0.2],
      joint: { path: "pin0", kind: "revolute", axis, frameA: { r: [0, 0, -crank] } },
    });
    const loopJoints: LoopJointDescription[] = [1, 2].map((k) => ({
      path: `pin${k}`,
      kind: "revolute",
      axis,
      bodyA: k + 1,
      bodyB: 4,
      frameA: { r: [0, 0, -crank] },
      frameB: { r: feet[k]! },
    }));
    const dynamics = new MechanismDynamics(buildMechanism({ gravity, bodies, loopJoints }));
    dynamics.state.q.set([0.8, 0.8, 0.8, -0.8]);
    dynamics.state.v.set([2, 2, 2, -2]);
    dynamics.assemble();
    expect(dynamics.loopReports()).toEqual([
      { joints: ["pin1", "pin2"], degreesOfFreedom: 1, constraints: 3, redundant: 7 },
    ]);
    const { gap, rate } = worstOf100Seconds(dynamics);
    expect(gap).toBeLessThan(1e-9);
    expect(rate).toBeLessThan(1e-9);
  });

  it("platform that swings on six springs as legs", () => {
    const point = (radius: number, degrees: number): number[] => [
      radius * Math.cos((degrees * Math.PI) / 180),
      radius * Math.sin((degrees * Math.PI) / 180),
      0,
    ];
    const base = (k: number): number[] => point(1, 60 * k + (k % 2 === 0 ? 10 : -10));
    const top = (k: number): number[] => point(0.5, 60 * k + (k % 2 === 0 ? -20 : 20));
    const bodies: BodyDescription[] = [
      {
        path: "platform",
        parent: 0,
        mass: 5,
        inertia: [0.5, 0, 0, 0.5, 0, 0.9],
        joint: { path: "free", kind: "free" },
      },
    ];
    const loopJoints: LoopJointDescription[] = [];
    for (let k = 0; k < 6; k++) {
      const leg = { mass: 0.2, inertia: [0.01, 0, 0, 0.01, 0, 0.002] };
      const cardan = { axis: [1, 0, 0], secondAxis: [0, 1, 0], frameA: { r: base(k) } };
      bodies.push({ path: `lower${k}`, parent: 0, ...leg, joint: { path: `c${k}`, kind: "universal", ...cardan } });
      bodies.push({ path: `upper${k}`, parent: bodies.length, ...leg, joint: { path: `leg${k}`, kind: "prismatic" } });
      loopJoints.push({ path: `ball${k}`, kind: "spherical", bodyA: bodies.length, bodyB: 1, frameB: { r: top(k) } });
    }
    const dynamics = new MechanismDynamics(buildMechanism({ gravity, bodies, loopJoints }));
    const { mechanism, state } = dynamics;
    state.q[2] = 1;
    const legs = Array.from({ length: 6 }, (_, k) => mechanism.vStart[3 + 2 * k]!);
    for (let k = 0; k < 6; k++) state.q[mechanism.qStart[3 + 2 * k]!] = 1;
    state.v.set([0.1, -0.1, 0.2, 0.2, 0.1, -0.2]);
    dynamics.assemble({ heldPositions: new Set([0, 1, 2, 3, 4, 5]), heldVelocities: new Set([0, 1, 2, 3, 4, 5]) });
    const length = Float64Array.from({ length: 6 }, (_, k) => state.q[mechanism.qStart[3 + 2 * k]!]!);
    const { gap, rate } = worstOf100Seconds(dynamics, {
      method: "adams",
      applyForces: () => {
        for (let k = 0; k < 6; k++)
          state.tau[legs[k]!] = 12 - 150 * (state.q[mechanism.qStart[3 + 2 * k]!]! - length[k]!);
      },
    });
    expect(state.motion.position[5]).toBeGreaterThan(0.5);
    expect(gap).toBeLessThan(1e-9);
    expect(rate).toBeLessThan(1e-9);
  });
});
