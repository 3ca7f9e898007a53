/** Seconds of the processor that this program has used, where the engine tells: what a run takes, whatever else the computer does beside it. */
const { process } = globalThis as {
  process?: { cpuUsage?: () => { readonly user: number; readonly system: number } };
};

/** In a browser, where nobody tells, those of the clock on the wall. */
export function workClock(): number {
  const used = process?.cpuUsage?.();
  return used === undefined ? performance.now() / 1000 : (used.user + used.system) / 1e6;
}
