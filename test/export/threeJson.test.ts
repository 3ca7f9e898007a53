import { AnimationMixer, type Group, Mesh, ObjectLoader, type PerspectiveCamera, type Scene } from "three";
import { describe, expect, it } from "vitest";
import { animationToThreeJson } from "../../src/export/threeJson.ts";
import { poseAt } from "../../src/scene/poseAt.ts";
import { billiards, everyShape, everyShapeAnimation } from "../scene/everyShape.ts";

const load = (text: string) => new ObjectLoader().parse(JSON.parse(text)) as Scene;

describe("JSON Object Scene format 4 of three.js", () => {
  it("the loader of three.js finds every object with its shape, the cameras and the lights", () => {
    const scene = load(animationToThreeJson(everyShapeAnimation()));
    for (const name of [...Object.keys(everyShape), "floor"]) {
      const object = scene.getObjectByName(name) as Group;
      expect([name, object.children.length > 0]).toEqual([name, true]);
      let corners = 0;
      object.traverse((child) => {
        if ("geometry" in child) corners += (child as Mesh).geometry.getAttribute("position").count;
      });
      expect(corners).toBeGreaterThan(3);
    }
    const types = scene.children.map(({ type }) => type);
    expect(types.filter((type) => type.endsWith("Light"))).toEqual(["DirectionalLight", "AmbientLight"]);
    expect(types.filter((type) => type.endsWith("Camera"))).toEqual([
      "PerspectiveCamera",
      ...Array(3).fill("OrthographicCamera"),
    ]);
  });

  it("its mixer puts every object where the animation has it, at any time", () => {
    const animation = billiards();
    const scene = load(animationToThreeJson(animation));
    const mixer = new AnimationMixer(scene);
    mixer.clipAction(scene.animations[0]!).play();
    for (const time of [0, 0.31, 0.5, 1.234, 1.6]) {
      mixer.setTime(time);
      animation.scene.objects.forEach(({ path }, k) => {
        const object = scene.getObjectByName(path)!;
        const pose = poseAt(animation, k, time);
        expect([path, time, object.visible]).toEqual([path, time, pose !== undefined]);
        if (pose === undefined) return;
        // six digits in the file
        expect(object.position.toArray()).toEqual([0, 1, 2].map((i) => expect.closeTo(pose[i]!, 5)));
        const q = object.quaternion.toArray();
        const along = Math.abs(q.reduce((sum, value, i) => sum + value * pose[3 + i]!, 0));
        expect(along).toBeCloseTo(1, 5);
      });
    }
  });

  it("the camera sees the scene, with its up direction up", () => {
    const scene = load(animationToThreeJson(billiards()));
    scene.updateMatrixWorld(true);
    const camera = scene.getObjectByName("camera") as PerspectiveCamera;
    camera.updateProjectionMatrix();
    const place = (x: number, y: number, z: number) => scene.position.clone().set(x, y, z).project(camera);
    for (const x of [-1.3, 1.3]) {
      for (const y of [-0.7, 0.7]) expect(Math.abs(place(x, y, 0).y)).toBeLessThan(1);
    }
    expect(place(0, 0, 0.5).y).toBeGreaterThan(place(0, 0, 0).y);
  });

  it("materials keep colour and transparency", () => {
    const scene = load(animationToThreeJson(everyShapeAnimation()));
    const ellipsoid = scene.getObjectByName("ellipsoid")!.children[0] as Mesh<never, never>;
    const material = ellipsoid.material as { opacity: number; transparent: boolean; color: { getHexString(): string } };
    expect([material.opacity, material.transparent, material.color.getHexString()]).toEqual([0.5, true, "ff6347"]);
    expect(scene.getObjectByName("box")!.children[0]).toBeInstanceOf(Mesh);
  });

  it("a scene that stands still has no animation", () => {
    const animation = billiards();
    const still = {
      ...animation,
      time: animation.time.subarray(0, 1),
      poses: animation.poses.map((p) => p.subarray(0, 7)),
    };
    expect(load(animationToThreeJson(still)).animations).toEqual([]);
  });

  it("the same animation gives the same file", () => {
    expect(animationToThreeJson(billiards())).toBe(animationToThreeJson(billiards()));
  });
});
