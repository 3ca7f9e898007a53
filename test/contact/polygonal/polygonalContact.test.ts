import { describe, expect, it } from "vitest";
import { PolygonalContact } from "../../../src/contact/polygonal/polygonalContact.ts";
import { polygonalLaw } from "../../../src/contact/polygonal/polygonalLaw.ts";
import { makeSurface } from "../../../src/contact/polygonal/surface.ts";
import { massProperties } from "../../../src/geometry/massProperties.ts";
import type { Mesh } from "../../../src/geometry/shapes/mesh.ts";
import { createBodyMotion } from "../../../src/mechanics/bodyMotion.ts";
import { identity, turnedBy } from "../patch/poses.ts";
import { plateMesh, sphereMesh, torusMesh } from "./meshes.ts";

const origin = new Float64Array(3);
const still = createBodyMotion(2);
const layer = { bodyE_YoungsModulus: 1e5, bodyE_PoissonsRatio: 0.4, bodyE_LayerDepth: 0.01 };
/** Stiffness of that layer per area. */
const c = ((1 - 0.4) / (1.4 * 0.2)) * (1e5 / 0.01);

function contact(E: Mesh, F: Mesh, options: Partial<Parameters<typeof polygonalLaw>[0]> = {}): PolygonalContact {
  const law = polygonalLaw({ ...layer, maxPenetration: 0.1, ...options });
  return new PolygonalContact(makeSurface(E, law.maxPenetration), makeSurface(F, law.maxPenetration), law);
}

function place(pair: PolygonalContact, r: readonly number[], R = identity, motion = still): void {
  pair.evaluate(identity, 0, origin, 0, R, 0, Float64Array.from(r), 0, motion, 0, 1);
}

/** Depth of the barycentres below the unit sphere: edges of the octahedron are divided level times. */
const sagitta = (level: number) => (Math.PI / 2 / 2 ** level / Math.sqrt(3)) ** 2 / 2;

