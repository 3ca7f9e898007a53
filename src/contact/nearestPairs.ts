/**
 * Separated pairs in the order of their distances, nearest first, without looking at all of them: a best-first search
 * through the hierarchy of boxes. Entries of the queue are pairs of nodes with a lower bound of the distance between
 * anything below them, and pairs of shapes with their exact distance; the smallest comes first. Box distances serve as
 * bounds only: every distance that is reported is exact, so nothing depends on the form of the tree.
 *
 * Source   [Hjaltason1998] (incremental distance join)
 */
import { type BoundingTree, boxDistance } from "./boundingTree.ts";
import type { PairDistances } from "./pairDistances.ts";
import type { PairRules } from "./pairRules.ts";
import type { ShapePoses } from "./shapePoses.ts";

const firstCapacity = 256;

export class NearestPairs {
  /** The pair found by the last call of next(). */
  a = 0;
  b = 0;
  /** Its signed distance. */
  distance = Number.NaN;

  private readonly tree: BoundingTree;
  private readonly poses: ShapePoses;
  private readonly distances: PairDistances;
  private readonly rules: PairRules;
  private isTaken: ReadonlyMap<number, number> = new Map();

  // heap: bounds, and the two nodes; exact distances of shapes have the first node as −1 − a
  private bounds = new Float64Array(firstCapacity);
  private first = new Int32Array(firstCapacity);
  private second = new Int32Array(firstCapacity);
  private size = 0;

  constructor(tree: BoundingTree, poses: ShapePoses, distances: PairDistances, rules: PairRules) {
    this.tree = tree;
    this.poses = poses;
    this.distances = distances;
    this.rules = rules;
  }

  /** Begins a new search over all pairs but those in `taken` (keys of pairs). Tree and poses must be up to date. */
  begin(taken: ReadonlyMap<number, number>): void {
    this.isTaken = taken;
    this.size = 0;
    // alone in the queue, whatever its bound
    if (this.tree.leafCount > 1) this.push(0, this.tree.root, this.tree.root);
  }

  /** Finds the next pair; false when there is none left. */
  next(): boolean {
    const { tree } = this;
    const { leafCount } = tree;
    while (this.size > 0) {
      const bound = this.bounds[0];
      const a = this.first[0];
      const b = this.second[0];
      this.pop();
      if (a < 0) {
        this.a = -1 - a;
        this.b = b;
        this.distance = bound;
        return true;
      }
      if (a < leafCount && b < leafCount) this.evaluate(a, b);
      else if (a === b) this.expandSelf(a);
      else if (b < leafCount || (a >= leafCount && this.isLarger(a, b))) this.expand(a, b);
      else this.expand(b, a);
    }
    return false;
  }

  private evaluate(a: number, b: number): void {
    const { distances } = this;
    if (!this.rules.admits(a, b) || this.isTaken.has(this.rules.key(a, b))) return;
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    distances.evaluate(this.poses, low, high);
    this.push(distances.distance, -1 - low, high);
  }

  private expandSelf(node: number): void {
    const { children, leafCount, owner } = this.tree;
    if (owner[node] >= 0) return;
    const k = 2 * (node - leafCount);
    const a = children[k];
    const b = children[k + 1];
    this.offer(a, b);
    if (a >= leafCount) this.push(-Infinity, a, a);
    if (b >= leafCount) this.push(-Infinity, b, b);
  }

  /** Replaces inner node a by its children. */
  private expand(a: number, b: number): void {
    const k = 2 * (a - this.tree.leafCount);
    this.offer(this.tree.children[k], b);
    this.offer(this.tree.children[k + 1], b);
  }

  private offer(a: number, b: number): void {
    const { owner, boxes, leafCount } = this.tree;
    if (owner[a] >= 0 && owner[a] === owner[b]) return;
    let bound = boxDistance(boxes, 6 * a, 6 * b);
    if (a < leafCount && b < leafCount) bound = Math.max(bound, this.ballDistance(a, b));
    // boxes that overlap say nothing about the distance: it may be negative
    this.push(bound > 0 ? bound : -Infinity, a, b);
  }

  /** Distance of the bounding balls, less what rounding may add. */
  private ballDistance(a: number, b: number): number {
    const { centre, reach } = this.poses;
    const p = 3 * a;
    const q = 3 * b;
    const x = centre[p] - centre[q];
    const y = centre[p + 1] - centre[q + 1];
    const z = centre[p + 2] - centre[q + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    return length * (1 - 1e-14) - (reach[a] + reach[b]) * (1 + 1e-14);
  }

  private isLarger(a: number, b: number): boolean {
    const { boxes } = this.tree;
    const p = 6 * a;
    const q = 6 * b;
    const sizeA = boxes[p + 3] - boxes[p] + boxes[p + 4] - boxes[p + 1] + boxes[p + 5] - boxes[p + 2];
    const sizeB = boxes[q + 3] - boxes[q] + boxes[q + 4] - boxes[q + 1] + boxes[q + 5] - boxes[q + 2];
    return sizeA >= sizeB;
  }

  private push(bound: number, a: number, b: number): void {
    if (this.size === this.bounds.length) this.grow();
    const { bounds, first, second } = this;
    let k = this.size++;
    while (k > 0) {
      const parent = (k - 1) >> 1;
      if (bounds[parent] <= bound) break;
      bounds[k] = bounds[parent];
      first[k] = first[parent];
      second[k] = second[parent];
      k = parent;
    }
    bounds[k] = bound;
    first[k] = a;
    second[k] = b;
  }

  private pop(): void {
    const { bounds, first, second } = this;
    const last = --this.size;
    const bound = bounds[last];
    let k = 0;
    for (;;) {
      let child = 2 * k + 1;
      if (child >= last) break;
      if (child + 1 < last && bounds[child + 1] < bounds[child]) child++;
      if (bounds[child] >= bound) break;
      bounds[k] = bounds[child];
      first[k] = first[child];
      second[k] = second[child];
      k = child;
    }
    bounds[k] = bound;
    first[k] = first[last];
    second[k] = second[last];
  }

  private grow(): void {
    const capacity = 2 * this.bounds.length;
    const { bounds, first, second } = this;
    this.bounds = new Float64Array(capacity);
    this.bounds.set(bounds);
    this.first = new Int32Array(capacity);
    this.first.set(first);
    this.second = new Int32Array(capacity);
    this.second.set(second);
  }
}
