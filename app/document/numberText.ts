/** Numbers as a person would write them into a text. */

/** Seven digits; what is smaller than a thousandth of a micrometre is nothing. */
export function numberText(value: number): string {
  return Math.abs(value) < 1e-9 ? "0" : String(Number(value.toPrecision(7)));
}

/** An angle in rad: as a share of π where it is one, so that a right angle is right to the last digit. */
export function angleText(value: number): string {
  const parts = 24;
  const count = Math.round((value * parts) / Math.PI);
  if (count === 0 || Math.abs(value - (count * Math.PI) / parts) > 1e-7) return numberText(value);
  const divisor = greatestDivisor(Math.abs(count), parts);
  const [above, below] = [Math.abs(count) / divisor, parts / divisor];
  return `${count < 0 ? "-" : ""}${above === 1 ? "" : `${above} * `}Math.PI${below === 1 ? "" : ` / ${below}`}`;
}

export function vectorText(values: ArrayLike<number>, text: (value: number) => string = numberText): string {
  return `[${Array.from(values, text).join(", ")}]`;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
