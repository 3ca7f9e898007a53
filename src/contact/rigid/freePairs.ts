/**
 * Pairs of free bodies, or of one and what does not move. All that their points know of the bodies is how one moves relative to the other: six
 * numbers in the axes of the normal and the tangents, which are read when the pair comes in turn, follow its impulses, and are written back as one force and
 * one moment. A pass over the points costs a third of what rows of both bodies did.
 *
 *     V = v_B + ω_B × b − v_A − ω_A × a        Ω = ω_B − ω_A        speed of a point = V + Ω × ρ
 *     F = Σ λ,  T = Σ ρ × λ:        v_B += F/m_B,  ω_B += I_B⁻¹·(b × F + T);  v_A, ω_A likewise with −F, −T
 *
 * Legend   a, b   from the centres of mass to the first point of the pair, ρ from there to a point        G   change of (V, Ω) per impulse at a point
 *          n, 1, 2   along the normal and the tangents
 *
 * Speeds of a body: of its centre of mass, then its angular velocity, in world axes. A side that does not move has six that are zero.
 *
 * Length   what goes through all points of a pair is written out, so that its numbers stay where the processor computes
 */
import { singleLength } from "../../mechanics/singleBodies.ts";
import { type ContactList, enlarged, pairLength, startPairs, startPoints } from "./contactList.ts";
import type { Coulomb } from "./coulomb.ts";

/** Numbers of a pair: normal, tangents, a, b, 1/m_A, 1/m_B, I_A⁻¹, I_B⁻¹. */
const headLength = 29;
/** Numbers of a point: ρ (n, 1, 2), columns of G, then what a pass asks of the list, side by side with them. */
const pointLength = 27;
/** Of these: inverse yields along the normal and the tangents, the yields themselves, friction, and the least speed along the normal. */
const ofMasses = 21;
const ofYields = 23;
const ofFriction = 25;
const ofTarget = 26;

export class FreePairs {
  private readonly list: ContactList;
  private heads = new Float64Array(headLength * startPairs);
  private points = new Float64Array(pointLength * startPoints);
  /** Relative motion (V, Ω) of the pair that was read last, n, 1, 2 of each; force and moment that are to be written. */
  private readonly twist = new Float64Array(6);
  private readonly wrench = new Float64Array(6);
  private readonly local = new Float64Array(9);
  /** Change of (V, Ω) of a pair per force along n, 1, 2 at its first point and per moment about them, six numbers of each. */
  private readonly answer = new Float64Array(36);

  constructor(list: ContactList) {
    this.list = list;
  }

