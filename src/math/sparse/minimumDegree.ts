/**
 * Fill-reducing elimination order of a symmetric pattern: approximate minimum degree.
 *
 * Source   [Amestoy1996] (approximate external degree, element absorption, indistinguishable variables);
 *          [George1989] (quotient graph, mass elimination)
 * Method   Eliminating variable p joins all its neighbours. The clique is not stored edge by edge but as an element
 *          with the list L_p of its variables. The degree of a variable i in L_p is bounded from above by
 *              d_i = |A_i \ i| + |L_p \ i| + Σ |L_e \ L_p|   over the other elements e of i,
 *          which is cheap, since the sizes |L_e \ L_p| come from one pass over the variables of L_p.
 * Legend   A_i      variables joined to variable i by an original edge that no element covers yet
 *          E_i      elements that contain variable i
 *          L_e      variables of element e
 *          weight   number of columns that a variable stands for (indistinguishable ones are merged); 0: not a variable
 *          list     per variable E_i then A_i, per element L_e
 * Length   one algorithm on one set of lists, all of whose parts change them in place
 */
import type { AdjacencyLists } from "./symmetricPattern.ts";

export interface EliminationOrder {
  /** Columns in order of elimination, a post-order of the assembly tree, so that related columns stand together. */
  readonly order: Int32Array;
  /** Upper bound for the entries below the diagonal of the factor, when the pivots stay on the diagonal. */
  readonly fill: number;
}

const none = -1;

export function minimumDegreeOrder(graph: AdjacencyLists): EliminationOrder {
  return new QuotientGraph(graph).eliminateAll();
}

class QuotientGraph {
  private readonly n: number;
  private list: Int32Array;
  /** First free place of `list`. */
  private free: number;
  private readonly start: Int32Array;
  /** Length of the list of a node. */
  private readonly length: Int32Array;
  /** How many entries at the front of the list of a variable are elements. */
  private readonly elements: Int32Array;
  private readonly weight: Int32Array;
  /** Bound for the external degree of a variable. */
  private readonly degree: Int32Array;
  /** Sum of the weights of L_e; 0 when e is no (longer an) element. */
  private readonly elementSize: Int32Array;
  /** |L_e \ L_p|, valid where seenWith[e] = p. */
  private readonly outside: Int32Array;
  private readonly seenWith: Int32Array;
  /** The pivot in whose element a variable was found last. */
  private readonly memberOf: Int32Array;

  // variables of equal degree, doubly linked
  private readonly degreeHead: Int32Array;
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private lowestDegree = 0;

  // variables of equal hash, linked through bucketNext
  private readonly bucketHead: Int32Array;
  private readonly bucketNext: Int32Array;
  private readonly hash: Int32Array;
  private readonly mark: Int32Array;
  private markValue = 0;

  // columns that a variable stands for, linked from the variable itself
  private readonly mergedNext: Int32Array;
  private readonly mergedLast: Int32Array;
  /** The element that absorbed an element: the assembly tree. */
  private readonly parent: Int32Array;
  private eliminated = 0;
  /** Columns that the current pivot stands for. */
  private pivotWeight = 0;
  private fill = 0;

  constructor(graph: AdjacencyLists) {
    const n = graph.pointers.length - 1;
    const nodes = (value: number) => new Int32Array(n).fill(value);
    this.n = n;
    this.free = graph.indices.length;
    this.list = new Int32Array(this.free + (this.free >> 1) + n);
    this.list.set(graph.indices);
    this.start = graph.pointers.slice(0, n);
    this.length = Int32Array.from({ length: n }, (_, j) => graph.pointers[j + 1] - graph.pointers[j]);
    this.elements = nodes(0);
    this.weight = nodes(1);
    this.degree = this.length.slice();
    this.elementSize = nodes(0);
    this.outside = nodes(0);
    this.seenWith = nodes(none);
    this.memberOf = nodes(none);
    this.degreeHead = nodes(none);
    this.next = nodes(none);
    this.previous = nodes(none);
    this.bucketHead = nodes(none);
    this.bucketNext = nodes(none);
    this.hash = nodes(0);
    this.mark = nodes(0);
    this.mergedNext = nodes(none);
    this.mergedLast = Int32Array.from({ length: n }, (_, j) => j);
    this.parent = nodes(none);
  }

  eliminateAll(): EliminationOrder {
    const pivots: number[] = [];
    const last = this.setDenseAside();
    for (let i = this.n - 1; i >= 0; i--) if (this.weight[i] > 0) this.enqueue(i);

    const count = this.n - last.length;
    while (this.eliminated < count) {
      const p = this.takeLowestDegree();
      pivots.push(p);
      this.formElement(p);
      this.countOutside(p);
      this.updateVariables(p);
      this.mergeIndistinguishable(p);
      this.closeElement(p);
    }
    return { order: this.postOrder(pivots, last), fill: this.fill };
  }

