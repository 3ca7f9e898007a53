/**
 * Exact signed distance of two placed shapes. Bodies of equal form share the memory of one narrow phase: it remembers
 * nothing between calls, so the number of workspaces is that of pairs of forms, not of pairs of shapes.
 */
import { NarrowPhase } from "../collision/narrowPhase.ts";
import { hasPointDistance, pointDistance } from "../collision/pointDistance.ts";
import { type Core, corePoint } from "../geometry/core.ts";
import { supportPoint } from "../geometry/support.ts";
import type { ShapePoses } from "./shapePoses.ts";

/** Balls whose centres are closer than this part of their radii have no direction between them. */
const coincident = 1e-14;

export class PairDistances {
  /** m, negative when penetrating. */
  distance = Number.NaN;
  /** Unit vector from A to B. */
  readonly normal = new Float64Array(3);
  readonly pointA = new Float64Array(3);
  readonly pointB = new Float64Array(3);
  /** Calls so far. */
  evaluations = 0;

  /** Form of each core, then of each rounded core. */
  private readonly form: Int32Array;
  private readonly rounded: readonly Core[];
  private readonly isSharp: Uint8Array;
  private readonly formCount: number;
  /** Whether the distance of a point from the rounded shape has a formula. */
  private readonly hasFormula: Uint8Array;
  private readonly isBall: Uint8Array;
  private readonly radius: Float64Array;
  private readonly q = new Float64Array(3);
  private readonly foot = new Float64Array(32);
  private readonly workspaces = new Map<number, NarrowPhase>();

  /** `rounded` where a core has sharp edges: pairs of such shapes are measured between the cores, others are rounded. */
  constructor(cores: readonly Core[], rounded: readonly (Core | undefined)[] = []) {
    this.rounded = cores.map((core, s) => rounded[s] ?? core);
    this.isSharp = Uint8Array.from(cores, (_, s) => (rounded[s] === undefined ? 0 : 1));
    this.hasFormula = Uint8Array.from(this.rounded, (core) => (hasPointDistance(core) ? 1 : 0));
    this.isBall = Uint8Array.from(this.rounded, ({ kind }) => (kind === corePoint ? 1 : 0));
    this.radius = Float64Array.from(this.rounded, ({ radius }) => radius);
    const forms: Core[] = [];
    const known = new Map<string, number>();
    this.form = Int32Array.from([...cores, ...this.rounded], (core) => {
      const name = formName(core);
      const found = name === "" ? forms.indexOf(core) : (known.get(name) ?? -1);
      if (found >= 0) return found;
      forms.push(core);
      if (name !== "") known.set(name, forms.length - 1);
      return forms.length - 1;
    });
    this.formCount = forms.length;
  }

  /** Distance, normal and points of shapes a and b in the given poses. */
  evaluate(poses: ShapePoses, a: number, b: number): void {
    this.evaluations++;
    const isSharp = this.isSharp[a] === 1 && this.isSharp[b] === 1;
    const A = isSharp ? poses.cores[a]! : this.rounded[a]!;
    const B = isSharp ? poses.cores[b]! : this.rounded[b]!;
    if (A.kind === corePoint && B.kind === corePoint) {
      this.betweenBalls(poses.position, 3 * a, A.radius, 3 * b, B.radius);
      return;
    }
    if (A.kind === corePoint && this.hasFormula[b] === 1) {
      this.ballAgainst(poses, a, A.radius, b, B, 1);
      return;
    }
    if (B.kind === corePoint && this.hasFormula[a] === 1) {
      this.ballAgainst(poses, b, B.radius, a, A, -1);
      return;
    }
    const { rotation: R, position: r } = poses;
    const offset = isSharp ? 0 : poses.count;
    const pair = this.workspace(this.form[offset + a], this.form[offset + b], A, B);
    pair.evaluate(R, 9 * a, r, 3 * a, R, 9 * b, r, 3 * b);
    this.distance = pair.distance;
    for (let i = 0; i < 3; i++) {
      this.normal[i] = pair.normal[i];
      this.pointA[i] = pair.pointA[i];
      this.pointB[i] = pair.pointB[i];
    }
  }

  /** The same: n[k..k+2] ← normal, middle[k..k+2] ← the point between both, and the distance is returned. */
  measure(poses: ShapePoses, a: number, b: number, n: Float64Array, middle: Float64Array, k: number): number {
    if (this.isBall[a] === 1 && this.isBall[b] === 1) return this.measureBalls(poses, a, b, n, middle, k);
    this.evaluate(poses, a, b);
    const { normal, pointA, pointB } = this;
    for (let i = 0; i < 3; i++) {
      n[k + i] = normal[i];
      middle[k + i] = 0.5 * (pointA[i] + pointB[i]);
    }
    return this.distance;
  }

