/** A result with derivatives: which there are, and where they are found. */
import { suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Result, Signal } from "../results/result.ts";
import { sensitivityName } from "./sensitivityRun.ts";
import { type SensitivityTarget, targetName } from "./targets.ts";

export interface EventTimeDerivatives {
  readonly time: number;
  readonly cause: string;
  /** How the time of the event moves with each target. */
  readonly derivatives: Readonly<Record<string, number>>;
}

/** How well derivatives by differences are known. */
export interface Differenced {
  /** The parameter was made smaller and larger by this, and by twice as much. */
  readonly step: number;
  /** Estimated error of the derivatives of the states, by their size. */
  readonly error: number;
  /** Whether all of these runs have the same events; if not, there may be no derivative. */
  readonly hasSameEvents: boolean;
}

export interface SensitivityResult {
  /** The run; derivatives from equations are signals of it, named `d(x)/d(k)`. Those by differences are read by sensitivity(), at() and final(). */
  readonly result: Result;
  /** Names of what the run is differentiated by. */
  readonly targets: readonly string[];
  /** "equations": differentiated exactly and integrated with the run; "differences": of whole runs, for models with bodies or delays. */
  readonly source: "equations" | "differences";
  /** By target, when derivatives are differences. */
  readonly differences?: Readonly<Record<string, Differenced>>;
  /** Events in the order of time; of differences those that all runs have in common. */
  readonly eventTimes: readonly EventTimeDerivatives[];
  /** The derivative of a variable over time. */
  sensitivity(variable: string, by: SensitivityTarget): Signal;
  /** Of the value at the end of the run. Where the run ends by itself, the end moves, too. */
  final(variable: string, by: SensitivityTarget): number;
  /** The same at any time of the run; at an event the value after it, unless `side` says "before". */
  at(time: number, variable: string, by: SensitivityTarget, side?: "before" | "after"): number;
}

/** `endSpeed`: how fast a variable changes at the end of a run that an event has ended, 0 where the end does not move. */
export function sensitivityResult(
  parts: Pick<SensitivityResult, "result" | "targets" | "source" | "eventTimes">,
  endSpeed: (variable: string) => number,
): SensitivityResult {
  const { result, targets } = parts;
  const nameOf = (variable: string, by: SensitivityTarget): string => {
    const target = targetName(by);
    const name = sensitivityName(variable, target);
    if (result.has(name)) return name;
    const isTarget = targets.includes(target);
    const known = result.names().flatMap((signal) => {
      const match = /^d\((.*)\)\/d\((.*)\)$/.exec(signal);
      return match !== null && match[2] === targets[0] ? [match[1]!] : [];
    });
    if (!isTarget) throw unknownTargetOfRun(target, targets);
    throw new RattlebackError("E-SENSITIVITY", `There is no derivative of "${variable}".`, {
      path: variable,
      hint: suggestName(variable, known, `there are those of ${known.slice(0, 8).join(", ")}; name others in outputs`),
      data: { variable, by: target },
    });
  };
  return {
    ...parts,
    sensitivity: (variable, by) => result.signal(nameOf(variable, by)),
    final: (variable, by) => {
      const atFixedTime = result.final(nameOf(variable, by));
      const rate = parts.eventTimes.at(-1)?.derivatives[targetName(by)] ?? 0;
      return rate === 0 ? atFixedTime : atFixedTime + rate * endSpeed(variable);
    },
    at: (time, variable, by, side) => result.at(time, nameOf(variable, by), side),
  };
}

export function unknownTargetOfRun(target: string, targets: readonly string[]): RattlebackError {
  return new RattlebackError("E-SENSITIVITY", `The run was not differentiated by "${target}".`, {
    path: target,
    hint: suggestName(target, targets, `it was by ${targets.join(", ")}`),
    data: { by: target },
  });
}
