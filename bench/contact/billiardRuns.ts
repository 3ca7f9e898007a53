/** Runs of the billiard scene, each as cells of a row or a sentence. */
import { contactsOf, instantiate, simulate } from "rattleback";
import { ballDiameter, billiard } from "./billiard.ts";
import { buildSimbodyBilliard, playSimbody, type SimbodyBreak } from "./simbody.ts";

export function playBilliard(method: "tsit5" | "bdf" | "auto", stopTime: number): (string | number)[] {
  const model = instantiate(billiard());
  const before = process.cpuUsage();
  const { statistics } = simulate(model, { stopTime, tolerance: 1e-7, method, interval: 0.01 });
  const seconds = process.cpuUsage(before).user / 1e6;
  const { steps, evaluations, jacobianEvaluations, zeroCrossingEvaluations, events } = statistics;
  return [
    statistics.method,
    seconds.toFixed(2),
    steps,
    evaluations,
    jacobianEvaluations,
    zeroCrossingEvaluations,
    events,
  ];
}

/** Kinetic energy of the horizontal motion before and after the break, without friction on the table. */
export function breakWithoutFriction(): string {
  const model = instantiate(billiard({ tableFriction: 0 }));
  const result = simulate(model, { stopTime: 0.42, tolerance: 1e-9, method: "dop853", interval: 0.01 });
  const { records } = contactsOf(result);
  const cushions = records.filter(({ objectA, objectB }) => /left|right|front|back/.test(`${objectA} ${objectB}`));
  const energyOf = (t: number): number => {
    let sum = 0;
    for (const name of ["cue", ...Array.from({ length: 15 }, (_, k) => `ball${k + 1}`)]) {
      const [x, y] = result.at(t, `${name}.velocity`) as unknown as number[];
      sum += x! * x! + y! * y!;
    }
    return sum;
  };
  const [first, last] = [energyOf(0), energyOf(0.42)];
  return `Frictionless break: ${records.length} starts and ends, ${cushions.length} of them at cushions; relative change of the kinetic energy ${((last - first) / first).toExponential(1)}.`;
}

/** The first second of the break beside Simbody, then the break without table, where nothing keeps steps short: rows of a table. */
export function breakBesideSimbody(): string[] {
  const rows = [
    ...(["tsit5", "bdf"] as const).map((method) => ourBreak(method, "table", 1)),
    ...(["tsit5", "dop853", "bdf"] as const).map((method) => ourBreak(method, "space", 0.6)),
  ];
  const missing = buildSimbodyBilliard();
  if (missing !== undefined) return [...rows, `| Simbody: ${missing} | | | | | | |`];
  for (const method of ["merson", "cpodes"] as const)
    rows.push(row(`Simbody ${method}`, "table", 1, playSimbody(method, 1, 1e-7, 0, "table")));
  for (const method of ["merson", "cpodes"] as const) {
    rows.push(row(`Simbody ${method}`, "space", 0.6, playSimbody(method, 0.6, 1e-7, 0, "space")));
    rows.push(row(`Simbody ${method}, steps ≤ 1 ms`, "space", 0.6, playSimbody(method, 0.6, 1e-7, 1e-3, "space")));
  }
  return rows;
}

function ourBreak(method: "tsit5" | "dop853" | "bdf", place: "table" | "space", duration: number): string {
  const model = instantiate(billiard({ hasTable: place === "table" }));
  const before = process.cpuUsage();
  const result = simulate(model, { stopTime: duration, tolerance: 1e-7, method, interval: 0.01 });
  const seconds = process.cpuUsage(before).user / 1e6;
  const { steps, evaluations, jacobianEvaluations } = result.statistics;
  const at = (name: string): number[] => result.at(duration, name) as unknown as number[];
  const speeds = Array.from({ length: 15 }, (_, k) => Math.hypot(...at(`ball${k + 1}.velocity`)));
  return row(`ours, ${method}`, place, duration, {
    seconds,
    steps,
    evaluations: evaluations + jacobianEvaluations,
    cue: at("cue.translation")[0]!,
    fastest: Math.max(...speeds),
  });
}

function row(
  name: string,
  place: string,
  duration: number,
  { seconds, steps, evaluations, cue, fastest }: SimbodyBreak,
) {
  const perSecond = (seconds / duration).toFixed(2);
  const outcome = fastest < 1e-3 ? "**passes through**" : `${fastest.toFixed(3)} m/s`;
  return `| ${name} | ${place} | ${perSecond} | ${steps} | ${evaluations} | ${(cue / ballDiameter).toFixed(3)} | ${outcome} |`;
}
