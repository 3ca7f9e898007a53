/**
 * A class made of some components of another one: it stands inside that one, where the names of types mean the same, with connectors for
 * what joined the components with the rest. Lines and places inside stay; what refers to the components finds them in the new one.
 */
import type { IconPlace } from "../../src/modelica/classDiagram.ts";
import type { Crossing } from "../document/extractComponent.ts";
import { copy } from "../document/modelicaClipboard.ts";
import {
  declarationOf,
  freeName,
  indentAt,
  insertDeclaration,
  placementText,
  placesIn,
  referencesTo,
  remove,
} from "../document/modelicaEdits.ts";
import { classNamed, tokensOf } from "../document/modelicaText.ts";
import { applyEdits } from "../document/textEdits.ts";
import type { Outline, OutlineComponent, OutlineConnector } from "../engine/outline.ts";
import { crossingsOf } from "./crossings.ts";
import { ownerOf } from "./diagramLayout.ts";
import type { DrawnText } from "./drawnText.ts";

interface Port {
  readonly name: string;
  readonly type: string;
  readonly crossing: Crossing;
  readonly connector: OutlineConnector;
  /** In the icon and in the diagram of the new class. */
  readonly place: IconPlace;
}

const border = 100;
const half = 10;
const wholeIcon = {
  extent: [
    [-border, -border],
    [border, border],
  ],
  shapes: [],
} as const;
const icon =
  "Icon(graphics={Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,0,127}, fillColor={255,255,255}, fillPattern=FillPattern.Solid), " +
  'Text(extent={{-100,20},{100,-20}}, textString="%name")})';

/** `draw` makes the drawing of a class from its text and outline. */
export function groupClass(
  text: string,
  className: string,
  names: ReadonlySet<string>,
  outline: Outline,
  draw: (text: string, className: string, outline: Outline) => DrawnText,
): { text: string; name: string; type: string } | string {
  const found = classNamed(text, className);
  const copied = copy(text, className, names);
  const refusal = whyNot(text, className, names, outline);
  if (refusal !== undefined) return refusal;
  if (found === undefined || copied === undefined) return "The class is not in this text.";
  const ports = portsFor(crossingsOf(outline, names), outline, names);
  if (typeof ports === "string") return ports;
  const type = freeName(text, found, "Part");
  const name = freeName(text, found, "part");
  const inner = found.connects.filter((line) => [line.first, line.other].every((end) => names.has(firstName(end))));
  const indent = `${indentAt(text, found.from)}  `;
  const lines = [
    `model ${type}`,
    ...ports.map((port) => `  ${port.type} ${port.name} annotation (${placementText(port.place)});`),
    ...copied.entries.map((entry) => `  ${entry.type} ${entry.name}${entry.written};`),
    ...(inner.length > 0 ? ["equation", ...inner.map(({ from, to }) => `  ${text.slice(from, to)}`)] : []),
    `  annotation (${icon});`,
    `end ${type}`,
  ];
  const place = placeOfGroup(placesIn(text, className), names);
  let result = text;
  for (const one of names) {
    result = remove(result, className, one)!;
    const rest = referencesTo(result, classNamed(result, className)!, one, undefined);
    result = applyEdits(
      result,
      rest.map(({ from }) => ({ from, to: from, insert: `${name}.` })),
    );
  }
  result = insertDeclaration(result, classNamed(result, className)!, lines.join(`\n${indent}`));
  const declaration = `${type} ${name} annotation (${placementText(place)})`;
  result = insertDeclaration(result, classNamed(result, className)!, declaration);
  const part: OutlineComponent = {
    name,
    description: "",
    parameters: [],
    connectors: ports.map((port) => ({ ...port.connector, name: port.name, place: port.place })),
    icon: wholeIcon,
    place,
  };
  const around: Outline = {
    components: [...outline.components.filter((known) => !names.has(known.name)), part],
    connections: [],
  };
  for (const port of ports)
    for (const outer of port.crossing.outer)
      result = draw(result, className, around).connect(`${name}.${port.name}`, outer) ?? result;
  const inside: Outline = {
    components: [
      ...outline.components.filter((known) => names.has(known.name)),
      ...ports.map(
        ({ name: own, connector: { place: _place, ...connector }, place: at }): OutlineComponent => ({
          name: own,
          description: "",
          parameters: [],
          connectors: [{ ...connector, name: "" }],
          icon: wholeIcon,
          place: at,
        }),
      ),
    ],
    connections: [],
  };
  for (const port of ports)
    result = draw(result, `${className}.${type}`, inside).connect(port.name, port.crossing.inner) ?? result;
  return { text: result, name, type };
}