describe("polygonal contact", () => {
  it("uses closed meshes", () => {
    for (const mesh of [sphereMesh(1, 2), torusMesh(1, 0.3, 20, 12), plateMesh(2, 0.2, 4)])
      expect(massProperties(mesh, { density: 1 }).mass).toBeGreaterThan(0);
  });

  it("of a sphere mesh on a plate converges to the layer model with second order", () => {
    // the depth along the radius, integrated over the cap: π·R·δ²·c
    const [R, depth] = [1, 0.06];
    const plate = plateMesh(4, 1, 1);
    const exact = Math.PI * R * depth * depth * c;
    const errors = [3, 4, 5].map((level) => {
      const pair = contact(plate, sphereMesh(R, level), { task: "F" });
      place(pair, [0, 0, R - depth]);
      expect(pair.force[2]).toBeGreaterThan(0);
      return Math.abs(pair.force[2] / exact - 1);
    });
    // single errors scatter with the elements at the border of the patch: the mean order over two refinements counts
    const order = Math.log2(errors[0]! / errors[2]!) / 2;
    expect(order).toBeGreaterThan(1.7);
    expect(order).toBeLessThan(2.3);
    // barycentres are inside of the sphere by a sagitta, and the force goes with the square of the depth
    expect(errors[2]!).toBeLessThan((3 * sagitta(5)) / depth);
  });

  it("finds the same elements whether it searches again or looks at those near the last search", () => {
    const [torus, ball] = [torusMesh(1, 0.3, 40, 20), sphereMesh(1, 4)];
    const moving = contact(torus, ball);
    // small moves with a jump in between: several of them together are as far as a tenth of a triangle
    let searches = 0;
    for (let k = 0; k < 30; k++) {
      const at = [0.05 + 0.0003 * k, 0.0005 * k, 0.84 + (k === 15 ? 0.1 : 0)];
      const R = turnedBy([0.0004 * k, 0.0002 * k, 0]);
      place(moving, at, R);
      if (moving.results.numBVChecks > 0) searches++;
      const fresh = contact(torus, ball);
      place(fresh, at, R);
      expect(moving.elementCount).toBe(fresh.elementCount);
      for (let i = 0; i < 3; i++) {
        expect(moving.force[i]).toBeCloseTo(fresh.force[i]!, 6);
        expect(moving.torque[i]).toBeCloseTo(fresh.torque[i]!, 6);
      }
    }
    expect(searches).toBeGreaterThan(2);
    expect(searches).toBeLessThan(15);
  });

  it("finds the same force with either surface as base, up to the size of the elements", () => {
    const sphere = sphereMesh(1, 5);
    const plate = plateMesh(1, 0.5, 60);
    const [both, first, second] = (["both", "E", "F"] as const).map((task) => {
      const pair = contact(plate, sphere, { task });
      place(pair, [0, 0, 0.98]);
      return pair;
    });
    const exact = Math.PI * 0.02 ** 2 * c;
    expect(Math.abs(first!.force[2]! / exact - 1)).toBeLessThan((3 * sagitta(5)) / 0.02);
    expect(Math.abs(second!.force[2]! / exact - 1)).toBeLessThan((3 * sagitta(5)) / 0.02);
    expect(both!.force[2]!).toBeCloseTo((first!.force[2]! + second!.force[2]!) / 2, 8);
    expect(both!.results.contactPatchArea / (2 * Math.PI * 0.02)).toBeCloseTo(1, 1);
  });

  it("of a ball in the hole of a torus touches a ring and pushes upwards", () => {
    const pair = contact(torusMesh(1, 0.3, 96, 48), sphereMesh(1, 5), { task: "both" });
    // the sphere of radius 1 on the ring of radius 1 − 0.3·cos: centre at √((1 + 0.3)² − 1)
    const height = Math.sqrt(1.3 ** 2 - 1);
    place(pair, [0, 0, height - 0.01]);
    expect(pair.results.numContactElements).toBeGreaterThan(50);
    expect(pair.force[2]).toBeGreaterThan(0);
    expect(Math.hypot(pair.force[0], pair.force[1])).toBeLessThan(1e-9 * pair.force[2]);
    place(pair, [0, 0, height + 0.01]);
    expect(pair.results.numContactElements).toBe(0);
    expect(pair.results.maxPenetration).toBe(0);
    for (const x of [...pair.force, ...pair.torque]) expect(Math.abs(x)).toBe(0);
  });

  it("gives equal forces wherever the pair is in the world", () => {
    const pair = contact(torusMesh(1, 0.3, 48, 24), sphereMesh(1, 4));
    place(pair, [0.1, 0, 0.8]);
    const size = Math.hypot(...pair.force);
    const Q = turnedBy([1, 2, -0.5]);
    const at = [0.1, 0, 0.8];
    const r = Float64Array.from(
      [0, 1, 2],
      (i) => 5 + Q[3 * i]! * at[0]! + Q[3 * i + 1]! * at[1]! + Q[3 * i + 2]! * at[2]!,
    );
    pair.evaluate(Q, 0, Float64Array.of(5, 5, 5), 0, Q, 0, r, 0, still, 0, 1);
    expect(Math.hypot(...pair.force) / size).toBeCloseTo(1, 10);
  });

  it("puts the whole penetration into the elastic body, none into the rigid one", () => {
    const [plate, sphere] = [plateMesh(2, 0.5, 40), sphereMesh(1, 4)];
    const rigidE = polygonalLaw({
      maxPenetration: 0.1,
      bodyF_YoungsModulus: 1e5,
      bodyF_PoissonsRatio: 0.4,
      bodyF_LayerDepth: 0.01,
    });
    expect(rigidE.shareOfE).toBe(0);
    expect(rigidE.stiffness).toBeCloseTo(c, 3);
    expect(polygonalLaw({ maxPenetration: 0.1, ...layer }).shareOfE).toBe(1);
    // an elastic plate yields: forces act at the sphere's surface, below z = 0
    const soft = contact(plate, sphere, { task: "E" });
    place(soft, [0, 0, 0.95]);
    for (let e = 0; e < soft.elementCount; e++) expect(soft.elementPoints[3 * e + 2]).toBeLessThan(0);
    const hard = new PolygonalContact(makeSurface(plate, 0.1), makeSurface(sphere, 0.1), { ...rigidE, task: "E" });
    place(hard, [0, 0, 0.95]);
    for (let e = 0; e < hard.elementCount; e++) expect(hard.elementPoints[3 * e + 2]).toBe(0);
  });

  it("damps in compression, pulls only when asked, and brakes sliding", () => {
    const [plate, sphere] = [plateMesh(2, 0.5, 40), sphereMesh(1, 4)];
    const moving = (v: readonly number[]) => {
      const motion = createBodyMotion(2);
      motion.position.set([0, 0, 0.98], 3);
      motion.velocity.set(v, 3);
      return motion;
    };
    const damping = { compressionArealDampingFactor: 1e6, expansionArealDampingFactor: 1e6, frictionCoefficient: 0.3 };
    const pair = contact(plate, sphere, { task: "E", ...damping });
    place(pair, [0, 0, 0.98]);
    const still = pair.force[2];
    place(pair, [0, 0, 0.98], identity, moving([0, 0, -0.1]));
    // every element has v_n = 0.1: area times damping on top
    const added = pair.results.contactPatchArea * 1e6 * 0.1;
    expect(pair.force[2] / (still + added)).toBeCloseTo(1, 12);
    place(pair, [0, 0, 0.98], identity, moving([0, 0, 10]));
    expect(pair.force[2]).toBeCloseTo(0, 12);
    const sticky = contact(plate, sphere, { task: "E", ...damping, expansionDampingMode: "full" });
    place(sticky, [0, 0, 0.98], identity, moving([0, 0, 10]));
    expect(sticky.force[2]).toBeLessThan(0);
    const free = contact(plate, sphere, { task: "E", ...damping, expansionDampingMode: "none" });
    place(free, [0, 0, 0.98], identity, moving([0, 0, 10]));
    expect(free.force[2]).toBeCloseTo(still, 8);
    place(pair, [0, 0, 0.98], identity, moving([2, 0, 0]));
    expect(pair.force[0] / (-0.3 * still)).toBeCloseTo(1, 10);
  });

  it("takes its defaults for what is not given", () => {
    const law = polygonalLaw({ ...layer, maxPenetration: 0.1, dampingTransitionMode: "linear" });
    expect(law.transitionDepth).toBe(1e-4);
    expect(law.smallSpeed).toBe(1e-3);
    expect(law.task).toBe("both");
  });

  it("refuses values without meaning", () => {
    const cases: readonly (readonly [object, string])[] = [
      [{ maxPenetration: 0 }, "1.5 times"],
      [{ bodyE_YoungsModulus: 0 }, "at least one body"],
      [{ bodyE_PoissonsRatio: 0.49 }, "at most 0.45"],
      [{ task: 4 }, 'one of "both", "E", "F"'],
      [{ expansionDampingMode: 3 }, 'one of "noTension", "none", "full"'],
      [{ dampingTransitionMode: "soft" }, 'one of "none", "linear"'],
      ...[
        "bodyE_YoungsModulus",
        "bodyF_YoungsModulus",
        "bodyE_PoissonsRatio",
        "bodyF_PoissonsRatio",
        "bodyE_LayerDepth",
        "bodyF_LayerDepth",
        "dampingTransitionDepth",
        "frictionRegularizationVelocity",
        "compressionArealDampingFactor",
        "expansionArealDampingFactor",
        "frictionCoefficient",
      ].flatMap((name) => [-1, Number.NaN, Number.POSITIVE_INFINITY].map((x) => [{ [name]: x }, "≥ 0"] as const)),
    ];
    for (const [options, hint] of cases) {
      const make = () => polygonalLaw({ ...layer, maxPenetration: 0.1, ...options });
      const [[name, value]] = Object.entries(options) as [[string, unknown]];
      expect(make).toThrowError(
        expect.objectContaining({
          code: "E-POLYGONAL-VALUE",
          message: expect.stringContaining(`${name} = ${String(value)}`),
          path: name,
          hint: expect.stringContaining(hint),
          data: { name, value },
        }),
      );
    }
  });
});
