/** Programs in C and C++ that do with another library what a benchmark does with ours; compiled into bench/build where it is installed. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { projectFile } from "./report/docsPage.ts";

export interface PeerProgram {
  readonly name: string;
  readonly compiler: "gcc" | "g++";
  /** From the root of the project; the first ones are compiled. */
  readonly sources: readonly string[];
  readonly headers?: readonly string[];
  readonly options: readonly string[];
  /** What to install when it does not compile. */
  readonly needs: string;
}

/** Where the compiled program lies. */
export const pathOf = ({ name }: PeerProgram): string => projectFile(`bench/build/${name}`);

/** Compiles the program when it is absent or older than its sources. Returns why it cannot be used, or undefined. */
export function compilePeer(program: PeerProgram): string | undefined {
  const { compiler, sources, headers = [], options, needs } = program;
  const target = pathOf(program);
  const changed = Math.max(...[...sources, ...headers].map((file) => statSync(projectFile(file)).mtimeMs));
  if (existsSync(target) && statSync(target).mtimeMs > changed) return undefined;
  mkdirSync(dirname(target), { recursive: true });
  const { error, status, stderr } = spawnSync(compiler, ["-o", target, ...sources.map(projectFile), ...options], {
    encoding: "utf8",
  });
  if (error !== undefined) return `${compiler} was not found`;
  return status === 0 ? undefined : `${compiler} failed (is ${needs} installed?): ${stderr.split("\n")[0]}`;
}

/** Options for programs with Simbody. */
export const simbodyOptions: Pick<PeerProgram, "compiler" | "options" | "needs"> = {
  compiler: "g++",
  options: [
    "-O2",
    "-w",
    "-std=c++17",
    "-I/usr/include/simbody",
    ...["SimTKsimbody", "SimTKmath", "SimTKcommon"].map((library) => `-l${library}`),
  ],
  needs: "libsimbody-dev",
};

/** Name and version, as pkg-config tells it. */
export function simbodyVersion(): string {
  const { stdout } = spawnSync("pkg-config", ["--modversion", "simbody"], { encoding: "utf8" });
  return `Simbody ${stdout.trim()} (C++, g++ -O2)`;
}
