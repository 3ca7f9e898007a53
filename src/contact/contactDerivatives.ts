/**
 * How the force of one contact changes with the motion of its two bodies: by differences, in which one body alone is moved. A force
 * depends on nothing but the relative motion, and turns with both bodies: so the derivatives by the motion of the other body follow.
 *
 *     moved         ∂W/∂r_o = −∂W/∂r_m,   ∂W/∂v_o = −∂W/∂v_m
 *     spun          ∂W/∂ω_o·e = −∂W/∂ω_m·e − ∂W/∂v_m·(e × d)
 *     turned        ∂W/∂θ_o·e = e × W − ∂W/∂θ_m·e − ∂W/∂r_m·(e × d) − Σ_b (∂W/∂v_b·(e × v_b) + ∂W/∂ω_b·(e × ω_b))
 *
 * Legend   m, o   the body that is moved, and the other one       d = r_m − r_o        b = m, o
 *          W      force and moment on both bodies, each about the origin of the body, in world axes
 *          θ      turning about the origin of the body, in world axes
 */
import type { BodyMotion } from "../mechanics/bodyMotion.ts";
import { computeContactForce, updateContact } from "./contactForces.ts";
import { type ContactTable, responseElastic } from "./contactTable.ts";
import type { PairDistances } from "./pairDistances.ts";
import type { ShapePoses } from "./shapePoses.ts";

/** Numbers of W, and columns of a derivative: position, turning, velocity, angular velocity. */
export const wrenchLength = 12;

/** What rounding moves points by, in parts of their coordinates. */
const rounding = 10 * Number.EPSILON;
/** Shallow contacts are moved by this much more than rounding at least. */
const leastIncrement = 10;
/** m/s, and at the surface of a body. */
const speedIncrement = 1e-8;

export class ContactDerivatives {
  /** 12 × 12, column by column: W by the motion of A and of B. Rows: force and moment on A, force and moment on B. */
  readonly byA = new Float64Array(wrenchLength * wrenchLength);
  readonly byB = new Float64Array(wrenchLength * wrenchLength);
  private readonly base = new Float64Array(wrenchLength);
  private readonly saved = new Float64Array(12);
  private readonly cross = new Float64Array(3);
  private readonly table: ContactTable;
  private readonly poses: ShapePoses;
  private readonly distances: PairDistances;

  constructor(table: ContactTable, poses: ShapePoses, distances: PairDistances) {
    this.table = table;
    this.poses = poses;
    this.distances = distances;
  }

  /**
   * byA, byB ← derivatives of the force of a row where the shapes are; false when it has none. The motion is as before afterwards, the row of
   * the table is not.
   */
  evaluate(row: number, motion: BodyMotion): boolean {
    const { table, poses, base } = this;
    if (table.response[row] !== responseElastic) return false;
    const a = poses.body[table.shapeA[row]];
    const b = poses.body[table.shapeB[row]];
    const isB = b !== 0;
    const [moved, other] = isB ? [b, a] : [a, b];
    const shape = isB ? table.shapeB[row] : table.shapeA[row];
    const D = isB ? this.byB : this.byA;
    this.force(row, motion, false);
    this.read(base, 0, row, motion);
    const size = this.increment(row, motion, moved, shape);
    const lever = Math.max(poses.reach[shape], 1e-9);
    // velocities first: the patch is the same
    for (let i = 0; i < 3; i++) this.differ(D, 6 + i, motion.velocity, 3 * moved + i, speedIncrement, row, motion);
    for (let i = 0; i < 3; i++)
      this.differ(D, 9 + i, motion.angularVelocity, 3 * moved + i, speedIncrement / lever, row, motion);
    for (let i = 0; i < 3; i++) this.differ(D, i, motion.position, 3 * moved + i, size, row, motion, shape);
    for (let i = 0; i < 3; i++) this.turn(D, i, moved, size / lever, row, motion, shape);
    poses.locate(shape, motion);
    // B was moved then
    if (other !== 0) this.transfer(this.byA, D, motion, moved, other);
    return true;
  }

  /** Column c of D ← difference by one number of the motion, of the shape if its position matters. */
  private differ(
    D: Float64Array,
    c: number,
    values: Float64Array,
    place: number,
    increment: number,
    row: number,
    motion: BodyMotion,
    shape = -1,
  ): void {
    const before = values[place];
    values[place] = before + increment;
    const step = values[place] - before;
    if (shape >= 0) this.poses.locate(shape, motion);
    this.force(row, motion, shape < 0);
    this.read(D, wrenchLength * c, row, motion);
    values[place] = before;
    this.divide(D, c, step);
  }

  /** Column 3 + axis of D ← difference by turning. */
  private turn(
    D: Float64Array,
    axis: number,
    body: number,
    angle: number,
    row: number,
    motion: BodyMotion,
    shape: number,
  ): void {
    const { saved } = this;
    const R = motion.rotation;
    const o = 9 * body;
    const j = (axis + 1) % 3;
    const k = (axis + 2) % 3;
    for (let i = 0; i < 9; i++) saved[i] = R[o + i];
    for (let i = 0; i < 3; i++) {
      R[o + 3 * j + i] = saved[3 * j + i] - angle * saved[3 * k + i];
      R[o + 3 * k + i] = saved[3 * k + i] + angle * saved[3 * j + i];
    }
    this.poses.locate(shape, motion);
    this.force(row, motion, false);
    this.read(D, wrenchLength * (3 + axis), row, motion);
    for (let i = 0; i < 9; i++) R[o + i] = saved[i];
    this.divide(D, 3 + axis, angle);
  }

