/**
 * A mechanism as a model sees it: hidden states in, their derivatives out, with flanges in between. One object per run;
 * nothing is allocated after assemble(). How it is used: mechanism.ts.
 *
 *     x = (positions of hidden joints …, their velocities …)
 *
 * Joints outside loops come first, with all their coordinates; then the independent coordinates of each group of loops.
 * Which coordinates of a group are independent may change in repartition(); their number does not.
 *
 * Length   the one face of mechanics/: short methods that call the kernels in the right order
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { clear, copy } from "../math/shortArrays.ts";
import { computeLoads } from "./bodyLoads.ts";
import { clearBodyForces } from "./bodyMotion.ts";
import { coordinateRates, normaliseCoordinates } from "./coordinateRates.ts";
import { DrivenBranches } from "./drivenBranches.ts";
import { FlangeColumns } from "./flangeColumns.ts";
import { accelerate, forwardDynamics } from "./forwardDynamics.ts";
import { computeWrenches } from "./inverseDynamics.ts";
import { isFree } from "./jointMotions.ts";
import { moveAnchors, worstAngle } from "./loops/anchors.ts";
import { assemblePositions, cannotClose } from "./loops/assembleLoops.ts";
import { assembleVelocities } from "./loops/assembleVelocities.ts";
import { closePositions, closeVelocities, largestGap, noteCoordinates, solveForDependent } from "./loops/closeLoops.ts";
import { computeJacobian, computeRows } from "./loops/constraintRows.ts";
import { choosePartitionByDigits, gapOfDigits } from "./loops/digits.ts";
import { finishGroup, reduceGroup, relateFlanges } from "./loops/loopDynamics.ts";
import { computeLoopEfforts, subtractLoopWrenches } from "./loops/loopForces.ts";
import { findLoopGroups, type LoopGroup, observeIn, type Partition } from "./loops/loopGroup.ts";
import { strictGap } from "./loops/loopTolerances.ts";
import { ObservedCoordinate, type ObservedJoint } from "./loops/observedCoordinate.ts";
import { choosePartition, partitionQuality } from "./loops/partition.ts";
import { findPlanarLoops, noteChangingRows } from "./loops/planarLoops.ts";
import type { Mechanism } from "./mechanism.ts";
import { MechanismState } from "./mechanismState.ts";
import { computePositions } from "./positions.ts";
import { computeVelocities } from "./velocities.ts";

export interface AssembleOptions {
  /** Velocities (numbers in v) whose start position, or start velocity, must not be changed. Flanges never are. */
  readonly heldPositions?: ReadonlySet<number>;
  readonly heldVelocities?: ReadonlySet<number>;
  /** true: flanges may be changed as well, while their values are not known yet. Default false. */
  readonly movesFlanges?: boolean;
  /** A trial: points around the guesses from which a closed position is looked for, besides these. Without it 29, and patiently. */
  readonly starts?: number;
  /** true: quaternions stay as they are, to the last bit; their norm does not matter. Default false. */
  readonly keepsQuaternions?: boolean;
}

/** What equations outside know of joints. */
export interface OutsideView {
  /** Bodies whose joints have their coordinates outside without a flange: positions given, accelerations asked for. */
  readonly outside?: ReadonlySet<number>;
  /** Joints on loops whose effort and acceleration are related outside. */
  readonly observed?: readonly ObservedJoint[];
}

export interface LoopReport {
  readonly joints: readonly string[];
  readonly degreesOfFreedom: number;
  readonly constraints: number;
  readonly redundant: number;
  /** Where the placements of the loops agree to some digits only: the gap that may be left, m or rad. */
  readonly gap?: number;
}

export class MechanismDynamics {
  readonly mechanism: Mechanism;
  readonly state: MechanismState;
  readonly groups: readonly LoopGroup[];
  /** Bodies outside groups. */
  readonly treeBodies: Int32Array;
  /** Velocity of each flange (acceleration given), in the order of the bodies. */
  readonly flangeVelocities: Int32Array;
  /** Body whose joint each flange belongs to. */
  readonly flangeBodies: Int32Array;
  /** The same for all joints whose coordinates are outside, flanges included. */
  readonly outsideVelocities: Int32Array;
  readonly outsideBodies: Int32Array;
  readonly observed: readonly ObservedCoordinate[];

