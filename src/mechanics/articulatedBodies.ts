/**
 * From the outermost bodies inwards: articulated inertias and bias forces, the joints of each body eliminated.
 *
 * Source   [Featherstone2008] sec. 7.2, 7.3, in world axes with the origin of each body as reference point
 *
 *     n = J·z + H·a + p_n,   f = Hᵀ·z + M·a + p_f            articulated body: own inertia and what the children add
 *     U = IA·S,   D = Sᵀ·U,   u = tau − Sᵀ·pA
 *     Ia = IA − U·D⁻¹·Uᵀ,   pa = pA + Ia·c + U·D⁻¹·u          what the parent feels
 *     flange, or held     vdot given: Ia = IA,   pa = pA + IA·(c + S·vdot)
 *     shift      K = H + r×·M,   J_P += J − H·r× + r×·Kᵀ,   H_P += K,   M_P += M,   n_P += n + r × f
 *
 * Method   Hinges keep the 27 numbers of a body in local variables; others go to eliminateGeneral. No inertia is turned.
 * Legend   r   lever from the parent;   c   bias acceleration;   J, H, M   3 × 3 blocks, J and M symmetric
 */
import { eliminateGeneral } from "./eliminateGeneral.ts";
import { type Mechanism, recursionCode } from "./mechanism.ts";
import { articulatedLength, type MechanismState } from "./mechanismState.ts";
import { smallestInertia } from "./smallCholesky.ts";

/**
 * articulated, U, u, inverseD ← joint by joint. Loads must be up to date; vdot of flanges is read. Returns 0, or the body
 * whose joint has a direction without inertia.
 */
