// Two shots at a thin plate and at a corner show where the minimum translation vector pushes the wrong way.
//
// The same point, the same spring, two rules for the surface that pushes: the last one to lose separation, kept for the
// whole contact; and the nearest one, asked for again at every instant. The first returns every shot the way it came.
// The second lets the point out on the far side of the plate, and throws it sideways at the corner.
import assert from "node:assert/strict";
import { type PlanarResult, type PlanarWorld, type Point, type SurfaceRule, simulatePlanar } from "rattleback/planar";

const speed = 3; // m/s downwards
const drift = -0.4; // m/s to the side
const mass = 10; // kg
const stiffness = 1e6; // N/m: the spring stops the shot at a depth of v·√(m/k) = 9.5 mm

export const plate: Point[] = [
  [-0.04, -0.01],
  [-0.04, 0],
  [0.04, 0],
  [0.04, -0.01],
];
export const block: Point[] = [
  [-0.06, -0.05],
  [-0.06, 0],
  [0, 0],
  [0, -0.05],
];

function shoot(outline: readonly Point[], x: number, rule: SurfaceRule): PlanarResult {
  const world: PlanarWorld = {
    gravity: [0, 0],
    bodies: { shot: { mass, inertia: 1, position: [x, 0.03], velocity: [drift, -speed] } },
    targets: { target: { outline } },
    contacts: [{ target: "target", initiators: "shot", stiffness, rule }],
  };
  return simulatePlanar(world, { stopTime: 0.032, tolerance: 1e-9, method: "dop853", interval: 5e-4 });
}

export const shots = {
  "thin plate, last separation": shoot(plate, 0.012, "lastSeparation"),
  "thin plate, minimum translation": shoot(plate, 0.012, "nearest"),
  "corner, last separation": shoot(block, 0.001, "lastSeparation"),
  "corner, minimum translation": shoot(block, 0.001, "nearest"),
};

for (const [name, shot] of Object.entries(shots)) {
  const surfaces = shot.changes.map(({ after }) => (after.length === 0 ? "free" : `surface ${after}`)).join(" → ");
  const velocity = ["shot.vx", "shot.vy"].map((signal) => shot.final(signal).toFixed(3)).join(", ");
  console.log(`${name.padEnd(32)} ${surfaces.padEnd(32)} leaves with (${velocity}) m/s`);
}

const velocityOf = (shot: PlanarResult) => [shot.final("shot.vx"), shot.final("shot.vy")];
const isReturned = ([vx, vy]: number[]) => vx === drift && Math.abs(vy - speed) < 1e-6 * speed;
assert.ok(isReturned(velocityOf(shots["thin plate, last separation"])));
assert.ok(isReturned(velocityOf(shots["corner, last separation"])));
// pushed out at the bottom with the energy it came with: through the plate as if there were none
assert.ok(shots["thin plate, minimum translation"].final("shot.vy") < -0.999 * speed);
// pushed out at the side
assert.ok(shots["corner, minimum translation"].final("shot.vx") > 0.1 * speed);
