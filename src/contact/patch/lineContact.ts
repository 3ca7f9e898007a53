/**
 * A capsule along a box or another round body: contact over a line, and over the parts of the balls at its ends that dip in.
 *
 * The same law as for patches, E = C·E*·√T with T = ∫ h^m dV over the overlap, m = 3 (patchLaw.ts), with the overlap as what shallow round
 * bodies leave of it: a section across the capsule with the depth e is a parabola of the radius R,
 *
 *     S(e)  = κ·√R·e^p            p = m + 3/2,   κ = √2/(m + 1)·∫(1 − t²)^(m+1) dt       integral of h^m over the section
 *     T     = ∫ S(e(s)) ds + Σ_ends ∫_{−x₀}^{a} S(d − x²/(2·R)) dx                       line, and balls beyond its ends
 *
 * with the depth d(s) of the points s of the spine, d = r_capsule − distance from the other body; where the spine is inclined by θ against
 * the surface, the section across it is less deep: e = r − (r − d)/cos θ. So a capsule that is inclined by more than √(2·d/r) touches with
 * one ball alone, as in Hertz' law, one that lies touches along its line, and everything between is continuous.
 *
 * Forces are the gradient of T: along n, the normal of the other body, with the depth, and where the inclination, sin θ = σ = n·u along the
 * spine u, has a say, with it. It changes with the place, by δσ = n′·δq where n′ = dn/ds along the spine, and with the direction, by u × n:
 *
 *     −δe = n·δq/cos θ + (r − d)·σ/cos³θ·δσ        δx₀ = ∓√(r·R)·δσ
 *
 * Legend   R   contact radius of the pair        a = √(2·R·d)        x₀ = sin θ·√(r·R): where the ball of an end meets the line
 * Holds    The depth along the spine is concave, because the other body is convex: the line that touches is one interval.
 * Length   energy, force, torque and their rates are integrals over the same line, in one pass
 */

import { pointDistance } from "../../collision/pointDistance.ts";
import { type Core, coreSegment } from "../../geometry/core.ts";
import * as elementary from "../../math/elementary.ts";
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import { regularisedSpeed } from "../regularisation.ts";
import { AreaContact } from "./areaContact.ts";
import { type PatchBody, thickness } from "./patchBody.ts";
import type { PatchDamping } from "./patchDissipation.ts";
import { depthPower, type PatchStiffness, pressureFactor, storedEnergy } from "./patchLaw.ts";
import { sharpCore } from "./sharpCore.ts";

/** Gauss' rule with ten points on −1 … 1: its positive half. */
const nodes = [0.14887433898163122, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845, 0.9739065285171717];
const weights = [
  0.29552422471475287, 0.26926671930999635, 0.21908636251598204, 0.1494513491505806, 0.06667134430868814,
];
const samples = 2 * nodes.length + 2;
/** Numbers per sample: point (3), direction of the force on the capsule (3), force, N. */
const length = 7;
/** Ends of the line are found to this part of its length. */
const resolution = 1e-13;
/** n′ is a difference over this part of the radius on both sides. */
const aside = 1e-5;

export class LineContact extends AreaContact {
  /** Points that touch, with their forces. */
  readonly touched = new Float64Array(samples * length);
  count = 0;

  /** 1 when B is the capsule. */
  private readonly sign: number;
  private readonly half: number;
  private readonly r: number;
  private readonly spineAxis: number;
  private readonly other: Core;
  private readonly R: number;
  // the spine in the frame of the other core: middle, direction; axes of that frame in the world by rows, and its origin
  private readonly middle = new Float64Array(3);
  private readonly spine = new Float64Array(3);
  private readonly axes = new Float64Array(9);
  private readonly origin = new Float64Array(3);
  private readonly q = new Float64Array(3);
  private readonly found = new Float64Array(9);
  private readonly foundAside = new Float64Array(9);
  /** n′ at the point looked at last; force and moment of all changes of the inclination, in the same frame, about its origin. */
  private readonly bend = new Float64Array(3);
  private readonly tilting = new Float64Array(6);
  /** Whether n is not the same all along the line. */
  private isBent = false;
  // at the point looked at last: depth d, sine and cosine of the inclination, depth e of the section
  private d = 0;
  private sine = 0;
  private cosine = 1;
  private e = 0;

