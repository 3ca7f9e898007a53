/**
 * Reference values of elementary functions: fixed-point numbers of `precision` bits behind the point, as BigInt.
 * Slow, plain, and independent of the code under test.
 */
export const precision = 300n;
export const one = 1n << precision;

/** The exact value of a double. */
export function fromNumber(x: number): bigint {
  if (x === 0) return 0n;
  let e = 0;
  while (!Number.isInteger(x)) {
    x *= 2;
    e++;
    if (e > 1074) throw new RangeError("not finite");
  }
  return shift(BigInt(x), precision - BigInt(e));
}

/** x·2^k, rounded downwards. */
export function shift(x: bigint, k: bigint): bigint {
  return k >= 0n ? x << k : x >> -k;
}

export const multiply = (a: bigint, b: bigint): bigint => (a * b) >> precision;
export const divide = (a: bigint, b: bigint): bigint => (a << precision) / b;
const size = (a: bigint): bigint => (a < 0n ? -a : a);

/** Σ over k of the terms until they vanish; `next` makes a term from the one before. */
function series(first: bigint, next: (term: bigint, k: bigint) => bigint, value: (term: bigint, k: bigint) => bigint) {
  let sum = 0n;
  let term = first;
  for (let k = 0n; term !== 0n && term !== -1n; k++) {
    sum += value(term, k);
    term = next(term, k);
  }
  return sum;
}

export function exp(x: bigint): bigint {
  // (exp(x/2^20))^(2^20), with guard bits that the squarings use up
  const halvings = 20n;
  const guard = 64n;
  const wide = precision + guard;
  const small = (x << guard) >> halvings;
  let term = 1n << wide;
  let sum = 0n;
  for (let k = 1n; term !== 0n && term !== -1n; k++) {
    sum += term;
    term = ((term * small) >> wide) / k;
  }
  for (let k = 0n; k < halvings; k++) sum = (sum * sum) >> wide;
  return sum >> guard;
}

const artanh = (z: bigint): bigint =>
  series(
    z,
    (term) => multiply(term, multiply(z, z)),
    (term, k) => term / (2n * k + 1n),
  );

const ln2 = 2n * artanh(one / 3n);

export function log(x: bigint): bigint {
  let k = 0n;
  while (x >= 2n * one) {
    x >>= 1n;
    k++;
  }
  return 2n * artanh(divide(x - one, x + one)) + k * ln2;
}

/** arctan by the series, after halving the angle until |z| is small. */
export function atan(z: bigint): bigint {
  if (size(z) * 8n > one) {
    // arctan z = 2·arctan(z / (1 + √(1 + z²)))
    return 2n * atan(divide(z, one + sqrt(one + multiply(z, z))));
  }
  const square = multiply(z, z);
  return series(
    z,
    (term) => -multiply(term, square),
    (term, k) => term / (2n * k + 1n),
  );
}

export function sqrt(x: bigint): bigint {
  const value = x << precision;
  let root = 1n << (BigInt(value.toString(2).length) / 2n + 1n);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

export const pi = 4n * atan(one);

/** [sin x, cos x] */
export function sinCos(x: bigint): [bigint, bigint] {
  const turn = 2n * pi;
  const r = ((x % turn) + turn) % turn;
  const square = multiply(r, r);
  const step = (offset: bigint) => (term: bigint, k: bigint) =>
    -multiply(term, square) / ((2n * k + 1n + offset) * (2n * k + 2n + offset));
  const value = (term: bigint) => term;
  return [series(r, step(1n), value), series(one, step(0n), value)];
}

/** |y − exact| in units of the last place of the exact value. */
export function ulpError(y: number, exact: bigint): number {
  const bits = BigInt(size(exact).toString(2).length) - 1n - precision; // 2^bits ≤ |exact|
  const unit = bits < -1022n ? -1074n : bits - 52n;
  const difference = size(fromNumber(y) - exact);
  return Number(shift(difference, 40n - unit) >> precision) / 2 ** 40;
}
