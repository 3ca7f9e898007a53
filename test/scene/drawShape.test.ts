import { describe, expect, it } from "vitest";
import { polyhedralIntegrals } from "../../src/geometry/polyhedralIntegrals.ts";
import { geometryOf, type SolidShape, solidShapeKinds } from "../../src/geometry/registry.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { GearWheel, Grid, SpringShape, TextShape } from "../../src/geometry/shapes/visualShapes.ts";
import { drawShape } from "../../src/scene/drawShape.ts";
import { uuidOf } from "../../src/scene/fingerprint.ts";
import type { ShapePart } from "../../src/scene/shapePart.ts";
import { glyphOf } from "../../src/scene/strokeFont.ts";
import type { Surface } from "../../src/scene/surface.ts";
import { textWidth } from "../../src/scene/textSurface.ts";
import { everyShape } from "./everyShape.ts";

const surface = (part: ShapePart): Surface => {
  const geometry = part.build();
  if (geometry.kind !== "surface") throw new Error("lines");
  return geometry;
};

function volume(part: ShapePart): number {
  const { positions, indices } = surface(part);
  const scaled = Float64Array.from(positions, (value, k) => value * part.scale[k % 3]!);
  return polyhedralIntegrals(scaled, Int32Array.from(indices)).volume;
}

const surfaces = Object.entries(everyShape).filter(([name]) => !/grid/i.test(name));

describe("pictures of shapes", () => {
  it.each(surfaces)("%s: normals have length 1 and point to the side of their triangles", (_, shape) => {
    for (const part of drawShape(shape)) {
      const { positions, normals, indices } = surface(part);
      expect(normals.length).toBe(positions.length);
      expect(indices.length).toBeGreaterThan(0);
      for (let k = 0; k < indices.length; k += 3) {
        const [a, b, c] = [3 * indices[k]!, 3 * indices[k + 1]!, 3 * indices[k + 2]!];
        const u = [0, 1, 2].map((i) => positions[b + i]! - positions[a + i]!);
        const v = [0, 1, 2].map((i) => positions[c + i]! - positions[a + i]!);
        const n = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
        const length = Math.hypot(...n);
        for (const corner of [a, b, c]) {
          const own = normals.subarray(corner, corner + 3);
          expect(Math.hypot(...own)).toBeCloseTo(1, 5);
          // no normal is further from its triangle than two sharp edges
          expect((n[0]! * own[0]! + n[1]! * own[1]! + n[2]! * own[2]!) / length).toBeGreaterThan(Math.cos(1.22));
        }
      }
    }
  });

  it.each(surfaces.filter(([name]) => !/text/i.test(name)))(
    "%s is closed: every edge has two triangles",
    (_, shape) => {
      for (const part of drawShape(shape)) {
        const { positions, indices } = surface(part);
        const place = (i: number) =>
          Array.from(positions.subarray(3 * i, 3 * i + 3), (x) => Math.round(1e6 * x)).join();
        const edges = new Map<string, number>();
        for (let k = 0; k < indices.length; k++) {
          const from = place(indices[k]!);
          const to = place(indices[k % 3 === 2 ? k - 2 : k + 1]!);
          const [key, step] = from < to ? [`${from} ${to}`, 1] : [`${to} ${from}`, -1];
          edges.set(key, (edges.get(key) ?? 0) + step);
        }
        expect([...edges.values()].filter((count) => count !== 0)).toEqual([]);
      }
    },
  );

  it.each(surfaces.filter(([, shape]) => (solidShapeKinds as readonly string[]).includes(shape.kind)))(
    "%s has the volume of its shape, but for the corners cut off",
    (_, shape) => {
      const exact = geometryOf(shape as SolidShape).volume(shape as never);
      const ratio = volume(drawShape(shape, 64)[0]!) / exact;
      // corners at angles h on a circle enclose 1 − h²/6 of its area; the meridians of a ball lose another h²/4 of its volume
      const h = (2 * Math.PI) / 64;
      expect(ratio).toBeGreaterThan(1 - h * h * (1 / 6 + 1 / 4));
      expect(ratio).toBeLessThan(1 + 1e-6);
    },
  );

  it("a spring has the volume of its wire and stays in its box", () => {
    const spring = SpringShape({ length: 2, diameter: 1, wireDiameter: 0.1, windings: 6 });
    const [part] = drawShape(spring);
    const rho = 0.45;
    const rise = 1.9 / (12 * Math.PI);
    const length = 12 * Math.PI * Math.hypot(rho, rise);
    const decagon = 5 * Math.sin(Math.PI / 5) * 0.05 ** 2;
    // the chords of the helix are shorter than its arcs by (2π/24)²/6, and the corners of the tube are cut at the bends
    expect(volume(part!) / (decagon * length)).toBeGreaterThan(1 - 2 * ((2 * Math.PI) / 24) ** 2 * (1 / 6));
    expect(volume(part!)).toBeLessThan(decagon * length);
    const { positions } = surface(part!);
    const heights = positions.filter((_, k) => k % 3 === 2);
    expect(Math.min(...heights)).toBeGreaterThan(-1e-6);
    expect(Math.max(...heights)).toBeLessThan(2 + 1e-6);
    for (let k = 0; k < positions.length; k += 3) {
      expect(Math.hypot(positions[k]!, positions[k + 1]!)).toBeLessThan(0.5 + 1e-6);
    }
  });

  it("a gear wheel has the area between its bore and its teeth", () => {
    const [part] = drawShape(GearWheel({ diameter: 2, rootDiameter: 1.6, innerDiameter: 0.5, length: 0.3, teeth: 10 }));
    const sector = (a: number, b: number, share: number) => 0.5 * a * b * Math.sin(2 * Math.PI * 0.1 * share);
    const outline = 10 * (sector(0.8, 0.8, 0.3) + 2 * sector(0.8, 1, 0.2) + sector(1, 1, 0.3));
    const bore = 10 * (2 * sector(0.25, 0.25, 0.3) + 2 * sector(0.25, 0.25, 0.2));
    expect(volume(part!)).toBeCloseTo(0.3 * (outline - bore), 6);
  });

  it("a box of a plane is thin, not flat: its normals stay finite", () => {
    const [part] = drawShape(Box({ lengthX: 2, lengthY: 0, lengthZ: 1 }));
    expect(part!.scale).toEqual([2, 2e-6, 1]);
  });

  it("a grid has a line at every multiple of its distance", () => {
    const geometry = drawShape(Grid({ axis: 3, length: 1, width: 0.6, distance: 0.1 }))[0]!.build();
    expect(geometry.kind).toBe("lines");
    expect(geometry.positions.length).toBe(6 * (11 + 7));
    expect(Math.max(...geometry.positions)).toBeCloseTo(0.5, 6);
  });

  it("balls of all sizes share one geometry, different shapes do not", () => {
    const key = (name: string) => drawShape(everyShape[name]!)[0]!.key;
    expect(key("sphere")).toBe(key("ellipsoid"));
    expect(key("sphere")).toBe(key("modelicaSphere"));
    expect(new Set(Object.keys(everyShape).map(key)).size).toBeGreaterThan(18);
    const other = { ...everyShape["mesh"], vertices: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2) };
    expect(drawShape(other as never)[0]!.key).not.toBe(key("mesh"));
  });
});

