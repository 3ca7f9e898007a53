/** Shapes of ModelicaServices.Animation.Shape are a scene in motion: viewer, studio and exports take it like any other. */
import { animationOf, instantiate, Model, simulate } from "rattleback";
import { animationToGlb, animationToThreeJson, configurationToObj } from "rattleback/export";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

// the interface that our ModelicaServices extends, in our own words
const text = `
package Modelica
  package Utilities package Internal package PartialModelicaServices package Animation
    partial model PartialShape
      parameter String shapeType = "box";
      input Orientation R; input Real r[3] = {0, 0, 0}; input Real r_shape[3] = {0, 0, 0};
      input Real lengthDirection[3] = {1, 0, 0}; input Real widthDirection[3] = {0, 1, 0};
      input Real length = 1; input Real width = 1; input Real height = 1;
      input Real extra = 0; input Real color[3] = {255, 0, 0};
    end PartialShape;
    partial model PartialVector
      type Quantity = enumeration(Force, Torque, Velocity, Acceleration, AngularVelocity, AngularAcceleration, RelativePosition);
      input Orientation R; input Real r[3] = {0, 0, 0}; input Real coordinates[3] = {0, 0, 0}; input Real color[3] = {0, 0, 255};
      parameter Quantity quantity = Quantity.Force;
      input Boolean headAtOrigin = false; input Boolean twoHeadedArrow = false;
    end PartialVector;
    record Orientation Real T[3, 3]; end Orientation;
  end Animation; end PartialModelicaServices; end Internal; end Utilities;
end Modelica;`;
// a bar that turns about z in its one end, a spring that stretches along y, a ball that stays
const model = `
model Turning
  Real phi = 2*time;
  Real s = 0.5 + 0.1*time;
  ModelicaServices.Animation.Shape bar(shapeType = "box", length = 0.8, width = 0.2, height = 0.1,
    R(T = {{cos(phi), sin(phi), 0}, {-sin(phi), cos(phi), 0}, {0, 0, 1}}), r = {1, 0, 0}, r_shape = {0.1, 0, 0});
  ModelicaServices.Animation.Shape spring(shapeType = "spring", length = s, width = 0.1, height = 0.02, extra = 6,
    R(T = identity(3)), lengthDirection = {0, 1, 0}, widthDirection = {1, 0, 0}, color = {0, 0, 255});
  ModelicaServices.Animation.Shape balls[2](each shapeType = "sphere", each length = 0.2, each width = 0.2, each height = 0.2,
    each R(T = identity(3)), r = {{0, 0, 0}, {0, 0, 3}});
end Turning;`;
const library = importModelica({ texts: { "Services.mo": text, "Turning.mo": model } });
const options = { stopTime: 1, interval: 0.25 };
const result = simulate(library.instantiate("Turning"), options);

