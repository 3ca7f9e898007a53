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
