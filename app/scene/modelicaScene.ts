/** The mechanism of a Modelica class as a tree: from the world along the frames that are connected. Pure data. */
import type { Outline, OutlineComponent } from "../engine/outline.ts";
import type { TreeNode } from "./sceneTree.ts";

/** Names inside a frame of mechanics, as the diagram tells kinds of connectors. */
const frame = "R, f, r_0, t";

/** `paths`: all objects that are drawn, such as `body.shape1`. */
export function modelicaTree({ components, connections }: Outline, paths: readonly string[]): TreeNode[] {
  const framed = new Map(
    components
      .filter(({ connectors }) => connectors.some(({ domain }) => domain === frame))
      .map((one) => [one.name, one]),
  );
  const neighbours = new Map([...framed.keys()].map((name) => [name, new Set<string>()]));
  for (const ends of connections) {
    const joined = ends.filter((end) => isFrame(end, framed)).map(ownerOf);
    for (const one of joined) for (const other of joined) if (one !== other) neighbours.get(one)?.add(other);
  }
  const isShown = new Set<string>();
  const isWorld = ({ type = "" }: OutlineComponent): boolean => type.endsWith(".World") || type.endsWith(".Fixed");
  const build = (component: OutlineComponent): TreeNode => {
    const { name, type = "", isInherited } = component;
    const next = [...neighbours.get(name)!].filter((other) => !isShown.has(other));
    for (const other of next) isShown.add(other);
    return {
      name,
      kind: kindOf(component, paths),
      detail: type.slice(type.lastIndexOf(".") + 1),
      reason: isInherited === true ? "It is inherited: it is changed in its base." : "",
      children: next.map((other) => build(framed.get(other)!)),
    };
  };
  const roots = [...framed.values()].sort((a, b) => Number(isWorld(b)) - Number(isWorld(a)));
  return roots.flatMap((root) => {
    if (isShown.has(root.name)) return [];
    isShown.add(root.name);
    return [build(root)];
  });
}

function kindOf({ name, type = "", connectors }: OutlineComponent, paths: readonly string[]): TreeNode["kind"] {
  if (type.endsWith(".World")) return "world";
  const frames = connectors.filter(({ domain }) => domain === frame).length;
  if (/\.Joints?\./.test(type)) return "joint";
  if (paths.some((path) => path === name || path.startsWith(`${name}.`))) return "component";
  return frames > 0 ? "frame" : "part";
}

const ownerOf = (end: string): string => end.replace(/[.[].*$/, "");

function isFrame(end: string, framed: ReadonlyMap<string, OutlineComponent>): boolean {
  const name = end.slice(ownerOf(end).length + 1).replace(/\[.*$/, "");
  return framed.get(ownerOf(end))?.connectors.some((known) => known.domain === frame && known.name === name) === true;
}