  /** Pair p of the bodies with these numbers (see SingleBodies; zero for what does not move), with the points at `at`, three numbers each. */
  set(
    p: number,
    bodies: Float64Array,
    bodyA: number,
    bodyB: number,
    normal: Float64Array,
    t1: Float64Array,
    t2: Float64Array,
    at: Float64Array,
  ): void {
    const { list, local, answer } = this;
    const from = list.pairs[pairLength * p];
    const to = list.pairs[pairLength * p + 1];
    while (headLength * (p + 1) > this.heads.length) this.heads = enlarged(this.heads, Float64Array);
    while (pointLength * to > this.points.length) this.points = enlarged(this.points, Float64Array);
    const { heads, points } = this;
    const o = headLength * p;
    const A = singleLength * bodyA;
    const B = singleLength * bodyB;
    for (let i = 0; i < 3; i++) {
      heads[o + i] = normal[i];
      heads[o + 3 + i] = t1[i];
      heads[o + 6 + i] = t2[i];
      heads[o + 9 + i] = at[i] - bodies[A + i];
      heads[o + 12 + i] = at[i] - bodies[B + i];
    }
    heads[o + 15] = bodies[A + 3];
    heads[o + 16] = bodies[B + 3];
    for (let i = 0; i < 6; i++) {
      heads[o + 17 + i] = bodies[A + 4 + i];
      heads[o + 23 + i] = bodies[B + 4 + i];
    }
    answer.fill(0);
    addAnswer(answer, local, heads, o, o + 9, o + 17, heads[o + 15]);
    addAnswer(answer, local, heads, o, o + 12, o + 23, heads[o + 16]);
    for (let k = from; k < to; k++) {
      const q = pointLength * k;
      const x = at[3 * (k - from)] - at[0];
      const y = at[3 * (k - from) + 1] - at[1];
      const z = at[3 * (k - from) + 2] - at[2];
      const s = heads[o] * x + heads[o + 1] * y + heads[o + 2] * z;
      const u = heads[o + 3] * x + heads[o + 4] * y + heads[o + 5] * z;
      const v = heads[o + 6] * x + heads[o + 7] * y + heads[o + 8] * z;
      points[q] = s;
      points[q + 1] = u;
      points[q + 2] = v;
      // a unit impulse there is a force at the first point and the moment ρ × it
      for (let i = 0; i < 6; i++) {
        const n = answer[18 + i];
        const first = answer[24 + i];
        const second = answer[30 + i];
        points[q + 3 + i] = answer[i] + v * first - u * second;
        points[q + 9 + i] = answer[6 + i] + s * second - v * n;
        points[q + 15 + i] = answer[12 + i] + u * n - s * first;
      }
      // speeds of the point itself per impulse there
      const first = points[q + 10] + points[q + 14] * s - points[q + 12] * v;
      const second = points[q + 17] + points[q + 18] * u - points[q + 19] * s;
      list.setYields(k, points[q + 3] + points[q + 7] * v - points[q + 8] * u, Math.max(first, second));
      for (let i = 0; i < 2; i++) {
        points[q + ofMasses + i] = list.masses[2 * k + i];
        points[q + ofYields + i] = list.yields[2 * k + i];
      }
      points[q + ofFriction] = list.friction[k];
    }
  }

  /** Before the passes: the least speeds of the points of pair p are known. */
  aim(p: number): void {
    const { points, list } = this;
    const { pairs, target } = list;
    for (let k = pairs[pairLength * p], to = pairs[pairLength * p + 1]; k < to; k++)
      points[pointLength * k + ofTarget] = target[k];
  }

  /** twist ← how B moves relative to A. */
  private read(p: number, w: Float64Array): void {
    const { heads, twist, list } = this;
    const o = headLength * p;
    const a = list.pairs[pairLength * p + 2];
    const b = list.pairs[pairLength * p + 4];
    const ax = w[a + 3];
    const ay = w[a + 4];
    const az = w[a + 5];
    const bx = w[b + 3];
    const by = w[b + 4];
    const bz = w[b + 5];
    const vx = w[b] - w[a] + (by * heads[o + 14] - bz * heads[o + 13]) - (ay * heads[o + 11] - az * heads[o + 10]);
    const vy =
      w[b + 1] - w[a + 1] + (bz * heads[o + 12] - bx * heads[o + 14]) - (az * heads[o + 9] - ax * heads[o + 11]);
    const vz =
      w[b + 2] - w[a + 2] + (bx * heads[o + 13] - by * heads[o + 12]) - (ax * heads[o + 10] - ay * heads[o + 9]);
    const x = bx - ax;
    const y = by - ay;
    const z = bz - az;
    twist[0] = heads[o] * vx + heads[o + 1] * vy + heads[o + 2] * vz;
    twist[1] = heads[o + 3] * vx + heads[o + 4] * vy + heads[o + 5] * vz;
    twist[2] = heads[o + 6] * vx + heads[o + 7] * vy + heads[o + 8] * vz;
    twist[3] = heads[o] * x + heads[o + 1] * y + heads[o + 2] * z;
    twist[4] = heads[o + 3] * x + heads[o + 4] * y + heads[o + 5] * z;
    twist[5] = heads[o + 6] * x + heads[o + 7] * y + heads[o + 8] * z;
  }

  /** Short enough to be a part of whoever calls it: six numbers are not handed over one by one. */
  private carry(fn: number, f1: number, f2: number, tn: number, t1: number, t2: number): void {
    const { wrench } = this;
    wrench[0] = fn;
    wrench[1] = f1;
    wrench[2] = f2;
    wrench[3] = tn;
    wrench[4] = t1;
    wrench[5] = t2;
  }

