/**
 * A class of Modelica in its text, as far as a diagram changes it: declarations with their modifications and annotations, and connect
 * equations, each with its place. A text that is being written and has errors gives what can be read of it.
 *
 * Length   the types of what is read, and one reader of one grammar
 */
import { Lexer, LexicalError } from "../../src/modelica/syntax/lexer.ts";
import { SourceFile } from "../../src/modelica/syntax/sourceFile.ts";

interface Place {
  readonly from: number;
  readonly to: number;
}

export interface Token extends Place {
  readonly kind: string;
  readonly word: string;
  /** Brackets around it. */
  readonly depth: number;
}

/** `name(inner) = value` in a modification or an annotation. */
export interface ArgumentText extends Place {
  readonly name: string;
  readonly nameTo: number;
  readonly inner: ArgumentsText | undefined;
  readonly value: Place | undefined;
}

/** The brackets included. */
export interface ArgumentsText extends Place {
  readonly entries: readonly ArgumentText[];
}

export interface DeclarationText extends Place {
  readonly name: string;
  readonly nameFrom: number;
  readonly nameTo: number;
  /** As it is written. */
  readonly type: string;
  /** Where a modification would begin. */
  readonly modificationAt: number;
  readonly modification: ArgumentsText | undefined;
  readonly annotation: ArgumentsText | undefined;
  /** From the type to the semicolon, and the declarations in it. */
  readonly clause: Place;
  readonly count: number;
}

export interface ConnectText extends Place {
  readonly first: string;
  readonly other: string;
  /** Behind the closing bracket. */
  readonly endOfCall: number;
  readonly annotation: ArgumentsText | undefined;
}

export interface ModelicaClassText extends Place {
  /** With the classes around it in the text, and those of `within`. */
  readonly name: string;
  readonly declarations: readonly DeclarationText[];
  readonly connects: readonly ConnectText[];
  /** Where new declarations go: the start of a line, or behind the last declaration. */
  readonly declarationsEnd: number;
  /** Behind the word `equation` of the first such section. */
  readonly equationsFrom: number | undefined;
  /** Where what follows declarations and equations begins: the annotation of the class, or its `end`. */
  readonly tail: number;
  /** Classes inside it. */
  readonly classes: readonly Place[];
}

const classWords = new Set("model block class connector record type package function operator".split(" "));
const prefixes = new Set(
  "final inner outer replaceable redeclare encapsulated partial expandable pure impure flow stream discrete parameter constant input output each".split(
    " ",
  ),
);
const blocks = new Set(["for", "if", "when", "while"]);
const openers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

export function classesOf(text: string): ModelicaClassText[] {
  const reader = new ClassReader(tokensOf(text), text);
  return reader.all();
}

export function classNamed(text: string, name: string): ModelicaClassText | undefined {
  return classesOf(text).find((found) => found.name === name);
}

/** What can be read; a character that means nothing ends it. */
export function tokensOf(text: string): Token[] {
  const lexer = new Lexer(new SourceFile("text", text));
  const tokens: Token[] = [];
  let depth = 0;
  try {
    for (lexer.next(); lexer.kind !== "eof"; lexer.next()) {
      const { kind, start, position, word } = lexer;
      if (kind === ")" || kind === "]" || kind === "}") depth--;
      tokens.push({ kind, from: start, to: position, word, depth });
      if (openers[kind] !== undefined) depth++;
    }
  } catch (error) {
    if (!(error instanceof LexicalError)) throw error;
  }
  return tokens;
}

class ClassReader {
  private readonly tokens: readonly Token[];
  private readonly text: string;
  private readonly found: ModelicaClassText[] = [];
  private at = 0;

  constructor(tokens: readonly Token[], text: string) {
    this.tokens = tokens;
    this.text = text;
  }

  all(): ModelicaClassText[] {
    let within = "";
    while (this.at < this.tokens.length) {
      if (this.kind() === "within") {
        this.at++;
        within = this.kind() === "name" ? `${this.reference()}.` : "";
        this.skipTo(";");
      } else if (this.isClass()) this.readClass(within);
      else this.at++;
    }
    return this.found;
  }

  private kind(ahead = 0): string {
    return this.tokens[this.at + ahead]?.kind ?? "eof";
  }

