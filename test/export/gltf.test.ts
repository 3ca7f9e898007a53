import { AnimationMixer, type Mesh, Vector3 } from "three";
import { type GLTF, GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { describe, expect, it } from "vitest";
import { animationToGlb, animationToGltf } from "../../src/export/gltf.ts";
import { tracksOf } from "../../src/export/tracks.ts";
import { animate } from "../../src/scene/animate.ts";
import type { Animation } from "../../src/scene/animation.ts";
import { poseAt } from "../../src/scene/poseAt.ts";
import { scene3D } from "../../src/scene/scene3d.ts";
import { billiards, everyShape, everyShapeAnimation } from "../scene/everyShape.ts";
import { validateGltf } from "./validateGltf.ts";

const load = (data: Uint8Array) =>
  new Promise<GLTF>((resolve, reject) => {
    new GLTFLoader().parse(data.buffer as ArrayBuffer, "", resolve, reject);
  });

const empty: Animation = animate(scene3D({ objects: [] }), { time: [], poses: [] });

const oneSample = (animation: Animation): Animation => ({
  ...animation,
  time: animation.time.subarray(0, 1),
  poses: animation.poses.map((poses) => poses.subarray(0, 7)),
});

const samples: readonly (readonly [string, Animation])[] = [
  ["every shape", everyShapeAnimation()],
  ["billiards with balls that vanish", billiards()],
  ["a scene with z up", everyShapeAnimation({ up: [0, 0, 1] })],
  ["a scene with −x up", everyShapeAnimation({ up: [-1, 0, 0] })],
  ["a scene that stands still", oneSample(billiards())],
  ["a scene without objects", empty],
];

describe("glTF", () => {
  it.each(samples)("%s passes the validator of Khronos without a remark, in both forms", async (_, animation) => {
    for (const file of [animationToGlb(animation), new TextEncoder().encode(animationToGltf(animation))]) {
      const { issues } = await validateGltf(file);
      expect(issues.messages).toEqual([]);
      expect([issues.numErrors, issues.numWarnings]).toEqual([0, 0]);
    }
  });

  it("the loader of three.js finds every object by its path, with its shape", async () => {
    const { scene } = await load(animationToGlb(everyShapeAnimation()));
    const names = new Set<string>();
    scene.traverse((object) => {
      let hasMesh = false;
      object.traverse((child) => {
        hasMesh ||= "geometry" in child && (child as Mesh).geometry.getAttribute("position").count > 3;
      });
      if (hasMesh) names.add(object.name);
    });
    for (const name of Object.keys(everyShape)) expect(names).toContain(name);
  });

  it("its mixer puts every ball where the animation has it, turned so that y is up", async () => {
    const animation = billiards();
    const { scene, animations } = await load(animationToGlb(animation));
    const mixer = new AnimationMixer(scene);
    mixer.clipAction(animations[0]!).play();
    for (const time of [0, 0.31, 1.234, 1.6]) {
      mixer.setTime(time);
      scene.updateMatrixWorld(true);
      animation.scene.objects.forEach(({ path }, k) => {
        // the loader takes dots and brackets out of names
        const object = scene.getObjectByName(path.replaceAll(/[[\]]/g, ""))!;
        const pose = poseAt(animation, k, time);
        expect([path, object.scale.x]).toEqual([path, pose === undefined ? 0 : 1]);
        if (pose === undefined) return;
        const at = object.getWorldPosition(new Vector3());
        // z up: right is y, up is z, towards the viewer is x
        expect([at.x, at.y, at.z]).toEqual([1, 2, 0].map((i) => expect.closeTo(pose[i]!, 5)));
      });
    }
  });

  it("both forms hold the same scene and the same numbers", () => {
    const glb = animationToGlb(billiards());
    const view = new DataView(glb.buffer);
    const length = view.getUint32(12, true);
    const binary = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length)));
    const { buffers, ...text } = JSON.parse(animationToGltf(billiards()));
    expect({ ...text, buffers: binary.buffers }).toEqual(binary);
    const inside = Buffer.from(buffers[0].uri.split(",")[1], "base64");
    expect(inside.equals(glb.subarray(28 + length, 28 + length + buffers[0].byteLength))).toBe(true);
  });

  it("contacts are red balls that come and go, when they are asked for", async () => {
    const file = animationToGlb(billiards(), { contacts: true });
    expect((await validateGltf(file)).issues.messages).toEqual([]);
    const { scene, animations } = await load(file);
    const mixer = new AnimationMixer(scene);
    mixer.clipAction(animations[0]!).play();
    const [first, second] = ["contact_1", "contact_2"].map((name) => scene.getObjectByName(name)!);
    for (const [time, size] of [
      [0.49, 0],
      [0.55, 1],
      [0.61, 0],
    ] as const) {
      mixer.setTime(time);
      expect([time, first!.scale.x, second!.scale.x]).toEqual([time, size, size]);
    }
    mixer.setTime(0.55);
    expect(first!.position.toArray()).toEqual([0.47, 0, 0.03].map((value) => expect.closeTo(value, 6)));
    expect(scene.getObjectByName("contact_3")).toBeUndefined();
    expect((await load(animationToGlb(billiards()))).scene.getObjectByName("contact_1")).toBeUndefined();
  });

  it("a lower frame rate makes a smaller file", () => {
    const [all, few] = [animationToGlb(billiards()), animationToGlb(billiards(), { frameRate: 10 })];
    expect(few.length).toBeLessThan(all.length / 2);
    expect(tracksOf(billiards(), { frameRate: 10 }).times).toHaveLength(21);
    expect(() => animationToGlb(billiards(), { frameRate: 0 })).toThrow(/E-OPTION-VALUE.*frameRate/s);
    expect(() => animationToGlb(billiards(), { framerate: 10 } as object)).toThrow(/did you mean "frameRate"/);
  });
});

describe("tracks", () => {
  it("times begin at zero and increase strictly, also where the run has events", () => {
    const scene = scene3D({ objects: billiards().scene.objects.slice(0, 1) });
    const pose = [0, 0, 0, 0, 0, 0, 1];
    const moved = [1, 0, 0, 0, 0, 0, 1];
    const time = [5, 6, 6, 6 + 1e-9, 7];
    const animation = animate(scene, { time, poses: [[pose, pose, moved, moved, moved].flat()] });
    const { times, tracks } = tracksOf(animation);
    expect([...times]).toEqual([0, 1, 2]);
    // after the event
    expect([...tracks[0]!.positions].filter((_, k) => k % 3 === 0)).toEqual([0, 1, 1]);
  });

  it("an object that is not there yet waits at its first place", () => {
    const scene = scene3D({ objects: billiards().scene.objects.slice(0, 1) });
    const missing = Array(7).fill(Number.NaN);
    const pose = [3, 0, 0, 0, 0, 1, 0];
    const { tracks } = tracksOf(animate(scene, { time: [0, 1, 2], poses: [[...missing, ...pose, ...missing]] }));
    expect([...tracks[0]!.exists]).toEqual([0, 1, 0]);
    expect([...tracks[0]!.positions]).toEqual([3, 0, 0, 3, 0, 0, 3, 0, 0]);
    expect(tracks[0]).toMatchObject({ isMoving: false, isTurning: false, isBlinking: true });
  });
});
