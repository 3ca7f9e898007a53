/**
 * One body gives the field of depths, the other one dips in: the half of a patch contact that overlap.ts computes, in the
 * world. Forces act on the body that dips in.
 *
 * Frames   F core of the body with the field, S core of the other one, W world
 */

import { NarrowPhase } from "../../collision/narrowPhase.ts";
import * as elementary from "../../math/elementary.ts";
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import { Overlap } from "./overlap.ts";
import type { PatchBody } from "./patchBody.ts";
import {
  DissipationPoints,
  dissipate,
  motionLength,
  type PatchDamping,
  placePoints,
  sumLength,
} from "./patchDissipation.ts";
import { depthPower, type PatchStiffness, pressureFactor, storedEnergy } from "./patchLaw.ts";
import { relativeTwist } from "./relativeTwist.ts";
import { Rolling } from "./rolling.ts";
import type { RoundBody } from "./roundBody.ts";

/** Faces up to this many times as deep as the least deep one have a say in the direction of a contact. */
const sayingDepth = 3;

const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

export class FieldPass {
  isTouching = false;
  depth = 0;
  energy = 0;
  area = 0;
  /** Size of the elastic force; with damping. */
  normalForce = 0;
  dampedNormalForce = 0;
  /** World: elastic force, centre of pressure. */
  readonly force = new Float64Array(3);
  readonly point = new Float64Array(3);
  readonly overlap = new Overlap();
  /** p/h^m of the last evaluation, and m. */
  factor = 0;
  power = 3;
  /** R_WF, r_WF_W. */
  readonly R_WF = new Float64Array(9);
  readonly r_WF = new Float64Array(3);

  private readonly field: PatchBody;
  private readonly dipping: PatchBody;
  private readonly narrowPhase: NarrowPhase | undefined;
  private readonly R_FS = new Float64Array(9);
  private readonly r_FS = new Float64Array(3);
  /** Moment of the elastic force about the origin of F, world. */
  private readonly moment = new Float64Array(3);
  private readonly direction = new Float64Array(6);
  /** Nearest points of F and S, each in its own frame, as far as they are known. */
  private readonly place = new Float64Array(6);
  private readonly motion = new Float64Array(motionLength);
  /** Centre of pressure, in F. */
  private readonly centre = new Float64Array(3);
  /** undefined: neither body is round. */
  private readonly rolling: Rolling | undefined;
  private readonly parts = new Float64Array(2);
  private readonly rolled = new Float64Array(3);
  private readonly sums = new Float64Array(sumLength);
  private readonly points = new DissipationPoints();
  /** Whether these are those of the last evaluation. */
  private hasPoints = false;

  constructor(field: PatchBody, dipping: PatchBody) {
    this.field = field;
    this.dipping = dipping;
    if (field.round !== undefined || dipping.round !== undefined) this.rolling = new Rolling();
    if (field.round !== undefined) this.narrowPhase = new NarrowPhase(field.core, dipping.core);
  }

  evaluate(
    RF: Float64Array,
    iRF: number,
    rF: Float64Array,
    irF: number,
    RS: Float64Array,
    iRS: number,
    rS: Float64Array,
    irS: number,
    stiffness: PatchStiffness,
  ): void {
    const { overlap, field, dipping } = this;
    this.isTouching = this.hasPoints = false;
    this.depth = this.energy = this.area = this.normalForce = 0;
    this.locate(RF, iRF, rF, irF, RS, iRS, rS, irS);
    if (this.narrowPhase !== undefined) {
      this.narrowPhase.evaluate(RF, iRF, rF, irF, RS, iRS, rS, irS);
      this.placeBoth(this.narrowPhase);
    } else if (dipping.round !== undefined && !this.placeDipping()) return;

    this.power = depthPower(stiffness);
    if (!overlap.measure(field.polytope, dipping.polytope, this.R_FS, this.r_FS, this.power)) return;
    const { gradient } = overlap;
    const size = Math.sqrt(
      elementary.square(gradient[0]) + elementary.square(gradient[1]) + elementary.square(gradient[2]),
    );
    if (!(size > 0)) return;
    this.isTouching = true;
    this.factor = pressureFactor(stiffness, overlap.content);
    this.energy = storedEnergy(stiffness, overlap.content);
    this.depth = overlap.deepest;
    this.normalForce = this.dampedNormalForce = this.factor * size;
    this.findCentre();
    this.turn(this.force, gradient, this.factor);
    this.turn(this.moment, overlap.moment, this.factor);
  }

