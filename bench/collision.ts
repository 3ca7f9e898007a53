// Signed distance of every pair of reference shapes in three regimes: largest error, answers without proof, and time per call,
// beside Bullet, FCL and libccd on the same poses where they are installed.
// Usage: tsx bench/collision.ts [poses per regime, default 2000] [--alone] [--update]
//   --alone   without the other libraries;  --update   writes the tables into docs/narrow-phase.md
// Errors count over all poses; times are the best of seven runs over the first 2000.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { NarrowPhase, terminations } from "../src/collision/narrowPhase.ts";
import { convexBody } from "../src/geometry/convexBody.ts";
import { originOf, toShape } from "../test/collision/sampleBodies.ts";
import {
  type KnownPose,
  knownPose,
  mulberry32,
  regimes,
  samplePairs,
  sampleShape,
} from "../test/reference/narrowphase/poses.ts";
import { measurePeer, type PeerCell, peers, withPoseFiles } from "./collisionPeers/peers.ts";

const options = process.argv.slice(2);
const count = Number(options.find((option) => !option.startsWith("--")) ?? 2000);
const chunk = 2000;
const names = [...new Set(samplePairs.flat())];
const shapes = names.map(sampleShape);

interface Row {
  readonly worst: number;
  readonly alignment: number;
  readonly failures: number;
  readonly unproven: number;
  readonly microseconds: number;
  readonly supports: number;
}

function makePoses(u: () => number, index: number, regime: number, howMany: number): KnownPose[] {
  const [A, B] = samplePairs[index]!.map((name) => shapes[names.indexOf(name)]!) as [
    (typeof shapes)[0],
    (typeof shapes)[0],
  ];
  return Array.from({ length: howMany }, () => knownPose(u, A, B, regime));
}

const seed = (index: number, regime: number) => 1_000_000 + 1000 * index + regime;

function measure(index: number, regime: number): Row {
  const [nameA, nameB] = samplePairs[index]!;
  const [A, B] = [sampleShape(nameA), sampleShape(nameB)];
  const pair = new NarrowPhase(convexBody(toShape(A)), convexBody(toShape(B)));
  const u = mulberry32(seed(index, regime));
  let [worst, alignment, failures, unproven, supports, microseconds] = [0, 0, 0, 0, 0, Infinity];
  for (let done = 0; done < count; done += chunk) {
    const poses = makePoses(u, index, regime, Math.min(chunk, count - done)).map(({ RA, pA, RB, pB, delta }) => ({
      RA: Float64Array.from(RA),
      rA: Float64Array.from(originOf(A, RA, pA)),
      RB: Float64Array.from(RB),
      rB: Float64Array.from(originOf(B, RB, pB)),
      delta,
    }));
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
        const { RA, rA, RB, rB } = poses[i]!;
        pair.evaluate(RA, 0, rA, 0, RB, 0, rB, 0);
      }
      microseconds = Math.min(microseconds, (1000 * (performance.now() - start)) / poses.length);
    }
  }
  return { worst, alignment, failures, unproven, microseconds, supports: supports / count };
}

const median = (values: readonly number[]) => values.toSorted((x, y) => x - y)[values.length >> 1]!;
const largest = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 0);
const power = (x: number) => x.toExponential(0);

// one throw-away pass, so that all kinds of shapes have been compiled when the times are taken
const cellsOf = <T>(make: (index: number, regime: number) => T): T[] =>
  samplePairs.flatMap((_, index) => regimes.map((_, regime) => make(index, regime)));
cellsOf((index, regime) => (count > 500 ? measure(index, regime) : undefined));
const ours = cellsOf(measure);

const timed = Math.min(chunk, count);
const measured = options.includes("--alone")
  ? []
  : withPoseFiles(
      shapes,
      cellsOf((index, regime) => ({
        A: names.indexOf(samplePairs[index]![0]),
        B: names.indexOf(samplePairs[index]![1]),
        poses: makePoses(mulberry32(seed(index, regime)), index, regime, timed),
      })),
      (folder) => peers.map((peer) => ({ peer, result: measurePeer(peer, folder) })),
    );
for (const { peer, result } of measured) {
  if (typeof result === "string") console.log(`${peer.name} is left out: ${result}`);
}
const found = measured.filter((m): m is { peer: (typeof peers)[0]; result: (PeerCell | undefined)[] } =>
  Array.isArray(m.result),
);

