/** Runs the C++ program that plays the same break with Simbody, where g++ and the library are installed. */
import { execFileSync } from "node:child_process";
import { compilePeer, type PeerProgram, pathOf, simbodyOptions } from "../peerProgram.ts";

const program: PeerProgram = { name: "simbodyBilliard", sources: ["bench/contact/simbody.cpp"], ...simbodyOptions };

export interface SimbodyBreak {
  readonly seconds: number;
  readonly steps: number;
  readonly evaluations: number;
  /** Place of the cue ball at the end, m. */
  readonly cue: number;
  /** Speed of the fastest other ball, m/s: 0 when the cue ball went through the rack without a trace. */
  readonly fastest: number;
}

/** Returns why the program cannot be used, or undefined. */
export const buildSimbodyBilliard = (): string | undefined => compilePeer(program);

export function playSimbody(
  method: "merson" | "cpodes",
  duration: number,
  accuracy: number,
  longestStep: number,
  place: "table" | "space",
): SimbodyBreak {
  const command = [method, duration, accuracy, longestStep, place].map(String);
  const text = execFileSync(pathOf(program), command, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const [seconds, steps, evaluations, cue, fastest] = text.trim().split(" ").map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return { seconds, steps, evaluations, cue, fastest };
}
