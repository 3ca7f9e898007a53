// Bodies in free flight, from a formula: the same as integrated equations, and what must stay stays.
import { describe, expect, it } from "vitest";
import { findMethod } from "../../src/integrate/methods.ts";
import { buildMechanism } from "../../src/mechanics/buildMechanism.ts";
import { FreeFlight, fliesFreely } from "../../src/mechanics/freeFlight.ts";
import type { BodyDescription, GravityField } from "../../src/mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../src/mechanics/mechanismDynamics.ts";
import { randomFrom, randomInertia } from "./randomMechanism.ts";

type Masses = Pick<BodyDescription, "mass" | "centre" | "inertia">;

const free = (masses: Masses, k: number): BodyDescription => ({
  path: `body${k}`,
  parent: 0,
  joint: { path: `joint${k}`, kind: "free" },
  ...masses,
});

const gravity: GravityField = { kind: "uniform", vector: [0.3, -0.7, -9.81] };
const top = (axis: number, along: number): Masses => ({
  mass: 2,
  centre: [0.1, -0.2, 0.05],
  inertia: [0, 3, 5].reduce<number[]>((I, place, i) => I.with(place, i === axis ? along : 0.04), [0, 0, 0, 0, 0, 0]),
});
const cases: readonly (readonly [string, (seed: number) => Masses])[] = [
  ["a ball", () => ({ mass: 1, inertia: [0.01, 0, 0, 0.01, 0, 0.01] })],
  ["a top about x", () => top(0, 0.07)],
  ["a top about y", () => top(1, 0.001)],
  ["a top about z", () => top(2, 0.05)],
  ["a box", () => ({ mass: 1, inertia: [0.01, 0, 0, 0.02, 0, 0.026] })],
  ["any body", (seed) => randomInertia(randomFrom(seed))],
];

/** Two of them, in any state, with quaternions of any norm. */
function flight(masses: (seed: number) => Masses, seed: number) {
  const mechanism = buildMechanism({ bodies: [1, 2].map((k) => free(masses(seed + k), k)), gravity });
  const random = randomFrom(seed);
  const x = Float64Array.from({ length: 26 }, () => 2 * random());
  const dynamics = new MechanismDynamics(mechanism);
  const none = new Float64Array(0);
  const rhs = (_t: number, y: Float64Array, dy: Float64Array): void => {
    dynamics.setStates(y, 0, none, 0, none, 0);
    dynamics.flangeDynamics(none, none);
    dynamics.finish(none, 0, dy, 0);
  };
  return { mechanism, x, rhs, formula: new FreeFlight(mechanism) };
}

describe.each(cases)("%s in free flight", (_, masses) => {
  it.each([1, 2, 3])("has the derivatives of the equations of motion, seed %i", (seed) => {
    const { x, rhs, formula } = flight(masses, seed);
    const [own, expected] = [new Float64Array(26), new Float64Array(26)];
    formula.derivatives(own, x, 0);
    rhs(0, x, expected);
    for (let k = 0; k < 26; k++) expect(own[k]).toBeCloseTo(expected[k]!, 11);
  });

  it.each([1, 2, 3])("is where the integrated equations say, seed %i", (seed) => {
    const { x, rhs, formula } = flight(masses, seed);
    const options = {
      relativeTolerance: 1e-12,
      absoluteTolerance: new Float64Array(26).fill(1e-13),
      maximumStep: 1,
      initialStep: 0,
    };
    const integrator = findMethod("dop853").create({ size: 26, rhs }, 0, x, 2, options);
    while (integrator.t < 2) integrator.step(2);
    const y = new Float64Array(26);
    formula.move(y, x, 0, 2);
    // steps of the bodies without symmetry: 200 of them with errors below 1e-11
    for (let k = 0; k < 26; k++) expect(Math.abs(y[k]! - integrator.y[k]!)).toBeLessThan(1e-8);
  });

  it("goes on from a point between, and where it was is written over", () => {
    const { x, formula } = flight(masses, 5);
    const [once, twice] = [new Float64Array(26), x.slice()];
    formula.move(once, x, 0, 0.5);
    formula.move(twice, twice, 0, 0.2);
    formula.move(twice, twice, 0, 0.3);
    for (let k = 0; k < 26; k++) expect(Math.abs(once[k]! - twice[k]!)).toBeLessThan(1e-9);
  });
});

describe("free flight", () => {
  const ball = { mass: 1, inertia: [0.01, 0, 0, 0.01, 0, 0.01] };

  it("is for bodies alone in uniform gravity", () => {
    const two = [free(ball, 1), free(ball, 2)];
    expect(fliesFreely(buildMechanism({ bodies: two, gravity }))).toBe(true);
    expect(fliesFreely(buildMechanism({ bodies: two, gravity: { kind: "none" } }))).toBe(true);
    expect(fliesFreely(buildMechanism({ bodies: two, gravity: { kind: "point", mu: 1 } }))).toBe(false);
    expect(fliesFreely(buildMechanism({ bodies: [free(ball, 1), { ...free(ball, 2), parent: 1 }], gravity }))).toBe(
      false,
    );
    const hinge: BodyDescription = { ...free(ball, 2), joint: { path: "hinge", kind: "revolute" } };
    expect(fliesFreely(buildMechanism({ bodies: [free(ball, 1), hinge], gravity }))).toBe(false);
    expect(fliesFreely(buildMechanism({ bodies: [free({ mass: 1 }, 1)], gravity }))).toBe(false);
  });

  it("does not move what does not move", () => {
    const { x, formula } = flight(() => ball, 7);
    x.fill(0, 14);
    const y = new Float64Array(26);
    formula.move(y, x, 0, 0);
    expect(y).toEqual(x);
  });
});
