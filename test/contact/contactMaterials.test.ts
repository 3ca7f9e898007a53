import { describe, expect, it } from "vitest";
import { ContactMaterials } from "../../src/contact/contactMaterials.ts";
import {
  type ContactPairMaterial,
  ElasticContactPairMaterial,
  type ElasticContactPairOptions,
  ImpulsiveContactPairMaterial,
  ObserverContactPairMaterial,
} from "../../src/contact/contactPairMaterial.ts";
import { findLaw } from "../../src/contact/laws/findLaw.ts";
import { solidMaterialPalette } from "../../src/multibody/materials/solidMaterialPalette.ts";

const materials = new ContactMaterials(solidMaterialPalette);

describe("pairs of materials", () => {
  it("are the same in both orders", () => {
    expect(materials.pair("BilliardTable", "BilliardBall")).toEqual(materials.pair("BilliardBall", "BilliardTable"));
    expect(materials.pair("BilliardBall", "BilliardTable")).toMatchObject({
      coefficientOfRestitution: 0,
      slidingFrictionCoefficient: 0.8,
      rotationalResistanceCoefficient: 0.01,
    });
  });

  it("that are not listed are the mean of both with themselves", () => {
    const mean = materials.pair("Steel", "DryWood");
    expect(mean).toMatchObject({ kind: "ElasticContactPairMaterial", vsmall: 0.01, wsmall: 0.01 });
    expect(mean).toMatchObject({ slidingFrictionCoefficient: 0.4, rotationalResistanceCoefficient: 0.001 });
    if (mean?.kind === "ElasticContactPairMaterial") expect(mean.coefficientOfRestitution).toBeCloseTo(0.65, 15);
  });

  it("have no mean when one of them has no pair with itself, is not elastic, or obeys another law", () => {
    expect(materials.pair("Steel", "Aluminium")).toBeUndefined();
    expect(materials.pair("Observer", "DryWood")).toBeUndefined();
    const other = new ContactMaterials(solidMaterialPalette, {
      "DryWood,DryWood": ElasticContactPairMaterial({ law: "hertz" }),
    });
    expect(other.pair("Steel", "DryWood")).toBeUndefined();
  });

  it("that stick or are elastic foundations have means that do, each constant by itself", () => {
    const own = (first: ElasticContactPairOptions, second: ElasticContactPairOptions) =>
      new ContactMaterials(solidMaterialPalette, {
        "Steel,Steel": ElasticContactPairMaterial(first),
        "DryWood,DryWood": ElasticContactPairMaterial(second),
      }).pair("DryWood", "Steel");
    const first = { slidingFrictionCoefficient: 0.25, vsmall: 0.25, wsmall: 0.5, coefficientOfRestitution: 1 };
    const second = { slidingFrictionCoefficient: 0.75, vsmall: 0.75, wsmall: 2.5, coefficientOfRestitution: 0.5 };
    const mean = {
      kind: "ElasticContactPairMaterial",
      slidingFrictionCoefficient: 0.5,
      vsmall: 0.5,
      wsmall: 1.5,
      coefficientOfRestitution: 0.75,
      rotationalResistanceCoefficient: 0,
    };
    expect(own(first, second)).toEqual(mean);
    const sticks = { stiction: true, staticFrictionCoefficient: 1, bristleLength: 0.5, standstillSpeed: 0.125 };
    const sticksToo = { stiction: true, staticFrictionCoefficient: 2, bristleLength: 1.5, standstillSpeed: 0.375 };
    expect(own({ ...first, ...sticks }, { ...second, ...sticksToo })).toEqual({
      ...mean,
      stiction: { friction: 0.5, staticFriction: 1.5, bristleLength: 1, standstillSpeed: 0.25 },
    });
    expect(own({ ...first, ...sticks }, second)).toEqual(mean);
    expect(own(first, { ...second, ...sticksToo })).toEqual(mean);
    const [soft, stiff] = [{ foundationStiffness: 1e6 }, { foundationStiffness: 3e6 }];
    expect(own({ ...first, ...soft }, { ...second, ...stiff })).toEqual({ ...mean, foundationStiffness: 2e6 });
    expect(own({ ...first, ...soft }, second)).toBeUndefined();
    expect(own(first, { ...second, ...stiff })).toBeUndefined();
    const law = findLaw("hertz", "law");
    expect(own({ ...first, law }, { ...second, law })).toEqual({ ...mean, law });
  });

  it("of surfaces with a friction of their own have the smaller one, sliding and sticking; all else is as before", () => {
    const elastic = ElasticContactPairMaterial({ slidingFrictionCoefficient: 0.5, vsmall: 0.25 });
    const sticking = ElasticContactPairMaterial({
      slidingFrictionCoefficient: 0.5,
      stiction: true,
      staticFrictionCoefficient: 0.6,
      bristleLength: 0.125,
    });
    const impulsive = ImpulsiveContactPairMaterial({ slidingFrictionCoefficient: 0.5, coefficientOfRestitution: 0.25 });
    const observer = ObserverContactPairMaterial();
    const between = (pair: ContactPairMaterial, a?: number, b?: number) => {
      const surface = (friction?: number) => ({ material: "Steel", ...(friction !== undefined && { friction }) });
      return new ContactMaterials(solidMaterialPalette, { "Steel,Steel": pair }).between(surface(a), surface(b));
    };
    for (const pair of [elastic, sticking, impulsive, observer]) expect(between(pair)).toBe(pair);
    expect(between(observer, 0.2, 0.3)).toBe(observer);
    for (const [a, b, least] of [
      [0.2, undefined, 0.2],
      [undefined, 0.3, 0.3],
      [0.4, 0.3, 0.3],
      [0.7, 0.8, 0.7],
      [0, 0.3, 0],
    ]) {
      expect(between(elastic, a, b)).toEqual({ ...elastic, slidingFrictionCoefficient: least });
      expect(between(impulsive, a, b)).toEqual({ ...impulsive, slidingFrictionCoefficient: least });
      expect(between(sticking, a, b)).toEqual({
        ...sticking,
        slidingFrictionCoefficient: least,
        stiction: { ...sticking.stiction, friction: least, staticFriction: least },
      });
    }
    expect(materials.between({ material: "Steel", friction: 0.1 }, { material: "Aluminium" })).toBeUndefined();
  });

  it("of a model stand beside the palette and above it, in any order of names", () => {
    const own = new ContactMaterials(solidMaterialPalette, {
      "Steel, Aluminium": ImpulsiveContactPairMaterial({ coefficientOfRestitution: 0.9 }),
      "Steel,Steel": ObserverContactPairMaterial(),
    });
    expect(own.pair("Aluminium", "Steel")?.kind).toBe("ImpulsiveContactPairMaterial");
    expect(own.pair("Steel", "Steel")?.kind).toBe("ObserverContactPairMaterial");
    expect(materials.pair("Steel", "Steel")?.kind).toBe("ElasticContactPairMaterial");
  });
});

