/**
 * The models that a text holds as literals: `Model({ … })`, `Model3D({ … })`, `Base.with({ … })`, as trees with the place of every
 * part in the text. What is computed (loops, functions, spreads) is there too, as a part that can be read but not changed here. A text
 * that is being written and has errors gives what can be read of it.
 */
import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/javascript";
import { nextTask } from "../dom.ts";
import { readSlowly, syntaxOf } from "./syntaxOf.ts";

const expression = parser.configure({ top: "SingleExpression" });

interface Place {
  readonly from: number;
  readonly to: number;
}

/** A number, a truth value or a string; `value` is what it means. */
export interface PlainPart extends Place {
  readonly kind: "plain";
  readonly value: number | boolean | string;
}
export interface ListPart extends Place {
  readonly kind: "list";
  readonly items: readonly Part[];
}
export interface ObjectPart extends Place {
  readonly kind: "object";
  readonly entries: readonly EntryPart[];
  /** Whether something of it is computed: a spread, a computed name, a method. */
  readonly hasMore: boolean;
}
/** `Par(2, "kg")`, `Resistor.with({ … })`: the name as it is written, and what is given. */
export interface CallPart extends Place {
  readonly kind: "call";
  readonly name: string;
  readonly given: readonly Part[];
}
/** `Resistor`, `library.Resistor`. */
export interface NamePart extends Place {
  readonly kind: "name";
  readonly name: string;
}
/** Anything else. */
export interface ComputedPart extends Place {
  readonly kind: "computed";
}
export type Part = PlainPart | ListPart | ObjectPart | CallPart | NamePart | ComputedPart;

export interface EntryPart extends Place {
  readonly key: string;
  readonly keyFrom: number;
  readonly keyTo: number;
  readonly value: Part;
}

export interface ModelText {
  /** Of the constant that holds it, or "default" where it is exported at once. */
  readonly name: string;
  readonly isDefault: boolean;
  readonly call: CallPart;
  readonly object: ObjectPart;
}

const makers = /^(Model|Model3D)$|\.with$/;

