/**
 * Names as users write them for signals and their elements.
 *
 *   motor.phi          a signal
 *   motor.der(phi)     its derivative; der(motor.phi) means the same
 *   r[2], m[1,2]       an element, counted from 1
 *   r[2:3], m[1,:]     a part: indices without colon drop their dimension
 *   der(r)[2]          element of a derivative; der(r[2]) means the same
 *   cell[3].v          variable of a component in a list, whose name is cell_3.v
 */

/** `from`, `to` counted from 1 with both ends included; `to` = Infinity: to the end. */
export interface IndexRange {
  readonly from: number;
  readonly to: number;
  readonly isRange: boolean;
}

export interface SignalName {
  /** Name of the whole signal, derivative at the leaf. */
  readonly base: string;
  /** Text between the brackets, undefined when there are none. */
  readonly indexText: string | undefined;
}

/** Separates the index and moves der to the leaf. */
export function parseSignalName(text: string): SignalName {
  let { base: rest, indexText } = splitIndex(text.trim());
  let path = "";
  let order = 0;
  for (;;) {
    const dot = lastDot(rest);
    path += rest.slice(0, dot + 1);
    rest = rest.slice(dot + 1);
    if (!rest.startsWith("der(") || !rest.endsWith(")")) break;
    const inner = splitIndex(rest.slice(4, -1).trim());
    rest = inner.base;
    indexText ??= inner.indexText;
    order++;
  }
  return { base: `${path}${"der(".repeat(order)}${rest}${")".repeat(order)}`, indexText };
}

/** `"cell[3].v"` → `"cell_3.v"`: components of a list have names of their own. */
export function plainComponents(name: string): string {
  return name.includes("].") ? name.replace(/\[(\d+)\]\./g, "_$1.") : name;
}

/** "2, 1:3, :" → ranges, or undefined when the text is not a list of indices. */
export function parseIndices(text: string): readonly IndexRange[] | undefined {
  const ranges: IndexRange[] = [];
  for (const part of text.split(",")) {
    const match = /^(?:(\d+)|(\d+)?\s*:\s*(\d+)?)$/.exec(part.trim());
    if (match === null) return undefined;
    const [, single, from, to] = match;
    if (single !== undefined) ranges.push({ from: Number(single), to: Number(single), isRange: false });
    else ranges.push({ from: Number(from ?? 1), to: to === undefined ? Infinity : Number(to), isRange: true });
  }
  return ranges;
}

/** `"motor.phi"` → `"motor.der(phi)"`. */
export function derivativeName(name: string): string {
  const dot = lastDot(name);
  return `${name.slice(0, dot + 1)}der(${name.slice(dot + 1)})`;
}

/** Name of an element; `index` counts from 0. */
export function elementName(name: string, index: readonly number[]): string {
  return index.length === 0 ? name : `${name}[${index.map((i) => i + 1).join(",")}]`;
}

/** The spelling of Modelica tools: `"motor.der(phi)[2]"` → `"der(motor.phi[2])"`. */
export function modelicaName(name: string): string {
  const { base, indexText } = parseSignalName(name);
  const dot = lastDot(base);
  let leaf = base.slice(dot + 1);
  let order = 0;
  while (leaf.startsWith("der(") && leaf.endsWith(")")) {
    leaf = leaf.slice(4, -1);
    order++;
  }
  const index = indexText === undefined ? "" : `[${indexText}]`;
  return `${"der(".repeat(order)}${base.slice(0, dot + 1)}${leaf}${index}${")".repeat(order)}`;
}

function splitIndex(text: string): SignalName {
  const match = /^(.*[^\s[\]])\s*\[([^[\]]*)\]$/.exec(text);
  return match === null ? { base: text, indexText: undefined } : { base: match[1]!, indexText: match[2]! };
}

/** Position of the last dot outside of parentheses and brackets, or −1. */
function lastDot(name: string): number {
  let depth = 0;
  for (let i = name.length - 1; i >= 0; i--) {
    const c = name[i];
    if (c === ")" || c === "]") depth++;
    else if (c === "(" || c === "[") depth--;
    else if (c === "." && depth === 0) return i;
  }
  return -1;
}
