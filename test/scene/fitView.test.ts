import { describe, expect, it } from "vitest";
import { fitView } from "../../src/scene/fitView.ts";
import { viewBasis } from "../../src/scene/viewBasis.ts";

const opening = { high: 0.4, wide: 0.6 };

/** Places of the corners of a box in the picture, from −1 to 1 in both directions. */
function picture(low: number[], high: number[], away: readonly [number, number, number], up: [number, number, number]) {
  const { target, distance } = fitView({ low: low as never, high: high as never }, away, up, opening);
  const cross = (a: readonly number[], b: readonly number[]) =>
    [0, 1, 2].map((i) => a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]);
  const side = cross(up, away);
  const right = side.map((value) => value / Math.hypot(...side));
  const above = cross(away, right);
  const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return Array.from({ length: 8 }, (_, bits) => {
    const r = [0, 1, 2].map((i) => ((bits >> i) & 1 ? high[i] : low[i]) - target[i]);
    const depth = distance - dot(r, away);
    return [dot(r, right) / depth / opening.wide, dot(r, above) / depth / opening.high];
  });
}

describe("fitting a box into a picture", () => {
  it.each([
    ["a cube", [-1, -1, -1], [1, 1, 1]],
    ["a long bar far from the origin", [100, 0, 0], [130, 1, 1]],
    ["a plate", [-5, 0, -3], [5, 0, 3]],
  ])("%s is inside, in the middle, and touches the margin on two opposite sides", (_, low, high) => {
    for (const [x, y, z] of [
      [1, 1, 1],
      [3, 1, -2],
      [-1, 0.2, 0.1],
    ]) {
      const length = Math.hypot(x, y, z);
      const places = picture(low, high, [x / length, y / length, z / length], [0, 1, 0]);
      const extent = [0, 1].map((axis) => {
        const values = places.map((place) => place[axis]);
        return [Math.min(...values), Math.max(...values)];
      });
      for (const [least, most] of extent) {
        expect(least + most).toBeCloseTo(0, 10);
        expect(least).toBeGreaterThan(-0.94 - 1e-12);
        expect(most).toBeLessThan(0.94 + 1e-12);
      }
      const [tight] = extent.sort((a, b) => b[1] - b[0] - (a[1] - a[0]));
      expect(tight).toEqual([expect.closeTo(-0.94, 12), expect.closeTo(0.94, 12)]);
    }
  });

  it("a look straight down has a distance too", () => {
    const { distance } = fitView({ low: [-1, -1, -1], high: [1, 1, 1] }, [0, 1, 0], [0, 1, 0], opening);
    expect(distance).toBeCloseTo(1 + 1 / (0.4 * 0.94), 12);
  });

  it("the axes of a picture are right-handed, whichever direction is up", () => {
    for (let axis = 0; axis < 3; axis++) {
      for (const sign of [1, -1]) {
        const wanted: [number, number, number] = [0, 0, 0];
        wanted[axis] = sign;
        const { right, up, towards } = viewBasis(wanted);
        expect(up).toEqual(wanted);
        const cross = [0, 1, 2].map((i) => right[(i + 1) % 3] * up[(i + 2) % 3] - right[(i + 2) % 3] * up[(i + 1) % 3]);
        cross.forEach((value, i) => expect(value).toBeCloseTo(towards[i], 15));
      }
    }
  });
});
