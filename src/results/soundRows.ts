/** Rows that other tools have too: at silent events something happens for the solver alone. */
import { type Recording, readKinds, readTimes } from "./recording.ts";

/** Numbers of the rows without those at silent events, ascending; undefined when these are all rows. */
export function rowsWithoutSilent(recording: Recording): Int32Array | undefined {
  const silent = new Set<number>();
  for (const { time, kind } of recording.events) if (kind === "silent") silent.add(time);
  if (silent.size === 0) return undefined;
  for (const { time, kind } of recording.events) if (kind !== "silent") silent.delete(time);
  const [times, kinds] = [readTimes(recording), readKinds(recording)];
  const rows = Int32Array.from(times.keys());
  return rows.filter((row) => kinds[row] === 0 || !silent.has(times[row]!));
}
