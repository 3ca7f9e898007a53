/**
 * Equations of motion of a planar world: rigid bodies, beams, targets, contacts.
 *
 * Everything that moves freely is a block with three degrees of freedom and a diagonal mass (m, m, J): a rigid body with
 * all that is clamped to it, about the common centre of mass; or a free node of a beam. Points, corners and clamped
 * nodes ride on blocks:
 *
 *     x = r + R(φ)·a,     x' = v + ω · R(φ)·(−a_y, a_x)
 *
 * State    y = (x, y, φ, v_x, v_y, ω) per block, then the work accounts of energyAccounts.
 */
import * as elementary from "../math/elementary.ts";
import type { BeamStructure } from "./beamStructure.ts";
import type { CollisionTracker } from "./collisionTracker.ts";
import { addContactForces, ContactLoads, type ContactMaterial, ContactState } from "./contactForce.ts";
import { poseSize } from "./outline.ts";
import type { LoadFunction, MotionFunction } from "./world.ts";

/** Numbers of the state per block. */
export const blockSize = 6;

/** Integrated along with the motion, J: work done on the world by targets and loads, and energy lost in it. */
export const energyAccounts = ["targetWork", "loadWork", "contactDamping", "friction", "beamDamping"] as const;

/** Things that ride on blocks, packed: the block (−1: the world) and the place in its frame. */
export interface Riders {
  readonly block: Int32Array;
  readonly local: Float64Array;
}

export interface BeamPart {
  readonly name: string;
  readonly structure: BeamStructure;
  readonly nodes: Riders;
  /** Angle of the block at the start, per node. */
  readonly startAngle: Float64Array;
  readonly q: Float64Array;
  readonly qd: Float64Array;
  readonly f: Float64Array;
}

export interface TargetPart {
  readonly name: string;
  /** Block that carries the target, −1 for a given motion. */
  readonly block: number;
  readonly motion: MotionFunction | undefined;
}

export interface LoadPart {
  readonly block: number;
  /** Place of the centre of mass of the bare body in the frame of the block. */
  readonly localX: number;
  readonly localY: number;
  readonly load: LoadFunction;
}

export interface ContactPart {
  readonly name: string;
  readonly material: ContactMaterial;
  /** Names of its points. */
  readonly points: readonly string[];
}

export interface SystemParts {
  readonly gravity: readonly [number, number];
  readonly mass: Float64Array;
  readonly inertia: Float64Array;
  readonly beams: readonly BeamPart[];
  readonly targets: readonly TargetPart[];
  readonly loads: readonly LoadPart[];
  readonly points: Riders;
  readonly contacts: readonly ContactPart[];
  readonly tracker: CollisionTracker;
}

/** Energies at one instant, J. */
export class StoredEnergy {
  kinetic = 0;
  gravity = 0;
  beams = 0;
  contact = 0;
}

export class PlanarSystem {
  readonly parts: SystemParts;
  readonly blockCount: number;
  readonly size: number;
  /** Position and velocity of all initiators and poses of all targets, as of the last call of place(). */
  readonly points: Float64Array;
  readonly velocities: Float64Array;
  readonly poses: Float64Array;
  /** Whether forces act on the surfaces of the reference or on those that each trial state finds for itself. */
  usesReference = true;

  private readonly loads: ContactLoads;
  private readonly contact = new ContactState();
  private readonly cosine: Float64Array;
  private readonly sine: Float64Array;
  /** Forces and torque on every block. */
  private readonly f: Float64Array;
  private readonly pose = new Float64Array(poseSize);
  private readonly motion = new Float64Array(poseSize);
  private readonly load = new Float64Array(3);

  constructor(parts: SystemParts) {
    const pointCount = parts.points.block.length;
    this.parts = parts;
    this.blockCount = parts.mass.length;
    this.size = blockSize * this.blockCount + energyAccounts.length;
    this.points = new Float64Array(2 * pointCount);
    this.velocities = new Float64Array(2 * pointCount);
    this.poses = new Float64Array(poseSize * parts.targets.length);
    this.loads = new ContactLoads(pointCount, parts.targets.length);
    this.cosine = new Float64Array(this.blockCount);
    this.sine = new Float64Array(this.blockCount);
    this.f = new Float64Array(3 * this.blockCount);
  }