function accuracyTable(): string[] {
  const lines = [
    `| pair | ${regimes.map((name) => `${name}: error (m), µs, support points`).join(" | ")} |`,
    "|---|---|---|---|",
  ];
  samplePairs.forEach(([a, b], index) => {
    const cells = regimes.map((_, regime) => {
      const { worst, microseconds, supports } = ours[3 * index + regime]!;
      return `${power(worst)}, ${microseconds.toFixed(2)}, ${supports.toFixed(1)}`;
    });
    lines.push(`| ${a}, ${b} | ${cells.join(" | ")} |`);
  });
  return lines;
}

const timeOf = (cell: PeerCell | undefined) => (cell === undefined ? "aborts" : cell.microseconds.toFixed(2));

/** Times per pair, ours as a share of Bullet's behind it. */
function timeTable(): string[] {
  const header = ["ours", "ours / Bullet", ...found.map(({ peer }) => peer.name)];
  const lines: string[] = [];
  regimes.forEach((name, regime) => {
    lines.push("", `| ${name}, µs | ${header.join(" | ")} |`, `|---|${header.map(() => "--:|").join("")}`);
    samplePairs.forEach(([a, b], index) => {
      const i = 3 * index + regime;
      const bullet = found[0]?.result[i]?.microseconds ?? Number.NaN;
      const time = ours[i]!.microseconds;
      const others = found.map(({ result }) => timeOf(result[i]));
      lines.push(`| ${a}, ${b} | ${[time.toFixed(2), (time / bullet).toFixed(2), ...others].join(" | ")} |`);
    });
  });
  return lines;
}

function summaryTable(): string[] {
  const lines = [
    `| | ${regimes.map((name) => `${name}, median µs`).join(" | ")} | largest error, m | failures | no distance |`,
    "|---|--:|--:|--:|--:|--:|--:|",
  ];
  const ofRegime = <T>(cells: readonly T[], regime: number) => cells.filter((_, i) => i % 3 === regime);
  const ownTimes = regimes.map((_, regime) => median(ofRegime(ours, regime).map(({ microseconds }) => microseconds)));
  const failures = ours.reduce((sum, row) => sum + row.failures, 0);
  lines.push(
    `| ours | ${ownTimes.map((t) => t.toFixed(2)).join(" | ")} | ${power(largest(ours.map((r) => r.worst)))} | ${failures} of ${count * ours.length} | 0 |`,
  );
  for (const { peer, result } of found) {
    const times = regimes.map((_, regime) => {
      const cells = ofRegime(result, regime).filter((cell) => cell !== undefined);
      return median(cells.map(({ microseconds }) => microseconds)).toFixed(2);
    });
    const answered = result.filter((cell) => cell !== undefined);
    const worst = power(largest(answered.map((cell) => cell.worst)));
    const failed = answered.reduce((sum, cell) => sum + cell.failures, 0);
    const silent = answered.reduce((sum, cell) => sum + cell.silent, 0);
    const aborted = result.length - answered.length;
    const note = aborted > 0 ? `, ${aborted} cells abort` : "";
    lines.push(
      `| ${peer.name} | ${times.join(" | ")} | ${worst} | ${failed} of ${timed * answered.length}${note} | ${silent} |`,
    );
  }
  return lines;
}

const unproven = ours.reduce((sum, row) => sum + row.unproven, 0);
const failures = ours.reduce((sum, row) => sum + row.failures, 0);
const report = [
  `${count * ours.length} calls (${count} poses of ${samplePairs.length} pairs in three regimes): ${failures} failures (error above 1e-12 m), ` +
    `${unproven} answers without proof, largest error ${largest(ours.map((r) => r.worst)).toExponential(1)} m, ` +
    `b − a = δ·n to ${largest(ours.map((r) => r.alignment)).toExponential(1)} m. Node ${process.versions.node}, ${cpus()[0]?.model.trim()}.`,
  "",
  ...summaryTable(),
  ...timeTable(),
  "",
  ...accuracyTable(),
].join("\n");
console.log(report);
if (options.includes("--update")) {
  const file = new URL("../docs/narrow-phase.md", import.meta.url);
  const marks = /(<!-- bench:collision -->\n)[\s\S]*?(<!-- end -->)/;
  const text = readFileSync(file, "utf8");
  if (!marks.test(text)) throw new Error("docs/narrow-phase.md has no markers for the tables");
  writeFileSync(
    file,
    text.replace(marks, (_, begin, end) => `${begin}\n${report}\n\n${end}`),
  );
}
