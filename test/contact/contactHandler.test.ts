/** The handler at its borders: bad input, odd starts, excluded pairs, changes of structure. */
import { describe, expect, it } from "vitest";
import type { CollisionShape } from "../../src/contact/collisionShape.ts";
import { ContactHandler } from "../../src/contact/contactHandler.ts";
import { ContactMaterials } from "../../src/contact/contactMaterials.ts";
import type { ContactOptions } from "../../src/contact/contactOptions.ts";
import {
  ElasticContactPairMaterial,
  NoContactPairMaterial,
  ObserverContactPairMaterial,
} from "../../src/contact/contactPairMaterial.ts";
import { describeContact } from "../../src/contact/contactRecord.ts";
import { PolygonalContact } from "../../src/contact/polygonal/polygonalContact.ts";
import { polygonalLaw } from "../../src/contact/polygonal/polygonalLaw.ts";
import { makeSurface } from "../../src/contact/polygonal/surface.ts";
import { surfacePairs } from "../../src/contact/polygonal/surfacePair.ts";
import { SurfaceSearch } from "../../src/contact/polygonal/surfaceSearch.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { type BodyMotion, createBodyForces, createBodyMotion } from "../../src/mechanics/bodyMotion.ts";
import { solidMaterialPalette } from "../../src/multibody/materials/solidMaterialPalette.ts";
import { FreeBodies } from "./freeBodies.ts";
import { sphereMesh } from "./polygonal/meshes.ts";

const materials = new ContactMaterials(solidMaterialPalette);
const ball = convexBody(Sphere({ diameter: 1 }));
const shape = (path: string, body: number, more: Partial<CollisionShape> = {}): CollisionShape => ({
  path,
  core: ball,
  body,
  material: "Steel",
  contactRadius: 0.5,
  isFlat: false,
  ...more,
});

const make = (shapes: readonly CollisionShape[], options: ContactOptions = {}, known = materials) =>
  new ContactHandler({ shapes, bodyCount: 3, materials: known, options });

