/**
 * Forces of elastic contacts: pressure, sliding friction, resistance against turning. Points have the law below; patches and surfaces
 * of triangles know their own forces, which are taken into the same rows.
 *
 * Source   [Neumayr2024] (7.3), (7.5)–(7.10)
 * Law      f = law of the normal force
 *          F = f·n − μ_k·f·v_t/reg(|v_t|)           on B; −F on A, both at the common point r_c = (a + b)/2
 *          τ = −μ_r·R_geo·f·ω_rel/reg(|ω_rel|)       on B; −τ on A
 * Legend   n       from A to B
 *          v_rel   velocity of B relative to A at r_c;   v_n = v_rel·n,   v_t = v_rel − v_n·n,   δ̇ = −v_n
 * Holds    F·v_rel + τ·ω_rel ≤ f·v_n: friction and resistance never add energy.
 */
import type { BodyForces, BodyMotion } from "../mechanics/bodyMotion.ts";
import { type ContactTable, type ConvexContactStart, inPatch, onSurfaces, responseElastic } from "./contactTable.ts";
import { hertzForce, type NormalLaw } from "./laws/law.ts";
import type { PairDistances } from "./pairDistances.ts";
import type { FlatContact } from "./patch/flatContact.ts";
import type { SurfacePair } from "./polygonal/surfacePair.ts";
import { regularisedSpeed } from "./regularisation.ts";
import type { ShapePoses } from "./shapePoses.ts";
import type { PointGrip } from "./stiction/pointGrip.ts";

/** Distance, normal, point and rates of row k, for the poses and the motion given; surfaces find their forces with them. */
export function updateContact(
  table: ContactTable,
  row: number,
  poses: ShapePoses,
  motion: BodyMotion,
  distances: PairDistances,
): void {
  if (table.kind[row] === onSurfaces) {
    takeSurfaces(table, row, table.starts[row].surfaces!, motion);
    return;
  }
  const { normal: n, point, relative } = table;
  const k = 3 * row;
  table.distance[row] = distances.measure(poses, table.shapeA[row], table.shapeB[row], n, point, k);
  relativeVelocity(relative, motion, table.bodyA[row], table.bodyB[row], point, k);
  table.rate[row] = -(relative[0] * n[k] + relative[1] * n[k + 1] + relative[2] * n[k + 2]);
}

/** Normal force of row k, a point contact with this law, after updateContact(). */
export function press(table: ContactTable, row: number, law: NormalLaw): void {
  const depth = -table.distance[row];
  // contacts last until they are two hysteresis widths apart: laws are for depths above zero
  table.normalForce[row] = depth > 0 ? law.force(table.stiffness[row], table.damping[row], depth, table.rate[row]) : 0;
}

/** out ← velocity of B relative to A at the world point p, then the relative angular velocity. */
export function relativeVelocity(
  out: Float64Array,
  motion: BodyMotion,
  bodyA: number,
  bodyB: number,
  p: Float64Array,
  k: number,
): void {
  const { position: r, velocity: v, angularVelocity: w } = motion;
  const A = 3 * bodyA;
  const B = 3 * bodyB;
  const ax = p[k] - r[A];
  const ay = p[k + 1] - r[A + 1];
  const az = p[k + 2] - r[A + 2];
  const bx = p[k] - r[B];
  const by = p[k + 1] - r[B + 1];
  const bz = p[k + 2] - r[B + 2];
  out[0] = v[B] + w[B + 1] * bz - w[B + 2] * by - (v[A] + w[A + 1] * az - w[A + 2] * ay);
  out[1] = v[B + 1] + w[B + 2] * bx - w[B] * bz - (v[A + 1] + w[A + 2] * ax - w[A] * az);
  out[2] = v[B + 2] + w[B] * by - w[B + 1] * bx - (v[A + 2] + w[A] * ay - w[A + 1] * ax);
  out[3] = w[B] - w[A];
  out[4] = w[B + 1] - w[A + 1];
  out[5] = w[B + 2] - w[A + 2];
}

/** Force and torque of row k, of a point contact after updateContact(), added to both bodies. */
export function addContactForce(table: ContactTable, row: number, motion: BodyMotion, forces: BodyForces): void {
  if (table.response[row] !== responseElastic) return;
  computeContactForce(table, row, motion, false);
  addWrench(forces, motion, table.bodyB[row], 1, table, 3 * row);
  addWrench(forces, motion, table.bodyA[row], -1, table, 3 * row);
}

