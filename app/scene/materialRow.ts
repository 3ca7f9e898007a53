/** The material of an object: its name with suggestions, its numbers and where they come from, and a ball of it to drop. */
import { contactPairPalette } from "../../src/contact/contactPairPalette.ts";
import { contactPairSources } from "../../src/contact/contactPairSources.ts";
import { modelLink } from "../../src/modelFile/modelLink.ts";
import { solidMaterialPalette } from "../../src/multibody/materials/solidMaterialPalette.ts";
import { h } from "../dom.ts";
import { suggestedRow } from "./fields.ts";

export function materialRow(value: string | undefined, set: (material: string) => void): HTMLElement {
  const row = suggestedRow("object-material", "material", value, Object.keys(solidMaterialPalette), set);
  const facts = materialFacts(value ?? "");
  if (facts === undefined) return row;
  const drop = h("a", { target: "_blank", rel: "noopener", href: "#", class: "drop-test" }, "drop test");
  drop.title = "A ball of this material falls on a plate of it, in a page of its own";
  void modelLink({ name: `${value}-drop.ts`, source: dropTest(value!), look: { runs: true } }).then((hash) => {
    drop.href = hash;
  });
  row.append(h("small", { class: "material-facts" }, facts, bounces(value!) && " · ", bounces(value!) && drop));
  return row;
}

function bounces(material: string): boolean {
  return contactPairPalette[`${material},${material}`]?.kind === "ElasticContactPairMaterial";
}

/** Density, modulus, and how it answers itself; undefined for names that the palette does not have. */
export function materialFacts(name: string): string | undefined {
  const material = (solidMaterialPalette as Readonly<Record<string, (typeof solidMaterialPalette)["Steel"]>>)[name];
  if (material === undefined || material.density === 0) return undefined;
  const { density, YoungsModulus, PoissonsRatio } = material;
  const modulus = YoungsModulus >= 1e9 ? `${YoungsModulus / 1e9} GPa` : `${YoungsModulus / 1e6} MPa`;
  const facts = [`${density} kg/m³`, modulus, `ν ${PoissonsRatio}`];
  const key = `${name},${name}`;
  const pair = contactPairPalette[key];
  if (pair?.kind !== "ElasticContactPairMaterial") return `${facts.join(", ")}; no contact with itself is known`;
  const { restitution, friction } = contactPairSources[key] ?? {};
  const told = (value: number, source: string | undefined): string =>
    source === undefined ? `${value}` : `${value} (${source})`;
  facts.push(`restitution ${told(pair.coefficientOfRestitution, restitution)}`);
  facts.push(`friction ${told(pair.slidingFrictionCoefficient, friction)}`);
  return facts.join(", ");
}

/** A model to try a material with. */
export function dropTest(material: string): string {
  return `// A ball of ${material} falls on a plate of ${material}.
import { Box, Model3D, Object3D, Scene, Solid, Sphere, UniformGravityField } from "rattleback";

const of = { solidMaterial: "${material}", collision: true };

export default Model3D({
  world: Object3D({
    feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }), contact: { contactLaw: "exactRestitution" } }),
  }),
  plate: Object3D({
    parent: "world",
    translation: [0, 0, -0.01],
    feature: Solid({ shape: Box({ lengthX: 0.2, lengthY: 0.2, lengthZ: 0.02 }), ...of }),
  }),
  ball: Object3D({
    parent: "world",
    fixedToParent: false,
    translation: [0, 0, 0.225],
    feature: Solid({ shape: Sphere({ diameter: 0.05 }), ...of }),
  }),
});

export const experiment = { stopTime: 1, tolerance: 1e-8, plots: ["ball.translation[3]"] };
`;
}
