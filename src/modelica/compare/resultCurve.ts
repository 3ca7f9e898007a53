/** Signals of a result under the names that reference files give them. */
import { type Result, recordingOf } from "../../results/result.ts";
import { rowsWithoutSilent } from "../../results/soundRows.ts";
import type { Curve } from "./tube.ts";

/**
 * Curves of a result by their names, undefined where there is no scalar of the name. Silent events, such as
 * kinks of smooth(0, …), which are none in Modelica, have no points of their own: a reference with rows on a grid does not know the values there.
 */
export function resultCurves(result: Result): (name: string) => Curve | undefined {
  const rows = rowsWithoutSilent(recordingOf(result));
  const compared = (values: Float64Array): Float64Array =>
    rows === undefined ? values : Float64Array.from(rows, (row) => values[row]!);
  const time = compared(result.time);
  return (name) => {
    const own = namesOf(name).find((candidate) => result.has(candidate));
    if (own === undefined || result.describe(own).shape.length > 0) return undefined;
    return { time, values: compared(result.signal(own).values) };
  };
}

/** Derivatives are written `der(a.x[2])`, `a.der(x[2])` or `a.der(x)[2]`, by different tools. */
export function namesOf(name: string): string[] {
  const match = /^(.*?)der\((.*)\)((?:\[[\d,\s]+\])?)$/.exec(name);
  if (match === null || !/^$|[.]$/.test(match[1]!)) return [name];
  const whole = match[1]! + match[2]! + match[3]!;
  const index = /\[[\d,\s]+\]$/.exec(whole)?.[0] ?? "";
  const variable = whole.slice(0, whole.length - index.length);
  const dot = variable.lastIndexOf(".") + 1;
  const [path, last] = [variable.slice(0, dot), variable.slice(dot)];
  return [
    ...new Set([
      name,
      `${path}der(${last}${index})`,
      `${path}der(${last})${index}`,
      `der(${whole})`,
      `der(${variable})${index}`,
    ]),
  ];
}
