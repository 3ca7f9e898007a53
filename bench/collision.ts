// Signed distance of every pair of reference shapes in three regimes: largest error, answers without proof, and time per call,
// beside Bullet, FCL and libccd on the same poses where they are installed.
// Usage: tsx bench/collision.ts [poses per regime, default 17 000] [--alone] [--update]
//   --alone   without the other libraries;  --update   writes the tables into docs/narrow-phase.md
// Errors count over all poses; times are sums over chunks of the first 2000 poses, the best of 12 rounds each.
import { NarrowPhase, terminations } from "../src/collision/narrowPhase.ts";
import { convexBody } from "../src/geometry/convexBody.ts";
import { originOf, toShape } from "../test/collision/sampleBodies.ts";
import {
  type KnownPose,
  knownPose,
  mulberry32,
  regimes,
  type SampleShape,
  samplePairs,
  sampleShape,
} from "../test/reference/narrowphase/poses.ts";
import { measurePeer, type PeerCell, peers, peerVersion, withPoseFiles } from "./collisionPeers/peers.ts";
import { Chapter } from "./report/chapter.ts";

const options = process.argv.slice(2);
const count = Number(options.find((option) => !option.startsWith("--")) ?? 17_000);
const timedPoses = Math.min(2000, count);
/** Poses timed in one go, as in poses.hpp. */
const chunk = 100;
const names = [...new Set(samplePairs.flat())];
const shapes = names.map(sampleShape);

/** One pair of shapes in one regime, with the poses whose times are taken. */
interface Cell {
  readonly index: number;
  readonly regime: number;
  readonly A: SampleShape;
  readonly B: SampleShape;
  readonly pair: NarrowPhase;
  readonly timed: readonly PackedPose[];
  worst: number;
  alignment: number;
  failures: number;
  unproven: number;
  supports: number;
  /** Milliseconds per chunk of poses. */
  readonly best: Float64Array;
}

interface PackedPose {
  readonly RA: Float64Array;
  readonly rA: Float64Array;
  readonly RB: Float64Array;
  readonly rB: Float64Array;
  readonly delta: number;
}

const seed = (index: number, regime: number) => 1_000_000 + 1000 * index + regime;

function makeCell(index: number, regime: number): Cell {
  const [A, B] = samplePairs[index]!.map((name) => shapes[names.indexOf(name)]!) as [SampleShape, SampleShape];
  const pair = new NarrowPhase(convexBody(toShape(A)), convexBody(toShape(B)));
  const u = mulberry32(seed(index, regime));
  const timed = Array.from({ length: timedPoses }, () => pack(A, B, knownPose(u, A, B, regime)));
  const best = new Float64Array(Math.ceil(timed.length / chunk)).fill(Infinity);
  return { index, regime, A, B, pair, timed, best, worst: 0, alignment: 0, failures: 0, unproven: 0, supports: 0 };
}

function pack(A: SampleShape, B: SampleShape, { RA, pA, RB, pB, delta }: KnownPose): PackedPose {
  return {
    RA: Float64Array.from(RA),
    rA: Float64Array.from(originOf(A, RA, pA)),
    RB: Float64Array.from(RB),
    rB: Float64Array.from(originOf(B, RB, pB)),
    delta,
  };
}

function check(cell: Cell): void {
  const { A, B, pair } = cell;
  const u = mulberry32(seed(cell.index, cell.regime));
  for (let i = 0; i < count; i++) {
    const { RA, rA, RB, rB, delta } = pack(A, B, knownPose(u, A, B, cell.regime));
    pair.evaluate(RA, 0, rA, 0, RB, 0, rB, 0);
    const error = Math.abs(pair.distance - delta);
    cell.worst = Math.max(cell.worst, error);
    if (!(error < 1e-12)) cell.failures++;
    if (terminations[pair.termination] === "bounded") cell.unproven++;
    cell.supports += pair.iterations / count;
    for (let k = 0; k < 3; k++) {
      const gap = pair.pointB[k] - pair.pointA[k] - pair.distance * pair.normal[k];
      cell.alignment = Math.max(cell.alignment, Math.abs(gap));
    }
  }
}

/** Best time of every chunk so far: on a busy machine a chunk is short enough to be undisturbed once in a while. */
function time(cell: Cell): void {
  const { pair, timed, best } = cell;
  for (let c = 0; c < best.length; c++) {
    const from = c * chunk;
    const to = Math.min(timed.length, from + chunk);
    const start = performance.now();
    for (let i = from; i < to; i++) {
      const { RA, rA, RB, rB } = timed[i]!;
      pair.evaluate(RA, 0, rA, 0, RB, 0, rB, 0);
    }
    best[c] = Math.min(best[c]!, performance.now() - start);
  }
}

const microseconds = ({ best, timed }: Cell) => (1000 * best.reduce((sum, t) => sum + t, 0)) / timed.length;

const median = (values: readonly number[]) => values.toSorted((x, y) => x - y)[values.length >> 1]!;
const largest = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 0);
const power = (x: number) => x.toExponential(0);