  /** Entries of q and v of joints outside loops that are hidden states, in the order of x; loops follow. */
  readonly fixedPositions: Int32Array;
  readonly fixedVelocities: Int32Array;
  private readonly flangePlace: readonly Int32Array[];
  /** Undefined without flanges. */
  private readonly driven: DrivenBranches | undefined;
  /** Bodies of the tree outside of driven branches. */
  private readonly eliminated: Int32Array;
  /** Undefined without flanges. */
  private readonly columns: FlangeColumns | undefined;
  private readonly qdot: Float64Array;
  private readonly hasQuaternions: boolean;
  private readonly given: Float64Array;
  /** Coordinates and velocities that belong to what setStates() has computed. */
  private readonly settledQ: Float64Array;
  private readonly settledV: Float64Array;
  /** What acts without the efforts of observed coordinates. */
  private readonly before: SavedLoads;

  constructor(mechanism: Mechanism, { outside, observed = [] }: OutsideView = {}) {
    const { nv, vStart, qStart, hasFlange } = mechanism;
    this.mechanism = mechanism;
    this.state = new MechanismState(mechanism);
    this.groups = mechanism.loopJoints.length === 0 ? [] : findLoopGroups(mechanism);
    const isGrouped = new Uint8Array(mechanism.count);
    const isOnLoop = new Uint8Array(nv);
    for (const { bodies, velocities, isOnLoop: own } of this.groups) {
      for (const b of bodies) isGrouped[b] = 1;
      velocities.forEach((j, k) => {
        if (own[k] === 1) isOnLoop[j] = 1;
      });
    }
    this.treeBodies = this.groups.length === 0 ? mechanism.bodies : mechanism.bodies.filter((b) => isGrouped[b] === 0);
    const positions = new Int32Array(mechanism.nq);
    const velocities = new Int32Array(nv);
    let [positionCount, velocityCount] = [0, 0];
    const flanges: number[] = [];
    const outsideList: number[] = [];
    for (let b = 1; b < mechanism.count; b++) {
      const isOutside = hasFlange[b] === 1 || outside?.has(b) === true;
      for (let j = vStart[b]; j < vStart[b + 1]; j++) {
        if (hasFlange[b] === 1) flanges.push(j);
        if (isOutside) outsideList.push(j);
        else if (isOnLoop[j] === 0) velocities[velocityCount++] = j;
      }
      if (isOutside || (vStart[b] < vStart[b + 1] && isOnLoop[vStart[b]] === 1)) continue;
      for (let i = qStart[b]; i < qStart[b + 1]; i++) positions[positionCount++] = i;
    }
    this.fixedPositions = positions.subarray(0, positionCount);
    this.fixedVelocities = velocities.subarray(0, velocityCount);
    this.flangeVelocities = new Int32Array(flanges);
    this.flangeBodies = Int32Array.from(flanges, (j) => mechanism.bodyOfVelocity[j]);
    this.outsideVelocities = new Int32Array(outsideList);
    this.outsideBodies = Int32Array.from(outsideList, (j) => mechanism.bodyOfVelocity[j]);
    this.observed = observed.map((which) => this.observe(which));
    for (const group of this.groups) {
      observeIn(
        group,
        observed.flatMap((which, o) => {
          const isOwn =
            "body" in which
              ? group.bodies.includes(which.body)
              : group.joints.includes(mechanism.loopJoints[which.loopJoint]);
          return isOwn ? [{ coordinate: this.observed[o], place: flanges.length + o }] : [];
        }),
      );
    }
    this.flangePlace = this.groups.map((group) => Int32Array.from(group.velocities, (j) => flanges.indexOf(j)));
    if (flanges.length > 0)
      this.driven = new DrivenBranches(mechanism, this.treeBodies, this.flangeVelocities, this.relatedCount);
    const isDriven = this.driven?.isDriven;
    this.eliminated =
      isDriven?.includes(1) === true ? this.treeBodies.filter((b) => isDriven[b] === 0) : this.treeBodies;
    if (flanges.length > 0)
      this.columns = new FlangeColumns(mechanism, this.eliminated, this.flangeVelocities, this.relatedCount);
    this.qdot = new Float64Array(mechanism.nq);
    this.hasQuaternions = mechanism.nq !== nv;
    this.given = new Float64Array(nv);
    this.settledQ = new Float64Array(mechanism.nq);
    this.settledV = new Float64Array(nv);
    this.before = new SavedLoads(this.state, observed.length > 0);
  }

