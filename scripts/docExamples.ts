// Every example of the documentation is a program for a strict compiler, beside nothing but the installed package.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { codeBlocks } from "../test/docs/codeBlocks.ts";

/** Writes the examples and a `tsconfig.docs.json` that reads them into a folder that has the package; how many there are. */
export function writeDocExamples(folder: string): number {
  const pages = [
    "README.md",
    ...["docs", "docs/how-to"].flatMap((place) =>
      readdirSync(place)
        .filter((file) => file.endsWith(".md"))
        .map((file) => join(place, file)),
    ),
  ];
  mkdirSync(join(folder, "docs"));
  let count = 0;
  for (const page of pages)
    for (const { code, place } of codeBlocks(page, readFileSync(page, "utf8"))) {
      const line = place.slice(place.lastIndexOf(":") + 1);
      // each is a module of its own
      writeFileSync(join(folder, "docs", `${basename(page, ".md")}-${line}.ts`), `${code}\nexport {};\n`);
      count++;
    }
  const modules = join(process.cwd(), "node_modules");
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: "NodeNext",
    target: "ES2022",
    lib: ["ES2023", "DOM"],
    typeRoots: [join(modules, "@types")],
    types: ["node"],
    // what examples use beside the package
    paths: { "apache-arrow": [join(modules, "apache-arrow/Arrow.node.d.ts")] },
  };
  writeFileSync(join(folder, "tsconfig.docs.json"), JSON.stringify({ compilerOptions, include: ["docs"] }));
  return count;
}
