/**
 * Signed distance of two convex cores with 32 digits, from support mappings alone: the witness for pairs without closed form.
 * It shares nothing with the narrow phase but the meaning of a core, and knows nothing of features: descent on the Minkowski
 * difference when separated, an expanding polytope when overlapping, both until an upper and a lower bound of the distance agree.
 * The rounding that stops such algorithms at about 1e-8 in double precision is far away here.
 */
import type { Core } from "../../src/geometry/core.ts";
import {
  coreBeam,
  coreBox,
  coreCone,
  coreCylinder,
  coreEllipsoid,
  coreHull,
  coreSegment,
} from "../../src/geometry/core.ts";
import { DoubleDouble } from "../math/doubleDoubleNumber.ts";

type DD = DoubleDouble;
type V = readonly [DD, DD, DD];

const number = (x: number) => DoubleDouble.from(x);
const zero = number(0);
const add = (a: V, b: V): V => [a[0].plus(b[0]), a[1].plus(b[1]), a[2].plus(b[2])];
const sub = (a: V, b: V): V => [a[0].minus(b[0]), a[1].minus(b[1]), a[2].minus(b[2])];
const scale = (a: V, s: DD): V => [a[0].times(s), a[1].times(s), a[2].times(s)];
const dot = (a: V, b: V): DD => a[0].times(b[0]).plus(a[1].times(b[1])).plus(a[2].times(b[2]));
const length = (a: V): DD => dot(a, a).sqrt();
const cross = (a: V, b: V): V => [
  a[1].times(b[2]).minus(a[2].times(b[1])),
  a[2].times(b[0]).minus(a[0].times(b[2])),
  a[0].times(b[1]).minus(a[1].times(b[0])),
];
const signed = (size: number, direction: DD) => number(direction.hi >= 0 ? size : -size);

/** Farthest point of the core along d, both in the frame of the core. */
function support(core: Core, d: V): V {
  const [a, b, c, e] = core.size;
  const around = (radius: number, x: DD, y: DD): [DD, DD] => {
    const l = x.times(x).plus(y.times(y)).sqrt();
    if (l.hi === 0) return [number(radius), zero];
    return [x.times(radius).dividedBy(l), y.times(radius).dividedBy(l)];
  };
  switch (core.kind) {
    case coreSegment:
      return [zero, zero, signed(a, d[2])];
    case coreBox:
      return [signed(a, d[0]), signed(b, d[1]), signed(c, d[2])];
    case coreEllipsoid: {
      const q: V = [d[0].times(a), d[1].times(b), d[2].times(c)];
      const l = length(q);
      return [q[0].times(a).dividedBy(l), q[1].times(b).dividedBy(l), q[2].times(c).dividedBy(l)];
    }
    case coreCylinder:
      return [...around(a, d[0], d[1]), signed(b, d[2])];
    case coreCone: {
      const low: V = [...around(a, d[0], d[1]), number(c)];
      const high: V = [...around(b, d[0], d[1]), number(e)];
      return dot(d, low).compare(dot(d, high)) > 0 ? low : high;
    }
    case coreBeam: {
      const [x, z] = around(b, d[0], d[2]);
      return [x, signed(c, d[1]), z.plus(signed(a, d[2]))];
    }
    case coreHull: {
      const p = core.hull.vertices;
      let best = 0;
      let height: DD | undefined;
      // only vertices that doubles cannot tell apart are compared with all digits
      let roughly = -Infinity;
      for (let i = 0; i < p.length; i += 3) {
        const rough = p[i] * d[0].hi + p[i + 1] * d[1].hi + p[i + 2] * d[2].hi;
        const slack = 1e-14 * core.reach * (Math.abs(d[0].hi) + Math.abs(d[1].hi) + Math.abs(d[2].hi));
        if (rough < roughly - slack) continue;
        roughly = Math.max(roughly, rough);
        const h = d[0]
          .times(p[i])
          .plus(d[1].times(p[i + 1]))
          .plus(d[2].times(p[i + 2]));
        if (height !== undefined && h.compare(height) <= 0) continue;
        height = h;
        best = i;
      }
      return [number(p[best]), number(p[best + 1]), number(p[best + 2])];
    }
  }
  return [zero, zero, zero];
}

export interface PlacedCore {
  readonly core: Core;
  /** Row-major, of the shape. */
  readonly R: ArrayLike<number>;
  readonly r: ArrayLike<number>;
}

function worldSupport({ core, R, r }: PlacedCore, d: V): V {
  const column = (j: number): V => {
    const k = (core.axis + j) % 3;
    return [number(R[k]), number(R[3 + k]), number(R[6 + k])];
  };
  const [x, y, z] = [column(0), column(1), column(2)];
  const p = support(core, [dot(x, d), dot(y, d), dot(z, d)]);
  const at: V = [number(r[0]), number(r[1]), number(r[2])];
  return add(at, add(scale(x, p[0]), add(scale(y, p[1]), scale(z, p[2]))));
}

export interface Certified {
  /** Of the bodies, m: cores minus radii. */
  readonly distance: number;
  /** Upper minus lower bound, m. */
  readonly gap: number;
}

