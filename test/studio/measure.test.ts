// Measuring in the picture: a point stays on its object when that turns.
import { describe, expect, it } from "vitest";
import { turned } from "../../app/panels/measureCard.ts";

describe("a point of an object", () => {
  it("turns with it", () => {
    const half = Math.SQRT1_2;
    // a quarter turn about z takes x to y
    const [x, y, z] = turned([1, 0, 2], [0, 0, half, half]);
    for (const [k, value] of [0, 1, 2].entries()) expect([x, y, z][k]).toBeCloseTo(value, 12);
    // and back
    const back = turned([x, y, z], [0, 0, -half, half]);
    for (const [k, value] of [1, 0, 2].entries()) expect(back[k]).toBeCloseTo(value, 12);
  });
});
