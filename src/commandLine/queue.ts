/** `rattleback queue`: what stands in a queue, who works for it, and calling a sweep off from anywhere. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { CommandFailure, usageError } from "./commandFailure.ts";
import { exitCode } from "./exitCode.ts";
import { connectRedis, type RedisConnection } from "./queue/queueLibraries.ts";
import { type RegisteredSweep, SweepRegister } from "./queue/sweepRegister.ts";
import { type RegisteredWorker, WorkerRegister } from "./queue/workerRegister.ts";
import type { Terminal } from "./terminal.ts";

const options = {
  queue: { type: "string" },
  cancel: { type: "string" },
  json: { type: "boolean" },
} as const;

export const queue: Command = {
  name: "queue",
  summary: "show the sweeps and workers of a queue, or call a sweep off",
  usage: "rattleback queue --queue redis://host:6379 [--cancel id]",
  details: `  --queue redis://…       as for rattleback worker
  --cancel id             calls the sweep with this name off, wherever it runs; what is done stays in its journal
  --json                  as JSON on standard output`,
  examples: `  rattleback queue --queue redis://10.0.0.5:6379
  rattleback queue --queue redis://10.0.0.5:6379 --cancel 3f9a0c11d2e4`,
  options,
  execute,
};

async function execute(words: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments("queue", words, options);
  const url = given.text("queue");
  if (url === undefined || given.files.length > 0)
    throw usageError("Which queue is meant?", "rattleback queue --queue redis://host:6379");
  const connection = await connectRedis(url).catch((error: unknown) => {
    throw new CommandFailure(exitCode.usage, error);
  });
  try {
    const cancelled = given.text("cancel");
    if (cancelled !== undefined) return await cancel(connection, cancelled, terminal);
    const sweeps = await new SweepRegister(connection).present();
    const workers = await new WorkerRegister(connection).present();
    terminal.out(
      given.flag("json") ? `${JSON.stringify({ sweeps, workers }, undefined, 2)}\n` : inWords(sweeps, workers),
    );
  } finally {
    connection.disconnect();
  }
}

async function cancel(connection: RedisConnection, id: string, terminal: Terminal): Promise<void> {
  const register = new SweepRegister(connection);
  const present = await register.present();
  if (!present.some((sweep) => sweep.id === id)) {
    const error = new RattlebackError("E-QUEUE-SWEEP", `No sweep "${id}" is under way.`, {
      path: "cancel",
      because: present.length === 0 ? "none is" : `there are ${present.map((sweep) => sweep.id).join(", ")}`,
      hint: "rattleback queue --queue <address> lists them",
    });
    throw new CommandFailure(exitCode.usage, error);
  }
  await register.cancel(id);
  terminal.error(`${id} is called off; what is done stays in its journal\n`);
}

function inWords(sweeps: readonly RegisteredSweep[], workers: readonly RegisteredWorker[]): string {
  const lines = sweeps.map(
    ({ id, model, host, done, failed, total }) =>
      `${id}  ${model} from ${host}: ${done} of ${total} runs${failed === 0 ? "" : `, ${failed} failed`}`,
  );
  const people = workers.map(({ name, version, threads }) => `${name}  ${threads} threads, version ${version}`);
  const some = (list: readonly string[], none: string): string[] => (list.length === 0 ? [none] : [...list]);
  return `${[...some(lines, "no sweep is under way"), "", ...some(people, "no worker is there")].join("\n")}\n`;
}
