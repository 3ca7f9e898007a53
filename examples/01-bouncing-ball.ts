// A ball bounces on the floor: an event at every impact, located to the last bits of time.
import assert from "node:assert/strict";
import { instantiate, Model, Par, simulate, Var } from "rattleback";

const BouncingBall = Model({
  g: Par(9.81, "m/s^2"),
  e: Par({ value: 0.8, min: 0, max: 1, description: "coefficient of restitution" }),
  h: Var({ init: 10, unit: "m", description: "height" }),
  v: Var({ init: 0, unit: "m/s", description: "velocity upwards" }),
  equations: `
    der(h) = v
    der(v) = -g
    when h < 0 then
      reinit(v, -e*pre(v))
    end
  `,
});

export default BouncingBall;
export const experiment = { stopTime: 10, tolerance: 1e-9, plots: ["h", "v"] };

const result = simulate(instantiate(BouncingBall), { stopTime: 10, tolerance: 1e-9 });

console.log("height over time (one row per metre)");
for (let level = 10; level >= 0; level--) {
  let row = "";
  for (let k = 0; k <= 60; k++) row += Math.round(result.at(k / 6, "h")) === level ? "●" : " ";
  console.log(`${String(level).padStart(3)} m │${row}`);
}
console.log(`      └${"─".repeat(61)} 10 s\n`);

// The closed form: each flight lasts 2·v/g, and v shrinks by the restitution.
const impacts: number[] = [];
for (let v = Math.sqrt(2 * 9.81 * 10), t = v / 9.81; t < 10; v *= 0.8, t += (2 * v) / 9.81) impacts.push(t);
const found = result.events.filter(({ changed }) => changed.includes("v")).map(({ time }) => time);
console.log("impact   located at [s]        closed form [s]");
found.forEach((time, k) => {
  console.log(`${String(k + 1).padStart(4)}     ${time.toFixed(12)}        ${impacts[k].toFixed(12)}`);
});

assert.equal(found.length, impacts.length);
for (const [k, time] of found.entries()) assert.ok(Math.abs(time - impacts[k]) < 1e-8);
