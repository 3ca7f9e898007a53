// A space robot walks: it moves a box with one hand, steps over onto that hand, and moves another box with the hand that was its foot.
import assert from "node:assert/strict";
import { instantiate, simulate } from "rattleback";
import { spaceRobot } from "./models/spaceRobot.ts";

export default spaceRobot;
export const experiment = { stopTime: 86, tolerance: 1e-6 };

const result = simulate(instantiate(spaceRobot), experiment);
for (const { time, changed } of result.events)
  for (const line of changed) console.log(`${time.toFixed(2)} s  ${line.split(": degrees")[0]}`);

const final = (name: string) => result.final<number[]>(`${name}.r_abs`);
const isAt = (name: string, [x, y, z]: [number, number, number]) => {
  const distance = Math.hypot(...final(name).map((value, i) => value - [x, y, z][i]!));
  console.log(`${name}: ${distance.toExponential(1)} m from where it should be`);
  assert.ok(distance < 0.01);
};
isAt("boxA.body", [0, 1, 0.2]);
isAt("boxB.body", [-1, -1, 0.2]);
isAt("boxF.body", [2, 1, 0.2]);
isAt("green.lock", [-1, 0, 0]);
console.log(`${result.segments.length} segments, ${result.statistics.steps} steps`);