describe("letters", () => {
  it("every printable character has a glyph of its own", () => {
    const box = JSON.stringify(glyphOf("\u{1f600}"));
    const seen = new Map<string, string>();
    for (let code = 33; code < 127; code++) {
      const text = JSON.stringify(glyphOf(String.fromCharCode(code)));
      expect(text).not.toBe(box);
      expect(text).toMatch(/^[^n]*width[^N]*$/); // no NaN, no null
      seen.set(text, (seen.get(text) ?? "") + String.fromCharCode(code));
    }
    // zero looks like O
    expect([...seen.values()].filter((same) => same.length > 1)).toEqual(["0O"]);
    expect(glyphOf("é")).toEqual(glyphOf("e"));
  });

  it("a text is as high as its font says and as wide as its letters, on the side it is aligned to", () => {
    const extent = (alignment: "Left" | "Center" | "Right") => {
      const { positions } = surface(drawShape(TextShape({ text: "HHH", alignment, font: { size: 6 } }))[0]!);
      const along = (axis: number) => positions.filter((_, k) => k % 3 === axis);
      return [Math.min(...along(0)), Math.max(...along(0)), Math.min(...along(1)), Math.max(...along(1))];
    };
    const pen = 0.8 / 2;
    expect(textWidth("HHH")).toBeCloseTo(16 / 6, 12);
    [
      ["Left", 0],
      ["Center", -8],
      ["Right", -16],
    ].forEach(([alignment, start]) => {
      const [left, right, low, high] = extent(alignment as "Left");
      expect(left).toBeCloseTo((start as number) - pen, 5);
      expect(right).toBeCloseTo((start as number) + 16 + pen, 5);
      expect([low, high].map((value) => Math.round(value! * 1000))).toEqual([-400, 6400]);
    });
  });
});

describe("names in files", () => {
  it("the same name has the same UUID, near names have different ones", () => {
    const names = Array.from({ length: 2000 }, (_, k) => `ball[${k}]`);
    expect(new Set(names.map(uuidOf)).size).toBe(2000);
    for (const name of names) {
      expect(uuidOf(name)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });
});
