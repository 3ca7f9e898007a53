// A short and always equal part of `npm run fuzz`, and everything that it has ever found.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Finding, fuzz, problemOf } from "../../fuzz/fuzz.ts";
import { targets } from "../../fuzz/targets.ts";

const folder = "fuzz/corpus";
const found = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".txt")) : [];

describe("inputs of all kinds, changed at random,", () => {
  it.each(targets.map(({ name }) => name))("give a result or an error of ours: %s", async (name) => {
    const target = targets.find((known) => known.name === name)!;
    const findings: Finding[] = [];
    await fuzz(target, 20261116, Math.ceil(200 / (target.cost ?? 1)), (finding) => findings.push(finding));
    expect(findings).toEqual([]);
  });

  it.each(targets.map(({ name }) => name))("are made from inputs that are right: %s", async (name) => {
    const target = targets.find((known) => known.name === name)!;
    for (const seed of await target.seeds()) await target.run(seed);
  });

  it.each(found)("do so where they once did not: %s", async (file) => {
    const target = targets.find(({ name }) => file.startsWith(`${name}-`))!;
    expect(await problemOf(target, readFileSync(`${folder}/${file}`, "utf8"))).toBeUndefined();
  });
});
