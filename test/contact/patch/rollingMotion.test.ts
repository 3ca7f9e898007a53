import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Rolling } from "../../../src/contact/patch/rolling.ts";

describe("the part of a motion that is rolling", () => {
  const dot = (a: readonly number[], b: readonly number[]): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
  const unit = (a: readonly number[]): number[] => a.map((x) => x / Math.hypot(...a));
  const cross = (a: readonly number[], b: readonly number[]): number[] =>
    [0, 1, 2].map((i) => a[(i + 1) % 3]! * b[(i + 2) % 3]! - a[(i + 2) % 3]! * b[(i + 1) % 3]!);
  const component = fc.double({ min: -1, max: 1, noNaN: true });
  const vector = fc.tuple(component, component, component).filter((a) => Math.hypot(...a) > 0.1);
  const part = fc.double({ min: 0, max: 0.25, noNaN: true });

  it("is 1 − (1 − K)⁴ across the normal, with K = Σ κ·e·eᵀ of the axes as seen along it", () => {
    fc.assert(
      fc.property(vector, vector, vector, vector, part, part, part, (normal, a, b, x, κ, λ, μ) => {
        const n = unit(normal);
        const across = (axis: readonly number[]): number[] => axis.map((e, i) => e - dot(axis, n) * n[i]!);
        fc.pre(Math.hypot(...across(a)) > 0.05 && Math.hypot(...across(b)) > 0.05);
        const rolling = new Rolling();
        rolling.begin(Float64Array.from(n));
        rolling.add(a[0], a[1], a[2], κ, μ);
        rolling.add(b[0], b[1], b[2], λ, 0);
        rolling.finish();
        const found = new Float64Array(4).fill(7);
        rolling.rollingPart(found, 1, x[0], x[1], x[2]);
        const [e, f] = [unit(across(a)), unit(across(b))];
        const g = cross(n, e);
        let left = across(x);
        for (let k = 0; k < 4; k++) {
          const [p, q, r] = [κ * dot(e, left), λ * dot(f, left), μ * dot(g, left)];
          left = left.map((y, i) => y - p * e[i]! - q * f[i]! - r * g[i]!);
        }
        const expected = across(x).map((y, i) => y - left[i]!);
        for (let i = 0; i < 3; i++) expect(found[1 + i]).toBeCloseTo(expected[i]!, 12);
        expect(found[0]).toBe(7);
      }),
      { seed: 2201, numRuns: 200 },
    );
  });

  it("is all of it about the axis of a body that rolls freely, however many do, and nothing where none does", () => {
    const n = Float64Array.from(unit([0.3, -0.5, 0.8]));
    const axis = unit(cross([...n], [1, 0, 0]));
    const turn = axis.map((x) => 3 * x);
    for (const count of [0, 1, 2]) {
      const rolling = new Rolling();
      rolling.begin(n);
      for (let k = 0; k < count; k++) rolling.add(axis[0]!, axis[1]!, axis[2]!, 1, 0);
      rolling.finish();
      const out = new Float64Array(3);
      rolling.rollingPart(out, 0, turn[0]!, turn[1]!, turn[2]!);
      for (let i = 0; i < 3; i++) expect(out[i]).toBeCloseTo(count === 0 ? 0 : turn[i]!, 12);
    }
  });

  it("is the same about all axes across the normal of a body that rolls about all of them, whatever its own axis", () => {
    const n = Float64Array.from(unit([-0.2, 0.9, 0.4]));
    const along = unit(cross([...n], [0, 0, 1]));
    // also where its axis is that of the normal, across which it has no direction
    for (const axis of [along, cross([...n], along), [...n]])
      for (const κ of [0.25, 1, 3]) {
        const rolling = new Rolling();
        rolling.begin(n);
        rolling.add(axis[0]!, axis[1]!, axis[2]!, κ, κ);
        rolling.finish();
        const out = new Float64Array(3);
        for (const x of [along, cross([...n], along)]) {
          rolling.rollingPart(out, 0, x[0]!, x[1]!, x[2]!);
          const share = 1 - Math.max(0, 1 - κ) ** 4;
          for (let i = 0; i < 3; i++) expect(out[i]).toBeCloseTo(share * x[i]!, 12);
        }
      }
    // it is one direction across the normal, then, about which it rolls
    const rolling = new Rolling();
    rolling.begin(n);
    rolling.add(0, 0, 0, 1, 0);
    rolling.finish();
    const parts = [along, cross([...n], along)].map((x) => {
      const out = new Float64Array(3);
      rolling.rollingPart(out, 0, x[0]!, x[1]!, x[2]!);
      return out.reduce((sum, y) => sum + y * y, 0);
    });
    expect(parts[0]! + parts[1]!).toBeCloseTo(1, 12);
  });

  it("does not depend on which component of the normal is the smallest", () => {
    for (const normal of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [1, 1, 1],
      [1, 1, 0],
      [0, 1, 1],
      [1, 0, 1],
      [1, 2, 3],
      [3, 1, 2],
      [2, 3, 1],
      [3, 2, 1],
    ]) {
      const n = unit(normal);
      const x = unit(cross(n, [0.3, -0.7, 0.5]));
      const rolling = new Rolling();
      rolling.begin(Float64Array.from(n));
      rolling.add(x[0]!, x[1]!, x[2]!, 0.5, 0.1);
      rolling.finish();
      const out = new Float64Array(3);
      rolling.rollingPart(out, 0, x[0]! + 5 * n[0]!, x[1]! + 5 * n[1]!, x[2]! + 5 * n[2]!);
      for (let i = 0; i < 3; i++) expect(out[i]).toBeCloseTo((1 - 0.5 ** 4) * x[i]!, 13);
      const across = cross(n, x);
      rolling.rollingPart(out, 0, across[0]!, across[1]!, across[2]!);
      for (let i = 0; i < 3; i++) expect(out[i]).toBeCloseTo((1 - 0.9 ** 4) * across[i]!, 13);
    }
  });
});
