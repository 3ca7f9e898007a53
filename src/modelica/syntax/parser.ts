/**
 * Files, classes, elements and modifications. An error ends the statement in which it stands: what was read is kept, the text up to the
 * next semicolon is skipped, and the parser goes on, so that an editor sees every class of a broken file and each fault once.
 *
 * Length   one grammar, whose rules call each other
 */

import { modelicaError } from "../modelicaError.ts";
import type {
  AnnotationSyntax,
  BreakSyntax,
  ClassBody,
  ClassElementSyntax,
  ClassSyntax,
  ComponentSyntax,
  ElementPrefixes,
  ElementSyntax,
  Expression,
  ExtendsSyntax,
  ExternalSyntax,
  FileSyntax,
  ImportSyntax,
  LongBody,
  ModificationSyntax,
  ModifierSyntax,
  Reference,
  Restriction,
  SyntaxFault,
} from "./ast.ts";
import { SyntaxStop } from "./expressionParser.ts";
import { LexicalError } from "./lexer.ts";
import { SectionParser } from "./sectionParser.ts";
import type { SourceFile } from "./sourceFile.ts";

const classStarts: ReadonlySet<string> = new Set(
  "encapsulated partial class model block connector record type package function operator expandable pure impure".split(
    " ",
  ),
);
const sectionStarts: ReadonlySet<string> = new Set(
  "end equation algorithm initial public protected external annotation eof".split(" "),
);

const noPrefixes = { isRedeclare: false, isFinal: false, isInner: false, isOuter: false, isReplaceable: false };

export function parseFile(file: SourceFile): FileSyntax {
  return new Parser(file).file();
}

/** The modifications between two places of a text: an annotation, or what a user gives. */
export function parseModifiers(file: SourceFile, from = 0, to = file.text.length): readonly ModifierSyntax[] {
  try {
    return new Parser(file, from, to).modifiersAlone();
  } catch (error) {
    if (!(error instanceof SyntaxStop || error instanceof LexicalError)) throw error;
    const hint =
      error instanceof SyntaxStop ? error.hint : "modifications are written as in Modelica: R = 5, c(v(start = 1))";
    throw modelicaError("E-MODELICA-SYNTAX", error.message, { file, at: error.at }, { hint });
  }
}

class Parser extends SectionParser {
  private readonly source: SourceFile;
  private readonly faults: SyntaxFault[] = [];
  private classDepth = 0;

  constructor(file: SourceFile, from?: number, to?: number) {
    super(file, from, to);
    this.source = file;
  }

  modifiersAlone(): ModifierSyntax[] {
    this.advance();
    const entries = this.modifiers();
    if (this.kind !== "eof") throw this.fail(`"${this.present()}" is not expected here.`);
    return entries;
  }

  file(): FileSyntax {
    let within: string | undefined;
    const classes: ClassElementSyntax[] = [];
    this.guarded(() => {
      this.advance();
      if (this.accept("within")) {
        within = "";
        if (this.kind === "name")
          within = this.reference()
            .parts.map((part) => part.name)
            .join(".");
        this.expect(";");
      }
    });
    while (this.kind !== "eof") {
      const before = this.lexer.start;
      this.guarded(() => {
        const isFinal = this.accept("final");
        if (!classStarts.has(this.kind))
          throw this.fail(`A class is expected, "${this.present()}" is found.`, "a file holds classes only");
        const at = this.lexer.start;
        const definition = this.classDefinition();
        classes.push({
          ...noPrefixes,
          isFinal,
          isProtected: false,
          constrainedBy: undefined,
          kind: "class",
          name: definition.name,
          definition,
          at,
        });
        this.expect(";");
      });
      if (this.lexer.start === before && this.kind !== "eof") this.skipToken();
    }
    return { file: this.source, within, classes, errors: this.faults };
  }

