/** Loops of a plane that are closed by themselves: where cranks, rods, rockers and slides are follows from triangles. */
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../src/math/random.ts";
import { buildMechanism } from "../../../src/mechanics/buildMechanism.ts";
import type { BodyDescription } from "../../../src/mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../../src/mechanics/mechanismDynamics.ts";

const body = { mass: 1, centre: [0.1, 0, 0], inertia: [0.01, 0, 0, 0.1, 0, 0.1] };
const none = new Float64Array(1);

interface Linkage {
  dynamics: MechanismDynamics;
  /** Places of crank, rod, and slide or rocker in q. */
  at: number[];
}

/** A carried plane, turned in the world, with bodies in it; the coordinates of the bodies begin at `start`. */
function linkage(bodies: object[], loopJoints: object[], start: number[]): Linkage {
  const base = {
    path: "base",
    parent: 0,
    ...body,
    joint: { path: "j0", kind: "free", frameA: { rotation: [1, 2, 3] } },
  };
  const dynamics = new MechanismDynamics(
    buildMechanism({
      bodies: [base, ...bodies] as BodyDescription[],
      loopJoints: loopJoints as never,
      gravity: { kind: "uniform", vector: [0, -9.81, 0] },
    }),
  );
  const at = bodies.map((_, k) => dynamics.mechanism.qStart[k + 2]!);
  at.forEach((place, k) => {
    dynamics.state.q[place] = start[k]!;
  });
  dynamics.assemble();
  return { dynamics, at };
}

/** The crank turns to an angle; the base is somewhere. */
function turnTo({ dynamics, at }: Linkage, angle: number): void {
  const x = new Float64Array(dynamics.hiddenCount);
  dynamics.writeHidden(x, 0);
  expect(dynamics.setStates(x, 0, Float64Array.of(angle), 0, none, 0)).toBe(true);
  expect(dynamics.state.q[at[0]!]).toBe(angle);
}

const turn = (path: string, parent: number, r: number[], axis = [0, 0, 1]): object => ({
  path,
  parent,
  ...body,
  joint: { path: `${path}.joint`, kind: "revolute", axis, frameA: { r }, hasFlange: path === "crank" },
});

/** Crank a, rod b along a line at the height h above the crank. */
function sliderCrank(a: number, b: number, h: number): Linkage {
  const slide = (phi: number): number => a * Math.cos(phi) + Math.sqrt(b * b - (a * Math.sin(phi) - h) ** 2);
  const rod = (phi: number): number => Math.asin((h - a * Math.sin(phi)) / b) - phi;
  return linkage(
    [
      turn("crank", 1, [0, 0, 0.2]),
      turn("rod", 2, [a, 0, 0]),
      {
        path: "slide",
        parent: 1,
        ...body,
        joint: { path: "s", kind: "prismatic", axis: [1, 0, 0], frameA: { r: [0, h, 0.2] } },
      },
    ],
    [{ path: "pin", kind: "revolute", axis: [0, 0, 1], bodyA: 3, bodyB: 4, frameA: { r: [b, 0, 0] } }],
    [0.4, rod(0.4), slide(0.4)],
  );
}