describe("bad input", () => {
  it.each([
    ["two shapes with one name", [shape("a", 1), shape("a", 2)], "E-CONTACT-SHAPE", "one name"],
    ["a body that does not exist", [shape("a", 7)], "E-CONTACT-SHAPE", "0 (world) to 2"],
    ["the body behind the last one", [shape("a", 3)], "E-CONTACT-SHAPE", "0 (world) to 2"],
    ["a body between two others", [shape("a", 1.5)], "E-CONTACT-SHAPE", "0 (world) to 2"],
    ["a body before the world", [shape("a", -1)], "E-CONTACT-SHAPE", "0 (world) to 2"],
    ["a contact radius of zero", [shape("a", 1, { contactRadius: 0 })], "E-CONTACT-SHAPE", "contactSphereRadius"],
    [
      "a contact radius of NaN",
      [shape("a", 1, { contactRadius: Number.NaN })],
      "E-CONTACT-SHAPE",
      "contactSphereRadius",
    ],
    [
      "a pose that is not finite",
      [shape("a", 1, { position: [0, Number.NaN, 0] })],
      "E-CONTACT-SHAPE",
      "three numbers",
    ],
    ["a position of four numbers", [shape("a", 1, { position: [1, 0, 0, 0] })], "E-CONTACT-SHAPE", "three numbers"],
    ["a rotation of four numbers", [shape("a", 1, { rotation: [1, 0, 0, 0] })], "E-CONTACT-SHAPE", "nine"],
    [
      "a pair without response",
      [shape("a", 1), shape("b", 2, { material: "Aluminium" })],
      "E-CONTACT-PAIR",
      "Aluminium,Steel",
    ],
  ])("%s is refused", (_, shapes, code, hint) => {
    expect(() => make(shapes)).toThrowError(expect.objectContaining({ code, hint: expect.stringContaining(hint) }));
  });

  it("a position of three numbers and a rotation of nine are a pose", () => {
    const placed = shape("a", 2, { position: [1, 2, 3], rotation: [0, 1, 0, -1, 0, 0, 0, 0, 1] });
    expect(() => make([placed])).not.toThrow();
  });

  it("a shape that cannot be used is named", () => {
    expect(() => make([shape("gripper.finger", 1, { contactRadius: 0 })])).toThrowError(
      'E-CONTACT-SHAPE  The collision shape "gripper.finger" cannot be used.',
    );
  });

  it("a missing pair names both objects", () => {
    expect(() => make([shape("gripper.finger", 1), shape("can", 2, { material: "Aluminium" })])).toThrowError(
      expect.objectContaining({ data: expect.objectContaining({ objects: ["gripper.finger", "can"] }) }),
    );
  });

  it("a missing pair does not matter when the objects cannot meet", () => {
    const shapes = [shape("a", 1), shape("b", 2, { material: "Aluminium" })];
    expect(() => new ContactHandler({ shapes, bodyCount: 3, materials, excludedBodyPairs: [[2, 1]] })).not.toThrow();
    expect(() => make([shape("a", 1), shape("b", 1, { material: "Aluminium" })])).not.toThrow();
  });

  it("a material without elastic constants names the object", () => {
    const known = new ContactMaterials(solidMaterialPalette, { "Cheese,Steel": ElasticContactPairMaterial() });
    expect(() => make([shape("a", 1), shape("b", 2, { material: "Cheese" })], {}, known)).toThrowError(
      expect.objectContaining({
        code: "E-CONTACT-MATERIAL",
        path: "b",
        hint: expect.stringContaining("YoungsModulus"),
      }),
    );
  });

  it.each([
    ["elasticContactReductionFactor", 0],
    ["elasticContactReductionFactor", 2],
    ["maximumContactDamping", -1],
    ["contactHysteresis", Number.NaN],
    ["boundingBoxMargin", 0],
    ["nearestPairs", 1.5],
    ["passingResolution", -1],
    ["eventFunctionMethod", "one"],
  ])("%s = %s is refused", (name, value) => {
    expect(() => make([shape("a", 1)], { [name]: value })).toThrowError(
      expect.objectContaining({ code: "E-CONTACT-VALUE", path: name, hint: expect.any(String) }),
    );
  });

  it("contact handling without shapes, or with a single one, has nothing to do", () => {
    for (const shapes of [[], [shape("a", 1)]]) {
      const handler = make(shapes);
      const motion = createBodyMotion(3);
      expect(handler.handleEvent(0, motion)).toEqual([]);
      const g = new Float64Array(2);
      handler.eventFunctions(motion, g, 0);
      expect(g[0]).toBeLessThan(0);
      expect(g[1]).toBeGreaterThan(0);
      const none = new Float64Array(9);
      const bounds = () => ({ acceleration: none, turning: none, angularAcceleration: none, axisTurning: none });
      expect(handler.examineStep(0, 1, { at: () => motion, bounds })).toEqual([]);
    }
  });
});

describe("odd starts", () => {
  it("coincident free bodies are reported and pushed apart", () => {
    const twin = { shape: Sphere({ diameter: 0.1 }), material: "DryWood", density: 700 };
    const system = new FreeBodies(
      [
        { ...twin, name: "one" },
        { ...twin, name: "two" },
      ],
      // a damped law would let contacts that begin at rest creep apart with 1/d_max = 0.5 mm/s
      { gravity: [0, 0, 0], contact: { elasticContactReductionFactor: 1e-6, contactLaw: "hertz" } },
    );
    const result = system.simulate(1, { relativeTolerance: 1e-7 });
    expect(system.handler.warnings[0]).toMatch(/W-CONTACT-DEEP {2}"one" and "two" .* penetration of 0.100 m/);
    expect(Math.abs(result.y[2]! - result.y[15]!)).toBeGreaterThan(0.1);
    // nobody pushed from outside
    expect(Math.abs(result.y[9]! + result.y[22]!)).toBeLessThan(1e-12);
  });

  it("a pair pushed in deeper than the shape comes out again", () => {
    const system = new FreeBodies(
      [
        { name: "plate", shape: Box({ lengthX: 2, lengthY: 2, lengthZ: 1 }), material: "DryWood", isFixed: true },
        { name: "ball", shape: Sphere({ diameter: 0.2 }), material: "DryWood", density: 700, position: [0.1, 0, 0.35] },
      ],
      { gravity: [0, 0, 0], contact: { elasticContactReductionFactor: 1e-6, contactLaw: "hertz" } },
    );
    const result = system.simulate(2, { relativeTolerance: 1e-7 });
    expect(system.handler.warnings).toHaveLength(1);
    expect(result.y[2]!).toBeGreaterThan(0.6);
  });
});