  /** A coordinate on a loop, to look at and to act on. */
  observe(which: ObservedJoint): ObservedCoordinate {
    return new ObservedCoordinate(this.mechanism, this.groups, which);
  }

  get flangeCount(): number {
    return this.flangeVelocities.length;
  }

  /** Numbers given to finish(): accelerations of flanges, then efforts of observed coordinates. */
  get relatedCount(): number {
    return this.flangeVelocities.length + this.observed.length;
  }

  /** Length of x; with loops known after assemble(). */
  get hiddenCount(): number {
    return this.positionCount + this.velocityCount;
  }

  /** Positions come first in x. */
  get positionCount(): number {
    let count = this.fixedPositions.length;
    for (const group of this.groups) count += hiddenOnLoop(group, group.positions);
    return count;
  }

  get velocityCount(): number {
    let count = this.fixedVelocities.length;
    for (const group of this.groups) count += hiddenOnLoop(group, group);
    return count;
  }

  /** Closes the loops near state.q and state.v and chooses the independent coordinates; then everything moves up to date. */
  assemble(options: AssembleOptions = {}): void {
    const { mechanism, state } = this;
    const isFlange = new Set(options.movesFlanges === true ? [] : this.flangeVelocities);
    const holdsPosition = (j: number): boolean => isFlange.has(j) || options.heldPositions?.has(j) === true;
    const holdsVelocity = (j: number): boolean => isFlange.has(j) || options.heldVelocities?.has(j) === true;
    if (options.keepsQuaternions !== true) normaliseCoordinates(state.q, mechanism);
    for (const group of this.groups) {
      group.planarRow.fill(-1);
      noteChangingRows(group);
      assemblePositions(mechanism, state, group, holdsPosition, options.starts);
      computeRows(state, group);
      computeJacobian(mechanism, state, group);
      choosePartitionByDigits(mechanism, state, group);
      if (!solveForDependent(mechanism, state, group) && group.redundantGap > strictGap) throw cannotClose(group);
      findPlanarLoops(mechanism, state, group);
      noteCoordinates(group, state.q);
      assembleVelocities(mechanism, state, group, holdsVelocity);
      closeVelocities(mechanism, state, group);
    }
    computePositions(mechanism, state);
    computeVelocities(mechanism, state);
  }

  /** Whether loops that were closed with these options can still move. */
  canMove({ heldPositions, movesFlanges }: AssembleOptions): boolean {
    const { hasFlange } = this.mechanism;
    return this.groups.some(({ isOnLoop, velocities, positions: { independent, independentCount } }) => {
      let freedom = 0;
      for (let i = 0; i < independentCount; i++) freedom += isOnLoop[independent[i]];
      velocities.forEach((j, k) => {
        const isFlange = movesFlanges !== true && hasFlange[this.mechanism.bodyOfVelocity[j]] === 1;
        if (isOnLoop[k] === 1 && (isFlange || heldPositions?.has(j) === true)) freedom--;
      });
      return freedom > 0;
    });
  }

  /** Degrees of freedom and redundant constraints of each group of loops. */
  loopReports(): LoopReport[] {
    return this.groups.map((group) => ({
      joints: group.joints.map((joint) => joint.path),
      degreesOfFreedom: group.independentCount,
      constraints: group.rank,
      redundant: group.m - group.rank,
      ...(gapOfDigits(group) !== undefined && { gap: gapOfDigits(group)! }),
    }));
  }

