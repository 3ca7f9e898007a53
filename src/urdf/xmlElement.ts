/** The elements of an XML text with their lines, and typed access to attributes and children. */
import { DOMParser, type Element, type Node, onErrorStopParsing } from "@xmldom/xmldom";
import { suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Triple } from "./urdfRobot.ts";

const elementNode = 1;

/** Of which kind a description is, for messages. */
export interface XmlFormat {
  /** Code of errors in elements, and of texts that are not XML. */
  readonly elementError: string;
  readonly xmlError: string;
  /** What a file of this kind is. */
  readonly hint: string;
}

const urdf: XmlFormat = {
  elementError: "E-URDF",
  xmlError: "E-URDF-XML",
  hint: "a URDF file is one <robot name=…> element with <link> and <joint> elements; run xacro first where the file has macros",
};

/** What stands for an element, such as the content of a file that it includes; undefined: the element itself. */
export type Replacement = (element: XmlElement) => readonly XmlElement[] | undefined;

/** The root element of an XML text, or an error with the line. `folder` is where the text lies, for names of files in it. */
export function parseXml(text: string, format: XmlFormat = urdf, replaced?: Replacement, folder = ""): XmlElement {
  let message = "";
  const parser = new DOMParser({
    xmlns: prefixesIn(text),
    onError: (level, what) => {
      if (message === "") message = what;
      if (level !== "warning") onErrorStopParsing();
    },
  });
  try {
    const { documentElement, doctype } = parser.parseFromString(withoutOddities(text), "text/xml");
    if (doctype !== null) throw notXml(format, "it has a document type definition", 1, undefined);
    if (documentElement === null) throw notXml(format, "it has no element", 1, undefined);
    return new XmlElement(documentElement, { format, replaced, folder });
  } catch (cause) {
    if (cause instanceof RattlebackError) throw cause;
    const { locator } = cause as { locator?: { lineNumber?: number } };
    throw notXml(format, message || String((cause as Error).message), locator?.lineNumber ?? 1, cause);
  }
}

/** Prefixes such as "drake:" that no namespace is declared for: elements keep them in their names. */
function prefixesIn(text: string): Record<string, string> {
  const prefixes = Array.from(text.matchAll(/[<\s]([A-Za-z_][\w.-]*):[A-Za-z_]/g), ([, prefix]) => prefix!);
  const declared = prefixes.filter((prefix) => prefix !== "xmlns" && prefix !== "xml");
  return Object.fromEntries(declared.map((prefix) => [prefix, `urn:${prefix}`]));
}

/**
 * What other parsers pass over: declarations of odd versions, second ones and blanks before them, comments with "--" in them, document types
 * that declare nothing. Lines keep their numbers.
 */
