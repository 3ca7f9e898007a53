/** One comparison of a computed value with a reference, and the journal of many. */
import { readFileSync } from "node:fs";

export interface ComparisonRecord {
  /** Test file, relative to the repository. */
  readonly file: string;
  /** Full name of the test. */
  readonly test: string;
  readonly quantity: string;
  readonly value: number;
  readonly reference: number;
  /** Largest absolute error that passes. */
  readonly allowed: number;
}

/** Error per allowed error; what is not a number is the worst. */
export function excess({
  value,
  reference,
  allowed,
}: Pick<ComparisonRecord, "value" | "reference" | "allowed">): number {
  const error = Math.abs(value - reference);
  if (Number.isNaN(error)) return Number.POSITIVE_INFINITY;
  return error === 0 ? 0 : error / allowed;
}

/** Comparisons of a journal, one JSON document per line; JSON has no NaN and writes null for it. */
export function readComparisons(file: string): ComparisonRecord[] {
  const number = (value: unknown): number => (value === null ? Number.NaN : Number(value));
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { file, test, quantity, value, reference, allowed } = JSON.parse(line) as Record<string, unknown>;
      return {
        file: String(file),
        test: String(test),
        quantity: String(quantity),
        value: number(value),
        reference: number(reference),
        allowed: number(allowed),
      };
    });
}
