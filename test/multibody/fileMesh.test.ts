import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  FileMesh,
  instantiate,
  Model3D,
  Object3D,
  RattlebackError,
  Revolute,
  Scene,
  Solid,
  simulate,
} from "rattleback";
import { afterAll, describe, expect, it } from "vitest";

/** Box from (0, 0, 0) to (1, 2, 3). */
const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1, 2 * ((k >> 1) & 1), 3 * (k >> 2)]);
const faces = ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"];
const obj = [...corners.map((c) => `v ${c.join(" ")}`), ...faces.map((f) => `f ${f}`)].join("\n");
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const folder = mkdtempSync(join(tmpdir(), "fileMesh"));
afterAll(() => rmSync(folder, { recursive: true }));

const swing = (filename: string, scale?: [number, number, number]) =>
  Model3D({
    world: Object3D({ feature: Scene() }),
    box: Object3D({
      feature: Solid({ shape: FileMesh({ filename, ...(scale && { scale }) }), solidMaterial: "DryWood" }),
    }),
    rev: Revolute({ obj1: "world", obj2: "box" }),
  });

/** φ'' of a box [a, b, c] with a corner at the axis z: −m·g·a/2 / (m·(a² + b²)/3). */
const start = (a: number, b: number): number => (-9.81 * a * 1.5) / (a * a + b * b);

function codeOf(action: () => unknown): RattlebackError {
  try {
    action();
  } catch (error) {
    if (error instanceof RattlebackError) return error;
  }
  throw new Error("nothing was thrown");
}

describe("FileMesh", () => {
  it("takes shape and mass from the file that the reader gives", () => {
    const asked: string[] = [];
    const readFile = (name: string) => {
      asked.push(name);
      return bytes(obj);
    };
    const model = instantiate(swing("parts/box.obj"), { readFile });
    expect(simulate(model, { stopTime: 0 }).final("der(rev.w)")).toBeCloseTo(start(1, 2), 12);
    const merge = { "box.feature.shape.scale": [2, 1, 1] };
    expect(simulate(model, { stopTime: 0, merge }).final("der(rev.w)")).toBeCloseTo(start(2, 2), 12);
    expect(asked).toEqual(["parts/box.obj"]);
  });

  it("is read from the disk when nobody says otherwise", () => {
    const name = join(folder, "box.obj");
    writeFileSync(name, obj);
    const result = simulate(instantiate(swing(name, [1, 0.5, 1])), { stopTime: 0 });
    expect(result.final("der(rev.w)")).toBeCloseTo(start(1, 1), 12);
  });

  it.each([
    ["box.obj", "nothing", () => undefined, "E-MESH-FILE", "folder of the model"],
    ["box.3ds", "another format", () => bytes(obj), "E-MESH-FILE", ".obj, .stl"],
    ["box.obj", "an open surface", () => bytes(obj.replace("f 1 3 4 2", "")), "E-MESH-OPEN", "close the holes"],
    ["box.obj", "no faces", () => bytes("v 0 0 0"), "E-MESH-EMPTY", "surface of triangles"],
  ])("of %s with %s is an error with the path of the shape", (name, _, readFile, code, hint) => {
    const error = codeOf(() => simulate(instantiate(swing(name), { readFile }), { stopTime: 0 }));
    expect(error.code).toBe(code);
    expect(error.hint).toContain(hint);
    expect(error.path).toMatch(/^box\.feature/);
  });

  it("wants a name, and no prepared parts", () => {
    expect(codeOf(() => FileMesh({ filename: "" })).code).toBe("E-3D-VALUE");
    expect(codeOf(() => FileMesh({ filename: "a.obj", convexPartition: true } as never)).hint).toContain("convexParts");
  });
});
