// Parts of the engine that are loaded late: whoever names a function of theirs gets it.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { lateFunction, standIns } from "../../app/engine/lateFunctions.ts";
import { lateSources } from "../../app/engine/lateSources.ts";
import { type LateName, lateNames, lateWords, librariesNamedIn, moduleNames } from "../../app/engine/libraryNames.ts";
import { namesOf } from "../../scripts/publicNames.ts";
import * as rattleback from "../../src/index.ts";

const files = new Map<string, LateName>(
  lateNames.flatMap((part) => (part === "space" ? [] : [[normalize(join("src", lateSources[part])), part]])),
);

/** Files that a file imports at run time. */
function importedBy(file: string): string[] {
  const found = readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type\b)[^;]*?from "(\.[^"]+)";/gms);
  return [...found].map(([, name]) => normalize(join(dirname(file), name!))).filter((name) => existsSync(name));
}

/** Files that are loaded with others, up to those that are loaded late. */
function loadedWith(starts: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...starts];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    waiting.push(...importedBy(file).filter((name) => !files.has(name)));
  }
  return found;
}

describe("a part that is loaded late", () => {
  it("comes with whatever else needs it inside", () => {
    const always = loadedWith(["src/index.ts", "app/engine/worker.ts"]);
    // what they need is named by who needs it: classes in the text of a document, methods for event functions, stiction, capsules, bodies about one axis, round bodies that roll, rolling constraints, hulls, endings of files, functions that are imported
    const named = [
      "src/multibody/document/classes.ts",
      "src/collision/narrowPhase.ts",
      "src/contact/contactHandler.ts",
      "src/contact/contactOptions.ts",
      "src/contact/patch/facets.ts",
      "src/contact/patch/fieldPass.ts",
      "src/contact/patch/flatContact.ts",
      "src/contact/stiction/pointGrip.ts",
      "src/geometry/meshFormats.ts",
      "src/mechanics/loops/constraintRows.ts",
      "src/contact/patch/patchBody.ts",
      "src/contact/patch/sharpCore.ts",
      "src/entries/collision.ts",
      "src/entries/robots.ts",
      "src/sdf/importSdf.ts",
      "src/robotFiles/mechanismParts.ts",
    ];
    const parts = [
      ...moduleNames.map((name) => [`src/${name.replace("rattleback", "entries")}.ts`, [name]] as const),
      ...[...files].map(([file, part]) => [file, lateWords[part]] as const),
    ];
    const missing = parts.flatMap(([start, words]) =>
      [...loadedWith([start])]
        .filter((file) => !always.has(file) && !named.includes(file))
        .flatMap((file) => importedBy(file).map((name) => [file, files.get(name)] as const))
        .filter(([file, part]) => part !== undefined && files.get(file) !== part)
        .flatMap(([file, part]) =>
          words
            .filter((word) => !librariesNamedIn([word]).includes(part!))
            .map((word) => `${word}: ${file} needs ${part}`),
        ),
    );
    expect(missing).toEqual([]);
  });

  it.each(lateNames.filter((part) => part !== "space"))(
    "%s is loaded by every public name of its file",
    async (part) => {
      const names = Object.keys(await import(/* @vite-ignore */ `../../src/${lateSources[part]}`)).filter(
        (name) => name in rattleback,
      );
      for (const name of names) expect([name, librariesNamedIn([`${name}()`]).includes(part)]).toEqual([name, true]);
      for (const word of lateWords[part]) expect(librariesNamedIn([word])).toContain(part);
    },
  );

  it("is everything that has to do with bodies in space, and what comes with it", () => {
    const [core, space] = [namesOf("core"), namesOf("space")];
    expect([...core, ...space].sort()).toEqual(Object.keys(rattleback).sort());
    expect(core).toEqual(expect.arrayContaining(["Model", "Var", "Par", "instantiate", "simulate", "linearise"]));
    expect(space).toEqual(expect.arrayContaining(["Model3D", "Object3D", "Box", "animationOf", "dynamics"]));
    expect(librariesNamedIn(["Bushing()"])).toEqual(["bushing", "space"]);
    expect(librariesNamedIn(["compare()"])).toEqual(["compare"]);
  });

  it("comes with the functions that call it", () => {
    expect(librariesNamedIn(["importSdf(text)"])).toContain("importUrdf");
    // springs of MultiBody, with and without masses
    expect(librariesNamedIn(["spring.mo"])).toEqual(
      expect.arrayContaining(["springDamperPtP", "lineForces", "lineMasses", "worldLoads", "inputLoads"]),
    );
    for (const name of ["writeMjcf", "writeUrdf"]) expect(librariesNamedIn([`${name}(model)`])).toContain("dynamics");
  });

  it("is not loaded for a model that has none of its words", () => {
    expect(librariesNamedIn(['import { Model, simulate } from "rattleback";', "model.ts"])).toEqual([]);
    for (const name of moduleNames) expect(librariesNamedIn([`from "${name}"`])).toContain(name);
  });

  it("is called through stand-ins, which say what to do when it was not loaded", () => {
    expect(standIns("compare", ["compare"], "./lateFunctions.ts")).toContain("export function compare(...given)");
    expect(() => lateFunction("compare", "compare")).toThrow(
      expect.objectContaining({ code: "E-MODEL-FILE", hint: expect.stringContaining("write compare somewhere") }),
    );
  });
});