const cellsOf = <T>(make: (index: number, regime: number) => T): T[] =>
  samplePairs.flatMap((_, index) => regimes.map((_, regime) => make(index, regime)));
const ours = cellsOf(makeCell);
ours.forEach(check);
// round after round over all cells: everything is compiled, and a disturbance hits no cell in all of its rounds
for (let round = 0; round < 12; round++) ours.forEach(time);

const measured = options.includes("--alone")
  ? []
  : withPoseFiles(
      shapes,
      ours.map(({ index, regime, A, B }) => {
        const u = mulberry32(seed(index, regime));
        const poses = Array.from({ length: timedPoses }, () => knownPose(u, A, B, regime));
        return { A: shapes.indexOf(A), B: shapes.indexOf(B), poses };
      }),
      (folder) => peers.map((peer) => ({ peer, result: measurePeer(peer, folder) })),
    );
for (const { peer, result } of measured) {
  if (typeof result === "string") console.log(`${peer.name} is left out: ${result}`);
}
const found = measured.filter((m): m is { peer: (typeof peers)[0]; result: (PeerCell | undefined)[] } =>
  Array.isArray(m.result),
);

const timeOf = (cell: PeerCell | undefined) => (cell === undefined ? "aborts" : cell.microseconds.toFixed(2));
const chapter = new Chapter("collision", "Distances of convex shapes", "narrow-phase.md#accuracy-and-speed");

/** Medians over the pairs, and what went wrong. */
function summarise(): void {
  const addRow = chapter.table(
    "",
    ...regimes.map((name) => `${name}, median µs`),
    "largest error, m",
    "failures",
    "no distance",
  );
  const ofRegime = <T>(cells: readonly T[], regime: number) => cells.filter((_, i) => i % 3 === regime);
  const ownTimes = regimes.map((_, regime) => median(ofRegime(ours, regime).map(microseconds)).toFixed(2));
  const ownWorst = power(largest(ours.map((cell) => cell.worst)));
  addRow("ours", ...ownTimes, ownWorst, `${failures} of ${count * ours.length}`, 0);
  const others = found.map(({ peer, result }) => {
    const times = regimes.map((_, regime) => {
      const cells = ofRegime(result, regime).filter((cell) => cell !== undefined);
      return median(cells.map((cell) => cell.microseconds)).toFixed(2);
    });
    const answered = result.filter((cell) => cell !== undefined);
    const worst = power(largest(answered.map((cell) => cell.worst)));
    const failed = answered.reduce((sum, cell) => sum + cell.failures, 0);
    const silent = answered.reduce((sum, cell) => sum + cell.silent, 0);
    const aborted = result.length - answered.length;
    const note = aborted > 0 ? `, ${aborted} cells abort` : "";
    addRow(peer.name, ...times, worst, `${failed} of ${timedPoses * answered.length}${note}`, silent);
    return { name: peer.name, times, worst };
  });
  regimes.forEach((name, regime) => {
    chapter.headline(
      `Signed distance, ${name}, median of ${samplePairs.length} pairs of shapes; largest error in all regimes`,
      `${ownTimes[regime]} µs; ${ownWorst} m`,
      others.map((other) => `${other.name} ${other.times[regime]} µs; ${other.worst} m`).join(", "),
    );
  });
}

/** Times per pair, ours as a share of Bullet's behind it. */
function compareTimes(): void {
  regimes.forEach((name, regime) => {
    const addRow = chapter.table(`${name}, µs`, "ours", "ours / Bullet", ...found.map(({ peer }) => peer.name));
    samplePairs.forEach(([a, b], index) => {
      const i = 3 * index + regime;
      const bullet = found[0]?.result[i]?.microseconds ?? Number.NaN;
      const time = microseconds(ours[i]!);
      const others = found.map(({ result }) => timeOf(result[i]));
      addRow(`${a}, ${b}`, time.toFixed(2), (time / bullet).toFixed(2), ...others);
    });
  });
}

function showAccuracy(): void {
  const addRow = chapter.table("pair", ...regimes.map((name) => `${name}: error (m), µs, support points`));
  samplePairs.forEach(([a, b], index) => {
    const cells = regimes.map((_, regime) => {
      const cell = ours[3 * index + regime]!;
      return `${power(cell.worst)}, ${microseconds(cell).toFixed(2)}, ${cell.supports.toFixed(1)}`;
    });
    addRow(`${a}, ${b}`, ...cells);
  });
}

for (const { peer } of found) chapter.peer(peerVersion(peer));
const unproven = ours.reduce((sum, row) => sum + row.unproven, 0);
const failures = ours.reduce((sum, row) => sum + row.failures, 0);
chapter.note(
  `${count * ours.length} calls (${count} poses of ${samplePairs.length} pairs in three regimes): ${failures} failures (error above 1e-12 m), ` +
    `${unproven} answers without proof, largest error ${largest(ours.map((r) => r.worst)).toExponential(1)} m, ` +
    `b − a = δ·n to ${largest(ours.map((r) => r.alignment)).toExponential(1)} m.`,
);
summarise();
compareTimes();
showAccuracy();
if (!options.includes("--alone")) chapter.finish();
