/** What happens where two materials of a model meet: rows of the world's form for each pair of materials that can touch. */
import { ContactMaterials } from "../../src/contact/contactMaterials.ts";
import { importEdits } from "../document/diagramEdits.ts";
import { entryOf, type ObjectPart } from "../document/modelText.ts";
import { numberText } from "../document/numberText.ts";
import { setValue } from "../document/sceneEdits.ts";
import { type SceneText, stringAt, valueAt } from "../document/sceneText.ts";
import { applyEdits } from "../document/textEdits.ts";
import { h } from "../dom.ts";
import { numberRow } from "./fields.ts";

const values = [
  ["coefficientOfRestitution", "bounce", "0: none, 1: as fast as before", 1],
  ["slidingFrictionCoefficient", "friction", "coefficient of sliding friction", Infinity],
  ["rotationalResistanceCoefficient", "rolling", "resistance to rolling and drilling", Infinity],
] as const;
type ValueName = (typeof values)[number][0];
export type PairValues = Readonly<Record<ValueName, number>>;

/** More pairs than anybody reads in a form. */
const mostPairs = 12;
const noValues: PairValues = {
  coefficientOfRestitution: 0,
  slidingFrictionCoefficient: 0,
  rotationalResistanceCoefficient: 0,
};
const palette = new ContactMaterials({});

export interface MaterialPair {
  /** As the text has it, or in the order of the alphabet. */
  readonly key: string;
  /** Of the text, else of the palette. */
  readonly values: PairValues;
  /** Where they come from; "computed": they are changed in the text. */
  readonly source: "text" | "palette" | "unknown" | "computed";
}

/** Pairs of materials of objects that collide; a material meets itself where two objects are of it. */
export function pairsIn({ objects }: SceneText, world: ObjectPart | undefined): MaterialPair[] {
  const counts = new Map<string, number>();
  for (const { feature } of objects) {
    const given = feature?.given[0];
    if (feature?.name !== "Solid" || given?.kind !== "object" || valueAt(given, "collision") !== true) continue;
    const material = stringAt(given, "contactMaterial") ?? stringAt(given, "solidMaterial");
    if (material !== undefined) counts.set(material, (counts.get(material) ?? 0) + 1);
  }
  const names = [...counts.keys()].sort();
  const pairs = names.flatMap((a, k) => names.slice(k).map((b) => [a, b] as const));
  return pairs
    .filter(([a, b]) => a !== b || counts.get(a)! > 1)
    .slice(0, mostPairs)
    .map(([a, b]) => pairOf(world, a, b));
}

function pairOf(world: ObjectPart | undefined, a: string, b: string): MaterialPair {
  const whole = world && entryOf(world, "contactPairMaterials")?.value;
  const list = whole?.kind === "object" ? whole : undefined;
  const written = list?.entries.find(({ key }) => [`${a},${b}`, `${b},${a}`].includes(key.replace(/\s/g, "")));
  const known = palette.pair(a, b);
  const isElastic = known?.kind === "ElasticContactPairMaterial";
  const usual: PairValues = isElastic
    ? {
        coefficientOfRestitution: known.coefficientOfRestitution,
        slidingFrictionCoefficient: known.slidingFrictionCoefficient,
        rotationalResistanceCoefficient: known.rotationalResistanceCoefficient,
      }
    : noValues;
  const key = written?.key ?? `${a},${b}`;
  if (written === undefined)
    return {
      key,
      values: usual,
      source: whole !== undefined && list === undefined ? "computed" : isElastic ? "palette" : "unknown",
    };
  const { value } = written;
  const isElasticCall = value.kind === "call" && value.name === "ElasticContactPairMaterial";
  const given = value.kind === "call" ? value.given[0] : undefined;
  if (!isElasticCall || (given !== undefined && given.kind !== "object"))
    return { key, values: usual, source: "computed" };
  const own: Record<ValueName, number> = { ...noValues };
  for (const [name] of values) {
    const part = given && entryOf(given, name)?.value;
    if (part === undefined) continue;
    if (part.kind !== "plain" || typeof part.value !== "number") return { key, values: usual, source: "computed" };
    own[name] = part.value;
  }
  return { key, values: own, source: "text" };
}

/** A value of a pair; one that the text does not have yet is written with its others as they are. */
export function setPairValue(
  text: string,
  world: string,
  { key, values: present, source }: MaterialPair,
  name: ValueName,
  value: number,
): string | undefined {
  const list = [world, "feature", "contactPairMaterials"];
  if (source === "computed") return undefined;
  if (source === "text") return setValue(text, [...list, key, name], numberText(value));
  const all = { ...present, [name]: value };
  const inside = values.map(([own]) => `${own}: ${numberText(all[own])}`).join(", ");
  const written = `ElasticContactPairMaterial({ ${inside} })`;
  const next =
    setValue(text, [...list, key], written) ?? setValue(text, list, `{ ${JSON.stringify(key)}: ${written} }`);
  return next && applyEdits(next, importEdits(next, "ElasticContactPairMaterial", "rattleback"));
}

export function pairRows(
  world: string,
  pairs: readonly MaterialPair[],
  actions: { readonly text: string; change(text: string | undefined, done: string): void },
): HTMLElement[] {
  const told: Readonly<Record<MaterialPair["source"], string>> = {
    text: "",
    palette: " (as in the palette)",
    unknown: " (not known: give values)",
    computed: " (in the text)",
  };
  return pairs.flatMap((pair) => [
    h("p", { class: "empty" }, `${pair.key.replace(",", " on ")}${told[pair.source]}`),
    ...values.map(([name, label, description, max]) =>
      numberRow({
        id: `pair-${pair.key.replace(/\W/g, "-")}-${label}`,
        label,
        value: pair.source === "computed" ? undefined : pair.values[name],
        unit: "1",
        description,
        min: 0,
        max: max === Infinity ? undefined : max,
        set: (value) =>
          actions.change(setPairValue(actions.text, world, pair, name, value), `${label} of ${pair.key} is ${value}`),
      }),
    ),
  ]);
}
