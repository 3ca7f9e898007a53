/**
 * Speed of rattleback/planar: `npm run bench:planar -- [--update]`
 *
 *   --update     write the tables into docs/planar.md
 *
 * 1. The collision configuration of many initiators against a 16-gon, by loops and by packed binary matrices. The
 *    points swarm about the rim, so that in every evaluation points are inside, outside, hit, kept and released.
 *    Both forms must end with equal configurations: a faster run with another check value is a failure.
 * 2. The landing of examples/planar-landing.ts, per method and tolerance: steps, evaluations, changes, energy balance.
 */
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
import { Chapter } from "./report/chapter.ts";

const surfaces = 16;
const counts = [100, 1_000, 10_000, 100_000];
const frames = 8;

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

const chapter = new Chapter("planar", "Planar collisions", "planar.md#two-forms");
chapter.note(`Collision configuration against a ${surfaces}-gon, ms per evaluation, the least of many.`);
const addTiming = chapter.table("initiators", "loops", "matrices", "loops / matrices", "matrices, median");
counts.forEach((count, k) => {
  const [loops, matrices] = [timings[2 * k], timings[2 * k + 1]];
  if (loops.check !== matrices.check) throw new Error("loops and matrices differ");
  const ratio = (loops.minimum / matrices.minimum).toFixed(1);
  addTiming(count, loops.minimum.toFixed(3), matrices.minimum.toFixed(3), ratio, matrices.median.toFixed(3));
});
const points = (form: string) =>
  timings
    .filter((timing) => timing.form === form)
    .map(({ initiators, minimum }) => [initiators, minimum] as [number, number]);
chapter.scaling({
  title: `Configuration against a ${surfaces}-gon`,
  size: "initiators",
  cost: "ms per evaluation",
  series: ["loops", "matrices"].map((form) => ({ label: form, points: points(form) })),
});

chapter.note("Landing of examples/planar-landing.ts, 12 s.");
const addRun = chapter.table(
  "method, tolerance",
  "steps",
  "rejected",
  "evaluations",
  "for Jacobians",
  "changes",
  "energy balance, J",
  "s",
);
for (const method of ["lsodar", "bdf", "radau5"] as const) {
  for (const tolerance of [1e-6, 1e-8]) {
    const start = performance.now();
    const result = simulatePlanar(landing, { stopTime: 12, tolerance, method });
    const seconds = (performance.now() - start) / 1000;
    const balance = result.signal("energy.balance").values.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
    const { steps, rejectedSteps, evaluations, jacobianEvaluations } = result.statistics ?? fail();
    addRun(
      `${method} ${tolerance.toExponential(0)}`,
      steps,
      rejectedSteps,
      evaluations,
      jacobianEvaluations,
      result.changes.length,
      balance.toExponential(1),
      seconds.toFixed(2),
    );
  }
}
chapter.finish();

function fail(): never {
  throw new Error("the run has no statistics");
}