  /** betweenBalls() for contacts, of which crowds of balls have hundreds. */
  private measureBalls(
    { position: r }: ShapePoses,
    a: number,
    b: number,
    n: Float64Array,
    middle: Float64Array,
    k: number,
  ): number {
    this.evaluations++;
    const radiusA = this.radius[a];
    const radiusB = this.radius[b];
    const ax = r[3 * a];
    const ay = r[3 * a + 1];
    const az = r[3 * a + 2];
    let x = r[3 * b] - ax;
    let y = r[3 * b + 1] - ay;
    let z = r[3 * b + 2] - az;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > coincident * (radiusA + radiusB)) {
      x /= length;
      y /= length;
      z /= length;
    } else {
      x = y = 0;
      z = 1;
    }
    const distance = length - radiusA - radiusB;
    // on ball A
    const px = ax + radiusA * x;
    const py = ay + radiusA * y;
    const pz = az + radiusA * z;
    n[k] = x;
    n[k + 1] = y;
    n[k + 2] = z;
    middle[k] = 0.5 * (px + (px + distance * x));
    middle[k + 1] = 0.5 * (py + (py + distance * y));
    middle[k + 2] = 0.5 * (pz + (pz + distance * z));
    return distance;
  }

  /** How far shapes a and b are apart along n[k..k+2], a unit vector from a to b: a lower bound of their distance. */
  gapAlong(poses: ShapePoses, a: number, b: number, n: Float64Array, k: number): number {
    const isSharp = this.isSharp[a] === 1 && this.isSharp[b] === 1;
    const A = isSharp ? poses.cores[a]! : this.rounded[a]!;
    const B = isSharp ? poses.cores[b]! : this.rounded[b]!;
    const { position: r } = poses;
    let gap = -A.radius - B.radius;
    for (let i = 0; i < 3; i++) gap += n[k + i] * (r[3 * b + i] - r[3 * a + i]);
    return gap - this.extent(poses, a, A, n, k, 1) - this.extent(poses, b, B, n, k, -1);
  }

  /** How far core A of shape a extends along sign·n from the origin of the shape. */
  private extent({ rotation: R }: ShapePoses, a: number, A: Core, n: Float64Array, k: number, sign: number): number {
    if (A.kind === corePoint) return 0;
    const { q, foot } = this;
    for (let i = 0; i < 3; i++) {
      const p = 9 * a + ((A.axis + i) % 3);
      q[i] = sign * (R[p] * n[k] + R[p + 3] * n[k + 1] + R[p + 6] * n[k + 2]);
    }
    supportPoint(foot, 0, A, q, 0);
    return q[0] * foot[0] + q[1] * foot[1] + q[2] * foot[2];
  }

  /** The ball of shape a against shape b, by the formula for the distance of a point; sign −1 when the ball is the second of the pair. */
  private ballAgainst(poses: ShapePoses, a: number, radius: number, b: number, B: Core, sign: number): void {
    const { normal, q, foot } = this;
    const { position: r, rotation: R } = poses;
    const p = 3 * a;
    const k = 9 * b;
    const x = r[p] - r[3 * b];
    const y = r[p + 1] - r[3 * b + 1];
    const z = r[p + 2] - r[3 * b + 2];
    const jx = B.axis % 3;
    const jy = (B.axis + 1) % 3;
    const jz = (B.axis + 2) % 3;
    q[0] = R[k + jx] * x + R[k + 3 + jx] * y + R[k + 6 + jx] * z;
    q[1] = R[k + jy] * x + R[k + 3 + jy] * y + R[k + 6 + jy] * z;
    q[2] = R[k + jz] * x + R[k + 3 + jz] * y + R[k + 6 + jz] * z;
    pointDistance(foot, B, q);
    const distance = foot[6] - radius - B.radius;
    const near = sign > 0 ? this.pointA : this.pointB;
    const far = sign > 0 ? this.pointB : this.pointA;
    for (let i = 0; i < 3; i++) {
      // from the ball to the other shape
      const n = -(R[k + 3 * i + jx] * foot[3] + R[k + 3 * i + jy] * foot[4] + R[k + 3 * i + jz] * foot[5]);
      near[i] = r[p + i] + radius * n;
      far[i] = near[i] + distance * n;
      normal[i] = sign * n;
    }
    this.distance = distance;
  }

  private betweenBalls(r: Float64Array, a: number, radiusA: number, b: number, radiusB: number): void {
    const { normal, pointA, pointB } = this;
    const x = r[b] - r[a];
    const y = r[b + 1] - r[a + 1];
    const z = r[b + 2] - r[a + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > coincident * (radiusA + radiusB)) {
      normal[0] = x / length;
      normal[1] = y / length;
      normal[2] = z / length;
    } else {
      normal[0] = 0;
      normal[1] = 0;
      normal[2] = 1;
    }
    this.distance = length - radiusA - radiusB;
    for (let i = 0; i < 3; i++) {
      pointA[i] = r[a + i] + radiusA * normal[i];
      pointB[i] = pointA[i] + this.distance * normal[i];
    }
  }

  private workspace(formA: number, formB: number, A: Core, B: Core): NarrowPhase {
    const key = formA * this.formCount + formB;
    let found = this.workspaces.get(key);
    if (found === undefined) {
      found = new NarrowPhase(A, B);
      this.workspaces.set(key, found);
    }
    return found;
  }
}

/** Cores of equal name are equal; hulls are compared by identity and have none. */
function formName(core: Core): string {
  if (core.hull.count > 0) return "";
  return `${core.kind} ${core.axis} ${core.radius} ${core.size.join(" ")}`;
}