  /** x ← present q and v. */
  writeHidden(x: Float64Array, ix: number): void {
    const { q, v } = this.state;
    let k = ix;
    for (const i of this.fixedPositions) x[k++] = q[i];
    for (const group of this.groups) {
      const { flangeCount, independentCount, independent } = group.positions;
      for (let i = flangeCount; i < independentCount; i++) {
        const j = independent[i];
        if (group.isOnLoop[j] === 1) x[k++] = q[group.coordinate[j]];
      }
    }
    for (const j of this.fixedVelocities) x[k++] = v[j];
    for (const group of this.groups) {
      for (let i = group.flangeCount; i < group.independentCount; i++) {
        const j = group.independent[i];
        if (group.isOnLoop[j] === 1) x[k++] = v[group.velocities[j]];
      }
    }
  }

  /**
   * Positions and velocities of everything ← x and the coordinates outside. Clears the forces and efforts. Returns false when a loop cannot
   * be closed there: the state lies beyond what the mechanism can reach, derivatives must be NaN.
   */
  setStates(x: Float64Array, ix: number, phi: Float64Array, iphi: number, w: Float64Array, iw: number): boolean {
    const { mechanism, state, fixedPositions, fixedVelocities, outsideVelocities, groups } = this;
    const { q, v } = state;
    let k = ix;
    for (let i = 0; i < fixedPositions.length; i++) q[fixedPositions[i]] = x[k++];
    for (let f = 0; f < outsideVelocities.length; f++) {
      const b = this.outsideBodies[f];
      q[mechanism.qStart[b] + outsideVelocities[f] - mechanism.vStart[b]] = phi[iphi + f];
      v[outsideVelocities[f]] = w[iw + f];
    }
    for (let g = 0; g < groups.length; g++) {
      const group = groups[g];
      const { flangeCount, independentCount, independent } = group.positions;
      for (let i = flangeCount; i < independentCount; i++) {
        const j = independent[i];
        if (group.isOnLoop[j] === 1) q[group.coordinate[j]] = x[k++];
      }
    }
    for (let i = 0; i < fixedVelocities.length; i++) v[fixedVelocities[i]] = x[k++];
    for (let g = 0; g < groups.length; g++) {
      const group = groups[g];
      for (let i = group.flangeCount; i < group.independentCount; i++) {
        const j = group.independent[i];
        if (group.isOnLoop[j] === 1) v[group.velocities[j]] = x[k++];
      }
    }
    clearBodyForces(state.forces);
    clear(state.tau);
    // the end of a step is looked at behind its last stage, and again where an event is
    if (state.isSettled && areEqual(q, this.settledQ) && areEqual(v, this.settledV)) return true;
    computePositions(mechanism, state, this.treeBodies);
    computeVelocities(mechanism, state, this.treeBodies);
    let isClosed = true;
    for (let g = 0; g < groups.length; g++) {
      if (!closePositions(mechanism, state, groups[g]) || !closeVelocities(mechanism, state, groups[g]))
        isClosed = false;
    }
    state.isSettled = isClosed;
    copy(this.settledQ, q);
    copy(this.settledV, v);
    return isClosed;
  }

  /**
   * M, h ← y = M·x + h with all hidden joints eliminated, column-major: x = a_F and y = tau_F of flanges, then x = tau and y = a of
   * observed coordinates. Must follow setStates, and come
   * before finish, also without flanges. Throws when a joint has a direction without inertia.
   */
  flangeDynamics(M: Float64Array, h: Float64Array): void {
    const { mechanism, state, flangeVelocities, groups } = this;
    const flangeCount = flangeVelocities.length;
    const count = this.relatedCount;
    for (let i = 0; i < count * count; i++) M[i] = 0;
    for (let f = 0; f < flangeCount; f++) state.vdot[flangeVelocities[f]] = 0;
    const singular = this.eliminated.length === 0 ? 0 : forwardDynamics(mechanism, state, this.eliminated);
    if (singular > 0) throw noInertia(mechanism, singular);
    if (flangeCount > 0) {
      this.driven!.fill(M, state);
      for (let f = 0; f < flangeCount; f++) h[f] = state.flangeEffort[flangeVelocities[f]];
      this.columns!.fill(M, state);
    }
    for (let g = 0; g < groups.length; g++) {
      const weak = reduceGroup(mechanism, state, groups[g]);
      if (weak >= 0) throw noInertia(mechanism, mechanism.bodyOfVelocity[groups[g].velocities[weak]]);
      if (groups[g].flangeCount + groups[g].observed.length > 0)
        relateFlanges(M, h, count, this.flangePlace[g], groups[g]);
    }
  }

