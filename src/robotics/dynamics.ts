/**
 * The mechanics of a model on their own, for given positions and velocities: what robotics needs besides simulation.
 *
 *     M(q)·v̇ + h(q, v) = τ          q' = v for joints with one coordinate; quaternion and angular velocity for others
 *
 * Joints come in the order of the tree, from the world outwards; joints with flange are joints like any other here. Force
 * elements and contacts do not act. Order of coordinates and velocities: `positionNames`, `velocityNames`.
 */
import { suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { buildMechanism } from "../mechanics/buildMechanism.ts";
import { kineticEnergy, potentialEnergy } from "../mechanics/energy.ts";
import { forwardDynamics } from "../mechanics/forwardDynamics.ts";
import { inverseDynamics } from "../mechanics/inverseDynamics.ts";
import { pointJacobian } from "../mechanics/jacobians.ts";
import { massMatrix } from "../mechanics/massMatrix.ts";
import type { Mechanism } from "../mechanics/mechanism.ts";
import { createMechanismState, type MechanismState } from "../mechanics/mechanismState.ts";
import { computePositions } from "../mechanics/positions.ts";
import { computeVelocities } from "../mechanics/velocities.ts";
import { describeMechanism } from "../multibody/graph/describeMechanism.ts";
import type { ObjectGraph } from "../multibody/graph/objectGraph.ts";
import type { BodyTree } from "../multibody/graph/spanningTree.ts";
import { jointCoordinates } from "../multibody/joints/jointKinds.ts";
import { type Motion3D, multibodyOf } from "../multibody/model3D.ts";
import { framePosition, frameRotation, frameVelocity } from "../multibody/run/bodyPoses.ts";
import { frameOf } from "../multibody/run/frames.ts";
import type { InstantiatedModel } from "../run/instantiate.ts";
import { RunningModel } from "../run/runningModel.ts";

/** Where an object is and how it moves, in world axes. */
export interface ObjectKinematics {
  readonly position: number[];
  /** R_WB by rows: columns are the axes of the object. */
  readonly rotation: number[];
  readonly velocity: number[];
  readonly angularVelocity: number[];
}

export interface DynamicsOptions {
  /** Path of the Model3D; needed where a model has several. */
  readonly path?: string;
  /** Parameters of this use, as for `simulate`. */
  readonly merge?: Readonly<Record<string, unknown>>;
}

/** Mass matrix, inverse and forward dynamics, Jacobians and kinematics of a 3-D model. */
export class Dynamics {
  /** Names of the coordinates q and the velocities v: `"shoulder.phi"`, `"shoulder.w"`. */
  readonly positionNames: readonly string[];
  readonly velocityNames: readonly string[];
  /** Coordinates and velocities that the model starts with. */
  readonly startPositions: readonly number[];
  readonly startVelocities: readonly number[];
  private readonly graph: ObjectGraph;
  private readonly tree: BodyTree;
  private readonly mechanism: Mechanism;
  private readonly state: MechanismState;

  constructor({ graph, tree, dynamics }: Motion3D) {
    this.graph = graph;
    this.tree = tree;
    const described = describeMechanism(graph, tree);
    const bodies = described.bodies.map((body) => ({ ...body, joint: { ...body.joint, hasFlange: false } }));
    this.mechanism = buildMechanism({ ...described, bodies });
    this.state = createMechanismState(this.mechanism);
    const names = tree.bodies.slice(1).map((_, i) => coordinateNames(graph, tree, i + 1));
    this.positionNames = names.flatMap(({ q }) => q);
    this.velocityNames = names.flatMap(({ v }) => v);
    this.startPositions = Array.from(dynamics.state.q);
    this.startVelocities = Array.from(dynamics.state.v);
  }

  /** M(q), by rows. */
  massMatrix(q: ArrayLike<number>): number[][] {
    this.place(q);
    const n = this.mechanism.nv;
    const M = new Float64Array(n * n);
    massMatrix(M, this.mechanism, this.state);
    return Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => M[i + n * j]!));
  }

  /** h(q, v): efforts without acceleration, against gravity and inertia. */
  biasForces(q: ArrayLike<number>, v: ArrayLike<number>): number[] {
    return this.inverseDynamics(q, v, new Float64Array(this.mechanism.nv));
  }

  /** τ = M(q)·a + h(q, v). */
  inverseDynamics(q: ArrayLike<number>, v: ArrayLike<number>, a: ArrayLike<number>): number[] {
    this.move(q, v);
    const { mechanism, state } = this;
    const tau = new Float64Array(mechanism.nv);
    inverseDynamics(tau, mechanism, state, this.checked(a, mechanism.nv, "a"));
    return Array.from(tau);
  }

  /** a = M(q)⁻¹·(τ − h(q, v)). */
  forwardDynamics(q: ArrayLike<number>, v: ArrayLike<number>, tau: ArrayLike<number>): number[] {
    this.move(q, v);
    const { mechanism, state } = this;
    state.tau.set(this.checked(tau, mechanism.nv, "tau"));
    const stuck = forwardDynamics(mechanism, state);
    if (stuck === 0) return Array.from(state.vdot);
    throw new RattlebackError("E-MECHANISM-NO-INERTIA", "The mechanism has a direction without inertia.", {
      path: mechanism.jointPaths[stuck]!,
      because: "nothing that the joint moves has mass or inertia in one of its directions",
      hint: "a mass or an inertia for the body",
    });
  }

  /** Six rows: angular velocity and velocity of the origin of an object, in world axes, per velocity of the joints. */
  jacobian(object: string, q: ArrayLike<number>): number[][] {
    this.place(q);
    const { mechanism, state } = this;
    const frame = this.frame(object);
    const point = new Float64Array(3);
    framePosition(point, 0, state.motion, frame);
    const J = new Float64Array(6 * mechanism.nv);
    pointJacobian(J, mechanism, state, frame.body, point);
    return Array.from({ length: 6 }, (_, i) => Array.from({ length: mechanism.nv }, (_, j) => J[6 * j + i]!));
  }

  /** Pose and velocity of an object. */
  kinematics(object: string, q: ArrayLike<number>, v?: ArrayLike<number>): ObjectKinematics {
    this.move(q, v ?? new Float64Array(this.mechanism.nv));
    const { motion } = this.state;
    const frame = this.frame(object);
    const [position, velocity, rotation] = [new Float64Array(3), new Float64Array(3), new Float64Array(9)];
    framePosition(position, 0, motion, frame);
    frameVelocity(velocity, 0, motion, frame);
    frameRotation(rotation, 0, motion, frame);
    const angularVelocity = motion.angularVelocity.slice(3 * frame.body, 3 * frame.body + 3);
    return {
      position: [...position],
      rotation: [...rotation],
      velocity: [...velocity],
      angularVelocity: [...angularVelocity],
    };
  }

  /** Kinetic energy and potential energy of gravity, J. */
  energy(q: ArrayLike<number>, v: ArrayLike<number>): { readonly kinetic: number; readonly potential: number } {
    this.move(q, v);
    const { mechanism, state } = this;
    return { kinetic: kineticEnergy(mechanism, state), potential: potentialEnergy(mechanism, state) };
  }

  private place(q: ArrayLike<number>): void {
    this.state.q.set(this.checked(q, this.mechanism.nq, "q"));
    computePositions(this.mechanism, this.state);
  }

  private move(q: ArrayLike<number>, v: ArrayLike<number>): void {
    this.place(q);
    this.state.v.set(this.checked(v, this.mechanism.nv, "v"));
    computeVelocities(this.mechanism, this.state);
  }

  private frame(object: string) {
    const { objects } = this.graph;
    const index = objects.findIndex(({ path }) => path === object);
    if (index >= 0) return frameOf(this.graph, this.tree, index);
    const names = objects.map(({ path }) => path);
    throw new RattlebackError("E-OBJECT-UNKNOWN", `The model has no object "${object}".`, {
      path: object,
      hint: suggestName(object, names, "the name of an Object3D, relative to the Model3D"),
      data: { name: object, known: names },
    });
  }

  private checked(values: ArrayLike<number>, size: number, name: string): Float64Array {
    const array = Float64Array.from(values);
    if (array.length === size && array.every(Number.isFinite)) return array;
    const names = name === "q" ? this.positionNames : this.velocityNames;
    throw new RattlebackError("E-DYNAMICS-SIZE", `${name} must be ${size} finite numbers.`, {
      path: name,
      because: `it is ${array.length} numbers: [${Array.from(array).slice(0, 8).join(", ")}]`,
      hint: `in the order ${names.join(", ")}`,
      data: { size, length: array.length },
    });
  }
}

