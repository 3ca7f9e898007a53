/** All pairs of leaves of a hierarchy whose boxes overlap and whose shapes belong to different bodies. */
import type { BoundingTree } from "./boundingTree.ts";

/** Pairs, two leaves each; the list grows when it must. */
export class PairList {
  list = new Int32Array(512);
  count = 0;
  /** Pairs of nodes that wait, while pairs are looked for. */
  stack = new Int32Array(512);
  height = 0;
}

export function overlappingPairs(out: PairList, tree: BoundingTree): void {
  const { children, leafCount, owner } = tree;
  out.count = 0;
  out.height = 0;
  push(out, tree.root, tree.root);
  while (out.height > 0) {
    const b = out.stack[--out.height];
    const a = out.stack[--out.height];
    if (a === b) {
      if (a < leafCount || owner[a] >= 0) continue;
      const k = 2 * (a - leafCount);
      push(out, children[k], children[k]);
      push(out, children[k + 1], children[k + 1]);
      if (mayMeet(tree, children[k], children[k + 1])) push(out, children[k], children[k + 1]);
      continue;
    }
    if (a < leafCount && b < leafCount) {
      append(out, a, b);
      continue;
    }
    // the later node stands higher in the tree: children come before their parents
    const upper = Math.max(a, b);
    const other = Math.min(a, b);
    const k = 2 * (upper - leafCount);
    if (mayMeet(tree, children[k], other)) push(out, children[k], other);
    if (mayMeet(tree, children[k + 1], other)) push(out, children[k + 1], other);
  }
}

/** Whether the boxes of two nodes overlap, and somebody else carries what is below one of them than what is below the other. */
function mayMeet({ boxes, owner }: BoundingTree, a: number, b: number): boolean {
  if (owner[a] >= 0 && owner[a] === owner[b]) return false;
  const i = 6 * a;
  const j = 6 * b;
  return !(
    boxes[i] > boxes[j + 3] ||
    boxes[j] > boxes[i + 3] ||
    boxes[i + 1] > boxes[j + 4] ||
    boxes[j + 1] > boxes[i + 4] ||
    boxes[i + 2] > boxes[j + 5] ||
    boxes[j + 2] > boxes[i + 5]
  );
}

function push(out: PairList, a: number, b: number): void {
  if (out.height + 2 > out.stack.length) {
    const larger = new Int32Array(2 * out.stack.length);
    larger.set(out.stack);
    out.stack = larger;
  }
  out.stack[out.height++] = a;
  out.stack[out.height++] = b;
}

function append(out: PairList, a: number, b: number): void {
  if (2 * out.count + 2 > out.list.length) {
    const larger = new Int32Array(2 * out.list.length);
    larger.set(out.list);
    out.list = larger;
  }
  out.list[2 * out.count] = Math.min(a, b);
  out.list[2 * out.count + 1] = Math.max(a, b);
  out.count++;
}

/** Brings pairs into the order of their leaves, that of the lower one first, whatever the form of the hierarchy was. */
export class PairOrder {
  private readonly starts: Int32Array;
  private spare = new Int32Array(512);

  constructor(leafCount: number) {
    this.starts = new Int32Array(leafCount + 1);
  }

  sort(pairs: PairList): void {
    while (this.spare.length < 2 * pairs.count) this.spare = new Int32Array(2 * this.spare.length);
    this.sortBy(1, pairs.list, this.spare, pairs.count);
    this.sortBy(0, this.spare, pairs.list, pairs.count);
  }

  /** to ← the pairs of `from` in the order of one of their leaves; those with the same one stay in order. */
  private sortBy(side: number, from: Int32Array, to: Int32Array, count: number): void {
    const { starts } = this;
    starts.fill(0);
    for (let k = side; k < 2 * count; k += 2) starts[from[k] + 1]++;
    for (let leaf = 1; leaf < starts.length; leaf++) starts[leaf] += starts[leaf - 1];
    for (let k = 0; k < 2 * count; k += 2) {
      const place = 2 * starts[from[k + side]]++;
      to[place] = from[k];
      to[place + 1] = from[k + 1];
    }
  }
}