/** What would become another model. */
function whyNot(
  text: string,
  className: string,
  names: ReadonlySet<string>,
  { components }: Outline,
): string | undefined {
  const found = classNamed(text, className);
  if (found === undefined) return "The class is not in this text.";
  for (const name of names) {
    const known = components.find((component) => component.name === name);
    const declared = declarationOf(found, name);
    if (known?.isInherited === true || declared === undefined)
      return `${name} is inherited: it is changed in its base.`;
    if (known?.connectors.some((connector) => connector.name === "") === true)
      return `${name} is a connector of the class itself.`;
    const prefix = text.slice(declared.clause.from, text.indexOf(declared.type[0]!, declared.clause.from)).trim();
    if (prefix !== "") return `${name} is declared as ${prefix}, which belongs to the class itself.`;
    const others = found.declarations.filter((other) => !names.has(other.name));
    const used = others.find((other) =>
      referencesTo(text, found, other.name, other.nameFrom).some(
        ({ from, to }) => from >= declared.nameTo && to <= declared.to,
      ),
    );
    if (used !== undefined) return `${name} uses ${used.name} of the class: a class inside cannot see it.`;
  }
  const tokens = tokensOf(text.slice(found.from, found.to));
  for (const [k, token] of tokens.entries()) {
    const from = found.from + token.from;
    if (token.kind !== "connect" || found.connects.some((line) => line.from <= from && from < line.to)) continue;
    if (found.classes.some((inside) => inside.from <= from && from < inside.to)) continue;
    const end = tokens.findIndex((other, i) => i > k && other.kind === ";");
    const word = tokens.slice(k, end).find((other) => other.kind === "name" && names.has(other.word));
    if (word !== undefined) return `${word.word} is connected in a loop or a condition, which is changed in the text.`;
  }
  return undefined;
}

/** Inputs on the left, outputs on the right, others where they fit; or why there is none. */
function portsFor(
  crossings: readonly Crossing[],
  { components, connections }: Outline,
  names: ReadonlySet<string>,
): readonly Port[] | string {
  const byName = new Map(components.map((component) => [component.name, component]));
  const isInner = (end: string): boolean => names.has(ownerOf(end, byName) ?? "");
  const cut = connections
    .filter((ends) => ends.some(isInner) && !ends.every(isInner))
    .flatMap((ends) => ends.filter(isInner));
  const ports: Omit<Port, "place">[] = [];
  for (const inner of new Set(cut)) {
    const crossing = crossings.find((known) => known.inner === inner);
    const connector = byName
      .get(ownerOf(inner, byName) ?? "")
      ?.connectors.find(({ name }) => inner === `${ownerOf(inner, byName)}.${name}`);
    if (crossing === undefined || connector?.type === undefined)
      return `${inner} is one of several connectors or inside of one: a class for it is written by hand.`;
    const base = connector.name;
    let name = base;
    for (let k = 2; ports.some((port) => port.name === name) || names.has(name); k++) name = `${base}${k}`;
    ports.push({ name, type: connector.type, crossing, connector });
  }
  const isRight = ports.map(({ connector: { direction } }, k) =>
    direction === "both" ? k % 2 === 1 : direction === "output",
  );
  return ports.map((port, k) => {
    const side = isRight[k]!;
    const same = isRight.filter((other) => other === side).length;
    const order = isRight.slice(0, k).filter((other) => other === side).length;
    const y = Math.round((border - ((order + 1) * 2 * border) / (same + 1)) / half) * half;
    const x = side ? border : -border;
    return {
      ...port,
      place: {
        extent: [
          [x - half, y - half],
          [x + half, y + half],
        ],
        origin: [0, 0],
        rotation: 0,
      },
    };
  });
}

/** In the middle of what it is made of. */
function placeOfGroup(places: ReadonlyMap<string, IconPlace>, names: ReadonlySet<string>): IconPlace {
  const centers = [...names].flatMap((name) => {
    const place = places.get(name);
    if (place === undefined) return [];
    const [[x1, y1], [x2, y2]] = place.extent;
    return [[(x1 + x2) / 2 + place.origin[0], (y1 + y2) / 2 + place.origin[1]] as const];
  });
  const middle = (values: readonly number[]): number =>
    values.length === 0 ? 0 : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length / half) * half;
  const [x, y] = [middle(centers.map(([at]) => at)), middle(centers.map(([, at]) => at))];
  return {
    extent: [
      [x - half, y - half],
      [x + half, y + half],
    ],
    origin: [0, 0],
    rotation: 0,
  };
}

const firstName = (end: string): string => end.replace(/[.[].*$/, "");
