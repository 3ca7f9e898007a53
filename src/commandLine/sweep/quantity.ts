/** What is kept of a run: the final, smallest or largest value of a signal: `h`, `max(h)`, `min(motor.w)`. */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { Result } from "../../results/result.ts";

const form = /^(final|min|max)\((.+)\)$/;

/** The signal that is meant. */
export function signalOf(text: string): string {
  return form.exec(text.trim())?.[2] ?? text.trim();
}

export function quantityOf(result: Result, text: string): number {
  const [, kind, name] = form.exec(text.trim()) ?? [text, "final", text.trim()];
  const last: unknown = result.final(name!);
  if (typeof last === "object") throw notANumber(result, name!);
  if (kind === "final") return Number(last);
  const { values } = result.signal(name!);
  const pick = kind === "min" ? Math.min : Math.max;
  let found = Number.NaN;
  for (const value of values as ArrayLike<number> & Iterable<number>) {
    if (!Number.isNaN(value)) found = Number.isNaN(found) ? value : pick(found, value);
  }
  return found;
}

function notANumber(result: Result, name: string): RattlebackError {
  const { shape } = result.describe(name);
  const first = `${name}[${shape.map(() => 1).join(", ")}]`;
  return new RattlebackError("E-SWEEP-QUANTITIES", `"${name}" has ${shape.join(" × ")} elements.`, {
    path: "quantities",
    because: "a number is kept of each run",
    hint: `name an element, such as ${first} or max(${first})`,
    data: { name },
  });
}

export function unitOf(result: Result, text: string): string {
  return result.describe(signalOf(text)).unit;
}
