/**
 * Nearest valid spelling of a mistyped name, for hints such as: did you mean "stopTime"?
 *
 * Distance: optimal string alignment (insert, delete, replace, swap of neighbours), case ignored.
 */

/** Nobody types longer ones, and comparing takes the product of both lengths. */
const longestName = 500;

/** The candidate nearest to `name`, or undefined when none is near enough to be a plausible slip. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (typeof name !== "string") return undefined; // misuse that types forbid: the error that asks for a name is to be told
  if (name.length > longestName) return undefined;
  const limit = Math.max(1, Math.floor(name.length / 3) + 1);
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The shortest path that ends with the name, as "robot.hinge.phi" for "hinge.phi": its beginning was left out. */
export function pathTo(name: string, candidates: Iterable<string>): string | undefined {
  const end = `.${name.toLowerCase()}`;
  let best: string | undefined;
  for (const candidate of candidates)
    if (candidate.toLowerCase().endsWith(end) && (best === undefined || candidate.length < best.length))
      best = candidate;
  return best;
}

/** `did you mean "x"?`, or the given text when nothing is near. */
export function suggestName(name: string, candidates: Iterable<string>, otherwise: string): string {
  const nearest = nearestName(name, candidates);
  return nearest === undefined ? otherwise : `did you mean "${nearest}"?`;
}

/** At most `limit` items in quotes, and how many more there are. */
export function listNames(names: readonly string[], limit = 5): string {
  const shown = names.slice(0, limit).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(previous[j]! + 1, current[j - 1]! + 1, replace);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforePrevious[j - 2]! + 1);
      }
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length]!;
}
