/** What is kept of a run: the final, smallest or largest value of a signal: `h`, `max(h)`, `min(motor.w)`. */
import type { Result } from "../../results/result.ts";

const form = /^(final|min|max)\((.+)\)$/;

export function quantityOf(result: Result, text: string): number {
  const [, kind, name] = form.exec(text.trim()) ?? [text, "final", text.trim()];
  if (kind === "final") return Number(result.final(name!));
  const { values } = result.signal(name!);
  const pick = kind === "min" ? Math.min : Math.max;
  let found = Number.NaN;
  for (const value of values as ArrayLike<number> & Iterable<number>) {
    if (!Number.isNaN(value)) found = Number.isNaN(found) ? value : pick(found, value);
  }
  return found;
}

export function unitOf(result: Result, text: string): string {
  const [, , name] = form.exec(text.trim()) ?? [text, "final", text.trim()];
  return result.describe(name!).unit;
}
