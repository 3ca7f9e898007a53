/** What stands in the queue: a few runs of a sweep per job. */
import type { ParameterPoint } from "../../run/sweep.ts";
import { packageVersion } from "../packageFiles.ts";
import type { FinishedRun } from "../sweep/finishedRuns.ts";
import type { StudyTask } from "../sweep/studyTask.ts";
import type { SweepSimulateOptions } from "../sweep/sweepSimulateOptions.ts";

export interface QueuedRun {
  readonly run: number;
  readonly point: ParameterPoint;
  /** A run of a study: what is wanted of it. */
  readonly study?: StudyTask;
}

export interface SweepJob {
  readonly parcel: string;
  readonly runs: readonly QueuedRun[];
  readonly options: SweepSimulateOptions;
  readonly quantities: readonly string[];
}

export type SweepJobResult = readonly FinishedRun[];

/** Only workers of the same version see the jobs. */
export function queueName(version = packageVersion()): string {
  return `sweeps-${version}`;
}

/** The same runs have the same name, so that nobody puts them in twice. */
export function jobName(sweep: string, runs: readonly { readonly run: number }[]): string {
  return `${sweep.slice(0, 24)}-${runs[0]!.run}-${runs.length}`;
}