describe("shapes of a model in Modelica", () => {
  const animation = animationOf(result);
  const { scene, poses, scales } = animation;
  const object = (path: string): number => scene.objects.findIndex((item) => item.path === path);

  it("are the objects of the scene", () => {
    expect(scene.objects.map(({ path }) => path)).toEqual(["bar", "spring", "balls[1]", "balls[2]"]);
    expect(scene.objects[1]!.material.color).toEqual([0, 0, 255]);
  });

  it("are where the frame, the shape and its length say", () => {
    const pose = poses[object("bar")]!;
    animation.time.forEach((t, k) => {
      // the middle of the bar is half a metre from the axis, along its turned x axis
      expect(pose[7 * k]).toBeCloseTo(1 + 0.5 * Math.cos(2 * t), 12);
      expect(pose[7 * k + 1]).toBeCloseTo(0.5 * Math.sin(2 * t), 12);
      // the third axis of the picture is the length
      const [x, y, z, w] = pose.subarray(7 * k + 3, 7 * k + 7) as unknown as [number, number, number, number];
      expect(2 * (x * z + w * y)).toBeCloseTo(Math.cos(2 * t), 12);
      expect(2 * (y * z - w * x)).toBeCloseTo(Math.sin(2 * t), 12);
    });
    expect([...poses[object("balls[2]")]!.subarray(0, 3)]).toEqual([0.1, 0, 3]);
  });

  it("stretch", () => {
    expect(scales![object("bar")]).toBeUndefined();
    animation.time.forEach((t, k) => {
      expect(scales![object("spring")]![3 * k + 2]).toBeCloseTo((0.5 + 0.1 * t) / 0.5, 12);
      expect(scales![object("spring")]![3 * k]).toBeCloseTo(1, 12);
    });
  });

  it("are written with their sizes", () => {
    const glb = new TextDecoder().decode(animationToGlb(animation));
    expect(glb).toContain('"path":"scale"');
    expect(animationToThreeJson(animation).includes(`.scale","type":"vector"`)).toBe(true);
    // the spring is 0.6 m long at the end, and 0.5 m at the start
    const springs = [0, 1].map((t) => {
      const [, part = ""] = configurationToObj(animation, t).split(/^o spring.*$/m);
      const own = part.split(/^o /m)[0]!;
      const heights = [...own.matchAll(/^v \S+ (\S+) \S+/gm)].map(([, y]) => Number(y));
      return Math.max(...heights) - Math.min(...heights);
    });
    expect(springs[1]! / springs[0]!).toBeCloseTo(1.2, 6);
  });

  it("come along when the class is a component", () => {
    const inside = simulate(instantiate(Model({ part: library.component("Turning") })), options);
    const other = animationOf(inside);
    expect(other.scene.path).toBe("part");
    expect(other.scene.objects[0]!.path).toBe("part.bar");
    expect(other.poses[0]).toEqual(poses[0]);
  });
});

describe("vectors of a model in Modelica", () => {
  const arrows = importModelica({
    texts: {
      "Services.mo": text,
      "Arrows.mo": `
        model Arrows
          model V = ModelicaServices.Animation.Vector(R(T = identity(3)));
          V force(coordinates = {0, 500*(1 + time), 0}, r = {1, 0, 0});
          V position(coordinates = {0, 0, 2}, quantity = V.Quantity.RelativePosition, headAtOrigin = true);
          V torque(coordinates = {1000*time, 0, 0}, quantity = V.Quantity.Torque, twoHeadedArrow = true);
        end Arrows;`,
    },
  });
  const { scene, poses, scales, time } = animationOf(simulate(arrows.instantiate("Arrows"), options));
  const at = (path: string): number => scene.objects.findIndex((item) => item.path === path);
  /** Begin and end of a part on its axis, from the middle and the length that the picture has. */
  const ends = (path: string, row: number, axis: number, base: number): [number, number] => {
    const k = at(path);
    const length = base * (scales![k]?.[3 * row + 2] ?? 1);
    const middle = poses[k]![7 * row + axis]!;
    return [middle - length / 2, middle + length / 2];
  };

  it("are arrows of a shaft and heads", () => {
    expect(scene.objects.map(({ path }) => path)).toEqual([
      "force.shaft",
      "force.head",
      "position.shaft",
      "position.head",
      "torque.shaft",
      "torque.head",
      "torque.secondHead",
    ]);
    expect(scene.objects[0]!.material.color).toEqual([0, 0, 255]);
  });

  it("a force of 1000 N is one metre long, and its head keeps its size", () => {
    time.forEach((t, row) => {
      const [from, to] = ends("force.shaft", row, 1, 0.5 - 0.1);
      expect([from, to].map((x) => Math.round(1e9 * x))).toEqual([0, Math.round(1e9 * (0.5 * (1 + t) - 0.1))]);
      expect(scales![at("force.head")]?.[3 * row + 2] ?? 1).toBeCloseTo(1, 12);
    });
  });

  it("positions are as long as they are, and point to the origin when they are asked to", () => {
    const [from, to] = ends("position.shaft", 0, 2, 1.9);
    expect(from).toBeCloseTo(-2, 12);
    expect(to).toBeCloseTo(-0.1, 12);
  });

  it("what is zero has no length", () => {
    expect(scales![at("torque.shaft")]![2]).toBe(0);
    expect(scales![at("torque.secondHead")]![2]).toBe(0);
  });
});