  /** Accelerations of all joints and bodies for the given accelerations of flanges and efforts of observed coordinates; xdot ← derivatives of x. */
  finish(given: Float64Array, ia: number, xdot: Float64Array, ixdot: number): void {
    const { mechanism, state, fixedPositions, fixedVelocities, flangeVelocities, groups, qdot } = this;
    const { v, vdot } = state;
    for (let f = 0; f < flangeVelocities.length; f++) {
      vdot[flangeVelocities[f]] = given[ia + f];
      this.given[flangeVelocities[f]] = given[ia + f];
    }
    if (this.columns?.isNeeded) {
      this.columns.addFlangeAccelerations(state);
      accelerate(mechanism, state, this.eliminated);
    }
    this.driven?.accelerate(state);
    for (let g = 0; g < groups.length; g++) finishGroup(mechanism, state, groups[g], this.given, given, ia);

    let k = ixdot;
    if (this.hasQuaternions) {
      coordinateRates(qdot, mechanism, state.q, v);
      for (let i = 0; i < fixedPositions.length; i++) xdot[k++] = qdot[fixedPositions[i]];
    } else {
      // the same joints in the same order: rates of positions are the velocities
      for (let i = 0; i < fixedVelocities.length; i++) xdot[k++] = v[fixedVelocities[i]];
    }
    for (let g = 0; g < groups.length; g++) {
      const group = groups[g];
      const { flangeCount: from, independentCount, independent } = group.positions;
      for (let i = from; i < independentCount; i++) {
        const j = independent[i];
        if (group.isOnLoop[j] === 1) xdot[k++] = v[group.velocities[j]];
      }
    }
    for (let i = 0; i < fixedVelocities.length; i++) xdot[k++] = vdot[fixedVelocities[i]];
    for (let g = 0; g < groups.length; g++) {
      const group = groups[g];
      for (let i = group.flangeCount; i < group.independentCount; i++) {
        const j = group.independent[i];
        if (group.isOnLoop[j] === 1) xdot[k++] = vdot[group.velocities[j]];
      }
    }
  }

  /**
   * state.wrench ← (moment, force) that each joint transmits to its body, at the origin of the body, world axes; entry 0: what
   * the world must hold. Must follow finish. The efforts of the loop joints are in `lambda` of their group; without `isOfTree` these alone
   * are computed.
   */
  cutForces(isOfTree = true): void {
    const { mechanism, state, groups } = this;
    const isActedOn = this.observed.length > 0;
    if (isActedOn) this.applyObserved();
    for (let g = 0; g < groups.length; g++) computeLoopEfforts(mechanism, state, groups[g]);
    if (isOfTree) {
      computeLoads(mechanism, state);
      for (let g = 0; g < groups.length; g++) subtractLoopWrenches(state, groups[g]);
      computeWrenches(mechanism, state);
    }
    if (isActedOn) this.before.restore(state);
  }

  /** Efforts of observed coordinates, which finish() takes beside all others, join what acts on the mechanism. */
  private applyObserved(): void {
    this.before.save(this.state);
    for (let g = 0; g < this.groups.length; g++) {
      const { observed, observedEffort } = this.groups[g];
      for (let o = 0; o < observed.length; o++) observed[o].coordinate.apply(this.state, observedEffort[o]);
    }
  }

  /** 1: independent coordinates as good as when they were chosen … 0: singular. Below 0.1 it is time for repartition(). */
  partitionQuality(): number {
    let quality = 1;
    for (let g = 0; g < this.groups.length; g++) {
      const group = this.groups[g];
      const angle = worstAngle(this.mechanism, this.state, group);
      quality = Math.min(quality, partitionQuality(group), angle * angle);
    }
    return quality;
  }

