/** How pairs of shapes respond: which can meet, with which law and with which constants. */
import { describe, expect, it } from "vitest";
import type { CollisionShape } from "../../src/contact/collisionShape.ts";
import { ContactMaterials } from "../../src/contact/contactMaterials.ts";
import { checkedContactOptions } from "../../src/contact/contactOptions.ts";
import {
  type ContactPairMaterial,
  ElasticContactPairMaterial,
  ImpulsiveContactPairMaterial,
  NoContactPairMaterial,
} from "../../src/contact/contactPairMaterial.ts";
import { findLaw } from "../../src/contact/laws/findLaw.ts";
import { PairResponses } from "../../src/contact/pairResponses.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";

const core = convexBody(Sphere({ diameter: 1 }));
const shape = (path: string, body: number, material: string, more: Partial<CollisionShape> = {}): CollisionShape => ({
  path,
  core,
  body,
  material,
  contactRadius: 0.5,
  isFlat: false,
  ...more,
});

const constants = (YoungsModulus: number, PoissonsRatio: number) => ({ YoungsModulus, PoissonsRatio });
const solids = { A: constants(2e9, 0.3), B: constants(1e9, 0), C: constants(4e9, 0.5), D: constants(0, 0) };
const elastic = ElasticContactPairMaterial();

const responses = (
  shapes: readonly CollisionShape[],
  pairs: Readonly<Record<string, ContactPairMaterial>>,
  options = {},
): PairResponses => new PairResponses(shapes, new ContactMaterials(solids, pairs), checkedContactOptions(options));

describe("pairs that can meet", () => {
  const shapes = ["A", "B", "C", "A", "B", "C"].map((material, k) => shape(`${material}${k}`, k, material));

  it("are all but those of one body, excluded bodies, and materials without response", () => {
    const rules = responses(shapes, {
      "A,A": elastic,
      "B,B": elastic,
      "C,C": elastic,
      "B,C": NoContactPairMaterial(),
      "A,C": elastic,
      "A,B": elastic,
    }).rules([
      [4, 3],
      [0, 5],
    ]);
    const silent = (a: number, b: number): boolean =>
      [shapes[a]!.material, shapes[b]!.material].sort().join() === "B,C";
    for (let a = 0; a < 6; a++)
      for (let b = 0; b < 6; b++) {
        const pair = [a, b].sort().join();
        expect([pair, rules.admits(a, b)]).toEqual([
          pair,
          a !== b && pair !== "3,4" && pair !== "0,5" && !silent(a, b),
        ]);
      }
    expect(rules.all().every(([a, b]) => a < b && rules.admits(a, b))).toBe(true);
    expect(new Set(rules.all().map(([a, b]) => rules.key(b, a))).size).toBe(rules.all().length);
  });

  it.each([
    ["A,B", "A0", "B1"],
    ["A,C", "A0", "C2"],
    ["B,C", "B1", "C2"],
    ["A,A", "A0", "A3"],
    ["B,B", "B1", "B4"],
    ["C,C", "C2", "C5"],
  ])("need a response of each pair of materials: without %s two objects are named", (left, pathA, pathB) => {
    const all = ["A,A", "A,B", "A,C", "B,B", "B,C", "C,C"].filter((key) => key !== left);
    // no means of materials that do not respond elastically
    const pairs = Object.fromEntries(all.map((key) => [key, ImpulsiveContactPairMaterial()]));
    expect(() => responses(shapes, pairs).rules([])).toThrowError(
      expect.objectContaining({ code: "E-CONTACT-PAIR", path: pathA, where: pathB }),
    );
    // which does not matter where they cannot meet
    const apart = shapes.map((one, k) => ({ ...one, body: [pathA, pathB].includes(one.path) ? 0 : k + 1 }));
    const two = [apart.find(({ path }) => path === pathA)!, apart.find(({ path }) => path === pathB)!];
    expect(() => responses(two, pairs).rules([])).not.toThrow();
    expect(() => responses(two, pairs).of(0, 1)).toThrowError(expect.objectContaining({ code: "E-CONTACT-PAIR" }));
  });

  it("need elastic constants where they respond elastically, and only there", () => {
    const two = [shape("a", 0, "A"), shape("d", 1, "D")];
    expect(() => responses(two, { "A,D": elastic }).rules([])).toThrowError(
      expect.objectContaining({ code: "E-CONTACT-MATERIAL", path: "d" }),
    );
    expect(() => responses(two, { "A,D": ImpulsiveContactPairMaterial() }).rules([])).not.toThrow();
  });

  it("are looked at until all pairs of materials have been seen", () => {
    let looks = 0;
    const many = Array.from({ length: 60 }, (_, k) => {
      const one = shape(`${k}`, k, "A");
      return new Proxy(one, {
        get: (_target, name) => {
          if (name === "material") looks++;
          return one[name as keyof CollisionShape];
        },
      });
    });
    responses(many, { "A,A": elastic }).rules([]);
    // once or a few times each, not for each of 1 770 pairs
    expect(looks).toBeLessThan(10 * 60);
  });
});