/** Whether the text is a model document: JSON, and not a program. */
export function isDocument(text: string): boolean {
  return /^\s*\{/.test(text);
}

let last: { readonly text: string; readonly models: readonly ModelText[] } | undefined;

/** Models at the top of the text, in their order; of a document the whole and every component, by their paths. */
export function modelsIn(text: string): readonly ModelText[] {
  // the text that is open is asked for again and again
  if (last?.text !== text) last = { text, models: isDocument(text) ? documentModels(text) : programModels(text) };
  return last.models;
}

/** Reads a long text between other tasks of the page, so that its models are there when they are asked for; whether it is still wanted then. */
export async function modelsSoon(text: string, isWanted: () => boolean): Promise<boolean> {
  if (!isDocument(text)) await readSlowly(text);
  if (isWanted()) modelsIn(text);
  await nextTask();
  return isWanted();
}

function programModels(text: string): ModelText[] {
  const found: { name: string; call: CallPart }[] = [];
  let exported = "";
  for (const node of childrenOf(syntaxOf(text).topNode)) {
    const statement = node.name === "ExportDeclaration" ? declarationIn(node) : node;
    if (statement?.name === "VariableDeclaration") {
      for (const { name, value } of definitionsIn(statement, text))
        if (value.kind === "call") found.push({ name, call: value });
    } else if (node.name === "ExportDeclaration" && node.getChild("default") !== null) {
      const value = childrenOf(node).find((child) => /Expression|VariableName/.test(child.name));
      const part = value && partOf(value, text);
      if (part?.kind === "name") exported = part.name;
      if (part?.kind === "call") {
        exported = "default";
        found.push({ name: "default", call: part });
      }
    }
  }
  return found.flatMap(({ name, call }) => {
    const object = call.given[0];
    if (!makers.test(call.name) || object?.kind !== "object") return [];
    return [{ name, isDefault: name === exported, call, object }];
  });
}

/** The model that the file exports, or that of a constant of it; undefined when it is not a literal. */
export function exportedModel(text: string, within = ""): ModelText | undefined {
  return modelsIn(text).find(({ isDefault, name }) => (within === "" ? isDefault : name === within));
}

export function exportedObject(text: string, within = ""): ObjectPart | undefined {
  return exportedModel(text, within)?.object;
}

/** What the file says of its run: `export const experiment = { … }`, or that entry of a document. */
export function experimentIn(text: string): Part | undefined {
  if (isDocument(text)) {
    const whole = readExpression(text);
    return whole?.kind === "object" ? entryOf(whole, "experiment")?.value : undefined;
  }
  for (const node of childrenOf(syntaxOf(text).topNode)) {
    const statement = node.name === "ExportDeclaration" ? declarationIn(node) : undefined;
    const found = statement && definitionsIn(statement, text).find(({ name }) => name === "experiment");
    if (found !== undefined) return found.value;
  }
  return undefined;
}

/** `{ "_class": "Model", … }`, or that behind `"model"`. */
function documentModels(text: string): ModelText[] {
  const whole = readExpression(text);
  const part = whole?.kind === "object" ? entryOf(whole, "model")?.value : whole;
  const found: ModelText[] = [];
  const take = (value: Part | undefined, path: string): void => {
    const object = value?.kind === "call" && makers.test(value.name) ? value.given[0] : undefined;
    if (value?.kind !== "call" || object?.kind !== "object") return;
    found.push({ name: path === "" ? "default" : path, isDefault: path === "", call: value, object });
    for (const entry of object.entries) take(entry.value, path === "" ? entry.key : `${path}.${entry.key}`);
  };
  take(part, "");
  return found;
}

/** A single value; objects with a `_class` are calls of it. undefined when nothing can be read. */
export function readExpression(text: string): Part | undefined {
  const [node] = childrenOf(expression.parse(text).topNode);
  return node === undefined || node.type.isError ? undefined : partOf(node, text);
}

/** Whether the text has errors of syntax: what stands behind them may be missing. */
export function hasErrors(text: string): boolean {
  let isWrong = false;
  (isDocument(text) ? expression.parse(text) : syntaxOf(text)).iterate({
    enter(node) {
      if (node.type.isError) isWrong = true;
    },
  });
  return isWrong;
}

/** Entries of large objects by their keys; a diagram asks for each of them. */
const indices = new WeakMap<ObjectPart, ReadonlyMap<string, EntryPart>>();
const large = 32;

export function entryOf(object: ObjectPart, key: string): EntryPart | undefined {
  const { entries } = object;
  if (entries.length < large) return entries.find((entry) => entry.key === key);
  let index = indices.get(object);
  if (index === undefined) {
    // of two with one key the first
    index = new Map([...entries].reverse().map((entry) => [entry.key, entry]));
    indices.set(object, index);
  }
  return index.get(key);
}

function declarationIn(node: SyntaxNode): SyntaxNode | undefined {
  return node.getChild("VariableDeclaration") ?? undefined;
}

/** `const a = …, b = …`. */
function definitionsIn(node: SyntaxNode, text: string): { name: string; value: Part }[] {
  const all: { name: string; value: Part }[] = [];
  let name: string | undefined;
  let isValue = false;
  for (const child of childrenOf(node)) {
    if (child.name === "VariableDefinition") name = text.slice(child.from, child.to);
    else if (child.name === "Equals") isValue = true;
    else if (isValue && name !== undefined) {
      all.push({ name, value: partOf(child, text) });
      isValue = false;
    }
  }
  return all;
}

function partOf(node: SyntaxNode, text: string): Part {
  const { from, to } = node;
  const written = text.slice(from, to);
  switch (node.name) {
    case "Number":
      return { kind: "plain", from, to, value: Number(written.replaceAll("_", "")) };
    case "UnaryExpression": {
      if (/^-\s*Math\.PI$/.test(written)) return { kind: "plain", from, to, value: -Math.PI };
      const operand = childrenOf(node).find((child) => child.name === "Number");
      if (!/^-\s*[\d.]/.test(written) || operand === undefined) break;
      return { kind: "plain", from, to, value: -Number(text.slice(operand.from, operand.to).replaceAll("_", "")) };
    }
    case "BooleanLiteral":
      return { kind: "plain", from, to, value: written === "true" };
    case "String":
    case "TemplateString": {
      const value = stringValue(node, written);
      if (value !== undefined) return { kind: "plain", from, to, value };
      break;
    }
    case "ArrayExpression":
      return { kind: "list", from, to, items: partsIn(node, text) };
    case "ObjectExpression":
      return classified(objectOf(node, text));
    case "BinaryExpression": {
      const value = multipleOfPi(written);
      if (value !== undefined) return { kind: "plain", from, to, value };
      break;
    }
    case "VariableName":
    case "MemberExpression":
      if (written === "Math.PI") return { kind: "plain", from, to, value: Math.PI };
      if (/^[\w$]+(\.[\w$]+)*$/.test(written)) return { kind: "name", from, to, name: written };
      break;
    case "CallExpression": {
      const [callee] = childrenOf(node);
      const list = node.getChild("ArgList");
      const name = callee === undefined ? "" : text.slice(callee.from, callee.to);
      if (list === null || !/^[\w$]+(\.[\w$]+)*$/.test(name)) break;
      return { kind: "call", from, to, name, given: partsIn(list, text) };
    }
  }
  return { kind: "computed", from, to };
}

/** `Math.PI / 2`, `-2 * Math.PI / 3`: angles are written so, and are as plain as numbers. */
function multipleOfPi(written: string): number | undefined {
  const match = /^(-)?\s*(?:(\d+(?:\.\d+)?)\s*\*\s*)?Math\.PI(?:\s*([*/])\s*(\d+(?:\.\d+)?))?$/.exec(written);
  if (match === null) return undefined;
  const [, sign, before = "1", operator, behind = "1"] = match;
  const value =
    operator === "/" ? (Number(before) * Math.PI) / Number(behind) : Number(before) * Math.PI * Number(behind);
  return sign === undefined ? value : -value;
}

function partsIn(node: SyntaxNode, text: string): Part[] {
  return childrenOf(node)
    .filter(({ name }) => !/^[[\](),]$|Comment$/.test(name))
    .map((child) => partOf(child, text));
}

function objectOf(node: SyntaxNode, text: string): ObjectPart {
  const entries: EntryPart[] = [];
  let hasMore = false;
  for (const child of childrenOf(node)) {
    if (child.name !== "Property") continue;
    const [first, ...rest] = childrenOf(child).filter(({ name }) => !/Comment$/.test(name));
    const value = rest.filter(({ name }) => name !== ":").at(-1);
    const key = first === undefined ? undefined : keyOf(first, text);
    if (first === undefined || key === undefined || rest.length > 2) hasMore = true;
    else {
      const { from, to } = child;
      // `{ a }` is short for `{ a: a }`
      const part: Part = value === undefined ? { kind: "computed", from, to } : partOf(value, text);
      entries.push({ key, from, to, keyFrom: first.from, keyTo: first.to, value: part });
    }
  }
  return { kind: "object", from: node.from, to: node.to, entries, hasMore };
}

/** Documents name what makes an object by an entry of it. */
function classified(object: ObjectPart): Part {
  const value = entryOf(object, "_class")?.value;
  if (value?.kind !== "plain" || typeof value.value !== "string") return object;
  return { kind: "call", from: object.from, to: object.to, name: value.value, given: [object] };
}

function keyOf(node: SyntaxNode, text: string): string | undefined {
  const written = text.slice(node.from, node.to);
  if (node.name === "PropertyDefinition") return written;
  return node.name === "String" ? stringValue(node, written) : undefined;
}

/** What a string means; undefined when something is computed inside or when it is cut. */
function stringValue(node: SyntaxNode, written: string): string | undefined {
  if (node.getChild("Interpolation") !== null || written.length < 2 || written[0] !== written.at(-1)) return undefined;
  return written.slice(1, -1).replace(/\\(u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|\r?\n|[\s\S])/gi, (...match) => {
    const [, escaped, wide, four, two] = match as string[];
    const code = wide ?? four ?? two;
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    const known: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v", 0: "\0" };
    return /^\r?\n$/.test(escaped!) ? "" : (known[escaped!] ?? escaped!);
  });
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const list: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) list.push(child);
  return list;
}
