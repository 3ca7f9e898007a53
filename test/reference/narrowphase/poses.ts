/**
 * Random poses of two convex shapes whose signed distance is known by construction, to about 1e-15: a feature of one shape
 * (face, edge, smooth point) and its normal are chosen, the other shape is placed with a supporting point, or an edge crossing
 * it, at the wanted distance along that normal.
 *
 * The numbers depend on the seed alone, so failures can be repeated.
 */
import { readFileSync } from "node:fs";

type V3 = [number, number, number];

export interface SampleShape {
  readonly kind: "box" | "sphere" | "ellipsoid" | "cylinder" | "cone" | "capsule" | "hull";
  /** Box, ellipsoid: half lengths; sphere: radius a; cylinder, cone, capsule: radius a, half length b. Centred. */
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly vertices: V3[];
  readonly faces: V3[];
  readonly faceNormals: V3[];
  readonly edges: { p: V3; q: V3; e: V3; n1: V3; n2: V3 }[];
}

export interface KnownPose {
  readonly RA: number[];
  readonly pA: V3;
  readonly RB: number[];
  readonly pB: V3;
  readonly n: V3;
  readonly a: V3;
  readonly b: V3;
  readonly delta: number;
}

export const regimes = ["separated", "shallow", "touching"] as const;

export const samplePairs = [
  ["sphere", "sphere"],
  ["sphere", "box"],
  ["sphere", "ellipsoid"],
  ["sphere", "cylinder"],
  ["sphere", "cone"],
  ["sphere", "capsule"],
  ["sphere", "hull100"],
  ["capsule", "capsule"],
  ["box", "capsule"],
  ["box", "box"],
  ["box", "ellipsoid"],
  ["box", "cylinder"],
  ["box", "cone"],
  ["ellipsoid", "ellipsoid"],
  ["cylinder", "cylinder"],
  ["cone", "cone"],
  ["capsule", "cylinder"],
  ["box", "hull100"],
  ["hull100", "hull100"],
  ["hull1000", "hull1000"],
] as const;

/** Mulberry32: a uniform generator with 32 bits of state. */
export function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const add = (a: V3, b: V3): V3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const sub = (a: V3, b: V3): V3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const mul = (a: V3, s: number): V3 => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a: V3, b: V3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: V3, b: V3): V3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const len = (a: V3): number => Math.sqrt(dot(a, a));
const unit = (a: V3): V3 => mul2(a, len(a));
const mul2 = (a: V3, l: number): V3 => [a[0] / l, a[1] / l, a[2] / l];
const rotate = (r: number[], a: V3): V3 => [
  r[0] * a[0] + r[1] * a[1] + r[2] * a[2],
  r[3] * a[0] + r[4] * a[1] + r[5] * a[2],
  r[6] * a[0] + r[7] * a[1] + r[8] * a[2],
];
const rotateBack = (r: number[], a: V3): V3 => [
  r[0] * a[0] + r[3] * a[1] + r[6] * a[2],
  r[1] * a[0] + r[4] * a[1] + r[7] * a[2],
  r[2] * a[0] + r[5] * a[1] + r[8] * a[2],
];

export function matrixOfQuaternion(w: number, x: number, y: number, z: number): number[] {
  const l = Math.sqrt(w * w + x * x + y * y + z * z);
  w /= l;
  x /= l;
  y /= l;
  z /= l;
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
}

export function randomUnit(u: () => number): V3 {
  for (;;) {
    const x = 2 * u() - 1;
    const y = 2 * u() - 1;
    const z = 2 * u() - 1;
    const q = x * x + y * y + z * z;
    if (q > 0.01 && q <= 1) return mul2([x, y, z], Math.sqrt(q));
  }
}

function randomUnit2(u: () => number): [number, number] {
  for (;;) {
    const x = 2 * u() - 1;
    const y = 2 * u() - 1;
    const q = x * x + y * y;
    if (q > 0.01 && q <= 1) return [x / Math.sqrt(q), y / Math.sqrt(q)];
  }
}

