/**
 * Roots of a function of one variable inside a bracket with a change of sign. Convergence is guaranteed: each method keeps the
 * bracket and bisects when interpolation does not shrink it, so that only the signs of f matter in the end: the function
 * may jump, be flat, or give nothing but −1 and 1. With tolerance 0 the result is a pair of neighbouring doubles.
 *
 * Source   [Oliveira2021] (interpolate, truncate, project: never worse than bisection by more than one evaluation per
 *          restart); [Dowell1971] (Illinois)
 * Legend   a < b        bracket, f(a) and f(b) of opposite sign
 *          fa, fb       values there (in the Illinois method possibly halved)
 *          x_h, x_f     midpoint and zero of the chord
 *          r            how far from the midpoint the next point may lie without losing the bound of bisection
 */
import { RattlebackError } from "../errors/rattlebackError.ts";

export interface BracketedRoot {
  /** End of the bracket with the smaller |f|. */
  readonly x: number;
  /** The root lies in [lower, upper]; both equal x when f(x) is exactly 0. */
  readonly lower: number;
  readonly upper: number;
  /** Calls of f, those at the two ends included. */
  readonly evaluations: number;
}

/** Root of f between a and b by the ITP method: superlinear on smooth functions, bisection at worst. Default tolerance 0. */
export function findRoot(f: (x: number) => number, a: number, b: number, tolerance = 0): BracketedRoot {
  const bracket = new Bracket(f, a, b);
  while (!bracket.isDone(tolerance)) {
    // Near zero doubles lie closer than at the ends, so a bracket may need a restart with finer target.
    const target = Math.max(tolerance, spacing(Math.max(Math.abs(bracket.a), Math.abs(bracket.b)))) / 2;
    const width = bracket.b - bracket.a;
    const k1 = 0.2 / width;
    let reach = 2 * target; // of the last point; doubled for each bisection, one more than bisection needs
    while (reach < width) reach *= 2;
    do {
      bracket.insert(itpPoint(bracket, k1, reach));
      reach /= 2;
    } while (bracket.b - bracket.a > 2 * target && !bracket.isDone(tolerance));
  }
  return bracket.result();
}

function itpPoint({ a, b, fa, fb }: Bracket, k1: number, reach: number): number {
  const middle = a + (b - a) / 2;
  const chord = (fb * a - fa * b) / (fb - fa);
  if (!(chord >= a && chord <= b)) return middle; // also for infinite values
  const towards = middle < chord ? -1 : 1;
  const truncation = k1 * (b - a) * (b - a);
  const truncated = truncation <= Math.abs(middle - chord) ? chord + towards * truncation : middle;
  const r = reach - (b - a) / 2;
  return Math.abs(truncated - middle) <= r ? truncated : middle - towards * r;
}

/**
 * Root of f between a and b by the Illinois method, with a bisection whenever four points together have not halved the
 * bracket. Order 1.44 per evaluation on smooth functions. Default tolerance 0.
 */
export function findRootIllinois(f: (x: number) => number, a: number, b: number, tolerance = 0): BracketedRoot {
  const bracket = new Bracket(f, a, b);
  let checkpoint = bracket.b - bracket.a;
  for (let count = 1; !bracket.isDone(tolerance); count++) {
    const isCheck = count % 4 === 0;
    const isSlow = isCheck && bracket.b - bracket.a > checkpoint / 2;
    const chord = (bracket.fb * bracket.a - bracket.fa * bracket.b) / (bracket.fb - bracket.fa);
    const previous = bracket.lastSide;
    bracket.insert(isSlow ? Number.NaN : chord);
    // the same end moved twice: weigh the end that stays less, so that the next chord lands beyond the root
    if (bracket.lastSide === previous) bracket.halveOpposite();
    if (isCheck) checkpoint = bracket.b - bracket.a;
  }
  return bracket.result();
}

class Bracket {
  a: number;
  b: number;
  fa: number;
  fb: number;
  /** −1 when a moved last, 1 when b did. */
  lastSide = 0;
  private readonly f: (x: number) => number;
  private readonly signAtB: number;
  // |f| at the ends, where fa and fb may have been halved
  private sizeA: number;
  private sizeB: number;
  private evaluations = 2;

  constructor(f: (x: number) => number, a: number, b: number) {
    this.f = f;
    this.a = Math.min(a, b);
    this.b = Math.max(a, b);
    this.fa = f(this.a);
    this.fb = f(this.b);
    this.signAtB = Math.sign(this.fb);
    this.sizeA = Math.abs(this.fa);
    this.sizeB = Math.abs(this.fb);
    if (!(Math.sign(this.fa) * this.signAtB <= 0) || !Number.isFinite(this.b - this.a)) throw noBracket(this);
    if (this.sizeA === 0) this.b = this.a;
    else if (this.sizeB === 0) this.a = this.b;
  }

  /** The bracket is as narrow as wanted, or its ends are equal or neighbouring doubles. */
  isDone(tolerance: number): boolean {
    const middle = this.a + (this.b - this.a) / 2;
    return this.b - this.a <= tolerance || !(middle > this.a && middle < this.b);
  }

  /** Evaluates f at x, or in the middle when x is not inside, and keeps the part with the change of sign. */
  insert(x: number): void {
    const point = x > this.a && x < this.b ? x : this.a + (this.b - this.a) / 2;
    const value = this.f(point);
    this.evaluations++;
    if (Number.isNaN(value)) throw notANumber(point);
    const moved = value === 0 ? 0 : Math.sign(value) === this.signAtB ? 1 : -1;
    if (moved >= 0) {
      this.b = point;
      this.fb = value;
      this.sizeB = Math.abs(value);
    }
    if (moved <= 0) {
      this.a = point;
      this.fa = value;
      this.sizeA = Math.abs(value);
    }
    this.lastSide = moved;
  }

  halveOpposite(): void {
    if (this.lastSide > 0) this.fa /= 2;
    else this.fb /= 2;
  }

  result(): BracketedRoot {
    const x = this.sizeA < this.sizeB ? this.a : this.b;
    return { x, lower: this.a, upper: this.b, evaluations: this.evaluations };
  }
}

/** Bound for the distance from x ≥ 0 to the next double, above zero also when halved. */
function spacing(x: number): number {
  return Math.max(x * 2 ** -52, 4 * Number.MIN_VALUE);
}

function noBracket({ a, b, fa, fb }: Bracket): RattlebackError {
  return new RattlebackError("E-BRACKET", `The function does not change its sign between ${a} and ${b}.`, {
    because: `f(${a}) = ${fa} and f(${b}) = ${fb}`,
    hint: "give two finite ends at which the function has opposite signs or is zero",
    data: { a, b, fa, fb },
  });
}

function notANumber(x: number): RattlebackError {
  return new RattlebackError("E-BRACKET", `The function is not a number at ${x}.`, {
    because: "a sign is needed at every point of the bracket",
    hint: "give a bracket on which the function is defined",
    data: { x },
  });
}