  private get token(): Token {
    return this.tokens[Math.min(this.at, this.tokens.length - 1)]!;
  }

  private get previousEnd(): number {
    return this.tokens[this.at - 1]?.to ?? 0;
  }

  /** Behind the next token of that kind that no bracket is around, counted from here. */
  private skipTo(kind: string): void {
    const { depth } = this.token;
    while (this.at < this.tokens.length && !(this.kind() === kind && this.token.depth <= depth)) this.at++;
    this.at++;
  }

  private isClass(): boolean {
    let k = 0;
    while (prefixes.has(this.kind(k))) k++;
    return classWords.has(this.kind(k));
  }

  /** `a.b[2].c` as it is written. */
  private reference(): string {
    const { from } = this.token;
    if (this.kind() === ".") this.at++;
    while (this.kind() === "name") {
      this.at++;
      if (this.kind() === "[") this.skipBrackets();
      if (this.kind() !== ".") break;
      this.at++;
    }
    return this.text.slice(from, this.previousEnd).replace(/\s/g, "");
  }

  /** Behind the bracket that closes the present one. */
  private skipBrackets(): void {
    const { depth } = this.token;
    this.at++;
    while (this.at < this.tokens.length && this.token.depth > depth) this.at++;
    this.at++;
  }

  private readClass(within: string): Place {
    const { from } = this.token;
    while (prefixes.has(this.kind())) this.at++;
    while (classWords.has(this.kind())) this.at++;
    if (this.kind() === "extends") this.at++;
    const name = within + this.token.word;
    this.at++;
    if (this.kind() === "(") this.skipBrackets();
    if (this.kind() === "=") {
      this.skipTo(";");
      return { from, to: this.previousEnd };
    }
    this.skipStrings();
    const start = this.previousEnd;
    const own = new ClassContent(start);
    let section: "declarations" | "equations" | "other" = "declarations";
    while (this.at < this.tokens.length) {
      const kind = this.kind();
      if (kind === "end") {
        own.close(this.token.from);
        this.skipTo(";");
        break;
      }
      if (kind === "public" || kind === "protected") {
        section = "declarations";
        this.at++;
      } else if (kind === "equation" || kind === "algorithm" || kind === "initial") {
        own.endDeclarations();
        const isInitial = kind === "initial";
        if (isInitial) this.at++;
        section = this.kind() === "equation" && !isInitial ? "equations" : "other";
        this.at++;
        if (section === "equations") own.equationsFrom ??= this.previousEnd;
      } else if (kind === "annotation") {
        own.close(this.token.from);
        this.skipTo(";");
      } else if (kind === "external" || kind === "import" || kind === "extends") {
        this.skipTo(";");
        if (section === "declarations") own.lastDeclaration = this.previousEnd;
      } else if (section === "declarations") {
        if (this.isClass()) own.classes.push(this.readClass(`${name}.`));
        else own.declarations.push(...this.declarations());
        own.lastDeclaration = this.previousEnd;
      } else if (kind === "connect" && section === "equations") own.connects.push(this.connect());
      else this.skipEquation();
    }
    this.found.push(own.text(name, from, this.previousEnd));
    return { from, to: this.previousEnd };
  }

  /** An equation or statement, with what stands inside of it. */
  private skipEquation(): void {
    if (!blocks.has(this.kind())) {
      this.skipTo(";");
      return;
    }
    this.skipHeader();
    while (this.at < this.tokens.length && this.kind() !== "end") {
      if (this.kind() === "else") this.at++;
      else if (this.kind() === "elseif" || this.kind() === "elsewhen") this.skipHeader();
      else this.skipEquation();
    }
    this.skipTo(";");
  }

  /** Behind the `then` or `loop` of a block. */
  private skipHeader(): void {
    while (this.at < this.tokens.length && !(this.token.depth === 0 && /^(then|loop|;)$/.test(this.kind()))) this.at++;
    this.at++;
  }

  private skipStrings(): void {
    while (this.kind() === "string" || (this.kind() === "+" && this.kind(1) === "string")) this.at++;
  }

