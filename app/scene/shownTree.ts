/** The objects of a scene as a tree, as the compiler has found them: for models whose text computes them. Pure data. */
import type { Scene3D, SceneObject } from "../../src/scene/scene3d.ts";
import type { TreeNode } from "./sceneTree.ts";

const reason = "The text computes it: change it there.";

/** What stands first; on each object the joints that sit in it, and on each joint what it carries. */
export function shownTree({ objects, joints, carriers = [] }: Scene3D): TreeNode[] {
  const isFree = (joint: number): boolean => joints[joint]?.kind === "free";
  const carriedBy = new Map<number, number[]>();
  objects.forEach((_, k) => {
    const carrier = carriers[k] ?? -1;
    // what flies stands beside the world, not on a joint
    const joint = isFree(carrier) ? -1 : carrier;
    if (!carriedBy.has(joint)) carriedBy.set(joint, []);
    carriedBy.get(joint)!.push(k);
  });
  const jointsIn = new Map<number, number[]>();
  joints.forEach(({ object }, k) => {
    if (isFree(k)) return;
    if (!jointsIn.has(object)) jointsIn.set(object, []);
    jointsIn.get(object)!.push(k);
  });
  const isShown = new Set<number>();
  const jointNode = (k: number): TreeNode => {
    const { path, kind, object2 } = joints[k]!;
    const carried = (carriedBy.get(k) ?? []).filter((object) => !isShown.has(object));
    const isLoop = carried.length === 0 && object2 !== undefined;
    return {
      name: path,
      kind: "joint",
      detail: isLoop ? `${kind} → ${objects[object2]!.path || "world"}` : kind,
      reason,
      children: carried.map(objectNode),
    };
  };
  const objectNode = (k: number): TreeNode => {
    isShown.add(k);
    const object = objects[k]!;
    return {
      name: object.path,
      kind: kindOf(object),
      detail: [object.shape?.kind ?? "", isFree(carriers[k] ?? -1) ? "free" : ""]
        .filter((word) => word !== "")
        .join(", "),
      reason,
      children: (jointsIn.get(k) ?? []).map(jointNode),
    };
  };
  const standing = carriedBy.get(-1) ?? [];
  const roots = standing.map(objectNode);
  // what no joint led to, as with joints that sit in what they carry
  return [...roots, ...objects.flatMap((_, k) => (isShown.has(k) ? [] : [objectNode(k)]))];
}

function kindOf({ path, shape, isSolid }: SceneObject): TreeNode["kind"] {
  if (path === "" || path === "world") return "world";
  return shape === undefined ? "frame" : isSolid ? "solid" : "visual";
}