  /** Pose of F in the world and of S in F; the axes of a core are those of its shape, exchanged cyclically. */
  private locate(
    RF: Float64Array,
    iRF: number,
    rF: Float64Array,
    irF: number,
    RS: Float64Array,
    iRS: number,
    rS: Float64Array,
    irS: number,
  ): void {
    const { R_WF, r_WF, R_FS, r_FS } = this;
    const axisF = this.field.core.axis;
    const axisS = this.dipping.core.axis;
    const dx = rS[irS] - rF[irF];
    const dy = rS[irS + 1] - rF[irF + 1];
    const dz = rS[irS + 2] - rF[irF + 2];
    for (let i = 0; i < 3; i++) {
      const k = iRF + ((axisF + i) % 3);
      const x = RF[k];
      const y = RF[k + 3];
      const z = RF[k + 6];
      R_WF[i] = x;
      R_WF[3 + i] = y;
      R_WF[6 + i] = z;
      r_WF[i] = rF[irF + i];
      r_FS[i] = x * dx + y * dy + z * dz;
      for (let j = 0; j < 3; j++) {
        const q = iRS + ((axisS + j) % 3);
        R_FS[3 * i + j] = x * RS[q] + y * RS[q + 3] + z * RS[q + 6];
      }
    }
  }

  /** Facets of both bodies towards each other. */
  private placeBoth({ normal: n, distance, pointA: a }: NarrowPhase): void {
    const { direction: d, place: p, R_WF, R_FS, r_WF, r_FS } = this;
    for (let i = 0; i < 3; i++) {
      d[i] = R_WF[i] * n[0] + R_WF[3 + i] * n[1] + R_WF[6 + i] * n[2];
      p[i] = R_WF[i] * (a[0] - r_WF[0]) + R_WF[3 + i] * (a[1] - r_WF[1]) + R_WF[6 + i] * (a[2] - r_WF[2]);
    }
    this.field.round!.place(d, 0, -distance, true, p);
    if (this.dipping.round === undefined) return;
    const x = p[0] + distance * d[0] - r_FS[0];
    const y = p[1] + distance * d[1] - r_FS[1];
    const z = p[2] + distance * d[2] - r_FS[2];
    for (let i = 0; i < 3; i++) {
      d[3 + i] = -(R_FS[i] * d[0] + R_FS[3 + i] * d[1] + R_FS[6 + i] * d[2]);
      p[3 + i] = R_FS[i] * x + R_FS[3 + i] * y + R_FS[6 + i] * z;
    }
    this.dipping.round.place(d, 3, -distance, true, p);
  }

  /** Facets of a round body towards the faces of the field that it touches; false when one of them parts the two. */
  private placeDipping(): boolean {
    const { direction: d, R_FS, r_FS } = this;
    const { planes, faceCount } = this.field.polytope;
    const round = this.dipping.round!;
    let least = Infinity;
    for (let f = 0; f < 4 * faceCount; f += 4) {
      for (let i = 0; i < 3; i++)
        d[3 + i] = -(R_FS[i] * planes[f] + R_FS[3 + i] * planes[f + 1] + R_FS[6 + i] * planes[f + 2]);
      const origin = planes[f] * r_FS[0] + planes[f + 1] * r_FS[1] + planes[f + 2] * r_FS[2];
      const depth = planes[f + 3] - origin + round.support(d, 3);
      if (!(depth > 0)) return false;
      least = Math.min(least, depth);
    }
    d[0] = d[1] = d[2] = 0;
    for (let f = 0; f < 4 * faceCount; f += 4) {
      for (let i = 0; i < 3; i++)
        d[3 + i] = -(R_FS[i] * planes[f] + R_FS[3 + i] * planes[f + 1] + R_FS[6 + i] * planes[f + 2]);
      const origin = planes[f] * r_FS[0] + planes[f + 1] * r_FS[1] + planes[f + 2] * r_FS[2];
      const depth = planes[f + 3] - origin + round.support(d, 3);
      const say = elementary.square(Math.max(0, sayingDepth - depth / least));
      for (let i = 0; i < 3; i++) d[i] += say * d[3 + i];
    }
    const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    if (length > 0) for (let i = 0; i < 3; i++) d[i] /= length;
    round.place(d, 0, least, false);
    return true;
  }

  /** Centre of pressure and area, measured across the force. */
  private findCentre(): void {
    const { overlap, point, centre, R_WF, r_WF } = this;
    const { gradient: g, firstMoments: Q, vectorArea } = overlap;
    const square = g[0] * g[0] + g[1] * g[1] + g[2] * g[2];
    this.area = -(vectorArea[0] * g[0] + vectorArea[1] * g[1] + vectorArea[2] * g[2]) / Math.sqrt(square);
    const cx = -(Q[0] * g[0] + Q[1] * g[1] + Q[2] * g[2]) / square;
    const cy = -(Q[3] * g[0] + Q[4] * g[1] + Q[5] * g[2]) / square;
    const cz = -(Q[6] * g[0] + Q[7] * g[1] + Q[8] * g[2]) / square;
    centre[0] = cx;
    centre[1] = cy;
    centre[2] = cz;
    for (let i = 0; i < 3; i++) point[i] = r_WF[i] + (R_WF[3 * i] * cx + R_WF[3 * i + 1] * cy + R_WF[3 * i + 2] * cz);
  }

