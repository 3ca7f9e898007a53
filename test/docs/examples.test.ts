// Every file in examples/ is executed, and its checks hold.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filesIn } from "./filesIn.ts";
import { printedBy } from "./printedBy.ts";

describe("examples", () => {
  it.each(filesIn("examples", ".ts"))("%s starts with a sentence and its checks hold", async (file) => {
    expect(readFileSync(file, "utf8")).toMatch(/^\/\/ [A-Z].*\.\n/);
    await printedBy(file);
  });
});
