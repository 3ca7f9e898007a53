/**
 * Shapes that a shape can come near to, in lists that hold while none of all has gone further than a way w of its own from where it was
 * when the lists began:
 *
 *     |c_a − c_b| > R_a + R_b + w_a + w_b     neither meets the other in that time      c  centre, R  reach
 *
 * Whoever goes further, or is put elsewhere, begins all lists anew; each is made when it is asked for, from a hierarchy of boxes around all
 * these balls. So neither a step of one shape nor a list looks at all others.
 */
import { BoundingTree } from "./boundingTree.ts";

/** Of places: rounding. A list has room for it, a hundredth of w. */
const rounding = 1e-12;
const room = 1.01;
/** w is the way of about so many steps. */
const fewSteps = 8;

export class ReachableShapes {
  private readonly centre: Float64Array;
  private readonly reach: Float64Array;
  /** How far each has gone in all, up to the begin of its present step, and up to its end. */
  private readonly mileage: Float64Array;
  private readonly total: Float64Array;
  private readonly base: Float64Array;
  private readonly lists: number[][];
  /** Number of the beginning for which each list was made. */
  private readonly madeFor: Int32Array;
  private beginnings = 0;
  private isOutdated = true;
  /** w of each, and the least that it is. */
  private readonly way: Float64Array;
  private readonly leastWay: number;
  /** Boxes around balls of the radius R + w. */
  private readonly tree: BoundingTree;

  constructor(centre: Float64Array, reach: Float64Array, mileage: Float64Array, total: Float64Array) {
    this.centre = centre;
    this.reach = reach;
    this.mileage = mileage;
    this.total = total;
    this.base = new Float64Array(reach.length);
    this.lists = Array.from(reach, () => []);
    this.madeFor = new Int32Array(reach.length).fill(-1);
    this.way = new Float64Array(reach.length);
    this.tree = new BoundingTree(Int32Array.from(reach, (_, s) => s));
    this.leastWay = 0.5 * reach.reduce((least, one) => (one > 0 ? Math.min(least, one) : least), 1);
  }

  /** Shape s is to begin at a place, x, y, z: within its present step, or elsewhere. */
  notePlace(s: number, x: number, y: number, z: number): void {
    const { centre } = this;
    const dx = x - centre[3 * s];
    const dy = y - centre[3 * s + 1];
    const dz = z - centre[3 * s + 2];
    const way = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const largest = Math.abs(x) + Math.abs(y) + Math.abs(z) + this.reach[s];
    if (!(way <= this.total[s] - this.mileage[s] + rounding * largest)) this.isOutdated = true;
  }

  /** Shape s has made a step. */
  noteStep(s: number): void {
    if (!(this.total[s] - this.base[s] <= this.way[s])) this.isOutdated = true;
  }

  /** Number of the beginning that lists hold for: they are others where it is another one. */
  get beginning(): number {
    if (this.isOutdated) this.beginAnew();
    return this.beginnings;
  }

  /** Those that shape s may come near to, itself among them, in the order of their numbers. */
  of(s: number): readonly number[] {
    const { beginning } = this;
    const list = this.lists[s];
    if (this.madeFor[s] === beginning) return list;
    this.madeFor[s] = beginning;
    this.tree.findLeavesNear(s, list);
    // of those whose boxes overlap, balls that do
    let count = 0;
    for (const u of list.sort((a, b) => a - b)) if (this.mayMeet(s, u)) list[count++] = u;
    list.length = count;
    return list;
  }

  private mayMeet(s: number, u: number): boolean {
    const { centre } = this;
    const dx = centre[3 * u] - centre[3 * s];
    const dy = centre[3 * u + 1] - centre[3 * s + 1];
    const dz = centre[3 * u + 2] - centre[3 * s + 2];
    const least = this.radius(s) + this.radius(u);
    return !(dx * dx + dy * dy + dz * dz > least * least);
  }

  private radius(s: number): number {
    return this.reach[s] + room * this.way[s];
  }

  private beginAnew(): void {
    const { mileage, total, way, centre, tree } = this;
    this.base.set(mileage);
    for (let u = 0; u < total.length; u++) {
      way[u] = Math.max(this.leastWay, fewSteps * (total[u] - mileage[u]));
      const radius = this.radius(u);
      for (let i = 0; i < 3; i++) {
        tree.boxes[6 * u + i] = centre[3 * u + i] - radius;
        tree.boxes[6 * u + 3 + i] = centre[3 * u + i] + radius;
      }
    }
    tree.update();
    this.beginnings++;
    this.isOutdated = false;
  }
}
