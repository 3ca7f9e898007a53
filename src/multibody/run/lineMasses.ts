/**
 * Masses on lines between bodies: an exact correction of low rank to the inertia of the mechanism.
 *
 *     (1)  x̄ = x̄₀ + C·a_F − W·f              accelerations of the masses, when the bodies feel −f
 *     (2)  f = m·(x̄ − g)                      what each mass needs
 *     (3)  (m⁻¹ + W)·f = x̄₀ − g + C·a_F       both together: f = f₀ + K·a_F
 *     (4)  τ = M·a_F + h − H·f,  H = −Cᵀ      flanges feel it as added inertia
 *          a = M·τ + h − H·f,    H = Cᵀ       observed coordinates of loops, with τ in place of a_F
 *
 * W and H are the answers of the mechanism, loops and all, to a force on each mass in each direction. They are exact, because the
 * answer is linear in the force: one evaluation of its O(n) dynamics per direction, the force being of the size of the weight, so
 * that differences do not lose digits.
 *
 * Legend   a_F   accelerations of the joints with flange;   m   signed masses, see lineMass.ts
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { BodyAccelerations } from "../../forces/bodyFrame.ts";
import type { LineMass } from "../../forces/lineMass.ts";
import { factorDenseLU, solveDenseLU } from "../../math/denseLU.ts";
import { dot3 } from "../../math/vec3.ts";
import type { BodyForces } from "../../mechanics/bodyMotion.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";

export interface PlacedLineMass {
  readonly mass: LineMass;
  /** Path of the element, for messages. */
  readonly path: string;
}

export class LineMasses {
  private readonly dynamics: MechanismDynamics;
  private readonly items: readonly PlacedLineMass[];
  /** Three per mass. */
  private readonly n: number;
  private readonly W: Float64Array;
  private readonly pivots: Int32Array;
  /** Flange efforts per force, nF × n; K·a_F; f₀. */
  private readonly H: Float64Array;
  private readonly K: Float64Array;
  private readonly f0: Float64Array;
  private readonly f: Float64Array;
  private readonly free: Float64Array;
  private readonly trialM: Float64Array;
  private readonly trialH: Float64Array;
  private readonly noAcceleration: Float64Array;
  private readonly rates: Float64Array;
  private readonly force: Float64Array;
  private readonly torque: Float64Array;
  private readonly g = new Float64Array(3);
  private readonly bodies: BodyAccelerations;

  constructor(dynamics: MechanismDynamics, items: readonly PlacedLineMass[]) {
    this.dynamics = dynamics;
    this.items = items;
    const n = 3 * items.length;
    const count = dynamics.relatedCount;
    this.n = n;
    this.W = new Float64Array(n * n);
    this.pivots = new Int32Array(n);
    this.H = new Float64Array(count * n);
    this.K = new Float64Array(count * n);
    this.f0 = new Float64Array(n);
    this.f = new Float64Array(n);
    this.free = new Float64Array(n);
    this.trialM = new Float64Array(count * count);
    this.trialH = new Float64Array(count);
    this.noAcceleration = new Float64Array(count);
    this.rates = new Float64Array(dynamics.hiddenCount);
    this.force = new Float64Array(dynamics.state.forces.force.length);
    this.torque = new Float64Array(this.force.length);
    const size = 3 * dynamics.mechanism.count;
    this.bodies = { acceleration: new Float64Array(size), angularAcceleration: new Float64Array(size) };
  }

  /** Corrects M and h, which hold for all other forces; those are in the state. */
  reduce(M: Float64Array, h: Float64Array): void {
    const { dynamics, items, n, W, H, K, f0, free, trialM, trialH, g, pivots } = this;
    const { mechanism, state, relatedCount: count } = dynamics;
    const { force, torque } = state.forces;
    for (const { mass } of items) {
      mass.locate(state.motion);
      if (mechanism.mu !== 0) mass.addPointWeight(state.forces, mechanism.mu);
    }
    if (mechanism.mu !== 0) dynamics.flangeDynamics(M, h);
    this.force.set(force);
    this.torque.set(torque);
    this.answer(free);
    for (let c = 0; c < n; c++) {
      const { mass } = items[(c - (c % 3)) / 3]!;
      const trial = this.trialForce(c);
      mass.addForce(state.forces, c % 3 === 0 ? trial : 0, c % 3 === 1 ? trial : 0, c % 3 === 2 ? trial : 0);
      dynamics.flangeDynamics(trialM, trialH);
      this.answer(f0);
      for (let i = 0; i < n; i++) W[i + n * c] = (f0[i]! - free[i]!) / trial + (i === c ? 1 / mass.mass : 0);
      for (let k = 0; k < count; k++) H[k + count * c] = (trialH[k]! - h[k]!) / trial;
      force.set(this.force);
      torque.set(this.torque);
    }
    const weak = factorDenseLU(W, pivots, n);
    if (weak >= 0) throw noInertia(items[Math.floor(weak / 3)]!.path);
    for (let c = 0; c < n; c++) {
      if (c % 3 === 0) items[c / 3]!.mass.gravity(g, mechanism.uniformGravity, mechanism.mu);
      f0[c] = free[c]! - g[c % 3]!;
    }
    solveDenseLU(f0, W, pivots, n);
    for (let k = 0; k < count; k++) {
      for (let c = 0; c < n; c++) this.f[c] = k < dynamics.flangeCount ? -H[k + count * c]! : H[k + count * c]!;
      solveDenseLU(this.f, W, pivots, n);
      for (let c = 0; c < n; c++) K[c + n * k] = this.f[c]!;
    }
    for (let k = 0; k < count; k++) {
      for (let c = 0; c < n; c++) {
        h[k]! -= H[k + count * c]! * f0[c]!;
        for (let l = 0; l < count; l++) M[k + count * l]! -= H[k + count * c]! * K[c + n * l]!;
      }
    }
  }

