// Along continuous motions across faces, edges and corners the answer for rounded shapes has no jumps.
import { describe, expect, it } from "vitest";
import { NarrowPhase } from "../../src/collision/narrowPhase.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import {
  type KnownPose,
  knownPose,
  matrixOfQuaternion,
  mulberry32,
  randomUnit,
  type SampleShape,
  sampleShape,
} from "../reference/narrowphase/poses.ts";
import { originOf, toShape } from "./sampleBodies.ts";

const steps = 10_000;
const stepLength = 1e-7;
const smoothingRadius = 0.02;

describe("continuity", () => {
  it.each([
    ["box", "box"],
    ["box", "sphere"],
    ["box", "cylinder"],
    ["cylinder", "cylinder"],
    ["cone", "box"],
    ["ellipsoid", "cone"],
    ["hull100", "box"],
  ])("of distance, normal and points of a rounded %s and %s", (a, b) => {
    const [A, B] = [sampleShape(a), sampleShape(b)];
    const pair = new NarrowPhase(
      convexBody(toShape(A), { smoothingRadius }),
      convexBody(toShape(B), { smoothingRadius }),
    );
    const u = mulberry32(4);
    let [distance, normal, points] = [0, 0, 0];
    for (let run = 0; run < 2; run++) {
      const motion = randomMotion(u, A, B);
      // a coarse look over the whole motion: where does the normal turn fastest while the bodies are near each other?
      let [fastest, where] = [-1, 0];
      const last = new Float64Array(3);
      for (let k = 0; k <= 4000; k++) {
        const s = -0.4 + 2e-4 * k;
        evaluate(pair, motion, s);
        const turn = Math.hypot(...last.map((x, i) => x - pair.normal[i]));
        if (k > 0 && Math.abs(pair.distance) < smoothingRadius && turn > fastest) [fastest, where] = [turn, s - 1e-4];
        last.set(pair.normal);
      }
      // there, one step after the other
      const before = new Float64Array(10);
      for (let k = 0; k <= steps; k++) {
        evaluate(pair, motion, where + stepLength * (k - steps / 2));
        const now = [pair.distance, ...pair.normal, ...pair.pointA, ...pair.pointB];
        if (k > 0) {
          const jump = now.map((x, i) => Math.abs(x - before[i]));
          distance = Math.max(distance, jump[0]);
          normal = Math.max(normal, jump[1], jump[2], jump[3]);
          points = Math.max(points, ...jump.slice(4));
        }
        before.set(now);
      }
    }
    console.log(
      `${a} and ${b}: largest change per step of ${stepLength} m: distance ${distance.toExponential(1)} m, ` +
        `normal ${normal.toExponential(1)}, points ${points.toExponential(1)} m`,
    );
    // translation of one step and rotation of one step at a lever below 1 m
    expect(distance).toBeLessThan(3 * stepLength);
    // the normal turns by motion / radius of rounding
    expect(normal).toBeLessThan((3 * stepLength) / smoothingRadius);
    // points slide on flat faces by turn × reach, and on roundings by the motion; a flat face magnifies a turn of the
    // partner by (reach / radius of rounding)
    expect(points).toBeLessThan((6 * stepLength) / smoothingRadius);
  });
});

interface Motion {
  readonly A: SampleShape;
  readonly B: SampleShape;
  readonly pose: KnownPose;
  readonly slide: readonly number[];
  readonly axis: readonly number[];
}

/** B slides along the surface of A and turns, starting in touching position. */
function randomMotion(u: () => number, A: SampleShape, B: SampleShape): Motion {
  const pose = knownPose(u, A, B, 2);
  const d = randomUnit(u);
  const along = d[0] * pose.n[0] + d[1] * pose.n[1] + d[2] * pose.n[2];
  const slide = d.map((x, k) => x - along * pose.n[k]);
  return { A, B, pose, slide, axis: randomUnit(u) };
}

function evaluate(pair: NarrowPhase, { A, B, pose, slide, axis }: Motion, s: number): void {
  const h = 0.5 * s;
  const Q = matrixOfQuaternion(1, axis[0] * h, axis[1] * h, axis[2] * h);
  const RB = Array.from({ length: 9 }, (_, q) => {
    const [i, j] = [Math.floor(q / 3), q % 3];
    return Q[3 * i] * pose.RB[j] + Q[3 * i + 1] * pose.RB[3 + j] + Q[3 * i + 2] * pose.RB[6 + j];
  });
  const rA = Float64Array.from(originOf(A, pose.RA, pose.pA));
  const rB = Float64Array.from(originOf(B, RB, pose.pB.map((x, i) => x + s * slide[i]) as [number, number, number]));
  pair.evaluate(Float64Array.from(pose.RA), 0, rA, 0, Float64Array.from(RB), 0, rB, 0);
}
