/**
 * The least of many numbers, which change one at a time: a tree whose nodes know the least number below them. A change, and a look at the least two,
 * take steps that grow with the logarithm of their number. Of equal numbers the first one counts. There is room for as many as have been set.
 */
export class LeastOfMany {
  /** Leaves, a power of two; the root is node 1, and those below node i are 2·i and 2·i + 1. */
  private leaves = 1;
  /** All are infinite at first. */
  private tree = new Float64Array(2).fill(Number.POSITIVE_INFINITY);

  clear(): void {
    this.tree.fill(Number.POSITIVE_INFINITY);
  }

  set(k: number, value: number): void {
    while (k >= this.leaves) this.enlarge();
    const { tree } = this;
    let node = this.leaves + k;
    tree[node] = value;
    for (node >>= 1; node >= 1; node >>= 1) {
      const least = Math.min(tree[2 * node], tree[2 * node + 1]);
      if (tree[node] === least) return;
      tree[node] = least;
    }
  }

  /** Twice as many leaves. */
  private enlarge(): void {
    const { leaves, tree: before } = this;
    const tree = new Float64Array(4 * leaves).fill(Number.POSITIVE_INFINITY);
    tree.set(before.subarray(leaves), 2 * leaves);
    for (let node = 2 * leaves - 1; node >= 1; node--) tree[node] = Math.min(tree[2 * node], tree[2 * node + 1]);
    this.leaves = 2 * leaves;
    this.tree = tree;
  }

  get least(): number {
    return this.tree[1];
  }

  /** The first that has the least number. */
  get place(): number {
    return this.firstBelow(1, this.tree[1]);
  }

  /** The least number of all others. */
  get second(): number {
    const { tree } = this;
    let second = Number.POSITIVE_INFINITY;
    for (let node = this.leaves + this.place; node > 1; node >>= 1) second = Math.min(second, tree[node ^ 1]);
    return second;
  }

  /** The first behind place k whose number is not above the limit; −1 when there is none. */
  next(k: number, limit: number): number {
    const { tree } = this;
    for (let node = this.leaves + k; node > 1; node >>= 1)
      if ((node & 1) === 0 && tree[node + 1] <= limit) return this.firstBelow(node + 1, limit);
    return -1;
  }

  /** The first whose number is not above the limit; −1 when there is none. */
  first(limit: number): number {
    return this.tree[1] <= limit ? this.firstBelow(1, limit) : -1;
  }

  private firstBelow(from: number, limit: number): number {
    let node = from;
    while (node < this.leaves) node = this.tree[2 * node] <= limit ? 2 * node : 2 * node + 1;
    return node - this.leaves;
  }
}