describe("which pairs meet", () => {
  const motion = createBodyMotion(3);
  motion.position.set([0, 0, 0, 0, 0, 0, 0.998, 0, 0]);

  it("not those of one body, not excluded ones, not those without response", () => {
    const records = (handler: ContactHandler) => handler.handleEvent(0, motion).length;
    expect(records(make([shape("a", 1), shape("b", 2)]))).toBe(1);
    expect(records(make([shape("a", 1), shape("b", 1, { position: [0.5, 0, 0] })]))).toBe(0);
    expect(
      records(
        new ContactHandler({
          shapes: [shape("a", 1), shape("b", 2)],
          bodyCount: 3,
          materials,
          excludedBodyPairs: [[1, 2]],
        }),
      ),
    ).toBe(0);
    const none = new ContactMaterials(solidMaterialPalette, { "Steel,Steel": NoContactPairMaterial() });
    expect(records(make([shape("a", 1), shape("b", 2)], {}, none))).toBe(0);
  });

  it("observers report, and push nobody", () => {
    const watching = new ContactMaterials(solidMaterialPalette, {
      "Steel,Steel": ObserverContactPairMaterial({ printAlarm: true }),
    });
    const handler = make([shape("guard", 1), shape("visitor", 2)], {}, watching);
    const [record] = handler.handleEvent(2.5, motion);
    expect(record).toMatchObject({
      kind: "start",
      time: 2.5,
      response: "observer",
      obj1: "guard",
      obj2: "visitor",
    });
    expect(describeContact(record!)).toBe("contact of guard and visitor begins at (0.499, 0.00, 0.00) m with 0.00 m/s");
    expect(handler.warnings).toEqual(['W-CONTACT-OBSERVED  "guard" and "visitor" touch at t = 2.5.']);
    const forces = createBodyForces(3);
    handler.addForces(motion, forces);
    expect(Array.from(forces.force).every((value) => value === 0)).toBe(true);
  });
});

describe("forces", () => {
  it("act on both bodies at the same point: nothing is pushed or turned as a whole", () => {
    const motion = createBodyMotion(3);
    motion.position.set([0, 0, 0, 0.3, -1, 2, 0.7, -0.5, 2.6]);
    motion.velocity.set([0, 0, 0, 1, 2, 3, -2, 0.5, 1]);
    motion.angularVelocity.set([0, 0, 0, 3, -2, 5, 1, 1, 1]);
    const handler = make([shape("a", 1), shape("b", 2)]);
    handler.handleEvent(0, motion);
    const { force, torque } = (() => {
      const forces = createBodyForces(3);
      handler.addForces(motion, forces);
      return forces;
    })();
    const size = Math.hypot(force[3]!, force[4]!, force[5]!);
    expect(size).toBeGreaterThan(0);
    for (let i = 0; i < 3; i++) {
      expect(Math.abs(force[3 + i]! + force[6 + i]!)).toBeLessThan(1e-14 * size);
      // torque about the world's origin
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      let sum = torque[3 + i]! + torque[6 + i]!;
      for (const b of [3, 6]) sum += motion.position[b + j]! * force[b + k]! - motion.position[b + k]! * force[b + j]!;
      expect(Math.abs(sum)).toBeLessThan(1e-13 * size);
    }
  });
});

describe("a step with convex shapes and surfaces", () => {
  it("is interrupted by both, in the order of time", () => {
    class Found extends SurfaceSearch {
      readonly times: readonly number[];
      constructor(times: readonly number[]) {
        super([]);
        this.times = times;
      }
      override examineStep(): number[] {
        return [...this.times];
      }
    }
    // one ball flies through the other, from t = 10 on
    const at = (t: number): BodyMotion => {
      const motion = createBodyMotion(3);
      motion.position[6] = 11 - t;
      motion.velocity[6] = -1;
      return motion;
    };
    const none = new Float64Array(9);
    const bounds = () => ({ acceleration: none, turning: none, angularAcceleration: none, axisTurning: none });
    for (const times of [[15, 2.5], [2.5, 15], [100, 9, 15], []]) {
      const shapes = [shape("a", 1), shape("b", 2)];
      const handler = new ContactHandler({ shapes, bodyCount: 3, materials, surfaces: new Found(times) });
      handler.handleEvent(0, at(0));
      const found = handler.examineStep(0, 20, { at, bounds });
      expect(found.length).toBe(times.length + 1);
      for (let k = 1; k < found.length; k++) expect(found[k]).toBeGreaterThan(found[k - 1]!);
      const own = found.filter((t) => !times.includes(t));
      expect(own[0]).toBeGreaterThanOrEqual(10);
      expect(own[0]).toBeLessThan(12);
    }
  });
});

