/**
 * Speed of rattleback/media: `npm run bench:media`
 *
 * One state with all properties and first derivatives: processor time, median of rounds, per kind of question. Every round sums a property, so that
 * nothing is left out; the states differ from call to call.
 */
import { helmholtz, type Medium, MediumState, medium } from "../src/entries/media.ts";

const rounds = 9;
const calls = 8000;

function median(measure: () => void): number {
  const times: number[] = [];
  for (let k = 0; k < rounds + 5; k++) {
    const start = process.cpuUsage();
    measure();
    if (k >= 5) times.push(process.cpuUsage(start).user / calls);
  }
  return times.sort((a, b) => a - b)[rounds >> 1]!;
}

let sum = 0;

function time(name: string, target: number, ask: (k: number) => number): void {
  const microseconds = median(() => {
    for (let k = 0; k < calls; k++) sum += ask(k);
  });
  console.log(`${name.padEnd(64)} ${microseconds.toFixed(2).padStart(8)} µs   (aim ${target})`);
}

const water = medium("water");
const state = new MediumState();
const question = (own: Medium, p: number, h: number, dp: number, dh: number) => (k: number) =>
  own.setState_ph(state, p + dp * k, h + dh * k).d;
time("IF97 (p, h), region 1", 1, question(water, 1e6, 3e5, 10, 50));
time("IF97 (p, h), region 2", 1, question(water, 1e6, 3e6, 10, 50));
time("IF97 (p, h), two phases", 1, question(water, 1e6, 1e6, 10, 200));
time("IF97 (p, h), region 3", 1, question(water, 3e7, 2.1e6, 10, 5));
const fast = medium("water", { tables: true });
time("water by tables (p, h), liquid", 0.3, question(fast, 1e6, 3e5, 10, 50));
time("water by tables (p, h), vapour", 0.3, question(fast, 1e6, 3e6, 10, 50));
time("water by tables (p, h), two phases", 0.3, question(fast, 1e6, 1e6, 10, 100));
for (const name of ["R134a", "Nitrogen", "CarbonDioxide", "Water"]) {
  const fluid = helmholtz(name);
  const { T, d, p } = fluid.info.critical!;
  time(`${name} (d, T), one phase`, 2, (k) => fluid.setState_dT(state, 0.05 * d + 1e-6 * k, 1.05 * T + 1e-5 * k).h);
  const vapour = fluid.saturation_p(0.3 * p).hVapour;
  const far = new MediumState();
  time(`${name} (p, h), vapour, cold`, 15, (k) => {
    far.d = Number.NaN;
    return fluid.setState_ph(far, 0.3 * p, vapour * 1.02 + 1 * k + 1e3).d;
  });
  time(
    `${name} (p, h), vapour, from a neighbouring state`,
    5,
    (k) => fluid.setState_ph(far, 0.3 * p, vapour * 1.02 + 1 * k + 1e3).d,
  );
}
console.log(sum > 0 ? "" : "nothing was computed");
