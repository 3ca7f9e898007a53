// How high will the wave be? An epidemic whose numbers are known to ten percent, as bands of quantiles.
import assert from "node:assert/strict";
import { instantiate, Model, Var } from "rattleback";
import { globalSensitivity, propagate, quantileBands, uncertain } from "rattleback/studies";

// Kermack and McKendrick: parts of a population that can fall ill, are ill and have recovered; time in days
const Epidemic = Model({
  contacts: 0.4,
  recovery: 0.15,
  healthy: Var({ init: 0.999 }),
  ill: Var({ init: 0.001 }),
  recovered: Var({ init: 0 }),
  equations: `
    der(healthy) = -contacts*healthy*ill
    der(ill) = contacts*healthy*ill - recovery*ill
    der(recovered) = recovery*ill`,
});

const unsure = {
  contacts: uncertain(0.4, { deviation: 0.04 }),
  recovery: uncertain(0.15, { distribution: { kind: "lognormal", mu: Math.log(0.15), sigma: 0.1 } }),
};
const model = instantiate(Epidemic);
const options = { stopTime: 200, tolerance: 1e-7, interval: 10 };
const { bands, points } = quantileBands(model, {
  uncertain: unsure,
  outputs: ["ill", "healthy"],
  count: 64,
  ...options,
});

console.log("day     2.5 %     50 %    97.5 % ill");
for (const k of [10, 15, 20, 30]) {
  const row = bands["ill"]!.quantiles.map((curve) => (100 * curve[k]!).toFixed(2).padStart(8));
  console.log(`${bands["ill"]!.time[k]!.toFixed(0).padStart(3)}  ${row.join(" ")}`);
}

// whoever is spared: ln(s/s0) = -R·(1 - s), in every single run
points.forEach((point, run) => {
  const spared = bands["healthy"]!.finalValues[run]!;
  const reproduction = point["contacts"]! / point["recovery"]!;
  assert.ok(Math.abs(Math.log(spared / 0.999) + reproduction * (1 - spared)) < 0.01);
});

// the first days are exponential: derivatives of one run and samples of many say the same
const early = propagate(model, { uncertain: unsure, ...options, stopTime: 3 });
const { value, deviation } = early.final("ill");
const sampled = quantileBands(model, { uncertain: unsure, outputs: ["ill"], count: 128, ...options, stopTime: 3 });
const spread = sampled.bands["ill"]!.deviation.at(-1)!;
console.log(
  `day 3: ${(100 * value).toFixed(3)} ± ${(100 * deviation).toFixed(3)} %, of samples ± ${(100 * spread).toFixed(3)} %`,
);
assert.ok(Math.abs(deviation / spread - 1) < 0.1);

// which of the two matters for the spared ones? The equation above tells without runs
const { indices } = globalSensitivity(
  { contacts: unsure.contacts.distribution, recovery: unsure.recovery.distribution },
  ({ contacts, recovery }) => spared(contacts! / recovery!),
  { rows: 256 },
);
const shares = Object.entries(indices).map(([name, { first }]) => `${name} ${(100 * first).toFixed(0)} %`);
console.log(`of the variance of the spared ones: ${shares.join(", ")}`);
assert.ok(Math.abs(indices["contacts"]!.first + indices["recovery"]!.first - 1) < 0.1);

export default Epidemic;
export const experiment = { stopTime: 200, plots: [["healthy", "ill", "recovered"]] };

function spared(reproduction: number): number {
  let part = 0.1;
  for (let k = 0; k < 60; k++) part = 0.999 * Math.exp(-reproduction * (1 - part));
  return part;
}
