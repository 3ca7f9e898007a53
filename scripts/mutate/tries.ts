// In a thread of its own: loads all tests once and runs them without a change, or those that reach a change with it, change by change. What
// tests compute while they are loaded is computed with a change only where they are loaded for it alone.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { Collected, CollectedTest, Reached, Switch } from "./collected.ts";
import { processorTime } from "./processorTime.ts";

/** A change, the tests that reach it, and how often it may be reached before it counts as endless. */
export interface Try {
  readonly id: string;
  readonly tests: readonly string[];
  readonly limit: number;
}

export interface Order {
  readonly sandbox: string;
  readonly files: readonly string[];
  /** Without: all tests, without a change. */
  readonly tries?: readonly Try[];
  /** The one change is there from the beginning, while files are loaded. */
  readonly isForLoading?: boolean;
}

export type Told =
  | { readonly kind: "unloaded"; readonly file: string; readonly message: string }
  | {
      readonly kind: "unchanged";
      readonly times: Readonly<Record<string, number>>;
      readonly failed: readonly string[];
      readonly reached: Reached;
      /** By file: changes that are reached while it is loaded. */
      readonly reachedByFile: Readonly<Record<string, readonly string[]>>;
    }
  | { readonly kind: "begin"; readonly id: string }
  /** isSpoilt: the test fails without the change too, because something has been remembered. */
  | {
      readonly kind: "end";
      readonly id: string;
      readonly isNoticed: boolean;
      readonly isReached: boolean;
      readonly isSpoilt: boolean;
    };

const { sandbox, files, tries, isForLoading = false } = workerData as Order;
const collected: Collected = { file: "", tests: [] };
const state: Switch = {};
Object.assign(globalThis, { collectedTests: collected, __stryker__: state });
const tell = (told: Told): void => parentPort!.postMessage(told);
const load = (file: string): Promise<unknown> => import(pathToFileURL(resolve(sandbox, file)).href);

console.log = console.info = console.warn = () => {};
await load("test/fixedSeed.ts");
const reachedByFile: Record<string, readonly string[]> = {};
let isUnloaded = false;
if (isForLoading) {
  tell({ kind: "begin", id: tries![0]!.id });
  Object.assign(state, { activeMutant: tries![0]!.id, hitCount: 0, hitLimit: tries![0]!.limit });
}
for (const file of files) {
  collected.file = resolve(sandbox, file);
  const before = collected.tests.length;
  const counts = { ...state.mutantCoverage?.static };
  try {
    await load(file);
  } catch (error) {
    isUnloaded = true;
    collected.tests.length = before;
    tell({ kind: "unloaded", file, message: String(error) });
  }
  const reached = state.mutantCoverage?.static ?? {};
  reachedByFile[file] = Object.keys(reached).filter((id) => reached[id] !== counts[id]);
}

// what is not loaded notices nothing: the next thread begins anew
if (tries !== undefined && !isForLoading && isUnloaded) process.exit();

async function passes({ file, run }: CollectedTest): Promise<boolean> {
  collected.file = file;
  try {
    await run();
    return true;
  } catch {
    return false;
  }
}

if (tries === undefined) await runUnchanged();
else await runTries(tries);

async function runUnchanged(): Promise<void> {
  const times: Record<string, number> = {};
  const failed: string[] = [];
  for (const test of collected.tests) {
    state.currentTestId = test.id;
    const begin = processorTime();
    if (!(await passes(test))) failed.push(test.id);
    times[test.id] = processorTime() - begin;
    state.currentTestId = undefined;
  }
  const reached = state.mutantCoverage ?? { static: {}, perTest: {} };
  tell({ kind: "unchanged", times, failed, reached, reachedByFile });
}

async function runTries(list: readonly Try[]): Promise<void> {
  const byId = new Map(collected.tests.map((test) => [test.id, test]));
  for (const { id, tests, limit } of list) {
    if (!isForLoading) {
      tell({ kind: "begin", id });
      Object.assign(state, { activeMutant: id, hitCount: 0, hitLimit: limit });
    }
    let noticedBy: CollectedTest | undefined;
    for (const name of tests) {
      const test = byId.get(name);
      // of another number of tests a table was made
      if (test === undefined || (await passes(test))) continue;
      noticedBy = test;
      break;
    }
    if (isForLoading) {
      tell({ kind: "end", id, isNoticed: isUnloaded || noticedBy !== undefined, isReached: true, isSpoilt: false });
      return;
    }
    const isReached = state.hitCount !== 0;
    Object.assign(state, { activeMutant: undefined, hitCount: undefined });
    const isSpoilt = noticedBy !== undefined && !(await passes(noticedBy));
    tell({ kind: "end", id, isNoticed: noticedBy !== undefined, isReached, isSpoilt });
    // the next change needs a thread that remembers nothing
    if (isSpoilt) return;
  }
}
