/**
 * Pairs of bodies of one machine that do not touch each other: those that nobody chose, and those whose shapes overlap where the run
 * begins. What overlaps there is how the machine is drawn, not a contact; a force would throw its parts asunder.
 */
import { NarrowPhase } from "../collision/narrowPhase.ts";
import { listNames } from "../errors/nearestName.ts";
import { mulMM, mulMV } from "../math/mat3.ts";
import type { BodyMotion } from "../mechanics/bodyMotion.ts";
import type { Blueprint } from "./blueprint.ts";
import { collisionShapes } from "./collisionShapes.ts";
import { findObject, type ObjectNames } from "./findObject.ts";
import type { ObjectGraph } from "./graph/objectGraph.ts";
import type { BodyTree } from "./graph/spanningTree.ts";

/** Shapes nearer than this part of the smaller contact radius touch by construction: faces of parts that lie on each other. */
const touching = 1e-4;

type Pair = readonly [number, number];

export class SelfCollisions {
  readonly warnings: readonly string[];
  /** Numbers of objects. */
  private readonly pairs: readonly Pair[];

  /** `motion`: where the bodies are at the start. */
  constructor(blueprint: Blueprint, names: ObjectNames, graph: ObjectGraph, tree: BodyTree, motion: BodyMotion) {
    const pairs: Pair[] = [];
    const overlapping: string[] = [];
    let overlaps: ((a: number, b: number) => boolean) | undefined;
    for (const { path, scope, element } of blueprint.constraints) {
      if (element.kind !== "selfCollision") continue;
      const find = (name: string): number => findObject(names, scope, name, path);
      const chosen =
        typeof element.pairs === "string"
          ? undefined
          : new Set(element.pairs.map(([a, b]) => bodyKey(tree, find(a), find(b))));
      const objects = element.objects.map(find);
      const seen = new Set<string>();
      objects.forEach((a, i) => {
        for (const b of objects.slice(i + 1)) {
          const key = bodyKey(tree, a, b);
          if (tree.bodyOf[a] === tree.bodyOf[b] || seen.has(key)) continue;
          seen.add(key);
          if (element.pairs === "separated") {
            overlaps ??= overlapsIn(graph, tree, motion);
            if (isNeighbour(tree, a, b) || !overlaps(tree.bodyOf[a]!, tree.bodyOf[b]!)) continue;
            overlapping.push(`${graph.objects[a]!.path} and ${graph.objects[b]!.path}`);
          }
          if (chosen?.has(key) !== true) pairs.push([a, b]);
        }
      });
    }
    this.pairs = pairs;
    this.warnings =
      overlapping.length === 0
        ? []
        : [
            `W-SELF-COLLISION  Pairs that overlap at the start do not touch each other during the run: ${listNames(overlapping, 8)}. SelfCollision({ pairs: […] }) chooses pairs.`,
          ];
  }

  /** Pairs of bodies of the present structure. */
  bodies({ bodyOf }: BodyTree): Pair[] {
    return this.pairs.map(([a, b]) => [bodyOf[a]!, bodyOf[b]!]);
  }
}

function bodyKey({ bodyOf }: BodyTree, a: number, b: number): string {
  const [p, q] = [bodyOf[a]!, bodyOf[b]!];
  return p < q ? `${p} ${q}` : `${q} ${p}`;
}

/** Neighbours at a joint are excluded anyway. */
function isNeighbour({ bodyOf, excluded }: BodyTree, a: number, b: number): boolean {
  return excluded.some(([p, q]) => (p === bodyOf[a] && q === bodyOf[b]) || (p === bodyOf[b] && q === bodyOf[a]));
}

/** Whether shapes of two bodies overlap or touch. */
function overlapsIn(graph: ObjectGraph, tree: BodyTree, motion: BodyMotion): (a: number, b: number) => boolean {
  const { shapes } = collisionShapes(graph, tree);
  const placed = shapes.map(({ core, body, position, rotation, contactRadius }) => {
    const R = new Float64Array(9);
    const r = new Float64Array(3);
    mulMM(R, 0, motion.rotation, 9 * body, Float64Array.from(rotation!), 0);
    mulMV(r, 0, motion.rotation, 9 * body, Float64Array.from(position!), 0);
    for (let i = 0; i < 3; i++) r[i]! += motion.position[3 * body + i]!;
    return { core, body, R, r, contactRadius };
  });
  return (a, b) =>
    placed.some(
      (first) =>
        first.body === a &&
        placed.some((second) => {
          if (second.body !== b) return false;
          const pair = new NarrowPhase(first.core, second.core);
          pair.evaluate(first.R, 0, first.r, 0, second.R, 0, second.r, 0);
          return pair.distance <= touching * Math.min(first.contactRadius, second.contactRadius);
        }),
    );
}
