/**
 * The pairs near to each other, kept while little moves. A search through the hierarchy lists the nearest pairs and the
 * distance D of the next one. As long as no shape has moved far since then, pairs outside the list are farther apart than
 * those in it, and only these are computed:
 *
 *     any pair outside the list      δ ≥ D − m_a − m_b
 *     m of a shape                   |c − c₀| + ρ·‖R − R₀‖,   ‖R − R₀‖ = 2·sin(θ/2) = ‖R − R₀‖_F/√2
 *
 * What is found is the exact smallest distance in any case: the list saves time and decides nothing.
 *
 * Legend   c₀, R₀   centre and orientation of a shape when the list was made;   ρ  its reach, 0 for balls
 * Source   neighbour lists of molecular dynamics [Verlet1967], with bounds of the motion instead of a fixed skin
 */
import { corePoint } from "../geometry/core.ts";
import type { BoundingTree } from "./boundingTree.ts";
import type { NearestPairs } from "./nearestPairs.ts";
import type { PairDistances } from "./pairDistances.ts";
import type { ShapePoses } from "./shapePoses.ts";

const smallestList = 16;

export class NearPairs {
  /** Pairs of the list, two shapes each, with their distances when the list was made. */
  pairs = new Int32Array(2 * smallestList);
  distanceThen = new Float64Array(smallestList);
  count = 0;
  /** D. */
  horizon = -Infinity;
  /** Searches so far. */
  searches = 0;

  private readonly tree: BoundingTree;
  private readonly nearest: NearestPairs;
  private readonly distances: PairDistances;
  private readonly margin: number;
  private readonly centre: Float64Array;
  private readonly rotation: Float64Array;
  /** m of each shape, by moved(). */
  readonly movement: Float64Array;
  private readonly lever: Float64Array;
  private wanted = smallestList;
  private usesSinceSearch = 0;
  /** The list was given up for a change of contacts: that says nothing about its length. */
  private wasReset = true;

  constructor(tree: BoundingTree, poses: ShapePoses, nearest: NearestPairs, distances: PairDistances, margin: number) {
    this.tree = tree;
    this.nearest = nearest;
    this.distances = distances;
    this.margin = margin;
    this.centre = new Float64Array(3 * poses.count);
    this.rotation = new Float64Array(9 * poses.count);
    this.movement = new Float64Array(poses.count);
    this.lever = Float64Array.from(poses.cores, (core) => (core.kind === corePoint ? 0 : core.reach));
  }

  /** Forgets the list: pairs were taken out or came back. */
  reset(): void {
    this.horizon = -Infinity;
    this.count = 0;
    this.wasReset = true;
  }

  /** Smallest distance of all pairs that are not taken, ∞ when there are none. The poses are up to date, with centres. */
  smallest(poses: ShapePoses, taken: ReadonlyMap<number, number>): number {
    this.usesSinceSearch++;
    // without a list the horizon is −∞
    const least = this.smallestOfList(poses);
    if (least <= this.horizon - this.moved(poses)) return least;
    this.search(poses, taken);
    return this.smallestOfList(poses);
  }

  private smallestOfList(poses: ShapePoses): number {
    const { pairs, distances } = this;
    let least = Infinity;
    for (let k = 0; k < this.count; k++) {
      distances.evaluate(poses, pairs[2 * k], pairs[2 * k + 1]);
      least = Math.min(least, distances.distance);
    }
    return least;
  }

  /** movement ← m of all shapes; returns the sum of the two largest: by this much any pair may have come closer. */
  moved(poses: ShapePoses): number {
    const { centre, rotation, movement, lever } = this;
    let first = 0;
    let second = 0;
    for (let s = 0; s < poses.count; s++) {
      if (poses.body[s] === 0) continue;
      const p = 3 * s;
      const x = poses.centre[p] - centre[p];
      const y = poses.centre[p + 1] - centre[p + 1];
      const z = poses.centre[p + 2] - centre[p + 2];
      let m = Math.sqrt(x * x + y * y + z * z);
      if (lever[s] > 0) {
        let sum = 0;
        for (let k = 9 * s; k < 9 * s + 9; k++) {
          const difference = poses.rotation[k] - rotation[k];
          sum += difference * difference;
        }
        m += lever[s] * Math.sqrt(0.5 * sum);
      }
      movement[s] = m;
      second = Math.max(second, Math.min(first, m));
      first = Math.max(first, m);
    }
    return first + second;
  }

  /** Rebuilds the list; longer when the last one was of little use, shorter when it lasted. */
  search(poses: ShapePoses, taken: ReadonlyMap<number, number>): void {
    const { nearest } = this;
    this.searches++;
    if (this.usesSinceSearch < 4) {
      if (!this.wasReset) this.wanted = Math.min(2 * this.wanted, Math.max(smallestList, 4 * poses.count));
    } else if (this.usesSinceSearch > 64) this.wanted = Math.max(smallestList, this.wanted >> 1);
    this.usesSinceSearch = 0;
    this.wasReset = false;
    if (this.distanceThen.length < this.wanted) {
      this.distanceThen = new Float64Array(this.wanted);
      this.pairs = new Int32Array(2 * this.wanted);
    }
    poses.boundAll(this.tree.boxes, this.margin);
    this.tree.update();
    this.centre.set(poses.centre);
    this.rotation.set(poses.rotation);
    this.movement.fill(0);
    this.count = 0;
    this.horizon = Infinity;
    nearest.begin(taken);
    while (nearest.next()) {
      if (this.count === this.wanted) {
        this.horizon = nearest.distance;
        return;
      }
      this.pairs[2 * this.count] = nearest.a;
      this.pairs[2 * this.count + 1] = nearest.b;
      this.distanceThen[this.count++] = nearest.distance;
    }
  }
}
