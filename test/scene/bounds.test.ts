import { describe, expect, it } from "vitest";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { animate } from "../../src/scene/animate.ts";
import { focusBox, leadObject, overviewBox, sceneBoxes } from "../../src/scene/bounds.ts";
import { helperSizes } from "../../src/scene/helperSizes.ts";
import { scene3D, sceneObject } from "../../src/scene/scene3d.ts";

const still = [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1];

/** A ball of 1 m rolls 4 m on a floor of 100 m. */
const scene = scene3D({
  objects: [
    sceneObject("floor", Box({ lengthX: 100, lengthY: 0.2, lengthZ: 100 }), { isStatic: true }),
    sceneObject("ball", Sphere({ diameter: 1 })),
  ],
});
const rolling = animate(scene, { time: [0, 1], poses: [still, [0, 0.6, 0, 0, 0, 0, 1, 4, 0.6, 0, 0, 0, 0, 1]] });

describe("what a picture shows", () => {
  it("is what moves, with the part of a large floor that is near", () => {
    expect(overviewBox(rolling).high[0]).toBe(50);
    const { low, high } = focusBox(rolling);
    // from −0.5 to 4.5 m, and something around it
    expect(low[0]).toBeLessThan(-0.5);
    expect(low[0]).toBeGreaterThan(-3);
    expect(high[0]).toBeGreaterThan(4.5);
    expect(high[0]).toBeLessThan(7);
    expect(low[1]).toBe(-0.1);
  });

  it("is everything where nothing moves", () => {
    const floor = scene3D({ objects: scene.objects.slice(0, 1) });
    const resting = animate(floor, { time: [0, 1], poses: [still] });
    expect(focusBox(resting)).toEqual(overviewBox(resting));
  });
});

describe("things that fly far apart", () => {
  const pair = scene3D({ objects: [sceneObject("stage", Sphere()), sceneObject("rocket", Sphere())] });
  const gone = Number.NaN;
  const flight = (far: number) =>
    animate(pair, {
      time: [0, 1, 2],
      poses: [
        [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, gone, gone, gone, gone, gone, gone, gone],
        [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, far, 0, 0, 0, 0, 1],
      ],
    });

  it("are followed by the one that lasts", () => {
    expect(leadObject(flight(500))).toBe(1);
  });

  it("are not followed as long as they stay in the picture", () => {
    expect(leadObject(flight(3))).toBeUndefined();
  });
});

describe("marks beside objects", () => {
  const sizes = (diameter: number) => {
    const small = scene3D({ objects: [scene.objects[0]!, sceneObject("ball", Sphere({ diameter }))] });
    return helperSizes(small, sceneBoxes(small), 70);
  };

  it("have the sizes of the scene beside things of a metre", () => {
    expect(sizes(1)).toEqual({ frameLength: 0.2, contactDiameter: 0.1, forceLength: 3 });
  });

  it("never hide the small things that they mark", () => {
    const { frameLength, contactDiameter, forceLength } = sizes(0.01);
    expect(contactDiameter).toBeLessThan(0.005);
    expect(frameLength).toBeLessThan(0.01);
    expect(forceLength).toBeLessThan(0.05);
  });
});
