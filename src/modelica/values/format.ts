/** Numbers as text, as C prints them: %g with significant digits, and the formats that String(…, format = …) takes. */
export function formatReal(x: number, significantDigits: number): string {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  if (x === 0) return Object.is(x, -0) ? "-0" : "0";
  const [mantissa, exponentText] = x.toExponential(Math.max(0, significantDigits - 1)).split("e") as [string, string];
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= significantDigits) {
    const digits = trimmed(mantissa);
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${digits}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  return trimmed(x.toFixed(Math.max(0, significantDigits - 1 - exponent)));
}

function trimmed(digits: string): string {
  return digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
}

export function padded(text: string, minimumLength: number, leftJustified: boolean): string {
  return leftJustified ? text.padEnd(minimumLength) : text.padStart(minimumLength);
}

/** `[flags][width][.precision]conversion` of C. */
export function formatC(x: number, format: string): string {
  const match = /^%?([-+ 0#]*)(\d*)(?:\.(\d+))?([a-zA-Z])?$/.exec(format);
  if (match === null) return formatReal(x, 6);
  const [, flags = "", width = "", precision, conversion = "g"] = match;
  const digits = precision === undefined ? 6 : Number(precision);
  let text: string;
  switch (conversion) {
    case "d":
    case "i":
      text = String(Math.trunc(x));
      break;
    case "f":
    case "F":
      text = x.toFixed(digits);
      break;
    case "e":
    case "E": {
      const [mantissa, exponent] = x.toExponential(digits).split("e") as [string, string];
      text = `${mantissa}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
      break;
    }
    default:
      text = formatReal(x, Math.max(1, digits));
  }
  if (conversion === "E" || conversion === "G") text = text.toUpperCase();
  if (flags.includes("+") && x >= 0) text = `+${text}`;
  return padded(text, Number(width || 0), flags.includes("-"));
}
