// The tree of a scene whose text computes it: as the compiler has found its objects.
import { describe, expect, it } from "vitest";
import type { TreeNode } from "../../app/scene/sceneTree.ts";
import { shownTree } from "../../app/scene/shownTree.ts";
import {
  animationOf,
  Box,
  instantiate,
  Model3D,
  Object3D,
  Revolute,
  Scene,
  Solid,
  Sphere,
  simulate,
} from "../../src/index.ts";

const written = ({ name, kind, detail, children }: TreeNode): string =>
  `${name}: ${kind}${detail === "" ? "" : ` ${detail}`}${children.length === 0 ? "" : ` (${children.map(written).join("; ")})`}`;

describe("the tree of a scene that is computed", () => {
  const links = Array.from({ length: 2 }, (_, k) => [
    `bar${k}`,
    Object3D({ feature: Solid({ shape: Box({ lengthX: 1, lengthY: 0.1, lengthZ: 0.1 }), solidMaterial: "Steel" }) }),
  ]);
  const model = Model3D({
    world: Object3D({ feature: Scene() }),
    ...Object.fromEntries(links),
    tip: Object3D({ parent: "bar1", translation: [0.5, 0, 0] }),
    hinge0: Revolute({ obj1: "world", obj2: "bar0" }),
    hinge1: Revolute({ obj1: "bar0", obj2: "bar1" }),
    ball: Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [0, 2, 0],
      feature: Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: "Steel" }),
    }),
  });
  const { scene } = animationOf(simulate(instantiate(model), { stopTime: 0.01 }));

  it("goes from what stands along the joints; what flies stands beside it", () => {
    const nodes = shownTree(scene);
    expect(nodes.map(written)).toEqual([
      "world: world (hinge0: joint revolute (bar0: solid Box (hinge1: joint revolute (bar1: solid Box; tip: frame))))",
      "ball: solid Sphere, free",
    ]);
  });

  it("has every object once, and says why none can be changed", () => {
    const names: string[] = [];
    const collect = (node: TreeNode): void => {
      names.push(node.name);
      expect(node.reason).toBe("The text computes it: change it there.");
      node.children.forEach(collect);
    };
    shownTree(scene).forEach(collect);
    expect(names.sort()).toEqual(["ball", "bar0", "bar1", "hinge0", "hinge1", "tip", "world"]);
    expect(shownTree({ ...scene, carriers: [] }).map(({ name }) => name)).toContain("ball");
  });
});
