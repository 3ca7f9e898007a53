import { describe, expect, it } from "vitest";
import { rotationFromAxisAngle } from "../../../src/math/rotation.ts";
import { buildMechanism } from "../../../src/mechanics/buildMechanism.ts";
import { kineticEnergy } from "../../../src/mechanics/energy.ts";
import type { BodyDescription, LoopJointDescription, Placement } from "../../../src/mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../../src/mechanics/mechanismDynamics.ts";
import { runMechanism, totalEnergy } from "../simulateMechanism.ts";

const none = new Float64Array(0);
const gravity = { kind: "uniform", vector: [0, 0, -9.81] } as const;

/** End of a link: moved by `length` along x, then turned by `twist` about x. */
function linkEnd(length: number, twist: number): { r: number[]; R: Float64Array } {
  const R = new Float64Array(9);
  rotationFromAxisAngle(R, 0, Float64Array.from([1, 0, 0]), 0, twist);
  return { r: [length, 0, 0], R };
}

/** A closed chain of links with hinges along z, given as (length, twist); the last link is the base. */
function hingeChain(links: readonly (readonly [number, number])[]): MechanismDynamics {
  const count = links.length - 1;
  const bodies: BodyDescription[] = [];
  let frame: Placement = {};
  for (let b = 1; b <= count; b++) {
    const [length, twist] = links[b - 1]!;
    bodies.push({
      path: `link${b}`,
      parent: b - 1,
      mass: 1,
      centre: [length / 2, 0, 0],
      inertia: [0.01, 0, 0, 0.1, 0, 0.1],
      joint: { path: `hinge${b}`, kind: "revolute", frameA: frame },
    });
    frame = linkEnd(length, twist);
  }
  // the base seen from its first hinge backwards: the inverse of its link
  const [length, twist] = links[count]!;
  const base = { r: [-length, 0, 0], R: linkEnd(length, -twist).R };
  const loopJoints: LoopJointDescription[] = [
    { path: `hinge${count + 1}`, kind: "revolute", bodyA: count, bodyB: 0, frameA: frame, frameB: base },
  ];
  return new MechanismDynamics(buildMechanism({ bodies, loopJoints, gravity }));
}

describe("linkages that move although counting says they are rigid", () => {
  it("Bennett: four hinges in space, one degree of freedom, half angles in a fixed ratio", () => {
    const alpha = 0.7;
    const beta = 1.3;
    const a = 1;
    const b = (a * Math.sin(beta)) / Math.sin(alpha);
    const dynamics = hingeChain([
      [a, alpha],
      [b, beta],
      [a, alpha],
      [b, beta],
    ]);
    dynamics.state.q.set([1, 2, -1]);
    dynamics.state.v[0] = 2;
    dynamics.assemble({ heldPositions: new Set([0]), heldVelocities: new Set([0]) });
    expect(dynamics.loopReports()[0]).toEqual({
      joints: ["hinge4"],
      degreesOfFreedom: 1,
      constraints: 2,
      redundant: 3,
    });
    const ratio = Math.sin((beta + alpha) / 2) / Math.sin((beta - alpha) / 2);
    let error = 0;
    const energy = totalEnergy(dynamics);
    runMechanism(dynamics, {
      tEnd: 5,
      relativeTolerance: 1e-8,
      onStep: () => {
        const [q1, q2, q3] = dynamics.state.q as unknown as [number, number, number];
        const measured = Math.abs(Math.tan(q1 / 2) * Math.tan(q2 / 2));
        error = Math.max(error, Math.abs(measured / ratio - 1), Math.abs(Math.sin(q1 + q3)));
        error = Math.max(error, dynamics.loopGap());
      },
    });
    expect(error).toBeLessThan(1e-8);
    expect(Math.abs(totalEnergy(dynamics) - energy) / Math.abs(energy)).toBeLessThan(1e-5);
  });

  it("Bricard: six hinges at right angles, one degree of freedom, one redundant constraint", () => {
    const turn = Math.PI / 2;
    const dynamics = hingeChain([
      [1, turn],
      [1, -turn],
      [1, turn],
      [1, -turn],
      [1, turn],
      [1, -turn],
    ]);
    // threefold symmetric positions: cos p + cos q + cos p·cos q = 0
    const p = 1.3;
    const q = Math.acos(-Math.cos(p) / (1 + Math.cos(p)));
    dynamics.state.q.set([p, q + 0.1, p, q, p - 0.1]);
    dynamics.assemble();
    expect(dynamics.loopReports()[0]).toMatchObject({ degreesOfFreedom: 1, constraints: 4, redundant: 1 });
    const energy = totalEnergy(dynamics);
    let gap = 0;
    runMechanism(dynamics, {
      tEnd: 2,
      relativeTolerance: 1e-8,
      onStep: () => (gap = Math.max(gap, dynamics.loopGap())),
    });
    expect(gap).toBeLessThan(1e-9);
    expect(Math.abs(totalEnergy(dynamics) - energy)).toBeLessThan(1e-4);
  });
});

