/**
 * What is being written at a place of a Modelica text, which need not be whole: by its words alone, without a parser.
 *
 *     extends Lib.Part(R = 5, port(|      modifications of `port` in a class `Lib.Part`
 *     Lib.Parts.|                         a name in the package Lib.Parts
 */
import { checkText } from "../errors/checkText.ts";
import { aWholeNumber } from "../errors/shapes.ts";
import { Lexer, LexicalError } from "./syntax/lexer.ts";
import { SourceFile } from "./syntax/sourceFile.ts";

export interface TextPlace {
  /** Where the word begins that is being written, and the words before it with points between. */
  readonly from: number;
  readonly path: readonly string[];
  /** Full name of the class around it; "" at the top of a file. */
  readonly around: string;
  /** Elements of this class are modified, or of its component at the end of `components`. */
  readonly modified: { readonly type: readonly string[]; readonly components: readonly string[] } | undefined;
  /** Equations and values name components, declarations name classes. */
  readonly wants: "class" | "element";
  /** The text without the element that is being written. */
  readonly rest: string;
}

interface Word {
  readonly kind: string;
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const classWords: ReadonlySet<string> = new Set(
  "model block class package connector record function type operator".split(" "),
);
const sections: ReadonlySet<string> = new Set("equation algorithm public protected".split(" "));
/** What may stand before a modification in its parentheses. */
const modifierPrefixes: ReadonlySet<string> = new Set("( , each final redeclare replaceable".split(" "));
const declarationPrefixes: ReadonlySet<string> = new Set(
  "parameter constant discrete input output flow stream inner outer final replaceable redeclare extends constrainedby".split(
    " ",
  ),
);
/** Where an element ends that has no semicolon yet. */
const nextElement =
  /;|\n\s*(?:end|initial|equation|algorithm|public|protected|annotation|model|block|class|package|connector|record|function|type|extends|parameter|constant)\b/g;

/** undefined inside comments and strings, and behind what is no word of Modelica. */
export function placeInText(text: string, at: number): TextPlace | undefined {
  checkText(text, "placeInText");
  aWholeNumber(at, "at");
  const words = wordsUpTo(text, at);
  if (words === undefined) return undefined;
  const last = words.at(-1);
  const isBeside = last !== undefined && last.end === at;
  if (isBeside && /^(?:integer|real|string)$/.test(last.kind)) return undefined;
  const isWord = isBeside && /^[A-Za-z_]/.test(text.slice(last.start, last.end));
  const from = isWord ? last.start : at;
  if (isWord) words.pop();
  const path: string[] = [];
  let written = from;
  while (words.at(-1)?.kind === "." && words.at(-2)?.kind === "name") {
    path.unshift(words.at(-2)!.word);
    written = words.at(-2)!.start;
    words.length -= 2;
  }
  if (words.at(-1)?.kind === ".") return undefined;
  const { around, begin, isEquation } = surroundings(words);
  const own = words.slice(begin);
  const modified = path.length === 0 || isModifierPlace(own) ? modifiedAt(own) : undefined;
  const isDeclared = own.every(({ kind }) => declarationPrefixes.has(kind)) || own.at(-1)?.kind === "extends";
  const start = own[0]?.start ?? written;
  nextElement.lastIndex = at;
  const end = nextElement.exec(text);
  const stop = end === null ? text.length : end[0] === ";" ? end.index + 1 : end.index;
  return {
    from,
    path,
    around,
    modified,
    wants: isDeclared && !isEquation ? "class" : "element",
    rest: closed(text.slice(0, start) + text.slice(stop)),
  };
}

/** With ends for the classes that have none yet. */
function closed(text: string): string {
  const { open } = surroundings(wordsUpTo(text, text.length) ?? []);
  return (
    text +
    open
      .map((name) => `\nend ${name};`)
      .reverse()
      .join("")
  );
}

function wordsUpTo(text: string, at: number): Word[] | undefined {
  const lexer = new Lexer(new SourceFile("", text), 0, at);
  const words: Word[] = [];
  try {
    for (lexer.next(); lexer.kind !== "eof"; lexer.next())
      words.push({ kind: lexer.kind, word: lexer.word, start: lexer.start, end: lexer.position });
  } catch (error) {
    if (error instanceof LexicalError) return undefined;
    throw error;
  }
  return isInComment(text, words.at(-1)?.end ?? 0, at) ? undefined : words;
}

/** Blanks and comments are between words; an open comment reaches to the place. */
function isInComment(text: string, from: number, at: number): boolean {
  const between = text.slice(from, at);
  return /\/\/[^\n]*$/.test(between) || between.lastIndexOf("/*") > between.lastIndexOf("*/");
}

/** The classes that are open behind the words, the first word of the element that is being written, and its section. */
function surroundings(words: readonly Word[]): {
  around: string;
  open: readonly string[];
  begin: number;
  isEquation: boolean;
} {
  const open: string[] = [];
  let within = "";
  let begin = 0;
  let isEquation = false;
  for (let k = 0; k < words.length; k++) {
    const { kind } = words[k]!;
    const next = words[k + 1];
    if (kind === "within") {
      const end = words.findIndex((word, i) => i > k && word.kind === ";");
      within = words
        .slice(k + 1, end < 0 ? undefined : end)
        .map(({ word, kind: part }) => (part === "name" ? word : "."))
        .join("");
    } else if (kind === "end" && next?.kind === "name") {
      if (open.at(-1) === next.word) open.pop();
      isEquation = false;
    } else if (classWords.has(kind) && next?.kind === "name" && words[k - 1]?.kind !== "end") {
      const isShort = words[k + 2]?.kind === "=";
      if (!isShort) {
        open.push(next.word);
        isEquation = false;
        begin = words[k + 2]?.kind === "string" ? k + 3 : k + 2;
      }
    }
    if (sections.has(kind)) isEquation = kind === "equation" || kind === "algorithm";
    if (kind === ";" || sections.has(kind)) begin = k + 1;
  }
  return { open, around: [within, ...open].filter((name) => name !== "").join("."), begin, isEquation };
}

function isModifierPlace(words: readonly Word[]): boolean {
  return modifierPrefixes.has(words.at(-1)?.kind ?? "");
}

/** The class and the components whose parentheses are open, when a name of a modification may stand behind the words. */
function modifiedAt(words: readonly Word[]): TextPlace["modified"] {
  if (!isModifierPlace(words)) return undefined;
  const heads: string[][] = [];
  let before = words.length;
  let depth = 0;
  for (let k = words.length - 1; k >= 0; k--) {
    const { kind } = words[k]!;
    if (kind === ")" || kind === "]" || kind === "}") depth++;
    else if (kind === "[" || kind === "{") {
      if (--depth < 0) return undefined;
    } else if (kind === "(") {
      if (--depth >= 0) continue;
      depth = 0;
      const head = pathBefore(words, k);
      heads.unshift(head.path);
      before = head.begin;
      k = head.begin;
    }
  }
  const [first, ...inner] = heads;
  if (first === undefined || heads.some((head) => head.length === 0)) return undefined;
  const components = inner.flat();
  const previous = words[before - 1]?.kind;
  // extends A.B(…), model C = A.B(…)
  const isShortClass = previous === "=" && classWords.has(words[before - 3]?.kind ?? "");
  if (previous === "extends" || previous === "constrainedby" || isShortClass) return { type: first, components };
  if (first.length !== 1) return undefined;
  const type = previous === "," ? firstPath(words) : pathBefore(words, before).path;
  return type.length === 0 ? undefined : { type, components };
}

/** The type of a declaration of several components. */
function firstPath(words: readonly Word[]): string[] {
  let i = words.findIndex(({ kind }) => !declarationPrefixes.has(kind));
  const path: string[] = [];
  while (words[i]?.kind === "name") {
    path.push(words[i]!.word);
    if (words[i + 1]?.kind !== ".") break;
    i += 2;
  }
  return path;
}

/** The name with points that ends before word k, sizes in brackets left out, and where it begins. */
function pathBefore(words: readonly Word[], k: number): { path: string[]; begin: number } {
  let i = k - 1;
  if (words[i]?.kind === "]") {
    while (i >= 0 && words[i]!.kind !== "[") i--;
    i--;
  }
  const path: string[] = [];
  while (words[i]?.kind === "name") {
    path.unshift(words[i]!.word);
    if (words[i - 1]?.kind !== "." || words[i - 2]?.kind !== "name") return { path, begin: i };
    i -= 2;
  }
  return { path: [], begin: k };
}
