import { PLYLoader } from "three/addons/loaders/PLYLoader.js";
import { describe, expect, it } from "vitest";
import { configurationToObj, configurationToPly, configurationToStl } from "../../src/export/meshFiles.ts";
import { parseObj } from "../../src/geometry/parseObj.ts";
import { parseStl } from "../../src/geometry/parseStl.ts";
import { polyhedralIntegrals } from "../../src/geometry/polyhedralIntegrals.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Grid } from "../../src/geometry/shapes/visualShapes.ts";
import { animate } from "../../src/scene/animate.ts";
import { scene3D, sceneObject } from "../../src/scene/scene3d.ts";
import { VisualMaterial } from "../../src/scene/visualMaterial.ts";

/** A box of 1 × 2 × 3 m that moves from x = 0 to 10 m and turns by 90° about z, and a grid that vanishes at 1 s. */
const objects = [
  sceneObject("heavy box", Box({ lengthX: 1, lengthY: 2, lengthZ: 3 }), {
    material: VisualMaterial({ color: "red", transparency: 0.2 }),
  }),
  sceneObject("grid", Grid({ length: 1, width: 1, distance: 0.5 })),
];
const half = Math.SQRT1_2;
const animation = animate(scene3D({ objects }), {
  time: [0, 1],
  poses: [
    [0, 0, 0, 0, 0, 0, 1, 10, 0, 0, 0, 0, half, half],
    [0, 0, 0, 0, 0, 0, 1, ...Array(7).fill(Number.NaN)],
  ],
});

/** Volume, and first moments over it. */
function body({ vertices, triangles }: { vertices: ArrayLike<number>; triangles: ArrayLike<number> }) {
  const { volume, first } = polyhedralIntegrals(Float64Array.from(vertices), Int32Array.from(triangles));
  return [volume, ...first.map((moment) => moment / volume)];
}

const expected = (t: number) => [6, 10 * t, 0, 0].map((value) => expect.closeTo(value, 5));

/** Extent along x. */
const width = (vertices: ArrayLike<number>) => {
  const x = Array.from(vertices).filter((_, k) => k % 3 === 0);
  return Math.max(...x) - Math.min(...x);
};

describe("configurations", () => {
  it.each([0, 1])("OBJ at t = %d s reads back as the box at its place", (t) => {
    const read = parseObj(configurationToObj(animation, t));
    expect(body(read)).toEqual(expected(t));
  });

  it("OBJ has names without spaces, colours, and grids as lines while they exist", () => {
    const [before, after] = [configurationToObj(animation, 0), configurationToObj(animation, 1)];
    expect(before).toContain("\no heavy_box\n");
    expect(before).toMatch(/^v \S+ \S+ \S+ 1.000 0.000 0.000$/m);
    expect(before.match(/^l \d+ \d+$/gm)).toHaveLength(6);
    expect(after).not.toMatch(/^l /m);
  });

  it.each([0, 1])("STL at t = %d s reads back as the box at its place", (t) => {
    const read = parseStl(configurationToStl(animation, t));
    expect(body(read)).toEqual(expected(t));
    expect(width(read.vertices)).toBeCloseTo(t === 0 ? 1 : 2, 5);
  });

  it.each([0, 1])("PLY at t = %d s is loaded by three.js with its colours", (t) => {
    const file = configurationToPly(animation, t);
    const geometry = new PLYLoader().parse(file.buffer as ArrayBuffer);
    const vertices = geometry.getAttribute("position").array;
    expect(body({ vertices, triangles: geometry.getIndex()!.array })).toEqual(expected(t));
    expect(geometry.getAttribute("color").getX(0)).toBeCloseTo(1, 5);
    expect(geometry.getAttribute("color").getY(0)).toBe(0);
  });

  it("an empty scene gives files without triangles", () => {
    const empty = animate(scene3D({ objects: [] }), { time: [0], poses: [] });
    expect(configurationToObj(empty, 0)).toBe("# rattleback, t = 0 s\n");
    expect(configurationToStl(empty, 0)).toHaveLength(84);
    expect(new TextDecoder().decode(configurationToPly(empty, 0))).toContain("element vertex 0\n");
  });
});