describe("elastic constants", () => {
  const { Steel } = solidMaterialPalette;
  const known = (YoungsModulus: number, PoissonsRatio: number) =>
    new ContactMaterials({ ...solidMaterialPalette, Own: { ...Steel!, YoungsModulus, PoissonsRatio } });

  it("are positive, with a ratio from 0 to below 1", () => {
    expect(known(1e9, 0).elasticConstants("Own", "ball")).toMatchObject({ YoungsModulus: 1e9, PoissonsRatio: 0 });
    expect(known(1, 0.99).elasticConstants("Own", "ball")).toMatchObject({ YoungsModulus: 1, PoissonsRatio: 0.99 });
    for (const [E, nu] of [
      [0, 0.3],
      [-1, 0.3],
      [1e9, -0.1],
      [1e9, 1],
      [1e9, 1.5],
      [Number.NaN, 0.3],
    ] as const)
      expect(() => known(E, nu).elasticConstants("Own", "ball")).toThrowError(
        expect.objectContaining({
          code: "E-CONTACT-MATERIAL",
          path: "ball",
          because: expect.stringContaining(`= ${E}, PoissonsRatio = ${nu}`),
        }),
      );
    for (const name of ["Unknown", "toString"])
      expect(() => known(1, 0).elasticConstants(name, "ball")).toThrowError(/is not known/);
  });
});

