import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mulMM } from "../../src/math/mat3.ts";
import * as quaternion from "../../src/math/quaternion.ts";
import { createRandom } from "../../src/math/random.ts";

const epsilon = 2 ** -52;
const distance = (a: Float64Array, b: Float64Array) => Math.max(...a.map((x, i) => Math.abs(x - b[i])));

function draw(seed: number, length: number): Float64Array {
  const random = createRandom(seed);
  return Float64Array.from({ length }, () => random.normal());
}

function unit(seed: number): Float64Array {
  const q = draw(seed, 4);
  quaternion.normaliseQuaternion(q, 0, q, 0);
  return q;
}

function matrix(q: Float64Array): Float64Array {
  const R = new Float64Array(9);
  quaternion.matrixFromQuaternion(R, 0, q, 0);
  return R;
}

describe("quaternions", () => {
  it("come back from their matrix up to sign, in every branch and whatever their norm", () => {
    const special = [
      [0, 0, 0, 1],
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0.5, 0.5, 0.5, 0.5],
      [0.5, -0.5, 0.5, -0.5],
      [1e-9, 0, 0, 1],
      [1, 1e-9, 0, -1e-9],
    ].map((q) => Float64Array.from(q));
    const cases = [...special, ...Array.from({ length: 300 }, (_, seed) => unit(seed))];
    for (const q of cases) {
      const norm = new Float64Array(4);
      quaternion.normaliseQuaternion(norm, 0, q, 0);
      const found = new Float64Array(4);
      quaternion.quaternionFromMatrix(found, 0, matrix(q.map((x) => 3 * x)), 0);
      expect(found[3]).toBeGreaterThanOrEqual(0);
      const opposite = norm.map((x) => -x);
      expect(Math.min(distance(found, norm), distance(found, opposite))).toBeLessThan(10 * epsilon);
    }
  });

  it("turn with the angular velocity they are given, whatever their norm", () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: 0.1, max: 10, noNaN: true }), (seed, norm) => {
        const q = unit(seed).map((x) => x * norm);
        const w_B = draw(seed + 1, 3);
        const qd = new Float64Array(4);
        quaternion.quaternionRate(qd, 0, q, 0, w_B, 0);

        // the norm does not change: q·qd = 0
        const change = q.reduce((sum, x, i) => sum + x * qd[i], 0);
        expect(Math.abs(change)).toBeLessThan(40 * epsilon * norm * norm);

        // dR/dt = R·(w_B ×) by a central difference of step h: error of order h² and ε/h
        const h = 1e-5;
        const shifted = (s: number) => matrix(q.map((x, i) => x + s * h * qd[i]));
        const [after, before] = [shifted(1), shifted(-1)];
        const rate = after.map((x, i) => (x - before[i]) / (2 * h));
        const [x, y, z] = w_B;
        const expected = Float64Array.of(0, -z, y, z, 0, -x, -y, x, 0);
        mulMM(expected, 0, matrix(q), 0, expected, 0);
        expect(distance(rate, expected)).toBeLessThan(1e-8);
      }),
      { seed: 73, numRuns: 200 },
    );
  });

  it("without direction become the identity", () => {
    const q = new Float64Array(4);
    expect(quaternion.normaliseQuaternion(q, 0, q, 0)).toBe(0);
    expect(q).toEqual(Float64Array.of(0, 0, 0, 1));
  });
});
