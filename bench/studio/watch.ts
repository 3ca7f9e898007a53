// Watches a page of the studio: the longest task of its main thread, and requests.
import type { Page } from "playwright-core";

interface Watched {
  readonly tasks: { readonly start: number; readonly length: number }[];
}

/** Before the page is opened. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: { start: number; length: number }[] = [];
    Object.assign(window, { watched: { tasks } });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) tasks.push({ start: startTime, length: duration });
    }).observe({ type: "longtask", buffered: true });
  });
}

export interface LongTasks {
  /** Tasks of more than 50 ms, which the browser calls long. */
  readonly count: number;
  /** ms; 0 when there is none above 50. */
  readonly longest: number;
}

/** Long tasks while something is done. */
export async function longTasks(page: Page, action: () => Promise<unknown>): Promise<LongTasks> {
  const since = await page.evaluate(() => performance.now());
  await action();
  // entries come with a delay
  await page.waitForTimeout(120);
  return page.evaluate((from) => {
    const { tasks } = (window as unknown as { watched: Watched }).watched;
    const lengths = tasks.filter(({ start }) => start >= from).map(({ length }) => length);
    return { count: lengths.length, longest: Math.max(0, ...lengths) };
  }, since);
}

export const inWords = ({ count, longest }: LongTasks): string =>
  count === 0 ? "none" : `${count}, longest ${Math.round(longest)} ms`;
