/** Pairs that no chain of contacts connects do not know of each other: which of them belong together. What does not move connects nobody. */
import { type ContactList, enlarged, pairLength, startPairs } from "./contactList.ts";

export class ContactIslands {
  count = 0;
  /** The pairs of island i, in the order in which they were added: order[starts[i]] … order[starts[i + 1] − 1]. */
  order = new Int32Array(startPairs);
  starts = new Int32Array(startPairs + 1);
  /** Its branches: the places of their speeds, and how many these are, from branchStarts[i] up to branchStarts[i + 1]. */
  places = new Int32Array(2 * startPairs);
  counts = new Int32Array(2 * startPairs);
  branchStarts = new Int32Array(startPairs + 1);
  /** Of places of branches: another one of the same island, itself for the first; and the number of the island of that one. */
  private linked = new Int32Array(0);
  private numbers = new Int32Array(0);
  /** 1 for places of branches that listBranches() has seen; none outside of it. */
  private isListed = new Uint8Array(0);

  /** `speeds`: how many there are. */
  find({ pairCount, pairs }: ContactList, speeds: number): void {
    while (this.order.length < pairCount) {
      this.order = enlarged(this.order, Int32Array);
      this.starts = new Int32Array(this.order.length + 1);
      this.branchStarts = new Int32Array(this.order.length + 1);
      this.places = new Int32Array(2 * this.order.length);
      this.counts = new Int32Array(2 * this.order.length);
    }
    if (this.linked.length < speeds) {
      this.linked = new Int32Array(speeds);
      this.numbers = new Int32Array(speeds);
      this.isListed = new Uint8Array(speeds);
    }
    const { order, starts, linked, numbers } = this;
    for (let o = 0; o < pairLength * pairCount; o += pairLength) {
      const a = placeOf(pairs, o);
      const b = pairs[o + 5] > 0 ? pairs[o + 4] : a;
      linked[a] = a;
      linked[b] = b;
      numbers[a] = numbers[b] = -1;
    }
    for (let o = 0; o < pairLength * pairCount; o += pairLength) {
      if (pairs[o + 3] === 0 || pairs[o + 5] === 0) continue;
      const a = this.firstOf(pairs[o + 2]);
      const b = this.firstOf(pairs[o + 4]);
      if (a < b) linked[b] = a;
      else linked[a] = b;
    }
    let n = 0;
    starts.fill(0, 0, pairCount + 1);
    for (let p = 0; p < pairCount; p++) {
      const first = this.firstOf(placeOf(pairs, pairLength * p));
      if (numbers[first] < 0) numbers[first] = n++;
      starts[numbers[first] + 1]++;
    }
    for (let i = 0; i < n; i++) starts[i + 1] += starts[i];
    // starts move on while islands are filled, and are put back behind it
    for (let p = 0; p < pairCount; p++) order[starts[numbers[this.firstOf(placeOf(pairs, pairLength * p))]]++] = p;
    for (let i = n; i > 0; i--) starts[i] = starts[i - 1];
    starts[0] = 0;
    this.count = n;
    this.listBranches(pairs);
  }

  private listBranches(pairs: Int32Array): void {
    const { count, order, starts, places, counts, branchStarts, isListed } = this;
    let n = 0;
    for (let i = 0; i < count; i++) {
      branchStarts[i] = n;
      for (let place = starts[i]; place < starts[i + 1]; place++)
        for (let o = pairLength * order[place] + 2, end = o + 4; o < end; o += 2) {
          if (pairs[o + 1] === 0 || isListed[pairs[o]] === 1) continue;
          isListed[pairs[o]] = 1;
          places[n] = pairs[o];
          counts[n++] = pairs[o + 1];
        }
    }
    branchStarts[count] = n;
    for (let k = 0; k < n; k++) isListed[places[k]] = 0;
  }

  private firstOf(place: number): number {
    const { linked } = this;
    let first = place;
    while (linked[first] !== first) first = linked[first];
    linked[place] = first;
    return first;
  }
}

/** Place of a branch of the pair whose numbers begin at o. */
function placeOf(pairs: Int32Array, o: number): number {
  return pairs[o + (pairs[o + 3] > 0 ? 2 : 4)];
}