it("a shape without a finite size is refused by its name", () => {
  for (const reach of [Number.NaN, Number.POSITIVE_INFINITY, -1])
    expect(() => make([shape("a", 1, { core: { ...ball, reach } as typeof ball })])).toThrowError(
      expect.objectContaining({
        code: "E-CONTACT-SHAPE",
        path: "a",
        because: `its size is ${reach}`,
        hint: "finite lengths ≥ 0",
      }),
    );
});

describe("surfaces beside convex shapes", () => {
  const seen = 0.2;
  const law = polygonalLaw({ bodyE_YoungsModulus: 1e5, bodyE_LayerDepth: 0.1, maxPenetration: seen });
  const surface = makeSurface(sphereMesh(0.5, 2), seen);
  const search = (): SurfaceSearch =>
    new SurfaceSearch(
      surfacePairs(
        [shape("s", 1), shape("t", 2)],
        [{ a: 0, b: 1, contact: new PolygonalContact(surface, surface, law) }],
      ),
    );

  it("have their event functions behind those of convex shapes and of what sticks", () => {
    for (const stiction of [false, true]) {
      const known = new ContactMaterials(solidMaterialPalette, {
        "Steel,Steel": ElasticContactPairMaterial({ slidingFrictionCoefficient: 0.5, stiction }),
      });
      const written: number[] = [];
      class Noted extends SurfaceSearch {
        override writeEventFunctions(g: Float64Array, offset: number): void {
          written.push(offset);
          g[offset] = 77;
        }
      }
      const shapes = [shape("a", 1), shape("b", 2, { position: [3, 0, 0] })];
      const handler = new ContactHandler({ shapes, bodyCount: 3, materials: known, surfaces: new Noted([]) });
      const motion = createBodyMotion(3);
      handler.handleEvent(0, motion);
      const g = new Float64Array(12).fill(Number.NaN);
      handler.eventFunctions(motion, g, 4);
      // two of convex shapes, two of what sticks
      expect(written).toEqual([4 + 2 + (stiction ? 2 : 0)]);
      expect(g[written[0]!]).toBe(77);
      expect(g.subarray(4, written[0]!).every((x) => Number.isFinite(x))).toBe(true);
    }
  });

  it("go on over a change of structure, without a new record", () => {
    const shapes = [shape("a", 1, { position: [0, 5, 0] }), shape("b", 2, { position: [0, -5, 0] })];
    const motion = createBodyMotion(3);
    motion.position.set([0, 0, 0, 0, 0, 0, 0.85, 0, 0]);
    const handlerOf = () => new ContactHandler({ shapes, bodyCount: 3, materials, surfaces: search() });
    const before = handlerOf();
    expect(before.handleEvent(1, motion).map(({ kind, obj1, obj2 }) => [kind, obj1, obj2])).toEqual([
      ["start", "s", "t"],
    ]);
    const after = handlerOf();
    after.adopt(before);
    expect(after.handleEvent(2, motion)).toEqual([]);
    expect(after.table.starts[0]).toMatchObject({ startTime: 1, isContinued: true });
    // another one begins anew
    const fresh = handlerOf();
    expect(fresh.handleEvent(2, motion).length).toBe(1);
    expect(fresh.table.starts[0]).toMatchObject({ startTime: 2, isContinued: false });
  });
});

