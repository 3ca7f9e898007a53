import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kineticEnergy, momentum, potentialEnergy } from "../../../src/mechanics/energy.ts";
import { computeAccelerations, inverseDynamics } from "../../../src/mechanics/inverseDynamics.ts";
import { computeGamma } from "../../../src/mechanics/loops/constraintRows.ts";
import { computeLoopEfforts } from "../../../src/mechanics/loops/loopForces.ts";
import type { MechanismDynamics } from "../../../src/mechanics/mechanismDynamics.ts";
import { relativeDifference } from "../randomMechanism.ts";
import { runMechanism, totalEnergy } from "../simulateMechanism.ts";
import { type LoopSample, load, randomLoop } from "./randomLoops.ts";

const none = new Float64Array(0);
const sizes = fc.tuple(
  fc.integer({ min: 1, max: 1e6 }),
  fc.integer({ min: 3, max: 8 }),
  fc.integer({ min: 1, max: 2 }),
);
const samples = { seed: 31, numRuns: 200 };

/** Accelerations of the sample; returns the derivatives of its hidden states. */
function accelerate(dynamics: MechanismDynamics): Float64Array {
  const xdot = new Float64Array(dynamics.hiddenCount);
  dynamics.flangeDynamics(none, none);
  dynamics.finish(none, 0, xdot, 0);
  return xdot;
}

/** Rate of a quantity along the motion, by central differences of the hidden states. */
function rateOf(dynamics: MechanismDynamics, xdot: Float64Array, quantity: () => number[]): number[] {
  const h = 1e-5;
  const x = new Float64Array(dynamics.hiddenCount);
  dynamics.writeHidden(x, 0);
  const at = (step: number): number[] => {
    const moved = x.map((value, i) => value + step * xdot[i]!);
    expect(dynamics.setStates(moved, 0, none, 0, none, 0)).toBe(true);
    return quantity();
  };
  const before = at(-h);
  return at(h).map((value, i) => (value - before[i]!) / (2 * h));
}

describe("random mechanisms with closed loops and joints of all kinds", () => {
  /** Calls the check for samples that can move; counts them, so that a generator without results is noticed. */
  const check = (options: Parameters<typeof randomLoop>[2], property: (sample: LoopSample) => void): void => {
    let count = 0;
    fc.assert(
      fc.property(sizes, ([seed, n, loops]) => {
        const sample = randomLoop(seed, n, { ...options, loops });
        if (sample === undefined) return;
        count++;
        property(sample);
      }),
      samples,
    );
    expect(count).toBeGreaterThan(80);
  };

  it("give back the efforts from the accelerations and constraint forces they cause", () => {
    check({}, (sample) => {
      load(sample);
      const { dynamics } = sample;
      const { mechanism, state, groups } = dynamics;
      accelerate(dynamics);
      const expected = state.tau.slice();
      for (const group of groups) {
        computeLoopEfforts(mechanism, state, group);
        for (let j = 0; j < group.n; j++)
          for (let row = 0; row < group.m; row++)
            expected[group.velocities[j]!]! += group.G[row * group.n + j]! * group.lambda[row]!;
      }
      const tau = new Float64Array(mechanism.nv);
      inverseDynamics(tau, mechanism, state, state.vdot);
      expect(relativeDifference(tau, expected)).toBeLessThan(1e-10);
    });
  });

  it("have accelerations that keep all loops closed, redundant constraints included", () => {
    check({}, (sample) => {
      load(sample);
      const { mechanism, state, groups } = sample.dynamics;
      accelerate(sample.dynamics);
      computeAccelerations(mechanism, state, state.vdot);
      const size = state.acceleration.reduce((largest, a) => Math.max(largest, Math.abs(a)), 1);
      for (const group of groups) {
        computeGamma(state, group);
        for (const rest of group.gamma) expect(Math.abs(rest) / size).toBeLessThan(1e-10);
      }
    });
  });

  it("have the kinetic energy of their independent velocities with the reduced mass matrix", () => {
    check({}, ({ dynamics }) => {
      const { mechanism, state, groups, treeBodies } = dynamics;
      accelerate(dynamics);
      if (treeBodies.length > 0) return; // bodies outside of all loops have energy too
      let energy = 0;
      for (const { independent, independentCount, reduced, velocities } of groups) {
        for (let i = 0; i < independentCount; i++)
          for (let j = 0; j < independentCount; j++)
            energy +=
              0.5 *
              reduced[i * independentCount + j]! *
              state.v[velocities[independent[i]!]!]! *
              state.v[velocities[independent[j]!]!]!;
      }
      expect(Math.abs(energy / kineticEnergy(mechanism, state) - 1)).toBeLessThan(1e-10);
    });
  });

  it("gain energy exactly as fast as forces and efforts supply it", () => {
    check({}, (sample) => {
      load(sample);
      const { dynamics } = sample;
      const { mechanism, state } = dynamics;
      let power = 0;
      for (let j = 0; j < mechanism.nv; j++) power += state.tau[j]! * state.v[j]!;
      for (let i = 3; i < 3 * mechanism.count; i++) {
        power += state.forces.force[i]! * state.motion.velocity[i]!;
        power += state.forces.torque[i]! * state.motion.angularVelocity[i]!;
      }
      const xdot = accelerate(dynamics);
      const largest = xdot.reduce((size, value) => Math.max(size, Math.abs(value)), 1);
      const scale = Math.max(1, Math.abs(power), kineticEnergy(mechanism, state)) * largest;
      const [rate] = rateOf(dynamics, xdot, () => [
        kineticEnergy(mechanism, state) + potentialEnergy(mechanism, state),
      ]);
      expect(Math.abs(rate! - power) / scale).toBeLessThan(1e-4);
    });
  });

  it("do not change the momentum of a free-floating system by efforts in their joints", () => {
    check({ isFloating: true, gravity: { kind: "none" } }, (sample) => {
      load(sample, true);
      const { dynamics } = sample;
      const { mechanism, state } = dynamics;
      const xdot = accelerate(dynamics);
      const largest = xdot.reduce((size, value) => Math.max(size, Math.abs(value)), 1);
      const p = new Float64Array(6);
      const rates = rateOf(dynamics, xdot, () => {
        momentum(p, mechanism, state);
        return [...p];
      });
      momentum(p, mechanism, state);
      const scale = p.reduce((size, value) => Math.max(size, Math.abs(value)), 1) * largest;
      for (const rate of rates) expect(Math.abs(rate) / scale).toBeLessThan(1e-6);
    });
  });
});

describe("random mechanisms with closed loops, left to themselves", () => {
  it("keep their energy as well as the tolerance asks for, and their loops closed", () => {
    let count = 0;
    for (let seed = 1; seed <= 30 && count < 6; seed++) {
      const sample = randomLoop(seed, 5, { kinds: ["revolute", "universal", "cylindrical"] });
      if (sample === undefined) continue;
      count++;
      const { dynamics } = sample;
      const energy = totalEnergy(dynamics);
      let scale = kineticEnergy(dynamics.mechanism, dynamics.state);
      let gap = 0;
      const report = runMechanism(dynamics, {
        tEnd: 0.5,
        method: "tsit5",
        relativeTolerance: 1e-8,
        onStep: () => {
          scale = Math.max(scale, kineticEnergy(dynamics.mechanism, dynamics.state));
          gap = Math.max(gap, dynamics.loopGap());
        },
      });
      expect(gap).toBeLessThan(1e-9);
      expect(Math.abs(totalEnergy(dynamics) - energy) / scale).toBeLessThan(2e-8 * report.steps);
    }
    expect(count).toBe(6);
  });
});
