// npm run fuzz -- [--seconds 3600] [--seed 1] [--target equations]: new findings go to fuzz/corpus, where the tests try them again.
import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Finding, fuzz } from "./fuzz.ts";
import type { Target } from "./target.ts";
import { targets } from "./targets.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string" }, seed: { type: "string" }, target: { type: "string" } },
});
const seconds = Number(values.seconds ?? 3600);
const chosen = targets.filter(({ name }) => values.target === undefined || values.target === name);
if (chosen.length === 0) throw new Error(`Targets are ${targets.map(({ name }) => name).join(", ")}.`);

const problems = new Map<string, number>();

/** One file per kind of problem is enough. */
function keep({ target, input, problem }: Finding): void {
  const kind = `${target}: ${problem.replace(/\d+/g, "#")}`;
  const known = problems.get(kind) ?? 0;
  problems.set(kind, known + 1);
  if (known > 0) return;
  const file = `fuzz/corpus/${target}-${createHash("sha256").update(kind).digest("hex").slice(0, 12)}.txt`;
  if (!existsSync(file)) writeFileSync(file, input);
  console.log(`${kind}\n  ${file}`);
}

/** Longer than any input of these sizes should take. */
const longest = 20_000;

/** The same target; an input that takes too long is a finding, too. The one that is tried is in a file, should it never end. */
function watched(target: Target): Target {
  return {
    ...target,
    run: async (input) => {
      writeFileSync(lastInput, input);
      const begin = Date.now();
      try {
        await target.run(input);
      } finally {
        if (Date.now() - begin > longest) keep({ target: target.name, input, problem: "takes too long" });
      }
    },
  };
}

const lastInput = join(tmpdir(), `fuzz-${process.pid}.txt`);
let seed = Number(values.seed ?? 1);
let tried = 0;
const until = Date.now() + 1000 * seconds;
while (Date.now() < until)
  for (const target of chosen)
    tried += await fuzz(watched(target), seed++, Math.ceil(2000 / (target.cost ?? 1)), keep, () => Date.now() < until);
console.log(
  `${tried} inputs, ${[...problems.values()].reduce((sum, count) => sum + count, 0)} answered wrongly, ${problems.size} kinds`,
);
process.exitCode = problems.size > 0 ? 1 : 0;
