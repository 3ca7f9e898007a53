/**
 * Polygonal contact by its definition: every triangle of one surface against every triangle of the other, in the world and without trees,
 * memory or frames. Whatever the poses and motions are, elements, forces and results are the same.
 */
import { describe, expect, it } from "vitest";
import { PolygonalContact } from "../../../src/contact/polygonal/polygonalContact.ts";
import {
  type PolygonalLaw,
  type PolygonalLawOptions,
  polygonalLaw,
} from "../../../src/contact/polygonal/polygonalLaw.ts";
import { makeSurface } from "../../../src/contact/polygonal/surface.ts";
import type { Mesh } from "../../../src/geometry/shapes/mesh.ts";
import { createRandom } from "../../../src/math/random.ts";
import { type BodyMotion, createBodyMotion } from "../../../src/mechanics/bodyMotion.ts";
import { turnedBy } from "../patch/poses.ts";
import { sphereMesh, torusMesh } from "./meshes.ts";

type V3 = readonly [number, number, number];
const sum = (a: V3, b: V3, s = 1): V3 => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const dot = (a: V3, b: V3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: V3, b: V3): V3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const scaled = (a: V3, s: number): V3 => [s * a[0], s * a[1], s * a[2]];
const size = (a: V3): number => Math.sqrt(dot(a, a));
const at = (x: ArrayLike<number>, k: number): V3 => [x[k]!, x[k + 1]!, x[k + 2]!];

interface Triangle {
  readonly corners: readonly [V3, V3, V3];
  readonly centre: V3;
  readonly normal: V3;
  readonly area: number;
}

/** The triangles of a mesh on a body, in the world. */
function inWorld({ vertices, triangles }: Mesh, { position, rotation }: BodyMotion, body: number): Triangle[] {
  const rows = [0, 3, 6].map((k) => at(rotation, 9 * body + k)) as [V3, V3, V3];
  const place = (v: number): V3 => {
    const x = at(vertices, 3 * v);
    return sum(at(position, 3 * body), [dot(rows[0], x), dot(rows[1], x), dot(rows[2], x)]);
  };
  return Array.from({ length: triangles.length / 3 }, (_, f): Triangle => {
    const corners = [0, 1, 2].map((c) => place(triangles[3 * f + c]!)) as [V3, V3, V3];
    const [a, b, c] = corners;
    const n = cross(sum(b, a, -1), sum(c, a, -1));
    return { corners, centre: scaled(sum(sum(a, b), c), 1 / 3), normal: scaled(n, 1 / size(n)), area: size(n) / 2 };
  });
}

/** How far the line from o along d goes until it meets the triangle; ∞ when it does not. */
function reach(o: V3, d: V3, { corners, normal }: Triangle): number {
  const along = dot(d, normal);
  const depth = dot(sum(corners[0], o, -1), normal) / along;
  if (!(depth > 0)) return Number.POSITIVE_INFINITY;
  // the line passes all edges on the same side
  const [a, b, c] = corners.map((p) => sum(p, o, -1)) as [V3, V3, V3];
  const sides = [dot(d, cross(a, b)), dot(d, cross(b, c)), dot(d, cross(c, a))].map((x) => x * along);
  return Math.min(...sides) >= 0 ? depth : Number.POSITIVE_INFINITY;
}

interface Element extends Triangle {
  readonly depth: number;
}

/** Triangles whose line inwards first meets a triangle of the other surface that faces them. */
function penetrating(base: readonly Triangle[], target: readonly Triangle[], deepest: number): Element[] {
  return base.flatMap((one): Element[] => {
    const inwards = scaled(one.normal, -1);
    let depth = Number.POSITIVE_INFINITY;
    let isFacing = false;
    for (const other of target) {
      const found = reach(one.centre, inwards, other);
      if (found < depth) [depth, isFacing] = [found, dot(one.normal, other.normal) < 0];
    }
    return depth <= deepest && isFacing ? [{ ...one, depth }] : [];
  });
}

const velocityAt = ({ position, velocity, angularVelocity }: BodyMotion, body: number, p: V3): V3 =>
  sum(at(velocity, 3 * body), cross(at(angularVelocity, 3 * body), sum(p, at(position, 3 * body), -1)));

