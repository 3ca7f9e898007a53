/**
 * In which order the unknowns of a matrix are eliminated that come in groups, each of which has entries with itself and with some other
 * groups, and which numbers each elimination works on: its front. Groups whose fronts are the same but for themselves are eliminated together.
 *
 *     front of s = [ F₁₁ F₁₂ ]   F₁₁  w unknowns that are eliminated, among whose rows pivots are searched
 *                  [ F₂₁ F₂₂ ]   F₂₂  m rows of later ones: F₂₂ − F₂₁·F₁₁⁻¹·F₁₂ is added to the front of the first of them
 *
 * Source   [Duff1983] (fronts, and the stack of what they leave); [Amestoy1996] (order)
 * Legend   place    position of an unknown in the order of elimination
 */
import { minimumDegreeOrder } from "./minimumDegree.ts";

export class Fronts {
  readonly size: number;
  readonly count: number;
  /** Place of each unknown. */
  readonly order: Int32Array;
  /** First place of each front; places of its further rows begin at rowStart, and their rows in the front that takes what is left in `target`. */
  readonly first: Int32Array;
  readonly rowStart: Int32Array;
  readonly rows: Int32Array;
  readonly target: Int32Array;
  /** How many fronts each takes what they have left of: the last ones on the stack. */
  readonly children: Int32Array;
  /** Entries of the matrix are stored front by front: where those of each begin, and the place of each in its front, column by column. */
  readonly entryStart: Int32Array;
  readonly entryPlace: Int32Array;
  /** Where the first w columns of each front begin in the factors, and the other columns of its first w rows. */
  readonly lowerStart: Int32Array;
  readonly upperStart: Int32Array;
  /** Rows of the largest front, and numbers of the largest stack. */
  readonly largest: number;
  readonly stack: number;
  /** Multiplications of a factorisation. */
  readonly work: number;
  private readonly groupAt: Int32Array;
  private readonly groupStart: Int32Array;
  private readonly blocks: readonly Map<number, number>[];

  /** `sizes`: unknowns of each group, one group behind the other; `neighbours`: other groups that it has entries with, in either direction. */
  constructor(sizes: readonly number[], neighbours: readonly ReadonlySet<number>[]) {
    const places = orderOf(neighbours);
    const groups = inverse(places);
    const width = (place: number): number => sizes[groups[place]];
    const start = new Int32Array(sizes.length + 1);
    for (let p = 0; p < sizes.length; p++) start[p + 1] = start[p] + width(p);
    const own = Array.from(groups, (g) => Array.from(neighbours[g], (other) => places[other]).sort((a, b) => a - b));
    const { structs, leaders } = eliminate(own);
    this.size = start[sizes.length];
    this.count = leaders.length;
    this.groupStart = start;
    this.groupAt = new Int32Array(this.size);
    this.order = new Int32Array(this.size);
    for (let g = 0, unknown = 0; g < sizes.length; g++)
      for (let i = 0; i < sizes[g]; i++) {
        this.order[unknown++] = start[places[g]] + i;
        this.groupAt[start[places[g]] + i] = places[g];
      }
    const counted = (): Int32Array => new Int32Array(this.count + 1);
    this.first = counted();
    this.rowStart = counted();
    this.entryStart = counted();
    this.lowerStart = counted();
    this.upperStart = counted();
    this.children = counted();
    const rows: number[] = [];
    const target: number[] = [];
    const entryPlace: number[] = [];
    const frontOf = new Int32Array(sizes.length);
    leaders.forEach((p, s) => frontOf.fill(s, p, leaders[s + 1] ?? sizes.length));
    this.blocks = Array.from(sizes, () => new Map<number, number>());
    const rowOf = new Int32Array(sizes.length);
    const inFront = (s: number): void => {
      const last = leaders[s + 1] ?? sizes.length;
      for (let p = leaders[s]; p < last; p++) rowOf[p] = start[p] - start[leaders[s]];
      let row = start[last] - start[leaders[s]];
      for (const p of structs[last - 1]) {
        rowOf[p] = row;
        row += width(p);
      }
    };
    let [largest, stack, most, work] = [0, 0, 0, 0];
    const left: number[] = [];
    leaders.forEach((leader, s) => {
      const last = leaders[s + 1] ?? sizes.length;
      const later = structs[last - 1];
      const w = start[last] - start[leader];
      let m = 0;
      for (const p of later) {
        for (let i = 0; i < width(p); i++) rows.push(start[p] + i);
        m += width(p);
      }
      const f = w + m;
      inFront(s);
      const addBlock = (a: number, b: number): void => {
        this.blocks[a].set(b, entryPlace.length);
        for (let j = 0; j < width(b); j++)
          for (let i = 0; i < width(a); i++) entryPlace.push(rowOf[a] + i + f * (rowOf[b] + j));
      };
      for (let p = leader; p < last; p++) {
        addBlock(p, p);
        for (const other of own[p])
          if (other > p) {
            addBlock(p, other);
            addBlock(other, p);
          }
      }
      this.first[s + 1] = start[last];
      this.rowStart[s + 1] = rows.length;
      this.entryStart[s + 1] = entryPlace.length;
      this.lowerStart[s + 1] = this.lowerStart[s] + f * w;
      this.upperStart[s + 1] = this.upperStart[s] + w * m;
      if (later.length > 0) {
        const parent = frontOf[later[0]];
        inFront(parent);
        for (const p of later) for (let i = 0; i < width(p); i++) target.push(rowOf[p] + i);
        this.children[parent]++;
      }
      largest = Math.max(largest, f);
      // fronts follow each other as a tree is gone through from its leaves
      for (let k = 0; k < this.children[s]; k++) stack -= left.pop()!;
      if (m > 0) left.push(m * m);
      stack += m * m;
      most = Math.max(most, stack);
      work += w * (w * (w / 3 + m) + m * m);
    });
    this.rows = Int32Array.from(rows);
    this.target = Int32Array.from(target);
    this.entryPlace = Int32Array.from(entryPlace);
    this.largest = largest;
    this.stack = most;
    this.work = work;
  }