  /** ydot ← f(t, y). */
  derivative(t: number, y: Float64Array, ydot: Float64Array): void {
    const { mass, inertia, gravity } = this.parts;
    const { f, blockCount } = this;
    const account = blockSize * blockCount;
    this.place(t, y);
    for (let b = 0; b < blockCount; b++) {
      f[3 * b] = mass[b] * gravity[0];
      f[3 * b + 1] = mass[b] * gravity[1];
      f[3 * b + 2] = 0;
    }
    ydot[account] = this.addContacts(this.usesReference);
    ydot[account + 1] = this.addLoads(t, y);
    ydot[account + 2] = this.loads.dampingPower;
    ydot[account + 3] = this.loads.frictionPower;
    ydot[account + 4] = this.addBeams(y);
    for (let b = 0; b < blockCount; b++) {
      const k = blockSize * b;
      ydot[k] = y[k + 3];
      ydot[k + 1] = y[k + 4];
      ydot[k + 2] = y[k + 5];
      ydot[k + 3] = f[3 * b] / mass[b];
      ydot[k + 4] = f[3 * b + 1] / mass[b];
      ydot[k + 5] = f[3 * b + 2] / inertia[b];
    }
  }

  /** points, velocities, poses ← where everything is at (t, y). */
  place(t: number, y: Float64Array): void {
    const { points, targets } = this.parts;
    for (let b = 0; b < this.blockCount; b++) {
      this.cosine[b] = elementary.cos(y[blockSize * b + 2]);
      this.sine[b] = elementary.sin(y[blockSize * b + 2]);
    }
    for (let k = 0; k < points.block.length; k++) this.ride(points, k, y, this.points, this.velocities, 2 * k);
    for (let k = 0; k < targets.length; k++) {
      const { block, motion } = targets[k];
      if (block >= 0) for (let m = 0; m < poseSize; m++) this.poses[poseSize * k + m] = y[blockSize * block + m];
      else if (motion !== undefined) {
        motion(t, this.pose);
        for (let m = 0; m < poseSize; m++) this.poses[poseSize * k + m] = this.pose[m];
      }
    }
  }

  /** out ← what is stored at (t, y), with the surfaces of the reference. */
  storedEnergy(out: StoredEnergy, t: number, y: Float64Array): void {
    const { mass, inertia, gravity } = this.parts;
    this.place(t, y);
    out.kinetic = 0;
    out.gravity = 0;
    for (let b = 0; b < this.blockCount; b++) {
      const k = blockSize * b;
      const v2 = y[k + 3] * y[k + 3] + y[k + 4] * y[k + 4];
      out.kinetic += 0.5 * (mass[b] * v2 + inertia[b] * y[k + 5] * y[k + 5]);
      out.gravity -= mass[b] * (gravity[0] * y[k] + gravity[1] * y[k + 1]);
    }
    this.addContacts(true);
    this.addBeams(y);
    out.contact = this.loads.energy;
    out.beams = 0;
    for (let k = 0; k < this.parts.beams.length; k++) out.beams += this.parts.beams[k].structure.strainEnergy;
  }

  /** Adds the contact forces to f. Returns the power that targets with a given motion put in. */
  private addContacts(usesReference: boolean): number {
    const { tracker, contacts, targets, points } = this.parts;
    const { loads, poses, f } = this;
    loads.clear();
    if (usesReference) tracker.place(poses);
    else tracker.evaluate(poses, this.points);
    for (let k = 0; k < tracker.pairs.length; k++) {
      const pair = tracker.pairs[k];
      const { referenceCollision, collision } = pair.configuration;
      const acting = usesReference ? referenceCollision : collision;
      addContactForces(loads, pair, contacts[k].material, acting, poses, this.points, this.velocities, this.contact);
    }
    for (let k = 0; k < points.block.length; k++) {
      const fx = loads.forces[2 * k];
      const fy = loads.forces[2 * k + 1];
      if (fx !== 0 || fy !== 0) this.push(points, k, fx, fy, 0);
    }
    let power = 0;
    for (let k = 0; k < targets.length; k++) {
      const { block } = targets[k];
      for (let m = 0; m < 3; m++) {
        if (block >= 0) f[3 * block + m] += loads.wrenches[3 * k + m];
        else power -= loads.wrenches[3 * k + m] * poses[poseSize * k + 3 + m];
      }
    }
    return power;
  }

