/** Groups whose loops are all closed in their planes move as constraints in space say, which are not computed for them. */
import { describe, expect, it } from "vitest";
import { matrixFromQuaternion } from "../../../src/math/quaternion.ts";
import { createRandom } from "../../../src/math/random.ts";
import { buildMechanism } from "../../../src/mechanics/buildMechanism.ts";
import type { BodyDescription } from "../../../src/mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../../src/mechanics/mechanismDynamics.ts";

/** Of the plane on the world. */
const R = new Float64Array(9);
matrixFromQuaternion(R, 0, Float64Array.of(0.5, -0.3, 0.2, 0.7), 0);
const random = createRandom(11);

const body = () => ({
  mass: 1 + random.uniform(),
  centre: [0.1 * random.uniform(), 0.1 * random.uniform(), 0.1 * random.uniform()],
  inertia: [0.3, 0.01, 0.02, 0.25, 0.03, 0.2],
});

/**
 * Crank on a base, or on the world, with two pins: on one a rod that hangs on a slide along an inclined line, on the other one that hangs on a
 * rocker, which turns the other way. All planes are parallel, and nothing is parallel to an axis of the world.
 */
function engine(isCarried: boolean, hasFlange: boolean): MechanismDynamics {
  const [phi, a, b, c, incline] = [0.4, 0.3, 1.1, 0.9, 0.6];
  const carrier = isCarried ? 1 : 0;
  const first = isCarried ? 2 : 1;
  const z = [0, 0, 1];
  const on = (parent: number, path: string, joint: object): object => ({
    path,
    parent,
    ...body(),
    joint: { path: `${path}.joint`, ...joint },
  });
  const frame = (x = 0): object =>
    isCarried ? { r: [0.1 + x, 0.2, 0.3] } : { R, r: [0.1, 0.2, 0.3].map((place, i) => place + R[3 * i]! * x) };
  // where the pins are in the plane, and what reaches them
  const pin = (angle: number): [number, number] => [a * Math.cos(phi + angle), a * Math.sin(phi + angle)];
  const [x1, y1] = pin(0);
  const along = x1 * Math.cos(incline) + y1 * Math.sin(incline);
  const across = y1 * Math.cos(incline) - x1 * Math.sin(incline);
  const slide = along + Math.sqrt(b * b - across * across);
  const rod = Math.atan2(y1 - slide * Math.sin(incline), x1 - slide * Math.cos(incline));
  const [x2, y2] = pin(0.5 * Math.PI);
  const far = Math.hypot(x2 - 1.1, y2);
  const rocker = Math.atan2(y2, x2 - 1.1) - Math.acos((far * far + c * c - b * b) / (2 * far * c));
  const coupler = Math.atan2(y2 - c * Math.sin(rocker), x2 - 1.1 - c * Math.cos(rocker));
  const bodies = [
    ...(isCarried ? [on(0, "base", { kind: "free" })] : []),
    on(carrier, "crank", { kind: "revolute", axis: z, frameA: frame(), hasFlange }),
    on(carrier, "slide", { kind: "prismatic", axis: [Math.cos(incline), Math.sin(incline), 0], frameA: frame() }),
    on(first + 1, "rod", { kind: "revolute", axis: z }),
    on(carrier, "rocker", { kind: "revolute", axis: [0, 0, -1], frameA: frame(1.1) }),
    on(first + 3, "coupler", { kind: "revolute", axis: z, frameA: { r: [c, 0, 0] } }),
  ];
  const pinAt = (path: string, rod: number, r: number[]): object => ({
    path,
    kind: "revolute",
    axis: z,
    bodyA: rod,
    bodyB: first,
    frameA: { r: [b, 0, 0] },
    frameB: { r },
  });
  const loopJoints = [pinAt("pin1", first + 2, [a, 0, 0]), pinAt("pin2", first + 4, [0, a, 0])];
  const dynamics = new MechanismDynamics(
    buildMechanism({
      bodies: bodies as unknown as BodyDescription[],
      loopJoints: loopJoints as never,
      gravity: { kind: "uniform", vector: [0.3, -9.81, 0.2] },
    }),
  );
  const { q } = dynamics.state;
  const { qStart } = dynamics.mechanism;
  [phi, slide, rod, -rocker, coupler - rocker].forEach((value, k) => {
    q[qStart[first + k]!] = value;
  });
  dynamics.assemble();
  return dynamics;
}

