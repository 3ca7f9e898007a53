/**
 * Benchmarks of contact handling, `npm run bench:contact [billiard|spheres] …`; all of them without arguments.
 *
 *  - billiard: sixteen balls, 5 s, tolerance 1e-7, full stiffness, with three methods; the break without friction
 *  - spheres: 10 to 5 000 balls over a plate: processor time per evaluation of forces, indicators and step check
 *
 * Times are processor times of this process: other work on the machine lengthens them less than wall time, but does.
 */
import { ContactHandler } from "../../src/contact/contactHandler.ts";
import { ContactMaterials } from "../../src/contact/contactMaterials.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { createBodyForces, createBodyMotion } from "../../src/mechanics/bodyMotion.ts";
import { solidMaterialPalette } from "../../src/multibody/materials/solidMaterial.ts";
import { mulberry32 } from "../../test/reference/narrowphase/poses.ts";
import { breakWithoutFriction, playBilliard } from "./billiardRuns.ts";

const chosen = process.argv.slice(2);
const wants = (name: string): boolean => chosen.length === 0 || chosen.includes(name);

if (wants("billiard")) {
  console.log(
    "| 16 balls, 5 s, tolerance 1e-7 | processor s | steps | evaluations | for Jacobians | indicators | events |",
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const method of ["tsit5", "bdf", "auto"] as const) console.log(playBilliard(method, 5));
  console.log(breakWithoutFriction());
}
if (wants("spheres")) {
  console.log(
    "| spheres | in contact | forces µs | indicators µs | step check µs | event with search µs | event / (n·log₂ n) ns |",
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const count of [10, 100, 1000, 5000]) console.log(spheresOverPlate(count));
}

/** Balls in a cloud over a plate, a tenth of them touching it. */
function spheresOverPlate(count: number): string {
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
  /** Processor time per call in µs, the best of some batches: the first ones are not compiled yet. */
  const measure = (action: () => void): number => {
    let best = Number.POSITIVE_INFINITY;
    for (let batch = 0; batch < batches; batch++) {
      const before = process.cpuUsage();
      for (let k = 0; k < repetitions; k++) action();
      best = Math.min(best, process.cpuUsage(before).user / repetitions);
    }
    return best;
  };
  const forcesTime = measure(() => handler.addForces(motion, forces));
  // steps as short as the stiffness of the contacts demands
  const h = 1e-3 / (2 * batches * repetitions);
  const indicatorTime = measure(() => {
    fall(h);
    handler.zeroCrossings(motion, g, 0);
  });
  const checkTime = measure(() => {
    const start = time;
    handler.examineStep(start, start + h, (t) => {
      if (t > start && time === start) fall(h);
      return motion;
    });
  });
  const eventTime = measure(() => handler.handleEvent(time, motion));
  const cells = [forcesTime, indicatorTime, checkTime, eventTime].map((value) => value.toFixed(1));
  const growth = (1000 * eventTime) / (count * Math.log2(count));
  return `| ${count} | ${handler.table.count} | ${cells.join(" | ")} | ${growth.toFixed(0)} |`;
}