/** Names of the coordinates and velocities of the joint of a body, in the order of the mechanism. */
function coordinateNames(graph: ObjectGraph, tree: BodyTree, body: number): { q: string[]; v: string[] } {
  const { joint: k, isReversed } = tree.bodies[body]!;
  const { kind, name } = graph.joints[k]!;
  const list = (base: string, count: number) => Array.from({ length: count }, (_, i) => `${name}.${base}[${i + 1}]`);
  const turned = { q: list("quaternion", 4), v: list("w", 3) };
  if (kind === "spherical") return turned;
  if (kind === "free") return { q: [...list("translation", 3), ...turned.q], v: [...list("velocity", 3), ...turned.v] };
  const coordinates = [...jointCoordinates[kind]];
  if (kind === "universal" && isReversed) coordinates.reverse();
  return {
    q: coordinates.map(({ position }) => `${name}.${position}`),
    v: coordinates.map(({ velocity }) => `${name}.${velocity}`),
  };
}

/** The mechanics of a model: `const arm = dynamics(instantiate(Arm)); arm.massMatrix([0.1, 0.4])`. */
export function dynamics(model: InstantiatedModel, options: DynamicsOptions = {}): Dynamics {
  const { model: variant, changes } = model.variantFor(options.merge);
  const running = new RunningModel(variant.program, changes.parameters, changes.objects, changes.starts);
  running.hidden.declare(0, 0);
  const found = running.hidden.memories.flatMap((memory, k) => {
    const motion = multibodyOf(memory);
    const { path } = variant.program.state.components[k]!;
    return motion === undefined || (options.path !== undefined && options.path !== path) ? [] : [{ path, motion }];
  });
  const [first, second] = found;
  if (first === undefined || second !== undefined) {
    throw new RattlebackError("E-DYNAMICS-MODEL", "There is no such Model3D, or more than one.", {
      path: options.path ?? "",
      because: first === undefined ? "the model has none" : `it has ${found.map(({ path }) => `"${path}"`).join(", ")}`,
      hint: first === undefined ? "Model3D({ … })" : `dynamics(model, { path: "${first.path}" })`,
    });
  }
  if (first.motion.tree.cuts.length > 0) {
    const cut = first.motion.graph.joints[first.motion.tree.cuts[0]!]!.path;
    throw new RattlebackError("E-DYNAMICS-LOOP", "The mechanism has closed loops.", {
      path: cut,
      because: "its joints cannot be moved independently of each other",
      hint: "open the loops, or simulate the model; results hold what its joints do",
    });
  }
  return new Dynamics(first.motion);
}
