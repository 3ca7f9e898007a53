// A ball bounces on the floor, with a solver alone: no model, every impact is located to the last bits of time.
import assert from "node:assert/strict";
import { integrate } from "rattleback/solvers";

const g = 9.81; // m/s²
const restitution = 0.8;
const height = 10; // m

const flight = integrate(
  {
    rhs: (_t, y, ydot) => {
      ydot[0] = y[1];
      ydot[1] = -g;
    },
    t0: 0,
    y0: [height, 0],
    tEnd: 10,
    roots: (_t, y, value) => {
      value[0] = y[0];
    },
    numberOfRoots: 1,
    names: ["height", "velocity"],
  },
  {
    method: "dop853",
    relativeTolerance: 1e-9,
    rootDirections: [-1],
    onRoot: ({ y }) => {
      y[0] = 0;
      y[1] = -restitution * y[1];
    },
    outputTimes: Array.from({ length: 61 }, (_, k) => k / 6),
  },
);

// The closed form: each flight lasts 2·v/g, and v shrinks by the restitution.
const impacts: number[] = [];
for (let v = Math.sqrt(2 * g * height), t = v / g; t < 10; v *= restitution, t += (2 * v) / g) impacts.push(t);

console.log("height over time (one row per metre)");
for (let level = 10; level >= 0; level--) {
  const row = flight.outputs.y.map((y) => (Math.round(y[0]) === level ? "●" : " ")).join("");
  console.log(`${String(level).padStart(3)} m │${row}`);
}
console.log(`      └${"─".repeat(61)} 10 s\n`);
console.log("impact   located at [s]        closed form [s]       difference");
flight.roots.forEach((root, k) => {
  const difference = Math.abs(root.t - impacts[k]).toExponential(1);
  console.log(`${String(k + 1).padStart(4)}     ${root.t.toFixed(15)}     ${impacts[k].toFixed(15)}     ${difference}`);
});
const { steps, evaluations } = flight.statistics;
console.log(`\n${steps} steps, ${evaluations} evaluations of the right-hand side`);

assert.equal(flight.roots.length, impacts.length);
for (const [k, root] of flight.roots.entries()) assert.ok(Math.abs(root.t - impacts[k]) < 1e-8);
