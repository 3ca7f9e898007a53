/**
 * Binary tree of axis-aligned boxes over fixed elements, split at the median of the longer side.
 *
 * Node n has the box centre ± half at 6·n. An inner node has the children left[n] and left[n] + 1; a leaf has left[n] < 0 and
 * holds the element −1 − left[n].
 */

export class BoxTree {
  /** 6 per node: centre, half lengths. */
  readonly boxes: Float64Array;
  readonly left: Int32Array;

  /** From 6 numbers per element: lower corner, upper corner. */
  constructor(elements: Float64Array) {
    const count = elements.length / 6;
    this.boxes = new Float64Array(6 * Math.max(1, 2 * count - 1));
    this.left = new Int32Array(Math.max(1, 2 * count - 1));
    const order = Int32Array.from({ length: count }, (_, i) => i);
    let used = 1;
    const tasks: [node: number, from: number, to: number][] = count > 0 ? [[0, 0, count]] : [];
    for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
      const [node, from, to] = task;
      this.enclose(node, elements, order, from, to);
      if (to - from === 1) {
        this.left[node] = -1 - order[from]!;
        continue;
      }
      const axis = this.longestAxis(node);
      const middle = (e: number) => elements[6 * e + axis]! + elements[6 * e + 3 + axis]!;
      order.subarray(from, to).sort((a, b) => middle(a) - middle(b) || a - b);
      const half = (from + to) >> 1;
      this.left[node] = used;
      tasks.push([used, from, half], [used + 1, half, to]);
      used += 2;
    }
  }

  private enclose(node: number, elements: Float64Array, order: Int32Array, from: number, to: number): void {
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = from; i < to; i++) {
        low = Math.min(low, elements[6 * order[i]! + k]!);
        high = Math.max(high, elements[6 * order[i]! + 3 + k]!);
      }
      this.boxes[6 * node + k] = (low + high) / 2;
      this.boxes[6 * node + 3 + k] = (high - low) / 2;
    }
  }

  private longestAxis(node: number): number {
    const [x, y, z] = [3, 4, 5].map((k) => this.boxes[6 * node + k]!) as [number, number, number];
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  }
}