/** What the elements of both surfaces do to body 2, and means over them. */
function byDefinition(E: Mesh, F: Mesh, law: PolygonalLaw, motion: BodyMotion) {
  const [ofE, ofF] = [inWorld(E, motion, 1), inWorld(F, motion, 2)];
  const elements = [
    ...(law.task === "F" ? [] : penetrating(ofE, ofF, law.maxPenetration).map((e) => ({ ...e, sign: -1 }))),
    ...(law.task === "E" ? [] : penetrating(ofF, ofE, law.maxPenetration).map((e) => ({ ...e, sign: 1 }))),
  ].map(({ centre, normal, area, depth, sign }) => {
    const share = sign < 0 ? law.shareOfE : 1 - law.shareOfE;
    const point = sum(centre, normal, -share * depth);
    // of the force on E
    const n = scaled(normal, sign);
    const v = sum(velocityAt(motion, 2, point), velocityAt(motion, 1, point), -1);
    const vn = dot(n, v);
    const across = sum(v, n, -vn);
    const vt = size(across);
    const factor = vn > 0 ? law.compressionDamping : law.expansionDamping;
    const part = law.transitionDepth > 0 ? Math.min(1, depth / law.transitionDepth) : 1;
    const lost = (law.loss * vn) / Math.hypot(vn, law.smallSpeed);
    const pressure = law.stiffness * depth * (1 + lost) + part * factor * vn;
    const held = law.canPull ? pressure : Math.max(0, pressure);
    const x = vt / law.smallSpeed;
    const traction = law.friction * Math.max(0, held) * (x < 1 ? x * (2 - x) : 1);
    const force = scaled(sum(scaled(n, held), scaled(across, 1 / vt), traction), area);
    return { point, n, area, depth, vn, vt, pressure: held, traction, force };
  });
  const total = (of: (e: (typeof elements)[number]) => V3): V3 =>
    elements.reduce<V3>((s, e) => sum(s, of(e)), [0, 0, 0]);
  const mean = law.task === "both" ? 0.5 : 1;
  const weight = elements.reduce((s, { force }) => s + size(force), 0);
  const point = scaled(
    total((e) => scaled(e.point, size(e.force))),
    1 / weight,
  );
  const area = elements.reduce((s, e) => s + e.area, 0);
  const weighted = (of: (e: (typeof elements)[number]) => number): number =>
    elements.reduce((s, e) => s + e.area * of(e), 0) / area;
  const most = (of: (e: (typeof elements)[number]) => number): number => Math.max(...elements.map(of));
  return {
    elements,
    force: scaled(
      total((e) => e.force),
      -mean,
    ),
    torque: scaled(
      total((e) => cross(sum(e.point, point, -1), e.force)),
      -mean,
    ),
    point,
    normal: scaled(
      total((e) => scaled(e.n, size(e.force))),
      -1 / weight,
    ),
    results: {
      numPenetrations: elements.length,
      numContactElements: elements.length,
      contactPatchArea: mean * area,
      weightedPenetration: weighted((e) => e.depth),
      maxPenetration: most((e) => e.depth),
      minNormalVelocity: -most((e) => -e.vn),
      weightedNormalVelocity: weighted((e) => e.vn),
      maxNormalVelocity: most((e) => e.vn),
      minTangentialVelocity: -most((e) => -e.vt),
      weightedTangentialVelocity: weighted((e) => e.vt),
      maxTangentialVelocity: most((e) => e.vt),
      weightedPressure: weighted((e) => e.pressure),
      maxPressure: most((e) => e.pressure),
      weightedTraction: weighted((e) => e.traction),
      maxTraction: most((e) => e.traction),
      energy: mean * elements.reduce((s, e) => s + 0.5 * law.stiffness * e.area * e.depth ** 2, 0),
    },
  };
}

