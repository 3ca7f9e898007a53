// Materials by name: their numbers are possible, the documentation says them, and balls of them bounce as they should.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dropTest, materialFacts } from "../../app/scene/materialRow.ts";
import { contactPairPalette } from "../../src/contact/contactPairPalette.ts";
import { contactPairSources } from "../../src/contact/contactPairSources.ts";
import { solidMaterialPalette } from "../../src/multibody/materials/solidMaterialPalette.ts";
import { runInNode } from "../studio/runInNode.ts";

const own = Object.entries(solidMaterialPalette).filter(([name]) => !/^(Billiard|Observer)/.test(name));
const documented = readFileSync(new URL("../../docs/collision.md", import.meta.url), "utf8");

type Span = readonly [low: number, high: number];
interface Tables {
  /** kg/m³ */
  readonly density: Span;
  /** Pa */
  readonly modulus: Span;
  readonly poisson?: Span;
}

const ksi = 6.894757e6;
const poundsPerFoot3 = 16.01846;
const slugsPerFoot3 = 515.3788;
/** kgf/mm² */
const kilogramsPerMillimetre2 = 9.80665e6;
const times = (factor: number, low: number, high = low): Span => [factor * low, factor * high];

/**
 * What tables say that are none of those the palette was taken from: [Thomas2211] of metals, glass, concrete, nylon, polyethylene and
 * rubber, [ECourses] of stainless steel and titanium, [EngineersEdge], [KMac], [ToolBox] and [EUParts] of plastics.
 */
const elsewhere: Readonly<Record<string, Tables>> = {
  StainlessSteel: { density: times(slugsPerFoot3, 15), modulus: times(ksi, 28e3), poisson: [0.3, 0.3] },
  Titanium: { density: times(slugsPerFoot3, 8.7), modulus: times(ksi, 16.5e3), poisson: [0.33, 0.33] },
  Brass: { density: times(poundsPerFoot3, 520, 540), modulus: times(ksi, 14e3, 16e3), poisson: [0.34, 0.34] },
  Copper: { density: times(poundsPerFoot3, 556), modulus: times(ksi, 16e3, 18e3), poisson: [0.33, 0.36] },
  CastIron: { density: times(poundsPerFoot3, 435, 460), modulus: times(ksi, 12e3, 25e3), poisson: [0.2, 0.3] },
  Glass: { density: times(poundsPerFoot3, 150, 180), modulus: times(ksi, 7e3, 12e3), poisson: [0.17, 0.27] },
  Concrete: { density: times(poundsPerFoot3, 145, 150), modulus: times(ksi, 2.5e3, 4.5e3), poisson: [0.1, 0.2] },
  Rubber: { density: times(poundsPerFoot3, 60, 80), modulus: times(ksi, 0.1, 0.6), poisson: [0.45, 0.5] },
  ABS: { density: [1030, 1060], modulus: [275 * ksi, 315 * kilogramsPerMillimetre2] },
  Acrylic: { density: [1170, 1200], modulus: [266 * kilogramsPerMillimetre2, 315 * kilogramsPerMillimetre2] },
  Nylon: { density: [1140, 1160], modulus: times(ksi, 390, 400), poisson: [0.4, 0.4] },
  Polycarbonate: { density: [1190, 1200], modulus: times(ksi, 320, 345) },
  Polyethylene: { density: [941, 970], modulus: times(ksi, 156, 170), poisson: [0.4, 0.4] },
  Polypropylene: { density: [900, 910], modulus: [112 * kilogramsPerMillimetre2, 158 * kilogramsPerMillimetre2] },
  PTFE: { density: [2140, 2200], modulus: [0.3e9, 70 * ksi] },
  PVC: { density: [1300, 1580], modulus: [245 * kilogramsPerMillimetre2, 420 * kilogramsPerMillimetre2] },
};

