import type { ClassInstance } from "./model.ts";
import { annotationsNamed } from "./syntax/annotations.ts";
import type { Expression } from "./syntax/ast.ts";

export interface Experiment {
  readonly startTime: number;
  readonly stopTime: number;
  readonly tolerance: number;
  readonly interval: number;
  /** false when the class says nothing about it. */
  readonly isGiven: boolean;
}

/** Where a class does not tell, as for any other model and in other tools. */
const usualIntervals = 500;

export function experimentOf({ syntax }: Pick<ClassInstance, "syntax">): Experiment {
  const [entry] = annotationsNamed(syntax.file, syntax.annotation, "experiment");
  const value = (name: string): number | undefined => {
    const found = entry?.modification?.entries.find(({ path }) => path[0] === name);
    return numberOf(found?.modification?.binding);
  };
  const startTime = value("StartTime") ?? 0;
  const stopTime = value("StopTime") ?? startTime + 1;
  const count = value("NumberOfIntervals") ?? usualIntervals;
  return {
    startTime,
    stopTime,
    tolerance: value("Tolerance") ?? 1e-6,
    interval: value("Interval") ?? (stopTime - startTime) / count,
    isGiven: entry !== undefined,
  };
}

function numberOf(e: Expression | undefined): number | undefined {
  if (e?.kind === "number") return e.value;
  if (e?.kind === "unary" && e.operator === "-") {
    const value = numberOf(e.operand);
    return value === undefined ? undefined : -value;
  }
  return undefined;
}
