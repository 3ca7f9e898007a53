/** What is known about one model after its test; a line of the file of results. */
import type { SignalVerdict } from "../../modelica/compare/verify.ts";

export const stages = ["parse", "flatten", "translate", "initialise", "simulate", "verify"] as const;
export type Stage = (typeof stages)[number];

/** `unreferenced`: it was simulated, and there is nothing to compare with. */
export type Verdict = "passed" | "differs" | "failed" | "unreferenced";

export interface Outcome {
  readonly name: string;
  readonly verdict: Verdict;
  /** Where it failed, or the last one. */
  readonly stage: Stage;
  /** All signals pass the narrow tube in both directions. */
  readonly isStrict: boolean;
  /** Seconds of the stages; those of the start of the run are part of `simulate`. */
  readonly seconds: { readonly flatten: number; readonly translate: number; readonly simulate: number };
  readonly equations: number;
  /** How a mechanism in space was computed where nobody said how; "" where somebody did, and for models without one. */
  readonly mechanics: "" | "native" | "flattened";
  readonly steps: number;
  readonly events: number;
  /** Signals that were compared. */
  readonly signals: number;
  /** Largest mean error of those that are there; null when nothing could be compared. */
  readonly meanError: number | null;
  /** Those outside of the tube, worst first. */
  readonly differing: readonly Differing[];
  /** Names that the list of signals has and the reference file has not. */
  readonly notInReference: readonly string[];
  readonly code: string;
  /** First error, or what differs. */
  readonly message: string;
  /** Curves of what differs, as SVG. */
  readonly picture: string;
}

export type Differing = Pick<SignalVerdict, "name" | "isPresent"> & {
  /** Beyond the tube, in half heights; null for a signal that is missing or not finite. */
  readonly excess: number | null;
  readonly worstTime: number;
};

export const untested: Omit<Outcome, "name"> = {
  verdict: "failed",
  stage: "parse",
  isStrict: false,
  seconds: { flatten: 0, translate: 0, simulate: 0 },
  equations: 0,
  mechanics: "",
  steps: 0,
  events: 0,
  signals: 0,
  meanError: null,
  differing: [],
  notInReference: [],
  code: "",
  message: "",
  picture: "",
};
