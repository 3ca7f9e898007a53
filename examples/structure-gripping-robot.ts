// A five-axis arm picks up a ball and puts it down again: bodies attach and release while the model runs, nothing is recompiled.
import assert from "node:assert/strict";
import { instantiate, simulate } from "rattleback";
import { grippingRobot } from "./models/grippingRobot.ts";

export const model = grippingRobot("S4");
export default model;
export const experiment = { stopTime: 13.5, tolerance: 1e-7 };

const result = simulate(instantiate(model), experiment);
for (const { time, changed } of result.events)
  for (const line of changed) console.log(`${time.toFixed(4)} s  ${line.split(": degrees")[0]}`);

const at = (t: number) => result.at<number[]>(t, "ball.r_abs");
console.log(
  "ball on the plate",
  at(4)
    .map((x) => x.toFixed(4))
    .join(" "),
);
console.log(
  "ball in the air  ",
  at(7.1)
    .map((x) => x.toFixed(4))
    .join(" "),
);
console.log(
  "ball put down    ",
  at(10)
    .map((x) => x.toFixed(4))
    .join(" "),
);
// it is back where it was, up to what the controllers leave
assert.ok(Math.hypot(...at(10).map((x, i) => x - at(4)[i]!)) < 1e-3);
assert.ok(at(7.1)[2]! > 0.39);
assert.equal(result.segments.length, 5);