describe("a change of structure", () => {
  const cube = (length: number) => convexBody(Box({ lengthX: length, lengthY: length, lengthZ: length }));
  it.each([
    ["a point", ball, ball, 0.99999, false],
    ["a patch", cube(1), cube(0.4), 0.69999, true],
  ] as const)("keeps what sticks in %s where it sticks", (_name, coreA, coreB, apart, isFlat) => {
    const known = new ContactMaterials(solidMaterialPalette, {
      "Steel,Steel": ElasticContactPairMaterial({ slidingFrictionCoefficient: 0.5, stiction: true }),
    });
    const shapes = [shape("a", 1, { core: coreA, isFlat }), shape("b", 2, { core: coreB, isFlat })];
    const motion = createBodyMotion(3);
    motion.position.set([0, 0, 0, 0, 0, 0, apart, 0, 0]);
    const before = make(shapes, {}, known);
    before.handleEvent(1, motion);
    // bristles bend
    motion.position[7] = 1e-7;
    motion.position[8] = -2e-7;
    const forces = (handler: ContactHandler) => {
      const found = createBodyForces(3);
      handler.addForces(motion, found);
      return Array.from(found.force.subarray(6, 9));
    };
    const held = forces(before);
    expect(held[1]! / held[0]!).toBeLessThan(-0.01);
    expect(held[2]! / held[1]!).toBeCloseTo(-2, 6);
    const after = make([shape("new", 0, { position: [0, 9, 0] }), ...shapes], {}, known);
    after.adopt(before);
    expect(after.handleEvent(2, motion)).toEqual([]);
    expect((after.table.starts[0]!.flat ?? after.table.starts[0]!.grip)!.stickSlip!.isSticking).toBe(true);
    expect(forces(after)).toEqual(held);
    // a contact that is new sticks where it is now; its normal is turned by 1e-7
    const fresh = make(shapes, {}, known);
    fresh.handleEvent(2, motion);
    expect(Math.abs(forces(fresh)[1]!)).toBeLessThan(1e-4 * Math.abs(held[1]!));
  });

  it.each([
    ["a point", ball, ball, 0.99999, false],
    ["a patch", cube(1), cube(0.4), 0.69999, true],
  ] as const)(
    "comes at events to what slides in %s: it sticks where it has come to a stop",
    (_name, coreA, coreB, apart, isFlat) => {
      const known = new ContactMaterials(solidMaterialPalette, {
        "Steel,Steel": ElasticContactPairMaterial({ slidingFrictionCoefficient: 0.5, stiction: true }),
      });
      const handler = make([shape("a", 1, { core: coreA, isFlat }), shape("b", 2, { core: coreB, isFlat })], {}, known);
      const motion = createBodyMotion(3);
      motion.position.set([0, 0, 0, 0, 0, 0, apart, 0, 0]);
      const isSticking = (): boolean => {
        const { flat, grip } = handler.table.starts[0]!;
        return (flat ?? grip)!.stickSlip!.isSticking;
      };
      motion.velocity[7] = 0.5;
      handler.handleEvent(0, motion);
      expect(isSticking()).toBe(false);
      motion.velocity[7] = 1e-4;
      handler.handleEvent(1, motion);
      expect(isSticking()).toBe(false);
      // a tenth of the speed of standstill back
      motion.velocity[7] = -1.1e-4;
      const g = new Float64Array(handler.eventFunctionCount);
      handler.eventFunctions(motion, g, 0);
      expect(Math.min(...g.subarray(2))).toBeLessThan(0);
      handler.handleEvent(2, motion);
      expect(isSticking()).toBe(true);
      handler.eventFunctions(motion, g, 0);
      expect(Math.min(...g.subarray(2))).toBeGreaterThan(0);
    },
  );

  it("keeps damping and start of contacts that go on", () => {
    const motion = createBodyMotion(3);
    motion.position.set([0, 0, 0, 0, 0, 0, 0.9999, 0, 0]);
    motion.velocity.set([0, 0, 0, 1, 0, 0, -1, 0, 0]);
    const before = make([shape("a", 1), shape("b", 2)]);
    const [first] = before.handleEvent(1, motion);
    motion.velocity.fill(0);
    const after = make([shape("new", 0, { position: [0, 9, 0] }), shape("b", 2), shape("a", 1)]);
    after.adopt(before);
    // nothing begins: the contact goes on
    expect(after.handleEvent(2, motion)).toEqual([]);
    expect(after.table.starts[0]).toMatchObject({ startTime: 1, startSpeed: 2, damping: first!.damping });
    // what parted in between starts over
    const later = make([shape("b", 2), shape("a", 1)]);
    const [third] = later.handleEvent(2, motion);
    expect(third!.damping).not.toBe(first!.damping);
  });
});
