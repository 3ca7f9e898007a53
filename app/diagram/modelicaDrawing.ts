/** The text of a Modelica class as a diagram sees it: `Placement` and `Line` are the layout, and lines are drawn again where boxes move. */
import type { IconPlace } from "../../src/modelica/classDiagram.ts";
import type { Copied } from "../document/clipboard.ts";
import type { Point } from "../document/diagramEdits.ts";
import { type Corners, lineKey } from "../document/lineEdits.ts";
import { copy, paste } from "../document/modelicaClipboard.ts";
import * as edits from "../document/modelicaEdits.ts";
import { classNamed, type ModelicaClassText } from "../document/modelicaText.ts";
import type { Outline } from "../engine/outline.ts";
import { connectorAt, ownerOf, type PlacedBox, placeBoxes, portAt } from "./diagramLayout.ts";
import type { DrawnText } from "./drawnText.ts";
import { type Corner, route } from "./lineRoutes.ts";
import { groupClass } from "./modelicaGroup.ts";

/** Colours of lines as in the standard library. */
const lineColors: Readonly<Record<string, readonly number[]>> = {
  A: [0, 0, 255],
  "N.m": [0, 0, 0],
  N: [0, 127, 0],
  W: [191, 0, 0],
  signal: [0, 0, 127],
  "Boolean signal": [255, 0, 255],
  "Integer signal": [255, 127, 0],
};

export class ModelicaDrawing implements DrawnText {
  readonly text: string;
  private readonly className: string;
  private readonly outline: Outline;
  private readonly found: ModelicaClassText | undefined;

  /** `outline`: the class as the compiler has seen it last. */
  constructor(text: string, className: string, outline: Outline) {
    this.text = text;
    this.className = className;
    this.outline = outline;
    this.found = classNamed(text, className);
  }

  get isThere(): boolean {
    return this.found !== undefined;
  }

  of(text: string): DrawnText {
    return new ModelicaDrawing(text, this.className, this.outline);
  }

  has(name: string): boolean {
    const isInherited = this.outline.components.find((known) => known.name === name)?.isInherited === true;
    return this.found === undefined || isInherited || this.found.declarations.some((known) => known.name === name);
  }

  typeOf(): string {
    return "";
  }

  places(): ReadonlyMap<string, Point> {
    return new Map();
  }

  icons(): ReadonlyMap<string, IconPlace> {
    return edits.placesIn(this.text, this.className);
  }

  corners(): Corners {
    return edits.cornersIn(this.text, this.className);
  }

  componentAt(offset: number): string | undefined {
    return this.found?.declarations.find(({ clause }) => clause.from <= offset && offset <= clause.to)?.name;
  }

  move(places: ReadonlyMap<string, Point>, corners: Corners = new Map()): string | undefined {
    const moved = edits.move(this.text, this.className, places);
    if (moved === undefined) return undefined;
    const drawn = edits.linesIn(moved, this.className);
    const keys = this.outline.connections
      .filter((ends) => ends.some((end) => places.has(ownerOf(end, places) ?? "")))
      .map(([first, other]) => lineKey(first!, other!))
      .filter((key) => drawn.has(key));
    const known = edits.cornersIn(this.text, this.className);
    return this.drawn(moved, new Map(keys.map((key) => [key, corners.get(key) ?? known.get(key) ?? []])));
  }

  setCorners(corners: Corners): string | undefined {
    return this.drawn(this.text, corners);
  }

  connect(one: string, other: string, corners: Corners = new Map()): string | undefined {
    const boxes = this.boxes(this.text);
    const points = pointsBetween(boxes, one, other, corners.get(lineKey(one, other)));
    const color = lineColors[connectorAt(boxes, one)?.domain ?? ""];
    return edits.connect(this.text, this.className, [one, other], points, color);
  }

  disconnect(end: string): string | undefined {
    return edits.disconnect(this.text, this.className, end);
  }

  removeLine(first: string, other: string): string | undefined {
    return edits.removeLine(this.text, this.className, first, other);
  }

  remove(name: string): string | undefined {
    return edits.remove(this.text, this.className, name);
  }

  rename(name: string, other: string): string | undefined {
    return edits.rename(this.text, this.className, name, other);
  }

  setParameter(component: string, name: string, written: string): string | undefined {
    return edits.setParameter(this.text, this.className, component, name, written);
  }

  add(type: string, _module: string, at: Point): { text: string; name: string } | string {
    if (type === this.className) return `${type} cannot have a component of its own class.`;
    return edits.add(this.text, this.className, type, at) ?? "The class is not in this text.";
  }

  copy(names: ReadonlySet<string>): Copied | undefined {
    return copy(this.text, this.className, names);
  }

  paste(copied: Copied, shift: readonly [number, number]): { text: string; names: readonly string[] } | undefined {
    return paste(this.text, this.className, copied, shift);
  }

  group(names: ReadonlySet<string>, outline: Outline): { text: string; name: string; type: string } | string {
    return groupClass(this.text, this.className, names, outline, (text, className, own) => {
      return new ModelicaDrawing(text, className, own);
    });
  }

  private boxes(text: string): Map<string, PlacedBox> {
    const icons = edits.placesIn(text, this.className);
    const components = this.outline.components.map((component) => {
      const place = icons.get(component.name);
      return place === undefined ? component : { ...component, place };
    });
    return placeBoxes({ ...this.outline, components }, new Map());
  }

  /** With the points that lines have now. */
  private drawn(text: string, corners: Corners): string | undefined {
    const boxes = this.boxes(text);
    const lines = new Map<string, readonly Corner[]>();
    for (const [key, own] of corners) {
      const [first, other] = key.split(" ");
      const points = pointsBetween(boxes, first!, other!, own);
      if (points.length > 1) lines.set(key, points);
    }
    return edits.setLines(text, this.className, lines);
  }
}

function pointsBetween(
  boxes: ReadonlyMap<string, PlacedBox>,
  first: string,
  other: string,
  corners: readonly Corner[] | undefined,
): readonly Corner[] {
  const [a, b] = [portAt(boxes, first), portAt(boxes, other)];
  return a === undefined || b === undefined ? [] : route(a, b, corners);
}
