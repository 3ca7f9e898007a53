// Finds a Redis server for tests and measurements, or installs Debian's package; and starts one of one's own.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Set it to use a server of your own. */
const variable = "RATTLEBACK_REDIS";
const names = ["redis-server", "valkey-server"];

/** What finding and installing a server needs of the computer. */
export interface ServerComputer {
  readonly platform: string;
  readonly isRoot: boolean;
  variable(name: string): string | undefined;
  exists(file: string): boolean;
  /** Runs a program to its end; throws when it fails. */
  run(program: string, words: readonly string[]): void;
}

const thisComputer: ServerComputer = {
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  variable: (name) => process.env[name],
  exists: existsSync,
  run(program, words) {
    execFileSync(program, words, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  },
};

/** Path of a server; installs one when there is none. */
export function redisPath(computer: ServerComputer = thisComputer): string {
  const chosen = computer.variable(variable);
  if (chosen !== undefined && chosen !== "") {
    if (computer.exists(chosen)) return chosen;
    throw new Error(`${variable} names "${chosen}", which does not exist.`);
  }
  const found = installedRedis(computer);
  if (found !== undefined) return found;
  if (computer.platform === "linux" && computer.isRoot && computer.exists("/usr/bin/apt-get")) {
    computer.run("apt-get", ["update", "-qq"]);
    computer.run("apt-get", ["install", "-qq", "-y", "--no-install-recommends", "redis-server"]);
  }
  const installed = installedRedis(computer);
  if (installed !== undefined) return installed;
  throw new Error(`There is no redis-server. Install Redis or Valkey, or say where it is: ${variable}=<path>`);
}

function installedRedis(computer: ServerComputer): string | undefined {
  const onPath = (computer.variable("PATH") ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, "/usr/bin/redis-server"].find((file) => computer.exists(file));
}

export interface RunningRedis {
  readonly url: string;
  readonly process: ChildProcess;
}

/** A server on a socket in `folder`, where it also keeps its data; ready when this returns. */
export async function startRedis(folder: string, ...words: string[]): Promise<RunningRedis> {
  const socket = join(folder, "redis.sock");
  const server = spawn(
    redisPath(),
    [
      "--port",
      "0",
      "--unixsocket",
      socket,
      "--dir",
      folder,
      "--appendonly",
      "yes",
      "--appendfsync",
      "always",
      ...words,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await new Promise<void>((ready, fail) => {
    let text = "";
    server.stdout.on("data", (bytes: Buffer) => {
      text += bytes.toString();
      if (/ready to accept connections/i.test(text)) ready();
    });
    server.once("exit", () => fail(new Error(`redis-server ended:\n${text}`)));
    server.once("error", fail);
  });
  return { url: `unix://${socket}`, process: server };
}
