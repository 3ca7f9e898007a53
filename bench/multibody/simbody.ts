/** Runs the C++ program that does the same with Simbody, where g++ and the library are installed. */
import { execFileSync } from "node:child_process";
import { compilePeer, type PeerProgram, pathOf, simbodyOptions } from "../peerProgram.ts";

const program: PeerProgram = { name: "simbody", sources: ["bench/multibody/simbody.cpp"], ...simbodyOptions };

/** Returns why the program cannot be used, or undefined. */
export const buildSimbody = (): string | undefined => compilePeer(program);

/** Numbers that the program prints for the given command. */
export function runSimbody(...command: (string | number)[]): number[] {
  return execFileSync(pathOf(program), command.map(String), { encoding: "utf8" }).trim().split(" ").map(Number);
}
