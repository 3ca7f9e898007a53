// A bridge of four ideal diodes charges a capacitor; the modes of all diodes are found together at every switch.
import assert from "node:assert/strict";
import { instantiate, Model, simulate } from "rattleback";
import { Capacitor, Ground, IdealDiode, Resistor, SineVoltage } from "rattleback/electric";

const Rectifier = Model({
  mains: SineVoltage.with({ V: 12, f: 50 }),
  wire: Resistor.with({ R: 0.2 }),
  d1: IdealDiode,
  d2: IdealDiode,
  d3: IdealDiode,
  d4: IdealDiode,
  C: Capacitor.with({ C: 4.7e-3 }),
  load: Resistor.with({ R: 20 }),
  ground: Ground,
  connect: [
    ["mains.p", "wire.p"],
    ["wire.n", "d1.p", "d2.n"],
    ["mains.n", "d3.p", "d4.n"],
    ["d1.n", "d3.n", "C.p", "load.p"],
    ["d2.p", "d4.p", "C.n", "load.n", "ground.p"],
  ],
});

export default Rectifier;
export const experiment = {
  stopTime: 0.2,
  tolerance: 1e-7,
  interval: 1e-4,
  plots: [
    ["mains.v", "load.v"],
    ["d1.i", "d2.i"],
  ],
};

const result = simulate(instantiate(Rectifier), { stopTime: 0.2, tolerance: 1e-7, interval: 1e-4 });

const { time, values: v } = result.signal("load.v");
console.log("voltage at the load over the last two periods of the mains");
for (let level = 12; level >= 10; level -= 0.25) {
  let row = "";
  for (let k = 0; k < 80; k++) {
    const t = 0.16 + (0.04 * k) / 80;
    row += Math.abs(result.at(t, "load.v") - level) <= 0.125 ? "●" : " ";
  }
  console.log(`${level.toFixed(2).padStart(6)} V │${row}`);
}

const tail = v.filter((_, k) => time[k] > 0.16);
const ripple = Math.max(...tail) - Math.min(...tail);
const mean = tail.reduce((sum, x) => sum + x, 0) / tail.length;
const switches = result.events.filter(({ kind }) => kind === "state").length;
console.log(`\nmean ${mean.toFixed(3)} V, ripple ${ripple.toFixed(3)} V, ${switches} switches of diodes`);

// Between two pulses the capacitor feeds the load alone: the ripple is at most I·T/(2·C).
const bound = mean / 20 / (2 * 50 * 4.7e-3);
console.log(`largest ripple if the pulses had no duration: ${bound.toFixed(3)} V`);
assert.ok(ripple < bound && ripple > 0.6 * bound);
assert.ok(Math.max(...v) < 12);
