import { expect, it } from "vitest";
import { computePositions } from "../../../src/mechanics/positions.ts";
import { type LoopSample, randomLoop } from "./randomLoops.ts";

const none = new Float64Array(0);

/** A mechanism with a loop that can move, its states, and others near them. */
function sampleWithStates(): LoopSample & { readonly x: Float64Array; readonly near: Float64Array } {
  for (let seed = 1; ; seed++) {
    const sample = randomLoop(seed, 6, { loops: 1 });
    if (sample === undefined || sample.dynamics.hiddenCount === 0) continue;
    const x = new Float64Array(sample.dynamics.hiddenCount);
    sample.dynamics.writeHidden(x, 0);
    return { ...sample, x, near: x.map((value) => value + 1e-3) };
  }
}

it("states that come again find positions, velocities and no forces as they were, to the last bit", () => {
  const { dynamics, x } = sampleWithStates();
  const { state } = dynamics;
  expect(dynamics.setStates(x, 0, none, 0, none, 0)).toBe(true);
  const before = [state.q, state.v, state.motion.position, state.motion.velocity].map((list) => list.slice());
  state.tau.fill(1);
  state.forces.force.fill(1);
  expect(dynamics.setStates(x.slice(), 0, none, 0, none, 0)).toBe(true);
  expect([state.q, state.v, state.motion.position, state.motion.velocity]).toEqual(before);
  expect([...state.tau, ...state.forces.force].every((value) => value === 0)).toBe(true);
});

it("whatever moved in between is moved back", () => {
  const { dynamics, x, near } = sampleWithStates();
  const { state, mechanism } = dynamics;
  expect(dynamics.setStates(near, 0, none, 0, none, 0)).toBe(true);
  const there = state.motion.position.slice();
  expect(dynamics.setStates(x, 0, none, 0, none, 0)).toBe(true);
  const here = state.motion.position.slice();
  expect(here).not.toEqual(there);
  const farthest = (): number => Math.max(...here.map((value, k) => Math.abs(value - state.motion.position[k]!)));

  // other bodies, by the same coordinates
  const q = state.q.slice();
  state.q.set(q.map((value) => value + 0.1));
  computePositions(mechanism, state);
  state.q.set(q);
  expect(farthest()).toBeGreaterThan(1e-3);
  expect(dynamics.setStates(x, 0, none, 0, none, 0)).toBe(true);
  expect(farthest()).toBeLessThan(1e-12);

  // coordinates that somebody has written
  dynamics.groups[0]!.dependent.subarray(0, dynamics.groups[0]!.rank).forEach((j) => {
    const place = dynamics.groups[0]!.coordinate[j]!;
    if (place >= 0) state.q[place] = state.q[place]! + 1e-4;
  });
  expect(state.q).not.toEqual(q);
  expect(dynamics.setStates(x, 0, none, 0, none, 0)).toBe(true);
  expect(Math.max(...q.map((value, k) => Math.abs(value - state.q[k]!)))).toBeLessThan(1e-12);
});