  /** Adds the forces of all beams to f. Returns the power lost in them. */
  private addBeams(y: Float64Array): number {
    let power = 0;
    for (let k = 0; k < this.parts.beams.length; k++) {
      const { structure, nodes, startAngle, q, qd, f } = this.parts.beams[k];
      for (let n = 0; n < structure.nodeCount; n++) {
        this.ride(nodes, n, y, q, qd, 3 * n);
        const block = nodes.block[n];
        q[3 * n + 2] = block < 0 ? 0 : y[blockSize * block + 2] - startAngle[n];
        qd[3 * n + 2] = block < 0 ? 0 : y[blockSize * block + 5];
      }
      f.fill(0);
      structure.addForces(f, q, qd);
      for (let n = 0; n < structure.nodeCount; n++) this.push(nodes, n, f[3 * n], f[3 * n + 1], f[3 * n + 2]);
      power += structure.dampingPower;
    }
    return power;
  }

  /** Adds the loads on bodies to f. Returns their power. */
  private addLoads(t: number, y: Float64Array): number {
    const { motion, load, f } = this;
    let power = 0;
    for (let k = 0; k < this.parts.loads.length; k++) {
      const part = this.parts.loads[k];
      const b = part.block;
      const rx = this.cosine[b] * part.localX - this.sine[b] * part.localY;
      const ry = this.sine[b] * part.localX + this.cosine[b] * part.localY;
      for (let m = 0; m < poseSize; m++) motion[m] = y[blockSize * b + m];
      motion[0] += rx;
      motion[1] += ry;
      motion[3] -= motion[5] * ry;
      motion[4] += motion[5] * rx;
      load.fill(0);
      part.load(t, motion, load);
      f[3 * b] += load[0];
      f[3 * b + 1] += load[1];
      f[3 * b + 2] += load[2] + rx * load[1] - ry * load[0];
      power += load[0] * motion[3] + load[1] * motion[4] + load[2] * motion[5];
    }
    return power;
  }

  /** x[k], x[k+1] and v[k], v[k+1] ← position and velocity of rider n. Sine and cosine of the blocks must be current. */
  private ride(riders: Riders, n: number, y: Float64Array, x: Float64Array, v: Float64Array, k: number): void {
    const b = riders.block[n];
    const ax = riders.local[2 * n];
    const ay = riders.local[2 * n + 1];
    if (b < 0) {
      x[k] = ax;
      x[k + 1] = ay;
      v[k] = 0;
      v[k + 1] = 0;
      return;
    }
    const rx = this.cosine[b] * ax - this.sine[b] * ay;
    const ry = this.sine[b] * ax + this.cosine[b] * ay;
    const w = y[blockSize * b + 5];
    x[k] = y[blockSize * b] + rx;
    x[k + 1] = y[blockSize * b + 1] + ry;
    v[k] = y[blockSize * b + 3] - w * ry;
    v[k + 1] = y[blockSize * b + 4] + w * rx;
  }

  /** Adds a force and a moment at rider n to its block. */
  private push(riders: Riders, n: number, fx: number, fy: number, moment: number): void {
    const b = riders.block[n];
    if (b < 0) return;
    const ax = riders.local[2 * n];
    const ay = riders.local[2 * n + 1];
    const rx = this.cosine[b] * ax - this.sine[b] * ay;
    const ry = this.sine[b] * ax + this.cosine[b] * ay;
    this.f[3 * b] += fx;
    this.f[3 * b + 1] += fy;
    this.f[3 * b + 2] += moment + rx * fy - ry * fx;
  }
}