function withoutOddities(text: string): string {
  const blank = (part: string): string => part.replace(/[^\n]/g, "");
  return text
    .replace(/^\uFEFF?\s*/, blank)
    .replace(/<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|<\?xml\b[^?]*\?>|<!DOCTYPE\s[^[>]*>/gi, (part) =>
      part.startsWith("<![") ? part : blank(part),
    );
}

function notXml({ xmlError, hint }: XmlFormat, because: string, line: number, cause: unknown): RattlebackError {
  return new RattlebackError(xmlError, "The robot description is not well-formed XML.", {
    where: `line ${line}`,
    because: because.split("\n")[0]!,
    hint,
    data: { line },
    ...(cause !== undefined && { cause }),
  });
}

interface XmlSource {
  readonly format: XmlFormat;
  readonly replaced: Replacement | undefined;
  readonly folder: string;
}

interface Changes {
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
}

const unchanged: Changes = { attributes: {}, children: [] };

export class XmlElement {
  readonly name: string;
  readonly line: number;
  private readonly element: Element;
  private readonly source: XmlSource;
  private readonly changes: Changes;

  constructor(element: Element, source: XmlSource, changes: Changes = unchanged) {
    this.element = element;
    this.source = source;
    this.changes = changes;
    this.name = element.tagName;
    this.line = element.lineNumber ?? 0;
  }

  /** The same element with other attributes, and with these children in place of those of the same names. */
  changed(attributes: Readonly<Record<string, string>>, children: readonly XmlElement[]): XmlElement {
    const { changes } = this;
    const kept = changes.children.filter(({ name }) => children.every((other) => other.name !== name));
    return new XmlElement(this.element, this.source, {
      attributes: { ...changes.attributes, ...attributes },
      children: [...kept, ...children],
    });
  }

  /** Where the text lies, relative to the outer one: "" or with a slash at its end. */
  get folder(): string {
    return this.source.folder;
  }

  get children(): XmlElement[] {
    const nodes: Node[] = Array.from(this.element.childNodes);
    const { replaced } = this.source;
    const added = this.changes.children;
    const own = nodes
      .filter(({ nodeType }) => nodeType === elementNode)
      .map((node) => new XmlElement(node as Element, this.source))
      .flatMap((child) => replaced?.(child) ?? [child]);
    return [...own.filter(({ name }) => added.every((other) => other.name !== name)), ...added];
  }

  all(name: string): XmlElement[] {
    return this.children.filter((child) => child.name === name);
  }

  /** The child of that name, undefined when there is none. */
  child(name: string): XmlElement | undefined {
    return this.all(name)[0];
  }

  required(name: string): XmlElement {
    const found = this.child(name);
    if (found === undefined) throw this.error(`<${this.name}> has no <${name}>`, `add <${name}> inside it`);
    return found;
  }

  /** The text between the tags. */
  get content(): string {
    return this.element.textContent ?? "";
  }

  get attributeNames(): string[] {
    return Array.from(this.element.attributes, ({ name }) => name);
  }

  attribute(name: string): string | undefined {
    return this.changes.attributes[name] ?? this.element.getAttribute(name) ?? undefined;
  }

  text(name: string): string {
    const value = this.attribute(name)?.trim();
    if (value === undefined || value === "") {
      throw this.error(`<${this.name}> has no attribute "${name}"`, `write <${this.name} ${name}="…">`);
    }
    return value;
  }

  /** A finite number; `otherwise` where the attribute is absent, an error when that is not given either. */
  number(name: string, otherwise?: number): number {
    if (otherwise !== undefined && this.attribute(name) === undefined) return otherwise;
    return this.finite(name, this.plain(name));
  }

  /** A number that may be without bound: ±inf. */
  bound(name: string, otherwise: number): number {
    const sign = /^([+-]?)inf(?:inity)?$/i.exec(this.attribute(name)?.trim() ?? "")?.[1];
    return sign === undefined ? this.number(name, otherwise) : sign === "-" ? -Infinity : Infinity;
  }

  /** As many numbers as there are. */
  list(name: string): number[] {
    return this.text(name)
      .split(/\s+/)
      .map((part) => this.finite(name, part));
  }

  numbers(name: string, count: number, otherwise?: readonly number[]): number[] {
    if (otherwise !== undefined && this.attribute(name) === undefined) return [...otherwise];
    const parts = this.plain(name).split(/\s+/);
    if (parts.length !== count) {
      const because = `"${this.attribute(name)}" has ${parts.length} values, ${count} are needed`;
      throw this.error(because, `${count} numbers with blanks between them`);
    }
    return parts.map((part) => this.finite(name, part));
  }

  triple(name: string, otherwise?: Triple): Triple {
    const [x, y, z] = this.numbers(name, 3, otherwise);
    return [x!, y!, z!];
  }

  oneOf<T extends string>(name: string, allowed: readonly T[]): T {
    const value = this.text(name);
    const found = allowed.find((item) => item === value);
    if (found !== undefined) return found;
    throw this.error(`${name}="${value}" is not known`, suggestName(value, allowed, `one of ${allowed.join(", ")}`));
  }

  /** The attribute, unless it is an expression that a preprocessor has left. */
  private plain(name: string): string {
    const text = this.text(name);
    if (!/\$[({]/.test(text)) return text;
    throw this.error(`${name}="${text}" is an expression of xacro, not a number`, "run xacro on the file first");
  }

  private finite(name: string, text: string): number {
    const value = Number(text);
    if (text !== "" && Number.isFinite(value)) return value;
    throw this.error(`${name}="${text}" is not a finite number`, "decimal numbers in SI units");
  }

  error(because: string, hint: string, path?: string): RattlebackError {
    return new RattlebackError(this.source.format.elementError, "The robot description cannot be used.", {
      ...(path !== undefined && { path }),
      where: `<${this.name}>, line ${this.line}`,
      because,
      hint,
      data: { element: this.name, line: this.line },
    });
  }
}
