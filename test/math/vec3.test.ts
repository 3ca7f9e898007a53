import { describe, expect, it } from "vitest";
import { createRandom } from "../../src/math/random.ts";
import * as vec3 from "../../src/math/vec3.ts";

const random = createRandom(11);
const randomVector = () => Float64Array.from({ length: 3 }, () => random.normal());
const epsilon = 2 ** -52;

describe("vectors with three components", () => {
  it("fulfil the identities of Lagrange and of the triple product", () => {
    for (let k = 0; k < 200; k++) {
      const [a, b, c] = [randomVector(), randomVector(), randomVector()];
      const axb = new Float64Array(3);
      vec3.cross3(axb, 0, a, 0, b, 0);
      const lagrange = vec3.dot3(a, 0, a, 0) * vec3.dot3(b, 0, b, 0) - vec3.dot3(a, 0, b, 0) ** 2;
      const size = vec3.dot3(a, 0, a, 0) * vec3.dot3(b, 0, b, 0);
      expect(Math.abs(vec3.dot3(axb, 0, axb, 0) - lagrange)).toBeLessThan(20 * epsilon * size);
      expect(Math.abs(vec3.dot3(a, 0, axb, 0))).toBeLessThan(20 * epsilon * size);

      const bxc = new Float64Array(3);
      vec3.cross3(bxc, 0, b, 0, c, 0);
      const volume = vec3.dot3(axb, 0, c, 0);
      const scale = vec3.norm3(a, 0) * vec3.norm3(b, 0) * vec3.norm3(c, 0);
      expect(Math.abs(vec3.dot3(a, 0, bxc, 0) - volume)).toBeLessThan(20 * epsilon * scale);
    }
  });

  it("may write over their inputs, at any position of the array", () => {
    const packed = Float64Array.of(9, 1, 2, 3, 4, 5, 6);
    vec3.cross3(packed, 1, packed, 1, packed, 4);
    expect(packed).toEqual(Float64Array.of(9, -3, 6, -3, 4, 5, 6));
    vec3.add3(packed, 0, packed, 1, packed, 4);
    expect(packed).toEqual(Float64Array.of(1, 11, 3, -3, 4, 5, 6));
    vec3.subtract3(packed, 4, packed, 0, packed, 4);
    expect(packed).toEqual(Float64Array.of(1, 11, 3, -3, -3, 6, -3));
    vec3.copy3(packed, 1, packed, 0);
    expect(packed).toEqual(Float64Array.of(1, 1, 11, 3, -3, 6, -3));
    vec3.scale3(packed, 0, 2, packed, 1);
    vec3.addScaled3(packed, 3, -1, packed, 0);
    expect(packed).toEqual(Float64Array.of(2, 22, 6, 1, -25, 0, -3));
    vec3.set3(packed, 4, 1, 0, 0);
    vec3.set3(packed, 0, 0, 0, 5);
    vec3.addCross3(packed, 1, packed, 0, packed, 4);
    expect(packed).toEqual(Float64Array.of(0, 0, 10, 1, 1, 0, 0));
  });

  it("have a norm that neither overflows nor vanishes", () => {
    for (const scale of [1, 1e-200, 1e200, 1e-310]) {
      expect(vec3.norm3(Float64Array.of(2 * scale, -3 * scale, 6 * scale), 0) / scale).toBeCloseTo(7, 10);
    }
    expect(vec3.norm3(new Float64Array(3), 0)).toBe(0);
    expect(vec3.norm3(Float64Array.of(0, -Infinity, 1), 0)).toBe(Infinity);
  });

  it("become unit vectors; zero stays zero", () => {
    const v = Float64Array.of(3e-200, 0, -4e-200);
    expect(vec3.normalise3(v, 0, v, 0) / 5e-200).toBeCloseTo(1, 14);
    expect(v[0]).toBeCloseTo(0.6, 15);
    expect(v[2]).toBeCloseTo(-0.8, 15);
    const zero = new Float64Array(3);
    expect(vec3.normalise3(zero, 0, zero, 0)).toBe(0);
    expect(zero).toEqual(new Float64Array(3));
  });
});