  private divide(D: Float64Array, c: number, step: number): void {
    for (let i = 0; i < wrenchLength; i++) D[wrenchLength * c + i] = (D[wrenchLength * c + i] - this.base[i]) / step;
  }

  /** Forces of the row; `isPlaced`: only velocities have changed. */
  private force(row: number, motion: BodyMotion, isPlaced: boolean): void {
    const { table, poses } = this;
    const { flat } = table.starts[row];
    if (flat === undefined) updateContact(table, row, poses, motion, this.distances);
    computeContactForce(table, row, motion, isPlaced);
  }

  /** out[k..] ← W of the row. */
  private read(out: Float64Array, k: number, row: number, motion: BodyMotion): void {
    const { table, poses } = this;
    const { force: F, torque: T, point: p } = table;
    const o = 3 * row;
    for (let side = 0; side < 2; side++) {
      const sign = side === 0 ? -1 : 1;
      const b = 3 * poses.body[side === 0 ? table.shapeA[row] : table.shapeB[row]];
      const x = p[o] - motion.position[b];
      const y = p[o + 1] - motion.position[b + 1];
      const z = p[o + 2] - motion.position[b + 2];
      const q = k + 6 * side;
      for (let i = 0; i < 3; i++) out[q + i] = sign * F[o + i];
      out[q + 3] = sign * (T[o] + y * F[o + 2] - z * F[o + 1]);
      out[q + 4] = sign * (T[o + 1] + z * F[o] - x * F[o + 2]);
      out[q + 5] = sign * (T[o + 2] + x * F[o + 1] - y * F[o]);
    }
  }

  /**
   * Of a length: forces bend over the depth δ, so that an increment s is wrong by the part s/(2·δ), and rounding of positions by r moves it by
   * r/s: both are the same for s² = 2·r·δ [Dennis1996, sec. 5.4]. A body that slides while it turns about its edge moves the contact by what is
   * left of large terms, which must be right to more digits than the matrix of an iteration needs.
   */
  private increment(row: number, motion: BodyMotion, body: number, shape: number): number {
    const depth = Math.max(0, -this.table.distance[row]);
    const { position } = motion;
    let size = this.poses.reach[shape];
    for (let i = 0; i < 3; i++) size = Math.max(size, Math.abs(position[3 * body + i]));
    return Math.max(Math.sqrt(2 * rounding * size * depth), leastIncrement * rounding * size);
  }

  /** out ← derivatives by the motion of the other body, from those by the motion of the one that was moved. */
  private transfer(out: Float64Array, D: Float64Array, motion: BodyMotion, moved: number, other: number): void {
    const { cross, base } = this;
    const n = wrenchLength;
    const { position: r, velocity: v, angularVelocity: w } = motion;
    const dx = r[3 * moved] - r[3 * other];
    const dy = r[3 * moved + 1] - r[3 * other + 1];
    const dz = r[3 * moved + 2] - r[3 * other + 2];
    for (let k = 0; k < 3 * n; k++) {
      out[k] = -D[k];
      out[6 * n + k] = -D[6 * n + k];
    }
    for (let e = 0; e < 3; e++) {
      const spun = n * (9 + e);
      for (let k = 0; k < n; k++) out[spun + k] = -D[spun + k];
      turned(cross, e, dx, dy, dz);
      this.subtract(out, 9 + e, D, 6);
    }
    for (let e = 0; e < 3; e++) {
      const column = n * (3 + e);
      for (let k = 0; k < n; k += 3) {
        turned(cross, e, base[k], base[k + 1], base[k + 2]);
        for (let i = 0; i < 3; i++) out[column + k + i] = cross[i] - D[column + k + i];
      }
      turned(cross, e, dx, dy, dz);
      this.subtract(out, 3 + e, D, 0);
      turned(cross, e, v[3 * moved], v[3 * moved + 1], v[3 * moved + 2]);
      this.subtract(out, 3 + e, D, 6);
      turned(cross, e, w[3 * moved], w[3 * moved + 1], w[3 * moved + 2]);
      this.subtract(out, 3 + e, D, 9);
      turned(cross, e, v[3 * other], v[3 * other + 1], v[3 * other + 2]);
      this.subtract(out, 3 + e, out, 6);
      turned(cross, e, w[3 * other], w[3 * other + 1], w[3 * other + 2]);
      this.subtract(out, 3 + e, out, 9);
    }
  }

  /** Column c of out −= columns first … first + 2 of D, times the vector `cross`. */
  private subtract(out: Float64Array, c: number, D: Float64Array, first: number): void {
    const { cross } = this;
    const n = wrenchLength;
    for (let i = 0; i < 3; i++) {
      if (cross[i] === 0) continue;
      for (let k = 0; k < n; k++) out[n * c + k] -= cross[i] * D[n * (first + i) + k];
    }
  }
}

/** out ← e × (x, y, z) for the unit vector along an axis. */
function turned(out: Float64Array, axis: number, x: number, y: number, z: number): void {
  out[0] = axis === 1 ? z : axis === 2 ? -y : 0;
  out[1] = axis === 2 ? x : axis === 0 ? -z : 0;
  out[2] = axis === 0 ? y : axis === 1 ? -x : 0;
}
