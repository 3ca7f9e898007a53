// npm run fuzz -- [--seconds 3600] [--seed 1] [--target equations]: new findings go to fuzz/corpus, where the tests try them again.
//
// Inputs are tried in a thread of their own (tries.ts), which is ended where an input does not: that is a finding, and the next seed goes on.
import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { CurrentInput } from "./currentInput.ts";
import type { Finding } from "./fuzz.ts";
import { targets } from "./targets.ts";
import type { Order, Tried } from "./tries.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string" }, seed: { type: "string" }, target: { type: "string" } },
});
const seconds = Number(values.seconds ?? 3600);
const chosen = targets.filter(({ name }) => values.target === undefined || values.target === name);
if (chosen.length === 0) throw new Error(`Targets are ${targets.map(({ name }) => name).join(", ")}.`);

/** Longer than any input of these sizes should take, in ms. */
const longest = 20_000;

const problems = new Map<string, number>();

/** One file per kind of problem is enough. */
function keep({ target, input, problem }: Finding): void {
  const kind = `${target}: ${problem.replace(/\d+/g, "#")}`;
  const known = problems.get(kind) ?? 0;
  problems.set(kind, known + 1);
  if (known > 0) return;
  const [ofKind, ofInput] = [kind, input].map((text) => createHash("sha256").update(text).digest("hex").slice(0, 12));
  // another input of a kind that was mended before
  const name = existsSync(`fuzz/corpus/${target}-${ofKind}.txt`) ? ofInput : ofKind;
  const file = `fuzz/corpus/${target}-${name}.txt`;
  writeFileSync(file, input);
  console.log(`${kind}\n  ${file}`);
}

const until = Date.now() + 1000 * seconds;
let tried = 0;

/** Inputs of all chosen targets, until the time is over or one of them does not end. */
function tries(seed: number): Promise<void> {
  return new Promise((resolve) => {
    const current = new CurrentInput();
    let problem: string | undefined;
    const worker = new Worker(withTypeScript(new URL("tries.ts", import.meta.url)), {
      eval: true,
      workerData: { targets: chosen.map(({ name }) => name), seed, until, memory: current.memory } satisfies Order,
    });
    const watch = setInterval(() => {
      if (current.age() < longest) return;
      problem = "takes too long";
      void worker.terminate();
    }, 500);
    worker.on("message", (message: Tried) => {
      tried += message.count;
      for (const finding of message.findings) keep(finding);
      if (message.finished !== undefined) console.log(`${tried} inputs, done are those of ${message.finished}`);
    });
    worker.on("error", (error) => {
      problem = `ends the thread: ${error.message}`;
    });
    worker.on("exit", () => {
      clearInterval(watch);
      if (problem !== undefined) keep({ ...current.read(), problem });
      resolve();
    });
  });
}

/** A program that loads a module written in TypeScript, for a thread, to which loaders are not handed down. */
function withTypeScript(module: URL): string {
  return `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(module.href)}); })`;
}

for (let seed = Number(values.seed ?? 1); Date.now() < until; seed += 1000) await tries(seed);
console.log(
  `${tried} inputs, ${[...problems.values()].reduce((sum, count) => sum + count, 0)} answered wrongly, ${problems.size} kinds`,
);
process.exitCode = problems.size > 0 ? 1 : 0;
