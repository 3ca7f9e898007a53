/** `rattleback worker`: takes runs of sweeps from a queue, on any number of machines. */
import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { CommandFailure, usageError } from "./commandFailure.ts";
import { exitCode } from "./exitCode.ts";
import { withoutPassword } from "./queue/queueLibraries.ts";
import { startQueueWorker } from "./queue/queueWorker.ts";
import type { Terminal } from "./terminal.ts";

const options = {
  queue: { type: "string" },
  workers: { type: "string" },
  patience: { type: "string" },
  cache: { type: "string" },
  quiet: { type: "boolean" },
} as const;

export const worker: Command = {
  name: "worker",
  summary: "run what sweeps put into a queue",
  usage: "rattleback worker --queue redis://host:6379 [options]",
  details: `  --queue redis://…       Redis or Valkey: redis://host:6379, rediss:// with TLS, redis://:password@host, unix:///run/redis.sock
  --workers 4             threads side by side; one per core by default
  --patience 30           seconds of silence after which a worker is taken for dead
  --cache folder          where files of models are kept; a folder among temporary files by default
  --quiet                 no messages

Works until it is stopped with Ctrl-C or SIGTERM, which lets it end what it has begun. Who may write to this Redis may run programs
here: keep it behind a password and a firewall.`,
  examples: `  rattleback worker --queue redis://:secret@10.0.0.5:6379
  rattleback sweep servo.ts --vary motor.R=0.5..2:1000 --keep motor.w --queue redis://:secret@10.0.0.5:6379`,
  options,
  execute,
};

async function execute(words: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments("worker", words, options);
  const url = given.text("queue");
  if (url === undefined || given.files.length > 0)
    throw usageError("A worker needs the address of a queue.", "rattleback worker --queue redis://host:6379");
  const threads = given.number("workers");
  const patience = given.number("patience");
  const cacheFolder = given.text("cache");
  const say = (line: string): void => {
    if (!given.flag("quiet")) terminal.error(`${line}\n`);
  };
  let done = 0;
  const running = await startQueueWorker(url, {
    ...(threads !== undefined && { threads }),
    ...(patience !== undefined && { patience }),
    ...(cacheFolder !== undefined && { cacheFolder }),
    onJob: (runs, error) => {
      if (error !== undefined) return say(`a job failed: ${error}`);
      done += runs;
    },
  }).catch((error: unknown) => {
    throw new CommandFailure(exitCode.usage, error);
  });
  say(`${running.name} works for ${withoutPassword(url)}`);
  await new Promise<void>((end) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => end());
  });
  await running.close();
  say(`${done} runs done`);
}