  /** out ← factor·R_WF·v */
  private turn(out: Float64Array, v: Float64Array, factor: number): void {
    const R = this.R_WF;
    for (let i = 0; i < 3; i++) out[i] = factor * (R[3 * i] * v[0] + R[3 * i + 1] * v[1] + R[3 * i + 2] * v[2]);
  }

  /** out += sign·(moment of the elastic force about the centre of pressure) */
  addMoment(out: Float64Array, sign: number): void {
    const { force: f, moment, r_WF, point: p } = this;
    const x = p[0] - r_WF[0];
    const y = p[1] - r_WF[1];
    const z = p[2] - r_WF[2];
    out[0] += sign * (moment[0] - (y * f[2] - z * f[1]));
    out[1] += sign * (moment[1] - (z * f[0] - x * f[2]));
    out[2] += sign * (moment[2] - (x * f[1] - y * f[0]));
  }

  /** Damping and friction for the motion of the two bodies that carry the shapes. */
  dissipate(motion: BodyMotion, fieldBody: number, dippingBody: number, law: PatchDamping): void {
    const { motion: m, overlap } = this;
    relativeTwist(m, 3, motion, fieldBody, dippingBody, this.R_WF, this.r_WF);
    if (!this.hasPoints) {
      const g = overlap.gradient;
      const s = 1 / Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
      for (let i = 0; i < 3; i++) m[i] = s * g[i];
      m[9] = this.factor;
      placePoints(this.points, overlap, this.power, m);
      this.hasPoints = true;
    }
    if (this.rolling !== undefined) this.findRolling(this.rolling);
    dissipate(this.sums, this.points, m, law);
    this.dampedNormalForce = this.sums[6];
    if (this.rolling !== undefined) this.dropRollingMoment(this.rolling);
  }

  /** What of the motion is rolling: the rate at which it makes points part goes with the motion. */
  private findRolling(rolling: Rolling): void {
    const { motion: m, centre: c, rolled: w } = this;
    rolling.begin(m);
    if (this.field.round !== undefined) this.addRound(rolling, this.field.round, identity);
    if (this.dipping.round !== undefined) this.addRound(rolling, this.dipping.round, this.R_FS);
    rolling.finish();
    rolling.rollingPart(w, 0, m[6], m[7], m[8]);
    m[10] = m[1] * w[2] - m[2] * w[1];
    m[11] = m[2] * w[0] - m[0] * w[2];
    m[12] = m[0] * w[1] - m[1] * w[0];
    m[13] = m[10] * c[0] + m[11] * c[1] + m[12] * c[2];
  }

  /** R: from the frame of the core to F. */
  private addRound(rolling: Rolling, round: RoundBody, R: Float64Array): void {
    const { motion: m, direction: d, parts } = this;
    for (let i = 0; i < 3; i++) d[3 + i] = R[i] * m[0] + R[3 + i] * m[1] + R[6 + i] * m[2];
    round.rolls(parts, d, 3, this.depth);
    rolling.add(R[round.axis], R[3 + round.axis], R[6 + round.axis], parts[0], parts[1]);
  }

  /** Damping gives no moment against rolling. */
  private dropRollingMoment(rolling: Rolling): void {
    const { motion: m, centre: c, sums, rolled } = this;
    const x = sums[8] - sums[7] * c[0];
    const y = sums[9] - sums[7] * c[1];
    const z = sums[10] - sums[7] * c[2];
    rolling.rollingPart(rolled, 0, y * m[2] - z * m[1], z * m[0] - x * m[2], x * m[1] - y * m[0]);
    for (let i = 0; i < 3; i++) sums[3 + i] -= rolled[i];
  }

  /** Adds what dissipate() found, turned to the world: force, and torque about the centre of pressure. */
  addDissipated(force: Float64Array, torque: Float64Array, sign: number): void {
    const { sums, R_WF: R, r_WF, point: p } = this;
    const x = p[0] - r_WF[0];
    const y = p[1] - r_WF[1];
    const z = p[2] - r_WF[2];
    const fx = R[0] * sums[0] + R[1] * sums[1] + R[2] * sums[2];
    const fy = R[3] * sums[0] + R[4] * sums[1] + R[5] * sums[2];
    const fz = R[6] * sums[0] + R[7] * sums[1] + R[8] * sums[2];
    force[0] += sign * fx;
    force[1] += sign * fy;
    force[2] += sign * fz;
    torque[0] += sign * (R[0] * sums[3] + R[1] * sums[4] + R[2] * sums[5] - (y * fz - z * fy));
    torque[1] += sign * (R[3] * sums[3] + R[4] * sums[4] + R[5] * sums[5] - (z * fx - x * fz));
    torque[2] += sign * (R[6] * sums[3] + R[7] * sums[4] + R[8] * sums[5] - (x * fy - y * fx));
  }
}
