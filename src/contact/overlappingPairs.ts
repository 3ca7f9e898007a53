/** All pairs of leaves of a hierarchy whose boxes overlap and whose shapes belong to different bodies. */
import type { BoundingTree } from "./boundingTree.ts";

/** Pairs, two leaves each; the list grows when it must. */
export interface PairList {
  list: Int32Array;
  count: number;
}

/** Pairs of nodes that wait; grows when it must. */
let stack = new Int32Array(512);
let height = 0;

export function overlappingPairs(out: PairList, tree: BoundingTree): void {
  const { children, leafCount, owner } = tree;
  out.count = 0;
  height = 0;
  if (leafCount > 1) push(tree.root, tree.root);
  while (height > 0) {
    const b = stack[--height];
    const a = stack[--height];
    if (a === b) {
      if (a < leafCount || owner[a] >= 0) continue;
      const k = 2 * (a - leafCount);
      push(children[k], children[k]);
      push(children[k + 1], children[k + 1]);
      push(children[k], children[k + 1]);
      continue;
    }
    if ((owner[a] >= 0 && owner[a] === owner[b]) || !overlap(tree.boxes, 6 * a, 6 * b)) continue;
    if (a < leafCount && b < leafCount) {
      append(out, a, b);
      continue;
    }
    // the later node stands higher in the tree: children come before their parents
    const upper = Math.max(a, b);
    const other = Math.min(a, b);
    const k = 2 * (upper - leafCount);
    push(children[k], other);
    push(children[k + 1], other);
  }
}

function overlap(boxes: Float64Array, a: number, b: number): boolean {
  for (let i = 0; i < 3; i++) {
    if (boxes[a + i] > boxes[b + 3 + i] || boxes[b + i] > boxes[a + 3 + i]) return false;
  }
  return true;
}

function push(a: number, b: number): void {
  if (height + 2 > stack.length) {
    const larger = new Int32Array(2 * stack.length);
    larger.set(stack);
    stack = larger;
  }
  stack[height++] = a;
  stack[height++] = b;
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
