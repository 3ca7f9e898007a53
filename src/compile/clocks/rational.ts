/** Exact fractions of small whole numbers: how clocks relate. */
export interface Rational {
  readonly n: number;
  readonly d: number;
}

function divisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return Math.abs(a);
}

export function rational(n: number, d = 1): Rational {
  const g = divisor(n, d) || 1;
  const sign = d < 0 ? -1 : 1;
  return { n: (sign * n) / g, d: (sign * d) / g };
}

export const times = (a: Rational, b: Rational): Rational => rational(a.n * b.n, a.d * b.d);
export const over = (a: Rational, b: Rational): Rational => rational(a.n * b.d, a.d * b.n);
export const plus = (a: Rational, b: Rational): Rational => rational(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a: Rational, b: Rational): Rational => plus(a, { n: -b.n, d: b.d });
export const isSame = (a: Rational, b: Rational): boolean => a.n === b.n && a.d === b.d;
export const numberOf = ({ n, d }: Rational): number => n / d;

/** The largest fraction of which both are multiples. */
export function commonDivisor(a: Rational, b: Rational): Rational {
  return rational(divisor(a.n * b.d, b.n * a.d), a.d * b.d);
}
