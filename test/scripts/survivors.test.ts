// Explained survivors of `npm run mutate` speak of lines that exist: an explanation of a line that has changed must be thought over.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { afterBoth, isUnnoticed, scoreOf } from "../../scripts/mutate/score.ts";
import { explainedFolders, readSurvivors, survivorsOf } from "../../scripts/mutate/survivors.ts";

it("explained survivors are changes of lines that exist, each with its reason", () => {
  for (const [file, survivors] of Object.entries(readSurvivors())) {
    const lines = new Set(
      readFileSync(file, "utf8")
        .split("\n")
        .map((line) => line.trim()),
    );
    for (const { line, becomes, why } of survivors) {
      expect(lines, file).toContain(line);
      expect(becomes).not.toBe(line);
      expect(why.length, line).toBeGreaterThan(10);
    }
  }
});

it("they stand in the file of their folder", () => {
  expect(explainedFolders()).toContain("results");
  for (const folder of explainedFolders())
    for (const file of Object.keys(survivorsOf(folder))) expect(file.split("/").slice(0, 2)).toEqual(["src", folder]);
});

describe("the score of a mutation run", () => {
  const source = "a = 1;\nif (b < c) {\n  d();\n}\n";
  const place = (line: number, from: number, to: number) => ({
    start: { line, column: from },
    end: { line, column: to },
  });
  const report = {
    files: {
      "src/x.ts": {
        source,
        mutants: [
          { status: "Killed", replacement: "2", location: place(1, 5, 6) },
          { status: "Timeout", replacement: "3", location: place(1, 5, 6) },
          { status: "CompileError", replacement: "4", location: place(1, 5, 6) },
          { status: "Survived", replacement: "b <= c", location: place(2, 5, 10) },
          {
            status: "NoCoverage",
            replacement: "{}",
            location: { start: { line: 2, column: 12 }, end: { line: 4, column: 2 } },
          },
        ],
      },
    },
  };

  it("counts what was noticed, and lists what was not with its line", () => {
    expect(scoreOf(report, {}).split("\n")).toEqual([
      "src/x.ts:2 Survived",
      "  - if (b < c) {",
      "  + if (b <= c) {",
      "src/x.ts:2 NoCoverage",
      "  - if (b < c) {",
      "  + if (b < c) {}",
      "",
      " 50.0 %  src/x.ts: 2 of 4 noticed, 0 explained",
      " 50.0 %  all: 2 of 4 noticed, 0 explained",
    ]);
  });

  it("leaves out what is explained", () => {
    const survivors = { "src/x.ts": [{ line: "if (b < c) {", becomes: "if (b <= c) {", why: "equal is the same" }] };
    const text = scoreOf(report, survivors);
    expect(text).not.toContain("Survived");
    expect(text).toContain(" 66.7 %  all: 2 of 4 noticed, 1 explained");
  });

  it("further tests are asked about what was tried or not reached, and say nothing of what they do not reach", () => {
    expect(["Killed", "Survived", "NoCoverage", "Ignored", "Timeout", undefined].filter(isUnnoticed)).toEqual([
      "Survived",
      "NoCoverage",
    ]);
    expect(afterBoth("Survived", "Killed")).toBe("Killed");
    expect(afterBoth("NoCoverage", "Timeout")).toBe("Timeout");
    expect(afterBoth("NoCoverage", "Survived")).toBe("Survived");
    expect(afterBoth("Survived", "NoCoverage")).toBe("Survived");
    expect(afterBoth("Survived", "Ignored")).toBe("Survived");
  });
});
