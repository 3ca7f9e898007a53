/** Rows that are known when values are read, while they are looked at; used again instead of allocated. */

export interface Knot {
  time: number;
  readonly row: Float64Array;
}

export class KnotPool {
  private readonly spare: Knot[] = [];
  private readonly width: number;

  /** `width`: of a row. */
  constructor(width: number) {
    this.width = width;
  }

  copy(time: number, row: Float64Array): Knot {
    const knot = this.spare.pop() ?? { time, row: new Float64Array(this.width) };
    knot.time = time;
    knot.row.set(row);
    return knot;
  }

  take(knot: Knot): void {
    this.spare.push(knot);
  }

  /** The list is empty afterwards. */
  takeAll(list: Knot[]): void {
    for (const knot of list) this.spare.push(knot);
    list.length = 0;
  }
}
