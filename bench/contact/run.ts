/**
 * Benchmarks of contact handling, `npm run bench:contact [billiard|simbody|spheres] …`; all of them without arguments.
 *
 *  - billiard: sixteen balls, 5 s, tolerance 1e-7, full stiffness, with three methods; the break without friction
 *  - simbody: the break beside Simbody, where its development package is installed, without any limit of the step
 *  - spheres: 10 to 5 000 balls over a plate: time per evaluation of forces, event functions and step check
 *
 * Whole runs are in processor time of this process: other work on the machine lengthens it less than wall time, but does.
 */
import { ContactHandler } from "../../src/contact/contactHandler.ts";
import { ContactMaterials } from "../../src/contact/contactMaterials.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { createBodyForces, createBodyMotion } from "../../src/mechanics/bodyMotion.ts";
import { buildMechanism } from "../../src/mechanics/buildMechanism.ts";
import { MotionBounds } from "../../src/mechanics/motionBounds.ts";
import { solidMaterialPalette } from "../../src/multibody/materials/solidMaterialPalette.ts";
import { mulberry32 } from "../../test/reference/narrowphase/poses.ts";
import { Chapter } from "../report/chapter.ts";
import { breakBesideSimbody, breakWithoutFriction, playBilliard } from "./billiardRuns.ts";

const chosen = process.argv.slice(2).filter((option) => !option.startsWith("--"));
const wants = (name: string): boolean => chosen.length === 0 || chosen.includes(name);

const chapter = new Chapter("contact", "Contacts", "collision.md#speed");

if (wants("billiard")) {
  const addRow = chapter.table(
    "16 balls, 5 s, tolerance 1e-7",
    "processor s",
    "steps",
    "evaluations",
    "for Jacobians",
    "event functions",
    "events",
    "asymmetry, m",
  );
  for (const method of ["tsit5", "bdf", "auto"] as const) addRow(...playBilliard(method, 5));
  chapter.note(breakWithoutFriction());
}
if (wants("simbody")) breakBesideSimbody(chapter);
if (wants("spheres")) {
  const addRow = chapter.table(
    "spheres",
    "in contact",
    "forces µs",
    "event functions µs",
    "step check µs",
    "event with search µs",
    "event / (n·log₂ n) ns",
  );
  const points = [10, 100, 1000, 5000].map((count) => spheresOverPlate(count, addRow));
  const names = ["forces", "event functions", "step check", "event with search"];
  chapter.scaling({
    title: "Spheres over a plate, a tenth of them in contact",
    size: "spheres",
    cost: "time per call, µs",
    series: names.map((label, k) => ({ label, points: points.map(([count, times]) => [count, times[k]]) })),
  });
}
if (chosen.length === 0) chapter.finish();

/** Balls in a cloud over a plate, a tenth of them touching it. */
function spheresOverPlate(count: number, addRow: (...cells: (string | number)[]) => void): [number, number[]] {
  const u = mulberry32(count);
  const side = Math.ceil(Math.sqrt(count));
  const extent = 0.15 * side;
  const motion = createBodyMotion(count + 1);
  const ball = convexBody(Sphere({ diameter: 0.1 }));
  const plate = convexBody(Box({ lengthX: 2 * extent, lengthY: 2 * extent, lengthZ: 0.1 }));
  const shapes = Array.from({ length: count }, (_, i) => ({
    path: `ball${i}`,
    core: ball,
    body: i + 1,
    material: "Steel",
    contactRadius: 0.05,
    isFlat: false,
  }));
  for (let i = 0; i < count; i++) {
    const b = 3 * (i + 1);
    motion.position[b] = 0.15 * (i % side) + 0.04 * u();
    motion.position[b + 1] = 0.15 * Math.floor(i / side) + 0.04 * u();
    motion.position[b + 2] = i % 10 === 0 ? 0.05 - 1e-6 : 0.06 + 0.5 * u();
    motion.velocity[b + 2] = -1;
  }
  const handler = new ContactHandler({
    shapes: [
      ...shapes,
      {
        path: "plate",
        core: plate,
        body: 0,
        position: [0, 0, -0.05],
        material: "Steel",
        contactRadius: 0.05,
        isFlat: true,
      },
    ],
    bodyCount: count + 1,
    materials: new ContactMaterials(solidMaterialPalette),
  });
  const limits = new MotionBounds(
    buildMechanism({
      bodies: shapes.map(({ path }) => ({ path, parent: 0, joint: { kind: "free", path: `${path}.joint` }, mass: 1 })),
    }),
    (b) => handler.isPoint[b] === 1,
  );
  handler.handleEvent(0, motion);
  const forces = createBodyForces(count + 1);
  const g = new Float64Array(2);
  let time = 0;
  const fall = (step: number): void => {
    time += step;
    for (let i = 0; i < count; i++) if (i % 10 !== 0) motion.position[3 * i + 5] -= step;
  };
  const repetitions = Math.max(10, Math.round(10_000 / count));
  const batches = 9;
  /** Time per call in µs, the best of some batches: the first ones are not compiled yet. */
  const measure = (action: () => void): number => {
    let best = Number.POSITIVE_INFINITY;
    for (let batch = 0; batch < batches; batch++) {
      const before = performance.now();
      for (let k = 0; k < repetitions; k++) action();
      best = Math.min(best, (1000 * (performance.now() - before)) / repetitions);
    }
    return best;
  };
  const forcesTime = measure(() => handler.addForces(motion, forces));
  // steps as short as the stiffness of the contacts demands
  const h = 1e-3 / (2 * batches * repetitions);
  const eventFunctionTime = measure(() => {
    fall(h);
    handler.eventFunctions(motion, g, 0);
  });
  const checkTime = measure(() => {
    const start = time;
    handler.examineStep(start, start + h, {
      at: (t) => {
        if (t > start && time === start) fall(h);
        return motion;
      },
      bounds: () => {
        // as dense output of degree 5 is looked at, the method with the longest steps here
        for (let j = 0; j <= 5; j++)
          for (let b = 0; b < count; b++)
            for (let i = 0; i < 3; i++) limits.samples[7 * (j * count + b) + i] = motion.position[3 * b + 3 + i]!;
        limits.compute(5, h);
        return limits;
      },
    });
  });
  const eventTime = measure(() => handler.handleEvent(time, motion));
  const times = [forcesTime, eventFunctionTime, checkTime, eventTime];
  const growth = (1000 * eventTime) / (count * Math.log2(count));
  addRow(count, handler.table.count, ...times.map((value) => value.toFixed(1)), growth.toFixed(0));
  return [count, times];
}
