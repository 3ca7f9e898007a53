/**
 * Polygonal contact: two closed surfaces of triangles, concave ones too, as elastic layers. Every triangle that penetrates is
 * an element with the pressure of its depth.
 *
 *     f_n = A·(c·p + d_A·v_n),   f_t = μ·f_n·x·(2 − x) for x = |v_t|/v_reg < 1, μ·f_n else
 *
 * Source   [Hippmann2004]
 * Legend   p  depth of the barycentre    A  area    c, d_A  stiffness and damping per area    v_n > 0 while compressing
 * Frames   E, F the two bodies. Elements of a base E push with n = −n_E at b_E − κ·p·n_E, those of a base F with n = n_F at
 *          b_F − (1 − κ)·p·n_F; n is the direction of the force on E.
 * Holds    A rigid body takes no share of the penetration.
 */
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import { relativeTwist } from "../patch/relativeTwist.ts";
import { Penetrations } from "./penetrations.ts";
import type { PolygonalLaw } from "./polygonalLaw.ts";
import type { Surface } from "./surface.ts";

/** What the last evaluation found; zeros without contact. Means are weighted with the areas. */
export class PolygonalResults {
  numBVChecks = 0;
  numPenChecks = 0;
  numPenetrations = 0;
  numContactElements = 0;
  contactPatchArea = 0;
  weightedPenetration = 0;
  maxPenetration = 0;
  minNormalVelocity = 0;
  weightedNormalVelocity = 0;
  maxNormalVelocity = 0;
  minTangentialVelocity = 0;
  weightedTangentialVelocity = 0;
  maxTangentialVelocity = 0;
  weightedPressure = 0;
  maxPressure = 0;
  weightedTraction = 0;
  maxTraction = 0;
  /** Stored energy, J. */
  energy = 0;
}

/** Places in the array of sums. */
const sumWeight = 9;

export class PolygonalContact {
  readonly results = new PolygonalResults();
  /** On F, world, N; torque about `point`, N·m. E gets the opposite. */
  readonly force = new Float64Array(3);
  readonly torque = new Float64Array(3);
  /** Means of the elements, weighted with their forces, world; the normal points from E to F. */
  readonly point = new Float64Array(3);
  readonly normal = new Float64Array(3);
  /** Elements of the last evaluation, in the frame of E: 3 each, position of the force, and the pressure in N/m². */
  elementCount = 0;
  readonly elementPoints: Float64Array;
  readonly elementPressures: Float64Array;

  private readonly E: Surface;
  private readonly F: Surface;
  readonly law: PolygonalLaw;
  private readonly ofE: Penetrations | undefined;
  private readonly ofF: Penetrations | undefined;
  private readonly limit: Float64Array;
  private readonly R_WE = new Float64Array(9);
  private readonly r_WE = new Float64Array(3);
  private readonly R_EF = new Float64Array(9);
  private readonly r_EF = new Float64Array(3);
  private readonly R_FE = new Float64Array(9);
  private readonly r_FE = new Float64Array(3);
  /** Velocity of F against E at the origin of E, relative angular velocity; axes of E. */
  private readonly twist = new Float64Array(6);
  /** Force on E, moment about the origin of E, ∫ |f|·point, Σ|f|, ∫ |f|·n. */
  private readonly sums = new Float64Array(13);

  constructor(E: Surface, F: Surface, law: PolygonalLaw) {
    this.E = E;
    this.F = F;
    this.law = law;
    this.limit = Float64Array.of(law.maxPenetration);
    this.ofE = law.task === "F" ? undefined : new Penetrations(E, F);
    this.ofF = law.task === "E" ? undefined : new Penetrations(F, E);
    const elements = (law.task === "F" ? 0 : E.count) + (law.task === "E" ? 0 : F.count);
    this.elementPoints = new Float64Array(3 * elements);
    this.elementPressures = new Float64Array(elements);
  }

  /** Forces for the poses r + R·x of both meshes and the motion of the bodies that carry them. */
  evaluate(
    RE: Float64Array,
    iRE: number,
    rE: Float64Array,
    irE: number,
    RF: Float64Array,
    iRF: number,
    rF: Float64Array,
    irF: number,
    motion: BodyMotion,
    bodyE: number,
    bodyF: number,
  ): void {
    this.locate(RE, iRE, rE, irE, RF, iRF, rF, irF);
    relativeTwist(this.twist, 0, motion, bodyE, bodyF, this.R_WE, this.r_WE);
    this.sums.fill(0);
    this.elementCount = 0;
    clearResults(this.results);
    if (this.ofE !== undefined) {
      this.ofE.find(this.R_EF, this.r_EF, this.limit);
      this.addElements(this.ofE, true);
    }
    if (this.ofF !== undefined) {
      this.ofF.find(this.R_FE, this.r_FE, this.limit);
      this.addElements(this.ofF, false);
    }
    this.finish();
  }

