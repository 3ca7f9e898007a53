// The proof page and the table of the README are those of the stored measurements.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { comparisonTable, proofPage } from "../../bench/report/proofPage.ts";

describe("measurements in the documentation", () => {
  it("docs/proof.md shows what bench/results holds", () => {
    expect(readFileSync("docs/proof.md", "utf8")).toBe(proofPage());
  });

  it("the README compares with the same numbers", () => {
    expect(readFileSync("README.md", "utf8")).toContain(comparisonTable());
  });
});
