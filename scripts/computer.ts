// Finds programs that tests and pictures need, a browser or a Redis, and installs Debian's packages of them.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { alone } from "./alone.ts";

/** What finding and installing a program needs of the computer. */
export interface Computer {
  readonly platform: string;
  readonly isRoot: boolean;
  variable(name: string): string | undefined;
  exists(file: string): boolean;
  /** Runs a program to its end; throws when it fails. */
  run(program: string, words: readonly string[], variables: Readonly<Record<string, string>>): void;
  /** Path of the browser inside the installed npm package. */
  unpack(entry: string): Promise<string>;
  say(line: string): void;
  /** Does something while no other process of this checkout installs anything: what is half installed is found, too, and fails when it is started. */
  alone<T>(action: () => Promise<T>): Promise<T>;
}

export const thisComputer: Computer = {
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  variable: (name) => process.env[name],
  exists: existsSync,
  run(program, words, variables) {
    execFileSync(program, words, { stdio: "inherit", env: { ...process.env, ...variables } });
  },
  async unpack(entry) {
    const module = (await import(new URL(`../${entry}`, import.meta.url).href)) as {
      default: { executablePath(): Promise<string> };
    };
    return module.default.executablePath();
  },
  say: (line) => console.error(line),
  alone: (action) => alone(join("node_modules", ".cache"), "installation", action),
};

/** How a program is called, and where it usually is. */
export interface Program {
  /** The environment variable that names one of the user's own. */
  readonly variable: string;
  /** The preferred one first. */
  readonly names: readonly string[];
  readonly usualPlaces: readonly string[];
}

/** The program that the user names, or else the first one on the path or in the usual places. */
export function findProgram({ variable, names, usualPlaces }: Program, computer: Computer): string | undefined {
  const chosen = computer.variable(variable);
  if (chosen !== undefined && chosen !== "") {
    if (computer.exists(chosen)) return chosen;
    throw new Error(`${variable} names "${chosen}", which does not exist.`);
  }
  const folders = (computer.variable("PATH") ?? "").split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...usualPlaces].find((file) => computer.exists(file));
}

/** Installs the first of the packages that can be installed; false where none can. */
export function installFromDebian(packages: readonly string[], computer: Computer): boolean {
  if (computer.platform !== "linux" || !computer.isRoot || !computer.exists("/usr/bin/apt-get")) return false;
  const aptGet = (...words: readonly string[]): boolean => {
    try {
      // programs of others may be installing, too
      computer.run("apt-get", ["-o", "DPkg::Lock::Timeout=600", ...words], { DEBIAN_FRONTEND: "noninteractive" });
      return true;
    } catch {
      return false;
    }
  };
  const install = (name: string): boolean => aptGet("install", "-qq", "-y", "--no-install-recommends", name);
  return aptGet("update", "-qq") && packages.some(install);
}
