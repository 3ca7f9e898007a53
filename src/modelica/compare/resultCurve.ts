/** Signals of a result under the names that reference files give them. */
import type { Result } from "../../results/result.ts";
import type { Curve } from "./tube.ts";

/** undefined when the result has no scalar of this name. */
export function resultCurve(result: Result, name: string): Curve | undefined {
  const own = namesOf(name).find((candidate) => result.has(candidate));
  if (own === undefined || result.describe(own).shape.length > 0) return undefined;
  return { time: result.time, values: result.signal(own).values };
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