  /** The bodies feel the masses; dynamics are ready for finish(a_F). After reduce(). */
  finish(a_F: Float64Array): void {
    const { dynamics, items, n, K, f0, f } = this;
    for (let c = 0; c < n; c++) {
      f[c] = f0[c]!;
      for (let k = 0; k < dynamics.relatedCount; k++) f[c]! += K[c + n * k]! * a_F[k]!;
    }
    dynamics.state.forces.force.set(this.force);
    dynamics.state.forces.torque.set(this.torque);
    for (let i = 0; i < items.length; i++)
      items[i]!.mass.addForce(dynamics.state.forces, -f[3 * i]!, -f[3 * i + 1]!, -f[3 * i + 2]!);
    dynamics.flangeDynamics(this.trialM, this.trialH);
  }

  kinetic(): number {
    let sum = 0;
    for (const { mass } of this.items) {
      mass.locate(this.dynamics.state.motion);
      sum += 0.5 * mass.mass * dot3(mass.velocity, 0, mass.velocity, 0);
    }
    return sum;
  }

  /** out ← out + (angular momentum about the origin of the world, momentum). */
  addMomentum(out: Float64Array): void {
    for (const { mass } of this.items) {
      mass.locate(this.dynamics.state.motion);
      mass.addMomentum(out);
    }
  }

  /** Velocities of the masses of every element, three numbers each, by its path. */
  velocities(): Map<string, number[]> {
    const found = new Map<string, number[]>();
    for (const { mass, path } of this.items) {
      mass.locate(this.dynamics.state.motion);
      found.set(path, [...(found.get(path) ?? []), ...mass.velocity]);
    }
    return found;
  }

  /** impulse ← impulse + what is missing in this mechanism to the momentum of the masses with these velocities; see momentum.ts. */
  addMissingMomentum(impulse: BodyForces, before: ReadonlyMap<string, readonly number[]>): void {
    const now = this.velocities();
    const places = new Map<string, number>();
    for (const { mass, path } of this.items) {
      const k = places.get(path) ?? 0;
      places.set(path, k + 3);
      const [v, u] = [now.get(path)!, before.get(path)];
      if (u === undefined || k + 3 > u.length) continue;
      const p = [0, 1, 2].map((i) => mass.mass * (u[k + i]! - v[k + i]!)) as [number, number, number];
      mass.addForce(impulse, ...p);
    }
  }

  potential(): number {
    const { mechanism, state } = this.dynamics;
    let sum = 0;
    for (const { mass } of this.items) {
      mass.locate(state.motion);
      sum += mass.potential(mechanism.uniformGravity, mechanism.mu);
    }
    return sum;
  }

  /** out ← accelerations of the masses when the flanges do not accelerate; flangeDynamics is done. */
  private answer(out: Float64Array): void {
    const { dynamics, items, bodies } = this;
    const { acceleration } = dynamics.state;
    dynamics.finish(this.noAcceleration, 0, this.rates, 0);
    for (let b = 0; 6 * b < acceleration.length; b++) {
      for (let i = 0; i < 3; i++) {
        bodies.angularAcceleration[3 * b + i] = acceleration[6 * b + i]!;
        bodies.acceleration[3 * b + i] = acceleration[6 * b + 3 + i]!;
      }
    }
    for (let k = 0; k < items.length; k++) {
      const { mass } = items[k]!;
      mass.accelerate(bodies);
      out.set(mass.acceleration, 3 * k);
    }
  }

  /** About the force that the mass will need. */
  private trialForce(c: number): number {
    const { free } = this;
    const first = c - (c % 3);
    const size = Math.abs(free[first]!) + Math.abs(free[first + 1]!) + Math.abs(free[first + 2]!);
    return Math.abs(this.items[first / 3]!.mass.mass) * Math.max(1, size);
  }
}

function noInertia(path: string): RattlebackError {
  return new RattlebackError(
    "E-MECHANISM-NO-INERTIA",
    `The mass on the line "${path}" leaves a direction without inertia.`,
    {
      path,
      because: "the bodies at both ends have no mass of their own, so that the line can turn about its mass",
      hint: "a mass or an inertia for one of the two bodies",
    },
  );
}
