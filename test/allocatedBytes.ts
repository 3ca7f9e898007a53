/**
 * What a piece of work allocates, counted so that nothing else can disturb it: the project "memory" of vitest.config.ts gives these
 * files a process each, in which the engine compiles and collects on the thread of the work and the young generation is larger than
 * what is measured. The work is synchronous, so nothing else runs between the two readings, however busy the computer is.
 */

/** Options of Node for these processes. */
export const countingOptions = ["--single-threaded", "--expose-gc", "--min-semi-space-size=32"];

const rounds = 10;

/**
 * Bytes per call, arrays included. Compiling allocates too, so the leanest of some rounds is what the code itself needs: rounds are
 * counted in calls, not in time, so that the same code is compiled by then on every computer.
 */
export function allocatedPerCall(calls: number, work: () => void): number {
  const gc = collector();
  let leanest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    gc();
    const before = usedBytes();
    for (let k = 0; k < calls; k++) work();
    const growth = usedBytes() - before;
    // a collection in between, which takes more than the young generation holds, tells nothing
    if (growth >= 0) leanest = Math.min(leanest, growth / calls);
  }
  return leanest;
}

/** Bytes that what `make` gives keeps alive, when all else is collected. */
export function keptBytes(make: () => object): number {
  const gc = collector();
  // compiling keeps memory, too
  make();
  gc();
  const before = usedBytes();
  const made = make();
  gc();
  const growth = usedBytes() - before;
  // read afterwards, so that it is alive until here
  if (made === undefined) throw new Error("nothing was made");
  return growth;
}

function collector(): () => void {
  const { gc } = globalThis;
  if (gc === undefined || !countingOptions.every((option) => process.execArgv.includes(option)))
    throw new Error("Allocation is counted in files named allocation.test.ts only: see vitest.config.ts.");
  return () => void gc();
}

function usedBytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
