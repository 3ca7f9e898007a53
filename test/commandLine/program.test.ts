// The program as it is installed: TypeScript models, real streams, real exit codes.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { ObjectLoader } from "three";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensurePackage } from "../../scripts/build.ts";
import { resultFromJson } from "../../src/results/resultFromJson.ts";
import { animationOf } from "../../src/scene/animationOf.ts";
import { validateGltf } from "../export/validateGltf.ts";

const run = promisify(execFile);
const program = resolve("dist/commandLine/main.js");
let folder: string;

beforeAll(async () => {
  await ensurePackage();
  folder = mkdtempSync(join(tmpdir(), "rattleback-program-"));
  mkdirSync(join(folder, "parts"));
  writeFileSync(join(folder, "parts/constants.ts"), "export const rate: number = 2;\n");
  writeFileSync(
    join(folder, "decay.ts"),
    `import { Model, type ModelSource, Par, Var } from "rattleback";
import { Gain } from "rattleback/blocks";
import { rate } from "./parts/constants.ts";

const source: ModelSource = { k: Par(rate, "1/s"), x: Var({ init: 1 }), gain: Gain, equations: \`
  der(x) = -k*x
  gain.u = x
\` };
console.log("from the model");
export default Model(source);
export const experiment = { stopTime: 1, tolerance: 1e-9, plots: ["x"] };
`,
  );
  writeFileSync(
    join(folder, "throws.ts"),
    "import 'rattleback';\n\nconst broken: string[] = null!;\nbroken.push('a');\n",
  );
  writeFileSync(join(folder, "syntax.ts"), "const a = ;\n");
  writeFileSync(join(folder, "none.ts"), "export const a = 1;\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function call(...words: string[]) {
  try {
    const { stdout, stderr } = await run(process.execPath, [program, ...words], { cwd: folder });
    return { code: 0, out: stdout, messages: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, messages: stderr };
  }
}

describe("the program", () => {
  it("runs a TypeScript model with imports anywhere on the disk; what the model prints is a message", async () => {
    const { code, out, messages } = await call("run", "decay.ts");
    expect(messages).toContain("from the model");
    expect(code).toBe(0);
    expect(Math.abs(Number(out.split("\t")[1]) - Math.exp(-2))).toBeLessThan(1e-7);
    // nothing moves the cursor when messages go into a pipe
    expect(messages).not.toContain("\u001b");
  });

  it("runs a script, whose prints are its data, and asks for a model where options need one", async () => {
    const script = `import { instantiate, Model, simulate, Var } from "rattleback";
const result = simulate(instantiate(Model({ T: 0.5, x: Var({ init: 1 }), equations: "der(x) = -x/T" })), { stopTime: 1, tolerance: 1e-8 });
console.log(result.final("x").toFixed(6), { steps: result.time.length > 1 });
`;
    writeFileSync(join(folder, "script.ts"), script);
    expect(await call("run", "script.ts")).toEqual({ code: 0, out: "0.135335 { steps: true }\n", messages: "" });
    expect(await call("run", "script.ts", "--out", "a.csv")).toMatchObject({
      code: 3,
      messages: expect.stringContaining("export default"),
    });
    expect(await call("run", "none.ts")).toMatchObject({
      code: 3,
      messages: expect.stringContaining("export default"),
    });
  });

  it("places errors of a model file in its text", async () => {
    expect(await call("run", "throws.ts")).toMatchObject({
      code: 3,
      messages: expect.stringMatching(/^throws\.ts:4:\d+: E-MODEL-FILE/),
    });
    expect(await call("check", "syntax.ts")).toMatchObject({
      code: 3,
      messages: expect.stringMatching(/^syntax\.ts:1:11: E-MODEL-SYNTAX/),
    });
    expect(await call("check", "none.ts")).toMatchObject({
      code: 3,
      messages: expect.stringContaining("export default"),
    });
  });

  it("survives a reader that stops early", async () => {
    const { stdout } = await run(
      "bash",
      ["-c", `"${process.execPath}" "${program}" run decay.ts --out - --interval 0.0001 2>/dev/null | head -n 1`],
      { cwd: folder },
    );
    expect(stdout).toMatch(/^time,/);
  });
});

describe("the break of the billiards", () => {
  const file = (name: string) => join(folder, name);

  beforeAll(async () => {
    const example = resolve("examples/contact-billiard.ts");
    const wanted = ["--animation", "break.glb", "--animation", "scene.json", "--report", "break.html"];
    const { code, messages } = await call("run", example, "--stop-time", "0.5", "--out", "break.json", ...wanted);
    expect([code, messages]).toEqual([0, expect.stringMatching(/wrote break\.html, \d+ kB/)]);
  });

  it("is a report below 5 MB with the animation in it", () => {
    expect(statSync(file("break.html")).size).toBeLessThan(5e6);
    expect(readFileSync(file("break.html"), "utf8")).toMatch(/<canvas[\s\S]*Billiard/);
  });

  it("is glTF without errors, and a scene that three.js loads", async () => {
    const { issues } = await validateGltf(readFileSync(file("break.glb")));
    expect([issues.numErrors, issues.messages.filter(({ code }) => code.includes("ERROR"))]).toEqual([0, []]);
    const scene = new ObjectLoader().parse(JSON.parse(readFileSync(file("scene.json"), "utf8")));
    expect(scene.getObjectByName("ball44")).toBeDefined();
    expect(scene.animations).toHaveLength(1);
  });

  it("is a result that can be drawn after reading it again", async () => {
    const { scene, time } = animationOf(resultFromJson(readFileSync(file("break.json"), "utf8")));
    expect(scene.objects.map(({ path }) => path)).toContain("ball44");
    expect(time.at(-1)).toBe(0.5);
    expect(await call("convert", "break.json", "again.glb")).toMatchObject({ code: 0 });
    expect(readFileSync(file("again.glb")).equals(readFileSync(file("break.glb")))).toBe(true);
  });
});

describe("a mesh that a model names", () => {
  const tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

  it("is read from the folder of the model, and from elsewhere when that is allowed", async () => {
    mkdirSync(join(folder, "model"));
    mkdirSync(join(folder, "meshes"));
    writeFileSync(join(folder, "meshes/outside.obj"), tetrahedron);
    writeFileSync(join(folder, "model/inside.obj"), tetrahedron);
    const model = (name: string) => `import { FileMesh, Model3D, Object3D, Scene, Solid } from "rattleback";
export default Model3D({
  world: Object3D({ feature: Scene() }),
  rock: Object3D({ parent: "world", fixedToParent: false, feature: Solid({
    shape: FileMesh({ filename: "${name}" }),
    solidMaterial: "Steel",
  }) }),
});
export const experiment = { stopTime: 0.1 };
`;
    writeFileSync(join(folder, "model/inside.ts"), model("inside.obj"));
    writeFileSync(join(folder, "model/outside.ts"), model("../meshes/outside.obj"));
    expect(await call("run", "model/inside.ts")).toMatchObject({ code: 0 });
    expect(await call("run", "model/outside.ts")).toMatchObject({
      code: 3,
      messages: expect.stringMatching(/outside\.ts:\d+:\d+: E-FILE-OUTSIDE[\s\S]*--allow-files/),
    });
    expect(await call("run", "model/outside.ts", "--allow-files", "meshes")).toMatchObject({ code: 0 });
    expect(await call("check", "model/outside.ts", "--allow-files", "model")).toMatchObject({ code: 3 });
  });
});
