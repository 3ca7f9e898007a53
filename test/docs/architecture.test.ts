// The plan of the house tells the truth: rooms, walks and what they promise about Node and tests.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filesIn } from "./filesIn.ts";

const page = readFileSync("docs/architecture.md", "utf8");
const folders = (root: string): string[] =>
  readdirSync(root).filter((name) => statSync(`${root}/${name}`).isDirectory());

describe("docs/architecture.md", () => {
  it("has a line for every room, and no other", () => {
    const listed = Array.from(page.matchAll(/^\| `([a-zA-Z]+)\/` \|/gm), (match) => match[1]!);
    const beside = ["app", "examples", "test", "fuzz", "bench", "scripts"];
    expect(listed.filter((name) => !beside.includes(name)).sort()).toEqual(folders("src").sort());
  });

  const walks = page.slice(page.indexOf("## Three walks"), page.indexOf("## Decisions"));
  const rows = Array.from(
    walks.matchAll(/^\|[^|]*\| `([A-Za-z.]+)` \| `([A-Za-z0-9/]+\.ts)` \|$/gm),
    ([, who, where]) => ({
      who: who!,
      where: where!,
    }),
  );

  it("walks with three sets of steps", () => {
    expect(walks.match(/^### /gm)).toHaveLength(3);
    expect(rows.length).toBe(walks.match(/^\|(?! what \||---)/gm)!.length);
    expect(rows.length).toBeGreaterThan(40);
  });

  it.each(rows)("$who is in $where", ({ who, where }) => {
    const text = readFileSync(`src/${where}`, "utf8");
    const [owner, method] = who.split(".");
    expect(text).toMatch(new RegExp(`^export (function\\*?|class|const) ${owner}\\b`, "m"));
    if (method !== undefined) expect(text).toMatch(new RegExp(`^  ${method}[(<]`, "m"));
  });
});

it("Node is known in commandLine/ and in language/diskFiles.ts alone", () => {
  const knowing = filesIn("src", ".ts").filter((file) =>
    /from "node:|import\("node:|getBuiltinModule/.test(readFileSync(file, "utf8")),
  );
  expect(knowing.filter((file) => !file.startsWith("src/commandLine/"))).toEqual(["src/language/diskFiles.ts"]);
});

it("folders of test/ have the names of folders of src/, or of what stands beside it", () => {
  const beside = ["docs", "fuzz", "reference", "scripts", "studio", "survivors"];
  const own = folders("test").filter((name) => !beside.includes(name));
  expect(own.filter((name) => !existsSync(`src/${name}`))).toEqual([]);
  const inner = own.flatMap((name) => folders(`test/${name}`).map((sub) => `${name}/${sub}`));
  const data = [
    "compile/programs",
    "contact/onPaths",
    "contact/work",
    "entries/names",
    "integrate/work",
    "mechanics/reference",
    "results/answers",
    "results/files",
  ];
  expect(inner.filter((name) => !data.includes(name) && !existsSync(`src/${name}`))).toEqual([]);
});

it("the course of the examples counts on without a gap, and each of its examples exists", () => {
  const course = readFileSync("examples/README.md", "utf8");
  const entries = Array.from(
    course.matchAll(/^(\d+)\. \[([\w-]+)\]\(([\w-]+)\.ts\): /gm),
    ([, number, name, file]) => ({
      number: Number(number),
      name,
      file,
    }),
  );
  expect(entries.map(({ number }) => number)).toEqual(entries.map((_, k) => k + 1));
  expect(entries.length).toBeGreaterThan(50);
  expect(new Set(entries.map(({ file }) => file)).size).toBe(entries.length);
  for (const { name, file } of entries) {
    expect(name).toBe(file);
    expect(existsSync(`examples/${file}.ts`), file).toBe(true);
  }
});
