/** Round numbers along an axis, and how they are written. */

/** Multiples of 1, 2 or 5 times a power of ten in [low, high], about `wanted` of them. */
export function ticks(low: number, high: number, wanted: number): number[] {
  const step = tickStep(low, high, wanted);
  if (!(step > 0)) return Number.isFinite(low) ? [low] : [];
  const list: number[] = [];
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  // multiplied, not summed, so that 0.1 + 0.2 stays 0.3
  for (let k = first; k <= last; k++) list.push(roundTo(k * step, step));
  return list;
}

export function tickStep(low: number, high: number, wanted: number): number {
  const raw = (high - low) / Math.max(1, wanted);
  if (!(raw > 0) || !Number.isFinite(raw)) return 0;
  const power = 10 ** Math.floor(Math.log10(raw));
  const ratio = raw / power;
  return power * (ratio > 5 ? 10 : ratio > 2 ? 5 : ratio > 1 ? 2 : 1);
}

/** A tick as text, with as many digits as its step needs: `0.05`, `1.2e6`, `−3`. */
export function tickText(value: number, step: number): string {
  if (value === 0) return "0";
  const size = Math.max(Math.abs(value), step);
  if (size >= 1e5 || size < 1e-3) {
    const digits = Math.max(0, Math.floor(Math.log10(Math.abs(value))) - Math.floor(Math.log10(step)));
    return minus(value.toExponential(Math.min(20, digits)).replace("e+", "e"));
  }
  return minus(value.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9))));
}

/** A value with the given number of digits, as short as possible: `0.333333`, `1.5e−7`. */
export function valueText(value: number, digits = 6): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  const text = size !== 0 && (size >= 1e6 || size < 1e-4) ? value.toExponential(digits - 1) : value.toPrecision(digits);
  return minus(
    text
      .replace(/(\.\d*?)0+(e|$)/, "$1$2")
      .replace(/\.(e|$)/, "$1")
      .replace("e+", "e"),
  );
}

function minus(text: string): string {
  return text.replaceAll("-", "−");
}

function roundTo(value: number, step: number): number {
  const digits = Math.max(0, 1 - Math.floor(Math.log10(step)));
  return digits > 20 ? value : Number(value.toFixed(digits));
}