describe("a pair", () => {
  it("sticks when a pair of the materials in use does", () => {
    const shapes = [shape("a", 0, "A"), shape("b", 1, "B"), shape("c", 2, "C")];
    const others = { "A,A": elastic, "B,B": elastic, "C,C": elastic, "A,B": elastic, "A,C": elastic };
    expect(responses(shapes, others).hasStiction()).toBe(false);
    const sticks = ElasticContactPairMaterial({ stiction: true });
    expect(responses(shapes, { ...others, "B,C": sticks }).hasStiction()).toBe(true);
    expect(responses(shapes, { ...others, "A,A": sticks }).hasStiction()).toBe(true);
    expect(responses(shapes.slice(0, 2), { ...others, "B,C": sticks }).hasStiction()).toBe(false);
    expect(responses(shapes, { ...others, "B,C": ImpulsiveContactPairMaterial() }).hasStiction()).toBe(false);
  });

  it("has the law of its materials, or that of the scene", () => {
    const own = ElasticContactPairMaterial({ law: "hertz" });
    const all = responses([shape("a", 0, "A")], {}, { contactLaw: "exactRestitution" });
    expect(all.law(own)).toBe(findLaw("hertz", ""));
    expect(all.law(elastic)).toBe(findLaw("exactRestitution", ""));
    expect(all.law(ImpulsiveContactPairMaterial())).toBe(findLaw("exactRestitution", ""));
  });

  it("is as stiff as both materials in series, with the radius of the curved one on a flat one", () => {
    const shapes = [
      shape("a", 0, "A", { contactRadius: 0.2 }),
      shape("b", 1, "B", { contactRadius: 0.3 }),
      shape("flat", 2, "C", { contactRadius: 5, isFlat: true }),
      shape("flat too", 3, "A", { contactRadius: 2, isFlat: true }),
    ];
    for (const factor of [1, 0.01]) {
      const all = responses(shapes, { "A,B": elastic }, { elasticContactReductionFactor: factor });
      expect(all.radius(0, 1)).toBeCloseTo(0.06 / 0.5, 15);
      expect([all.radius(0, 2), all.radius(2, 0), all.radius(1, 3)]).toEqual([0.2, 0.2, 0.3]);
      expect(all.radius(2, 3)).toBeCloseTo(10 / 7, 14);
      const moduli = 1 / (0.91 / 2e9 + 1 / 1e9);
      expect(all.modulus(0, 1) / (factor * moduli)).toBeCloseTo(1, 14);
      expect(all.stiffness(0, 1) / (factor * (4 / 3) * moduli * Math.sqrt(0.12))).toBeCloseTo(1, 14);
      expect(all.stiffness(2, 0) / ((factor * (4 / 3) * Math.sqrt(0.2)) / (0.91 / 2e9 + 0.75 / 4e9))).toBeCloseTo(
        1,
        14,
      );
    }
    expect(responses(shapes, { "A,B": elastic }).of(1, 0)).toEqual(elastic);
  });
});
