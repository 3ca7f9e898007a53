/** Builds and runs the C++ program that does the same with Simbody, where g++ and the library are installed. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const program = here("../build/simbody");
const source = here("simbody.cpp");

/** Compiles the program when it is absent or older than its source. Returns why it cannot be used, or undefined. */
export function buildSimbody(): string | undefined {
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

/** Numbers that the program prints for the given command. */
export function runSimbody(...command: (string | number)[]): number[] {
  return execFileSync(program, command.map(String), { encoding: "utf8" }).trim().split(" ").map(Number);
}
