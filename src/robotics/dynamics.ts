/**
 * The mechanics of a model on their own, for given positions and velocities: what robotics needs besides simulation.
 *
 *     M(q)·v̇ + h(q, v) = τ          q' = v for joints with one coordinate; quaternion and angular velocity for others
 *
 * Joints come in the order of the tree, from the world outwards; joints with flange are joints like any other here. In a mechanism
 * with closed loops q and v are independent coordinates, those of joints with flange first of all; the other joints follow, and
 * τ acts along the independent coordinates. Forces of elements and contacts do not act, masses on lines do.
 * Order of coordinates and velocities: `positionNames`, `velocityNames`.
 *
 * Length   one method per quantity that robotics asks for, each a few lines
 */
import { suggestName } from "../errors/nearestName.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { LineMass } from "../forces/lineMass.ts";
import { factorDenseLU, solveDenseLU } from "../math/denseLU.ts";
import { dot3 } from "../math/vec3.ts";
import { clearBodyForces } from "../mechanics/bodyMotion.ts";
import { buildMechanism } from "../mechanics/buildMechanism.ts";
import { kineticEnergy, potentialEnergy } from "../mechanics/energy.ts";
import { forwardDynamics } from "../mechanics/forwardDynamics.ts";
import { inverseDynamics } from "../mechanics/inverseDynamics.ts";
import { pointJacobian } from "../mechanics/jacobians.ts";
import { massMatrix } from "../mechanics/massMatrix.ts";
import type { Mechanism } from "../mechanics/mechanism.ts";
import { MechanismState } from "../mechanics/mechanismState.ts";
import { computePositions } from "../mechanics/positions.ts";
import { computeVelocities } from "../mechanics/velocities.ts";
import { describeMechanism } from "../multibody/graph/describeMechanism.ts";
import type { ObjectGraph } from "../multibody/graph/objectGraph.ts";
import type { BodyTree } from "../multibody/graph/spanningTree.ts";
import { jointKinds } from "../multibody/joints/jointKinds.ts";
import type { NamedValue } from "../multibody/joints/kinds/jointTraits.ts";
import { type Motion3D, multibodyOf } from "../multibody/model3D.ts";
import { framePosition, frameRotation, frameVelocity } from "../multibody/run/bodyPoses.ts";
import { frameOf } from "../multibody/run/frames.ts";
import { hasAnchor } from "../multibody/run/hiddenCoordinates.ts";
import { checkInstantiated, type InstantiatedModel } from "../run/instantiate.ts";
import { RunningModel } from "../run/runningModel.ts";
import { LoopCoordinates } from "./loopCoordinates.ts";

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

