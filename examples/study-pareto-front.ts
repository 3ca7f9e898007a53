// Quick or gentle? The Pareto front of a positioning controller, beside the optimal control that is known in closed form.
import assert from "node:assert/strict";
import { instantiate, Model, Var } from "rattleback";
import { optimise } from "rattleback/studies";

// a mass is pulled to zero by a force -k*x - d*v; the deviation and the force count with their squares
const Positioning = Model({
  k: 1,
  d: 1,
  x: Var({ init: 1 }),
  v: Var({ init: 0 }),
  force: Var(),
  deviation: Var({ init: 0 }),
  effort: Var({ init: 0 }),
  equations: `
    force = -k*x - d*v
    der(x) = v
    der(v) = force
    der(deviation) = x^2
    der(effort) = force^2`,
});

const { front, runs } = optimise(instantiate(Positioning), {
  variables: { k: { start: 2, min: 0.5, max: 6 }, d: { start: 2, min: 0.5, max: 4 } },
  objective: ["deviation", "effort"],
  // neither slower nor stronger than this
  constraints: [
    { quantity: "deviation", max: 1.2 },
    { quantity: "effort", max: 4 },
  ],
  population: 20,
  maximumRuns: 600,
  simulate: { stopTime: 15, tolerance: 1e-5, interval: 15 },
});

// Riccati's equation for the cost ∫x² + r·F²: k = 1/√r, d = √(2k), deviation = ¾·√2·r^¼, effort = ¼·√2·r^-¾
const onFront = (deviation: number): number => (Math.SQRT2 / 4) * ((0.75 * Math.SQRT2) / deviation) ** 3;
console.log("   k       d      deviation   effort   best possible");
for (const { variables, objectives } of front) {
  const [deviation, effort] = objectives as [number, number];
  const row = [variables["k"]!, variables["d"]!, deviation, effort, onFront(deviation)];
  console.log(row.map((x) => x.toFixed(3).padStart(8)).join("  "));
  // nobody is better than the optimum, and all are near it
  assert.ok(effort > 0.999 * onFront(deviation) && effort < 1.1 * onFront(deviation));
}
console.log(`${front.length} of ${runs} runs are on the front`);
assert.ok(front.length >= 8 && runs <= 600);
const efforts = front.map(({ objectives }) => objectives[1]!);
assert.ok(Math.max(...efforts) > 3 * Math.min(...efforts));

// halfway between quick and gentle
const middle = front.toSorted((a, b) => a.objectives[0]! - b.objectives[0]!)[Math.floor(front.length / 2)]!;
export default Positioning.with(middle.merge);
export const experiment = { stopTime: 15, plots: ["x", "force", ["deviation", "effort"]] };
