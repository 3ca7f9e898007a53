/**
 * Elements of an MJCF file with the defaults of their classes, and a record of what was read: all else is reported.
 *
 * Source   [MJCF] "Default settings": an attribute is that of the element, else of its class, else of the class around it
 */
import type { XmlElement } from "../urdf/xmlElement.ts";

/** Default classes by name, each with the ones around it, the innermost first. */
export type DefaultClasses = ReadonlyMap<string, readonly XmlElement[]>;

/** The class of all that names none. */
export const mainClass = "main";

export function readDefaults(mujoco: readonly XmlElement[]): DefaultClasses {
  const classes = new Map<string, XmlElement[]>();
  const read = (element: XmlElement, around: readonly XmlElement[], name: string): void => {
    const own = [element, ...around];
    classes.set(name, [...(classes.get(name) ?? []), ...own]);
    for (const inner of element.all("default")) read(inner, own, inner.text("class"));
  };
  for (const element of mujoco) read(element, [], element.attribute("class") ?? mainClass);
  return classes;
}

/** Which attributes of which elements the reader understands. */
export class Understood {
  private readonly attributes = new Map<string, Set<string>>();

  note(element: string, attribute?: string): void {
    const known = this.attributes.get(element) ?? new Set();
    if (attribute !== undefined) known.add(attribute);
    this.attributes.set(element, known);
  }

  /** Elements and attributes below `root` that were never asked for: one line per cause. */
  unused(root: XmlElement): string[] {
    const causes = new Map<string, number>();
    const count = (cause: string) => causes.set(cause, (causes.get(cause) ?? 0) + 1);
    const look = (element: XmlElement): void => {
      const known = this.attributes.get(element.name);
      if (known === undefined) {
        count(`<${element.name}>`);
        return;
      }
      for (const name of element.attributeNames)
        if (!known.has(name) && !harmless.has(name)) count(`${name} of <${element.name}>`);
      element.children.forEach(look);
    };
    root.children.forEach(look);
    return [...causes].map(([cause, times]) => `${cause}: ${times} ignored`);
  }
}

/** Names, classes, and numbers for the drawing of MuJoCo's own viewer. */
const harmless = new Set(["name", "class", "childclass", "group", "user"]);

export class MjcfElement {
  readonly xml: XmlElement;
  private readonly sources: readonly XmlElement[];
  private readonly understood: Understood;

  /** `kinds`: names under which defaults are kept, that of the element first. */
  constructor(
    xml: XmlElement,
    classes: DefaultClasses,
    around: string,
    understood: Understood,
    kinds: readonly string[] = [xml.name],
  ) {
    this.xml = xml;
    this.understood = understood;
    understood.note(xml.name);
    for (const kind of kinds) understood.note(kind);
    const name = xml.attribute("class") ?? around;
    const defaults = classes.get(name);
    if (defaults === undefined && name !== mainClass)
      throw xml.error(`the class "${name}" is not defined`, `add <default class="${name}"> to <default>`);
    this.sources = [xml, ...(defaults ?? []).flatMap((element) => kinds.flatMap((kind) => element.all(kind)))];
  }

  private source(attribute: string): XmlElement | undefined {
    for (const { name } of this.sources) this.understood.note(name, attribute);
    // an attribute without content says nothing
    return this.sources.find((element) => (element.attribute(attribute) ?? "").trim() !== "");
  }

  has(attribute: string): boolean {
    return this.source(attribute) !== undefined;
  }

  text(attribute: string): string | undefined {
    return this.source(attribute)?.attribute(attribute)?.trim();
  }

  number(attribute: string, otherwise: number): number {
    return this.source(attribute)?.number(attribute) ?? otherwise;
  }

  /** As many numbers as are written; `otherwise` where there are none. */
  list(attribute: string, otherwise: readonly number[]): readonly number[] {
    return this.source(attribute)?.list(attribute) ?? otherwise;
  }

  /** Numbers of which the last ones may be left out. */
  filled(attribute: string, otherwise: readonly number[]): number[] {
    const given = this.list(attribute, otherwise);
    if (given.length > otherwise.length)
      throw this.xml.error(
        `${attribute} has ${given.length} numbers`,
        `${otherwise.length} numbers with blanks between them`,
      );
    return otherwise.map((value, k) => given[k] ?? value);
  }

  exactly(attribute: string, count: number): number[] | undefined {
    return this.source(attribute)?.numbers(attribute, count);
  }

  /** Reads and drops attributes that change nothing here. */
  pass(...attributes: readonly string[]): void {
    for (const attribute of attributes) this.source(attribute);
  }
}
