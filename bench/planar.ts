/**
 * Speed of rattleback/planar: `npm run bench:planar -- [--update]`
 *
 *   --update     write bench/results/planar.csv and the table of docs/planar.md
 *
 * 1. The collision configuration of many initiators against a 16-gon, by loops and by packed binary matrices. The
 *    points swarm about the rim, so that in every evaluation points are inside, outside, hit, kept and released.
 *    Both forms must end with equal configurations: a faster run with another check value is a failure.
 * 2. The landing of examples/planar-landing.ts, per method and tolerance: steps, evaluations, changes, energy balance.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { landing } from "../examples/planar-landing.ts";
import {
  type CollisionConfiguration,
  convexPolygon,
  LoopConfiguration,
  MatrixConfiguration,
  Outline,
  outlineFromVertices,
  type Point,
  simulatePlanar,
} from "../src/entries/planar.ts";
import { createRandom } from "../src/math/random.ts";

const surfaces = 16;
const counts = [100, 1_000, 10_000, 100_000];
const frames = 8;
const budget = 5; // ms per evaluation of 10⁵ initiators by matrices

interface Timing {
  readonly initiators: number;
  readonly form: string;
  readonly minimum: number;
  readonly median: number;
  readonly check: number;
}

const ring = Array.from({ length: surfaces }, (_, k): Point => {
  const angle = (2 * Math.PI * k) / surfaces;
  return [Math.sin(angle), Math.cos(angle)];
});
const outline = new Outline(surfaces);
outlineFromVertices(outline, convexPolygon(ring).vertices);

/** Positions of all points in every frame: each circles with a radius of its own about a place near the rim. */
function swarm(count: number): Float64Array[] {
  const random = createRandom(9);
  const places = Array.from({ length: count }, () => {
    const angle = 2 * Math.PI * random.uniform();
    const radius = 0.7 + 0.6 * random.uniform();
    return [radius * Math.cos(angle), radius * Math.sin(angle), 0.3 * random.uniform(), 2 * Math.PI * random.uniform()];
  });
  return Array.from({ length: frames }, (_, f) =>
    Float64Array.from(
      places.flatMap(([x, y, r, phase]) => {
        const angle = phase + (2 * Math.PI * f) / frames;
        return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
      }),
    ),
  );
}

function checkValue(configuration: CollisionConfiguration): number {
  let hash = 0;
  for (let j = 0; j < configuration.initiators; j++) {
    for (let i = 0; i < surfaces; i++) {
      if (configuration.collidesAtReference(i, j)) hash = (Math.imul(hash, 31) + surfaces * j + i) | 0;
    }
  }
  return hash >>> 0;
}

function time(form: string, configuration: CollisionConfiguration, positions: readonly Float64Array[]): Timing {
  const samples: number[] = [];
  const rounds = Math.max(5, Math.ceil(2e6 / configuration.initiators / frames / 4));
  configuration.initialise(outline, positions[0], 0);
  for (let round = 0; round < rounds; round++) {
    for (const points of positions) {
      const start = performance.now();
      configuration.evaluate(outline, points, 0);
      samples.push(performance.now() - start);
      configuration.accept(outline, points, 0);
    }
  }
  samples.sort((a, b) => a - b);
  const [minimum, median] = [samples[0], samples[samples.length >> 1]];
  return { initiators: configuration.initiators, form, minimum, median, check: checkValue(configuration) };
}

const timings = counts.flatMap((count) => {
  const positions = swarm(count);
  return [
    time("loops", new LoopConfiguration(surfaces, count), positions),
    time("matrices", new MatrixConfiguration(surfaces, count), positions),
  ];
});

console.log(
  `\n${cpus()[0].model}, Node ${process.version}: configuration against a ${surfaces}-gon, ms per evaluation\n`,
);
console.log("initiators  form       minimum    median   loops/matrices  check");
timings.forEach(({ initiators, form, minimum, median, check }, k) => {
  const ratio = form === "matrices" ? (timings[k - 1].minimum / minimum).toFixed(1) : "";
  const row = [
    String(initiators).padStart(10),
    form.padEnd(9),
    minimum.toFixed(4).padStart(9),
    median.toFixed(4).padStart(9),
  ];
  console.log(`${row.join("  ")}  ${ratio.padStart(14)}  ${check}`);
  if (form === "matrices" && check !== timings[k - 1].check) throw new Error("loops and matrices differ");
});
const largest = timings[timings.length - 1];
console.log(`\n10⁵ initiators: ${largest.minimum.toFixed(2)} ms, budget ${budget} ms`);

const runs = (["lsodar", "bdf", "radau5"] as const).flatMap((method) =>
  [1e-6, 1e-8].map((tolerance) => {
    const start = performance.now();
    const result = simulatePlanar(landing, { stopTime: 12, tolerance, method });
    const seconds = (performance.now() - start) / 1000;
    const balance = result.signal("energy.balance").values.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
    const { steps, rejectedSteps, evaluations, jacobianEvaluations } = result.statistics ?? fail();
    return {
      method,
      tolerance,
      steps,
      rejectedSteps,
      evaluations,
      jacobianEvaluations,
      changes: result.changes.length,
      balance,
      seconds,
    };
  }),
);
console.log("\nLanding of 12 s\n");
console.table(runs);

if (process.argv.includes("--update")) update();

function update(): void {
  mkdirSync("bench/results", { recursive: true });
  const head = "initiators,form,minimum_ms,median_ms,check";
  const lines = timings.map(({ initiators, form, minimum, median, check }) =>
    [initiators, form, minimum.toFixed(5), median.toFixed(5), check].join(","),
  );
  writeFileSync("bench/results/planar.csv", `${[head, ...lines].join("\n")}\n`);
  const rows = counts.map((count, k) => {
    const [loops, matrices] = [timings[2 * k], timings[2 * k + 1]];
    const cells = [
      count,
      loops.minimum.toFixed(3),
      matrices.minimum.toFixed(3),
      (loops.minimum / matrices.minimum).toFixed(1),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const table = ["| initiators | loops, ms | matrices, ms | ratio |", "|---|---|---|---|", ...rows].join("\n");
  const page = readFileSync("docs/planar.md", "utf8");
  const marks = /(<!-- bench:planar -->\n)[\s\S]*?(<!-- end -->)/;
  writeFileSync("docs/planar.md", page.replace(marks, `$1${table}\n$2`));
}

function fail(): never {
  throw new Error("the run has no statistics");
}
