/**
 * Comparisons with reference values: they assert, and when the environment variable RATTLEBACK_VALIDATE names a file, each appends a
 * line to it. `npm run validate` makes a table of these lines.
 */
import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { expect } from "vitest";
import { type ComparisonRecord, excess } from "./comparison.ts";

export interface Sample {
  /** Such as "t = 3". */
  readonly place: string;
  readonly value: number;
  readonly reference: number;
  readonly allowed: number;
}

/** Notes a comparison without asserting it, for tests that assert something stronger. */
export function recordComparison(quantity: string, value: number, reference: number, allowed: number): void {
  const file = process.env["RATTLEBACK_VALIDATE"];
  if (file === undefined) return;
  const { currentTestName = "", testPath = "" } = expect.getState();
  const record: ComparisonRecord = {
    file: relative(process.cwd(), testPath),
    test: currentTestName,
    quantity,
    value,
    reference,
    allowed,
  };
  appendFileSync(file, `${JSON.stringify(record)}\n`);
}

/** The value is the reference up to the absolute error that is allowed. */
export function expectReferenceValue(quantity: string, value: number, reference: number, allowed: number): void {
  recordComparison(quantity, value, reference, allowed);
  expect(Math.abs(value - reference), quantity).toBeLessThanOrEqual(allowed);
}

/** All samples are within what is allowed; the worst one is noted. */
export function expectReferenceSamples(quantity: string, samples: readonly Sample[]): void {
  const [first, ...others] = samples;
  if (first === undefined) throw new Error(`${quantity} has no samples.`);
  const { place, value, reference, allowed } = others.reduce((a, b) => (excess(b) > excess(a) ? b : a), first);
  expectReferenceValue(`${quantity} at ${place}`, value, reference, allowed);
}