export function randomRotation(u: () => number): number[] {
  for (;;) {
    const w = 2 * u() - 1;
    const x = 2 * u() - 1;
    const y = 2 * u() - 1;
    const z = 2 * u() - 1;
    const q = w * w + x * x + y * y + z * z;
    if (q > 0.01 && q <= 1) return matrixOfQuaternion(w, x, y, z);
  }
}

const sizes: Readonly<Record<string, V3>> = {
  box: [0.5, 0.4, 0.3],
  sphere: [0.5, 0, 0],
  ellipsoid: [0.5, 0.4, 0.3],
  cylinder: [0.4, 0.5, 0],
  cone: [0.4, 0.5, 0],
  capsule: [0.3, 0.4, 0],
};

/** One of the shapes of `samplePairs`. */
export function sampleShape(name: string): SampleShape {
  const none = { vertices: [], faces: [], faceNormals: [], edges: [] };
  const size = sizes[name];
  if (size !== undefined) {
    return { kind: name as SampleShape["kind"], a: size[0], b: size[1], c: size[2], ...none };
  }
  const count = name === "hull100" ? 100 : 1000;
  const u = mulberry32(count);
  const vertices = Array.from({ length: count }, (): V3 => {
    const d = randomUnit(u);
    return [0.5 * d[0], 0.4 * d[1], 0.3 * d[2]];
  });
  const file = new URL("./hullFaces.json", import.meta.url);
  const flat = (JSON.parse(readFileSync(file, "utf8")) as Record<string, number[]>)[name];
  const faces = Array.from({ length: flat.length / 3 }, (_, f): V3 => [flat[3 * f], flat[3 * f + 1], flat[3 * f + 2]]);
  const faceNormals = faces.map(([i, j, k]) =>
    unit(cross(sub(vertices[j], vertices[i]), sub(vertices[k], vertices[i]))),
  );
  const faceOfEdge = new Map<number, number>();
  faces.forEach((face, f) => {
    for (let k = 0; k < 3; k++) faceOfEdge.set(face[k] * 4096 + face[(k + 1) % 3], f);
  });
  const edges: SampleShape["edges"] = [];
  faces.forEach((face, f) => {
    for (let k = 0; k < 3; k++) {
      const [i, j] = [face[k], face[(k + 1) % 3]];
      if (i >= j) continue;
      const [p, q] = [vertices[i], vertices[j]];
      edges.push({ p, q, e: unit(sub(q, p)), n1: faceNormals[f], n2: faceNormals[faceOfEdge.get(j * 4096 + i)!] });
    }
  });
  return { kind: "hull", a: 0, b: 0, c: 0, vertices, faces, faceNormals, edges };
}

export function sampleSupport(s: SampleShape, d: V3): V3 {
  switch (s.kind) {
    case "box":
      return [d[0] >= 0 ? s.a : -s.a, d[1] >= 0 ? s.b : -s.b, d[2] >= 0 ? s.c : -s.c];
    case "sphere":
      return mul(d, s.a / len(d));
    case "ellipsoid": {
      const [x, y, z] = [s.a * d[0], s.b * d[1], s.c * d[2]];
      const l = Math.sqrt(x * x + y * y + z * z);
      return [(s.a * x) / l, (s.b * y) / l, (s.c * z) / l];
    }
    case "cylinder": {
      const l = Math.sqrt(d[0] * d[0] + d[1] * d[1]);
      const z = d[2] >= 0 ? s.b : -s.b;
      return l > 0 ? [(s.a * d[0]) / l, (s.a * d[1]) / l, z] : [s.a, 0, z];
    }
    case "cone": {
      const l = Math.sqrt(d[0] * d[0] + d[1] * d[1]);
      if (d[2] * s.b * 2 >= s.a * l) return [0, 0, s.b];
      return l > 0 ? [(s.a * d[0]) / l, (s.a * d[1]) / l, -s.b] : [s.a, 0, -s.b];
    }
    case "capsule": {
      const p = mul(d, s.a / len(d));
      p[2] += d[2] >= 0 ? s.b : -s.b;
      return p;
    }
    case "hull": {
      let best = s.vertices[0];
      for (const vertex of s.vertices) if (dot(vertex, d) > dot(best, d)) best = vertex;
      return best;
    }
  }
}

