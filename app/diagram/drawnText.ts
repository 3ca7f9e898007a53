/** What a diagram asks of the text that it is a view of, whatever that is written in. Changes give the text after them, or nothing. */
import type { IconPlace } from "../../src/modelica/classDiagram.ts";
import type { Copied } from "../document/clipboard.ts";
import type { Point } from "../document/diagramEdits.ts";
import type { Corners } from "../document/lineEdits.ts";
import type { Outline } from "../engine/outline.ts";

export interface DrawnText {
  readonly text: string;
  /** Whether the model that is shown is in the text, so that it can be changed. */
  readonly isThere: boolean;
  /** The same of another text. */
  of(text: string): DrawnText;
  /** Whether the text has the component, or may have it. */
  has(name: string): boolean;
  /** The word that makes a component; empty when it is computed. */
  typeOf(name: string): string;
  places(): ReadonlyMap<string, Point>;
  /** Places of icons of classes. */
  icons(): ReadonlyMap<string, IconPlace>;
  corners(): Corners;
  /** Name of the component whose text is around a place. */
  componentAt(offset: number): string | undefined;
  /** `corners` of lines that go along. */
  move(places: ReadonlyMap<string, Point>, corners?: Corners): string | undefined;
  setCorners(corners: Corners): string | undefined;
  /** `corners` when the line has them from the start. */
  connect(one: string, other: string, corners?: Corners): string | undefined;
  disconnect(end: string): string | undefined;
  removeLine(first: string, other: string): string | undefined;
  remove(name: string): string | undefined;
  rename(name: string, other: string): string | undefined;
  setParameter(component: string, name: string, written: string): string | undefined;
  /** `document`: the component as JSON, for a text that is a document. */
  add(type: string, module: string, at: Point, document?: string): { text: string; name: string } | string;
  copy(names: ReadonlySet<string>): Copied | undefined;
  paste(copied: Copied, shift: readonly [number, number]): { text: string; names: readonly string[] } | undefined;
  /** A component made of some; its name and that of its model, or why not. */
  group(names: ReadonlySet<string>, outline: Outline): { text: string; name: string; type: string } | string;
}