describe("materials by name", () => {
  it.each(own)("%s has constants of an isotropic solid, in the documentation too", (name, material) => {
    const { density, YoungsModulus, PoissonsRatio } = material;
    expect(PoissonsRatio).toBeGreaterThan(0);
    expect(PoissonsRatio).toBeLessThan(0.5);
    // waves in a rod: from the softest rubber to the stiffest ceramics
    const speed = Math.sqrt(YoungsModulus / density);
    expect(speed).toBeGreaterThan(20);
    expect(speed).toBeLessThan(12_000);
    const pair = contactPairPalette[`${name},${name}`];
    const answer =
      pair?.kind === "ElasticContactPairMaterial"
        ? [pair.coefficientOfRestitution, pair.slidingFrictionCoefficient]
        : ["–", "–"];
    const modulus = YoungsModulus >= 1e9 ? `${YoungsModulus / 1e9} GPa` : `${YoungsModulus / 1e6} MPa`;
    expect(documented).toContain(`| ${[name, density, modulus, PoissonsRatio, ...answer].join(" | ")} | `);
    expect(materialFacts(name)).toContain(`${density} kg/m³, ${modulus}`);
  });

  it.each(Object.entries(elsewhere))("%s agrees with tables that others have published", (name, tables) => {
    const { density, YoungsModulus, PoissonsRatio } = solidMaterialPalette[name as keyof typeof solidMaterialPalette];
    // alloys and fillers differ: within what the tables span, and 5 % beyond it where they give one number
    const isNear = (value: number, [low, high]: Span) => value >= 0.95 * low && value <= 1.05 * high;
    expect([density, isNear(density, tables.density)]).toEqual([density, true]);
    expect([YoungsModulus, isNear(YoungsModulus, tables.modulus)]).toEqual([YoungsModulus, true]);
    const [low, high] = tables.poisson ?? [PoissonsRatio, PoissonsRatio];
    expect(PoissonsRatio).toBeGreaterThanOrEqual(low - 0.02);
    expect(PoissonsRatio).toBeLessThanOrEqual(high + 0.02);
  });

  it("Ice has the isotropic mean of the measured constants of its crystals", () => {
    // [Gammon1983], Pa, at −16 °C; Voigt's and Reuss' means of ice differ by less than 1 %
    const [c11, c12, c13, c33, c44] = [13.929e9, 7.082e9, 5.765e9, 15.01e9, 3.014e9];
    const K = (2 * (c11 + c12) + 4 * c13 + c33) / 9;
    const G = (c11 + c12 + 2 * c33 - 4 * c13 + 12 * c44 + 6 * (c11 - c12)) / 30;
    const { YoungsModulus, PoissonsRatio } = solidMaterialPalette.Ice;
    expect(Math.abs(YoungsModulus / ((9 * K * G) / (3 * K + G)) - 1)).toBeLessThan(0.01);
    expect(Math.abs(PoissonsRatio - (3 * K - 2 * G) / (2 * (3 * K + G)))).toBeLessThan(0.01);
  });

  it("tell where the numbers of a pair come from, and name nothing that does not exist", () => {
    const names = Object.keys(solidMaterialPalette);
    for (const key of Object.keys(contactPairPalette)) {
      const [a, b] = key.split(",");
      expect([a! <= b!, names.includes(a!), names.includes(b!)]).toEqual([true, true, true]);
      const isOld = /Billiard|Observer|^Steel,Steel|DryWood/.test(key);
      expect([key, contactPairSources[key] === undefined]).toEqual([key, isOld]);
    }
    expect(materialFacts("Cheese")).toBeUndefined();
  });

  // e = 3.8 √(Y/E*) (mV²/2 / (Y R³))^(−1/8), [Johnson1985] eq. 11.47, yield strengths of annealed metal by [Callister2008] tab. B.4
  it.each([
    ["StainlessSteel", 205e6],
    ["Brass", 75e6],
    ["Copper", 69e6],
  ] as const)("%s bounces less than an elastic ball by its yielding", (name, Y) => {
    const { density, YoungsModulus, PoissonsRatio } = solidMaterialPalette[name];
    const contactModulus = YoungsModulus / (2 * (1 - PoissonsRatio ** 2));
    const energy = ((2 / 3) * Math.PI * density * 1 ** 2) / Y;
    const e = 3.8 * Math.sqrt(Y / contactModulus) * energy ** (-1 / 8);
    const pair = contactPairPalette[`${name},${name}`];
    if (pair?.kind !== "ElasticContactPairMaterial") throw new Error("not elastic");
    // two digits are given
    expect(Math.abs(pair.coefficientOfRestitution - e)).toBeLessThanOrEqual(0.005 + 1e-12);
  });

  it("can be dropped: the second summit is that of the restitution", async () => {
    for (const name of ["Glass", "PTFE"]) {
      const { runs } = await runInNode(dropTest(name));
      const result = runs[0]!.result!;
      const z = result.signal("ball.translation[3]").values as Float64Array;
      const pair = contactPairPalette[`${name},${name}`];
      if (pair?.kind !== "ElasticContactPairMaterial") throw new Error("not elastic");
      const e = pair.coefficientOfRestitution;
      const first = result.time.findIndex((time) => time > Math.sqrt((2 * 0.2) / 9.81) + 0.01);
      const flight = (2 * e * Math.sqrt(2 * 9.81 * 0.2)) / 9.81;
      const end = result.time.findIndex((time) => time > result.time[first]! + 0.9 * flight);
      const summit = Math.max(...z.subarray(first, end)) - 0.025;
      // 500 rows: a row is at most a millisecond beside the summit; weight while touching, see examples/contact-materials.ts
      expect(Math.abs(summit / (0.2 * e ** 2) - 1)).toBeLessThan(0.01);
    }
  });
});