  /** Where the entry of two places is stored. */
  entry(row: number, column: number): number {
    const { groupAt, groupStart } = this;
    const [a, b] = [groupAt[row], groupAt[column]];
    const height = groupStart[a + 1] - groupStart[a];
    return this.blocks[a].get(b)! + row - groupStart[a] + height * (column - groupStart[b]);
  }
}

/** Place of each group: few entries are filled in, and what belongs together in the tree of fronts follows each other. */
function orderOf(neighbours: readonly ReadonlySet<number>[]): Int32Array {
  const count = neighbours.length;
  const pointers = new Int32Array(count + 1);
  neighbours.forEach((others, g) => {
    pointers[g + 1] = pointers[g] + others.size;
  });
  const indices = Int32Array.from(neighbours.flatMap((others) => [...others]));
  const { order } = minimumDegreeOrder({ pointers, indices });
  const places = inverse(order);
  const { structs } = eliminate(Array.from(order, (g) => Array.from(neighbours[g], (other) => places[other])));
  // each subtree ends where what is left of its parent's places ends
  const sizes = new Int32Array(count).fill(1);
  structs.forEach(([parent], p) => {
    if (parent !== undefined) sizes[parent] += sizes[p];
  });
  const ends = new Int32Array(count + 1);
  ends[count] = count - 1;
  for (let p = count - 1; p >= 0; p--) {
    const parent = structs[p][0] ?? count;
    const place = ends[parent];
    ends[parent] -= sizes[p];
    places[order[p]] = place;
    ends[p] = place - 1;
  }
  return places;
}

function inverse(order: Int32Array): Int32Array {
  const places = new Int32Array(order.length);
  for (let p = 0; p < order.length; p++) places[order[p]] = p;
  return places;
}

/** The later groups in the front of each, and the groups that fronts begin with. */
function eliminate(own: readonly (readonly number[])[]): { structs: number[][]; leaders: number[] } {
  const structs: number[][] = [];
  const joined: number[][] = own.map(() => []);
  const leaders: number[] = [];
  own.forEach((others, p) => {
    const later = new Set(others.filter((other) => other > p));
    for (const child of joined[p]) for (const other of structs[child]) if (other > p) later.add(other);
    const sorted = [...later].sort((a, b) => a - b);
    structs.push(sorted);
    const isSame = p > 0 && structs[p - 1][0] === p && structs[p - 1].length === sorted.length + 1;
    if (!isSame) leaders.push(p);
    if (sorted.length > 0) joined[sorted[0]].push(p);
  });
  return { structs, leaders };
}