export function eliminateJoints(
  mechanism: Mechanism,
  state: MechanismState,
  vdot: Float64Array,
  bodies: Int32Array = mechanism.bodies,
): number {
  const { parent, recursion, vStart, isHinge, childCount } = mechanism;
  const { articulated, inertia, load, lever, S, U, u, inverseD, tau, armature, held, bias } = state;
  if (bodies === mechanism.bodies) articulated.fill(0);
  else clearSome(articulated, bodies, childCount);

  for (let place = bodies.length - 1; place >= 0; place--) {
    const b = bodies[place];
    if (recursion[b] === recursionCode.single) continue;
    if (isHinge[b] === 0 || held[vStart[b]] === 1) {
      if (!eliminateGeneral(mechanism, state, b, vdot)) return b;
      continue;
    }
    const kI = 10 * b;
    const kL = 6 * b;
    let J00 = inertia[kI + 4];
    let J01 = inertia[kI + 5];
    let J02 = inertia[kI + 6];
    let J11 = inertia[kI + 7];
    let J12 = inertia[kI + 8];
    let J22 = inertia[kI + 9];
    let H01 = -inertia[kI + 3];
    let H02 = inertia[kI + 2];
    let H12 = -inertia[kI + 1];
    let H00 = 0;
    let H11 = 0;
    let H22 = 0;
    let H10 = -H01;
    let H20 = -H02;
    let H21 = -H12;
    let M00 = inertia[kI];
    let M11 = M00;
    let M22 = M00;
    let M01 = 0;
    let M02 = 0;
    let M12 = 0;
    let px = load[kL];
    let py = load[kL + 1];
    let pz = load[kL + 2];
    let fx = load[kL + 3];
    let fy = load[kL + 4];
    let fz = load[kL + 5];
    if (childCount[b] > 0) {
      const k = articulatedLength * b;
      J00 += articulated[k];
      J01 += articulated[k + 1];
      J02 += articulated[k + 2];
      J11 += articulated[k + 3];
      J12 += articulated[k + 4];
      J22 += articulated[k + 5];
      H00 += articulated[k + 6];
      H01 += articulated[k + 7];
      H02 += articulated[k + 8];
      H10 += articulated[k + 9];
      H11 += articulated[k + 10];
      H12 += articulated[k + 11];
      H20 += articulated[k + 12];
      H21 += articulated[k + 13];
      H22 += articulated[k + 14];
      M00 += articulated[k + 15];
      M01 += articulated[k + 16];
      M02 += articulated[k + 17];
      M11 += articulated[k + 18];
      M12 += articulated[k + 19];
      M22 += articulated[k + 20];
      px += articulated[k + 21];
      py += articulated[k + 22];
      pz += articulated[k + 23];
      fx += articulated[k + 24];
      fy += articulated[k + 25];
      fz += articulated[k + 26];
    }

    const j = vStart[b];
    const s = 6 * j;
    const nx = S[s];
    const ny = S[s + 1];
    const nz = S[s + 2];
    const a0 = J00 * nx + J01 * ny + J02 * nz;
    const a1 = J01 * nx + J11 * ny + J12 * nz;
    const a2 = J02 * nx + J12 * ny + J22 * nz;
    const b0 = H00 * nx + H10 * ny + H20 * nz;
    const b1 = H01 * nx + H11 * ny + H21 * nz;
    const b2 = H02 * nx + H12 * ny + H22 * nz;
    const D = nx * a0 + ny * a1 + nz * a2 + armature[j];
    const effort = tau[j] - (nx * px + ny * py + nz * pz);
    if (!(D > smallestInertia * (J00 + J11 + J22))) return b;
    const inverse = 1 / D;
    U[s] = a0;
    U[s + 1] = a1;
    U[s + 2] = a2;
    U[s + 3] = b0;
    U[s + 4] = b1;
    U[s + 5] = b2;
    u[j] = effort;
    inverseD[j] = inverse;
    if (parent[b] === 0) continue;

    // Ia
    const i0 = inverse * a0;
    const i1 = inverse * a1;
    const i2 = inverse * a2;
    const k0 = inverse * b0;
    const k1 = inverse * b1;
    const k2 = inverse * b2;
    J00 -= i0 * a0;
    J01 -= i0 * a1;
    J02 -= i0 * a2;
    J11 -= i1 * a1;
    J12 -= i1 * a2;
    J22 -= i2 * a2;
    H00 -= i0 * b0;
    H01 -= i0 * b1;
    H02 -= i0 * b2;
    H10 -= i1 * b0;
    H11 -= i1 * b1;
    H12 -= i1 * b2;
    H20 -= i2 * b0;
    H21 -= i2 * b1;
    H22 -= i2 * b2;
    M00 -= k0 * b0;
    M01 -= k0 * b1;
    M02 -= k0 * b2;
    M11 -= k1 * b1;
    M12 -= k1 * b2;
    M22 -= k2 * b2;

    // pa
    const cx = bias[kL];
    const cy = bias[kL + 1];
    const cz = bias[kL + 2];
    const dx = bias[kL + 3];
    const dy = bias[kL + 4];
    const dz = bias[kL + 5];
    px += J00 * cx + J01 * cy + J02 * cz + H00 * dx + H01 * dy + H02 * dz + i0 * effort;
    py += J01 * cx + J11 * cy + J12 * cz + H10 * dx + H11 * dy + H12 * dz + i1 * effort;
    pz += J02 * cx + J12 * cy + J22 * cz + H20 * dx + H21 * dy + H22 * dz + i2 * effort;
    fx += H00 * cx + H10 * cy + H20 * cz + M00 * dx + M01 * dy + M02 * dz + k0 * effort;
    fy += H01 * cx + H11 * cy + H21 * cz + M01 * dx + M11 * dy + M12 * dz + k1 * effort;
    fz += H02 * cx + H12 * cy + H22 * cz + M02 * dx + M12 * dy + M22 * dz + k2 * effort;

    // to the origin of the parent
    const rx = lever[3 * b];
    const ry = lever[3 * b + 1];
    const rz = lever[3 * b + 2];
    const K00 = H00 - rz * M01 + ry * M02;
    const K01 = H01 - rz * M11 + ry * M12;
    const K02 = H02 - rz * M12 + ry * M22;
    const K10 = H10 + rz * M00 - rx * M02;
    const K11 = H11 + rz * M01 - rx * M12;
    const K12 = H12 + rz * M02 - rx * M22;
    const K20 = H20 - ry * M00 + rx * M01;
    const K21 = H21 - ry * M01 + rx * M11;
    const K22 = H22 - ry * M02 + rx * M12;
    const k = articulatedLength * parent[b];
    articulated[k] += J00 - H01 * rz + H02 * ry - rz * K01 + ry * K02;
    articulated[k + 1] += J01 + H00 * rz - H02 * rx - rz * K11 + ry * K12;
    articulated[k + 2] += J02 - H00 * ry + H01 * rx - rz * K21 + ry * K22;
    articulated[k + 3] += J11 + H10 * rz - H12 * rx + rz * K10 - rx * K12;
    articulated[k + 4] += J12 - H10 * ry + H11 * rx + rz * K20 - rx * K22;
    articulated[k + 5] += J22 - H20 * ry + H21 * rx - ry * K20 + rx * K21;
    articulated[k + 6] += K00;
    articulated[k + 7] += K01;
    articulated[k + 8] += K02;
    articulated[k + 9] += K10;
    articulated[k + 10] += K11;
    articulated[k + 11] += K12;
    articulated[k + 12] += K20;
    articulated[k + 13] += K21;
    articulated[k + 14] += K22;
    articulated[k + 15] += M00;
    articulated[k + 16] += M01;
    articulated[k + 17] += M02;
    articulated[k + 18] += M11;
    articulated[k + 19] += M12;
    articulated[k + 20] += M22;
    articulated[k + 21] += px + ry * fz - rz * fy;
    articulated[k + 22] += py + rz * fx - rx * fz;
    articulated[k + 23] += pz + rx * fy - ry * fx;
    articulated[k + 24] += fx;
    articulated[k + 25] += fy;
    articulated[k + 26] += fz;
  }
  return 0;
}

/** Of the world and of those bodies that others hang on. */
function clearSome(articulated: Float64Array, bodies: Int32Array, childCount: Int32Array): void {
  articulated.fill(0, 0, articulatedLength);
  for (let place = 0; place < bodies.length; place++) {
    const b = bodies[place];
    if (childCount[b] > 0) articulated.fill(0, articulatedLength * b, articulatedLength * (b + 1));
  }
}
