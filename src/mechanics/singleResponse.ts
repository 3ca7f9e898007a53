/**
 * How a body that moves freely, with none behind it, answers to a load: Newton's and Euler's equations about the centre of mass, in the order
 * and axes of its velocities.
 *
 *     ω̇ = I_c⁻¹·(n − c × f)         a = f/m + c × ω̇
 *
 * Legend   f, n   force, and moment about the origin of the body, in world axes        c   centre of mass from there
 *          a      of the origin, in world axes        ω̇   in the axes of the body
 */
import type { Mechanism } from "./mechanism.ts";
import { recursionCode } from "./mechanism.ts";
import type { MechanismState } from "./mechanismState.ts";

/** Whether this is for the body. */
export function isSingle({ recursion }: Mechanism, b: number): boolean {
  return recursion[b] === recursionCode.single;
}

/**
 * J[k..k+5] += sign·(rates of the velocities that the load does work with), Y[k..k+5] += sign·(accelerations that the load adds). The inertia of
 * the state is turned to where the body is: after forwardDynamics() there. load: force, moment.
 */
export function addSingleRow(
  J: Float64Array,
  Y: Float64Array,
  k: number,
  mechanism: Mechanism,
  { inertia, motion }: MechanismState,
  b: number,
  load: Float64Array,
  sign: number,
): void {
  const R = motion.rotation;
  const inverse = mechanism.inverseInertia;
  const o = 9 * b;
  const q = 6 * b;
  const m = inertia[10 * b];
  const cx = inertia[10 * b + 1] / m;
  const cy = inertia[10 * b + 2] / m;
  const cz = inertia[10 * b + 3] / m;
  const fx = sign * load[0];
  const fy = sign * load[1];
  const fz = sign * load[2];
  const mx = sign * load[3];
  const my = sign * load[4];
  const mz = sign * load[5];
  J[k] += fx;
  J[k + 1] += fy;
  J[k + 2] += fz;
  J[k + 3] += R[o] * mx + R[o + 3] * my + R[o + 6] * mz;
  J[k + 4] += R[o + 1] * mx + R[o + 4] * my + R[o + 7] * mz;
  J[k + 5] += R[o + 2] * mx + R[o + 5] * my + R[o + 8] * mz;
  const nx = mx - (cy * fz - cz * fy);
  const ny = my - (cz * fx - cx * fz);
  const nz = mz - (cx * fy - cy * fx);
  const bx = R[o] * nx + R[o + 3] * ny + R[o + 6] * nz;
  const by = R[o + 1] * nx + R[o + 4] * ny + R[o + 7] * nz;
  const bz = R[o + 2] * nx + R[o + 5] * ny + R[o + 8] * nz;
  const wx = inverse[q] * bx + inverse[q + 1] * by + inverse[q + 2] * bz;
  const wy = inverse[q + 1] * bx + inverse[q + 3] * by + inverse[q + 4] * bz;
  const wz = inverse[q + 2] * bx + inverse[q + 4] * by + inverse[q + 5] * bz;
  const zx = R[o] * wx + R[o + 1] * wy + R[o + 2] * wz;
  const zy = R[o + 3] * wx + R[o + 4] * wy + R[o + 5] * wz;
  const zz = R[o + 6] * wx + R[o + 7] * wy + R[o + 8] * wz;
  Y[k] += fx / m + cy * zz - cz * zy;
  Y[k + 1] += fy / m + cz * zx - cx * zz;
  Y[k + 2] += fz / m + cx * zy - cy * zx;
  Y[k + 3] += wx;
  Y[k + 4] += wy;
  Y[k + 5] += wz;
}
