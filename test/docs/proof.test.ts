// The proof page is that of the stored measurements.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { proofPage } from "../../bench/report/proofPage.ts";

describe("measurements in the documentation", () => {
  it("docs/proof.md shows what bench/results holds", () => {
    expect(readFileSync("docs/proof.md", "utf8")).toBe(proofPage());
  });
});