  /** Chooses the independent coordinates again from the present position; write the states with writeHidden afterwards. */
  repartition(): void {
    for (const group of this.groups) {
      const before = group.independentCount;
      const positionsBefore = group.positions.independentCount;
      moveAnchors(this.mechanism, this.state, group);
      computePositions(this.mechanism, this.state, group.bodies);
      this.choose(group);
      if (group.independentCount !== before || group.positions.independentCount !== positionsBefore)
        throw changedFreedom(group, before);
      closeVelocities(this.mechanism, this.state, group);
    }
  }

  /** Largest gap of all loop constraints, redundant ones included, relative to the size of their group. */
  loopGap(): number {
    let gap = 0;
    for (const group of this.groups) {
      computeRows(this.state, group);
      gap = Math.max(gap, largestGap(group));
    }
    return gap;
  }

  /** x ← x with unit quaternions, at an event. */
  normalise(x: Float64Array, ix: number): void {
    normaliseCoordinates(this.state.q, this.mechanism);
    this.writeHidden(x, ix);
  }

  private choose(group: LoopGroup): void {
    const { mechanism, state } = this;
    computeRows(state, group);
    computeJacobian(mechanism, state, group);
    choosePartition(mechanism, group);
    solveForDependent(mechanism, state, group);
    noteCoordinates(group, state.q);
  }
}

/** A copy of efforts and forces. */
class SavedLoads {
  private readonly tau: Float64Array;
  private readonly force: Float64Array;
  private readonly torque: Float64Array;

  constructor({ tau, forces }: MechanismState, isNeeded: boolean) {
    this.tau = new Float64Array(isNeeded ? tau.length : 0);
    this.force = new Float64Array(isNeeded ? forces.force.length : 0);
    this.torque = new Float64Array(isNeeded ? forces.torque.length : 0);
  }

  save({ tau, forces }: MechanismState): void {
    this.tau.set(tau);
    this.force.set(forces.force);
    this.torque.set(forces.torque);
  }

  restore({ tau, forces }: MechanismState): void {
    tau.set(this.tau);
    forces.force.set(this.force);
    forces.torque.set(this.torque);
  }
}

function areEqual(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function hiddenOnLoop({ isOnLoop }: LoopGroup, { flangeCount, independentCount, independent }: Partition): number {
  let count = 0;
  for (let i = flangeCount; i < independentCount; i++) if (isOnLoop[independent[i]] === 1) count++;
  return count;
}

export function noInertia(mechanism: Mechanism, body: number): RattlebackError {
  return new RattlebackError(
    "E-MECHANISM-NO-INERTIA",
    `The joint "${mechanism.jointPaths[body]}" can move in a direction in which nothing has inertia.`,
    {
      path: mechanism.jointPaths[body],
      because: `neither "${mechanism.bodyPaths[body]}" nor what hangs on it has mass or inertia in that direction`,
      hint:
        isFree[mechanism.code[body]] === 1
          ? "a mass and an inertia about all three axes for a body that moves freely; springs and dampers that meet in a point or hold a frame need no body there: MasslessPoint, MasslessFrame, or LineForceWithFlange and the 1-D library along a line"
          : "a mass or an inertia for the body, or for a body that it carries; robots are imported with negligibleInertia: true",
      data: { joint: mechanism.jointPaths[body], body: mechanism.bodyPaths[body] },
    },
  );
}

function changedFreedom(group: LoopGroup, before: number): RattlebackError {
  return new RattlebackError(
    "E-MECHANISM-LOOP-SINGULAR",
    `The loops have ${group.independentCount} degrees of freedom here and had ${before} before.`,
    {
      path: group.joints[0]?.path,
      because: "the mechanism is in a position in which some of its constraints depend on each other",
      hint: "start or pass a little beside this position, or change a length so that it cannot be reached",
      data: { before, now: group.independentCount },
    },
  );
}
