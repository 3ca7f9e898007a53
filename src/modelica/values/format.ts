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

/** What String takes as format: `[flags][width][.precision]conversion` of C. */
const formats = /^%?([-+ 0]*)(\d{0,4})(?:\.(\d{0,2}))?([diouxXcfFeEgG]?)$/;

export function isFormat(format: string): boolean {
  return formats.test(format);
}

export function formatC(x: number, format: string): string {
  const [, flags = "", width = "", precision, conversion = ""] = formats.exec(format) ?? [];
  const isWhole = conversion !== "" && "diouxXc".includes(conversion);
  const isSigned = !isWhole || "di".includes(conversion);
  const size = isWhole
    ? wholeDigits(x, conversion).padStart(Number(precision ?? 0), "0")
    : realDigits(Math.abs(x), conversion.toLowerCase(), Number(precision ?? 6));
  const isNegative = isWhole ? Math.trunc(x) < 0 : x < 0 || Object.is(x, -0);
  const sign = !isSigned ? "" : isNegative ? "-" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  const isFilled =
    flags.includes("0") && !flags.includes("-") && Number.isFinite(x) && !(isWhole && precision !== undefined);
  const digits = isFilled ? size.padStart(Number(width) - sign.length, "0") : size;
  const text = sign + (conversion !== conversion.toLowerCase() ? digits.toUpperCase() : digits);
  return padded(text, Number(width), flags.includes("-"));
}

/** Negative numbers as C shows them where it knows no sign: in 32 bits. */
function wholeDigits(x: number, conversion: string): string {
  const whole = Math.trunc(x);
  const unsigned = whole < 0 ? 2 ** 32 + whole : whole;
  if (conversion === "c") return String.fromCodePoint(Math.max(0, whole));
  if (conversion === "o") return unsigned.toString(8);
  if (conversion === "u") return String(unsigned);
  if (conversion === "x" || conversion === "X") return unsigned.toString(16);
  return String(Math.abs(whole));
}

function realDigits(x: number, kind: string, digits: number): string {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "nan" : "inf";
  if (kind === "f") return x < 1e21 ? x.toFixed(digits) : BigInt(x) + (digits > 0 ? `.${"0".repeat(digits)}` : "");
  if (kind !== "e") return formatReal(x, Math.max(1, digits));
  const [mantissa, exponent] = x.toExponential(digits).split("e") as [string, string];
  return `${mantissa}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
}
