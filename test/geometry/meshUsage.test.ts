import { MassProperties, Mesh } from "rattleback";
import { massProperties, Sphere } from "rattleback/collision";
import { describe, expect, it } from "vitest";

describe("what a mesh wants", () => {
  it.each([
    [
      {
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
        ],
        triangles: [0, 1, 2],
      },
      /vertices of a mesh is a flat list[\s\S]*list of lists/,
    ],
    [{ vertices: "hull.obj", triangles: [0, 1, 2] }, /vertices of a mesh is a flat list[\s\S]*FileMesh/],
    [{ vertices: [0, 0, 0], triangles: 3 }, /triangles of a mesh is a flat list/],
    [{ vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [1, 2, 3] }, /counted from 0/],
    [{ vertices: [], triangles: [] }, /E-MESH-EMPTY[\s\S]*vertices: \[x0, y0, z0/],
  ])("%o is refused with what is wanted", (options, message) => {
    expect(() => Mesh(options as never)).toThrow(message);
  });

  it("the centre of mass may be spelt either way", () => {
    const { centreOfMass, centerOfMass } = massProperties(Sphere({ diameter: 1 }), { mass: 1 });
    expect(centerOfMass).toBe(centreOfMass);
    expect(MassProperties({ mass: 1, centreOfMass: [1, 0, 0] }).entries.get("centerOfMass")).toEqual(
      MassProperties({ mass: 1, centerOfMass: [1, 0, 0] }).entries.get("centerOfMass"),
    );
    expect(() => MassProperties({ centreOfMass: [1, 0, 0], centerOfMass: [1, 0, 0] })).toThrow(/are one option/);
  });
});
