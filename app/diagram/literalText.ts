/** The text of a model in TypeScript or as a JSON document, as a diagram sees it. */
import type { IconPlace } from "../../src/modelica/classDiagram.ts";
import { type Copied, copy, paste } from "../document/clipboard.ts";
import * as edits from "../document/diagramEdits.ts";
import { entryAt } from "../document/entryPlaces.ts";
import { extract } from "../document/extractComponent.ts";
import { type Corners, cornersIn, removeLine, setCorners } from "../document/lineEdits.ts";
import { entryOf, exportedObject, isDocument, modelsIn, type ObjectPart } from "../document/modelText.ts";
import type { Outline } from "../engine/outline.ts";
import { crossingsOf } from "./crossings.ts";
import type { DrawnText } from "./drawnText.ts";

/** No constant has this name. */
const nowhere = "?";

export class LiteralText implements DrawnText {
  readonly text: string;
  /** Names of the components that were opened, the outermost first. */
  private readonly path: readonly string[];
  /** The constant that holds the model that is shown; "" for the exported one. */
  private readonly within: string;
  private readonly object: ObjectPart | undefined;

  constructor(text: string, path: readonly string[]) {
    this.text = text;
    this.path = path;
    this.within = shownModel(text, path) ?? nowhere;
    this.object = exportedObject(text, this.within);
  }

  get isThere(): boolean {
    return this.object !== undefined;
  }

  of(text: string): DrawnText {
    return new LiteralText(text, this.path);
  }

  has(name: string): boolean {
    const { object } = this;
    return object === undefined || object.hasMore || entryOf(object, withoutIndex(name)) !== undefined;
  }

  typeOf(name: string): string {
    return edits.typeIn(this.object, withoutIndex(name));
  }

  places(): ReadonlyMap<string, edits.Point> {
    return edits.placesIn(this.text, this.within);
  }

  icons(): ReadonlyMap<string, IconPlace> {
    return new Map();
  }

  corners(): Corners {
    return cornersIn(this.text, this.within);
  }

  componentAt(offset: number): string | undefined {
    return this.path.length > 0 ? undefined : entryAt(this.text, offset);
  }

  move(places: ReadonlyMap<string, edits.Point>, corners: Corners = new Map()): string | undefined {
    const moved = edits.move(this.text, places, this.within);
    return moved && setCorners(moved, corners, this.within);
  }

  setCorners(corners: Corners): string | undefined {
    return setCorners(this.text, corners, this.within);
  }

  connect(one: string, other: string, corners: Corners = new Map()): string | undefined {
    const joined = edits.connect(this.text, one, other, this.within);
    return joined && setCorners(joined, corners, this.within);
  }

  disconnect(end: string): string | undefined {
    return edits.disconnect(this.text, end, this.within);
  }

  removeLine(first: string, other: string): string | undefined {
    return removeLine(this.text, first, other, this.within);
  }

  remove(name: string): string | undefined {
    return edits.remove(this.text, name, this.within);
  }

  rename(name: string, other: string): string | undefined {
    return edits.rename(this.text, name, other, this.within);
  }

  setParameter(component: string, name: string, written: string): string | undefined {
    return edits.setParameter(this.text, component, name, written, this.within);
  }

  add(type: string, module: string, at: edits.Point, document?: string): { text: string; name: string } | string {
    const isWhole = isDocument(this.text);
    if (isWhole && document === undefined) return `${type} consists of code, which a document cannot hold.`;
    const added = isWhole
      ? edits.addDocument(this.text, type, document!, this.within)
      : edits.add(this.text, type, module, this.within);
    if (added === undefined) return "The text computes this, so it is changed there.";
    // a place of its own: what is connected later does not move it
    const text = edits.move(added.text, new Map([[added.name, at]]), this.within) ?? added.text;
    return { text, name: added.name };
  }

  copy(names: ReadonlySet<string>): Copied | undefined {
    return copy(this.text, names, this.within);
  }

  paste(copied: Copied, shift: readonly [number, number]): { text: string; names: readonly string[] } | undefined {
    return paste(this.text, copied, shift, this.within);
  }

  group(names: ReadonlySet<string>, outline: Outline): { text: string; name: string; type: string } | string {
    if (this.path.length > 0) return "Choose components of the model itself.";
    const type = edits.freeName(this.text, "Part");
    const chosen = outline.components.filter(({ name }) => names.has(name));
    const needs = new Set(chosen.flatMap((component) => component.needs ?? []));
    const result = extract(this.text, names, type, crossingsOf(outline, names), needs);
    return typeof result === "string" ? result : { ...result, type };
  }
}

function shownModel(text: string, path: readonly string[]): string | undefined {
  // a document holds its components inside each other
  if (isDocument(text)) return path.join(".");
  let within = "";
  for (const name of path) {
    const type = edits.typeIn(exportedObject(text, within), withoutIndex(name));
    if (!modelsIn(text).some((model) => model.name === type)) return undefined;
    within = type;
  }
  return within;
}

function withoutIndex(name: string): string {
  return name.replace(/\[\d+\]$/, "");
}
