/** Ends a process whose tests hang in a loop that never returns: no timeout of a test could end that, and the run would wait for ever. */
import { Worker } from "node:worker_threads";
import { expect } from "vitest";

/** Seconds without a sign of life; the longest test takes a tenth of it on a slow computer. */
const patience = 600;

const code = `
const { writeSync } = require("node:fs");
const { parentPort, workerData } = require("node:worker_threads");
let last = performance.now();
let file = "";
parentPort.on("message", (message) => {
  last = performance.now();
  file = message ?? file;
});
setInterval(() => {
  if (performance.now() - last < 1000 * workerData) return;
  writeSync(2, "A test has not returned for " + workerData + " s; its process is ended: " + file + "\\n");
  process.kill(process.pid, "SIGKILL");
}, 5000);
`;

const mark = Symbol.for("rattleback.watchdog");
const scope = globalThis as { [mark]?: Worker };

// files that share a process share the watchdog
if (scope[mark] === undefined) {
  const watchdog = new Worker(code, { eval: true, workerData: patience });
  watchdog.unref();
  setInterval(() => watchdog.postMessage(undefined), 1000).unref();
  scope[mark] = watchdog;
}
scope[mark].postMessage(expect.getState().testPath);
