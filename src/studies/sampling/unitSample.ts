/** Points in the unit cube: independent, Latin hypercube, or a scrambled Sobol sequence. */
import { createRandom } from "../../math/random.ts";
import { SobolSequence } from "./sobolSequence.ts";

export type Sampling = "plain" | "latin" | "sobol";
export const samplings: readonly Sampling[] = ["plain", "latin", "sobol"];

/** `count` points of `dimension` coordinates, one after the other. The same seed gives the same points. */
export function unitSample(kind: Sampling, count: number, dimension: number, seed: number): Float64Array {
  const points = new Float64Array(count * dimension);
  if (kind === "sobol") {
    const sequence = new SobolSequence(dimension, seed);
    const point = new Float64Array(dimension);
    for (let i = 0; i < count; i++) {
      sequence.next(point);
      points.set(point, i * dimension);
    }
    return points;
  }
  const random = createRandom(seed);
  if (kind === "plain") {
    for (let i = 0; i < points.length; i++) points[i] = random.uniform();
    return points;
  }
  // one point per stratum and coordinate, in an order of its own for each
  const order = new Int32Array(count);
  for (let k = 0; k < dimension; k++) {
    for (let i = 0; i < count; i++) order[i] = i;
    for (let i = count - 1; i > 0; i--) {
      const j = random.below(i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    for (let i = 0; i < count; i++) points[i * dimension + k] = (order[i]! + random.uniform()) / count;
  }
  return points;
}