const withoutChains = {
  count: 0,
  close: () => false,
  relate: () => {},
  computeBias: () => {},
  computeEfforts: () => {},
};

function differenceOf(one: Float64Array, other: Float64Array): number {
  let [difference, size] = [0, 1];
  for (let k = 0; k < one.length; k++) {
    difference = Math.max(difference, Math.abs(one[k]! - other[k]!));
    size = Math.max(size, Math.abs(other[k]!));
  }
  return difference / size;
}

describe.each([
  ["on the world, moved by what acts on it", false, false],
  ["on the world, with a flange", false, true],
  ["on a base that moves", true, false],
  ["on a base that moves, with a flange", true, true],
])("a crank %s", (_, isCarried, hasFlange) => {
  it("has the coordinates, velocities, accelerations and forces in its pins that constraints in space give", () => {
    const made = engine(isCarried, hasFlange);
    const pair = [made, new MechanismDynamics(made.mechanism)];
    pair[1]!.state.q.set(made.state.q);
    pair[1]!.assemble();
    const count = pair[0]!.hiddenCount;
    const x = new Float64Array(count);
    pair[0]!.writeHidden(x, 0);
    const speeds = Float64Array.from({ length: count }, () => 2 * random.uniform() - 1);
    const phi = Float64Array.of(pair[0]!.state.q[isCarried ? 7 : 0]!);
    for (let step = 0; step < 60; step++) {
      const { positionCount, velocityCount } = pair[0]!;
      if (hasFlange) phi[0]! += 0.1;
      else x[positionCount - 1]! += 0.1;
      if (isCarried) for (let k = 0; k < 3; k++) x[k] = 0.1 * step * k;
      for (let k = 0; k < velocityCount; k++) x[positionCount + k] = 5 * speeds[k]!;
      const loads = (): number[] => Array.from({ length: 30 }, () => random.uniform() - 0.5);
      const [force, torque] = [loads(), loads()];
      const results = pair.map((dynamics, k) => {
        if (k === 1) dynamics.groups[0]!.chains = withoutChains;
        expect(dynamics.setStates(x, 0, phi, 0, Float64Array.of(3), 0)).toBe(true);
        // the chains are found at the first closure
        if (step > 0) expect(dynamics.groups[0]!.isClosedByChains).toBe(k === 0);
        const { forces, tau } = dynamics.state;
        const n = forces.force.length;
        for (let i = 3; i < n; i++) {
          forces.force[i] = force[i]!;
          forces.torque[i] = torque[i]!;
        }
        for (let i = 0; i < tau.length; i++) tau[i] = Math.sin(i + step);
        const [M, h, xdot] = [new Float64Array(1), new Float64Array(1), new Float64Array(count)];
        dynamics.flangeDynamics(M, h);
        dynamics.finish(Float64Array.of(2), 0, xdot, 0);
        const { q, v, vdot, acceleration } = dynamics.state;
        const moved = [q, v, vdot, acceleration, xdot, M, h].map((values) => values.slice());
        dynamics.cutForces();
        return [...moved, dynamics.groups[0]!.lambda.slice(), dynamics.state.wrench.slice()];
      });
      expect(pair[0]!.groups[0]!.chains!.count).toBe(2);
      results[0]!.forEach((values, k) => {
        expect(differenceOf(values, results[1]![k]!)).toBeLessThan(2e-13);
      });
      expect(pair[0]!.loopGap()).toBeLessThan(4e-15);
    }
  });
});

it("finds loops whose two coordinates are on one way from a prediction that is wrong by a twentieth", () => {
  const dynamics = engine(false, false);
  const { q } = dynamics.state;
  const x = new Float64Array(dynamics.hiddenCount);
  dynamics.writeHidden(x, 0);
  const none = new Float64Array(1);
  for (let step = 0; step < 60; step++) {
    x[0]! += 0.1;
    expect(dynamics.setStates(x, 0, none, 0, none, 0)).toBe(true);
    const closed = q.slice();
    for (let k = 1; k < 5; k++) q[k]! += 0.05 * (2 * random.uniform() - 1);
    expect(dynamics.groups[0]!.chains!.close(q)).toBe(true);
    expect(differenceOf(q, closed)).toBeLessThan(4e-15);
  }
});
