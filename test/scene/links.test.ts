// What has no shape and is seen all the same: springs, rods, wires; and where loops are cut.
import { describe, expect, it } from "vitest";
import { cutJoints } from "../../app/scene/mechanismFacts.ts";
import {
  animationOf,
  Beam,
  Bushing,
  instantiate,
  LineForceWithMass,
  Model3D,
  type ModelDefinition,
  mechanismOf,
  Object3D,
  Revolute,
  resultFromJson,
  Scene,
  Solid,
  Sphere,
  SpringDamperPtP,
  simulate,
  TorqueBetween,
  WorldForce,
} from "../../src/index.ts";
import { resultToJson } from "../../src/results/writers/json.ts";
import { sceneBoxes } from "../../src/scene/bounds.ts";
import { wiresOf } from "../../src/scene/wires.ts";

const start = (entries: Record<string, ModelDefinition | string>) =>
  simulate(instantiate(Model3D({ world: Object3D({ feature: Scene() }), ...entries })), { stopTime: 0 });
const ball = Solid({ shape: Sphere({ diameter: 0.1 }), solidMaterial: "Steel" });

describe("links of a scene", () => {
  it("are springs between the objects that they pull at", () => {
    const { scene } = animationOf(
      start({
        weight: Object3D({ parent: "world", fixedToParent: false, translation: [0, -1, 0], feature: ball }),
        spring: SpringDamperPtP({ obj1: "world", obj2: "weight", nominalLength: 1, springForceLaw: 100 }),
      }),
    );
    const [link, ...more] = scene.links!;
    expect(more).toEqual([]);
    expect(link).toMatchObject({ path: "spring", kind: "spring" });
    expect([link!.object1, link!.object2].map((k) => scene.objects[k]!.path)).toEqual(["world", "weight"]);
  });

  it("tell springs from dampers, ropes and mounts, and loads act where they are applied, in their axes", () => {
    const free = (y: number) =>
      Object3D({ parent: "world", fixedToParent: false, translation: [0, y, 0], feature: ball });
    const result = start({
      weight: free(-1),
      other: free(-2),
      damper: SpringDamperPtP({ obj1: "world", obj2: "weight", damperForceLaw: 2 }),
      rope: LineForceWithMass({ obj1: "weight", obj2: "other", mass: 0.1 }),
      soft: SpringDamperPtP({ obj1: "weight", obj2: "other", springForceLaw: (x) => x ** 3 }),
      mount: Bushing({ obj1: "world", obj2: "other", springForceLaw: [1, 1, 1] }),
      pull: WorldForce({ obj: "weight", forceFunction: () => [1, 2, 3] }),
      twist: TorqueBetween({ obj1: "weight", obj2: "other", objCoord: "weight" }),
      equations: "twist.torqueVector = [0, 0, 4]",
    });
    const { scene, loads } = animationOf(result);
    const name = (k: number | undefined) => (k === undefined ? undefined : scene.objects[k]!.path);
    expect(scene.links!.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      "damper damper",
      "rope rope",
      "soft spring",
      "mount mount",
    ]);
    expect(
      scene.loads!.map(({ signal, kind, object, reaction, axes }) => [
        signal,
        kind,
        ...[object, reaction, axes].map(name),
      ]),
    ).toEqual([
      ["pull.forceVector", "force", "weight", undefined, undefined],
      ["twist.torqueVector", "torque", "other", "weight", "weight"],
    ]);
    expect(loads!.map((values) => [...values.subarray(0, 3)])).toEqual([
      [1, 2, 3],
      [0, 0, 4],
    ]);
    // a result from a file has them too
    expect(animationOf(resultFromJson(resultToJson(result))).loads).toEqual(loads);
  });

  it("are wires where a joint holds a body beside its shapes, and nothing where it holds a shape", () => {
    const wires = (distance: number) => {
      const animation = animationOf(
        start({
          thread: Object3D(),
          ball: Object3D({ parent: "thread", translation: [0, -distance, 0], feature: ball }),
          rev: Revolute({ obj1: "world", obj2: "thread", axis: 3, phi: 0.3 }),
        }),
      );
      const name = (k: number) => animation.scene.objects[k]!.path;
      return wiresOf(animation, sceneBoxes(animation.scene)).map(
        ({ object1, object2 }) => `${name(object1)} ${name(object2)}`,
      );
    };
    expect(wires(0.5)).toEqual(["thread ball"]);
    expect(wires(0.04)).toEqual([]);
  });
});

it("a four-bar is cut at one joint, has one degree of freedom and three redundant constraints", () => {
  const bar = Solid({ shape: Beam({ axis: 1, length: 1, width: 0.1, thickness: 0.1 }), solidMaterial: "Steel" });
  const link = (name: string) => ({
    [name]: Object3D({ feature: bar }),
    [`${name}A`]: Object3D({ parent: name, translation: [-0.5, 0, 0] }),
    [`${name}B`]: Object3D({ parent: name, translation: [0.5, 0, 0] }),
  });
  const result = start({
    foot: Object3D({ parent: "world", translation: [1, 0, 0] }),
    ...link("crank"),
    ...link("coupler"),
    ...link("rocker"),
    rev1: Revolute({ obj1: "world", obj2: "crankA", phi: Math.PI / 2 }),
    rev2: Revolute({ obj1: "crankB", obj2: "couplerA", phi: -Math.PI / 2 }),
    rev3: Revolute({ obj1: "couplerB", obj2: "rockerB", phi: Math.PI / 2 }),
    rev4: Revolute({ obj1: "foot", obj2: "rockerA", phi: Math.PI / 2 }),
  });
  const { degreesOfFreedom, loops } = mechanismOf(result);
  expect([degreesOfFreedom, loops.map(({ redundant }) => redundant)]).toEqual([1, [3]]);
  expect(cutJoints(animationOf(result).scene)).toHaveLength(1);
});
