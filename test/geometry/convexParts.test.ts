// Concave meshes as convex parts: they fill the mesh, and little more.
import { describe, expect, it } from "vitest";
import { signedDistance } from "../../src/collision/signedDistance.ts";
import { convexParts, type Decomposer, rapierDecomposer } from "../../src/geometry/convexParts.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Mesh } from "../../src/geometry/shapes/mesh.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { tessellate } from "../../src/geometry/tessellate.ts";

/** A beam of height 1 with the outline of an L, of area 3 in a hull of area 3.5. */
const corners = [
  [0, 0],
  [2, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 2],
];
const caps = [0, 1, 2, 0, 2, 3, 0, 3, 5, 3, 4, 5];
const angle = Mesh({
  vertices: [0, 1].flatMap((z) => corners.flatMap(([x, y]) => [x, y, z])),
  triangles: [
    ...caps.map((_, i) => caps[i - (i % 3) + [0, 2, 1][i % 3]]),
    ...caps.map((i) => i + 6),
    ...corners.flatMap((_, i) => [i, (i + 1) % 6, ((i + 1) % 6) + 6, i, ((i + 1) % 6) + 6, i + 6]),
  ],
});

describe("convex parts", () => {
  it("of an angle are two or more boxes that leave its inner corner free", async () => {
    const resolution = 32;
    const { parts, volumeRatio, hullVolumeRatio } = await convexParts(angle, { resolution, maximumParts: 8 });
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.length).toBeLessThan(9);
    expect(hullVolumeRatio).toBeCloseTo(3.5 / 3, 12);
    // the surface of 16 m² stands out by at most a voxel of 2/32 m, over a volume of 3 m³
    expect(Math.abs(volumeRatio - 1)).toBeLessThan(((2 / resolution) * 16) / 3);
    // a ball of 0.2 m in the inner corner, 0.3 m from both walls, touches the hull but none of the parts
    const ball = { translation: [1.4, 1.4, 0.5] as const };
    expect(signedDistance(angle, {}, Sphere({ diameter: 0.2 }), ball).distance).toBeLessThan(0);
    const distances = parts.map((part) => signedDistance(part, {}, Sphere({ diameter: 0.2 }), ball).distance);
    // walls stand out by up to a voxel along each axis
    expect(Math.abs(Math.min(...distances) - 0.3)).toBeLessThan((2 * 2) / resolution);
  });

  it("do not depend on where the mesh is and how large it is", async () => {
    const moved = Mesh({
      vertices: Float64Array.from(angle.vertices, (x) => 1000 + 1e-3 * x),
      triangles: angle.triangles,
    });
    const [near, far] = await Promise.all([angle, moved].map((mesh) => convexParts(mesh, { resolution: 24 })));
    expect(far.parts.length).toBe(near.parts.length);
    expect(far.volumeRatio).toBeCloseTo(near.volumeRatio, 3);
  });

  it("of a convex mesh are the mesh, without any library", async () => {
    const mesh = Mesh(tessellate(Box(), 8));
    const { parts, volumeRatio } = await convexParts(mesh, {
      decomposer: () => Promise.reject(new Error("not needed")),
    });
    expect(parts).toEqual([mesh]);
    expect(volumeRatio).toBe(1);
  });

  it("may come from another method; parts without volume are left out", async () => {
    const box = (x: number, y: number) =>
      [0, 1].flatMap((z) => [0, 1].flatMap((i) => [0, 1].flatMap((j) => [i * x, j * y, z])));
    const decomposer: Decomposer = () =>
      Promise.resolve([box(2, 1), box(1, 2).map((v, i) => (i % 3 === 1 ? 1 + v / 2 : v)), [0, 0, 0, 1, 0, 0, 0, 1, 0]]);
    const { parts, volumeRatio } = await convexParts(angle, { decomposer });
    expect(parts.length).toBe(2);
    expect(volumeRatio).toBeCloseTo(1, 14);
  });

  it("refuse settings that make no sense, and say when nothing was found or the library is missing", async () => {
    for (const options of [{ maximumParts: 0 }, { resolution: 2 }, { concavity: -1 }]) {
      await expect(convexParts(angle, options)).rejects.toMatchObject({ code: "E-OPTION-VALUE" });
    }
    const none = convexParts(angle, { decomposer: () => Promise.resolve([]) });
    await expect(none).rejects.toMatchObject({ code: "E-MESH-DECOMPOSER" });
    const missing = rapierDecomposer(() => Promise.reject(new Error("Cannot find package")));
    await expect(convexParts(angle, { decomposer: missing })).rejects.toMatchObject({
      code: "E-MESH-DECOMPOSER",
      hint: expect.stringContaining("npm install @dimforge/rapier3d-compat"),
    });
  });
});
