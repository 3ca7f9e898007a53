/**
 * Examples as modules for any engine: without types, with imports that name files of the package, and with a `simulate` that makes the
 * first part of the first run of an example and keeps its hash.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripTypes } from "../../src/modelFile/stripTypes.ts";

/** Inside the package, so that names of its files are relative in every engine; no part of what is packed. */
export const bitsFolder = join("dist", ".bits");

/** Keeps the hash and ends the example. `share.js` holds the part of the run that is made. */
const recording = `export * from "../index.js";
import { simulate as simulateAll } from "../index.js";
import { share } from "./share.js";
export class Recorded extends Error {
  constructor(hash) { super("recorded"); this.hash = hash; }
}
export function simulate(model, options = {}) {
  const { startTime = 0, stopTime } = options;
  const result = simulateAll(model, { ...options, stopTime: startTime + share * (stopTime - startTime) });
  throw new Recorded(result.hash);
}
`;

/** Imports one example after the other; the hash of each, or what it said instead. */
const runner = `import { Recorded } from "./recording.js";
export async function hashes(names) {
  const found = {};
  for (const name of names) {
    try {
      await import("./examples/" + name + ".js");
      found[name] = "no run";
    } catch (error) {
      found[name] = error instanceof Recorded ? error.hash : "error: " + error.message;
    }
  }
  return found;
}
`;

/** What cannot be loaded is told: a worker that says nothing looks like one that still works. */
const browserWorker = `onmessage = async ({ data }) => {
  try {
    const { hashes } = await import("./runner.js");
    postMessage(await hashes(data));
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
`;

const nodeWorker = `import { parentPort, workerData } from "node:worker_threads";
import { hashes } from "./runner.js";
parentPort.postMessage(await hashes(workerData));
`;

/** A page whose worker runs the examples and which tells its server what came out. */
const page = `<!doctype html><meta charset="utf-8"><title>same bits</title><script type="module">
const names = await (await fetch("names.json")).json();
const worker = new Worker("browserWorker.js", { type: "module" });
const report = (body) => fetch("report", { method: "POST", body: JSON.stringify(body) });
worker.onmessage = ({ data }) => report(data);
worker.onerror = (event) => report({ error: event.message ?? "the worker did not load" });
worker.postMessage(names);
</script>
`;

/** Examples with a run that has a hash; those that read files or make no run of \`simulate\` are left out. */
export function comparableExamples(): string[] {
  return readdirSync("examples")
    .filter((file) => file.endsWith(".ts"))
    .filter((file) => {
      const source = readFileSync(join("examples", file), "utf8");
      return /\bsimulate\(/.test(source) && !/readFile|node:fs|node:url/.test(source);
    })
    .map((file) => file.slice(0, -3));
}

/** Whether an example computes with functions whose last bits belong to the engine; most use them in their checks alone. */
export function usesFunctionsOfEngine(name: string): boolean {
  const source = readFileSync(join("examples", `${name}.ts`), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  return /Math\.(a?(sin|cos|tan)h?|atan2|exp|log|pow|hypot|cbrt)\(/.test(source);
}

/** Writes all that the engines load; \`share\` of each run is made. */
export function writeExamples(names: readonly string[], share: number): void {
  rmSync(bitsFolder, { recursive: true, force: true });
  mkdirSync(join(bitsFolder, "examples", "models"), { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(bitsFolder, name), text);
  write("recording.js", recording);
  write("share.js", `export const share = ${share};\n`);
  write("runner.js", runner);
  write("browserWorker.js", browserWorker);
  write("nodeWorker.js", nodeWorker);
  write("index.html", page);
  write("names.json", JSON.stringify(names));
  write("assert.js", "const assert = () => {};\nexport default new Proxy(assert, { get: () => assert });\n");
  const models = readdirSync(join("examples", "models")).filter((file) => file.endsWith(".ts"));
  for (const file of [...names.map((name) => `${name}.ts`), ...models.map((model) => join("models", model))]) {
    const source = stripTypes(readFileSync(join("examples", file), "utf8"), file);
    const up = file.startsWith("models") ? "../../" : "../";
    write(join("examples", file.replace(/\.ts$/, ".js")), withFileNames(source, up));
  }
}

/** `up`: the way to the folder that everything is in. */
function withFileNames(source: string, up: string): string {
  return source
    .replace(/"node:assert\/strict"/g, `"${up}assert.js"`)
    .replace(/"rattleback"/g, `"${up}recording.js"`)
    .replace(/"rattleback\/([a-z]+)"/g, `"${up}../entries/$1.js"`)
    .replace(/"(\.{1,2}\/[\w/]+)\.ts"/g, '"$1.js"');
}
