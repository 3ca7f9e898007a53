/** Bounds of the motion of mechanisms whose coordinates are polynomials of time: no time of the step exceeds them. */
import { describe, expect, it } from "vitest";
import { polynomialGrid } from "../../src/math/polynomialBounds.ts";
import { buildMechanism } from "../../src/mechanics/buildMechanism.ts";
import type { Mechanism } from "../../src/mechanics/mechanism.ts";
import type { JointKind } from "../../src/mechanics/mechanismDescription.ts";
import { MechanismState } from "../../src/mechanics/mechanismState.ts";
import { MotionBounds } from "../../src/mechanics/motionBounds.ts";
import { computePositions } from "../../src/mechanics/positions.ts";
import { movingKinds, type Random, randomBodies, randomFrom } from "./randomMechanism.ts";

/** Coordinates as polynomials of the given degree over a step; quaternions stay away from zero, but have any length. */
function randomCoordinates(mechanism: Mechanism, degree: number, size: number, random: Random) {
  const c = Array.from({ length: mechanism.nq }, () => Array.from({ length: degree + 1 }, () => size * random()));
  for (const b of mechanism.bodies) {
    const kind = mechanism.code[b]!;
    const scalar = mechanism.qStart[b]! + (kind === 7 ? 3 : kind === 8 ? 6 : -1 - mechanism.qStart[b]!);
    if (scalar >= 0) c[scalar]![0] = 1.5;
  }
  return (s: number): number[] => c.map((p) => p.reduceRight((sum, x) => sum * s + x, 0));
}

describe("bounds of the motion over a step", () => {
  for (const [name, kinds] of [["any", movingKinds], ...movingKinds.map((kind) => [kind, [kind]])] as const) {
    it(`hold for trees of ${name} joints`, () => {
      for (let seed = 1; seed <= 12; seed++) {
        const random = randomFrom(seed);
        const bodies = randomBodies(random, 4, kinds as JointKind[]);
        const degree = 2 + (seed % 6);
        checkBounds(buildMechanism({ bodies }), degree, 0.05 + 0.1 * seed, random);
      }
    });
  }

  it("of the way of a point hold where a free joint moves another point of the body", () => {
    const joint = { kind: "free" as const, path: "j", frameB: { r: [0.3, -0.2, 0.5] } };
    for (let seed = 1; seed <= 5; seed++)
      checkBounds(
        buildMechanism({ bodies: [{ path: "b", parent: 0, joint, mass: 1 }] }),
        5,
        0.1,
        randomFrom(seed),
        0.15,
        true,
      );
  });

  it("of the way of points are found without the samples of how bodies turn, but of those that others hang on", () => {
    const free = (path: string) => ({
      path,
      parent: 0,
      joint: { kind: "free" as const, path: `joint of ${path}` },
      mass: 1,
    });
    const arm = {
      path: "arm",
      parent: 2,
      joint: { kind: "revolute" as const, path: "hinge", axis: [0, 0, 1] },
      mass: 1,
    };
    const mechanism = buildMechanism({ bodies: [free("ball"), free("base"), arm] } as never);
    const q = randomCoordinates(mechanism, 4, 0.15, randomFrom(3));
    const [all, some] = [new MotionBounds(mechanism, () => true), new MotionBounds(mechanism, () => true)];
    let unread = 0;
    polynomialGrid(4).nodes.forEach((s, j) => {
      all.samples.set(q(s), j * mechanism.nq);
      some.samples.set(q(s), j * mechanism.nq);
      for (const b of mechanism.bodies)
        for (let i = mechanism.qStart[b]!; i < mechanism.qStart[b + 1]!; i++) {
          if (some.reads(i, b)) continue;
          some.samples[j * mechanism.nq + i] = Number.NaN;
          unread++;
        }
    });
    all.compute(4, 0.1);
    some.compute(4, 0.1);
    expect(some.acceleration).toEqual(all.acceleration);
    expect(some.turning).toEqual(all.turning);
    expect(all.turning[2]).toBeGreaterThan(0);
    // the quaternion of the ball at each of five nodes
    expect(unread).toBe(20);
  });

  it("are close to the motion of free bodies", () => {
    const bodies = [{ path: "b", parent: 0, joint: { kind: "free" as const, path: "j" }, mass: 1 }];
    for (let seed = 1; seed <= 20; seed++) {
      const { acceleration, turning } = checkBounds(buildMechanism({ bodies }), 5, 0.1, randomFrom(seed), 0.02);
      // the factors of the grids are √2; the length of the quaternion changes by some per cent
      expect(acceleration).toBeLessThan(1.45);
      expect(turning).toBeLessThan(1.8);
    }
  });
});

/** Compares with differences of positions and orientations; returns the largest ratios of bound and motion. */
function checkBounds(mechanism: Mechanism, degree: number, h: number, random: Random, size = 0.15, isPoint = false) {
  const q = randomCoordinates(mechanism, degree, size, random);
  const bounds = new MotionBounds(mechanism, () => isPoint);
  polynomialGrid(degree).nodes.forEach((s, j) => bounds.samples.set(q(s), j * mechanism.nq));
  bounds.compute(degree, h);

  const state = new MechanismState(mechanism);
  const steps = 400;
  const dt = h / steps;
  const at = (k: number) => {
    state.q.set(q(k / steps));
    computePositions(mechanism, state);
    return { r: state.motion.position.slice(), R: state.motion.rotation.slice() };
  };
  const largest = { acceleration: 0, turning: 0 };
  const poses = Array.from({ length: steps + 1 }, (_, k) => at(k));
  for (const b of mechanism.bodies) {
    let a = 0;
    let w = 0;
    const axis = [0, 0, 0];
    for (let k = 1; k < steps; k++) {
      const [before, now, after] = [poses[k - 1]!, poses[k]!, poses[k + 1]!];
      let sum = 0;
      for (let i = 3 * b; i < 3 * b + 3; i++) sum += ((before.r[i]! - 2 * now.r[i]! + after.r[i]!) / dt ** 2) ** 2;
      a = Math.max(a, Math.sqrt(sum));
      // a chord is shorter than the arc: |R₁ − R₀|²_F = 8·sin²(θ/2)
      const turned = (columns: readonly number[]): number => {
        let square = 0;
        for (const j of columns)
          for (let i = 0; i < 3; i++) square += (after.R[9 * b + 3 * i + j]! - now.R[9 * b + 3 * i + j]!) ** 2;
        return Math.sqrt(square);
      };
      w = Math.max(w, turned([0, 1, 2]) / Math.SQRT2 / dt);
      for (let j = 0; j < 3; j++) axis[j] = Math.max(axis[j]!, turned([j]) / dt);
    }
    // differences of differences: rounding of positions of about 1 over dt²
    expect(a).toBeLessThanOrEqual(bounds.acceleration[b]! + (1e-14 * steps ** 2) / h ** 2);
    expect(w).toBeLessThanOrEqual(bounds.turning[b]! + (1e-14 * steps) / h);
    for (let j = 0; j < 3; j++)
      expect(axis[j]).toBeLessThanOrEqual(bounds.axisTurning[3 * b + j]! + (1e-14 * steps) / h);
    largest.acceleration = Math.max(largest.acceleration, bounds.acceleration[b]! / a);
    largest.turning = Math.max(largest.turning, bounds.turning[b]! / w);
  }
  return largest;
}
