// Everything that a machine with a queue does, in one process of the program as it is installed: sweeps, searches, commands and a worker.
// It is told what to do line by line, and tells what happens line by line, each with the number of what it belongs to.
import { createInterface } from "node:readline";
import { commandLine } from "../../../dist/commandLine/commandLine.js";
import { startQueueWorker } from "../../../dist/commandLine/queue/queueWorker.js";
import { runCalibration, runOptimisation, runSweep } from "../../../dist/entries/sweeps.js";

const tell = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
const stops = new Map();
let worker;

const deeds = {
  work: async (_, { queue, cacheFolder }) => {
    worker ??= startQueueWorker(queue, { threads: 1, patience: 1, cacheFolder });
    await worker;
  },
  rest: async () => {
    await (await worker)?.close();
    worker = undefined;
  },
  stop: (_, { sweep }) => stops.get(sweep).abort(),
  sweep: async (id, { model, ...options }) => {
    stops.set(id, new AbortController());
    const table = await runSweep(model, {
      quantities: ["x"],
      signal: stops.get(id).signal,
      page: 0,
      onRun: ({ run }, done) => tell({ id, run, done }),
      onNotice: (notice) => tell({ id, notice }),
      onPage: (page) => tell({ id, page }),
      ...options,
    });
    return { ...table, columns: table.columns.map(({ name, values }) => [name, [...values]]) };
  },
  command: async (_, { words }) => {
    let [out, error] = ["", ""];
    const terminal = {
      folder: process.cwd(),
      columns: 80,
      isInteractive: false,
      out: (text) => (out += text),
      error: (text) => (error += text),
    };
    return { code: await commandLine(words, terminal), out, error };
  },
  optimise: (_, { model, cancelled, ...options }) =>
    runOptimisation(model, { ...options, ...(cancelled && { signal: AbortSignal.abort() }) }),
  calibrate: (_, { model, ...options }) => runCalibration(model, options),
};

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, deed, ...options } = JSON.parse(line);
  try {
    tell({ id, end: (await deeds[deed](id, options)) ?? null });
  } catch (error) {
    tell({ id, failure: { code: error.code, message: String(error.message) } });
  }
});
