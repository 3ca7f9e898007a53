/** A component made of some that a model has: they move into a model of their own, with connectors for what joined them with the rest. */
import { copy } from "./clipboard.ts";
import { add, connect, importEdits, move, placesIn, remove } from "./diagramEdits.ts";
import { exportedObject, isDocument, modelsIn, type ObjectPart } from "./modelText.ts";
import { experimentReferences, referencesIn } from "./references.ts";
import { applyEdits } from "./textEdits.ts";

export interface Crossing {
  /** Of the chosen part, and outside of it. */
  readonly inner: string;
  readonly outer: readonly string[];
  /** undefined: nobody knows what the connector is. */
  readonly domain: string | undefined;
  readonly direction: "input" | "output" | "both";
}

const connectors: Readonly<Record<string, readonly [word: string, module: string]>> = {
  A: ["Pin", "rattleback/electric"],
  "N*m": ["Flange", "rattleback/rotational"],
  "N.m": ["Flange", "rattleback/rotational"],
  N: ["TranslationalFlange", "rattleback/translational"],
  W: ["HeatPort", "rattleback/heat"],
  "kg/s": ["FluidPort", "rattleback/fluid"],
  "N, N, N*m": ["PlanarFrame", "rattleback/planar"],
};
const isComputed = "The text computes this, so it is changed there.";

/**
 * Moves components into a model of their own, which stands above and takes their place: what joined them with the rest becomes its
 * connectors, and what names them finds them inside. `needs` are names that they take from the model around. In words why not, where
 * that would become another model.
 */
export function extract(
  text: string,
  names: ReadonlySet<string>,
  type: string,
  crossings: readonly Crossing[],
  needs: ReadonlySet<string>,
): { text: string; name: string } | string {
  const object = exportedObject(text);
  const copied = copy(text, names);
  const places = placesIn(text);
  if (copied?.entries.length !== names.size || object === undefined || isDocument(text)) return isComputed;
  const used = usedOutside(text, object, names);
  if (used !== undefined) return `${used.by} uses ${used.name} of the model: a component cannot see it.`;
  const ports: { readonly name: string; readonly written: string; readonly crossing: Crossing }[] = [];
  let result = text;
  for (const crossing of crossings) {
    const { domain, direction, inner } = crossing;
    const known =
      domain === "signal" ? [direction === "input" ? "input" : "output", "rattleback"] : connectors[domain ?? ""];
    if (known === undefined) return `Of what kind the connector ${inner} is has no name here: this is written by hand.`;
    const [word, module] = known as [string, string];
    result = applyEdits(result, importEdits(result, word, module));
    const base = inner.split(".").at(-1)!.replace(/\W/g, "");
    let name = base;
    for (let k = 2; ports.some((port) => port.name === name) || names.has(name); k++) name = `${base}${k}`;
    ports.push({ name, written: domain === "signal" ? `${word}()` : word, crossing });
  }
  const taken = [...needs].filter((name) => !names.has(name));
  if (taken.length > 0) result = applyEdits(result, importEdits(result, "outer", "rattleback"));
  const lines = [
    ...taken.map((name) => `${name}: outer(),`),
    ...ports.map(({ name, written }) => `${name}: ${written},`),
    ...copied.entries.map(({ name, written }) => `${name}: ${written},`),
  ];
  const joined = [...copied.connections, ...ports.map(({ name, crossing }) => [name, crossing.inner])];
  if (joined.length > 0)
    lines.push(`connect: [${joined.map((ends) => JSON.stringify(ends).replaceAll(",", ", ")).join(", ")}],`);
  const drawn = copied.entries.filter(({ place }) => place !== undefined);
  if (drawn.length > 0)
    lines.push(`diagram: { ${drawn.map(({ name, place }) => `${name}: [${place!.join(", ")}]`).join(", ")} },`);
  for (const name of names) {
    const removed = remove(result, name);
    if (removed === undefined) return isComputed;
    result = removed;
  }
  result = applyEdits(result, importEdits(result, "Model", "rattleback"));
  const component = add(result, type, "");
  if (component === undefined) return isComputed;
  result = component.text;
  for (const name of names) {
    const places = [...referencesIn(result, exportedObject(result)!, name), ...experimentReferences(result, name)];
    result = applyEdits(
      result,
      places.map(({ from }) => ({ from, to: from, insert: `${component.name}.` })),
    );
  }
  for (const { name, crossing } of ports)
    for (const outer of crossing.outer) result = connect(result, `${component.name}.${name}`, outer) ?? result;
  const [first] = [...names].map((name) => places.get(name)).filter((place) => place !== undefined);
  if (first !== undefined) result = move(result, new Map([[component.name, [first[0], first[1]]]])) ?? result;
  const at = statementOf(result);
  const model = `const ${type} = Model({\n${lines.map((line) => `  ${line}\n`).join("")}});\n\n`;
  return { text: result.slice(0, at) + model + result.slice(at), name: component.name };
}

/** What an expression of a component names that stays outside. */
function usedOutside(
  text: string,
  object: ObjectPart,
  names: ReadonlySet<string>,
): { by: string; name: string } | undefined {
  const inside = object.entries.filter(({ key }) => names.has(key));
  const stays = object.entries.filter(({ key }) => !names.has(key));
  for (const by of inside)
    for (const { key: name } of stays)
      if (referencesIn(text, object, name).some(({ from }) => from > by.keyTo && from < by.to))
        return { by: by.key, name };
  return undefined;
}

/** Where the statement with the exported model begins, with the comment above it. */
function statementOf(text: string): number {
  const model = modelsIn(text).find(({ isDefault }) => isDefault)!;
  const start = text.lastIndexOf("\n", model.call.from) + 1;
  const above = /(?:^\/\*\*[\s\S]*?\*\/\n)$/m.exec(text.slice(0, start));
  return above === null ? start : start - above[0].length;
}
