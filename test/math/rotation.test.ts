import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mulMM, mulMV } from "../../src/math/mat3.ts";
import { createRandom } from "../../src/math/random.ts";
import * as rotation from "../../src/math/rotation.ts";
import { cross3, normalise3 } from "../../src/math/vec3.ts";

const epsilon = 2 ** -52;

function randomAxis(seed: number): Float64Array {
  const random = createRandom(seed);
  const n = Float64Array.from({ length: 3 }, () => random.normal());
  normalise3(n, 0, n, 0);
  return n;
}

function axisAngle(n: Float64Array, phi: number): Float64Array {
  const R = new Float64Array(9);
  rotation.rotationFromAxisAngle(R, 0, n, 0, phi);
  return R;
}

function cardan(phi: readonly number[]): Float64Array {
  const R = new Float64Array(9);
  rotation.rotationFromCardan(R, 0, Float64Array.from(phi), 0);
  return R;
}

const distance = (A: Float64Array, B: Float64Array) => Math.max(...A.map((a, i) => Math.abs(a - B[i])));
const X = Float64Array.of(1, 0, 0);
const Y = Float64Array.of(0, 1, 0);
const Z = Float64Array.of(0, 0, 1);

const angle = fc.oneof(
  fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
  fc.constantFrom(0, 1e-300, 1e-17, 1e-9, Math.PI, -Math.PI, Math.PI - 1e-9, Math.PI / 2, -Math.PI / 2),
  fc.double({ min: -1e-7, max: 1e-7, noNaN: true }).map((d) => Math.PI / 2 + d),
  fc.double({ min: -1e-7, max: 1e-7, noNaN: true }).map((d) => -Math.PI / 2 + d),
);

describe("a rotation", () => {
  it("about z by a right angle turns x into y", () => {
    const R = axisAngle(Z, Math.PI / 2);
    expect(distance(R, Float64Array.of(0, -1, 0, 1, 0, 0, 0, 0, 1))).toBeLessThan(2 * epsilon);
  });

  it("from axis and angle is orthogonal, right-handed, leaves its axis alone, and turns what is at right angles to it by the angle", () => {
    fc.assert(
      fc.property(fc.integer(), angle, (seed, phi) => {
        const n = randomAxis(seed);
        const R = axisAngle(n, phi);
        expect(rotation.rotationDefect(R, 0)).toBeLessThan(20 * epsilon);

        const image = new Float64Array(3);
        mulMV(image, 0, R, 0, n, 0);
        expect(distance(image, n)).toBeLessThan(20 * epsilon);

        const across = Float64Array.of(n[1], -n[0], 0);
        normalise3(across, 0, across, 0);
        mulMV(image, 0, R, 0, across, 0);
        const third = new Float64Array(3);
        cross3(third, 0, n, 0, across, 0);
        const turned = across.map((x, i) => Math.cos(phi) * x + Math.sin(phi) * third[i]);
        expect(distance(image, turned)).toBeLessThan(20 * epsilon);
      }),
      { seed: 61, numRuns: 500 },
    );
  });

  it("from Cardan angles is the product of three elementary ones", () => {
    fc.assert(
      fc.property(angle, angle, angle, (a, b, c) => {
        const R = new Float64Array(9);
        mulMM(R, 0, axisAngle(X, a), 0, axisAngle(Y, b), 0);
        mulMM(R, 0, R, 0, axisAngle(Z, c), 0);
        expect(distance(cardan([a, b, c]), R)).toBeLessThan(10 * epsilon);
      }),
      { seed: 62, numRuns: 300 },
    );
  });

  it("gives Cardan angles that give it back, also at and near φ₂ = ±π/2", () => {
    fc.assert(
      fc.property(angle, angle, angle, (a, b, c) => {
        const R = cardan([a, b, c]);
        const phi = new Float64Array(3);
        rotation.cardanFromRotation(phi, 0, R, 0);
        expect(Math.abs(phi[1])).toBeLessThanOrEqual(Math.PI / 2);
        expect(distance(cardan([...phi]), R)).toBeLessThan(20 * epsilon);
      }),
      { seed: 63, numRuns: 1000 },
    );
  });

  it("has the Cardan angles it was made from while |φ₂| stays below 1.5", () => {
    const inside = fc.double({ min: -1.5, max: 1.5, noNaN: true });
    fc.assert(
      fc.property(inside, inside, inside, (a, b, c) => {
        const phi = new Float64Array(3);
        rotation.cardanFromRotation(phi, 0, cardan([a, b, c]), 0);
        // 1/cos 1.5 = 14 amplifies rounding
        expect(distance(phi, Float64Array.of(a, b, c))).toBeLessThan(14 * 20 * epsilon);
      }),
      { seed: 64, numRuns: 300 },
    );
  });

  it("can be given by two directions", () => {
    const R = new Float64Array(9);
    expect(rotation.rotationFromXY(R, 0, Float64Array.of(0, 2, 0), 0, Float64Array.of(0, 7, 3), 0)).toBe(true);
    expect(distance(R, Float64Array.of(0, 0, 1, 1, 0, 0, 0, 1, 0))).toBeLessThan(epsilon);
    const before = R.slice();
    expect(rotation.rotationFromXY(R, 0, X, 0, Float64Array.of(-3, 0, 0), 0)).toBe(false);
    expect(rotation.rotationFromXY(R, 0, new Float64Array(3), 0, X, 0)).toBe(false);
    expect(R).toEqual(before);
  });

  it("shows its defect when scaled, sheared or mirrored", () => {
    const R = cardan([1, 2, 3]);
    expect(rotation.rotationDefect(R, 0)).toBeLessThan(5 * epsilon);
    expect(
      rotation.rotationDefect(
        R.map((x) => 1.001 * x),
        0,
      ),
    ).toBeGreaterThan(1e-3);
    expect(
      rotation.rotationDefect(
        R.map((x, i) => (i < 3 ? -x : x)),
        0,
      ),
    ).toBeCloseTo(2, 12);
  });
});