/** Joints with flange are independent coordinates if they can be. */
function drivenCoordinates(
  mechanismWith: (hasFlange: (b: number) => boolean) => Mechanism,
  isDriven: (b: number) => boolean,
  start: MechanismState,
): LoopCoordinates {
  try {
    return new LoopCoordinates(mechanismWith(isDriven), start);
  } catch (error) {
    if (!(error instanceof RattlebackError && error.code === "E-MECHANISM-LOOP-FLANGE")) throw error;
    return new LoopCoordinates(
      mechanismWith(() => false),
      start,
    );
  }
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
  private readonly loops: LoopCoordinates | undefined = undefined;
  private readonly lineMasses: readonly LineMass[];

  constructor({ graph, tree, dynamics, lineMasses }: Motion3D) {
    this.graph = graph;
    this.tree = tree;
    this.lineMasses = lineMasses;
    const described = describeMechanism(graph, tree);
    const hasLoops = tree.cuts.length > 0;
    const mechanismWith = (hasFlange: (b: number) => boolean): Mechanism =>
      buildMechanism({
        ...described,
        bodies: described.bodies.map((body, i) => ({ ...body, joint: { ...body.joint, hasFlange: hasFlange(i + 1) } })),
      });
    const isDriven = (b: number): boolean => graph.joints[tree.bodies[b]!.joint]!.hasFlange;
    if (hasLoops) this.loops = drivenCoordinates(mechanismWith, isDriven, dynamics.state);
    this.mechanism = this.loops?.mechanism ?? mechanismWith(() => false);
    this.state = this.loops?.state ?? new MechanismState(this.mechanism);
    const names = tree.bodies.slice(1).map((_, i) => coordinateNames(graph, tree, i + 1, this.mechanism));
    const { loops } = this;
    const pick = <T>(list: ArrayLike<T>, places: Int32Array | undefined): T[] =>
      places === undefined ? Array.from(list) : Array.from(places, (i) => list[i]!);
    this.positionNames = pick(
      names.flatMap(({ q }) => q),
      loops?.positions,
    );
    this.velocityNames = pick(
      names.flatMap(({ v }) => v),
      loops?.velocities,
    );
    this.startPositions = pick(dynamics.state.q, loops?.positions);
    this.startVelocities = pick(dynamics.state.v, loops?.velocities);
  }

  /** M(q), by rows. */
  massMatrix(q: ArrayLike<number>): number[][] {
    const B = this.basis(q);
    const { nv } = this.mechanism;
    const n = this.velocityNames.length;
    const full = new Float64Array(nv * nv);
    massMatrix(full, this.mechanism, this.state);
    const M = B === undefined ? full : projected(full, B, nv, n);
    for (const { mass, J } of this.massJacobians(q)) {
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++) for (let k = 0; k < 3; k++) M[i + n * j]! += mass * J[3 * i + k]! * J[3 * j + k]!;
    }
    return Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => M[i + n * j]!));
  }

  /** h(q, v): efforts without acceleration, against gravity and inertia. */
  biasForces(q: ArrayLike<number>, v: ArrayLike<number>): number[] {
    return this.inverseDynamics(q, v, new Float64Array(this.velocityNames.length));
  }

  /** τ = M(q)·a + h(q, v). */
  inverseDynamics(q: ArrayLike<number>, v: ArrayLike<number>, a: ArrayLike<number>): number[] {
    const { mechanism, state, loops } = this;
    const { nv } = mechanism;
    const n = this.velocityNames.length;
    const wanted = this.checked(a, n, "a");
    const B = this.basis(q);
    const J = this.massJacobians(q);
    this.move(q, v);
    let vdot = wanted;
    if (loops !== undefined) {
      const possible = loops.possible();
      vdot = possible.vdot;
      for (let k = 0; k < n; k++)
        for (let j = 0; j < nv; j++) vdot[j]! += B![j + nv * k]! * (wanted[k]! - possible.udot[k]!);
    }
    const full = new Float64Array(nv);
    clearBodyForces(state.forces);
    for (const line of this.lineMasses) {
      line.locate(state.motion);
      if (mechanism.mu !== 0) line.addPointWeight(state.forces, mechanism.mu);
    }
    inverseDynamics(full, mechanism, state, vdot);
    const tau = B === undefined ? full : Float64Array.from({ length: n }, (_, k) => column(B, full, nv, k));
    this.addLineMasses(tau, J);
    return Array.from(tau);
  }

  /** a = M(q)⁻¹·(τ − h(q, v)). */
  forwardDynamics(q: ArrayLike<number>, v: ArrayLike<number>, tau: ArrayLike<number>): number[] {
    const { mechanism, state } = this;
    const given = this.checked(tau, this.velocityNames.length, "tau");
    if (this.loops !== undefined || this.lineMasses.length > 0) return this.solveForward(q, v, given);
    this.move(q, v);
    state.tau.set(given);
    const stuck = forwardDynamics(mechanism, state);
    if (stuck === 0) return Array.from(state.vdot);
    throw noInertia(mechanism.jointPaths[stuck]!);
  }

  /** By the mass matrix. */
  private solveForward(q: ArrayLike<number>, v: ArrayLike<number>, tau: Float64Array): number[] {
    const n = tau.length;
    const M = Float64Array.from(this.massMatrix(q).flat());
    const h = this.biasForces(q, v);
    const a = tau.map((x, k) => x - h[k]!);
    const pivots = new Int32Array(n);
    const weak = factorDenseLU(M, pivots, n);
    if (weak >= 0) throw noInertia(this.velocityNames[weak]!);
    solveDenseLU(a, M, pivots, n);
    return Array.from(a);
  }

  /** Six rows: angular velocity and velocity of the origin of an object, in world axes, per velocity of the joints. */
  jacobian(object: string, q: ArrayLike<number>): number[][] {
    const B = this.basis(q);
    const { mechanism, state } = this;
    const { nv } = mechanism;
    const frame = this.frame(object);
    const point = new Float64Array(3);
    framePosition(point, 0, state.motion, frame);
    const J = new Float64Array(6 * nv);
    pointJacobian(J, mechanism, state, frame.body, point);
    const entry = (i: number, k: number): number => {
      if (B === undefined) return J[6 * k + i]!;
      let sum = 0;
      for (let j = 0; j < nv; j++) sum += J[6 * j + i]! * B[j + nv * k]!;
      return sum;
    };
    return Array.from({ length: 6 }, (_, i) => this.velocityNames.map((_, k) => entry(i, k)));
  }

  /** Pose and velocity of an object. */
  kinematics(object: string, q: ArrayLike<number>, v?: ArrayLike<number>): ObjectKinematics {
    this.move(q, v ?? new Float64Array(this.velocityNames.length));
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
    let [kinetic, potential] = [kineticEnergy(mechanism, state), potentialEnergy(mechanism, state)];
    for (const line of this.lineMasses) {
      line.locate(state.motion);
      kinetic += 0.5 * line.mass * dot3(line.velocity, 0, line.velocity, 0);
      potential += line.potential(mechanism.uniformGravity, mechanism.mu);
    }
    return { kinetic, potential };
  }

  private move(q: ArrayLike<number>, v: ArrayLike<number>): void {
    const { mechanism, state, loops } = this;
    const positions = this.checked(q, this.positionNames.length, "q");
    const velocities = this.checked(v, this.velocityNames.length, "v");
    if (loops !== undefined) {
      loops.move(positions, velocities);
      return;
    }
    state.q.set(positions);
    state.v.set(velocities);
    computePositions(mechanism, state);
    computeVelocities(mechanism, state);
  }

  /** Positions ← q; B of mechanisms with loops. */
  private basis(q: ArrayLike<number>): Float64Array | undefined {
    this.move(q, new Float64Array(this.velocityNames.length));
    return this.loops?.basis(this.checked(q, this.positionNames.length, "q"));
  }

  /** Velocity of each mass on a line per velocity of the joints, 3 × n by columns. */
  private massJacobians(q: ArrayLike<number>): { readonly mass: number; readonly J: Float64Array }[] {
    const { lineMasses, state } = this;
    if (lineMasses.length === 0) return [];
    const n = this.velocityNames.length;
    const found = lineMasses.map(({ mass }) => ({ mass, J: new Float64Array(3 * n) }));
    for (let k = 0; k < n; k++) {
      this.move(
        q,
        Float64Array.from({ length: n }, (_, i) => (i === k ? 1 : 0)),
      );
      lineMasses.forEach((line, i) => {
        line.locate(state.motion);
        found[i]!.J.set(line.velocity, 3 * k);
      });
    }
    return found;
  }

  /** tau += what the masses on lines need at the present accelerations of the bodies. */
  private addLineMasses(tau: Float64Array, jacobians: readonly { readonly J: Float64Array }[]): void {
    const { lineMasses, state, mechanism } = this;
    const { acceleration } = state;
    const at = (first: number): Float64Array =>
      Float64Array.from(
        { length: acceleration.length / 2 },
        (_, i) => acceleration[6 * Math.floor(i / 3) + first + (i % 3)]!,
      );
    const bodies = { acceleration: at(3), angularAcceleration: at(0) };
    const g = new Float64Array(3);
    lineMasses.forEach((line, i) => {
      line.locate(state.motion);
      line.accelerate(bodies);
      line.gravity(g, mechanism.uniformGravity, mechanism.mu);
      for (let k = 0; k < tau.length; k++)
        for (let d = 0; d < 3; d++)
          tau[k]! += line.mass * jacobians[i]!.J[3 * k + d]! * (line.acceleration[d]! - g[d]!);
    });
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

/** BᵀAB for A nv × nv and B nv × n, by columns. */
function projected(A: Float64Array, B: Float64Array, nv: number, n: number): Float64Array {
  const out = new Float64Array(n * n);
  const product = new Float64Array(nv);
  for (let k = 0; k < n; k++) {
    product.fill(0);
    for (let j = 0; j < nv; j++) for (let i = 0; i < nv; i++) product[i]! += A[i + nv * j]! * B[j + nv * k]!;
    for (let i = 0; i < n; i++) out[i + n * k] = column(B, product, nv, i);
  }
  return out;
}

/** k-th column of B times a vector. */
function column(B: Float64Array, vector: Float64Array, nv: number, k: number): number {
  let sum = 0;
  for (let j = 0; j < nv; j++) sum += B[j + nv * k]! * vector[j]!;
  return sum;
}

function noInertia(path: string): RattlebackError {
  return new RattlebackError("E-MECHANISM-NO-INERTIA", "The mechanism has a direction without inertia.", {
    path,
    because: "nothing that the joint moves has mass or inertia in one of its directions",
    hint: "a mass or an inertia for the body; robots are imported with negligibleInertia: true",
  });
}

/** Names of the coordinates and velocities of the joint of a body, in the order of the mechanism. */
function coordinateNames(
  graph: ObjectGraph,
  tree: BodyTree,
  body: number,
  mechanism: Mechanism,
): { q: string[]; v: string[] } {
  const { joint: k, isReversed } = tree.bodies[body]!;
  const { kind, name } = graph.joints[k]!;
  const { states, backwards } = jointKinds[kind];
  // on a loop the orientation of a ball joint has angles in place of a quaternion
  const isByAngles = hasAnchor(mechanism, body);
  const namesOf = (values: readonly NamedValue[], turning: string, angle: string): string[] => {
    const lists = values.map((own) => {
      const isAngle = isByAngles && own.name === turning;
      const base = `${name}.${isAngle ? angle : own.name}`;
      const size = isAngle ? 3 : own.size;
      return size === 0 ? [base] : Array.from({ length: size }, (_, i) => `${base}[${i + 1}]`);
    });
    return lists.flatMap((list, i) => (isReversed ? lists[backwards.place(i)?.coordinate ?? i]! : list));
  };
  return {
    q: namesOf(states.position, "quaternion", "angle"),
    v: namesOf(states.velocity, "w", "der(angle)"),
  };
}

/** The mechanics of a model: `const arm = dynamics(instantiate(Arm)); arm.massMatrix([0.1, 0.4])`. */
export function dynamics(model: InstantiatedModel, options: DynamicsOptions = {}): Dynamics {
  return new Dynamics(findMotion(model, options));
}

/** Objects, tree and mechanism of the Model3D, with its loops closed at the start values. */
export function findMotion(model: InstantiatedModel, options: DynamicsOptions = {}): Motion3D {
  checkInstantiated(model, "dynamics");
  checkOptionNames(options, ["path", "merge"], "dynamics");
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
  first.motion.closeLoops();
  return first.motion;
}
