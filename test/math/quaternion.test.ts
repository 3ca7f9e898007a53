import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mulMM, skew33 } from "../../src/math/mat3.ts";
import * as quaternion from "../../src/math/quaternion.ts";
import { createRandom } from "../../src/math/random.ts";
import { rotationFromAxisAngle } from "../../src/math/rotation.ts";
import { normalise3 } from "../../src/math/vec3.ts";

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

const seeds = fc.tuple(fc.integer(), fc.integer());

describe("quaternions", () => {
  it("multiply like their matrices", () => {
    fc.assert(
      fc.property(seeds, ([a, b]) => {
        const [p, q] = [unit(a), unit(b + 1)];
        const pq = new Float64Array(4);
        quaternion.multiplyQuaternions(pq, 0, p, 0, q, 0);
        const product = new Float64Array(9);
        mulMM(product, 0, matrix(p), 0, matrix(q), 0);
        expect(distance(matrix(pq), product)).toBeLessThan(20 * epsilon);

        const inverse = new Float64Array(4);
        quaternion.conjugateQuaternion(inverse, 0, pq, 0);
        quaternion.multiplyQuaternions(pq, 0, pq, 0, inverse, 0);
        expect(distance(pq, Float64Array.of(0, 0, 0, 1))).toBeLessThan(20 * epsilon);
      }),
      { seed: 71, numRuns: 300 },
    );
  });

  it("of axis and angle have the matrix of axis and angle", () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: -7, max: 7, noNaN: true }), (seed, phi) => {
        const n = draw(seed, 3);
        normalise3(n, 0, n, 0);
        const q = new Float64Array(4);
        const R = new Float64Array(9);
        quaternion.quaternionFromAxisAngle(q, 0, n, 0, phi);
        rotationFromAxisAngle(R, 0, n, 0, phi);
        expect(distance(matrix(q), R)).toBeLessThan(20 * epsilon);
      }),
      { seed: 72, numRuns: 300 },
    );
  });

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
        const expected = new Float64Array(9);
        skew33(expected, 0, w_B, 0);
        mulMM(expected, 0, matrix(q), 0, expected, 0);
        expect(distance(rate, expected)).toBeLessThan(1e-8);

        const w = new Float64Array(3);
        quaternion.angularVelocityFromRate(w, 0, q, 0, qd, 0);
        expect(distance(w, w_B)).toBeLessThan(40 * epsilon * Math.max(1, ...w_B.map(Math.abs)));
        // a rate along q changes the norm only
        quaternion.angularVelocityFromRate(
          w,
          0,
          q,
          0,
          qd.map((x, i) => x + 0.7 * q[i]),
          0,
        );
        expect(distance(w, w_B)).toBeLessThan(40 * epsilon * Math.max(1, ...w_B.map(Math.abs)));
      }),
      { seed: 73, numRuns: 200 },
    );
  });

  it("interpolate with constant angular velocity along the shorter way", () => {
    const n = draw(3, 3);
    normalise3(n, 0, n, 0);
    const about = (phi: number) => {
      const q = new Float64Array(4);
      quaternion.quaternionFromAxisAngle(q, 0, n, 0, phi);
      return q;
    };
    for (const total of [1e-12, 1e-7, 0.3, 2, 3.1, -3.1]) {
      for (const sign of [1, -1]) {
        const target = about(0.4 + total).map((x) => sign * x);
        for (const s of [0, 0.25, 0.5, 1]) {
          const q = new Float64Array(4);
          quaternion.slerp(q, 0, about(0.4), 0, target, 0, s);
          expect(distance(matrix(q), matrix(about(0.4 + s * total)))).toBeLessThan(100 * epsilon);
        }
      }
    }
  });

  it("without direction become the identity", () => {
    const q = new Float64Array(4);
    expect(quaternion.normaliseQuaternion(q, 0, q, 0)).toBe(0);
    expect(q).toEqual(Float64Array.of(0, 0, 0, 1));
  });
});
