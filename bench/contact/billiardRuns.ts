/** Runs of the billiard scene, each as a row or a sentence. */
import { contactsOf, instantiate, simulate } from "rattleback";
import { billiard } from "./billiard.ts";

export function playBilliard(method: "tsit5" | "bdf" | "auto", stopTime: number): string {
  const model = instantiate(billiard());
  const before = process.cpuUsage();
  const { statistics } = simulate(model, { stopTime, tolerance: 1e-7, method, interval: 0.01 });
  const seconds = process.cpuUsage(before).user / 1e6;
  const { steps, evaluations, jacobianEvaluations, zeroCrossingEvaluations, events } = statistics;
  return `| ${statistics.method} | ${seconds.toFixed(2)} | ${steps} | ${evaluations} | ${jacobianEvaluations} | ${zeroCrossingEvaluations} | ${events} |`;
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
  return `frictionless break: ${records.length} starts and ends, ${cushions.length} of them at cushions; relative change of the kinetic energy ${((last - first) / first).toExponential(1)}`;
}
