/**
 * Energy and momentum of all bodies.
 *
 *     kinetic     Σ ½·(m·v·v + 2·v·(ω × h) + ω·I·ω)
 *     potential   −Σ m·g·c for uniform gravity,   −Σ mu·m/|c| for the point field
 *     momentum    Σ (I·ω + h × v + r × (m·v + ω × h), m·v + ω × h), the angular part about the origin of the world
 *
 * Legend   r, c   origin and centre of mass of the body, in the world;   m, h, I   inertia in world axes about r
 */
import { computeInertias } from "./bodyLoads.ts";
import type { Mechanism } from "./mechanism.ts";
import type { MechanismState } from "./mechanismState.ts";

/** J; velocities must be up to date. */
export function kineticEnergy(mechanism: Mechanism, state: MechanismState): number {
  computeInertias(mechanism, state, mechanism.bodies);
  const { inertia } = state;
  const { velocity, angularVelocity } = state.motion;
  let sum = 0;
  for (let b = 1; b < mechanism.count; b++) {
    const k = 3 * b;
    const i = 10 * b;
    const wx = angularVelocity[k];
    const wy = angularVelocity[k + 1];
    const wz = angularVelocity[k + 2];
    const vx = velocity[k];
    const vy = velocity[k + 1];
    const vz = velocity[k + 2];
    const ux = wy * inertia[i + 3] - wz * inertia[i + 2];
    const uy = wz * inertia[i + 1] - wx * inertia[i + 3];
    const uz = wx * inertia[i + 2] - wy * inertia[i + 1];
    sum += 0.5 * inertia[i] * (vx * vx + vy * vy + vz * vz) + vx * ux + vy * uy + vz * uz;
    sum += 0.5 * (inertia[i + 4] * wx * wx + inertia[i + 7] * wy * wy + inertia[i + 9] * wz * wz);
    sum += inertia[i + 5] * wx * wy + inertia[i + 6] * wx * wz + inertia[i + 8] * wy * wz;
  }
  return sum;
}

/** J, of gravity; zero level at the origin of the world, or at infinity for the point field. Positions must be up to date. */
export function potentialEnergy(mechanism: Mechanism, state: MechanismState): number {
  const { position, rotation } = state.motion;
  const body = mechanism.inertia;
  const g = mechanism.uniformGravity;
  let sum = 0;
  for (let b = 1; b < mechanism.count; b++) {
    const i = 10 * b;
    const m = body[i];
    if (m === 0) continue;
    let square = 0;
    for (let row = 0; row < 3; row++) {
      const R = 9 * b + 3 * row;
      const h = rotation[R] * body[i + 1] + rotation[R + 1] * body[i + 2] + rotation[R + 2] * body[i + 3];
      const c = position[3 * b + row] + h / m;
      sum -= m * g[row] * c;
      square += c * c;
    }
    if (mechanism.mu !== 0) sum -= (mechanism.mu * m) / Math.sqrt(square);
  }
  return sum;
}

/** out ← (angular momentum about the origin of the world, momentum), six numbers; velocities must be up to date. */
export function momentum(out: Float64Array, mechanism: Mechanism, state: MechanismState): void {
  computeInertias(mechanism, state, mechanism.bodies);
  const { inertia } = state;
  const { position, velocity, angularVelocity } = state.motion;
  out.fill(0, 0, 6);
  for (let b = 1; b < mechanism.count; b++) {
    const k = 3 * b;
    const i = 10 * b;
    const m = inertia[i];
    const hx = inertia[i + 1];
    const hy = inertia[i + 2];
    const hz = inertia[i + 3];
    const wx = angularVelocity[k];
    const wy = angularVelocity[k + 1];
    const wz = angularVelocity[k + 2];
    const vx = velocity[k];
    const vy = velocity[k + 1];
    const vz = velocity[k + 2];
    const px = m * vx + wy * hz - wz * hy;
    const py = m * vy + wz * hx - wx * hz;
    const pz = m * vz + wx * hy - wy * hx;
    const x = position[k];
    const y = position[k + 1];
    const z = position[k + 2];
    out[0] += inertia[i + 4] * wx + inertia[i + 5] * wy + inertia[i + 6] * wz + hy * vz - hz * vy + y * pz - z * py;
    out[1] += inertia[i + 5] * wx + inertia[i + 7] * wy + inertia[i + 8] * wz + hz * vx - hx * vz + z * px - x * pz;
    out[2] += inertia[i + 6] * wx + inertia[i + 8] * wy + inertia[i + 9] * wz + hx * vy - hy * vx + x * py - y * px;
    out[3] += px;
    out[4] += py;
    out[5] += pz;
  }
}
