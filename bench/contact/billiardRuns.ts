/** Runs of the billiard scene, each as cells of a row or a sentence. */
import { contactsOf, instantiate, type Result, simulate } from "rattleback";
import { simbodyVersion } from "../peerProgram.ts";
import type { Chapter } from "../report/chapter.ts";
import { ballDiameter, billiard } from "./billiard.ts";
import { buildSimbodyBilliard, playSimbody, type SimbodyBreak } from "./simbody.ts";

export function playBilliard(method: "tsit5" | "bdf" | "auto", stopTime: number): (string | number)[] {
  const model = instantiate(billiard());
  const before = process.cpuUsage();
  const result = simulate(model, { stopTime, tolerance: 1e-7, method, interval: 0.01 });
  const { statistics } = result;
  const seconds = process.cpuUsage(before).user / 1e6;
  const { steps, evaluations, jacobianEvaluations, eventFunctionEvaluations, events } = statistics;
  return [
    statistics.method,
    seconds.toFixed(2),
    steps,
    evaluations,
    jacobianEvaluations,
    eventFunctionEvaluations,
    events,
    largestAsymmetry(result, 5).toExponential(0),
  ];
}

/** Largest distance of a ball from the mirror image of its partner at all stored times, m. */
export function largestAsymmetry(result: Result, rows: number): number {
  const track = (k: number): number[][] => result.signal<number[][]>(`ball${k}.translation`).values;
  let worst = 0;
  for (let row = 0, first = 1; row < rows; first += ++row) {
    for (let k = 0; k <= row; k++) {
      const [one, other] = [track(first + k), track(first + row - k)];
      one.forEach(([x, y], i) => {
        worst = Math.max(worst, Math.abs(x! - other[i]![0]!), Math.abs(y! + other[i]![1]!));
      });
    }
  }
  return worst;
}

/** Kinetic energy of the horizontal motion before and after the break, without friction on the table. */
export function breakWithoutFriction(): string {
  const model = instantiate(billiard({ tableFriction: 0 }));
  const result = simulate(model, { stopTime: 0.42, tolerance: 1e-9, method: "dop853", interval: 0.01 });
  const { records } = contactsOf(result);
  const cushions = records.filter(({ obj1, obj2 }) => /left|right|front|back/.test(`${obj1} ${obj2}`));
  const energyOf = (t: number): number => {
    let sum = 0;
    for (const name of ["cue", ...Array.from({ length: 15 }, (_, k) => `ball${k + 1}`)]) {
      const [x, y] = result.at<number[]>(t, `${name}.velocity`);
      sum += x! * x! + y! * y!;
    }
    return sum;
  };
  const [first, last] = [energyOf(0), energyOf(0.42)];
  return `Frictionless break: ${records.length} starts and ends, ${cushions.length} of them at cushions; relative change of the kinetic energy ${((last - first) / first).toExponential(1)}.`;
}

/** Adds the first second of the break beside Simbody, then the break without table, where nothing keeps steps short. */
export function breakBesideSimbody(chapter: Chapter): void {
  const addRow = chapter.table(
    "break, tolerance 1e-7",
    "where",
    "processor s per s",
    "steps",
    "evaluations",
    "cue ball / diameter",
    "fastest other ball",
  );
  const add = (name: string, place: Place, duration: number, found: SimbodyBreak): void => {
    const { seconds, steps, evaluations, cue, fastest } = found;
    const outcome = fastest < 1e-3 ? "**passes through**" : `${fastest.toFixed(3)} m/s`;
    const where = (cue / ballDiameter).toFixed(3);
    addRow(name, place, (seconds / duration).toFixed(2), steps, evaluations, where, outcome);
  };
  const own = (method: "tsit5" | "dop853" | "bdf", place: Place, duration: number): number => {
    const found = ourBreak(method, place, duration);
    add(`ours, ${method}`, place, duration, found);
    return found.seconds;
  };
  const ours = [own("tsit5", "table", 1), own("bdf", "table", 1)];
  for (const method of ["tsit5", "dop853", "bdf"] as const) own(method, "space", 0.6);
  const missing = buildSimbodyBilliard();
  if (missing !== undefined) {
    chapter.note(`Simbody is left out: ${missing}`);
    return;
  }
  chapter.peer(simbodyVersion());
  const theirs = (["merson", "cpodes"] as const).map((method) => {
    const found = playSimbody(method, 1, 1e-7, 0, "table");
    add(`Simbody ${method}`, "table", 1, found);
    return found.seconds;
  });
  for (const method of ["merson", "cpodes"] as const) {
    add(`Simbody ${method}`, "space", 0.6, playSimbody(method, 0.6, 1e-7, 0, "space"));
    add(`Simbody ${method}, steps ≤ 1 ms`, "space", 0.6, playSimbody(method, 0.6, 1e-7, 1e-3, "space"));
  }
  chapter.headline(
    "Break of 16 billiard balls with friction, the first second, tolerance 10⁻⁷",
    `${Math.min(...ours).toFixed(1)} s`,
    `Simbody ${Math.min(...theirs).toFixed(1)} s`,
  );
}

type Place = "table" | "space";

function ourBreak(method: "tsit5" | "dop853" | "bdf", place: Place, duration: number): SimbodyBreak {
  const model = instantiate(billiard({ hasTable: place === "table" }));
  const before = process.cpuUsage();
  const result = simulate(model, { stopTime: duration, tolerance: 1e-7, method, interval: 0.01 });
  const seconds = process.cpuUsage(before).user / 1e6;
  const { steps, evaluations, jacobianEvaluations } = result.statistics;
  const at = (name: string): number[] => result.at<number[]>(duration, name);
  const speeds = Array.from({ length: 15 }, (_, k) => Math.hypot(...at(`ball${k + 1}.velocity`)));
  return {
    seconds,
    steps,
    evaluations: evaluations + jacobianEvaluations,
    cue: at("cue.translation")[0]!,
    fastest: Math.max(...speeds),
  };
}