  /** One of the bodies is a capsule; of two capsules the shorter one gives the line. `radius` is the contact radius of the pair. */
  constructor(A: PatchBody, B: PatchBody, radius: number) {
    const isCapsule = (body: PatchBody): boolean => body.core.kind === coreSegment;
    const isSecond = isCapsule(B) && !(isCapsule(A) && A.core.size[0] < B.core.size[0]);
    const [capsule, other] = isSecond ? [B, A] : [A, B];
    super(0.5 * thickness(other));
    this.sign = isSecond ? 1 : -1;
    this.half = capsule.core.size[0];
    this.r = capsule.core.radius;
    this.spineAxis = capsule.core.axis - 1;
    this.other = sharpCore(other);
    this.R = radius;
  }

  /** Elastic force for the poses r + R·x of both shapes; R row-major at iR, r at ir. */
  evaluate(
    RA: Float64Array,
    iRA: number,
    rA: Float64Array,
    irA: number,
    RB: Float64Array,
    iRB: number,
    rB: Float64Array,
    irB: number,
    stiffness: PatchStiffness,
  ): void {
    this.isTouching = false;
    this.depth = this.energy = this.area = this.normalForce = 0;
    this.count = 0;
    this.tilting.fill(0);
    this.force.fill(0);
    this.torque.fill(0);
    if (this.sign > 0) this.locate(RB, iRB, rB, irB, RA, iRA, rA, irA);
    else this.locate(RA, iRA, rA, irA, RB, iRB, rB, irB);
    const m = depthPower(stiffness);
    const content = this.addLine(m) + this.addEnd(-1, m) + this.addEnd(1, m);
    if (!(content > 0 && content < Infinity)) return;
    this.isTouching = true;
    this.energy = storedEnergy(stiffness, content);
    this.sum(pressureFactor(stiffness, content));
  }

  /** The spine of the capsule (C) in the frame of the other core (O). */
  private locate(
    RC: Float64Array,
    iRC: number,
    rC: Float64Array,
    irC: number,
    RO: Float64Array,
    iRO: number,
    rO: Float64Array,
    irO: number,
  ): void {
    const { axes, middle, spine, origin, spineAxis } = this;
    for (let k = 0; k < 3; k++) {
      const column = (this.other.axis + k) % 3;
      middle[k] = spine[k] = 0;
      for (let i = 0; i < 3; i++) {
        const axis = RO[iRO + 3 * i + column];
        axes[3 * k + i] = axis;
        middle[k] += axis * (rC[irC + i] - rO[irO + i]);
        spine[k] += axis * RC[iRC + 3 * i + spineAxis];
      }
    }
    for (let i = 0; i < 3; i++) origin[i] = rO[irO + i];
  }

  /** d, sine, cosine and e at the point s of the spine. */
  private look(s: number): void {
    const { q, middle, spine, found, other, r } = this;
    for (let k = 0; k < 3; k++) q[k] = middle[k] + s * spine[k];
    pointDistance(found, other, q);
    this.d = r + other.radius - found[6];
    // positive where the spine leaves the surface with growing s
    this.sine = found[3] * spine[0] + found[4] * spine[1] + found[5] * spine[2];
    this.cosine = Math.sqrt(Math.max(1e-12, 1 - this.sine * this.sine));
    this.e = r - (r - this.d) / this.cosine;
  }

  /** bend ← n′ at the point s of the spine, which was looked at last. */
  private findBend(s: number): void {
    const { bend, foundAside: other, r } = this;
    if (!this.isBent) return;
    const step = aside * r;
    for (let k = 0; k < 3; k++) bend[k] = 0;
    for (const side of [1, -1]) {
      for (let k = 0; k < 3; k++) this.q[k] = this.middle[k] + (s + side * step) * this.spine[k];
      pointDistance(other, this.other, this.q);
      for (let k = 0; k < 3; k++) bend[k] += (side * other[3 + k]) / (2 * step);
    }
    for (let k = 0; k < 3; k++) this.q[k] = this.middle[k] + s * this.spine[k];
  }