describe("Stewart platform", () => {
  const top = 1.2;
  const angleOf = (k: number, gap: number): number =>
    (2 * Math.PI * Math.floor(k / 2)) / 3 + (k % 2 === 0 ? gap : -gap);
  const basePoint = (k: number): number[] => [Math.cos(angleOf(k, 0.3)), Math.sin(angleOf(k, 0.3)), 0];
  const topPoint = (k: number): number[] => [0.6 * Math.cos(angleOf(k, 0.9)), 0.6 * Math.sin(angleOf(k, 0.9)), 0];

  /** Six legs, universal joint below, sliding, ball joint above. Legs may have no mass at all. */
  function stewart(legMass: number, hasFlanges: boolean): MechanismDynamics {
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
      const legInertia = [legMass / 20, 0, 0, legMass / 20, 0, legMass / 100];
      bodies.push({
        path: `lower${k}`,
        parent: 0,
        mass: legMass,
        inertia: legInertia,
        joint: {
          path: `cardan${k}`,
          kind: "universal",
          axis: [1, 0, 0],
          secondAxis: [0, 1, 0],
          frameA: { r: basePoint(k) },
        },
      });
      bodies.push({
        path: `upper${k}`,
        parent: bodies.length,
        mass: legMass,
        inertia: legInertia,
        joint: { path: `leg${k}`, kind: "prismatic", axis: [0, 0, 1], hasFlange: hasFlanges },
      });
      loopJoints.push({
        path: `ball${k}`,
        kind: "spherical",
        bodyA: bodies.length,
        bodyB: 1,
        frameB: { r: topPoint(k) },
      });
    }
    const dynamics = new MechanismDynamics(buildMechanism({ bodies, loopJoints, gravity }));
    dynamics.state.q[2] = top;
    for (let k = 0; k < 6; k++) dynamics.state.q[dynamics.mechanism.qStart[3 + 2 * k]!] = top;
    return dynamics;
  }

  it("has six degrees of freedom and holds its weight with the forces of its legs, which have no mass", () => {
    const dynamics = stewart(0, true);
    const { mechanism, state } = dynamics;
    const length = Math.hypot(...basePoint(0).map((x, i) => x - topPoint(0)[i]! - (i === 2 ? top : 0)));
    for (let k = 0; k < 6; k++) state.q[mechanism.qStart[3 + 2 * k]!] = length;
    dynamics.assemble();
    expect(dynamics.loopReports()[0]).toMatchObject({ degreesOfFreedom: 6, constraints: 18, redundant: 0 });
    expect(dynamics.hiddenCount).toBe(0);
    expect(state.motion.position[5]).toBeCloseTo(top, 10);
    const M = new Float64Array(36);
    const h = new Float64Array(6);
    dynamics.flangeDynamics(M, h);
    const sum = [0, 0, 0];
    for (let k = 0; k < 6; k++) {
      const u = basePoint(k).map((x, i) => (topPoint(k)[i]! + (i === 2 ? top : 0) - x) / length);
      for (let i = 0; i < 3; i++) sum[i]! += h[k]! * u[i]!;
    }
    expect(sum[0]).toBeCloseTo(0, 9);
    expect(sum[1]).toBeCloseTo(0, 9);
    expect(sum[2]).toBeCloseTo(5 * 9.81, 9);
  });

  it("has the kinetic energy of its legs' speeds with the mass matrix of its flanges", () => {
    const dynamics = stewart(1.5, true);
    const { state } = dynamics;
    const length = Math.hypot(...basePoint(0).map((x, i) => x - topPoint(0)[i]! - (i === 2 ? top : 0)));
    const phi = Float64Array.from([0, 0.1, -0.05, 0.07, 0.02, -0.1], (x) => length + x);
    const w = Float64Array.from([0.5, -0.3, 0.8, 0.1, -0.6, 0.4]);
    dynamics.flangeVelocities.forEach((j, f) => {
      const b = dynamics.flangeBodies[f]!;
      state.q[dynamics.mechanism.qStart[b]!] = phi[f]!;
      state.v[j] = w[f]!;
    });
    dynamics.assemble();
    expect(dynamics.setStates(none, 0, phi, 0, w, 0)).toBe(true);
    expect(dynamics.loopGap()).toBeLessThan(1e-12);
    const M = new Float64Array(36);
    const h = new Float64Array(6);
    dynamics.flangeDynamics(M, h);
    let energy = 0;
    for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) energy += 0.5 * M[i + 6 * j]! * w[i]! * w[j]!;
    expect(Math.abs(energy / kineticEnergy(dynamics.mechanism, state) - 1)).toBeLessThan(1e-11);
  });

  it("falls and tumbles on loose legs with its energy and its loops kept", () => {
    const dynamics = stewart(0.5, false);
    dynamics.state.v.set([0.4, -0.2, 0.5, 0.3, 0.4, -0.8]);
    dynamics.assemble({ heldVelocities: new Set([0, 1, 2, 3, 4, 5]) });
    expect(dynamics.loopReports()[0]!.degreesOfFreedom).toBe(6);
    const energy = totalEnergy(dynamics);
    let gap = 0;
    runMechanism(dynamics, {
      tEnd: 1.5,
      relativeTolerance: 1e-8,
      onStep: () => (gap = Math.max(gap, dynamics.loopGap())),
    });
    expect(gap).toBeLessThan(1e-11);
    expect(Math.abs(totalEnergy(dynamics) - energy) / energy).toBeLessThan(1e-6);
  });
});