/** A point inside a face or on a smooth surface, and the normal there. */
function faceFeature(u: () => number, s: SampleShape): [V3, V3] {
  switch (s.kind) {
    case "box": {
      const axis = Math.floor(u() * 3);
      const side = u() < 0.5 ? -1 : 1;
      const p = 0.9 * (2 * u() - 1);
      const w = 0.9 * (2 * u() - 1);
      if (axis === 0) return [[side * s.a, p * s.b, w * s.c], [side, 0, 0]]; // biome-ignore format: point, normal
      if (axis === 1) return [[p * s.a, side * s.b, w * s.c], [0, side, 0]]; // biome-ignore format: point, normal
      return [[p * s.a, w * s.b, side * s.c], [0, 0, side]]; // biome-ignore format: point, normal
    }
    case "cylinder":
    case "cone": {
      const isCone = s.kind === "cone";
      if (u() < 0.5) {
        let x = 0;
        let y = 0;
        do {
          x = 2 * u() - 1;
          y = 2 * u() - 1;
        } while (x * x + y * y > 0.81);
        const side = isCone ? -1 : u() < 0.5 ? -1 : 1;
        return [[s.a * x, s.a * y, side * s.b], [0, 0, side]]; // biome-ignore format: point, normal
      }
      const [c, q] = randomUnit2(u);
      const t = u();
      if (!isCone) return [[s.a * c, s.a * q, 0.9 * (2 * t - 1) * s.b], [c, q, 0]]; // biome-ignore format: point, normal
      return sideOfCone(s, c, q, 0.1 + 0.8 * t);
    }
    case "hull":
      for (;;) {
        const i = Math.floor(u() * s.faces.length);
        const a = 0.2 + 0.4 * u();
        const b = Math.max(0.2, 0.2 + (0.6 - a) * u());
        const corners = s.faces[i].map((k) => s.vertices[k]);
        const p = add(add(mul(corners[0], a), mul(corners[1], b)), mul(corners[2], 1 - a - b));
        const n = s.faceNormals[i];
        const margins = [0, 1, 2].map((k) => {
          const e = unit(sub(corners[(k + 1) % 3], corners[k]));
          return dot(cross(n, e), sub(p, corners[k]));
        });
        if (Math.min(...margins) >= 4e-3) return [p, n];
      }
    default: {
      const n = randomUnit(u);
      return [sampleSupport(s, n), n];
    }
  }
}

function sideOfCone(s: SampleShape, c: number, q: number, w: number): [V3, V3] {
  const h = 2 * s.b;
  const l = Math.sqrt(h * h + s.a * s.a);
  const point: V3 = [s.a * w * c, s.a * w * q, s.b - w * h];
  return [point, [(h * c) / l, (h * q) / l, s.a / l]];
}

const hasEdge = (s: SampleShape) => ["box", "cylinder", "cone", "hull"].includes(s.kind);

