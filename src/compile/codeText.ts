/** Numbers and names in generated code. */

/** Numbers below zero in parentheses, so that they can stand behind a sign. */
export function literal(value: number): string {
  if (Object.is(value, -0)) return "(-0)";
  return value < 0 ? `(${value})` : String(value);
}

/** A name of the model in a comment of generated code: letters, digits and a few signs, nothing that could end the comment. */
export function commentName(name: string): string {
  return name.replace(/[^\w.,()[\]$]/g, "_");
}
