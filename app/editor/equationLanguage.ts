/** Equations inside the text of a model: coloured as the language they are, and completed by the names around them. */
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { javascript, typescriptLanguage } from "@codemirror/lang-javascript";
import { LanguageSupport, StreamLanguage, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { parseMixed, type SyntaxNode, type SyntaxNodeRef } from "@lezer/common";

const words = "and else elseif elsewhen end false for if in not or then true when".split(" ");
const functions =
  "abs acos asin assert atan atan2 ceil cos cosh der delay exp floor hold initial integer interval log log10 max min mod noEvent pre previous reinit rem sample sign sin sinh smooth sqrt sum tan tanh terminal terminate".split(
    " ",
  );
const [keywords, known] = [new Set(words), new Set(functions)];

const equations = StreamLanguage.define<null>({
  name: "equations",
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^"([^"\\]|\\.)*"/)) return "string";
    if (stream.match(/^\d+(\.\d*)?([eE][+-]?\d+)?/)) return "number";
    const word = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
    if (word === null) {
      stream.next();
      return "operator";
    }
    if (keywords.has(word[0])) return "keyword";
    if (word[0] === "true" || word[0] === "false" || word[0] === "time") return "bool";
    return known.has(word[0]) && stream.peek() === "(" ? "typeName" : "variableName";
  },
});

/** Keys of a model whose texts are equations. */
const equationKeys = /^["']?(equations|initialEquations|equation)["']?$/;

type Text = (from: number, to: number) => string;

/** Whether the node is a text with equations: of such a key, or behind expr. */
function isEquationText({ name, node }: SyntaxNodeRef, text: Text): boolean {
  if (name !== "TemplateString" && name !== "String") return false;
  const { parent } = node;
  if (parent?.name === "TaggedTemplateExpression") return text(parent.from, node.from).trim() === "expr";
  // a list of texts is one text
  const property = parent?.name === "ArrayExpression" ? parent.parent : parent;
  const key = property?.name === "Property" ? property.firstChild : null;
  return key != null && equationKeys.test(text(key.from, key.to));
}

/** What lies between the quotes, without what the program puts in. */
function contentOf(node: SyntaxNode): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  let from = node.from + 1;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name !== "Interpolation") continue;
    if (child.from > from) ranges.push({ from, to: child.from });
    from = child.to;
  }
  if (node.to - 1 > from) ranges.push({ from, to: node.to - 1 });
  return ranges;
}

const modelLanguage = typescriptLanguage.configure({
  wrap: parseMixed((node, input) => {
    if (!isEquationText(node, (from, to) => input.read(from, to))) return null;
    const overlay = contentOf(node.node);
    return overlay.length === 0 ? null : { parser: equations.parser, overlay };
  }),
});

/** TypeScript with equations inside. */
export function modelSupport(): LanguageSupport {
  return new LanguageSupport(modelLanguage, javascript({ typescript: true }).support);
}

/** Names that fit at a place inside equations; undefined outside of them. */
export function completeEquation(context: CompletionContext): CompletionResult | null | undefined {
  const { state, pos } = context;
  const text = equationTextAt(state, pos);
  if (text === undefined) return undefined;
  const word = context.matchBefore(/[\w.]*/);
  if (word === null || (word.from === word.to && !context.explicit) || word.text.includes(".")) return null;
  const own = keysAround(state, text);
  return {
    from: word.from,
    validFor: /^\w*$/,
    options: [
      ...own.map((label) => ({ label, type: "variable", boost: 2 })),
      ...functions.map((label) => ({ label, type: "function", apply: `${label}(` })),
      ...words.map((label) => ({ label, type: "keyword" })),
    ],
  };
}

function equationTextAt(state: EditorState, at: number): SyntaxNode | undefined {
  const text: Text = (from, to) => state.sliceDoc(from, to);
  for (let node: SyntaxNode | null = syntaxTree(state).resolve(at, -1); node !== null; node = node.parent)
    if (isEquationText(node, text)) return at > node.from && at < node.to ? node : undefined;
  return undefined;
}

/** Keys of the object that has the equations, and names that stand in them. */
function keysAround(state: EditorState, text: SyntaxNode): string[] {
  let object: SyntaxNode | null = text.parent;
  while (object !== null && object.name !== "ObjectExpression") object = object.parent;
  const names = new Set<string>();
  for (let child = object?.firstChild ?? null; child !== null; child = child.nextSibling) {
    const key = child.name === "Property" ? child.firstChild : null;
    const name = key === null ? "" : state.sliceDoc(key.from, key.to).replace(/["']/g, "");
    if (/^[A-Za-z_]\w*$/.test(name) && !equationKeys.test(name)) names.add(name);
  }
  for (const [name] of state.sliceDoc(text.from, text.to).matchAll(/[A-Za-z_]\w*/g))
    if (!keywords.has(name) && !known.has(name)) names.add(name);
  return [...names];
}
