// Parts of the engine that are loaded late: whoever names a function of theirs gets it.
import { describe, expect, it } from "vitest";
import { lateFunction, standIns } from "../../app/engine/lateFunctions.ts";
import { lateFiles, lateNames, librariesNamedIn, moduleNames } from "../../app/engine/libraryNames.ts";
import { namesOf } from "../../scripts/publicNames.ts";
import * as rattleback from "../../src/index.ts";

describe("a part that is loaded late", () => {
  it.each(lateNames.filter((part) => part !== "space"))(
    "%s is loaded by every public name of its file",
    async (part) => {
      const names = Object.keys(await import(/* @vite-ignore */ `../../src/${lateFiles[part].file}`)).filter(
        (name) => name in rattleback,
      );
      for (const name of names) expect([name, librariesNamedIn([`${name}()`]).includes(part)]).toEqual([name, true]);
      for (const word of lateFiles[part].words) expect(librariesNamedIn([word])).toContain(part);
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