  /** Runs a part of the grammar; a fault is noted and the statement skipped. */
  private guarded(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof SyntaxStop)) throw error;
      this.faults.push({ what: error.message, hint: error.hint, at: error.at });
      this.skipStatement();
    }
  }

  private skipToken(): void {
    for (;;) {
      try {
        this.lexer.next();
        return;
      } catch (error) {
        if (!(error instanceof LexicalError)) throw error;
        // an open string or comment swallows the rest
        if (!error.message.startsWith("The character")) this.lexer.position = this.lexer.text.length;
      }
    }
  }

  private skipStatement(): void {
    while (this.kind !== "eof" && this.kind !== ";" && this.kind !== "end") this.skipToken();
    if (this.kind === ";") this.skipToken();
  }

  classDefinition(): ClassSyntax {
    const at = this.lexer.start;
    let isEncapsulated = false;
    let isPartial = false;
    let isExpandable = false;
    let isOperator = false;
    let isImpure = false;
    let restriction: Restriction | undefined;
    while (restriction === undefined) {
      const kind = this.kind;
      switch (kind) {
        case "encapsulated":
          isEncapsulated = true;
          break;
        case "partial":
          isPartial = true;
          break;
        case "expandable":
          isExpandable = true;
          break;
        case "impure":
          isImpure = true;
          break;
        case "pure":
          break;
        case "operator": {
          const after = this.lexer.peek();
          isOperator = true;
          if (after !== "record" && after !== "function") restriction = "operator";
          break;
        }
        case "class":
        case "model":
        case "block":
        case "connector":
        case "record":
        case "type":
        case "package":
        case "function":
          restriction = kind;
          break;
        default:
          throw this.fail(
            `A kind of class is expected, "${this.present()}" is found.`,
            "model, block, package, function …",
          );
      }
      this.advance();
    }
    this.classDepth++;
    try {
      if (this.classDepth > 200) throw this.fail("Classes nest deeper than 200 levels.", "split the package");
      return this.definitionOf({
        file: this.source,
        at,
        restriction,
        isPartial,
        isEncapsulated,
        isExpandable,
        isOperator,
        isImpure,
      });
    } finally {
      this.classDepth--;
    }
  }

  /** A definition from the name on; `head` is what stands before it. */
  private definitionOf(head: Omit<ClassSyntax, "name" | "description" | "body" | "annotation">): ClassSyntax {
    const isClassExtends = this.accept("extends");
    const name = this.name();
    let rest: { description: string; body: ClassBody; annotation: AnnotationSyntax | undefined };
    if (!isClassExtends && this.accept("=")) rest = this.shortBody();
    else {
      const modification = isClassExtends && this.kind === "(" ? this.modification() : undefined;
      rest = this.longBody(name, isClassExtends ? { modification } : undefined);
    }
    return { ...head, name, ...rest };
  }

  private shortBody(): { description: string; body: ClassBody; annotation: AnnotationSyntax | undefined } {
    let body: ClassBody;
    if (this.accept("enumeration")) {
      this.expect("(");
      const literals: { name: string; description: string }[] = [];
      if (!this.accept(":")) {
        if (this.kind !== ")") {
          do {
            const name = this.name();
            literals.push({ name, description: this.comment().description });
          } while (this.accept(","));
        }
      }
      this.expect(")");
      body = { kind: "enumeration", literals };
    } else if (this.accept("der")) {
      this.expect("(");
      const base = this.reference();
      const variables: string[] = [];
      while (this.accept(",")) variables.push(this.name());
      this.expect(")");
      body = { kind: "der", base, variables };
    } else {
      let causality: "input" | "output" | "" = "";
      let flow: "flow" | "stream" | "" = "";
      for (;;) {
        if (this.kind === "input" || this.kind === "output") causality = this.kind;
        else if (this.kind === "flow" || this.kind === "stream") flow = this.kind;
        else if (this.kind !== "parameter" && this.kind !== "constant" && this.kind !== "discrete") break;
        this.advance();
      }
      const base = this.reference();
      const last = base.parts[base.parts.length - 1]!;
      const modification = this.kind === "(" ? this.modification() : undefined;
      body = {
        kind: "short",
        base: withoutSubscripts(base),
        dimensions: last.subscripts,
        modification,
        causality,
        flow,
      };
    }
    return { body, ...this.comment() };
  }

  private longBody(
    name: string,
    classExtends: LongBody["classExtends"],
  ): { description: string; body: ClassBody; annotation: AnnotationSyntax | undefined } {
    const description = this.description();
    const imports: ImportSyntax[] = [];
    const elements: (ElementSyntax | ExtendsSyntax)[] = [];
    const body = {
      kind: "long" as const,
      classExtends,
      imports,
      elements,
      equations: [] as LongBody["equations"][number][],
      initialEquations: [] as LongBody["equations"][number][],
      algorithms: [] as LongBody["algorithms"][number][],
      initialAlgorithms: [] as LongBody["algorithms"][number][],
      external: undefined as ExternalSyntax | undefined,
    };
    let annotation: AnnotationSyntax | undefined;
    let isProtected = false;
    const guarded = (read: () => void): void => this.guarded(read);
    loop: for (;;) {
      const before = this.lexer.start;
      switch (this.kind) {
        case "eof":
        case "end":
          break loop;
        case "public":
        case "protected":
          isProtected = this.kind === "protected";
          guarded(() => this.advance());
          break;
        case "annotation":
          guarded(() => {
            annotation = this.annotation();
            this.expect(";");
          });
          break;
        case "external":
          guarded(() => {
            body.external = this.external();
          });
          break;
        case "initial":
          guarded(() => {
            this.advance();
            if (this.accept("equation")) body.initialEquations.push(...this.equations(guarded));
            else {
              this.expect("algorithm");
              body.initialAlgorithms.push(this.statements(guarded));
            }
          });
          break;
        case "equation":
          guarded(() => {
            this.advance();
            body.equations.push(...this.equations(guarded));
          });
          break;
        case "algorithm":
          guarded(() => {
            this.advance();
            body.algorithms.push(this.statements(guarded));
          });
          break;
        default:
          guarded(() => {
            this.element(isProtected, imports, elements);
            this.expect(";");
          });
      }
      if (this.lexer.start === before && !sectionStarts.has(this.kind)) this.skipToken();
    }
    if (this.kind === "eof") throw this.fail(`The class "${name}" is never closed.`, `write end ${name};`);
    this.advance();
    const at = this.lexer.start;
    const ending = this.name();
    if (ending !== name) throw new SyntaxStop(`"end ${ending}" closes the class "${name}".`, at, `write end ${name};`);
    return { description, body, annotation };
  }

  private external(): ExternalSyntax {
    const at = this.lexer.start;
    this.expect("external");
    let language = "C";
    if (this.kind === "string") {
      language = this.lexer.word;
      this.advance();
    }
    let output: Reference | undefined;
    let name: string | undefined;
    let args: readonly Expression[] = [];
    if (this.kind === "name" || this.kind === ".") {
      const first = this.reference();
      if (this.accept("=")) {
        output = first;
        name = this.name();
      } else name = first.parts[0]!.name;
      args = this.callArguments().positional;
    }
    const annotation = this.kind === "annotation" ? this.annotation() : undefined;
    this.expect(";");
    return { language, output, name, args, annotation, at };
  }

  private element(isProtected: boolean, imports: ImportSyntax[], into: (ElementSyntax | ExtendsSyntax)[]): void {
    if (this.kind === "import") imports.push(this.importClause());
    else if (this.kind === "extends") into.push(this.extendsClause(isProtected));
    else into.push(...this.declaration(isProtected));
  }

  /** Prefixes, then a class or a list of components; one component in a modification, where a comma goes on with the next modifier. */
  declaration(isProtected: boolean, isSingle = false): ElementSyntax[] {
    let prefixes: Omit<ElementPrefixes, "isProtected" | "constrainedBy"> = noPrefixes;
    for (;;) {
      if (this.kind === "redeclare") prefixes = { ...prefixes, isRedeclare: true };
      else if (this.kind === "final") prefixes = { ...prefixes, isFinal: true };
      else if (this.kind === "inner") prefixes = { ...prefixes, isInner: true };
      else if (this.kind === "outer") prefixes = { ...prefixes, isOuter: true };
      else if (this.kind === "replaceable") prefixes = { ...prefixes, isReplaceable: true };
      else break;
      this.advance();
    }
    if (classStarts.has(this.kind)) {
      const at = this.lexer.start;
      const definition = this.classDefinition();
      const constrainedBy = this.constraint();
      return [{ ...prefixes, isProtected, constrainedBy, kind: "class", name: definition.name, definition, at }];
    }
    return this.components(prefixes, isProtected, isSingle);
  }

  private constraint(): ElementPrefixes["constrainedBy"] {
    if (!this.accept("constrainedby")) return undefined;
    const type = this.reference();
    const modification = this.kind === "(" ? this.modification() : undefined;
    this.comment();
    return { type, modification };
  }

  private components(
    prefixes: Omit<ElementPrefixes, "isProtected" | "constrainedBy">,
    isProtected: boolean,
    isSingle: boolean,
  ): ComponentSyntax[] {
    let flow: ComponentSyntax["flow"] = "";
    let variability: ComponentSyntax["variability"] = "";
    let causality: ComponentSyntax["causality"] = "";
    for (;;) {
      const kind = this.kind;
      if (kind === "flow" || kind === "stream") flow = kind;
      else if (kind === "parameter" || kind === "constant" || kind === "discrete") variability = kind;
      else if (kind === "input" || kind === "output") causality = kind;
      else break;
      this.advance();
    }
    const written = this.reference();
    const typeDimensions = written.parts[written.parts.length - 1]!.subscripts;
    const type = withoutSubscripts(written);
    const list: ComponentSyntax[] = [];
    do {
      const at = this.lexer.start;
      const name = this.name();
      const own = this.kind === "[" ? this.subscripts() : [];
      const modification =
        this.kind === "(" || this.kind === "=" || this.kind === ":=" ? this.modification() : undefined;
      const condition = this.accept("if") ? this.expression() : undefined;
      const { description, annotation } = this.comment();
      list.push({
        ...prefixes,
        isProtected,
        constrainedBy: undefined,
        kind: "component",
        name,
        type,
        flow,
        variability,
        causality,
        dimensions: [...own, ...typeDimensions],
        modification,
        condition,
        description,
        annotation,
        at,
      });
    } while (!isSingle && this.accept(","));
    const constrainedBy = this.constraint();
    return constrainedBy === undefined ? list : list.map((item) => ({ ...item, constrainedBy }));
  }

  private importClause(): ImportSyntax {
    const at = this.lexer.start;
    this.expect("import");
    if (this.kind === "name" && this.lexer.peek() === "=") {
      const alias = this.name();
      this.expect("=");
      const path = this.reference().parts.map((part) => part.name);
      this.comment();
      return { kind: "import", path, names: new Map([[alias, path[path.length - 1]!]]), isWhole: true, at };
    }
    const path = [this.name()];
    for (;;) {
      if (this.accept(".*")) {
        this.comment();
        return { kind: "import", path, names: undefined, isWhole: false, at };
      }
      if (!this.accept(".")) break;
      if (this.accept("*")) {
        this.comment();
        return { kind: "import", path, names: undefined, isWhole: false, at };
      }
      if (this.accept("{")) {
        const names = new Map<string, string>();
        do {
          const name = this.name();
          names.set(name, name);
        } while (this.accept(","));
        this.expect("}");
        this.comment();
        return { kind: "import", path, names, isWhole: false, at };
      }
      path.push(this.name());
    }
    this.comment();
    const last = path[path.length - 1]!;
    return { kind: "import", path, names: new Map([[last, last]]), isWhole: true, at };
  }

  private extendsClause(isProtected: boolean): ExtendsSyntax {
    const at = this.lexer.start;
    this.expect("extends");
    const base = this.reference();
    const breaks: BreakSyntax[] = [];
    const modification = this.kind === "(" ? this.modification(breaks) : undefined;
    if (this.kind === "annotation") this.annotation();
    return { kind: "extends", base, modification, breaks, isProtected, at };
  }

  /** `breaks` takes what an extends clause leaves out. */
  private modification(breaks?: BreakSyntax[]): ModificationSyntax {
    return this.nested("The modification nests", "give a class of its own to the inner ones", () =>
      this.modificationItself(breaks),
    );
  }

  private modificationItself(breaks: BreakSyntax[] | undefined): ModificationSyntax {
    const at = this.lexer.start;
    let entries: ModifierSyntax[] = [];
    if (this.accept("(")) {
      if (this.kind !== ")") entries = this.modifiers(breaks);
      this.expect(")");
    }
    const binding = this.accept("=") || this.accept(":=") ? this.expression() : undefined;
    return { entries, binding, at };
  }

  private modifiers(breaks?: BreakSyntax[]): ModifierSyntax[] {
    const list: ModifierSyntax[] = [];
    if (this.kind === "eof") return list;
    do {
      if (breaks !== undefined && this.kind === "break") breaks.push(this.breakClause());
      else list.push(...this.modifier());
    } while (this.accept(","));
    return list;
  }

  private breakClause(): BreakSyntax {
    const at = this.lexer.start;
    this.expect("break");
    if (!this.accept("connect")) return { kind: "component", name: this.name(), at };
    return { kind: "connection", ...this.connectedPair(), at };
  }

  private modifier(): ModifierSyntax[] {
    const at = this.lexer.start;
    let isEach = false;
    let isFinal = false;
    if (this.kind === "redeclare" || this.kind === "replaceable") {
      const isRedeclare = this.accept("redeclare");
      isEach = this.accept("each");
      isFinal = this.accept("final");
      return this.declaration(false, true).map((element) => ({
        path: [element.name],
        isEach,
        isFinal: isFinal || element.isFinal,
        modification: undefined,
        redeclaration: { ...element, isRedeclare },
        at,
      }));
    }
    for (;;) {
      if (this.kind === "each") isEach = true;
      else if (this.kind === "final") isFinal = true;
      else break;
      this.advance();
    }
    if (this.kind === "replaceable" || this.kind === "redeclare") {
      const [inner, ...more] = this.modifier();
      return [{ ...inner!, isEach, isFinal }, ...more];
    }
    const path = [this.name()];
    while (this.accept(".")) path.push(this.name());
    const modification = this.kind === "(" || this.kind === "=" ? this.modification() : undefined;
    this.description();
    return [{ path, isEach, isFinal, modification, redeclaration: undefined, at }];
  }
}

function withoutSubscripts(reference: Reference): Reference {
  return { ...reference, parts: reference.parts.map(({ name }) => ({ name, subscripts: [] })) };
}
