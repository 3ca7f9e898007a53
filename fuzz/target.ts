/** What is fuzzed: how inputs are made, and what is done with them. */
import type { Random } from "../src/math/random.ts";

export interface Target {
  readonly name: string;
  /** Inputs that are right. */
  readonly seeds: () => Promise<string[]>;
  readonly mutate: (text: string, seeds: readonly string[], random: Random) => string;
  /** Of one input, in units of about 2 ms: tests try fewer of those that take long. Default 1. */
  readonly cost?: number;
  /** Returns, or throws an error of ours. */
  readonly run: (input: string) => unknown;
}

/** Few steps, so that no input takes long; the time is for those whose steps take for ever, and long enough for busy computers. */
export const shortRun = { stopTime: 0.2, tolerance: 1e-3, interval: 0.1, maximumSteps: 2000, maximumWallTime: 100 };
