/** Components that did something at the time of the cursor: what an event was caused by, or changed, lights up. */
import type { EventRecord } from "../protocol.ts";
import { ownerOf } from "./diagramLayout.ts";

/** Part of the whole time for which a light is on, so that it is seen while a run plays. */
const share = 0.015;

/** Names of components; `path` are those that were opened. */
export function happeningAt(
  events: readonly EventRecord[],
  time: number,
  span: number,
  path: readonly string[],
  components: { has(name: string): boolean },
): Set<string> {
  const found = new Set<string>();
  const prefix = path.length === 0 ? "" : `${path.join(".")}.`;
  for (let k = firstBehind(events, time - share * span); k < events.length && events[k]!.time <= time; k++) {
    const { kind, cause, changed } = events[k]!;
    if (kind === "initial") continue;
    for (const word of [...changed, ...(cause.match(/[A-Za-z_]\w*(?:\[\d+\])?(?:\.\w+(?:\[\d+\])?)*/g) ?? [])]) {
      if (!word.startsWith(prefix)) continue;
      const name = ownerOf(word.slice(prefix.length), components);
      if (name !== undefined) found.add(name);
    }
  }
  return found;
}

/** The first event that is not before a time; they are in the order of time. */
function firstBehind(events: readonly EventRecord[], time: number): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle]!.time < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
