/**
 * Hierarchy of axis-aligned boxes: a binary tree over the boxes of all shapes. Its form is chosen from the positions at one
 * time and kept while the shapes move; boxes are refitted, from the leaves up, whenever the shapes have moved. What is
 * found with the tree depends on the boxes alone, not on the form: an old form costs time, never correctness.
 *
 * Source   [Ericson2005] ch. 6 (top-down construction, refitting)
 * Layout   Leaves are nodes 0 … n − 1, one per shape. Inner nodes follow, children before parents; the root is the last node.
 */

/** The form is renewed when the sum of all half areas has grown by this factor. */
const degradation = 2;

export class BoundingTree {
  readonly leafCount: number;
  readonly nodeCount: number;
  /** Lower corner, upper corner; the caller writes those of the leaves. */
  readonly boxes: Float64Array;
  /** Children of inner node k at 2·(k − leafCount). */
  readonly children: Int32Array;
  /** The one body that carries all shapes below a node, or −1: shapes of one body never meet. */
  readonly owner: Int32Array;

  private readonly body: Int32Array;
  private readonly order: Int32Array;
  private builtArea = 0;
  private nextNode = 0;

  constructor(body: Int32Array) {
    const n = body.length;
    this.leafCount = n;
    this.nodeCount = Math.max(0, 2 * n - 1);
    this.boxes = new Float64Array(6 * this.nodeCount);
    this.children = new Int32Array(2 * Math.max(0, n - 1));
    this.owner = new Int32Array(this.nodeCount);
    this.body = body;
    this.order = new Int32Array(n);
  }

  get root(): number {
    return this.nodeCount - 1;
  }

  /** After the boxes of the leaves were written: fits all others, and renews the form when it has become bad. */
  update(): void {
    if (this.builtArea > 0) {
      const area = this.refit();
      if (area <= degradation * this.builtArea) return;
    }
    this.build();
    // shapes may all be points: any positive number then says that the form exists
    this.builtArea = Math.max(this.refit(), Number.MIN_VALUE);
  }

  /** found ← leaves whose boxes overlap that of one of them, itself among them, in no order. */
  findLeavesNear(leaf: number, found: number[]): void {
    found.length = 0;
    if (this.leafCount > 0) this.addLeaves(this.root, 6 * leaf, found);
  }

  private addLeaves(node: number, box: number, found: number[]): void {
    const { boxes, children, leafCount } = this;
    const k = 6 * node;
    for (let i = 0; i < 3; i++) if (boxes[k + i] > boxes[box + 3 + i] || boxes[box + i] > boxes[k + 3 + i]) return;
    if (node < leafCount) {
      found.push(node);
      return;
    }
    this.addLeaves(children[2 * (node - leafCount)], box, found);
    this.addLeaves(children[2 * (node - leafCount) + 1], box, found);
  }

  /** Boxes of inner nodes; returns the sum of their half areas. */
  private refit(): number {
    const { boxes, children, leafCount, nodeCount } = this;
    let area = 0;
    for (let node = leafCount; node < nodeCount; node++) {
      const a = 6 * children[2 * (node - leafCount)];
      const b = 6 * children[2 * (node - leafCount) + 1];
      const k = 6 * node;
      for (let i = 0; i < 3; i++) {
        boxes[k + i] = Math.min(boxes[a + i], boxes[b + i]);
        boxes[k + 3 + i] = Math.max(boxes[a + 3 + i], boxes[b + 3 + i]);
      }
      const x = boxes[k + 3] - boxes[k];
      const y = boxes[k + 4] - boxes[k + 1];
      const z = boxes[k + 5] - boxes[k + 2];
      area += x * y + y * z + z * x;
    }
    return area;
  }

  private build(): void {
    const { order, leafCount, owner, body } = this;
    for (let s = 0; s < leafCount; s++) {
      order[s] = s;
      owner[s] = body[s];
    }
    this.nextNode = leafCount;
    if (leafCount > 0) this.divide(0, leafCount);
  }

  /** Makes the subtree of order[from..to) and returns its root: the half of the boxes that lie lower along the longest extent, and the rest. */
  private divide(from: number, to: number): number {
    const { order, children, owner, leafCount } = this;
    if (to - from === 1) return order[from];
    const axis = this.longestAxis(from, to);
    const middle = (from + to) >> 1;
    this.selectMedian(from, to, middle, axis);
    const a = this.divide(from, middle);
    const b = this.divide(middle, to);
    const node = this.nextNode++;
    children[2 * (node - leafCount)] = a;
    children[2 * (node - leafCount) + 1] = b;
    owner[node] = owner[a] === owner[b] ? owner[a] : -1;
    return node;
  }

  private longestAxis(from: number, to: number): number {
    let axis = 0;
    let longest = -1;
    for (let i = 0; i < 3; i++) {
      let low = Infinity;
      let high = -Infinity;
      for (let q = from; q < to; q++) {
        const centre = this.centre(this.order[q], i);
        low = Math.min(low, centre);
        high = Math.max(high, centre);
      }
      if (high - low > longest) {
        longest = high - low;
        axis = i;
      }
    }
    return axis;
  }

  private centre(leaf: number, axis: number): number {
    return this.boxes[6 * leaf + axis] + this.boxes[6 * leaf + 3 + axis];
  }

  /** Hoare's selection: afterwards everything before `middle` lies no higher along the axis than everything from it on. */
  private selectMedian(from: number, to: number, middle: number, axis: number): void {
    const { order } = this;
    let low = from;
    let high = to - 1;
    while (low < high) {
      const pivot = this.centre(order[(low + high) >> 1], axis);
      let i = low;
      let j = high;
      while (i <= j) {
        while (this.centre(order[i], axis) < pivot) i++;
        while (this.centre(order[j], axis) > pivot) j--;
        if (i > j) break;
        const kept = order[i];
        order[i++] = order[j];
        order[j--] = kept;
      }
      if (middle <= j) high = j;
      else if (middle >= i) low = i;
      else return;
    }
  }
}

/** Distance of two boxes at offsets a and b; 0 when they overlap. */
export function boxDistance(boxes: Float64Array, a: number, b: number): number {
  let sum = 0;
  for (let i = 0; i < 3; i++) {
    const above = boxes[a + i] - boxes[b + 3 + i];
    const below = boxes[b + i] - boxes[a + 3 + i];
    const gap = Math.max(above, below);
    if (gap > 0) sum += gap * gap;
  }
  return Math.sqrt(sum);
}