const torus = torusMesh(1, 0.3, 14, 7);
const ball = sphereMesh(0.5, 2);
const layers = {
  bodyE_YoungsModulus: 1e5,
  bodyE_PoissonsRatio: 0.4,
  bodyE_LayerDepth: 0.01,
  bodyF_YoungsModulus: 3e5,
  bodyF_PoissonsRatio: 0.2,
  bodyF_LayerDepth: 0.02,
  maxPenetration: 0.4,
  frictionCoefficient: 0.4,
};
const damped = { compressionArealDampingFactor: 4e5, expansionArealDampingFactor: 3e5 };
const laws: Readonly<Record<string, Partial<PolygonalLawOptions> & { readonly loss?: number }>> = {
  "both surfaces, in slow sliding": { frictionRegularizationVelocity: 8 },
  "both, with damping that begins gently": { ...damped, dampingTransitionMode: "linear", dampingTransitionDepth: 0.1 },
  "the first, with damping that pulls": { ...damped, task: "E", expansionDampingMode: "full", maxPenetration: 0.2 },
  "the second, with losses": { task: "F", loss: 0.6, frictionRegularizationVelocity: 0.5 },
};

/** Motion of two bodies somewhere in the world, the ball in the ring of the torus; what turns is turned any way. */
function somewhere(seed: number): { readonly motion: BodyMotion; readonly some: () => number } {
  const random = createRandom(seed);
  const some = (): number => 2 * random.uniform() - 1;
  const motion = createBodyMotion(3);
  const Q = turnedBy([2 * some(), 2 * some(), 2 * some()]);
  motion.rotation.set(Q, 9);
  motion.rotation.set(turnedBy([2 * some(), 2 * some(), 2 * some()]), 18);
  const angle = 3 * some();
  // the tube and the ball are 0.8 m thick together
  const [up, apart] = [3 * some(), 0.5 + 0.05 * some()];
  const aside = 1 + apart * Math.cos(up);
  const on = [aside * Math.cos(angle), aside * Math.sin(angle), apart * Math.sin(up)];
  const origin = [3 * some(), 3 * some(), 3 * some()];
  motion.position.set(origin, 3);
  motion.position.set(
    origin.map((x, i) => x + Q[3 * i]! * on[0]! + Q[3 * i + 1]! * on[1]! + Q[3 * i + 2]! * on[2]!),
    6,
  );
  for (let k = 3; k < 9; k++) {
    motion.velocity[k] = some();
    motion.angularVelocity[k] = 3 * some();
  }
  return { motion, some };
}

const evaluate = (pair: PolygonalContact, motion: BodyMotion): void =>
  pair.evaluate(motion.rotation, 9, motion.position, 3, motion.rotation, 18, motion.position, 6, motion, 1, 2);

describe.each(Object.entries(laws))(
  "a ball in the ring of a torus, by the elements of %s",
  (_, { loss = 0, ...options }) => {
    const law = { ...polygonalLaw({ ...layers, ...options }), loss };

    it.each([1, 2, 3])("has the force of all triangles that penetrate, wherever it is and goes: seed %i", (seed) => {
      const { motion, some } = somewhere(seed);
      const pair = new PolygonalContact(
        makeSurface(torus, law.maxPenetration),
        makeSurface(ball, law.maxPenetration),
        law,
      );
      let searches = 0;
      for (let k = 0; k < 4; k++) {
        // on by a little, twice, then by much
        const way = k === 3 ? 0.1 : 0.002;
        for (let i = 3; i < 9; i++) motion.position[i]! += way * some();
        motion.rotation.set(turnedBy([way * some(), way * some(), way * some()], motion.rotation.slice(9, 18)), 9);
        evaluate(pair, motion);
        if (pair.results.numBVChecks > 0) searches++;
        const exact = byDefinition(torus, ball, law, motion);
        expect(exact.elements.length).toBeGreaterThan(0);
        expect(pair.elementCount).toBe(exact.elements.length);
        const scale = size(exact.force);
        for (let i = 0; i < 3; i++) {
          expect(Math.abs(pair.force[i]! - exact.force[i]!) / scale).toBeLessThan(1e-9);
          expect(Math.abs(pair.torque[i]! - exact.torque[i]!) / scale).toBeLessThan(1e-9);
          expect(pair.point[i]).toBeCloseTo(exact.point[i]!, 9);
          expect(pair.normal[i]).toBeCloseTo(exact.normal[i]!, 9);
        }
        for (const [name, value] of Object.entries(exact.results))
          expect(pair.results[name as keyof typeof exact.results] / value, name).toBeCloseTo(1, 9);
        // points of the elements, in the frame of E
        const R = motion.rotation.subarray(9, 18);
        const points = Array.from({ length: pair.elementCount }, (_, e) => at(pair.elementPoints, 3 * e));
        for (const { point, pressure } of exact.elements) {
          const there = sum(point, at(motion.position, 3), -1);
          const own: V3 = [0, 1, 2].map((j) => R[j]! * there[0] + R[3 + j]! * there[1] + R[6 + j]! * there[2]) as [
            number,
            number,
            number,
          ];
          const e = points.findIndex((p) => size(sum(p, own, -1)) < 1e-9);
          expect(e).toBeGreaterThanOrEqual(0);
          expect(Math.abs(pair.elementPressures[e]! - pressure)).toBeLessThan(1e-9 * law.stiffness);
        }
      }
      expect(searches).toBeLessThan(4);
    });
  },
);