/** A point on an edge or a straight line of the surface, its direction, and a normal there. */
function edgeFeature(u: () => number, s: SampleShape): [V3, V3, V3] {
  switch (s.kind) {
    case "box": {
      const axis = Math.floor(u() * 3);
      const s1 = u() < 0.5 ? -1 : 1;
      const s2 = u() < 0.5 ? -1 : 1;
      const w = 0.2 + 0.6 * u();
      const t = 0.6 * (2 * u() - 1);
      const table: [V3, V3, V3, V3][] = [
        [[1, 0, 0], [t * s.a, s1 * s.b, s2 * s.c], [0, s1, 0], [0, 0, s2]],
        [[0, 1, 0], [s1 * s.a, t * s.b, s2 * s.c], [s1, 0, 0], [0, 0, s2]],
        [[0, 0, 1], [s1 * s.a, s2 * s.b, t * s.c], [s1, 0, 0], [0, s2, 0]],
      ]; // biome-ignore format: direction, point, normals
      const [e, p, n1, n2] = table[axis];
      return [p, e, unit(add(mul(n1, w), mul(n2, 1 - w)))];
    }
    case "cylinder": {
      const [c, q] = randomUnit2(u);
      const t = 0.6 * (2 * u() - 1);
      return [[s.a * c, s.a * q, t * s.b], [0, 0, 1], [c, q, 0]]; // biome-ignore format: point, direction, normal
    }
    case "cone": {
      const [c, q] = randomUnit2(u);
      const [p, n] = sideOfCone(s, c, q, 0.2 + 0.6 * u());
      const h = 2 * s.b;
      const l = Math.sqrt(h * h + s.a * s.a);
      return [p, [(-s.a * c) / l, (-s.a * q) / l, h / l], n];
    }
    default:
      for (;;) {
        const i = Math.floor(u() * s.edges.length);
        const w = 0.2 + 0.6 * u();
        const t = 0.3 + 0.4 * u();
        const { p, q, e, n1, n2 } = s.edges[i];
        if (len(sub(q, p)) < 0.03) continue;
        return [add(mul(p, 1 - t), mul(q, t)), e, unit(add(mul(n1, w), mul(n2, 1 - w)))];
      }
  }
}

/** Regime 0: separated by 0.01 to 0.5; 1: penetrating by 0.5e-3 to 1.5e-3; 2: touching within 1e-9. */
export function knownPose(u: () => number, A: SampleShape, B: SampleShape, regime: number): KnownPose {
  const u0 = u();
  const delta = regime === 0 ? 0.01 + 0.49 * u0 : regime === 1 ? -1e-3 * (0.5 + u0) : (2 * u0 - 1) * 1e-9;
  const RA = randomRotation(u);
  const x = 3 * (2 * u() - 1);
  const y = 3 * (2 * u() - 1);
  const z = 3 * (2 * u() - 1);
  const pA: V3 = [x, y, z];
  const mode = u();
  if (hasEdge(A) && hasEdge(B) && mode < 0.4) {
    const [pa, ea, na] = edgeFeature(u, A);
    const [pb, eb, nb] = edgeFeature(u, B);
    let [c, s] = randomUnit2(u);
    while (s * s < 0.04) [c, s] = randomUnit2(u);
    const n = rotate(RA, na);
    const ew = rotate(RA, ea);
    const g = add(mul(ew, c), mul(cross(n, ew), s));
    const minus = mul(n, -1);
    const tw = cross(g, minus);
    const tb = cross(eb, nb);
    const RB: number[] = [];
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) RB.push(g[i] * eb[j] + minus[i] * nb[j] + tw[i] * tb[j]);
    }
    const a = add(rotate(RA, pa), pA);
    const b = add(a, mul(n, delta));
    return { RA, pA, RB, pB: sub(b, rotate(RB, pb)), n, a, b, delta };
  }
  const onA = u() < 0.5;
  const [p, normal] = faceFeature(u, onA ? A : B);
  const RB = randomRotation(u);
  if (onA) {
    const n = rotate(RA, normal);
    const a = add(rotate(RA, p), pA);
    const b = add(a, mul(n, delta));
    const local = sampleSupport(B, rotateBack(RB, mul(n, -1)));
    return { RA, pA, RB, pB: sub(b, rotate(RB, local)), n, a, b, delta };
  }
  const n = mul(rotate(RB, normal), -1);
  const local = sampleSupport(A, rotateBack(RA, n));
  const a = add(rotate(RA, local), pA);
  const b = add(a, mul(n, delta));
  return { RA, pA, RB, pB: sub(b, rotate(RB, p)), n, a, b, delta };
}
