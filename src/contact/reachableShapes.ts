/**
 * Shapes that a shape can come near to, in lists that hold while none of all has gone further than a way w of its own from where it was
 * when the lists began:
 *
 *     |c_a − c_b| > R_a + R_b + w_a + w_b     neither meets the other in that time      c  centre, R  reach
 *
 * Whoever goes further, or is put elsewhere, begins all lists anew; each is made when it is asked for. So a step of one shape does not look
 * at all others.
 */

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

  constructor(centre: Float64Array, reach: Float64Array, mileage: Float64Array, total: Float64Array) {
    this.centre = centre;
    this.reach = reach;
    this.mileage = mileage;
    this.total = total;
    this.base = new Float64Array(reach.length);
    this.lists = Array.from(reach, () => []);
    this.madeFor = new Int32Array(reach.length).fill(-1);
    this.way = new Float64Array(reach.length);
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
    const { centre, reach, way } = this;
    const x = centre[3 * s];
    const y = centre[3 * s + 1];
    const z = centre[3 * s + 2];
    const own = reach[s] + room * way[s];
    list.length = 0;
    for (let u = 0; u < reach.length; u++) {
      const dx = centre[3 * u] - x;
      const dy = centre[3 * u + 1] - y;
      const dz = centre[3 * u + 2] - z;
      const least = own + reach[u] + room * way[u];
      if (!(dx * dx + dy * dy + dz * dz > least * least)) list.push(u);
    }
    return list;
  }

  private beginAnew(): void {
    const { mileage, total, way } = this;
    this.base.set(mileage);
    for (let u = 0; u < total.length; u++) way[u] = Math.max(this.leastWay, fewSteps * (total[u] - mileage[u]));
    this.beginnings++;
    this.isOutdated = false;
  }
}
