/** The objects of a model in space as a tree: what is fixed to what, and what hangs on which joint. Pure data. */
import type { SceneText } from "../document/sceneText.ts";

export interface TreeNode {
  readonly name: string;
  readonly kind: "world" | "solid" | "visual" | "frame" | "joint" | "component" | "part";
  /** Shape, kind of the joint: what the name does not say. */
  readonly detail: string;
  /** Why it cannot be changed here; empty when it can. */
  readonly reason: string;
  readonly children: readonly TreeNode[];
}

/** `paths`: all objects that the compiler has found, those inside components too. */
export function treeOf({ objects, joints }: SceneText, paths: readonly string[]): TreeNode[] {
  const own = new Map(objects.map((object) => [object.name, object]));
  const parts = new Map<string, string[]>();
  for (const path of paths) {
    const first = topOf(path);
    if (path === first || own.has(first)) continue;
    if (!parts.has(first)) parts.set(first, []);
    parts.get(first)!.push(path);
  }
  const fixedTo = grouped(objects, ({ parent }) => (parent === undefined ? undefined : topOf(parent)));
  const jointsOf = grouped(joints, ({ obj1 }) => topOf(obj1));
  const isShown = new Set<string>();
  /** The object that carries all that is fixed to it. */
  const rootOf = (end: string): string => {
    let name = topOf(end);
    for (const seen = new Set<string>(); !seen.has(name); ) {
      seen.add(name);
      const parent = own.get(name)?.parent;
      if (parent === undefined) break;
      name = topOf(parent);
    }
    return name;
  };
  const build = (name: string): TreeNode => {
    isShown.add(name);
    const object = own.get(name);
    const children: TreeNode[] = [];
    for (const other of fixedTo.get(name) ?? []) if (!isShown.has(other.name)) children.push(build(other.name));
    for (const path of parts.get(name) ?? [])
      children.push({
        name: path,
        kind: "part",
        detail: "",
        reason: `It belongs to the model of ${name}: change it there.`,
        children: [],
      });
    for (const joint of jointsOf.get(name) ?? []) {
      const held = rootOf(joint.obj2);
      const isKnown = own.has(held) || parts.has(held);
      children.push({
        name: joint.name,
        kind: "joint",
        detail: isShown.has(held) ? `${joint.kind} → ${joint.obj2}` : joint.kind,
        reason: "",
        children: isShown.has(held) || !isKnown ? [] : [build(held)],
      });
    }
    if (object === undefined) return { name, kind: "component", detail: "", reason: "", children };
    const { feature, shape, isFree } = object;
    const kind =
      feature?.name === "Scene" ? "world" : feature?.name === "Solid" ? "solid" : feature ? "visual" : "frame";
    const detail = [shape?.name ?? "", isFree ? "free" : ""].filter((word) => word !== "").join(", ");
    return { name, kind, detail, reason: "", children };
  };
  const roots: TreeNode[] = [];
  const isRoot = (name: string): boolean => own.get(name)?.parent === undefined;
  const world = objects.filter(({ feature }) => feature?.name === "Scene").map(({ name }) => name);
  const held = new Set(joints.map(({ obj2 }) => rootOf(obj2)));
  const all = [...own.keys(), ...parts.keys()];
  for (const name of [...world, ...all.filter((other) => !held.has(other)), ...all])
    if (!isShown.has(name) && isRoot(name)) roots.push(build(name));
  // parents that are computed or missing
  for (const name of all) if (!isShown.has(name)) roots.push(build(name));
  return roots;
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string | undefined): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Objects that are fixed to this one, with it. */
export function carriedBy({ objects }: SceneText, name: string): ReadonlySet<string> {
  const found = new Set([name]);
  for (let count = 0; count !== found.size; ) {
    count = found.size;
    for (const { name: other, parent } of objects) if (parent !== undefined && found.has(parent)) found.add(other);
  }
  return found;
}

/** The object that is fixed to the world or to nothing and carries this one; undefined when it is the world itself. */
export function bodyOf({ objects }: SceneText, name: string): string | undefined {
  const own = new Map(objects.map((object) => [object.name, object]));
  const isWorld = (other: string): boolean => own.get(other)?.feature?.name === "Scene";
  let body = name;
  for (let steps = 0; steps <= objects.length; steps++) {
    if (isWorld(body)) return undefined;
    const parent = own.get(body)?.parent;
    if (parent === undefined || isWorld(parent)) return body;
    body = parent;
  }
  return undefined;
}

export function topOf(path: string): string {
  return path.split(".")[0]!;
}
