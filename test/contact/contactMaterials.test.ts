import { describe, expect, it } from "vitest";
import { ContactMaterials } from "../../src/contact/contactMaterials.ts";
import {
  ElasticContactPairMaterial,
  ImpulsiveContactPairMaterial,
  ObserverContactPairMaterial,
} from "../../src/contact/contactPairMaterial.ts";
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
