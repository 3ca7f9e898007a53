import { describe, expect, it } from "vitest";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { scene3D, sceneObject } from "../../src/scene/scene3d.ts";
import { ObjectBatches } from "../../src/viewer/objectBatches.ts";
import { PictureQuality } from "../../src/viewer/pictureQuality.ts";

const watched = (quality: PictureQuality, passed: number, pictures: number): number => {
  for (let k = 0; k < pictures; k++) quality.watch(passed);
  return quality.level;
};

describe("quality of pictures while an animation plays", () => {
  it("stays full on a computer that keeps up, also with a picture now and then that is late", () => {
    const quality = new PictureQuality();
    for (let k = 0; k < 100; k++) {
      watched(quality, 16.7, 5);
      watched(quality, 200, 2);
    }
    expect(quality.level).toBe(0);
  });

  it("falls by one level after the other, to the coarsest and no further", () => {
    const quality = new PictureQuality();
    const levels = Array.from({ length: 5 }, () => watched(quality, 130, 5));
    expect(levels).toEqual([1, 2, 3, 3, 3]);
  });

  it("stops falling where pictures are fast enough", () => {
    const quality = new PictureQuality();
    watched(quality, 130, 5);
    expect(watched(quality, 20, 1000)).toBe(1);
  });

  it("takes a page in the background for what it is", () => {
    expect(watched(new PictureQuality(), 5000, 100)).toBe(0);
  });

  it("tries a better one whenever playing begins", () => {
    const quality = new PictureQuality();
    watched(quality, 130, 10);
    quality.begin();
    expect(quality.level).toBe(1);
  });
});

describe("shapes of quick pictures", () => {
  it("round ones have fewer corners, others are the same, and all are as before afterwards", () => {
    const batches = new ObjectBatches(
      scene3D({
        objects: [
          sceneObject("ball", Sphere({ diameter: 1 })),
          sceneObject("box", Box({ lengthX: 1, lengthY: 2, lengthZ: 3 })),
        ],
      }),
    );
    const corners = () => batches.meshes.map(({ geometry }) => geometry.getAttribute("position").count);
    const [ball = 0, box = 0] = corners();
    batches.setQuick(true);
    const [quickBall = 0, quickBox = 0] = corners();
    expect(quickBall).toBeLessThan(ball / 4);
    expect(quickBox).toBe(box);
    batches.setQuick(false);
    expect(corners()).toEqual([ball, box]);
    batches.dispose();
  });
});