  /** Nothing touches. */
  clear(): void {
    this.elementCount = 0;
    clearResults(this.results);
    this.results.numPenetrations = this.results.numContactElements = 0;
    this.force.fill(0);
    this.torque.fill(0);
  }

  private locate(
    RE: Float64Array,
    iRE: number,
    rE: Float64Array,
    irE: number,
    RF: Float64Array,
    iRF: number,
    rF: Float64Array,
    irF: number,
  ): void {
    const { R_WE, r_WE, R_EF, r_EF, R_FE, r_FE } = this;
    const dx = rF[irF] - rE[irE];
    const dy = rF[irF + 1] - rE[irE + 1];
    const dz = rF[irF + 2] - rE[irE + 2];
    for (let k = 0; k < 9; k++) R_WE[k] = RE[iRE + k];
    for (let i = 0; i < 3; i++) {
      const x = RE[iRE + i];
      const y = RE[iRE + 3 + i];
      const z = RE[iRE + 6 + i];
      r_WE[i] = rE[irE + i];
      r_EF[i] = x * dx + y * dy + z * dz;
      r_FE[i] = -(RF[iRF + i] * dx + RF[iRF + 3 + i] * dy + RF[iRF + 6 + i] * dz);
      for (let j = 0; j < 3; j++) {
        R_EF[3 * i + j] = x * RF[iRF + j] + y * RF[iRF + 3 + j] + z * RF[iRF + 6 + j];
        R_FE[3 * j + i] = R_EF[3 * i + j];
      }
    }
  }

  /** Adds the forces of the elements of one surface; sums and points in the frame of E. */
  private addElements(found: Penetrations, isOfE: boolean): void {
    const { law, results: s, sums, twist: v, R_EF: R, r_EF: r, elementPoints, elementPressures } = this;
    const { centres, normals, areas } = isOfE ? this.E : this.F;
    const share = isOfE ? law.shareOfE : 1 - law.shareOfE;
    s.numBVChecks += found.boxChecks;
    s.numPenChecks += found.lineChecks;
    for (let q = 0; q < found.count; q++) {
      const e = found.elements[q];
      const p = found.depths[q];
      const area = areas[e];
      const bx = centres[3 * e] - share * p * normals[3 * e];
      const by = centres[3 * e + 1] - share * p * normals[3 * e + 1];
      const bz = centres[3 * e + 2] - share * p * normals[3 * e + 2];
      let x = bx;
      let y = by;
      let z = bz;
      let nx = -normals[3 * e];
      let ny = -normals[3 * e + 1];
      let nz = -normals[3 * e + 2];
      if (!isOfE) {
        x = r[0] + R[0] * bx + R[1] * by + R[2] * bz;
        y = r[1] + R[3] * bx + R[4] * by + R[5] * bz;
        z = r[2] + R[6] * bx + R[7] * by + R[8] * bz;
        const mx = -nx;
        const my = -ny;
        const mz = -nz;
        nx = R[0] * mx + R[1] * my + R[2] * mz;
        ny = R[3] * mx + R[4] * my + R[5] * mz;
        nz = R[6] * mx + R[7] * my + R[8] * mz;
      }
      const vx = v[0] + v[4] * z - v[5] * y;
      const vy = v[1] + v[5] * x - v[3] * z;
      const vz = v[2] + v[3] * y - v[4] * x;
      const vn = nx * vx + ny * vy + nz * vz;
      const tx = vx - vn * nx;
      const ty = vy - vn * ny;
      const tz = vz - vn * nz;
      const vt = Math.sqrt(tx * tx + ty * ty + tz * tz);
      let damping = area * (vn > 0 ? law.compressionDamping : law.expansionDamping) * vn;
      if (p < law.transitionDepth) damping *= p / law.transitionDepth;
      const lost = law.loss > 0 ? (law.loss * vn) / Math.sqrt(vn * vn + law.smallSpeed * law.smallSpeed) : 0;
      let fn = law.stiffness * area * p * (1 + lost) + damping;
      if (fn < 0 && !law.canPull) fn = 0;
      const ratio = vt / law.smallSpeed;
      const limit = law.friction * Math.max(0, fn);
      // f_t/|v_t|, finite at standstill
      const drag = ratio < 1 ? (limit * (2 - ratio)) / law.smallSpeed : limit / vt;
      const fx = fn * nx + drag * tx;
      const fy = fn * ny + drag * ty;
      const fz = fn * nz + drag * tz;
      const size = Math.sqrt(fx * fx + fy * fy + fz * fz);
      sums[0] += fx;
      sums[1] += fy;
      sums[2] += fz;
      sums[3] += y * fz - z * fy;
      sums[4] += z * fx - x * fz;
      sums[5] += x * fy - y * fx;
      sums[6] += size * x;
      sums[7] += size * y;
      sums[8] += size * z;
      sums[sumWeight] += size;
      sums[10] += size * nx;
      sums[11] += size * ny;
      sums[12] += size * nz;

      const pressure = fn / area;
      const traction = (drag * vt) / area;
      const c = this.elementCount++;
      elementPoints[3 * c] = x;
      elementPoints[3 * c + 1] = y;
      elementPoints[3 * c + 2] = z;
      elementPressures[c] = pressure;
      s.contactPatchArea += area;
      s.weightedPenetration += area * p;
      s.weightedNormalVelocity += area * vn;
      s.weightedTangentialVelocity += area * vt;
      s.weightedPressure += area * pressure;
      s.weightedTraction += area * traction;
      s.energy += 0.5 * law.stiffness * area * p * p;
      const isFirst = c === 0;
      if (isFirst || p > s.maxPenetration) s.maxPenetration = p;
      if (isFirst || vn < s.minNormalVelocity) s.minNormalVelocity = vn;
      if (isFirst || vn > s.maxNormalVelocity) s.maxNormalVelocity = vn;
      if (isFirst || vt < s.minTangentialVelocity) s.minTangentialVelocity = vt;
      if (isFirst || vt > s.maxTangentialVelocity) s.maxTangentialVelocity = vt;
      if (isFirst || pressure > s.maxPressure) s.maxPressure = pressure;
      if (isFirst || traction > s.maxTraction) s.maxTraction = traction;
    }
  }

