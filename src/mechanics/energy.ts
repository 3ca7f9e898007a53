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

const unread = new Float64Array(6);

/** J; velocities must be up to date. */
export function kineticEnergy(mechanism: Mechanism, state: MechanismState): number {
  return momentum(unread, mechanism, state);
}

/**
 * out ← (angular momentum about the origin of the world, momentum), six numbers; velocities must be up to date. Returns the kinetic energy, J:
 * half of v·p + ω·L of all bodies, L about their origins.
 */
export function momentum(out: Float64Array, mechanism: Mechanism, state: MechanismState): number {
  computeInertias(mechanism, state, mechanism.bodies);
  const { inertia } = state;
  const { position, velocity, angularVelocity } = state.motion;
  out.fill(0, 0, 6);
  let energy = 0;
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
    const Lx = inertia[i + 4] * wx + inertia[i + 5] * wy + inertia[i + 6] * wz + hy * vz - hz * vy;
    const Ly = inertia[i + 5] * wx + inertia[i + 7] * wy + inertia[i + 8] * wz + hz * vx - hx * vz;
    const Lz = inertia[i + 6] * wx + inertia[i + 8] * wy + inertia[i + 9] * wz + hx * vy - hy * vx;
    const x = position[k];
    const y = position[k + 1];
    const z = position[k + 2];
    energy += 0.5 * (vx * px + vy * py + vz * pz + wx * Lx + wy * Ly + wz * Lz);
    out[0] += Lx + y * pz - z * py;
    out[1] += Ly + z * px - x * pz;
    out[2] += Lz + x * py - y * px;
    out[3] += px;
    out[4] += py;
    out[5] += pz;
  }
  return energy;
}
