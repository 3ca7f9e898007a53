/**
 * The drawing of a class: what the annotations `Icon` of its bases and of itself say, as lines and areas in their coordinates. Only numbers and
 * plain texts come out of it.
 */
import type { ClassInstance } from "./model.ts";
import { annotationsNamed } from "./syntax/annotations.ts";
import type { CallExpression, Expression, ModifierSyntax } from "./syntax/ast.ts";

export type IconPoint = readonly [number, number];

export interface IconShape {
  readonly kind: "line" | "polygon" | "rectangle" | "ellipse" | "text";
  /** Of rectangles, ellipses and texts two corners. */
  readonly points: readonly IconPoint[];
  /** Where the shape is moved to, and by how many degrees it is turned about that point. */
  readonly origin: IconPoint;
  readonly rotation: number;
  /** Red, green, blue; undefined: no line, or no filling. */
  readonly stroke: readonly number[] | undefined;
  readonly fill: readonly number[] | undefined;
  readonly width: number;
  readonly text: string;
}

export interface ClassIcon {
  /** Two corners of the page. */
  readonly extent: readonly [IconPoint, IconPoint];
  readonly shapes: readonly IconShape[];
}

const kinds: Readonly<Record<string, IconShape["kind"]>> = {
  Line: "line",
  Polygon: "polygon",
  Rectangle: "rectangle",
  Ellipse: "ellipse",
  Text: "text",
};
const usualExtent: ClassIcon["extent"] = [
  [-100, -100],
  [100, 100],
];
/** Shapes of one icon; thousands would not be seen. */
const mostShapes = 400;

export function classIcon(cls: ClassInstance): ClassIcon {
  let extent: ClassIcon["extent"] | undefined;
  const shapes: IconShape[] = [];
  for (const { syntax } of cls.lineage) {
    for (const icon of annotationsNamed(syntax.file, syntax.annotation, "Icon")) {
      const entries = icon.modification?.entries ?? [];
      const corners = pointsOf(nested(entries, "coordinateSystem", "extent"));
      if (corners.length === 2) extent = [corners[0]!, corners[1]!];
      const graphics = entries.find(({ path }) => path[0] === "graphics")?.modification?.binding;
      for (const item of graphics?.kind === "array" ? graphics.items : []) {
        const shape = item.kind === "call" ? shapeOf(item) : undefined;
        if (shape !== undefined && shapes.length < mostShapes) shapes.push(shape);
      }
    }
  }
  return { extent: extent ?? usualExtent, shapes };
}

/** `outer(inner = …)` */
export function nested(entries: readonly ModifierSyntax[], outer: string, inner: string): Expression | undefined {
  const inside = entries.find(({ path }) => path[0] === outer)?.modification?.entries ?? [];
  return inside.find(({ path }) => path[0] === inner)?.modification?.binding;
}

function shapeOf({ callee, named }: CallExpression): IconShape | undefined {
  const kind = kinds[callee.parts.at(-1)!.name];
  const given = new Map(named.map(({ name, value }) => [name, value]));
  const points = pointsOf(given.get(kind === "line" || kind === "polygon" ? "points" : "extent"));
  if (kind === undefined || points.length < 2 || isHidden(given.get("visible"))) return undefined;
  const color = colorOf(given.get(kind === "line" ? "color" : kind === "text" ? "textColor" : "lineColor"));
  const hasFilling = kind !== "line" && /Solid|Sphere|Cylinder/.test(lastName(given.get("fillPattern")));
  const text = given.get("textString");
  return {
    kind,
    points,
    origin: pointsOf(asList(given.get("origin")))[0] ?? [0, 0],
    rotation: numberOf(given.get("rotation")) ?? 0,
    stroke: lastName(given.get("pattern")) === "None" ? undefined : (color ?? [0, 0, 0]),
    fill: hasFilling ? (colorOf(given.get("fillColor")) ?? [0, 0, 0]) : undefined,
    width: numberOf(given.get(kind === "line" ? "thickness" : "lineThickness")) ?? 0.25,
    text: text?.kind === "string" ? text.value.slice(0, 80) : "",
  };
}

const isHidden = (e: Expression | undefined): boolean => e?.kind === "boolean" && !e.value;
const lastName = (e: Expression | undefined): string => (e?.kind === "reference" ? e.parts.at(-1)!.name : "");
export const asList = (e: Expression | undefined): Expression | undefined =>
  e && { kind: "array", items: [e], at: e.at };

/** A literal, with its sign. */
export function numberOf(e: Expression | undefined): number | undefined {
  if (e?.kind === "number") return Number.isFinite(e.value) ? e.value : undefined;
  if (e?.kind !== "unary" || e.operator === "not") return undefined;
  const value = numberOf(e.operand);
  return value === undefined ? undefined : /-/.test(e.operator) ? -value : value;
}

function numbersOf(e: Expression | undefined): number[] {
  return e?.kind === "array" ? e.items.flatMap((item) => numberOf(item) ?? []) : [];
}

/** `{{x, y}, …}` */
export function pointsOf(e: Expression | undefined): IconPoint[] {
  const lists = e?.kind === "array" ? e.items.map(numbersOf) : [];
  return lists.flatMap(([x, y]) => (x === undefined || y === undefined ? [] : [[x, y] as const]));
}

function colorOf(e: Expression | undefined): readonly number[] | undefined {
  const color = numbersOf(e).map((part) => Math.min(255, Math.max(0, Math.round(part))));
  return color.length === 3 ? color : undefined;
}