  private finish(): void {
    const { sums, results: s, R_WE: R, r_WE, force, torque, point, normal } = this;
    s.numPenetrations = s.numContactElements = this.elementCount;
    const area = s.contactPatchArea;
    if (area > 0) {
      s.weightedPenetration /= area;
      s.weightedNormalVelocity /= area;
      s.weightedTangentialVelocity /= area;
      s.weightedPressure /= area;
      s.weightedTraction /= area;
    }
    const mean = this.law.task === "both" ? 0.5 : 1;
    s.contactPatchArea *= mean;
    s.energy *= mean;
    const weight = sums[sumWeight] > 0 ? 1 / sums[sumWeight] : 0;
    const cx = weight * sums[6];
    const cy = weight * sums[7];
    const cz = weight * sums[8];
    // on F: the opposite of the force on E, and of its moment about the point
    const fx = -mean * sums[0];
    const fy = -mean * sums[1];
    const fz = -mean * sums[2];
    const mx = -mean * sums[3] - (cy * fz - cz * fy);
    const my = -mean * sums[4] - (cz * fx - cx * fz);
    const mz = -mean * sums[5] - (cx * fy - cy * fx);
    for (let i = 0; i < 3; i++) {
      const a = R[3 * i];
      const b = R[3 * i + 1];
      const c = R[3 * i + 2];
      force[i] = a * fx + b * fy + c * fz;
      torque[i] = a * mx + b * my + c * mz;
      point[i] = r_WE[i] + a * cx + b * cy + c * cz;
      normal[i] = -weight * (a * sums[10] + b * sums[11] + c * sums[12]);
    }
  }
}

function clearResults(s: PolygonalResults): void {
  s.numBVChecks = s.numPenChecks = 0;
  s.contactPatchArea = s.weightedPenetration = s.maxPenetration = s.energy = 0;
  s.minNormalVelocity = s.weightedNormalVelocity = s.maxNormalVelocity = 0;
  s.minTangentialVelocity = s.weightedTangentialVelocity = s.maxTangentialVelocity = 0;
  s.weightedPressure = s.maxPressure = s.weightedTraction = s.maxTraction = 0;
}
