/** Finished runs in the order in which they came, as columns of numbers: a million of them take tens of megabytes. */

export interface FinishedRun {
  readonly run: number;
  readonly seconds: number;
  /** Kept quantities, in order; null is a missing value. Absent for a failed run. */
  readonly values?: readonly (number | null)[];
  readonly units?: readonly string[];
  /** Of a study: derivatives of the values, row by row. */
  readonly derivatives?: readonly (number | null)[];
  readonly error?: { readonly code: string; readonly message: string };
}

const firstLength = 256;

export class FinishedRuns implements Iterable<[number, FinishedRun]> {
  private readonly width: number;
  private count = 0;
  /** By row: number of the run, seconds, kept quantities; NaN where a value is missing. */
  private rows: Float64Array;
  /** One bit per run. */
  private known = new Uint8Array(firstLength);
  private readonly errors = new Map<number, NonNullable<FinishedRun["error"]>>();
  private units: readonly string[] | undefined;

  constructor(quantities: number) {
    this.width = 2 + quantities;
    this.rows = new Float64Array(firstLength * this.width);
  }

  get size(): number {
    return this.count;
  }

  get failed(): number {
    return this.errors.size;
  }

  has(run: number): boolean {
    return ((this.known[run >> 3] ?? 0) & (1 << (run & 7))) !== 0;
  }

  /** A run that is there already stays as it is. */
  add({ run, seconds, values, units, error }: FinishedRun): void {
    if (this.has(run)) return;
    const { width } = this;
    const at = this.count++ * width;
    if (at + width > this.rows.length) this.rows = grown(Float64Array, this.rows, at + width);
    if (run >> 3 >= this.known.length) this.known = grown(Uint8Array, this.known, (run >> 3) + 1);
    this.known[run >> 3]! |= 1 << (run & 7);
    this.rows[at] = run;
    this.rows[at + 1] = seconds;
    for (let k = 2; k < width; k++) this.rows[at + k] = values?.[k - 2] ?? Number.NaN;
    this.units ??= units;
    if (error !== undefined) this.errors.set(run, error);
  }

  *keys(): Generator<number> {
    for (let row = 0; row < this.count; row++) yield this.rows[row * this.width]!;
  }

  *values(first = 0): Generator<FinishedRun> {
    for (let row = first; row < this.count; row++) yield this.runAt(row);
  }

  *[Symbol.iterator](): Generator<[number, FinishedRun]> {
    for (const run of this.values()) yield [run.run, run];
  }

  private runAt(row: number): FinishedRun {
    const { rows, width, units } = this;
    const [run, seconds] = [rows[row * width]!, rows[row * width + 1]!];
    const error = this.errors.get(run);
    if (error !== undefined) return { run, seconds, error };
    const values = Array.from(rows.subarray(row * width + 2, (row + 1) * width), (value) =>
      Number.isNaN(value) ? null : value,
    );
    return { run, seconds, values, ...(units !== undefined && { units }) };
  }
}

function grown<T extends Float64Array | Uint8Array>(Kind: new (length: number) => T, old: T, needed: number): T {
  const next = new Kind(Math.max(needed, 2 * old.length));
  next.set(old as never);
  return next;
}
