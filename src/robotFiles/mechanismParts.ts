/** What a file of another program needs of a 3-D model: bodies with their joints, masses and shapes, at the start of a run. */
import type { SolidShape } from "../geometry/registry.ts";
import { solidShapeKinds } from "../geometry/registry.ts";
import type {
  CouplingDescription,
  LoopJointDescription,
  TreeJointDescription,
} from "../mechanics/mechanismDescription.ts";
import type { Blueprint } from "../multibody/blueprint.ts";
import { describeMechanism } from "../multibody/graph/describeMechanism.ts";
import { identityPose, type Pose } from "../multibody/graph/pose.ts";
import { type DynamicsOptions, findMotion } from "../robotics/dynamics.ts";
import type { InstantiatedModel } from "../run/instantiate.ts";

export interface PartShape {
  readonly name: string;
  /** In the frame of the body. */
  readonly pose: Pose;
  readonly shape: SolidShape;
  /** Red, green, blue, alpha from 0 to 1. */
  readonly colour: readonly [number, number, number, number];
  readonly isSeen: boolean;
  readonly collides: boolean;
}

export interface PartBody {
  readonly name: string;
  /** Number of the body it hangs on; 0 is the world. */
  readonly parent: number;
  readonly jointName: string;
  readonly joint: TreeJointDescription;
  readonly frameA: Pose;
  readonly frameB: Pose;
  /** Coordinates and velocities at the start, as in MechanismDescription. */
  readonly q: readonly number[];
  readonly v: readonly number[];
  readonly mass: number;
  readonly centre: readonly number[];
  /** Ixx, Ixy, Ixz, Iyy, Iyz, Izz about the centre of mass, in axes of the body. */
  readonly inertia: readonly number[];
  readonly shapes: readonly PartShape[];
}

export interface MechanismParts {
  /** m/s² */
  readonly gravity: readonly [number, number, number];
  readonly worldShapes: readonly PartShape[];
  /** Body 1 is the first. */
  readonly bodies: readonly PartBody[];
  readonly loops: readonly LoopJointDescription[];
  readonly couplings: readonly CouplingDescription[];
  /** What cannot be said in any such file. */
  readonly report: readonly string[];
}

export function mechanismParts(model: InstantiatedModel, options: DynamicsOptions): MechanismParts {
  const { graph, tree, dynamics, blueprint } = findMotion(model, options);
  const { gravity, bodies, loopJoints = [], couplings = [] } = describeMechanism(graph, tree);
  const { mechanism, state } = dynamics;
  const report = leftBehind(blueprint, new Set([...loopJoints, ...couplings].map(({ path }) => path)));
  const shapesOf = (body: number): PartShape[] =>
    tree.bodies[body]!.members.flatMap((k) => {
      const { path, shape, visualMaterial, collision, isGone } = graph.objects[k]!;
      if (shape === undefined || isGone === true || (visualMaterial === undefined && collision === undefined))
        return [];
      if (!solidShapeKinds.includes(shape.kind as SolidShape["kind"])) {
        report.push(`shape ${shape.kind} of "${path}": left out`);
        return [];
      }
      const { color, transparency } = visualMaterial ?? { color: [128, 128, 128] as const, transparency: 0 };
      return [
        {
          name: path,
          pose: tree.poses[k]!,
          shape: shape as SolidShape,
          colour: [color[0] / 255, color[1] / 255, color[2] / 255, 1 - transparency] as const,
          isSeen: visualMaterial !== undefined,
          collides: collision !== undefined,
        },
      ];
    });
  if (gravity?.kind === "point") report.push("gravity towards a point: left out");
  return {
    gravity: gravity?.kind === "uniform" ? (Array.from(gravity.vector) as [number, number, number]) : [0, 0, 0],
    worldShapes: shapesOf(0),
    bodies: bodies.map((body, i) => {
      const b = i + 1;
      const { joint } = tree.bodies[b]!;
      return {
        name: graph.objects[tree.bodies[b]!.root]!.path,
        parent: body.parent,
        jointName: graph.joints[joint]!.path,
        joint: body.joint,
        frameA: poseOfPlacement(body.joint.frameA),
        frameB: poseOfPlacement(body.joint.frameB),
        q: Array.from(state.q.subarray(mechanism.qStart[b]!, mechanism.qStart[b + 1]!)),
        v: Array.from(state.v.subarray(mechanism.vStart[b]!, mechanism.vStart[b + 1]!)),
        mass: body.mass ?? 0,
        centre: Array.from(body.centre ?? [0, 0, 0]),
        inertia: Array.from(body.inertia ?? [0, 0, 0, 0, 0, 0]),
        shapes: shapesOf(b),
      };
    }),
    loops: loopJoints,
    couplings,
    report,
  };
}

/** What acts on the mechanism and is no part of it, without elements that measure; `written` are paths of loops and couplings, of which the formats tell themselves. */
function leftBehind({ path, forces, joints, constraints, actions }: Blueprint, written: ReadonlySet<string>): string[] {
  const full = (name: string): string => (path === "" ? name : `${path}.${name}`);
  const flanges = joints.flatMap((joint) =>
    joint.element.kind === "joint" && joint.element.hasFlange ? [`"${joint.path}"`] : [],
  );
  const held = constraints.filter((one) => !written.has(one.path) && !written.has(full(one.path)));
  return [
    ...forces.flatMap(({ path: force, definition: { document } }) =>
      document?.type.endsWith("Result") === true ? [] : [`${document?.type ?? "force element"} "${force}": left out`],
    ),
    ...held.map((one) => `${one.element.kind} "${one.path}": left out`),
    ...(flanges.length > 0 ? [`flanges of ${flanges.join(", ")}: what is connected to them is left out`] : []),
    ...(actions === undefined ? [] : [`actions "${actions.path}": left out`]),
  ];
}

export function poseOfPlacement(placement: { r?: ArrayLike<number>; R?: ArrayLike<number> } | undefined): Pose {
  return {
    r: placement?.r === undefined ? identityPose.r : Float64Array.from(placement.r),
    R: placement?.R === undefined ? identityPose.R : Float64Array.from(placement.R),
  };
}