  /**
   * Variables joined to a great part of all others come last: they would be in almost every element and make every
   * update expensive, while their place in the order hardly matters. The limit 10·√n is that of [Amestoy1996].
   */
  private setDenseAside(): number[] {
    const limit = Math.max(16, 10 * Math.sqrt(this.n));
    const dense: number[] = [];
    for (let i = 0; i < this.n; i++) {
      if (this.degree[i] <= limit) continue;
      dense.push(i);
      this.weight[i] = 0;
    }
    return dense.sort((a, b) => this.degree[a] - this.degree[b] || a - b);
  }

  private takeLowestDegree(): number {
    while (this.degreeHead[this.lowestDegree] === none) this.lowestDegree++;
    const p = this.degreeHead[this.lowestDegree];
    this.dequeue(p);
    return p;
  }

  /** L_p ← (A_p ∪ the variables of all elements of p) \ p; these elements are absorbed. */
  private formElement(p: number): void {
    this.reserve(p);
    const { list, start, weight, memberOf } = this;
    const first = this.free;
    this.pivotWeight = weight[p];
    this.eliminated += weight[p];
    weight[p] = 0;
    let size = 0;
    const elementCount = this.elements[p];
    for (let source = 0; source <= elementCount; source++) {
      const e = source < elementCount ? list[start[p] + source] : p;
      const from = source < elementCount ? start[e] : start[p] + elementCount;
      const to = start[e] + this.length[e];
      for (let at = from; at < to; at++) {
        const i = list[at];
        if (weight[i] === 0 || memberOf[i] === p) continue;
        memberOf[i] = p;
        size += weight[i];
        list[this.free++] = i;
        this.dequeue(i);
      }
      if (e !== p) this.absorb(e, p);
    }
    start[p] = first;
    this.length[p] = this.free - first;
    this.elements[p] = 0;
    this.elementSize[p] = size;
  }

  /** outside[e] ← |L_e \ L_p| for every element e that shares a variable with p. */
  private countOutside(p: number): void {
    const { list, start, elements, outside, seenWith, weight, elementSize } = this;
    const end = start[p] + this.length[p];
    for (let at = start[p]; at < end; at++) {
      const i = list[at];
      const last = start[i] + elements[i];
      for (let q = start[i]; q < last; q++) {
        const e = list[q];
        if (seenWith[e] !== p) {
          seenWith[e] = p;
          outside[e] = elementSize[e];
        }
        outside[e] -= weight[i];
      }
    }
  }

  /** Removes from the lists of the variables of L_p what element p covers now, and bounds their degrees. */
  private updateVariables(p: number): void {
    const { list, start, length, elements, weight, outside, memberOf, elementSize } = this;
    const end = start[p] + length[p];
    for (let at = start[p]; at < end; at++) {
      const i = list[at];
      let to = start[i];
      let degree = 0;
      let hash = p;

      const lastElement = start[i] + elements[i];
      for (let q = start[i]; q < lastElement; q++) {
        const e = list[q];
        if (elementSize[e] === 0) continue;
        if (outside[e] === 0) {
          this.absorb(e, p); // L_e lies inside L_p altogether
          continue;
        }
        degree += outside[e];
        hash += e;
        list[to++] = e;
      }
      const firstVariable = to;
      for (let q = lastElement; q < start[i] + length[i]; q++) {
        const j = list[q];
        if (weight[j] === 0 || memberOf[j] === p) continue;
        degree += weight[j];
        hash += j;
        list[to++] = j;
      }

      if (degree === 0) {
        this.eliminateWith(i, p);
        continue;
      }
      // p or an element absorbed by p left the list, so there is a place for p behind the other elements
      list[to] = list[firstVariable];
      list[firstVariable] = p;
      elements[i] = firstVariable - start[i] + 1;
      length[i] = to + 1 - start[i];
      if (degree < this.degree[i]) this.degree[i] = degree;

      const bucket = (hash >>> 0) % this.n;
      this.hash[i] = bucket;
      this.bucketNext[i] = this.bucketHead[bucket];
      this.bucketHead[bucket] = i;
    }
  }

  /** Mass elimination: variable i of L_p has no neighbour outside L_p, so it can follow p without new fill. */
  private eliminateWith(i: number, p: number): void {
    const weight = this.weight[i];
    this.eliminated += weight;
    this.elementSize[p] -= weight;
    this.pivotWeight += weight;
    this.merge(i, p);
  }