  /** w ← w behind the wrench. */
  private write(p: number, w: Float64Array): void {
    const { heads, wrench, list } = this;
    const o = headLength * p;
    const fx = heads[o] * wrench[0] + heads[o + 3] * wrench[1] + heads[o + 6] * wrench[2];
    const fy = heads[o + 1] * wrench[0] + heads[o + 4] * wrench[1] + heads[o + 7] * wrench[2];
    const fz = heads[o + 2] * wrench[0] + heads[o + 5] * wrench[1] + heads[o + 8] * wrench[2];
    const tx = heads[o] * wrench[3] + heads[o + 3] * wrench[4] + heads[o + 6] * wrench[5];
    const ty = heads[o + 1] * wrench[3] + heads[o + 4] * wrench[4] + heads[o + 7] * wrench[5];
    const tz = heads[o + 2] * wrench[3] + heads[o + 5] * wrench[4] + heads[o + 8] * wrench[5];
    if (heads[o + 15] > 0) {
      const a = list.pairs[pairLength * p + 2];
      const x = tx + heads[o + 10] * fz - heads[o + 11] * fy;
      const y = ty + heads[o + 11] * fx - heads[o + 9] * fz;
      const z = tz + heads[o + 9] * fy - heads[o + 10] * fx;
      const part = heads[o + 15];
      w[a] -= part * fx;
      w[a + 1] -= part * fy;
      w[a + 2] -= part * fz;
      w[a + 3] -= heads[o + 17] * x + heads[o + 18] * y + heads[o + 19] * z;
      w[a + 4] -= heads[o + 18] * x + heads[o + 20] * y + heads[o + 21] * z;
      w[a + 5] -= heads[o + 19] * x + heads[o + 21] * y + heads[o + 22] * z;
    }
    if (heads[o + 16] > 0) {
      const b = list.pairs[pairLength * p + 4];
      const x = tx + heads[o + 13] * fz - heads[o + 14] * fy;
      const y = ty + heads[o + 14] * fx - heads[o + 12] * fz;
      const z = tz + heads[o + 12] * fy - heads[o + 13] * fx;
      const part = heads[o + 16];
      w[b] += part * fx;
      w[b + 1] += part * fy;
      w[b + 2] += part * fz;
      w[b + 3] += heads[o + 23] * x + heads[o + 24] * y + heads[o + 25] * z;
      w[b + 4] += heads[o + 24] * x + heads[o + 26] * y + heads[o + 27] * z;
      w[b + 5] += heads[o + 25] * x + heads[o + 27] * y + heads[o + 28] * z;
    }
  }

  /** out[3k..3k+2] ← speeds of the points of pair p. */
  speeds(p: number, w: Float64Array, out: Float64Array): void {
    const { twist, points, list } = this;
    this.read(p, w);
    for (let k = list.pairs[pairLength * p], to = list.pairs[pairLength * p + 1]; k < to; k++) {
      const s = points[pointLength * k];
      const u = points[pointLength * k + 1];
      const v = points[pointLength * k + 2];
      out[3 * k] = twist[0] + twist[4] * v - twist[5] * u;
      out[3 * k + 1] = twist[1] + twist[5] * s - twist[3] * v;
      out[3 * k + 2] = twist[2] + twist[3] * u - twist[4] * s;
    }
  }

  /** w ← w behind the impulses changes[3k..3k+2] of the points of pair p. */
  push(p: number, w: Float64Array, changes: Float64Array): void {
    const { list } = this;
    this.carry(0, 0, 0, 0, 0, 0);
    for (let k = list.pairs[pairLength * p], to = list.pairs[pairLength * p + 1]; k < to; k++)
      this.add(pointLength * k, changes[3 * k], changes[3 * k + 1], changes[3 * k + 2]);
    this.write(p, w);
  }

