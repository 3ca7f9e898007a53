// Every source that a header cites is in docs/references.md.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { filesIn } from "./filesIn.ts";

const citation = /\[([A-Z][A-Za-z]+(?:\d{4}))\]/g;
const listed = new Set(
  Array.from(readFileSync("docs/references.md", "utf8").matchAll(/\*\*\[([A-Za-z0-9]+)\]\*\*/g), (m) => m[1]),
);

it.each(filesIn("src", ".ts"))("the sources that %s cites are listed", (file) => {
  const cited = Array.from(readFileSync(file, "utf8").matchAll(citation), (match) => match[1]);
  expect(cited.filter((key) => !listed.has(key))).toEqual([]);
});
