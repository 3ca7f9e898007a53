import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MechanismDynamics } from "../../../src/mechanics/mechanismDynamics.ts";
import { randomLoop } from "./randomLoops.ts";

const none = new Float64Array(0);

interface Walk {
  /** Largest distances between prediction and solution, behind the first steps. */
  readonly correction: number;
  readonly q: Float64Array;
}

/** Hidden positions along a straight line; undefined where loops cannot be closed. */
function walk(dynamics: MechanismDynamics, steps: number, h: number, forgets: boolean): Walk | undefined {
  const { state, groups, positionCount } = dynamics;
  const x = new Float64Array(dynamics.hiddenCount);
  dynamics.writeHidden(x, 0);
  const start = x.slice();
  let correction = 0;
  for (let step = 1; step <= steps; step++) {
    for (let i = 0; i < positionCount; i++) x[i] = start[i]! + step * h * (i % 2 === 0 ? 1 : -0.7);
    if (forgets) for (const group of groups) group.hasEarlier = false;
    if (!dynamics.setStates(x, 0, none, 0, none, 0)) return undefined;
    if (step < 7) continue;
    for (const { positions, predicted, coordinate, scale } of groups) {
      for (let i = 0; i < positions.rank; i++) {
        const d = positions.dependent[i]!;
        correction = Math.max(correction, Math.abs(state.q[coordinate[d]!]! - predicted[d]!) / scale[d]!);
      }
    }
  }
  const q = state.q.slice();
  expect(dynamics.setStates(start, 0, none, 0, none, 0)).toBe(true);
  return { correction, q };
}

describe("where closures of loops begin", () => {
  it("has an error of fourth order behind two solutions, and of second order behind one; the solution is the same", () => {
    const found: { bent: number; ratio: number; straight: number }[] = [];
    fc.assert(
      fc.property(
        fc.tuple(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 3, max: 8 }), fc.integer({ min: 1, max: 2 })),
        ([seed, n, loops]) => {
          const sample = randomLoop(seed, n, { loops });
          if (sample === undefined) return;
          const { dynamics } = sample;
          const [h, steps] = [0.01, 10];
          const straight = walk(dynamics, steps, h, true);
          const bent = walk(dynamics, steps, h, false);
          const finer = walk(dynamics, 2 * steps, 0.5 * h, false);
          if (straight === undefined || bent === undefined || finer === undefined) return;
          for (const walked of [bent, finer])
            walked.q.forEach((q, i) => {
              expect(Math.abs(q - straight.q[i]!)).toBeLessThan(1e-9 * Math.max(1, Math.abs(q)));
            });
          if (finer.correction > 1e-13)
            found.push({
              bent: bent.correction,
              straight: straight.correction,
              ratio: bent.correction / finer.correction,
            });
        },
      ),
      { seed: 7, numRuns: 150 },
    );
    const middle = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;
    expect(found.length).toBeGreaterThan(40);
    expect(middle(found.map(({ bent, straight }) => bent / straight))).toBeLessThan(0.02);
    expect(middle(found.map(({ ratio }) => ratio))).toBeGreaterThan(10);
  });
});
