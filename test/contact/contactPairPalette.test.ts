/** The numbers that every model knows of pairs of materials, and where they come from. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { contactPairPalette } from "../../src/contact/contactPairPalette.ts";
import { contactPairSources } from "../../src/contact/contactPairSources.ts";

it("pairs are as the file beside this test shows them, restitution, friction and resistance", async () => {
  const lines = Object.entries(contactPairPalette).map(([names, pair]) => {
    const { restitution, friction } = contactPairSources[names] ?? { restitution: "", friction: "" };
    const numbers =
      pair.kind === "ElasticContactPairMaterial"
        ? [pair.coefficientOfRestitution, pair.slidingFrictionCoefficient, pair.rotationalResistanceCoefficient].join(
            " ",
          )
        : JSON.stringify(pair);
    return `${names}  ${numbers}  ${restitution}; ${friction}`;
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("contactPairs.txt");
});

it("every source that is named is in the list of references", () => {
  const references = readFileSync(new URL("../../docs/references.md", import.meta.url), "utf8");
  const named = Object.values(contactPairSources).flatMap(({ restitution, friction }) =>
    [...`${restitution} ${friction}`.matchAll(/\[(\w+)\]/g)].map(([, key]) => key!),
  );
  expect(named.length).toBeGreaterThan(10);
  for (const key of named) expect(references).toContain(key);
});