/** Force and torque of row k, which is elastic and the last one updated, into the table. `isPlaced`: bodies are where they were in the last call for this row. */
export function computeContactForce(table: ContactTable, row: number, motion: BodyMotion, isPlaced: boolean): void {
  const kind = table.kind[row];
  if (kind === onSurfaces) {
    takeSurfaces(table, row, table.starts[row].surfaces!, motion);
    return;
  }
  if (kind === inPatch) {
    const flat = table.starts[row].flat!;
    if (isPlaced) flat.evaluateAgain(motion);
    else flat.evaluate(motion);
    takePatch(table, row, flat.patch, motion);
    return;
  }
  // of this row, since updateContact()
  const { normal, force: F, torque, relative } = table;
  const k = 3 * row;
  const rate = table.rate[row];
  let grip: PointGrip | undefined;
  if (table.isPlain[row] === 1) {
    table.normalForce[row] = hertzForce(table.stiffness[row], table.damping[row], -table.distance[row], rate);
  } else {
    const start = table.starts[row] as ConvexContactStart;
    press(table, row, start.law);
    grip = start.grip;
  }
  const f = table.normalForce[row];
  const tx = relative[0] + rate * normal[k];
  const ty = relative[1] + rate * normal[k + 1];
  const tz = relative[2] + rate * normal[k + 2];
  const sliding = Math.sqrt(tx * tx + ty * ty + tz * tz);
  const turning = Math.sqrt(relative[3] * relative[3] + relative[4] * relative[4] + relative[5] * relative[5]);
  table.slidingSpeed[row] = sliding;
  table.turningSpeed[row] = turning;
  grip?.evaluate(table, row, motion);
  const isSmoothed = grip === undefined || grip.stickSlip.isRolling;
  const friction = isSmoothed ? (table.friction[row] * f) / regularisedSpeed(sliding, table.smallSpeed[row]) : 0;
  const resistance = (table.resistance[row] * table.radius[row] * f) / regularisedSpeed(turning, table.smallRate[row]);
  F[k] = f * normal[k] - friction * tx;
  F[k + 1] = f * normal[k + 1] - friction * ty;
  F[k + 2] = f * normal[k + 2] - friction * tz;
  torque[k] = -resistance * relative[3];
  torque[k + 1] = -resistance * relative[4];
  torque[k + 2] = -resistance * relative[5];
  if (grip !== undefined) {
    for (let i = 0; i < 3; i++) {
      F[k + i] += grip.stickSlip.force[i];
      torque[k + i] += grip.stickSlip.torque[i];
    }
  }
}

/** Force, torque, point and normal of a patch into the table, with the resistance against turning. */
function takePatch(table: ContactTable, row: number, patch: FlatContact["patch"], motion: BodyMotion): void {
  const { normal, point, force, torque, relative } = table;
  const k = 3 * row;
  table.normalForce[row] = patch.normalForce;
  if (!patch.isTouching) {
    for (let i = 0; i < 3; i++) force[k + i] = torque[k + i] = 0;
    return;
  }
  table.distance[row] = -patch.depth;
  for (let i = 0; i < 3; i++) {
    point[k + i] = patch.point[i];
    normal[k + i] = patch.normal[i];
  }
  takeSpeeds(table, row, motion);
  const resistance =
    (table.resistance[row] * table.radius[row] * patch.normalForce) /
    regularisedSpeed(table.turningSpeed[row], table.smallRate[row]);
  for (let i = 0; i < 3; i++) {
    force[k + i] = patch.force[i];
    torque[k + i] = patch.torque[i] - resistance * relative[3 + i];
  }
}

/** Evaluates two surfaces, and takes what they do to each other; point and normal stay where they touch no longer. */
function takeSurfaces(table: ContactTable, row: number, surfaces: SurfacePair, motion: BodyMotion): void {
  surfaces.evaluate(motion);
  const { contact } = surfaces;
  const { normal, point, force, torque } = table;
  const k = 3 * row;
  const isTouching = contact.elementCount > 0;
  table.distance[row] = 0 - contact.results.maxPenetration;
  for (let i = 0; i < 3; i++) {
    force[k + i] = isTouching ? contact.force[i] : 0;
    torque[k + i] = isTouching ? contact.torque[i] : 0;
    if (isTouching) {
      point[k + i] = contact.point[i];
      normal[k + i] = contact.normal[i];
    }
  }
  table.normalForce[row] = force[k] * normal[k] + force[k + 1] * normal[k + 1] + force[k + 2] * normal[k + 2];
  takeSpeeds(table, row, motion);
}

/** Speeds at the point of row k: along its normal, across it, and of turning. */
function takeSpeeds(table: ContactTable, row: number, motion: BodyMotion): void {
  const { normal, point, relative } = table;
  const k = 3 * row;
  relativeVelocity(relative, motion, table.bodyA[row], table.bodyB[row], point, k);
  const rate = -(relative[0] * normal[k] + relative[1] * normal[k + 1] + relative[2] * normal[k + 2]);
  const tx = relative[0] + rate * normal[k];
  const ty = relative[1] + rate * normal[k + 1];
  const tz = relative[2] + rate * normal[k + 2];
  table.rate[row] = rate;
  table.slidingSpeed[row] = Math.sqrt(tx * tx + ty * ty + tz * tz);
  table.turningSpeed[row] = Math.sqrt(
    relative[3] * relative[3] + relative[4] * relative[4] + relative[5] * relative[5],
  );
}

/** Adds sign times what acts on B at its point k to the loads of a body. */
function addWrench(
  { force, torque: moment }: BodyForces,
  { position: r }: BodyMotion,
  body: number,
  sign: number,
  { point: p, force: F, torque }: ContactTable,
  k: number,
): void {
  const b = 3 * body;
  const x = p[k] - r[b];
  const y = p[k + 1] - r[b + 1];
  const z = p[k + 2] - r[b + 2];
  const fx = sign * F[k];
  const fy = sign * F[k + 1];
  const fz = sign * F[k + 2];
  force[b] += fx;
  force[b + 1] += fy;
  force[b + 2] += fz;
  moment[b] += sign * torque[k] + y * fz - z * fy;
  moment[b + 1] += sign * torque[k + 1] + z * fx - x * fz;
  moment[b + 2] += sign * torque[k + 2] + x * fy - y * fx;
}
