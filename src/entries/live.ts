/** Models that run at the pace of a clock, with inputs and parameters that change while they run. */
export type { LiveControl } from "../live/changeable.ts";
export { type LiveClock, type LiveOutputs, LiveRun, type LiveRunOptions, liveRun } from "../live/liveRun.ts";
export { LiveSimulation, type LiveSimulationOptions } from "../live/liveSimulation.ts";