  /** Adds the force of `bent` per change of n·u with the place, and the moment of `turned` per change with the direction, where looked at last. */
  private addTilting(bent: number, turned: number): void {
    const { tilting, bend, found, spine: u, q } = this;
    const fx = bent * bend[0];
    const fy = bent * bend[1];
    const fz = bent * bend[2];
    tilting[0] += fx;
    tilting[1] += fy;
    tilting[2] += fz;
    tilting[3] += turned * (u[1] * found[5] - u[2] * found[4]) + (q[1] * fz - q[2] * fy);
    tilting[4] += turned * (u[2] * found[3] - u[0] * found[5]) + (q[2] * fx - q[0] * fz);
    tilting[5] += turned * (u[0] * found[4] - u[1] * found[3]) + (q[0] * fy - q[1] * fx);
  }

  /** Whether n changes along the spine from `low` to `high`: between equal ones it does not, the other body being convex. */
  private findWhetherBent(low: number, high: number): void {
    const { found, bend } = this;
    this.look(low);
    for (let k = 0; k < 3; k++) bend[k] = found[3 + k];
    this.look(high);
    this.isBent = bend[0] !== found[3] || bend[1] !== found[4] || bend[2] !== found[5];
    bend.fill(0);
  }

  /** Where e is positive, from s on towards the end `limit`; s has e > 0. */
  private reach(s: number, limit: number): number {
    const nearby = resolution * this.half;
    let inside = s;
    let outside = limit;
    this.look(outside);
    while (this.e < 0 && Math.abs(outside - inside) > nearby) {
      // Newton's method from outside stays outside, e being concave; halving guards it
      const next = outside + (this.e * this.cosine) / this.sine;
      if (Math.abs(next - outside) <= nearby) break;
      const at = (next - inside) * (next - outside) < 0 ? next : 0.5 * (inside + outside);
      this.look(at);
      if (this.e > 0) {
        inside = at;
        outside = 0.5 * (inside + outside);
        this.look(outside);
      } else outside = at;
    }
    return outside;
  }

  /** A point of the spine with e > 0; NaN when there is none. */
  private deepest(): number {
    const { half } = this;
    let low = -half;
    let high = half;
    this.look(low);
    if (this.e > 0) return low;
    this.look(high);
    if (this.e > 0) return high;
    // the deepest point is where the spine is parallel to the surface
    for (let k = 0; k < 48; k++) {
      const s = 0.5 * (low + high);
      this.look(s);
      if (this.e > 0) return s;
      if (this.sine < 0) low = s;
      else if (this.sine > 0) high = s;
      else break;
    }
    return Number.NaN;
  }

  /** Adds the samples of the line; returns its part of T. */
  private addLine(m: 1 | 3): number {
    const start = this.deepest();
    if (Number.isNaN(start)) return 0;
    const low = this.reach(start, -this.half);
    const high = this.reach(start, this.half);
    this.findWhetherBent(low, high);
    const middle = 0.5 * (low + high);
    const half = 0.5 * (high - low);
    const p = m + 1.5;
    const factor = sectionFactor(m) * Math.sqrt(this.R);
    let content = 0;
    for (let k = 0; k < 2 * nodes.length; k++) {
      const i = k >> 1;
      const s = middle + (k % 2 === 0 ? -half : half) * nodes[i];
      this.look(s);
      if (!(this.e > 0)) continue;
      const S = half * weights[i] * factor * elementary.pow(this.e, p);
      content += S;
      this.area += half * weights[i] * 2 * Math.sqrt(2 * this.R * this.e);
      const { r, d, e, sine, cosine } = this;
      const slope = (p * S) / e;
      // at the lowest point of the section, with the work of turning about the spine but for half of the depth
      this.addSample(slope / cosine, r - 0.5 * e);
      const part = (slope * sine) / (cosine * cosine);
      this.findBend(s);
      this.addTilting((part * (r - d)) / cosine, -0.5 * e * part);
    }
    return content;
  }

