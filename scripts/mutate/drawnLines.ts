// Lines of code of which a sample is drawn.
import { readFileSync } from "node:fs";
import { createRandom } from "../../src/math/random.ts";

/** Numbers of lines, from 0, by file. */
export type DrawnLines = ReadonlyMap<string, readonly number[]>;

/** So many lines of code of these files, the same ones for the same seed. */
export function drawnLines(paths: readonly string[], count: number, seed: number): DrawnLines {
  const places = paths.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line, k) =>
        /^\s*(?:\/?\*|\/\/|import |export type |[\])};,]*$)/.test(line) ? [] : [[path, k] as const],
      ),
  );
  const drawn = new Map<string, number[]>();
  for (const [path, line] of shuffled(places, seed).slice(0, count))
    drawn.set(path, [...(drawn.get(path) ?? []), line]);
  return drawn;
}

export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const random = createRandom(seed);
  const items = [...list];
  for (let k = items.length - 1; k > 0; k--) {
    const other = random.below(k + 1);
    [items[k], items[other]] = [items[other]!, items[k]!];
  }
  return items;
}
