/**
 * Penalty forces of a collision configuration: elastic, damped, with friction.
 *
 * Source   [HuntCrossley1975] for the damping; [SchockLanglois] sec. 4 for penalty forces on the surfaces of C
 * Law      f_e = k · δ^n
 *          f_n = f_e · max(0, 1 + d·δ')
 *          f_t = −μ · f_n · tanh(v_t / v_s)
 * Legend   δ    m      depth, −s_c of the surface c that pushes         δ'  m/s  its rate
 *          k    N/mⁿ   stiffness      n  –  exponent     d  s/m  damping
 *          μ    –      friction       v_t  m/s  sliding speed along the edge      v_s  m/s  speed at which μ is reached to 76 %
 * Holds    f_n never pulls; the force starts at zero, whatever the speed; damping and friction never add energy.
 *
 * Negative depths occur in trial states only, behind the release that ends the step: f_e goes on as an odd function, so
 * that the solver sees a smooth right-hand side up to the event and beyond.
 */
import * as elementary from "../math/elementary.ts";
import type { TrackedPair } from "./collisionTracker.ts";
import { poseSize, separation } from "./outline.ts";

export interface ContactMaterial {
  readonly stiffness: number;
  readonly exponent: number;
  readonly damping: number;
  readonly friction: number;
  readonly slipSpeed: number;
}

/** What contacts do at one instant; forces and wrenches are added to. */
export class ContactLoads {
  /** Force on every point, N. */
  readonly forces: Float64Array;
  /** Force and torque on every target, about the origin of its pose, N and N·m. */
  readonly wrenches: Float64Array;
  /** Stored energy, J. */
  energy = 0;
  /** Power lost to damping and to friction, W. */
  dampingPower = 0;
  frictionPower = 0;

  constructor(points: number, targets: number) {
    this.forces = new Float64Array(2 * points);
    this.wrenches = new Float64Array(3 * targets);
  }

  clear(): void {
    this.forces.fill(0);
    this.wrenches.fill(0);
    this.energy = 0;
    this.dampingPower = 0;
    this.frictionPower = 0;
  }
}

/** The contact of one point with one surface, as the last call of contactForce() left it. */
export class ContactState {
  depth = 0;
  depthRate = 0;
  slidingSpeed = 0;
  elasticForce = 0;
  normalForce = 0;
  tangentialForce = 0;
}

/**
 * Adds the forces of all surfaces that push to the loads. `collision` is the matrix to act on: the reference of the
 * pair, or the one of its last evaluation.
 */
export function addContactForces(
  loads: ContactLoads,
  pair: TrackedPair,
  material: ContactMaterial,
  collision: Int32Array,
  poses: Float64Array,
  points: Float64Array,
  velocities: Float64Array,
  state: ContactState,
): void {
  const { configuration, outline, first, target } = pair;
  const { surfaces, groups } = configuration;
  for (let group = 0; group < groups; group++) {
    for (let i = 0; i < surfaces; i++) {
      for (let rest = collision[i + surfaces * group]; rest !== 0; rest &= rest - 1) {
        const point = first + 32 * group + 31 - Math.clz32(rest & -rest);
        contactForce(state, pair, material, i, poses, points, velocities, point);
        const px = outline.ex[i] / outline.length[i];
        const py = outline.ey[i] / outline.length[i];
        const fx = state.tangentialForce * px - state.normalForce * py;
        const fy = state.tangentialForce * py + state.normalForce * px;
        const rx = points[2 * point] - poses[poseSize * target];
        const ry = points[2 * point + 1] - poses[poseSize * target + 1];

        loads.forces[2 * point] += fx;
        loads.forces[2 * point + 1] += fy;
        loads.wrenches[3 * target] -= fx;
        loads.wrenches[3 * target + 1] -= fy;
        loads.wrenches[3 * target + 2] -= rx * fy - ry * fx;
        loads.energy += (state.elasticForce * state.depth) / (material.exponent + 1);
        loads.dampingPower += (state.normalForce - state.elasticForce) * state.depthRate;
        loads.frictionPower -= state.tangentialForce * state.slidingSpeed;
      }
    }
  }
}

/** state ← depth, rates and forces of one point against surface i of the pair's target. */
export function contactForce(
  state: ContactState,
  pair: TrackedPair,
  material: ContactMaterial,
  i: number,
  poses: Float64Array,
  points: Float64Array,
  velocities: Float64Array,
  point: number,
): void {
  const { outline, target } = pair;
  const x = points[2 * point];
  const y = points[2 * point + 1];
  const p = poseSize * target;
  const w = poses[p + 5];
  const vx = velocities[2 * point] - poses[p + 3] + w * (y - poses[p + 1]);
  const vy = velocities[2 * point + 1] - poses[p + 4] - w * (x - poses[p]);
  const px = outline.ex[i] / outline.length[i];
  const py = outline.ey[i] / outline.length[i];

  const depth = -separation(outline, i, x, y);
  const depthRate = py * vx - px * vy;
  const slidingSpeed = px * vx + py * vy;
  const elasticForce = material.stiffness * oddPower(depth, material.exponent);
  const normalForce = elasticForce * Math.max(0, 1 + material.damping * depthRate);

  state.depth = depth;
  state.depthRate = depthRate;
  state.slidingSpeed = slidingSpeed;
  state.elasticForce = elasticForce;
  state.normalForce = normalForce;
  state.tangentialForce = -material.friction * normalForce * elementary.tanh(slidingSpeed / material.slipSpeed);
}

/** sign(δ)·|δ|ⁿ. */
function oddPower(depth: number, exponent: number): number {
  if (exponent === 1) return depth;
  if (exponent === 1.5) return depth * Math.sqrt(Math.abs(depth));
  return Math.sign(depth) * elementary.pow(Math.abs(depth), exponent);
}
