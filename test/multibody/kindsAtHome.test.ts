// A joint is a file, a shape is a file: no other file asks which kind it has before it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { solidShapeKinds } from "../../src/geometry/registry.ts";
import { jointKinds } from "../../src/multibody/joints/jointKinds.ts";
import { filesIn } from "../docs/filesIn.ts";

/** Files below the folders, without their homes, that compare a kind with one of the names. */
function askingFor(names: readonly string[], folders: readonly string[], homes: readonly string[]): string[] {
  const asks = new RegExp(`(?:kind|joint) [!=]== "(?:${names.join("|")})"|case "(?:${names.join("|")})":`);
  return folders
    .flatMap((folder) => filesIn(join("src", folder), ".ts"))
    .filter((file) => !homes.some((home) => file.includes(join("src", home))))
    .filter((file) => asks.test(readFileSync(file, "utf8")));
}

describe("kinds", () => {
  it("of joints are known to their own files alone", () => {
    const names = [...Object.keys(jointKinds), "fixed"];
    expect(names).toHaveLength(9);
    expect(askingFor(names, ["multibody", "robotics"], ["multibody/joints"])).toEqual([]);
  });

  it("of joints are known in mechanics to one table, to how they place bodies and close loops, and to the choice of the recursion", () => {
    const homes = [
      "buildMechanism.ts",
      "jointMotions.ts",
      "mechanism.ts",
      "placeGeneral.ts",
      "loops/constraintRows.ts",
    ];
    const naming = ["mechanics", "multibody", "contact", "forces", "robotics"]
      .flatMap((folder) => filesIn(join("src", folder), ".ts"))
      .filter((file) => /\bjointCode\.\w/.test(readFileSync(file, "utf8")));
    expect(naming.filter((file) => !homes.some((home) => file === join("src/mechanics", home)))).toEqual([]);
  });

  it("of shapes are known to their own files alone; a mesh is what any of them can become", () => {
    const names = solidShapeKinds.filter((kind) => kind !== "Mesh");
    expect(names).toHaveLength(7);
    const folders = ["geometry", "collision", "contact", "scene", "multibody", "forces"];
    expect(askingFor(names, folders, ["geometry/shapes"])).toEqual([]);
  });
});