  /** wrench += that of an impulse at the point whose numbers begin at q. */
  private add(q: number, n: number, x: number, y: number): void {
    const { points, wrench } = this;
    const s = points[q];
    const u = points[q + 1];
    const v = points[q + 2];
    wrench[0] += n;
    wrench[1] += x;
    wrench[2] += y;
    wrench[3] += u * y - v * x;
    wrench[4] += v * n - s * y;
    wrench[5] += s * x - u * n;
  }

  /**
   * The points of pair p in turn: normal impulse, then friction, as Coulomb does it for one. Impulses first go on by `part` of their way (see
   * Impulses), as the speeds w have done.
   */
  pass(p: number, w: Float64Array, coulomb: Coulomb, way: Float64Array, last: Float64Array, part: number): void {
    const { twist, points } = this;
    const { pairs, impulse } = this.list;
    this.read(p, w);
    let vn = twist[0];
    let v1 = twist[1];
    let v2 = twist[2];
    let on = twist[3];
    let o1 = twist[4];
    let o2 = twist[5];
    let fn = 0;
    let f1 = 0;
    let f2 = 0;
    let tn = 0;
    let t1 = 0;
    let t2 = 0;
    let { largest, square } = coulomb;
    let hasChanged = false;
    for (let k = pairs[pairLength * p], to = pairs[pairLength * p + 1]; k < to; k++) {
      const q = pointLength * k;
      const i = 3 * k;
      const further = part * way[i];
      const further1 = part * way[i + 1];
      const further2 = part * way[i + 2];
      way[i] = further + (impulse[i] - last[i]);
      way[i + 1] = further1 + (impulse[i + 1] - last[i + 1]);
      way[i + 2] = further2 + (impulse[i + 2] - last[i + 2]);
      const before = impulse[i] + further;
      const x0 = impulse[i + 1] + further1;
      const y0 = impulse[i + 2] + further2;
      last[i] = impulse[i] = before;
      last[i + 1] = impulse[i + 1] = x0;
      last[i + 2] = impulse[i + 2] = y0;
      const s = points[q];
      const u = points[q + 1];
      const v = points[q + 2];
      const wanted = before + (points[q + ofTarget] - (vn + o1 * v - o2 * u)) * points[q + ofMasses];
      if (!(wanted > 0) && before === 0) continue;
      const after = Math.max(0, wanted);
      const d = after - before;
      if (d !== 0) {
        impulse[i] = after;
        vn += points[q + 3] * d;
        v1 += points[q + 4] * d;
        v2 += points[q + 5] * d;
        on += points[q + 6] * d;
        o1 += points[q + 7] * d;
        o2 += points[q + 8] * d;
        fn += d;
        t1 += v * d;
        t2 -= u * d;
        hasChanged = true;
        const change = Math.abs(d) * points[q + ofYields];
        square += change * Math.abs(d);
        if (change > largest) largest = change;
      }
      const most = points[q + ofFriction] * after;
      const mass = points[q + ofMasses + 1];
      let x = x0 - (v1 + o2 * s - on * v) * mass;
      let y = y0 - (v2 + on * u - o1 * s) * mass;
      const size = x * x + y * y;
      if (size > most * most) {
        const ratio = most / Math.sqrt(size);
        x *= ratio;
        y *= ratio;
      }
      const dx = x - x0;
      const dy = y - y0;
      if (dx === 0 && dy === 0) continue;
      impulse[i + 1] = x;
      impulse[i + 2] = y;
      vn += points[q + 9] * dx + points[q + 15] * dy;
      v1 += points[q + 10] * dx + points[q + 16] * dy;
      v2 += points[q + 11] * dx + points[q + 17] * dy;
      on += points[q + 12] * dx + points[q + 18] * dy;
      o1 += points[q + 13] * dx + points[q + 19] * dy;
      o2 += points[q + 14] * dx + points[q + 20] * dy;
      f1 += dx;
      f2 += dy;
      tn += u * dy - v * dx;
      t1 -= s * dy;
      t2 += s * dx;
      hasChanged = true;
      const yields = points[q + ofYields + 1];
      square += (dx * dx + dy * dy) * yields;
      const change = Math.max(Math.abs(dx), Math.abs(dy)) * yields;
      if (change > largest) largest = change;
    }
    if (!hasChanged) return;
    coulomb.largest = largest;
    coulomb.square = square;
    this.carry(fn, f1, f2, tn, t1, t2);
    this.write(p, w);
  }

