// Robots that are dropped on the studio's page: a file, files with their meshes, an archive.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { emptyScene, withMeshes } from "../../app/robots/droppedMesh.ts";
import { robotFrom } from "../../app/robots/readDrop.ts";
import { robotModel } from "../../app/robots/robotModel.ts";
import { runInNode } from "./runInNode.ts";
import { type StudioBrowser, startStudio } from "./studioPage.ts";

const inertial = (x: number) =>
  `<inertial><origin xyz="${x} 0 0"/><mass value="2"/><inertia ixx="0.01" iyy="0.1" izz="0.1"/></inertial>`;
const urdf = (mesh: string) => `<robot name="swing"><link name="base"/>
  <link name="rod">${inertial(0.5)}<visual><geometry><mesh filename="${mesh}"/></geometry></visual></link>
  <joint name="hinge" type="revolute"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/><limit lower="-1" upper="2" effort="1" velocity="1"/></joint></robot>`;
const corners = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 0.1, 0],
  [0, 0, 0.1],
];
const obj = `${corners.map((corner) => `v ${corner.join(" ")}`).join("\n")}\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n`;
const filesOf = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([path, text]) => [path, strToU8(text)]));

async function shapesOf(
  texts: Record<string, string>,
): Promise<{ source: string; shapes: string[]; printed: string[] }> {
  const { name, source, parts } = robotModel(filesOf(texts));
  const { runs, of, done } = await runInNode(source, [], name, parts);
  expect(done).toEqual([{ kind: "done", error: undefined }]);
  const scene = [...runs[0]!.result!.attachments.values()][0] as {
    scene: { objects: { path: string; shape?: { kind: string } }[] };
  };
  return {
    source,
    shapes: scene.scene.objects.flatMap(({ path, shape }) => (shape === undefined ? [] : [`${path} ${shape.kind}`])),
    printed: of("print").flatMap(({ lines }) => lines.map(({ text }) => text)),
  };
}

describe("a mesh that is dropped", () => {
  const files = filesOf({ "parts/My wedge.obj": obj });

  it("is a solid object of the model, whose file is kept beside the text", async () => {
    const model = withMeshes(emptyScene, files)!;
    expect(model.names).toEqual(["my_wedge"]);
    expect(model.source).toContain('import { my_wedgeSurface } from "./my_wedge.mesh.ts";');
    expect(model.source).toContain('feature: Solid({ shape: my_wedgeSurface, solidMaterial: "Steel" })');
    // the next one of that name has a file of its own
    const two = withMeshes(model.source, files, model.parts)!;
    expect([two.names, Object.keys(two.parts)]).toEqual([["my_wedge2"], ["./my_wedge2.mesh.ts"]]);
    expect(withMeshes("export default make();\n", files)).toBeUndefined();
    const free = model.source.replace('solidMaterial: "Steel" }),', 'solidMaterial: "Steel" }), fixedToParent: false,');
    const { runs, done } = await runInNode(free, [], "wedge.ts", model.parts);
    expect(done[0]!.error).toBeUndefined();
    // it falls
    expect(runs[0]!.result!.final<number[]>("my_wedge.translation")[1]).toBeCloseTo(-9.81 / 2, 4);
  });
});

