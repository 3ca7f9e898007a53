/**
 * Benchmarks of contact handling, `npm run bench:contact [billiard|spheres|shots] …`; all of them without arguments.
 *
 *  - billiard: sixteen balls, 5 s, tolerance 1e-7, full stiffness, with three methods; the break without friction
 *  - spheres: 10 to 5 000 balls over a plate: processor time per evaluation of forces, indicators and step check
 *  - shots: a ball of 1 mm with 1 000 m/s against a plate of 1 mm
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
  console.log("| spheres | pairs in contact | forces µs | indicators µs | step check µs | all per sphere µs |");
  console.log("|---|---|---|---|---|---|");
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
  const repetitions = Math.max(20, Math.round(20_000 / count));
  const measure = (action: () => void): number => {
    for (let k = 0; k < repetitions / 4; k++) action();
    const before = process.cpuUsage();
    for (let k = 0; k < repetitions; k++) action();
    return process.cpuUsage(before).user / repetitions;
  };
  const forcesTime = measure(() => handler.addForces(motion, forces));
  // steps as short as the stiffness of the contacts demands
  const h = 1e-3 / (4 * repetitions);
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
  const all = forcesTime + indicatorTime + checkTime;
  const cells = [forcesTime, indicatorTime, checkTime].map((value) => value.toFixed(1));
  return `| ${count} | ${handler.table.count} | ${cells.join(" | ")} | ${(all / count).toFixed(2)} |`;
}