describe("the search for triangles near each other", () => {
  const law = polygonalLaw({ ...layers, task: "E" });
  const mean = Math.sqrt(inWorld(ball, createBodyMotion(1), 0).reduce((s, { area }) => s + area, 0) / 128);
  // a tenth of the size of a triangle of the ball, whose points are 0.5 m from its origin
  const margin = 0.1 * mean;
  const fresh = () => {
    const { motion } = somewhere(7);
    const pair = new PolygonalContact(makeSurface(torus, 0.4), makeSurface(ball, 0.4), law);
    evaluate(pair, motion);
    expect(pair.results.numBVChecks).toBeGreaterThan(0);
    return { pair, motion };
  };
  const searches = ({ pair, motion }: ReturnType<typeof fresh>): boolean => {
    evaluate(pair, motion);
    expect(pair.elementCount).toBe(byDefinition(torus, ball, law, motion).elements.length);
    return pair.results.numBVChecks > 0;
  };

  it("begins anew when a point may have gone farther than a tenth of a triangle, and not before", () => {
    for (const axis of [0, 1, 2])
      for (const sign of [1, -1]) {
        const moved = fresh();
        expect(searches(moved)).toBe(false);
        moved.motion.position[6 + axis]! += 0.99 * sign * margin;
        expect(searches(moved)).toBe(false);
        moved.motion.position[6 + axis]! += 0.02 * sign * margin;
        expect(searches(moved)).toBe(true);
        const turned = fresh();
        const R = turned.motion.rotation.slice(18, 27);
        const turn = (part: number): void => {
          const w = [0, 0, 0];
          // |R − R₀| = 2·√2·sin(angle/2), over all nine numbers
          w[axis] = sign * 2 * Math.asin((part * margin) / 0.5 / (2 * Math.SQRT2));
          turned.motion.rotation.set(turnedBy(w, R), 18);
        };
        turn(0.99);
        expect(searches(turned)).toBe(false);
        turn(1.01);
        expect(searches(turned)).toBe(true);
      }
  });
});

it("triangles that look inwards are turned, and those without area are left out", () => {
  const { triangles } = ball;
  const inside = { ...ball, triangles: triangles.map((_, k) => triangles[3 * Math.floor(k / 3) + [0, 2, 1][k % 3]!]!) };
  const [one, other] = [makeSurface(ball, 0.1), makeSurface(inside, 0.1, true)];
  expect([...other.normals]).toEqual([...one.normals].map((x) => expect.closeTo(x, 12)));
  expect([...other.centres]).toEqual([...one.centres].map((x) => expect.closeTo(x, 12)));
  const flat = { ...ball, triangles: Int32Array.from([0, 0, 1, ...triangles]) };
  expect(makeSurface(flat, 0.1)).toEqual(one);
  expect(one.count).toBe(128);
  // a polygon in a sphere has less area
  const area = one.areas.reduce((s, x) => s + x, 0);
  expect(area).toBeLessThan(Math.PI);
  expect(area).toBeGreaterThan(0.9 * Math.PI);
});
