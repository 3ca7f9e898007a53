/** Builds and runs the C++ program that plays the same break with Simbody, where g++ and the library are installed. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const program = here("../build/simbodyBilliard");
const source = here("simbody.cpp");

export interface SimbodyBreak {
  readonly seconds: number;
  readonly steps: number;
  readonly evaluations: number;
  /** Place of the cue ball at the end, m. */
  readonly cue: number;
  /** Speed of the fastest other ball, m/s: 0 when the cue ball went through the rack without a trace. */
  readonly fastest: number;
}

/** Compiles the program when it is absent or older than its source. Returns why it cannot be used, or undefined. */
export function buildSimbodyBilliard(): string | undefined {
  if (existsSync(program) && statSync(program).mtimeMs > statSync(source).mtimeMs) return undefined;
  mkdirSync(here("../build"), { recursive: true });
  const libraries = ["SimTKsimbody", "SimTKmath", "SimTKcommon"].map((name) => `-l${name}`);
  const { error, status } = spawnSync(
    "g++",
    ["-O2", "-w", "-std=c++17", "-I/usr/include/simbody", "-o", program, source, ...libraries],
    { encoding: "utf8" },
  );
  if (error !== undefined) return "g++ was not found";
  return status === 0 ? undefined : "g++ failed (is libsimbody-dev installed?)";
}

export function playSimbody(
  method: "merson" | "cpodes",
  duration: number,
  accuracy: number,
  longestStep: number,
  place: "table" | "space",
): SimbodyBreak {
  const command = [method, duration, accuracy, longestStep, place].map(String);
  const text = execFileSync(program, command, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const [seconds, steps, evaluations, cue, fastest] = text.trim().split(" ").map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return { seconds, steps, evaluations, cue, fastest };
}
