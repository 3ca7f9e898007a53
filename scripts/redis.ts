// Finds a Redis server for tests and measurements, or installs Debian's package; and starts one of one's own.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { type Computer, findProgram, installFromDebian, type Program, thisComputer } from "./computer.ts";

const redis: Program = {
  variable: "RATTLEBACK_REDIS",
  names: ["redis-server", "valkey-server"],
  usualPlaces: ["/usr/bin/redis-server"],
};

/** Path of a server; installs one when there is none. */
export function redisPath(computer: Computer = thisComputer): Promise<string> {
  return computer.alone(async () => {
    const found = findProgram(redis, computer);
    if (found !== undefined) return found;
    installFromDebian(["redis-server"], computer);
    const installed = findProgram(redis, computer);
    if (installed !== undefined) return installed;
    throw new Error(`There is no redis-server. Install Redis or Valkey, or say where it is: ${redis.variable}=<path>`);
  });
}

export interface RunningRedis {
  readonly url: string;
  readonly process: ChildProcess;
}

/** A server on a socket in `folder`, where it also keeps its data; ready when this returns. */
export async function startRedis(folder: string, ...words: string[]): Promise<RunningRedis> {
  const socket = join(folder, "redis.sock");
  const server = spawn(
    await redisPath(),
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