  /** Adds the sample of the ball beyond one end; returns its part of T. */
  private addEnd(end: 1 | -1, m: 1 | 3): number {
    const { R, r } = this;
    this.look(end * this.half);
    const { d } = this;
    if (!(d > 0)) return 0;
    const a = Math.sqrt(2 * R * d);
    // positive where the spine rises towards its middle
    const x0 = -end * this.sine * Math.sqrt(r * R);
    const phi = elementary.asin(Math.max(-1, Math.min(1, x0 / a)));
    const p = m + 1.5;
    const factor = sectionFactor(m) * Math.sqrt(R) * a;
    const content = factor * elementary.pow(d, p) * cosineIntegral(phi, 2 * m + 4);
    if (content === 0) return 0;
    // where the ball meets the line
    const left = d - (0.5 * x0 * x0) / R;
    if (left > 0) {
      const part = end * Math.sqrt(r * R) * sectionFactor(m) * Math.sqrt(R) * elementary.pow(left, p);
      this.findBend(end * this.half);
      this.addTilting(part, part);
    }
    // as wide as the line: ∫ 2·√(a² − x²) dx
    this.area += 2 * R * d * (phi + 0.5 * Math.PI + elementary.sin(phi) * elementary.cos(phi));
    this.cosine = 1;
    this.sine = 0;
    this.addSample(factor * p * elementary.pow(d, p - 1) * cosineIntegral(phi, 2 * m + 2), r - 0.5 * d);
    return content;
  }

  /** A force of the size f, times the factor of the law, at the point looked at last; `lever` from the spine to where it acts. */
  private addSample(f: number, lever: number): void {
    const { touched, found, spine, axes, origin, q, sine, cosine } = this;
    const o = this.count * length;
    if (this.d > this.depth) this.depth = this.d;
    for (let i = 0; i < 3; i++) {
      let point = origin[i];
      let direction = 0;
      for (let k = 0; k < 3; k++) {
        const across = (found[3 + k] - sine * spine[k]) / cosine;
        point += axes[3 * k + i] * (q[k] - lever * across);
        direction += axes[3 * k + i] * found[3 + k];
      }
      touched[o + i] = point;
      touched[o + 3 + i] = direction;
    }
    touched[o + 6] = f;
    this.count++;
  }

  /** Force, centre of pressure and torque of the samples, whose forces are multiplied by the factor. */
  private sum(factor: number): void {
    const { touched: t, force, point, normal, torque, sign } = this;
    let total = 0;
    point.fill(0);
    for (let o = 0; o < this.count * length; o += length) {
      t[o + 6] *= factor;
      total += t[o + 6];
      for (let i = 0; i < 3; i++) {
        force[i] += sign * t[o + 6] * t[o + 3 + i];
        point[i] += t[o + 6] * t[o + i];
      }
    }
    for (let i = 0; i < 3; i++) point[i] /= total;
    this.sumTilting(sign * factor);
    this.normalForce = Math.sqrt(force[0] * force[0] + force[1] * force[1] + force[2] * force[2]);
    for (let i = 0; i < 3; i++) normal[i] = force[i] / this.normalForce;
    for (let o = 0; o < this.count * length; o += length)
      addMoment(
        torque,
        t,
        o,
        point,
        sign * t[o + 6] * t[o + 3],
        sign * t[o + 6] * t[o + 4],
        sign * t[o + 6] * t[o + 5],
      );
  }

