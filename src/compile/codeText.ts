/** Numbers and names in generated code. */

export function literal(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "Infinity" : "-Infinity";
  return value < 0 || Object.is(value, -0) ? `(${value})` : String(value);
}

/** A name of the model in a comment of generated code: letters, digits and a few signs, nothing that could end the comment. */
export function commentName(name: string): string {
  return name.replace(/[^\w.,()[\]$]/g, "_");
}