  /** The same for normals alone: sizes ← impulses that open what is closed too far by `least` or more. False when nothing was. */
  passApart(p: number, w: Float64Array, target: Float64Array, sizes: Float64Array, least: number): boolean {
    const { twist, points } = this;
    const { pairs } = this.list;
    this.read(p, w);
    let vn = twist[0];
    let o1 = twist[4];
    let o2 = twist[5];
    let fn = 0;
    let t1 = 0;
    let t2 = 0;
    let hasChanged = false;
    for (let k = pairs[pairLength * p], to = pairs[pairLength * p + 1]; k < to; k++) {
      const q = pointLength * k;
      const u = points[q + 1];
      const v = points[q + 2];
      const size = Math.max(0, sizes[k] + (target[k] - (vn + o1 * v - o2 * u)) * points[q + ofMasses]);
      const d = size - sizes[k];
      if (Math.abs(d) * points[q + ofYields] <= least) continue;
      sizes[k] = size;
      vn += points[q + 3] * d;
      o1 += points[q + 7] * d;
      o2 += points[q + 8] * d;
      fn += d;
      t1 += v * d;
      t2 -= u * d;
      hasChanged = true;
    }
    if (!hasChanged) return false;
    this.carry(fn, 0, 0, 0, t1, t2);
    this.write(p, w);
    return true;
  }
}

/**
 * answer += that of one body, with the arm and the inverse inertia among the numbers x, and the axes n, 1, 2 there. `local`: of the arm, and of
 * the inverse inertia, in these axes.
 */
function addAnswer(
  answer: Float64Array,
  local: Float64Array,
  x: Float64Array,
  axes: number,
  arm: number,
  inverse: number,
  inverseMass: number,
): void {
  if (inverseMass === 0) return;
  let at = 3;
  for (let r = 0; r < 3; r++) {
    const e = axes + 3 * r;
    local[r] = x[e] * x[arm] + x[e + 1] * x[arm + 1] + x[e + 2] * x[arm + 2];
    const tx = x[inverse] * x[e] + x[inverse + 1] * x[e + 1] + x[inverse + 2] * x[e + 2];
    const ty = x[inverse + 1] * x[e] + x[inverse + 3] * x[e + 1] + x[inverse + 4] * x[e + 2];
    const tz = x[inverse + 2] * x[e] + x[inverse + 4] * x[e + 1] + x[inverse + 5] * x[e + 2];
    for (let c = r; c < 3; c++)
      local[at++] = tx * x[axes + 3 * c] + ty * x[axes + 3 * c + 1] + tz * x[axes + 3 * c + 2];
  }
  const a = local[0];
  const b = local[1];
  const c = local[2];
  for (let column = 0; column < 6; column++) {
    // moment about the centre of mass
    const nx = column === 1 ? -c : column === 2 ? b : column === 3 ? 1 : 0;
    const ny = column === 0 ? c : column === 2 ? -a : column === 4 ? 1 : 0;
    const nz = column === 0 ? -b : column === 1 ? a : column === 5 ? 1 : 0;
    const wx = local[3] * nx + local[4] * ny + local[5] * nz;
    const wy = local[4] * nx + local[6] * ny + local[7] * nz;
    const wz = local[5] * nx + local[7] * ny + local[8] * nz;
    const o = 6 * column;
    answer[o] += wy * c - wz * b;
    answer[o + 1] += wz * a - wx * c;
    answer[o + 2] += wx * b - wy * a;
    if (column < 3) answer[o + column] += inverseMass;
    answer[o + 3] += wx;
    answer[o + 4] += wy;
    answer[o + 5] += wz;
  }
}