  /** Merges variables of L_p whose lists are equal: they stay equal for the rest of the elimination. */
  private mergeIndistinguishable(p: number): void {
    const { list, start, length, weight, bucketHead, bucketNext } = this;
    const end = start[p] + length[p];
    for (let at = start[p]; at < end; at++) {
      if (weight[list[at]] === 0) continue;
      const bucket = this.hash[list[at]];
      let i = bucketHead[bucket];
      bucketHead[bucket] = none;
      for (; i !== none; i = bucketNext[i]) {
        if (weight[i] === 0 || bucketNext[i] === none) continue;
        this.markList(i);
        for (let j = bucketNext[i]; j !== none; j = bucketNext[j]) {
          if (weight[j] === 0 || !this.isMarkedList(i, j)) continue;
          const joined = weight[j];
          this.merge(j, i);
          weight[i] += joined;
        }
      }
    }
  }

  private markList(i: number): void {
    this.markValue++;
    const end = this.start[i] + this.length[i];
    for (let q = this.start[i]; q < end; q++) this.mark[this.list[q]] = this.markValue;
  }

  /** True when the list of j has the same elements and variables as the list of i, which is marked. */
  private isMarkedList(i: number, j: number): boolean {
    if (this.length[i] !== this.length[j] || this.elements[i] !== this.elements[j]) return false;
    const end = this.start[j] + this.length[j];
    for (let q = this.start[j]; q < end; q++) if (this.mark[this.list[q]] !== this.markValue) return false;
    return true;
  }

  /** Drops merged variables from L_p and gives the others their degrees. */
  private closeElement(p: number): void {
    const { list, start, weight, degree } = this;
    const size = this.elementSize[p];
    const columns = this.pivotWeight;
    this.fill += columns * size + (columns * (columns - 1)) / 2;
    const end = start[p] + this.length[p];
    let to = start[p];
    for (let at = start[p]; at < end; at++) {
      const i = list[at];
      if (weight[i] === 0) continue;
      list[to++] = i;
      const remaining = this.n - this.eliminated - weight[i];
      degree[i] = Math.min(degree[i] + size - weight[i], remaining);
      this.enqueue(i);
    }
    this.length[p] = to - start[p];
    this.free = to;
  }

  private absorb(e: number, p: number): void {
    this.elementSize[e] = 0;
    this.parent[e] = p;
  }

  /** Node i and all it stands for now belong to node j. */
  private merge(i: number, j: number): void {
    this.weight[i] = 0;
    this.mergedNext[this.mergedLast[j]] = i;
    this.mergedLast[j] = this.mergedLast[i];
  }

  private enqueue(i: number): void {
    const d = this.degree[i];
    const head = this.degreeHead[d];
    this.next[i] = head;
    this.previous[i] = none;
    if (head !== none) this.previous[head] = i;
    this.degreeHead[d] = i;
    if (d < this.lowestDegree) this.lowestDegree = d;
  }

  private dequeue(i: number): void {
    const before = this.previous[i];
    const after = this.next[i];
    if (before === none) this.degreeHead[this.degree[i]] = after;
    else this.next[before] = after;
    if (after !== none) this.previous[after] = before;
  }

  /** Makes room for L_p at the end of the lists. */
  private reserve(p: number): void {
    let need = this.length[p] - this.elements[p];
    for (let q = 0; q < this.elements[p]; q++) need += this.length[this.list[this.start[p] + q]];
    if (this.free + need <= this.list.length) return;

    let live = 0;
    const isLive = (i: number) => this.weight[i] > 0 || this.elementSize[i] > 0;
    for (let i = 0; i < this.n; i++) if (isLive(i)) live += this.length[i];
    const packed = new Int32Array(Math.max(this.list.length, 2 * live + need));
    let to = 0;
    for (let i = 0; i < this.n; i++) {
      if (!isLive(i)) continue;
      const from = this.start[i];
      this.start[i] = to;
      for (let q = from; q < from + this.length[i]; q++) packed[to++] = this.list[q];
    }
    this.list = packed;
    this.free = to;
  }

  /** Children before parents in the assembly tree, subtree by subtree; then the columns set aside. */
  private postOrder(pivots: readonly number[], last: readonly number[]): Int32Array {
    const order = new Int32Array(this.n);
    const childHead = new Int32Array(this.n).fill(none);
    const sibling = new Int32Array(this.n).fill(none);
    for (let k = pivots.length - 1; k >= 0; k--) {
      const p = pivots[k];
      if (this.parent[p] === none) continue;
      sibling[p] = childHead[this.parent[p]];
      childHead[this.parent[p]] = p;
    }
    let count = 0;
    const stack: number[] = [];
    for (const root of pivots) {
      if (this.parent[root] !== none) continue;
      stack.push(root);
      while (stack.length > 0) {
        const p = stack[stack.length - 1];
        const child = childHead[p];
        if (child !== none) {
          childHead[p] = sibling[child];
          stack.push(child);
          continue;
        }
        stack.pop();
        for (let j = p; j !== none; j = this.mergedNext[j]) order[count++] = j;
      }
    }
    for (const j of last) order[count++] = j;
    return order;
  }
}
