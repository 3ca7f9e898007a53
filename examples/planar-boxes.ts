// Two bodies with outlines collide in free space: corners of either meet the surfaces of the other, nothing is lost.
import assert from "node:assert/strict";
import { type PlanarWorld, simulatePlanar } from "rattleback/planar";

const bodies: PlanarWorld["bodies"] = {
  crate: {
    mass: 2,
    inertia: 0.4,
    angularVelocity: 2,
    outline: [
      [-0.5, -0.4],
      [-0.5, 0.4],
      [0.5, 0.4],
      [0.5, -0.4],
    ],
  },
  dart: {
    mass: 1,
    inertia: 0.1,
    position: [-2, 0],
    angle: 0.2,
    velocity: [3, 0],
    outline: [
      [-0.5, -0.3],
      [-0.5, 0.3],
      [0.6, 0],
    ],
  },
};

const result = simulatePlanar(
  {
    gravity: [0, 0],
    bodies,
    contacts: [{ target: "crate", initiators: "dart", bothWays: true, stiffness: 2e4, exponent: 1.5 }],
  },
  { stopTime: 2, tolerance: 1e-12, method: "dop853" },
);

/** Momentum in x and y, and angular momentum about the origin, at one stored point. */
function momentum(k: number): number[] {
  const sum = [0, 0, 0];
  for (const [name, { mass, inertia }] of Object.entries(bodies ?? {})) {
    const [x, y, vx, vy, w] = ["x", "y", "vx", "vy", "w"].map((part) => result.signal(`${name}.${part}`).values[k]);
    sum[0] += mass * vx;
    sum[1] += mass * vy;
    sum[2] += mass * (x * vy - y * vx) + inertia * w;
  }
  return sum;
}

for (const { time, contact, before, after, cause } of result.changes) {
  console.log(`${time.toFixed(5)} s  ${contact}  ${cause}  surface ${[...before, ...after]}`);
}
const [before, after] = [momentum(0), momentum(result.time.length - 1)];
console.log("momentum before", before.map((value) => value.toFixed(9)).join(", "));
console.log("momentum after ", after.map((value) => value.toFixed(9)).join(", "));
console.log("energy balance ", result.final("energy.balance").toExponential(1), "J");

// first a corner of the dart meets the crate, later corners of the crate meet the dart
const directions = new Set(result.changes.map(({ contact }) => contact.split("/")[0]));
assert.deepEqual([...directions], ["crate", "dart"]);
after.forEach((value, k) => void assert.ok(Math.abs(value - before[k]) < 1e-8));
assert.ok(Math.abs(result.final("energy.balance")) < 1e-8 * result.signal("energy.kinetic").values[0]);
