/**
 * Numbers with 32 decimal digits, for reference computations: the friendly form of doubleDouble.ts. Values do not change;
 * every operation gives a new number.
 *
 *     DoubleDouble.from("0.1").times(3).minus("0.3").toNumber()   // → 0 to 2⁻¹⁰⁴, where 0.1 * 3 - 0.3 gives 5.6e-17
 */

import { addDD, divideDD, multiplyDD, sqrtDD, subtractDD } from "../../src/math/doubleDouble.ts";
import { scaleByPower } from "../../src/math/elementary/floatBits.ts";

/** What can be made a DoubleDouble: a double exactly; a decimal number in a string, rounded once. */
export type DoubleDoubleLike = DoubleDouble | number | string;

type Operation = typeof addDD;

export class DoubleDouble {
  readonly hi: number;
  readonly lo: number;

  private constructor(hi: number, lo: number) {
    this.hi = hi;
    this.lo = lo;
  }

  static from(value: DoubleDoubleLike): DoubleDouble {
    if (value instanceof DoubleDouble) return value;
    if (typeof value === "number") return new DoubleDouble(value, 0);
    return parse(value);
  }

  /** The sum hi + lo, normalised. */
  static fromParts(hi: number, lo: number): DoubleDouble {
    return new DoubleDouble(hi, 0).plus(lo);
  }

  plus(other: DoubleDoubleLike): DoubleDouble {
    return this.combine(addDD, other);
  }

  minus(other: DoubleDoubleLike): DoubleDouble {
    return this.combine(subtractDD, other);
  }

  times(other: DoubleDoubleLike): DoubleDouble {
    return this.combine(multiplyDD, other);
  }

  dividedBy(other: DoubleDoubleLike): DoubleDouble {
    return this.combine(divideDD, other);
  }

  sqrt(): DoubleDouble {
    const pair = this.toPair();
    sqrtDD(pair, 0, pair, 0);
    return new DoubleDouble(pair[0], pair[1]);
  }

  negated(): DoubleDouble {
    return new DoubleDouble(-this.hi, -this.lo);
  }

  abs(): DoubleDouble {
    return this.hi < 0 ? this.negated() : this;
  }

  /** −1, 0 or 1; NaN when one of the numbers is NaN. */
  compare(other: DoubleDoubleLike): number {
    const { hi, lo } = DoubleDouble.from(other);
    const [a, b] = this.hi === hi ? [this.lo, lo] : [this.hi, hi];
    return a < b ? -1 : a > b ? 1 : a === b ? 0 : Number.NaN;
  }

  /** The nearest double. */
  toNumber(): number {
    return this.hi;
  }

  /** [hi, lo], the form of the kernels. */
  toPair(): Float64Array {
    return Float64Array.of(this.hi, this.lo);
  }

  /** Decimal form with the given number of significant digits, rounded from the exact value. */
  toString(digits = 32): string {
    if (!Number.isFinite(this.hi) || this.hi === 0) return String(this.hi);
    return print(exactValue(this.hi, this.lo), digits);
  }

  private combine(operation: Operation, other: DoubleDoubleLike): DoubleDouble {
    const pair = this.toPair();
    operation(pair, 0, pair, 0, DoubleDouble.from(other).toPair(), 0);
    return new DoubleDouble(pair[0], pair[1]);
  }
}

/** numerator / denominator, denominator > 0. */
interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

function parse(text: string): DoubleDouble {
  const match = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?\s*$/.exec(text);
  const whole = match?.[2] ?? "";
  const part = match?.[3] ?? "";
  if (match === null || whole + part === "") {
    throw new Error(`"${text}" is not a decimal number`);
  }
  const exponent = Number(match[4] ?? 0) - part.length;
  const digits = BigInt(whole + part) * (match[1] === "-" ? -1n : 1n);
  const power = 10n ** BigInt(Math.abs(exponent));
  const exact: Fraction =
    exponent >= 0 ? { numerator: digits * power, denominator: 1n } : { numerator: digits, denominator: power };

  const hi = nearestDouble(exact);
  if (!Number.isFinite(hi)) return DoubleDouble.from(hi);
  const high = exactValue(hi, 0);
  const lo = nearestDouble({
    numerator: exact.numerator * high.denominator - high.numerator * exact.denominator,
    denominator: exact.denominator * high.denominator,
  });
  return DoubleDouble.fromParts(hi, lo);
}

/** The double nearest to a fraction, ties to even. */
function nearestDouble({ numerator, denominator }: Fraction): number {
  if (numerator === 0n) return 0;
  const size = numerator < 0n ? -numerator : numerator;
  const bits = (x: bigint) => x.toString(2).length;
  const shifted = (x: bigint, k: number) => (k > 0 ? x << BigInt(k) : x);
  // 2^e ≤ size / denominator < 2^(e + 1); the last place of doubles there is 2^unit
  let e = bits(size) - bits(denominator);
  if (shifted(size, -e) < shifted(denominator, e)) e--;
  const unit = Math.max(e - 52, -1074);

  const n = shifted(size, -unit);
  const d = shifted(denominator, unit);
  const quotient = n / d;
  const twiceRest = 2n * (n % d);
  const isRoundedUp = twiceRest > d || (twiceRest === d && quotient % 2n === 1n);
  const value = scaleByPower(Number(isRoundedUp ? quotient + 1n : quotient), unit);
  return numerator < 0n ? -value : value;
}

/** hi + lo as a fraction with a power of two below. Both must be finite. */
function exactValue(hi: number, lo: number): Fraction {
  const scale = 1074n;
  return { numerator: scaledInteger(hi) + scaledInteger(lo), denominator: 1n << scale };
}

/** x·2¹⁰⁷⁴, which is an integer for every finite double. */
function scaledInteger(x: number): bigint {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, x);
  const word = bits.getBigUint64(0);
  const exponent = (word >> 52n) & 0x7ffn;
  const fraction = word & 0xfffffffffffffn;
  const size = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return x < 0 ? -size : size;
}

function print({ numerator, denominator }: Fraction, digits: number): string {
  const sign = numerator < 0n ? "-" : "";
  const size = numerator < 0n ? -numerator : numerator;
  let exponent = size.toString().length - denominator.toString().length;
  const scaledBy = (power: number): bigint => {
    const shift = digits - 1 - power;
    const n = shift >= 0 ? size * 10n ** BigInt(shift) : size;
    const d = shift >= 0 ? denominator : denominator * 10n ** BigInt(-shift);
    return (2n * n + d) / (2n * d); // rounded half up
  };
  let integer = scaledBy(exponent);
  if (integer.toString().length < digits) integer = scaledBy(--exponent);
  if (integer.toString().length > digits) integer = scaledBy(++exponent);
  const text = integer.toString();
  const fraction = text.slice(1).replace(/0+$/, "");
  return `${sign}${text[0]}${fraction === "" ? "" : `.${fraction}`}e${exponent < 0 ? "" : "+"}${exponent}`;
}
