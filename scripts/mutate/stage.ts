// Tries changes with the tests of some files. All tests are loaded once and run with one change after the other in the same thread (tries.ts):
// loading takes longer than running. What a thread remembers does not count: a test that notices a change must pass without it, and a
// change that was not reached is tried in a fresh thread. Survivors of what tests compute while they are loaded are tried once more, with
// these files loaded for each of them. Changes of what is computed while sources are loaded are not tried.
import { resolve } from "node:path";
import { memoryUsage } from "node:process";
import { Worker } from "node:worker_threads";
import { shuffled } from "./drawnLines.ts";
import { processorTime } from "./processorTime.ts";
import type { Order, Told, Try } from "./tries.ts";

/** Tests that take longer say nothing about single lines that others do not, in ms of the processor. */
const longestTest = 3000;
/** So long the shortest of the tests that reach a change take together, in ms of the processor; those beyond are left out. */
const mostPerChange = 8000;
/** What a change may take beside the time of its tests, and how many times that, in ms. */
const patience = { least: 15_000, factor: 20 };
/** Bytes that this process may hold: a change that takes more grows without end. */
const mostMemory = 4e9;
/** Changes that are tried before the thread begins anew. */
const perThread = 60;

const { rss } = memoryUsage;

/** A program that loads a module written in TypeScript, for a thread, to which loaders are not handed down. */
const program = `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(
  new URL("tries.ts", import.meta.url).href,
)}); })`;

export interface Stage {
  readonly sandbox: string;
  /** Files of tests. */
  readonly tests: readonly string[];
  /** Ids of the changes to try. */
  readonly changes: readonly string[];
  readonly seed: number;
  /** So long changes are tried, from when the tests have passed without one; what was tried by then is a sample, too. */
  readonly seconds: number;
}

/** What became of each change that was tried, in the words of mutation-testing-elements. */
export async function tryChanges({ sandbox, tests, changes, seed, seconds }: Stage): Promise<Map<string, string>> {
  let unchanged: Extract<Told, { kind: "unchanged" }> | undefined;
  const missing = new Set<string>();
  await thread(
    undefined,
    (told) => {
      if (told.kind === "unchanged") unchanged = told;
      else if (told.kind === "unloaded") {
        missing.add(told.file);
        console.log(`not loaded: ${told.file}: ${told.message}`);
      }
    },
    () => true,
  );
  if (unchanged === undefined) throw new Error("The tests do not come to their end without a change.");
  const { times, failed, reached, reachedByFile } = unchanged;
  for (const name of failed) console.log(`fails without a change, and is left out: ${name}`);
  const usable = Object.keys(times)
    .filter((name) => !failed.includes(name) && times[name]! < longestTest)
    .sort((a, b) => times[a]! - times[b]!);
  console.log(`${changes.length} changes, ${usable.length} of ${Object.keys(times).length} tests`);

  const until = Date.now() + 1000 * seconds;
  const status = new Map<string, string>();
  const total = new Map<string, number>();
  let open: Try[] = [];
  for (const id of changes) {
    const reaching = withinTime(usable.filter((name) => reached.perTest[name]?.[id] !== undefined));
    const hits = reaching.reduce((sum, name) => sum + reached.perTest[name]![id]!, 0);
    total.set(
      id,
      reaching.reduce((sum, name) => sum + times[name]!, 0),
    );
    if (reaching.length === 0) status.set(id, reached.static[id] === undefined ? "NoCoverage" : "Ignored");
    else open.push({ id, tests: reaching, limit: 100 * (hits + 10) });
  }
  open = shuffled(open, seed);

  const needsFreshThread = new Set<string>();
  while (open.length > 0 && Date.now() < until) {
    let current: string | undefined;
    let since = processorTime();
    const first = open[0]!.id;
    await thread(
      open.slice(0, perThread),
      (told) => {
        if (told.kind === "unloaded") console.log(`not loaded this time: ${told.file}: ${told.message}`);
        if (told.kind === "begin") [current, since] = [told.id, processorTime()];
        if (told.kind !== "end") return;
        current = undefined;
        const isFresh = told.id === first;
        if (!isFresh && (told.isSpoilt || !told.isReached)) needsFreshThread.add(told.id);
        else status.set(told.id, told.isNoticed ? "Killed" : "Survived");
      },
      () => {
        if (Date.now() > until) return false;
        if (current === undefined) return true;
        const isEndless =
          processorTime() - since > patience.least + patience.factor * total.get(current)! || rss() > mostMemory;
        if (isEndless) status.set(current, "Timeout");
        return !isEndless;
      },
    );
    // it brought the thread to its end
    if (current !== undefined && !status.has(current) && Date.now() < until) status.set(current, "Killed");
    open = open.filter(({ id }) => !status.has(id));
    open.sort((a, b) => Number(needsFreshThread.has(b.id)) - Number(needsFreshThread.has(a.id)));
    console.log(`${status.size} of ${changes.length}`);
  }

  for (const id of changes) {
    if (status.get(id) !== "Survived" && status.get(id) !== "NoCoverage" && status.get(id) !== "Ignored") continue;
    // sources are loaded with the first file that needs them: what is reached with one file only is computed by its tests
    const files = tests.filter((file) => reachedByFile[file]?.includes(id));
    if (files.length === 0 || (status.get(id) === "Ignored" && files.length === 1) || Date.now() > until) continue;
    const names = usable.filter((name) => files.some((file) => name.startsWith(`${resolve(sandbox, file)}#`)));
    const least = processorTime();
    let isEnded = false;
    await thread(
      [{ id, tests: withinTime(names), limit: Number.POSITIVE_INFINITY }],
      (told) => {
        if (told.kind !== "end") return;
        isEnded = true;
        if (told.isNoticed) status.set(id, "Killed");
      },
      () =>
        Date.now() < until &&
        processorTime() - least < patience.least + patience.factor * mostPerChange &&
        rss() < mostMemory,
      files,
    );
    if (!isEnded && Date.now() < until) status.set(id, "Timeout");
  }
  if (open.length > 0) console.log(`The time is over: ${open.length} changes, drawn at random, were not tried.`);
  return status;

  /** The shortest of these tests that take no longer together than a change is worth. */
  function withinTime(names: readonly string[]): string[] {
    let time = 0;
    return names.filter((name) => {
      if (time + times[name]! > mostPerChange) return false;
      time += times[name]!;
      return true;
    });
  }

  /** Until the thread has ended; `hear` is told what it tells, `watch` is called now and then. */
  function thread(
    tries: readonly Try[] | undefined,
    hear: (told: Told) => void,
    watch: () => boolean,
    loaded?: readonly string[],
  ): Promise<void> {
    const isForLoading = loaded !== undefined;
    const order: Order = {
      sandbox,
      files: loaded ?? tests.filter((file) => !missing.has(file)),
      isForLoading,
      ...(tries !== undefined && { tries }),
    };
    const worker = new Worker(program, { eval: true, workerData: order, stdout: true, stderr: true });
    return new Promise((done) => {
      const timer = setInterval(() => {
        if (watch()) return;
        clearInterval(timer);
        void worker.terminate();
      }, 100);
      worker.on("message", hear);
      // too deep, or too much memory: it ends, which is noticed
      worker.on("error", () => {});
      worker.on("exit", () => {
        clearInterval(timer);
        done();
      });
    });
  }
}
