// A block on a moving belt is held back by a spring: it sticks, breaks away, slips back and sticks again.
import assert from "node:assert/strict";
import { instantiate, Model, simulate } from "rattleback";
import {
  ConstantVelocity,
  FixedPosition,
  SlidingFriction,
  TranslationalMass,
  TranslationalSpring,
} from "rattleback/translational";

const [c, beltSpeed, mu_s, mu_c, weight] = [50, 0.2, 0.6, 0.35, 9.81];

const Block = Model({
  belt: ConstantVelocity.with({ v_fixed: beltSpeed }),
  contact: SlidingFriction.with({ mu_s, mu_c, v_s: 0.05 }),
  block: TranslationalMass.with({ m: 1, v: { init: beltSpeed } }),
  spring: TranslationalSpring.with({ c }),
  wall: FixedPosition,
  weight,
  connect: [
    ["belt.flange", "contact.flange_a"],
    ["contact.flange_b", "block.flange_a", "spring.flange_b"],
    ["wall.flange", "spring.flange_a"],
  ],
  equations: "contact.fn = weight",
});

export default Block;
export const experiment = { stopTime: 5, tolerance: 1e-9, plots: ["block.s", "block.v", "contact.f"] };

const result = simulate(instantiate(Block), { stopTime: 5, tolerance: 1e-9 });

console.log("position of the block over time");
for (let level = 0.13; level > 0.01; level -= 0.01) {
  let row = "";
  for (let k = 0; k < 80; k++) row += Math.abs(result.at((4 * k) / 80, "block.s") - level) < 0.005 ? "●" : " ";
  console.log(`${(100 * level).toFixed(0).padStart(4)} cm │${row}`);
}
console.log(`        └${"─".repeat(80)} 4 s`);

const breakaways = result.events.filter(({ cause }) => cause.includes("contact.load")).map(({ time }) => time);
console.log(`\nbreaks away at ${breakaways.map((t) => t.toFixed(4)).join(", ")} s`);

// It rides on the belt until the spring pulls with the static friction.
const first = (mu_s * weight) / c / beltSpeed;
console.log(`first breakaway by the closed form: ${first.toFixed(4)} s`);
assert.ok(Math.abs(breakaways[0] - first) < 1e-6);
// Afterwards the motion is periodic.
const periods = breakaways.slice(1).map((t, k) => t - breakaways[k]);
assert.ok(Math.abs(periods[2] - periods[1]) < 1e-6);
// While it sticks, the friction force is what the spring demands, never more than the static friction.
assert.ok(result.signal("contact.f").values.every((f) => Math.abs(f) <= mu_s * weight * (1 + 1e-6)));