  /** Adds what changes of the inclination give, times the factor: in the world, the torque about the centre of pressure. */
  private sumTilting(factor: number): void {
    const { tilting, axes, origin, point, force, torque } = this;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let k = 0; k < 3; k++) {
      x += axes[3 * k] * tilting[k];
      y += axes[3 * k + 1] * tilting[k];
      z += axes[3 * k + 2] * tilting[k];
    }
    const rx = origin[0] - point[0];
    const ry = origin[1] - point[1];
    const rz = origin[2] - point[2];
    force[0] += factor * x;
    force[1] += factor * y;
    force[2] += factor * z;
    torque[0] += factor * (ry * z - rz * y);
    torque[1] += factor * (rz * x - rx * z);
    torque[2] += factor * (rx * y - ry * x);
    for (let k = 0; k < 3; k++) for (let i = 0; i < 3; i++) torque[i] += factor * axes[3 * k + i] * tilting[3 + k];
  }

  /** Adds damping and friction to force and torque, for the motion of the bodies that carry the shapes. */
  addDissipation(motion: BodyMotion, bodyA: number, bodyB: number, law: PatchDamping): void {
    if (!this.isTouching) return;
    const { touched: t, force, torque, point, sign } = this;
    const { position: r, velocity: v, angularVelocity: w } = motion;
    const a = 3 * bodyA;
    const b = 3 * bodyB;
    let normalForce = 0;
    for (let o = 0; o < this.count * length; o += length) {
      const ax = t[o] - r[a];
      const ay = t[o + 1] - r[a + 1];
      const az = t[o + 2] - r[a + 2];
      const bx = t[o] - r[b];
      const by = t[o + 1] - r[b + 1];
      const bz = t[o + 2] - r[b + 2];
      // B against A
      const vx = v[b] + w[b + 1] * bz - w[b + 2] * by - (v[a] + w[a + 1] * az - w[a + 2] * ay);
      const vy = v[b + 1] + w[b + 2] * bx - w[b] * bz - (v[a + 1] + w[a + 2] * ax - w[a] * az);
      const vz = v[b + 2] + w[b] * by - w[b + 1] * bx - (v[a + 2] + w[a] * ay - w[a + 1] * ax);
      const nx = sign * t[o + 3];
      const ny = sign * t[o + 4];
      const nz = sign * t[o + 5];
      const vn = vx * nx + vy * ny + vz * nz;
      const rise = 1 - law.damping * vn;
      const p = t[o + 6];
      const N = rise > 0 ? p * rise : 0;
      const tx = vx - vn * nx;
      const ty = vy - vn * ny;
      const tz = vz - vn * nz;
      const g = (law.friction * N) / regularisedSpeed(Math.sqrt(tx * tx + ty * ty + tz * tz), law.smallSpeed);
      const fx = (N - p) * nx - g * tx;
      const fy = (N - p) * ny - g * ty;
      const fz = (N - p) * nz - g * tz;
      normalForce += N;
      force[0] += fx;
      force[1] += fy;
      force[2] += fz;
      addMoment(torque, t, o, point, fx, fy, fz);
    }
    this.normalForce = normalForce;
  }
}

/** torque += (t[o..] − point) × f */
function addMoment(
  torque: Float64Array,
  t: Float64Array,
  o: number,
  point: Float64Array,
  fx: number,
  fy: number,
  fz: number,
): void {
  const x = t[o] - point[0];
  const y = t[o + 1] - point[1];
  const z = t[o + 2] - point[2];
  torque[0] += y * fz - z * fy;
  torque[1] += z * fx - x * fz;
  torque[2] += x * fy - y * fx;
}

/** κ */
function sectionFactor(m: 1 | 3): number {
  return m === 3 ? (Math.SQRT2 / 4) * (256 / 315) : (Math.SQRT2 / 2) * (16 / 15);
}

/** ∫ cosⁿ from −phi to π/2, n even. */
function cosineIntegral(phi: number, n: number): number {
  const c = elementary.cos(phi);
  const s = elementary.sin(phi);
  let part = phi + 0.5 * Math.PI;
  let power = c;
  for (let k = 2; k <= n; k += 2) {
    part = (power * s + (k - 1) * part) / k;
    power *= c * c;
  }
  return part;
}
