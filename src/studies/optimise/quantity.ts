/** What is optimised or bounded: a final value, the largest or smallest value of a run, or any function of its result. */
import { suggestName } from "../../errors/nearestName.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { Result } from "../../results/result.ts";
import type { SensitivityResult } from "../../sensitivity/sensitivityResult.ts";
import { type SensitivityTarget, targetName } from "../../sensitivity/targets.ts";
import type { ReadableVariables } from "../readableVariables.ts";

export interface Quantity {
  readonly isSmooth: boolean;
  /** The variable that it looks at; "" for a function. */
  readonly variable: string;
  value(result: Result): number;
  differentiate(
    run: SensitivityResult,
    targets: readonly SensitivityTarget[],
  ): { readonly value: number; readonly derivatives: number[] };
}

const form = /^(final|min|max)\((.+)\)$/;

/** `known`: names are looked up there, and refused with their place in the options; without, they have been looked up. */
export function quantityOf(
  given: string | ((result: Result) => number),
  known?: { readonly variables: ReadableVariables; readonly place: string },
): Quantity {
  if (typeof given === "function")
    return {
      isSmooth: false,
      variable: "",
      value: (result) => Number(given(result)),
      differentiate: () => {
        throw new Error("a function of a result has no derivative");
      },
    };
  const [, kind, variable] = form.exec(String(given).trim()) ?? [given, "final", String(given).trim()];
  if (known !== undefined) checkVariable(known.variables, variable!, known.place);
  if (kind === "final")
    return {
      isSmooth: true,
      variable: variable!,
      value: (result) => result.final(variable!),
      differentiate: (run, targets) => ({
        value: run.result.final(variable!),
        derivatives: targets.map((target) => run.final(variable!, target)),
      }),
    };
  const sign = kind === "max" ? 1 : -1;
  return {
    isSmooth: true,
    variable: variable!,
    value: (result) => extreme(result, variable!, sign).value,
    // where the largest value is reached it does not change in time, unless an event cuts it off: there it moves with the event
    differentiate: (run, targets) => {
      const { value, time, side } = extreme(run.result, variable!, sign);
      const moving = side === undefined ? undefined : run.eventTimes.find((event) => event.time === time);
      const slope = moving === undefined ? 0 : slopeAt(run.result, variable!, time, side!);
      return {
        value,
        derivatives: targets.map(
          (target) => run.at(time, variable!, target, side) + slope * (moving?.derivatives[targetName(target)] ?? 0),
        ),
      };
    },
  };
}

/** How fast a variable changes just before or after an event. */
function slopeAt(result: Result, variable: string, t: number, side: "before" | "after"): number {
  const derivative = `der(${variable})`;
  if (result.has(derivative)) return result.at(t, derivative, side);
  const sign = side === "before" ? -1 : 1;
  const others = result.events.map(({ time }) => sign * (time - t)).filter((distance) => distance > 0);
  const h = 1e-3 * sign * Math.min(sign > 0 ? result.endTime - t : t - result.startTime, ...others) || 0;
  if (h === 0) return 0;
  const [near, middle, far] = [0, h, 2 * h].map((d) => result.at(t + d, variable, side)) as [number, number, number];
  return (4 * middle - 3 * near - far) / (2 * h);
}

/** `side`: of the event at which it is reached, if it is at one. */
interface Extreme {
  readonly value: number;
  readonly time: number;
  readonly side?: "before" | "after";
}

/** The largest of sign·x: among the rows, then between its neighbours by golden section. */
function extreme(result: Result, variable: string, sign: number): Extreme {
  const { time, values } = result.signal(variable);
  let best = 0;
  for (let i = 1; i < values.length; i++) if (sign * values[i]! > sign * values[best]!) best = i;
  let [low, high] = [time[Math.max(0, best - 1)]!, time[Math.min(time.length - 1, best + 1)]!];
  const golden = (Math.sqrt(5) - 1) / 2;
  for (let k = 0; k < 60 && high - low > 1e-9 * (1 + Math.abs(high)); k++) {
    const [a, b] = [high - golden * (high - low), low + golden * (high - low)];
    if (sign * result.at(a, variable) > sign * result.at(b, variable)) high = b;
    else low = a;
  }
  const middle = (low + high) / 2;
  const inside = result.at(middle, variable);
  if (sign * inside > sign * values[best]!) return { value: inside, time: middle };
  const kind = result.rowKinds[best]!;
  return {
    value: values[best]!,
    time: time[best]!,
    ...(kind !== 0 && { side: kind === 1 ? ("before" as const) : ("after" as const) }),
  };
}

function checkVariable(variables: ReadableVariables, variable: string, place: string): void {
  if (variables.unitOf(variable) !== undefined) return;
  throw new RattlebackError("E-OPTIMISE", `The model has no variable "${variable}".`, {
    path: `options.${place}`,
    hint: suggestName(variable, variables.names(), "the name of a variable, max(name) or min(name)"),
    data: { variable },
  });
}