  private declarations(): DeclarationText[] {
    const clauseFrom = this.token.from;
    while (prefixes.has(this.kind())) this.at++;
    const type = this.reference();
    const list: Omit<DeclarationText, "clause" | "count">[] = [];
    for (;;) {
      if (this.kind() !== "name") break;
      list.push(this.declaration(type));
      if (this.kind() !== ",") break;
      this.at++;
    }
    // constraining clauses, and whatever could not be read
    if (this.kind() !== ";") this.skipTo(";");
    else this.at++;
    const clause = { from: clauseFrom, to: this.previousEnd };
    return list.map((own) => ({ ...own, clause, count: list.length }));
  }

  private declaration(type: string): Omit<DeclarationText, "clause" | "count"> {
    const { from, to: nameTo, word: name } = this.token;
    this.at++;
    if (this.kind() === "[") this.skipBrackets();
    const modificationAt = this.previousEnd;
    const modification = this.kind() === "(" ? this.arguments() : undefined;
    // a value, a condition, a description
    while (!/^(annotation|,|;|eof|constrainedby)$/.test(this.kind()) && this.at < this.tokens.length)
      if (openers[this.kind()] !== undefined) this.skipBrackets();
      else this.at++;
    const annotation = this.annotation();
    return { name, type, from, to: this.previousEnd, nameFrom: from, nameTo, modificationAt, modification, annotation };
  }

  private annotation(): ArgumentsText | undefined {
    if (this.kind() !== "annotation") return undefined;
    this.at++;
    return this.kind() === "(" ? this.arguments() : undefined;
  }

  private connect(): ConnectText {
    const { from } = this.token;
    this.at += 2;
    const first = this.reference();
    this.at++;
    const other = this.reference();
    this.at++;
    const endOfCall = this.previousEnd;
    this.skipStrings();
    const annotation = this.annotation();
    if (this.kind() === ";") this.at++;
    return { from, to: this.previousEnd, first, other, endOfCall, annotation };
  }

  private arguments(): ArgumentsText {
    const { from, depth } = this.token;
    this.at++;
    const entries: ArgumentText[] = [];
    while (this.at < this.tokens.length && this.token.depth > depth) {
      const start = this.token.from;
      while (prefixes.has(this.kind())) this.at++;
      const name = this.kind() === "name" ? this.reference() : "";
      const nameTo = this.previousEnd;
      const inner = this.kind() === "(" ? this.arguments() : undefined;
      let value: Place | undefined;
      if (this.kind() === "=") {
        this.at++;
        const valueFrom = this.token.from;
        this.skipArgument(depth + 1);
        value = { from: valueFrom, to: this.previousEnd };
      } else this.skipArgument(depth + 1);
      if (name !== "") entries.push({ name, nameTo, inner, value, from: start, to: this.previousEnd });
      if (this.kind() === ",") this.at++;
    }
    this.at++;
    return { from, to: this.previousEnd, entries };
  }

  /** To the comma or bracket behind an argument. */
  private skipArgument(depth: number): void {
    while (
      this.at < this.tokens.length &&
      this.token.depth >= depth &&
      !(this.kind() === "," && this.token.depth === depth)
    )
      this.at++;
  }
}

class ClassContent {
  readonly declarations: DeclarationText[] = [];
  readonly connects: ConnectText[] = [];
  readonly classes: Place[] = [];
  equationsFrom: number | undefined;
  lastDeclaration: number;
  private declarationsEnd: number | undefined;
  private tail: number | undefined;

  constructor(start: number) {
    this.lastDeclaration = start;
  }

  /** Declarations behind equations are possible; new ones go before. */
  endDeclarations(): void {
    this.declarationsEnd ??= this.lastDeclaration;
  }

  close(at: number): void {
    this.endDeclarations();
    this.tail ??= at;
  }

  text(name: string, from: number, to: number): ModelicaClassText {
    const { declarations, connects, classes, equationsFrom } = this;
    this.close(to);
    return {
      name,
      from,
      to,
      declarations,
      connects,
      classes,
      equationsFrom,
      declarationsEnd: this.declarationsEnd!,
      tail: this.tail!,
    };
  }
}

export function argumentOf(list: ArgumentsText | undefined, ...path: readonly string[]): ArgumentText | undefined {
  const [name, ...rest] = path;
  const found = list?.entries.find((entry) => entry.name === name);
  return rest.length === 0 ? found : argumentOf(found?.inner, ...rest);
}
