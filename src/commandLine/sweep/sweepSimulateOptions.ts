/** What a sweep may say about its runs. */
import type { SimulateOptions } from "../../run/simulateOptions.ts";

/** Options of `simulate` that can be handed to a worker. */
export type SweepSimulateOptions = Pick<
  SimulateOptions,
  "startTime" | "stopTime" | "interval" | "tolerance" | "absoluteTolerance" | "maximumStep" | "method" | "merge"
>;
