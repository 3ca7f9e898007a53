// A file answers one question. One with more than 350 lines says in its header, in a line that begins with "Length", why it is one file.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { filesIn } from "../docs/filesIn.ts";

const most = 350;
const files = ["src", "app", "scripts", "bench", "fuzz"].flatMap((folder) => filesIn(folder, ".ts"));

it("files with more than 350 lines have a reason in their header", () => {
  const without = files.filter((file) => {
    const text = readFileSync(file, "utf8");
    const header = /^(?:\/\*\*[\s\S]*?\*\/|(?:\/\/.*\n)+)/.exec(text)?.[0] ?? "";
    return text.split("\n").length - 1 > most && !/^(?: \*|\/\/) Length +\S.{15,}$/m.test(header);
  });
  expect(without).toEqual([]);
});

it("most files are short", () => {
  const lengths = files.map((file) => readFileSync(file, "utf8").split("\n").length - 1).sort((a, b) => a - b);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(100);
});