describe("bad material data", () => {
  it.each([
    ["coefficientOfRestitution", 1.5, "from 0"],
    ["coefficientOfRestitution", Number.NaN, "from 0"],
    ["slidingFrictionCoefficient", -0.1, "≥ 0"],
    ["rotationalResistanceCoefficient", Number.POSITIVE_INFINITY, "≥ 0"],
    ["vsmall", 0, "positive"],
    ["wsmall", -1, "positive"],
  ])("%s = %s is refused", (name, value, hint) => {
    expect(() => ElasticContactPairMaterial({ [name]: value })).toThrowError(
      expect.objectContaining({
        code: "E-CONTACT-VALUE",
        path: name,
        hint: expect.stringContaining(hint),
        data: expect.objectContaining({ name }),
      }),
    );
  });

  it.each([
    "coefficientOfRestitution",
    "slidingFrictionCoefficient",
    "rotationalResistanceCoefficient",
    "vsmall",
    "wsmall",
    "foundationStiffness",
    "staticFrictionCoefficient",
    "bristleLength",
    "standstillSpeed",
  ])("%s is a number, not a text, a truth value or a list", (name) => {
    for (const value of ["0.5", true, [0.5], Number.NaN])
      expect(() => ElasticContactPairMaterial({ stiction: true, [name]: value })).toThrowError(
        expect.objectContaining({ code: "E-CONTACT-VALUE", path: name, data: { name, value } }),
      );
  });

  it("what is on or off is true or false", () => {
    for (const value of ["yes", 1, []])
      for (const [name, make] of [
        ["stiction", () => ElasticContactPairMaterial({ stiction: value as never })],
        ["printAlarm", () => ObserverContactPairMaterial({ printAlarm: value as never })],
      ] as const)
        expect(make).toThrowError(
          expect.objectContaining({ code: "E-CONTACT-VALUE", path: name, hint: "true or false" }),
        );
    expect(ElasticContactPairMaterial({ stiction: false })).toEqual(ElasticContactPairMaterial());
    expect(ObserverContactPairMaterial({ printAlarm: true }).printAlarm).toBe(true);
    expect(ObserverContactPairMaterial().printAlarm).toBe(false);
  });

  it("laws that do not exist are told by name, with one that is meant and with all there are", () => {
    expect(() => findLaw("hertzz" as never, "contactLaw")).toThrowError(
      expect.objectContaining({
        code: "E-CONTACT-LAW",
        path: "contactLaw",
        what: 'There is no contact law "hertzz".',
        hint: expect.stringMatching(/^did you mean "hertz"\? One of elastic, .*hertz, or an object with damping/),
        data: { law: "hertzz" },
      }),
    );
    for (const law of [3, {}, { force: () => 0 }, { force: () => 0, damping: () => 0, energy: 1 }, "toString"])
      expect(() => findLaw(law as never, "law")).toThrowError(
        expect.objectContaining({ code: "E-CONTACT-LAW", hint: expect.stringMatching(/^One of/) }),
      );
  });

  it("unknown names get a suggestion", () => {
    expect(() => ElasticContactPairMaterial({ coeficientOfRestitution: 1 } as never)).toThrowError(
      expect.objectContaining({ code: "E-OPTION-UNKNOWN", hint: expect.stringContaining("coefficientOfRestitution") }),
    );
  });

  it("a key must name two materials", () => {
    expect(() => new ContactMaterials(solidMaterialPalette, { Steel: ObserverContactPairMaterial() })).toThrowError(
      expect.objectContaining({ code: "E-CONTACT-VALUE", hint: expect.stringContaining("comma") }),
    );
  });
});
