// Watches the main thread of a page: its tasks, and how much of them was script. Times are those of the processor for this thread, so
// that they are the same beside other programs.
import type { Browser, Page } from "playwright-core";

/** From this length on, in ms, browsers call a task long. */
const long = 50;

export interface Tasks {
  /** Longest task, ms: script, style, layout and drawing. */
  readonly longest: number;
  /** Tasks of 50 ms and more. */
  readonly longCount: number;
  /** Most script of one task, ms. */
  readonly script: number;
  /** All tasks together, ms. */
  readonly total: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** µs */
  readonly ts: number;
  readonly dur?: number;
  /** Of the processor, µs. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly isMainFrame?: boolean } };
}

/** Tasks of the page while something is done. The first ones belong to the tracing itself. */
export async function tasksWhile(browser: Browser, page: Page, action: () => Promise<unknown>): Promise<Tasks> {
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  await page.waitForTimeout(300);
  const from = await page.evaluate(() => {
    performance.mark("begin");
    return performance.now();
  });
  await action();
  const seconds = await page.evaluate((since) => performance.now() - since, from);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return tasksOf(trace.traceEvents, 1000 * seconds);
}

/** The tasks of the last `length` µs on the main threads of pages. */
function tasksOf(events: readonly TraceEvent[], length: number): Tasks {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const own = events.filter(({ ph, pid, tid }) => ph === "X" && mains.has(`${pid} ${tid}`));
  const end = Math.max(...own.map(({ ts, dur = 0 }) => ts + dur));
  const tasks = own.filter(({ name, ts }) => name.endsWith("RunTask") && ts >= end - length - 1e5);
  const calls = own.filter(({ name }) => name === "FunctionCall" || name === "EvaluateScript");
  const lengths = tasks.map(({ tdur = 0 }) => tdur / 1000);
  return {
    longest: Math.max(0, ...lengths),
    longCount: lengths.filter((task) => task >= long).length,
    script: Math.max(0, ...tasks.map((task) => scriptIn(task, calls))),
    total: lengths.reduce((sum, own) => sum + own, 0),
  };
}

/** ms of the outermost calls inside a task. */
function scriptIn(task: TraceEvent, calls: readonly TraceEvent[]): number {
  const inside = calls.filter(
    ({ pid, tid, ts, dur = 0 }) =>
      pid === task.pid && tid === task.tid && ts >= task.ts && ts + dur <= task.ts + (task.dur ?? 0),
  );
  let [sum, until] = [0, 0];
  for (const { ts, dur = 0, tdur = 0 } of inside.sort((a, b) => a.ts - b.ts)) {
    if (ts < until) continue;
    sum += tdur;
    until = ts + dur;
  }
  return sum / 1000;
}
