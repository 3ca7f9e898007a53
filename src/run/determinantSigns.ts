/** Signs of what unknowns are found by dividing by: determinants of systems, factors in single equations. */
export class DeterminantSigns {
  /** Where the last evaluation was; 0: singular, or not known. */
  readonly present: Int8Array;
  private readonly settled: Int8Array;
  /** When a sign other than the settled one was seen last. */
  readonly changedAt: Float64Array;
  hasChanged = false;

  constructor(count: number) {
    this.present = new Int8Array(count);
    this.settled = new Int8Array(count);
    this.changedAt = new Float64Array(count).fill(Number.NaN);
  }

  note(index: number, sign: number, t: number): void {
    this.present[index] = sign;
    const before = this.settled[index]!;
    if (before === 0) this.settled[index] = sign;
    if (before * sign >= 0) return;
    this.changedAt[index] = t;
    this.hasChanged = true;
  }

  /** Whether the present sign is another than the settled one. */
  isOther(index: number): boolean {
    return this.present[index]! * this.settled[index]! < 0;
  }

  /** The present signs are what later ones are compared with: after an event, and where a change was looked into. */
  settle(): void {
    this.settled.set(this.present);
    this.changedAt.fill(Number.NaN);
    this.hasChanged = false;
  }
}
