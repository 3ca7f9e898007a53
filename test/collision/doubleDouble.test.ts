// Every pair of shapes, without closed forms: the narrow phase agrees with 32 digits to 1e-12 of the size.
import { describe, expect, it } from "vitest";
import { NarrowPhase, terminations } from "../../src/collision/narrowPhase.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import type { Core } from "../../src/geometry/core.ts";
import { convexShapes } from "../geometry/shapeSamples.ts";
import { mulberry32, randomRotation, randomUnit } from "../reference/narrowphase/poses.ts";
import { doubleDoubleDistance } from "./doubleDoubleDistance.ts";

const pairs = convexShapes.flatMap(([a, A], i) => convexShapes.slice(i).map(([b, B]) => [a, A, b, B] as const));

/** Poses of B at the wanted distance, nearly: B is moved along the normal, which is exact while the bodies are apart. */
function placeAt(pair: NarrowPhase, A: Core, B: Core, u: () => number, wanted: number) {
  const [RA, RB] = [Float64Array.from(randomRotation(u)), Float64Array.from(randomRotation(u))];
  const rA = new Float64Array(3);
  const rB = Float64Array.from(randomUnit(u), (x) => 1.2 * (A.reach + B.reach) * x);
  pair.evaluate(RA, 0, rA, 0, RB, 0, rB, 0);
  for (let k = 0; k < 3; k++) rB[k] += (wanted - pair.distance) * pair.normal[k];
  pair.evaluate(RA, 0, rA, 0, RB, 0, rB, 0);
  return { RA, rA, RB, rB };
}

describe("the narrow phase and double-double arithmetic agree", () => {
  it.each([
    ["separated", () => 0.3],
    ["touching within 1e-9 m", (u: () => number) => 1e-9 * (2 * u() - 1)],
    ["penetrating by 1e-3 m", () => -1e-3],
  ] as const)("on every pair of shapes, %s", (_, wantedDistance) => {
    const u = mulberry32(77);
    let worst = 0;
    let uncertain = 0;
    for (const [a, shapeA, b, shapeB] of pairs) {
      const smoothingRadius = u() < 0.3 ? 0.01 : 0;
      const [A, B] = [convexBody(shapeA, { smoothingRadius }), convexBody(shapeB, { smoothingRadius })];
      const pair = new NarrowPhase(A, B);
      const size = Math.max(A.reach, B.reach);
      const { RA, rA, RB, rB } = placeAt(pair, A, B, u, wantedDistance(u));
      const exact = doubleDoubleDistance({ core: A, R: RA, r: rA }, { core: B, R: RB, r: rB }, 2e-14 * size);
      const error = Math.abs(pair.distance - exact.distance) / size;
      expect(error, `${a}, ${b}: ${terminations[pair.termination]}`).toBeLessThan(1e-12);
      worst = Math.max(worst, error);
      uncertain = Math.max(uncertain, exact.gap / size);
    }
    console.log(
      `largest error ${worst.toExponential(1)} of the size over ${pairs.length} pairs, bounds of the witness within ${uncertain.toExponential(1)}`,
    );
  });
});
