/** Numbers as text: the shortest decimal that reads back as the same double. */

/** Missing values are empty. */
export function csvNumber(x: number): string {
  if (Number.isNaN(x)) return "";
  return Object.is(x, -0) ? "-0" : String(x);
}

/** Missing values are null; infinities, which JSON cannot write as numbers, are texts. */
export function jsonNumber(x: number): string {
  if (Number.isNaN(x)) return "null";
  if (!Number.isFinite(x)) return `"${x}"`;
  return Object.is(x, -0) ? "-0" : String(x);
}
