/** What can be drawn of a run: objects with shapes, joints, camera and light. */

import type { ContactRecord } from "../../contact/contactRecord.ts";
import * as elementary from "../../math/elementary.ts";
import type { LoopReport, MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { SceneAttachment } from "../../scene/animationOf.ts";
import { type SceneJoint, type SceneLoad, type SceneObject, scene3D, upAgainst } from "../../scene/scene3d.ts";
import { VisualMaterial } from "../../scene/visualMaterial.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import { jointKinds } from "../joints/jointKinds.ts";
import type { DrawnElement } from "./drawnElement.ts";
import type { MultibodyRun } from "./multibodyRun.ts";

/** What a Model3D leaves in a result beside its signals. */
export interface MultibodyAttachment extends SceneAttachment {
  /** Every contact that began or ended, in the order of time. */
  readonly contactRecords: readonly ContactRecord[];
  /** What contact handling warns of. */
  readonly contactWarnings: readonly string[];
  readonly mechanism: MechanismReport;
}

/** How a mechanism is made, at the end of a run. */
export interface MechanismReport {
  /** Movable bodies: groups of rigidly connected objects. */
  readonly bodies: number;
  /** Of all joints, loops closed. */
  readonly degreesOfFreedom: number;
  /** Joints whose coordinates are variables of the equations. */
  readonly flanges: number;
  /** One entry per group of loops. */
  readonly loops: readonly LoopReport[];
}

function reportMechanism(dynamics: MechanismDynamics, flanges: number): MechanismReport {
  const loops = dynamics.loopReports();
  const constraints = loops.reduce((sum, loop) => sum + loop.constraints, 0);
  return {
    bodies: dynamics.mechanism.count - 1,
    degreesOfFreedom: dynamics.mechanism.nv - constraints,
    flanges,
    loops,
  };
}

export function describeScene({
  build,
  graph,
  tree,
  sceneNumbers,
  contacts,
  moved,
  dynamics,
  drawnElements,
}: Pick<
  MultibodyRun,
  "dynamics" | "drawnElements" | "build" | "graph" | "tree" | "sceneNumbers" | "contacts" | "moved"
>): MultibodyAttachment | undefined {
  if (graph === undefined) return undefined;
  const { prefix, gravity } = graph;
  const objects = graph.objects.map(
    (object, k): SceneObject => ({
      path: prefix + object.path,
      shape: object.visualMaterial === undefined ? undefined : object.shape,
      material: object.visualMaterial ?? VisualMaterial(),
      isSolid: object.isSolid,
      isStatic: !moved.has(k),
    }),
  );
  const up =
    gravity.kind === "uniform" ? upAgainst([gravity.vector[0]!, gravity.vector[1]!, gravity.vector[2]!]) : undefined;
  const indexOf = (wanted: string): number => graph.objects.findIndex((object) => object.path === wanted);
  const scene = scene3D({
    path: build.blueprint.path,
    objects,
    joints: graph.joints.map((joint) => sceneJoint(joint, prefix)),
    // wheels tie objects together that no joint does: nothing can then be moved by hand
    carriers: graph.rollings.length > 0 ? [] : Array.from(tree.bodyOf, (body) => tree.bodies[body]?.joint ?? -1),
    couplings: graph.couplings.map(({ terms }) => ({
      terms: terms.map(({ joint, coordinate, factor }) => ({
        joint: graph.joints.findIndex(({ path }) => path === joint),
        coordinate,
        factor,
      })),
    })),
    links: [
      ...drawnElements.flatMap((element) =>
        element.shape === "load"
          ? []
          : [
              {
                path: element.path,
                kind: element.kind,
                object1: indexOf(element.objects[0]!),
                object2: indexOf(element.objects[1]!),
              },
            ],
      ),
      ...graph.rods.map(({ path, object1, object2 }) => ({
        path: prefix + path,
        kind: "rod" as const,
        object1,
        object2,
      })),
    ].filter(({ object1, object2 }) => object1 >= 0 && object2 >= 0),
    loads: drawnElements.flatMap((element) => (element.shape === "link" ? [] : [sceneLoad(element, indexOf)])),
    ...(up !== undefined && { up }),
    ...sceneNumbers,
  });
  return {
    kind: "scene3D",
    scene,
    contacts: contacts.marks,
    contactRecords: contacts.records,
    contactWarnings: [...contacts.headline, ...contacts.warnings],
    mechanism: reportMechanism(dynamics, build.flanges.length),
  };
}

function sceneLoad(
  { path, kind, object, reaction, axes }: Extract<DrawnElement, { shape: "load" }>,
  indexOf: (path: string) => number,
): SceneLoad {
  return {
    signal: path,
    kind,
    object: indexOf(object),
    ...(reaction !== undefined && { reaction: indexOf(reaction) }),
    ...(axes !== undefined && { axes: indexOf(axes) }),
  };
}

function sceneJoint(
  { path, kind, object1, object2, axis, secondAxis, pitch }: ObjectGraph["joints"][number],
  prefix: string,
): SceneJoint {
  const unit = (v: readonly number[]): [number, number, number] => {
    const length = elementary.norm(v);
    return [v[0]! / length, v[1]! / length, v[2]! / length];
  };
  const { orientation, drawnAs } = jointKinds[kind];
  const axes =
    orientation !== undefined ? [] : secondAxis === undefined ? [unit(axis)] : [unit(axis), unit(secondAxis)];
  return {
    path: prefix + path,
    kind: drawnAs,
    object: object1,
    axes,
    object2,
    ...(pitch !== 0 && { pitch }),
  };
}