/** Signed distance of the bodies. `precision`: where the bounds may stop, m. */
export function doubleDoubleDistance(A: PlacedCore, B: PlacedCore, precision: number): Certified {
  const difference = (d: V): V => sub(worldSupport(A, d), worldSupport(B, scale(d, number(-1))));
  const radii = number(A.core.radius).plus(B.core.radius);
  const report = (distance: DD, gap: DD): Certified => ({
    distance: distance.minus(radii).toNumber(),
    gap: gap.toNumber(),
  });
  let simplex: V[] = [difference([number(1), number(0.5), number(0.25)])];
  let v = simplex[0]!;
  for (let iteration = 0; iteration < 300; iteration++) {
    const w = difference(scale(v, number(-1)));
    const l = length(v);
    const lower = dot(v, w).dividedBy(l);
    const gap = l.minus(lower);
    if (gap.hi <= precision || l.hi < 1e-28) return report(l, gap);
    const next = nearest([...simplex, w]);
    if (next === undefined) return expand([...simplex, w], difference, precision, report);
    simplex = next.points;
    v = next.v;
  }
  throw new Error("the descent did not arrive");
}

/** The point of a simplex nearest to the origin, and the corners that carry it; undefined when the origin is inside. */
function nearest(points: readonly V[]): { points: V[]; v: V } | undefined {
  let best: { points: V[]; v: V } | undefined;
  let least: DD | undefined;
  for (let bits = 1; bits < 1 << points.length; bits++) {
    const corners = points.filter((_, i) => (bits & (1 << i)) !== 0);
    const v = innerNearest(corners);
    if (v === undefined) continue;
    if (corners.length === 4) return undefined;
    const square = dot(v, v);
    if (least !== undefined && square.compare(least) >= 0) continue;
    least = square;
    best = { points: corners, v };
  }
  return best;
}

/** Nearest point of the plane through the corners, if it is inside them. */
function innerNearest(corners: readonly V[]): V | undefined {
  const [o, ...rest] = corners as [V, ...V[]];
  const e = rest.map((p) => sub(p, o));
  const weights = solve(
    e.map((u) => e.map((w) => dot(u, w))),
    e.map((u) => dot(u, o).negated()),
  );
  if (weights === undefined) return undefined;
  const sum = weights.reduce((total, w) => total.plus(w), zero);
  if (weights.some((w) => w.hi <= 0) || (e.length > 0 && sum.compare(1) >= 0)) return undefined;
  return e.reduce((v, u, i) => add(v, scale(u, weights[i]!)), o);
}

/** Gaussian elimination with pivots on the diagonal of a Gram matrix; undefined when it is singular. */
function solve(matrix: DD[][], right: DD[]): DD[] | undefined {
  const n = right.length;
  for (let k = 0; k < n; k++) {
    if (!(matrix[k]![k]!.hi > 0)) return undefined;
    for (let i = k + 1; i < n; i++) {
      const factor = matrix[i]![k]!.dividedBy(matrix[k]![k]!);
      for (let j = k; j < n; j++) matrix[i]![j] = matrix[i]![j]!.minus(factor.times(matrix[k]![j]!));
      right[i] = right[i]!.minus(factor.times(right[k]!));
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = k + 1; j < n; j++) right[k] = right[k]!.minus(matrix[k]![j]!.times(right[j]!));
    right[k] = right[k]!.dividedBy(matrix[k]![k]!);
  }
  return right;
}

interface Face {
  readonly corners: readonly [number, number, number];
  readonly n: V;
  readonly d: DD;
}

/** Whether the point is above the plane of the face, with all digits where doubles cannot tell. */
function isAbove(w: V, { n, d }: Face): boolean {
  const size = Math.abs(w[0].hi) + Math.abs(w[1].hi) + Math.abs(w[2].hi);
  const rough = n[0].hi * w[0].hi + n[1].hi * w[1].hi + n[2].hi * w[2].hi - d.hi;
  if (Math.abs(rough) > 1e-13 * size) return rough > 0;
  return dot(n, w).minus(d).hi > 1e-29 * size;
}

function expand(
  tetrahedron: readonly V[],
  difference: (d: V) => V,
  precision: number,
  report: (distance: DD, gap: DD) => Certified,
): Certified {
  const points = [...tetrahedron];
  const makeFace = (i: number, j: number, k: number): Face => {
    const n = cross(sub(points[j]!, points[i]!), sub(points[k]!, points[i]!));
    const unit = scale(n, number(1).dividedBy(length(n)));
    return { corners: [i, j, k], n: unit, d: dot(unit, points[i]!) };
  };
  const [a, b] = isAbove(points[3]!, makeFace(0, 1, 2)) ? [1, 0] : [0, 1];
  let faces = [makeFace(a, b, 2), makeFace(a, 3, b), makeFace(b, 3, 2), makeFace(2, 3, a)];
  let upper: DD | undefined;
  while (points.length < 600) {
    const closest = faces.reduce((best, face) => (face.d.compare(best.d) < 0 ? face : best));
    const w = difference(closest.n);
    const height = dot(w, closest.n);
    if (upper === undefined || height.compare(upper) < 0) upper = height;
    const gap = upper.minus(closest.d);
    if (gap.hi <= precision) return report(upper.negated(), gap);
    // a new corner: faces that see it, from the closest one on, make way for a fan over their horizon
    const across = new Map<string, Face>();
    for (const face of faces) for (const [p, q] of edgesOf(face)) across.set(`${p} ${q}`, face);
    const visible = new Set([closest]);
    for (const face of visible) {
      for (const [p, q] of edgesOf(face)) {
        const next = across.get(`${q} ${p}`)!;
        if (isAbove(w, next)) visible.add(next);
      }
    }
    const horizon = [...visible].flatMap(edgesOf).filter(([p, q]) => !visible.has(across.get(`${q} ${p}`)!));
    points.push(w);
    const fan = horizon.map(([p, q]) => makeFace(p, q, points.length - 1));
    faces = [...faces.filter((face) => !visible.has(face)), ...fan];
  }
  throw new Error("the polytope did not arrive");
}

function edgesOf({ corners: [i, j, k] }: Face): [number, number][] {
  return [
    [i, j],
    [j, k],
    [k, i],
  ];
}