describe("files of a robot", () => {
  it.each([
    ["in a package", { "swing/urdf/swing.urdf": urdf("package://swing/meshes/rod.obj"), "swing/meshes/rod.obj": obj }],
    ["beside each other", { "swing.urdf": urdf("package://swing/meshes/rod.obj"), "rod.obj": obj }],
    [
      "by relative paths",
      { "a/urdf/swing.urdf": urdf("../meshes/rod.obj"), "a/meshes/rod.obj": obj, "a/big.stl": "no" },
    ],
  ])("make a model that finds its meshes %s", async (_, texts) => {
    const { source, shapes, printed } = await shapesOf(texts);
    expect(shapes).toEqual(["robot.rod_visual1 Mesh"]);
    expect(source).toContain("with 1 other file.");
    expect(printed.filter((line) => line.includes("not found"))).toEqual([]);
  });

  it("of MuJoCo and of Gazebo are models too, included files come with them", async () => {
    const body = `<body name="a" pos="0 0 1"><joint axis="0 1 0"/><geom type="box" size="0.1 0.1 0.1"/></body>`;
    const scene = {
      "m/scene.xml": `<mujoco><include file="robot.xml"/></mujoco>`,
      "m/robot.xml": `<mujoco><worldbody>${body}</worldbody></mujoco>`,
    };
    expect((await shapesOf(scene)).shapes).toEqual(["robot.a_geom1 Box"]);
    const link = `<link name="l"><visual name="v"><geometry><sphere><radius>0.1</radius></sphere></geometry></visual></link>`;
    const world = {
      "w.sdf": `<sdf version="1.9"><world name="w"><include><uri>model://ball</uri></include></world></sdf>`,
      "ball/model.sdf": `<sdf version="1.9"><model name="ball">${link}</model></sdf>`,
    };
    expect((await shapesOf(world)).shapes).toHaveLength(1);
    const { note } = robotModel(filesOf({ "a.urdf": urdf("x.stl"), "b/b.urdf": urdf("y.stl") }));
    expect(note).toBe("a.urdf was taken; there are also b.urdf.");
    expect(() => robotModel(filesOf({ "a.stl": "" }))).toThrow(/no robot among these files/);
  });

  it("are read from folders", async () => {
    const file = (name: string, text: string) => ({
      name,
      isFile: true,
      isDirectory: false,
      file: (give: (file: File) => void) => give(new File([text], name)),
    });
    const folder = (name: string, children: object[]) => {
      const pieces = [children, []];
      return {
        name,
        isFile: false,
        isDirectory: true,
        createReader: () => ({ readEntries: (give: (all: object[]) => void) => give(pieces.shift()!) }),
      };
    };
    const dropped = folder("swing", [
      folder("urdf", [file("swing.urdf", urdf("../meshes/rod.obj"))]),
      folder("meshes", [file("rod.obj", obj)]),
    ]);
    const { parts } = await robotFrom([dropped]);
    expect(Object.values(parts)[0]).toContain('"swing/meshes/rod.obj"');
  });
});

describe("a robot on the page", () => {
  let studio: StudioBrowser | undefined;
  afterAll(() => studio?.close());

  it("is dropped as an archive, stands there, is moved by sliders, and runs from where it was left", async () => {
    studio = await startStudio();
    const shown = await studio.newPage();
    await shown.open(studio.server.address);
    const zip = zipSync({
      "swing/urdf/swing.urdf": strToU8(urdf("package://swing/meshes/rod.obj")),
      "swing/meshes/rod.obj": strToU8(obj),
    });
    await shown.page.evaluate(
      (bytes) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(bytes)], "swing.zip"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
      },
      [...zip],
    );
    const joints = shown.page.locator(".joint-sliders");
    await joints.locator("summary").click();
    const slider = joints.getByLabel("robot.hinge.phi");
    await slider.fill("1");
    await shown.page.waitForFunction(() =>
      document.querySelector(".joint-sliders output")?.textContent?.startsWith("57."),
    );
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    // the run began there
    const start = await slider.inputValue();
    expect(Math.abs(Number(start) - 1)).toBeLessThan(0.01);
    expect(shown.complaints).toEqual([]);
  });

  it("is dropped as a folder, by the browser itself", async () => {
    studio ??= await startStudio();
    const shown = await studio.newPage();
    await shown.open(studio.server.address);
    const folder = mkdtempSync(join(tmpdir(), "robot-"));
    for (const name of ["crane/urdf", "crane/meshes"]) mkdirSync(join(folder, name), { recursive: true });
    const text = urdf("package://crane/meshes/rod.obj").replaceAll('"hinge"', '"winch"');
    writeFileSync(join(folder, "crane/urdf/crane.urdf"), text);
    writeFileSync(join(folder, "crane/meshes/rod.obj"), obj);
    const devices = await shown.page.context().newCDPSession(shown.page);
    const data = { items: [], files: [join(folder, "crane")], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
      await devices.send("Input.dispatchDragEvent", { type, x: 400, y: 300, data });
    const joints = shown.page.locator(".joint-sliders");
    await joints.locator("summary").click();
    await joints.getByLabel("robot.winch.phi").waitFor();
    expect(await shown.textOfModel()).toContain("with 1 other file.");
    expect(shown.complaints).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
