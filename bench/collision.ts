// Signed distance of every pair of reference shapes: largest error, answers without proof, and time per call in three regimes.
// Usage: tsx bench/collision.ts [poses per regime, default 2000]. Errors count over all poses; the time is the best of seven runs.
import { NarrowPhase, terminations } from "../src/collision/narrowPhase.ts";
import { convexBody } from "../src/geometry/convexBody.ts";
import { originOf, toShape } from "../test/collision/sampleBodies.ts";
import { knownPose, mulberry32, regimes, samplePairs, sampleShape } from "../test/reference/narrowphase/poses.ts";

const count = Number(process.argv[2] ?? 2000);
const chunk = 2000;

interface Row {
  readonly worst: number;
  readonly alignment: number;
  readonly failures: number;
  readonly unproven: number;
  readonly microseconds: number;
  readonly supports: number;
}

function measure(index: number, regime: number): Row {
  const [nameA, nameB] = samplePairs[index];
  const [A, B] = [sampleShape(nameA), sampleShape(nameB)];
  const pair = new NarrowPhase(convexBody(toShape(A)), convexBody(toShape(B)));
  const u = mulberry32(1_000_000 + 1000 * index + regime);
  let [worst, alignment, failures, unproven, supports, microseconds] = [0, 0, 0, 0, 0, Infinity];
  for (let done = 0; done < count; done += chunk) {
    const poses = Array.from({ length: Math.min(chunk, count - done) }, () => {
      const { RA, pA, RB, pB, delta } = knownPose(u, A, B, regime);
      return {
        RA: Float64Array.from(RA),
        rA: Float64Array.from(originOf(A, RA, pA)),
        RB: Float64Array.from(RB),
        rB: Float64Array.from(originOf(B, RB, pB)),
        delta,
      };
    });
    for (const { RA, rA, RB, rB, delta } of poses) {
      pair.evaluate(RA, 0, rA, 0, RB, 0, rB, 0);
      const error = Math.abs(pair.distance - delta);
      worst = Math.max(worst, error);
      if (!(error < 1e-12)) failures++;
      if (terminations[pair.termination] === "bounded") unproven++;
      supports += pair.iterations;
      for (let k = 0; k < 3; k++) {
        const gap = pair.pointB[k] - pair.pointA[k] - pair.distance * pair.normal[k];
        alignment = Math.max(alignment, Math.abs(gap));
      }
    }
    if (done > 0) continue;
    for (let run = 0; run < 7; run++) {
      const start = performance.now();
      for (let i = 0; i < poses.length; i++) {
        const { RA, rA, RB, rB } = poses[i];
        pair.evaluate(RA, 0, rA, 0, RB, 0, rB, 0);
      }
      microseconds = Math.min(microseconds, (1000 * (performance.now() - start)) / poses.length);
    }
  }
  return { worst, alignment, failures, unproven, microseconds, supports: supports / count };
}

console.log(`| pair | ${regimes.map((name) => `${name}: error, µs, support points`).join(" | ")} |`);
console.log("|---|---|---|---|");
const totals = { calls: 0, failures: 0, unproven: 0, worst: 0, alignment: 0 };
const times: number[][] = [[], [], []];
samplePairs.forEach(([a, b], index) => {
  const cells = regimes.map((_, regime) => {
    const row = measure(index, regime);
    totals.calls += count;
    totals.failures += row.failures;
    totals.unproven += row.unproven;
    totals.worst = Math.max(totals.worst, row.worst);
    totals.alignment = Math.max(totals.alignment, row.alignment);
    times[regime].push(row.microseconds);
    return `${row.worst.toExponential(0)}, ${row.microseconds.toFixed(2)}, ${row.supports.toFixed(1)}`;
  });
  console.log(`| ${a}, ${b} | ${cells.join(" | ")} |`);
});
const median = (values: number[]) => values.sort((x, y) => x - y)[values.length >> 1];
console.log(`\nmedian µs: ${times.map((values) => median(values).toFixed(2)).join(" / ")} (${regimes.join(" / ")})`);
console.log(
  `${totals.calls} calls: ${totals.failures} failures (error above 1e-12 m), ${totals.unproven} answers without proof, ` +
    `largest error ${totals.worst.toExponential(1)} m, largest |b − a − δ·n| ${totals.alignment.toExponential(1)} m`,
);
