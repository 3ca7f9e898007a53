/**
 * Powers of one number for a fixed set of exponents, each by one product of two powers that are there already.
 *
 *     x⁸ = x⁴·x⁴,  x³² = x³¹·x, …
 */
export class PowerTable {
  readonly values: Float64Array;
  readonly #exponents: readonly number[];
  readonly #left: Uint8Array;
  readonly #right: Uint8Array;
  readonly #hasNegative: boolean;

  constructor(exponents: Iterable<number>) {
    const wanted = [...new Set(exponents)].sort((a, b) => Math.abs(a) - Math.abs(b));
    this.#hasNegative = wanted.some((e) => e < 0);
    const have: number[] = this.#hasNegative ? [0, 1, -1] : [0, 1];
    const steps: [number, number][] = have.map(() => [0, 0]);
    const add = (e: number): void => {
      if (have.includes(e)) return;
      let left = have.findIndex((a) => have.includes(e - a) && Math.sign(a) === Math.sign(e) && a !== e);
      if (left < 0) {
        const half = Math.trunc(e / 2);
        add(half);
        add(e - half);
        left = have.indexOf(half);
      }
      const right = have.indexOf(e - have[left]!);
      have.push(e);
      steps.push([left, right]);
    };
    for (const e of wanted) add(e);
    this.#exponents = have;
    this.values = new Float64Array(have.length).fill(1);
    this.#left = Uint8Array.from(steps.map(([left]) => left));
    this.#right = Uint8Array.from(steps.map(([, right]) => right));
  }

  /** Place of an exponent in `values`. */
  placeOf(exponent: number): number {
    return this.#exponents.indexOf(exponent);
  }

  fill(x: number): Float64Array {
    const values = this.values;
    const left = this.#left;
    const right = this.#right;
    values[1] = x;
    let first = 2;
    if (this.#hasNegative) {
      values[2] = 1 / x;
      first = 3;
    }
    for (let k = first; k < values.length; k++) values[k] = values[left[k]!]! * values[right[k]!]!;
    return values;
  }
}

/** Terms n·x^I·y^J with their places in two tables of powers. */
export class TermSet {
  readonly x: PowerTable;
  readonly y: PowerTable;
  readonly xPlace: Uint8Array;
  readonly yPlace: Uint8Array;
  readonly I: Float64Array;
  readonly J: Float64Array;
  readonly n: Float64Array;
  /** Σt, ΣI·t, ΣI(I−1)t, ΣJ·t, ΣJ(J−1)t, ΣIJ·t of the last `sums`. */
  readonly sum = new Float64Array(7);

  constructor(terms: { readonly I: readonly number[]; readonly J: readonly number[]; readonly n: readonly number[] }) {
    this.x = new PowerTable(terms.I);
    this.y = new PowerTable(terms.J);
    this.xPlace = Uint8Array.from(terms.I, (e) => this.x.placeOf(e));
    this.yPlace = Uint8Array.from(terms.J, (e) => this.y.placeOf(e));
    this.I = Float64Array.from(terms.I);
    this.J = Float64Array.from(terms.J);
    this.n = Float64Array.from(terms.n);
  }

  sums(x: number, y: number): Float64Array {
    const { xPlace, yPlace, I, J, n, sum } = this;
    const px = this.x.fill(x);
    const py = this.y.fill(y);
    let s0 = 0;
    let sI = 0;
    let sII = 0;
    let sJ = 0;
    let sJJ = 0;
    let sIJ = 0;
    for (let k = 0; k < n.length; k++) {
      const t = n[k]! * px[xPlace[k]!]! * py[yPlace[k]!]!;
      const i = I[k]!;
      const j = J[k]!;
      const it = i * t;
      const jt = j * t;
      s0 += t;
      sI += it;
      sII += (i - 1) * it;
      sJ += jt;
      sJJ += (j - 1) * jt;
      sIJ += i * jt;
    }
    sum[0] = s0;
    sum[1] = sI;
    sum[2] = sII;
    sum[3] = sJ;
    sum[4] = sJJ;
    sum[5] = sIJ;
    return sum;
  }

  /** ΣJ·t, ΣJ(J−1)t, ΣJ(J−1)(J−2)t and Σt into sum[3 … 6] and sum[0]; the powers of x are those of the last call if not given. */
  sumsInY(x: number, y: number): Float64Array {
    const { xPlace, yPlace, J, n, sum } = this;
    const px = this.x.fill(x);
    const py = this.y.fill(y);
    let s0 = 0;
    let sJ = 0;
    let sJJ = 0;
    let sJJJ = 0;
    for (let k = 0; k < n.length; k++) {
      const t = n[k]! * px[xPlace[k]!]! * py[yPlace[k]!]!;
      const j = J[k]!;
      const jt = j * t;
      const jjt = (j - 1) * jt;
      s0 += t;
      sJ += jt;
      sJJ += jjt;
      sJJJ += (j - 2) * jjt;
    }
    sum[0] = s0;
    sum[3] = sJ;
    sum[4] = sJJ;
    sum[5] = sJJJ;
    return sum;
  }
}
