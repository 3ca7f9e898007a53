// Time per evaluation of contact patches and of polygonal contact, and of a step with resting boxes beside resting spheres.
// Usage: tsx bench/contact-patch.ts [--update]     --update   writes the table into docs/flat-contact.md
// Times are processor time, best of nine: other programs on the machine matter less that way.
import { patchBody } from "../src/contact/patch/patchBody.ts";
import { PatchContact } from "../src/contact/patch/patchContact.ts";
import { PolygonalContact } from "../src/contact/polygonal/polygonalContact.ts";
import { polygonalLaw } from "../src/contact/polygonal/polygonalLaw.ts";
import { makeSurface } from "../src/contact/polygonal/surface.ts";
import { convexBody } from "../src/geometry/convexBody.ts";
import type { SolidShape } from "../src/geometry/registry.ts";
import { Box } from "../src/geometry/shapes/box.ts";
import { Cylinder } from "../src/geometry/shapes/cylinder.ts";
import { Sphere } from "../src/geometry/shapes/sphere.ts";
import { createBodyMotion } from "../src/mechanics/bodyMotion.ts";
import { FreeBodies, type FreeBody } from "../test/contact/freeBodies.ts";
import { identity, turnedBy } from "../test/contact/patch/poses.ts";
import { torusMesh } from "../test/contact/polygonal/meshes.ts";
import { Chapter } from "./report/chapter.ts";

const chapter = new Chapter("patch", "Flat and polygonal contact", "flat-contact.md#how-long-it-takes");
const addRow = chapter.table("what", "processor time");
const origin = new Float64Array(3);
const motion = createBodyMotion(2);
motion.velocity.set([0.1, 0.2, 0.001], 3);

/** Microseconds per call. */
function time(calls: number, work: () => void): number {
  let best = Infinity;
  for (let round = 0; round < 9; round++) {
    const start = process.cpuUsage();
    for (let i = 0; i < calls; i++) work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / calls);
  }
  return best;
}

function patch(name: string, A: SolidShape, B: SolidShape, r: readonly number[], R = identity): void {
  const pair = new PatchContact(patchBody(convexBody(A))!, patchBody(convexBody(B))!);
  const at = Float64Array.from(r);
  const stiffness = { modulus: 1.1e11, foundation: 0 };
  const law = { damping: 10, friction: 0.3, smallSpeed: 0.01 };
  const cost = time(5000, () => {
    pair.evaluate(identity, 0, origin, 0, R, 0, at, 0, stiffness);
    pair.addDissipation(motion, 0, 1, law);
  });
  addRow(name, `${cost.toFixed(1)} µs`);
}

const table = Box({ lengthX: 4, lengthY: 4, lengthZ: 1 });
const box = Box({ lengthX: 0.4, lengthY: 0.4, lengthZ: 0.2 });
patch("box flat on a table", table, box, [0, 0, 0.6 - 1e-6]);
patch("box tilted on a table", table, box, [0, 0, 0.6], turnedBy([0.001, 0.002, 0.3]));
patch("two equal boxes, one turned by 17° on the other", Box(), Box(), [0.1, 0, 1 - 1e-6], turnedBy([0, 0, 0.3]));
const can = Cylinder({ diameter: 0.4, length: 0.2 });
patch("cylinder on its end on a table", table, can, [0, 0, 0.6 - 1e-6]);
patch("cylinder on its side on a table", table, Cylinder({ axis: 1, diameter: 0.4, length: 0.2 }), [0, 0, 0.7 - 1e-6]);
patch("cylinder on a cylinder, ends", can, can, [0.1, 0, 0.2 - 1e-6]);
const log = Cylinder({ axis: 1, diameter: 0.4, length: 0.2 });
patch("cylinder on a cylinder, sides along each other", log, log, [0.05, 0, 0.4 - 1e-6]);
patch("cylinder on a cylinder, sides crossed", log, Cylinder({ axis: 2, diameter: 0.4, length: 0.2 }), [
  0.05,
  0,
  0.4 - 1e-6,
]);

{
  const law = polygonalLaw({
    bodyE_YoungsModulus: 1e5,
    bodyE_PoissonsRatio: 0.4,
    bodyE_LayerDepth: 0.01,
    maxPenetration: 0.02,
  });
  const [E, F] = [torusMesh(1, 0.3, 100, 50), torusMesh(0.9, 0.3, 100, 50)];
  const pair = new PolygonalContact(makeSurface(E, 0.02), makeSurface(F, 0.02), law);
  const R = turnedBy([0.3, 0, 0]);
  const triangles = `${E.triangles.length / 3} and ${F.triangles.length / 3} triangles`;
  for (const height of [0.8365, 0.83]) {
    const near = Float64Array.of(0.05, 0, height);
    const look = (at: Float64Array) => pair.evaluate(identity, 0, origin, 0, R, 0, at, 0, motion, 0, 1);
    const next = time(100, () => look(near));
    const elements = `${pair.elementCount} elements in contact`;
    // far enough to search again, with the same number of elements
    const aside = Float64Array.of(-0.05, 0, height);
    let isAside = false;
    const first = time(100, () => {
      isAside = !isAside;
      look(isAside ? aside : near);
    });
    addRow(`polygonal, ${triangles}, ${elements}: first look`, `${first.toFixed(0)} µs`);
    addRow(`polygonal, ${triangles}, ${elements}: moved by less than a tenth of a triangle`, `${next.toFixed(0)} µs`);
  }
}

/** Processor time of a right-hand side with twenty bodies at rest, and of a second of simulation. */
function resting(shape: SolidShape): { evaluation: number; second: number } {
  const bodies: FreeBody[] = Array.from({ length: 20 }, (_, i) => ({
    name: `body${i}`,
    shape,
    material: "Steel",
    density: 8000,
    position: [0.5 * (i % 5) - 1, 0.5 * Math.floor(i / 5) - 1, 0.1 - 3e-8],
  }));
  const floor: FreeBody = { name: "floor", shape: table, material: "Steel", isFixed: true, position: [0, 0, -0.5] };
  const system = new FreeBodies([floor, ...bodies]);
  system.event(0, system.y0);
  const dy = new Float64Array(system.y0.length);
  const evaluation = time(200, () => system.rhs(0, system.y0, dy));
  const start = process.cpuUsage();
  system.simulate(1, { method: "bdf", relativeTolerance: 1e-6 });
  const { user, system: kernel } = process.cpuUsage(start);
  return { evaluation, second: (user + kernel) / 1e6 };
}

const [boxes, spheres] = [
  resting(Box({ lengthX: 0.2, lengthY: 0.2, lengthZ: 0.2 })),
  resting(Sphere({ diameter: 0.2 })),
];
addRow("right-hand side of 20 resting boxes", `${boxes.evaluation.toFixed(0)} µs`);
addRow("right-hand side of 20 resting spheres", `${spheres.evaluation.toFixed(0)} µs`);
addRow("one second with 20 resting boxes", `${boxes.second.toFixed(2)} s`);
addRow("one second with 20 resting spheres", `${spheres.second.toFixed(2)} s`);

chapter.finish();
