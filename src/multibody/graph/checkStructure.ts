/** What can be checked before any number is known: names of objects, one world, everything connected with it. */

import { ModelDefinition } from "../../language/model.ts";
import type { DefinitionView } from "../../language/predefined.ts";
import { ParameterDeclaration } from "../../language/values.ts";
import type { Blueprint } from "../blueprint.ts";
import { findObject } from "../findObject.ts";
import { Reader } from "../reader.ts";
import { jointsOnLoops } from "./jointsOnLoops.ts";
import { findCoordinate, namedJoints } from "./namedJoints.ts";
import { findWorld, type GraphObject, selfJoint } from "./objectGraph.ts";
import { identityPose } from "./pose.ts";
import { noParent, objectNames, ownParent, plainJoint, worldWithParent } from "./readGraph.ts";
import { buildTree } from "./spanningTree.ts";

/** Reads what stands literally in the model; expressions are unknown. */
export function literalReader(definition: DefinitionView, path: string): Reader {
  return new Reader(path, (name) => {
    let at: unknown = definition;
    for (const part of name.split(".")) {
      const entries = (at as DefinitionView | undefined)?.entries;
      at = entries?.get(part) ?? arrayItem(entries, part);
    }
    const value = at instanceof ParameterDeclaration ? at.attributes.value : at;
    return typeof value === "string" || typeof value === "boolean" || typeof value === "number" ? value : undefined;
  });
}

/** link_2 is the second of the components `link`. */
function arrayItem(entries: ReadonlyMap<string, unknown> | undefined, part: string): unknown {
  const [, name, number] = /^(.*)_(\d+)$/.exec(part) ?? [];
  const list = name === undefined ? undefined : entries?.get(name);
  const item: unknown = Array.isArray(list) ? list[Number(number) - 1] : undefined;
  return item instanceof ModelDefinition ? item : undefined;
}

/** Returns the paths of the joints that loops, rods and couplings tie together. */
export function checkStructure(blueprint: Blueprint, read: Reader): ReadonlySet<string> {
  const names = objectNames(blueprint);
  const objects = blueprint.objects.map(
    ({ path, feature }): GraphObject => ({
      path,
      isWorld: feature?.element.kind === "Scene",
      mass: undefined,
      shape: undefined,
      visualMaterial: undefined,
      isSolid: false,
      collision: undefined,
      isLockable: false,
      isAssemblyRoot: false,
    }),
  );
  const world = findWorld(objects, (path) => read.full(path), blueprint.path);
  const edges = blueprint.objects.flatMap(({ path, scope }, child) => {
    const name = read.text(`${path}.parent`);
    const isFixed = read.isTrue(`${path}.fixedToParent`);
    if (name === undefined && !isFixed) throw noParent(read.full(path));
    if (name === undefined) return [];
    if (child === world) throw worldWithParent(read.full(path));
    const parent = findObject(names, scope, name, path);
    if (parent === child) throw ownParent(read.full(path));
    return [{ path, parent, child, isFixed }];
  });
  const jointEdges = blueprint.joints.map(({ path, scope, element }) => {
    const [parent, child] = ["obj1", "obj2"].map((key) =>
      findObject(names, scope, read.text(`${path}.${key}`) ?? "", path),
    ) as [number, number];
    if (parent === child) throw selfJoint(read.full(path), objects[parent]!.path);
    return { path, parent, child, isFixed: element.kind === "fix" };
  });
  for (const { path, scope, definition } of blueprint.forces) {
    for (const key of definition.objects ?? []) {
      const name = read.text(`${path}.${key}`);
      if (name !== undefined && name !== "") findObject(names, scope, name, path);
    }
  }
  const written = namedJoints(blueprint);
  for (const { path, scope, definition } of blueprint.forces)
    for (const name of definition.coordinates ?? []) findCoordinate(name, scope, written, read.full(path));
  const rods: [number, number][] = [];
  const coupled: string[] = [];
  for (const { path, scope, element } of blueprint.constraints) {
    if (element.kind === "coupling")
      for (const name of element.coordinates) coupled.push(findCoordinate(name, scope, written, read.full(path)).joint);
    else if (element.kind === "selfCollision")
      for (const name of [...element.objects, ...(typeof element.pairs === "string" ? [] : element.pairs.flat())])
        findObject(names, scope, name, path);
    else {
      const [first, second] = ["obj1", "obj2"].map((key) =>
        findObject(names, scope, read.text(`${path}.${key}`) ?? "", path),
      ) as [number, number];
      rods.push([first, second]);
    }
  }
  const all = [...edges, ...jointEdges];
  const joints = all
    .filter(({ isFixed }) => !isFixed)
    .map(({ path, parent, child }) => ({
      ...plainJoint(path, parent, child),
      kind: "revolute" as const,
      start: { position: [], velocity: [], isPositionFixed: [], isVelocityFixed: [] },
    }));
  const tree = buildTree({
    prefix: names.prefix,
    objects,
    world,
    rigid: all.filter(({ isFixed }) => isFixed).map((edge) => ({ ...edge, pose: identityPose })),
    joints,
    rods: [],
    rollings: [],
    couplings: [],
    gravity: { kind: "none" },
    solidMaterials: {},
  });
  const onLoops = jointsOnLoops(tree, (k) => [joints[k]!.object1, joints[k]!.object2], rods);
  return new Set([...coupled, ...Array.from(onLoops, (k) => joints[k]!.path)]);
}
