/** The shortest way out of an overlap that was found so far. */
import { maximumVertices, type Pair, stride } from "./pair.ts";

/** Place of its depth in pair.search. */
export const depth = 0;

/** Where its n, a, b are kept among the points of the pair. */
export const store = stride * (maximumVertices - 2);

export function forgetAnswer(pair: Pair): void {
  pair.search[depth] = Infinity;
  for (let k = 0; k < 3; k++) pair.points[store + k] = 0;
}

/** Keeps the answer of the pair. */
export function keepAnswer(pair: Pair): void {
  const p = pair.points;
  for (let k = 0; k < 3; k++) {
    p[store + k] = pair.n[k];
    p[store + 3 + k] = pair.a[k];
    p[store + 6 + k] = pair.b[k];
  }
  pair.search[depth] = -pair.distance;
}

/** n, a, b ← the answer that was kept. */
export function recallAnswer(pair: Pair): void {
  const p = pair.points;
  for (let k = 0; k < 3; k++) {
    pair.n[k] = p[store + k];
    pair.a[k] = p[store + 3 + k];
    pair.b[k] = p[store + 6 + k];
  }
}