describe("a loop of a plane that is closed by itself", () => {
  it("has its slide where the triangle of crank and rod ends, on a base that is turned and moved, over several turns", () => {
    const random = createRandom(7);
    for (let trial = 0; trial < 20; trial++) {
      const [a, h] = [0.2 + 0.5 * random.uniform(), 0.2 * random.uniform() - 0.1];
      const b = a + 0.2 + random.uniform();
      const mechanism = sliderCrank(a, b, h);
      const { dynamics, at } = mechanism;
      for (let phi = 0.4; phi < 30; phi += 0.1 + 0.15 * random.uniform()) {
        turnTo(mechanism, phi);
        const expected = a * Math.cos(phi) + Math.sqrt(b * b - (a * Math.sin(phi) - h) ** 2);
        expect(Math.abs(dynamics.state.q[at[2]!]! - expected)).toBeLessThan(2e-14);
      }
      expect(dynamics.groups[0]!.chains!.count).toBe(1);
    }
  });

  it("has its rocker where two circles meet, also where hinges turn the other way", () => {
    const random = createRandom(8);
    for (let trial = 0; trial < 20; trial++) {
      // ground 1, crank a, coupler b, rocker c: the crank turns around
      const a = 0.15 + 0.2 * random.uniform();
      const [b, c] = [0.8 + 0.2 * random.uniform(), 0.7 + 0.2 * random.uniform()];
      const sign = trial % 2 === 0 ? 1 : -1;
      const rocker = (phi: number): number => {
        const [x, y] = [a * Math.cos(phi) - 1, a * Math.sin(phi)];
        const d = Math.hypot(x, y);
        return Math.atan2(y, x) - Math.acos((d * d + c * c - b * b) / (2 * d * c));
      };
      const coupler = (phi: number): number => {
        const theta = rocker(phi);
        const [x, y] = [1 + c * Math.cos(theta) - a * Math.cos(phi), c * Math.sin(theta) - a * Math.sin(phi)];
        return Math.atan2(y, x) - phi;
      };
      const mechanism = linkage(
        [turn("crank", 1, [0, 0, 0]), turn("coupler", 2, [a, 0, 0]), turn("rocker", 1, [1, 0, 0], [0, 0, sign])],
        [
          {
            path: "pin",
            kind: "revolute",
            axis: [0, 0, 1],
            bodyA: 3,
            bodyB: 4,
            frameA: { r: [b, 0, 0] },
            frameB: { r: [c, 0, 0] },
          },
        ],
        [0.4, coupler(0.4), sign * rocker(0.4)],
      );
      for (let phi = 0.4; phi < 20; phi += 0.1 + 0.15 * random.uniform()) {
        turnTo(mechanism, phi);
        const difference = sign * mechanism.dynamics.state.q[mechanism.at[2]!]! - rocker(phi);
        expect(Math.abs(difference - 2 * Math.PI * Math.round(difference / (2 * Math.PI)))).toBeLessThan(4e-14);
      }
      expect(mechanism.dynamics.groups[0]!.chains!.count).toBe(1);
    }
  });

  it("stays as it is, to the last bit, where it is closed", () => {
    const mechanism = sliderCrank(0.5, 1, 0.1);
    const { q } = mechanism.dynamics.state;
    for (let phi = 0.4; phi < 7; phi += 0.2) {
      turnTo(mechanism, phi);
      const closed = q.slice();
      mechanism.dynamics.groups[0]!.chains!.close(q);
      expect(q).toEqual(closed);
    }
  });

  it("is found from a prediction that is wrong by a twentieth, and left alone where it cannot be closed", () => {
    const mechanism = sliderCrank(0.5, 1, 0);
    const { dynamics, at } = mechanism;
    const { q } = dynamics.state;
    turnTo(mechanism, 0.5);
    turnTo(mechanism, 0.6);
    const { chains } = dynamics.groups[0]!;
    const closed = q.slice();
    q[at[1]!]! += 0.05;
    q[at[2]!]! -= 0.05;
    chains!.close(q);
    for (const place of at) expect(Math.abs(q[place]! - closed[place]!)).toBeLessThan(4e-15);
    // beyond what the rod reaches from here
    q[at[1]!]! += 2;
    const far = q.slice();
    chains!.close(q);
    expect(q).toEqual(far);
  });

  it("is none where coordinates that it determines lie on another loop, too: all are closed together then", () => {
    // a second slide hangs on the rod of the first: its loop goes across crank and rod
    const two = linkage(
      [
        turn("crank", 1, [0, 0, 0]),
        turn("rod", 2, [0.5, 0, 0]),
        { path: "s1", parent: 1, ...body, joint: { path: "s1", kind: "prismatic", axis: [1, 0, 0] } },
        turn("rod2", 3, [0.5, 0, 0]),
        { path: "s2", parent: 1, ...body, joint: { path: "s2", kind: "prismatic", axis: [0, 1, 0] } },
      ],
      [
        { path: "p1", kind: "revolute", axis: [0, 0, 1], bodyA: 3, bodyB: 4, frameA: { r: [1, 0, 0] } },
        { path: "p2", kind: "revolute", axis: [0, 0, 1], bodyA: 5, bodyB: 6, frameA: { r: [1.5, 0, 0] } },
      ],
      [0.4, -0.6, 1.4, 2, 1],
    );
    for (const phi of [0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) turnTo(two, phi);
    const { state, groups } = two.dynamics;
    expect(state.q[two.at[2]!]).toBeCloseTo(0.5 * Math.cos(0.9) + Math.sqrt(1 - (0.5 * Math.sin(0.9)) ** 2), 12);
    expect(two.dynamics.loopGap()).toBeLessThan(1e-14);
    // the first loop has its two coordinates, one of which moves the second
    expect(groups[0]!.chains!.count).toBe(0);
  });
});
