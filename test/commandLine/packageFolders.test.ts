// Which folders a robot description may read: its package and packages that it names, nothing else.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadModelFile } from "../../src/commandLine/loadModelFile.ts";
import { packageFolders } from "../../src/commandLine/packageFolders.ts";

let top: string;
const tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const robot = (...meshes: string[]) =>
  `<robot name="r"><link name="base">${meshes.map((file) => `<visual><geometry><mesh filename="${file}"/></geometry></visual>`).join("")}</link></robot>`;

function write(name: string, text = ""): void {
  mkdirSync(dirname(join(top, name)), { recursive: true });
  writeFileSync(join(top, name), text);
}

beforeAll(() => {
  top = mkdtempSync(join(realpathSync(tmpdir()), "rattleback-packages-"));
  write("src/arm/package.xml");
  write("src/arm/meshes/part.obj", tetrahedron);
  write("src/hand/package.xml");
  write("src/hand/meshes/palm.obj", tetrahedron);
  write("src/secret/key.obj", tetrahedron);
  write("loose/meshes/part.obj", tetrahedron);
  write("loose/other/part.obj", tetrahedron);
});
afterAll(() => rmSync(top, { recursive: true }));

describe("a robot description reads meshes", () => {
  it("of the package that it lies in, and of packages that it names", async () => {
    write(
      "src/arm/urdf/arm.urdf",
      robot("../meshes/part.obj", "package://arm/meshes/part.obj", "package://hand/meshes/palm.obj"),
    );
    expect((await loadModelFile("src/arm/urdf/arm.urdf", top)).notes).toEqual([]);
  });

  it("of a folder of meshes beside its own where there is no package", async () => {
    write("loose/urdf/arm.urdf", robot("../meshes/part.obj"));
    expect((await loadModelFile("loose/urdf/arm.urdf", top)).notes).toEqual([]);
  });

  it("of no other folder, whatever it names; the option that allows one is told", async () => {
    write(
      "src/arm/urdf/odd.urdf",
      robot("../../secret/key.obj", "package://secret/key.obj", "package://../secret/key.obj"),
    );
    const { notes } = await loadModelFile("src/arm/urdf/odd.urdf", top);
    expect(notes!.filter((line) => line.includes("key.obj") && line.includes("not found"))).toHaveLength(3);
    expect(notes!.at(-1)).toContain("--allow-files");
    expect((await loadModelFile("src/arm/urdf/odd.urdf", top, ["src/secret"])).notes!.join()).not.toContain(
      "package://secret",
    );
    write("loose/urdf/odd.urdf", robot("../other/part.obj"));
    expect((await loadModelFile("loose/urdf/odd.urdf", top)).notes![0]).toContain("not found");
    expect(packageFolders(join(top, "loose/urdf"), "package://.. package://src model://loose $(find other)")).toEqual(
      ["meshes", "mesh", "assets"].map((name) => join(top, "loose", name)),
    );
  });
});
