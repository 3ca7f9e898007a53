/** What the parser makes of a text: classes, elements, equations, statements, expressions. `at` is an offset into the file of the class. */
import type { SourceFile } from "./sourceFile.ts";

export type Operator =
  | "+"
  | "-"
  | "*"
  | "/"
  | "^"
  | ".+"
  | ".-"
  | ".*"
  | "./"
  | ".^"
  | "<"
  | "<="
  | ">"
  | ">="
  | "=="
  | "<>"
  | "and"
  | "or";

export interface ReferencePart {
  readonly name: string;
  readonly subscripts: readonly Expression[];
}

/** `a.b[2].c`, `.A.b` */
export interface Reference {
  readonly kind: "reference";
  readonly parts: readonly ReferencePart[];
  readonly isAbsolute: boolean;
  readonly at: number;
}

export interface Iterator {
  readonly name: string;
  readonly range: Expression | undefined;
  readonly at: number;
}

export interface CallArguments {
  readonly positional: readonly Expression[];
  readonly named: readonly { readonly name: string; readonly value: Expression; readonly at: number }[];
  /** `f(e for i in r)`: the only positional argument is e. */
  readonly iterators: readonly Iterator[];
}

export interface CallExpression extends CallArguments {
  readonly kind: "call";
  readonly callee: Reference;
  readonly at: number;
}

/** What is repeated: where an iterator has no range, its subscripts in there tell it. */
export type LoopBody = Expression | readonly StatementSyntax[] | readonly EquationSyntax[];

export type Expression =
  | { readonly kind: "number"; readonly value: number; readonly isInteger: boolean; readonly at: number }
  | { readonly kind: "string"; readonly value: string; readonly at: number }
  | { readonly kind: "boolean"; readonly value: boolean; readonly at: number }
  | Reference
  | CallExpression
  /** `function f(a = 1)` as an argument */
  | { readonly kind: "partial"; readonly callee: Reference; readonly args: CallArguments; readonly at: number }
  | { readonly kind: "array"; readonly items: readonly Expression[]; readonly at: number }
  | {
      readonly kind: "comprehension";
      readonly body: Expression;
      readonly iterators: readonly Iterator[];
      readonly at: number;
    }
  | { readonly kind: "matrix"; readonly rows: readonly (readonly Expression[])[]; readonly at: number }
  | {
      readonly kind: "range";
      readonly from: Expression;
      readonly step: Expression | undefined;
      readonly to: Expression;
      readonly at: number;
    }
  | {
      readonly kind: "binary";
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
      readonly at: number;
    }
  | {
      readonly kind: "unary";
      readonly operator: "-" | "+" | ".-" | ".+" | "not";
      readonly operand: Expression;
      readonly at: number;
    }
  | { readonly kind: "if"; readonly branches: readonly IfBranch[]; readonly otherwise: Expression; readonly at: number }
  | { readonly kind: "tuple"; readonly items: readonly (Expression | undefined)[]; readonly at: number }
  /** `(e)[i]` */
  | {
      readonly kind: "indexed";
      readonly base: Expression;
      readonly subscripts: readonly Expression[];
      readonly at: number;
    }
  | { readonly kind: "end"; readonly at: number }
  | { readonly kind: "colon"; readonly at: number };

export interface IfBranch {
  readonly condition: Expression;
  readonly value: Expression;
}

export interface Branch<T> {
  readonly condition: Expression;
  readonly body: readonly T[];
}

export type EquationSyntax = {
  readonly at: number;
  readonly end: number;
  readonly annotation?: AnnotationSyntax;
} & (
  | { readonly kind: "equality"; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "connect"; readonly left: Reference; readonly right: Reference }
  | { readonly kind: "for"; readonly iterators: readonly Iterator[]; readonly body: readonly EquationSyntax[] }
  | {
      readonly kind: "if";
      readonly branches: readonly Branch<EquationSyntax>[];
      readonly otherwise: readonly EquationSyntax[] | undefined;
    }
  | { readonly kind: "when"; readonly branches: readonly Branch<EquationSyntax>[] }
  /** assert, terminate, reinit, Connections.root, functions without result */
  | { readonly kind: "call"; readonly call: CallExpression }
);

export type StatementSyntax = { readonly at: number; readonly end: number } & (
  | { readonly kind: "assign"; readonly target: Reference; readonly value: Expression }
  | {
      readonly kind: "assignTuple";
      readonly targets: readonly (Reference | undefined)[];
      readonly call: CallExpression;
    }
  | { readonly kind: "for"; readonly iterators: readonly Iterator[]; readonly body: readonly StatementSyntax[] }
  | { readonly kind: "while"; readonly condition: Expression; readonly body: readonly StatementSyntax[] }
  | {
      readonly kind: "if";
      readonly branches: readonly Branch<StatementSyntax>[];
      readonly otherwise: readonly StatementSyntax[] | undefined;
    }
  | { readonly kind: "when"; readonly branches: readonly Branch<StatementSyntax>[] }
  | { readonly kind: "call"; readonly call: CallExpression }
  | { readonly kind: "break" }
  | { readonly kind: "return" }
);

/** One entry of a modification: `x(start = 1) = 2`, `redeclare T x`, `redeclare model M = N`. */
export interface ModifierSyntax {
  /** `a` or `a.b` */
  readonly path: readonly string[];
  readonly isEach: boolean;
  readonly isFinal: boolean;
  readonly modification: ModificationSyntax | undefined;
  readonly redeclaration: ElementSyntax | undefined;
  readonly at: number;
}

export interface ModificationSyntax {
  readonly entries: readonly ModifierSyntax[];
  readonly binding: Expression | undefined;
  readonly at: number;
}

/** `annotation(…)`: where the text inside the brackets lies; parsed when someone asks (annotations.ts). */
export interface AnnotationSyntax {
  readonly from: number;
  readonly to: number;
}

export interface ElementPrefixes {
  readonly isProtected: boolean;
  readonly isRedeclare: boolean;
  readonly isFinal: boolean;
  readonly isInner: boolean;
  readonly isOuter: boolean;
  readonly isReplaceable: boolean;
  readonly constrainedBy:
    | { readonly type: Reference; readonly modification: ModificationSyntax | undefined }
    | undefined;
}

export interface ComponentSyntax extends ElementPrefixes {
  readonly kind: "component";
  readonly name: string;
  readonly type: Reference;
  readonly flow: "flow" | "stream" | "";
  readonly variability: "constant" | "parameter" | "discrete" | "";
  readonly causality: "input" | "output" | "";
  /** Dimensions of the declarator first, then those of the type. */
  readonly dimensions: readonly Expression[];
  readonly modification: ModificationSyntax | undefined;
  readonly condition: Expression | undefined;
  readonly description: string;
  readonly annotation: AnnotationSyntax | undefined;
  readonly at: number;
}

export interface ClassElementSyntax extends ElementPrefixes {
  readonly kind: "class";
  readonly name: string;
  readonly definition: ClassSyntax;
  readonly at: number;
}

/** `break x`, `break connect(a, b)` in an extends clause: a component or a connection that is not inherited. */
export type BreakSyntax =
  | { readonly kind: "component"; readonly name: string; readonly at: number }
  | { readonly kind: "connection"; readonly left: Reference; readonly right: Reference; readonly at: number };

export interface ExtendsSyntax {
  readonly kind: "extends";
  readonly base: Reference;
  readonly modification: ModificationSyntax | undefined;
  readonly breaks: readonly BreakSyntax[];
  readonly isProtected: boolean;
  readonly at: number;
}

export interface ImportSyntax {
  readonly kind: "import";
  readonly path: readonly string[];
  /** Names it brings: alias → last name; undefined for `.*`. */
  readonly names: ReadonlyMap<string, string> | undefined;
  /** The path itself is what is named (`import A.B;`, `import X = A.B;`). */
  readonly isWhole: boolean;
  readonly at: number;
}

export type ElementSyntax = ComponentSyntax | ClassElementSyntax;

export type Restriction =
  | "class"
  | "model"
  | "block"
  | "connector"
  | "record"
  | "type"
  | "package"
  | "function"
  | "operator";

export interface ExternalSyntax {
  readonly language: string;
  readonly output: Reference | undefined;
  readonly name: string | undefined;
  readonly args: readonly Expression[];
  readonly annotation: AnnotationSyntax | undefined;
  readonly at: number;
}

export interface ClassSyntax {
  readonly name: string;
  readonly file: SourceFile;
  readonly at: number;
  readonly restriction: Restriction;
  readonly isPartial: boolean;
  readonly isEncapsulated: boolean;
  readonly isExpandable: boolean;
  /** `operator record`, `operator function` */
  readonly isOperator: boolean;
  readonly isImpure: boolean;
  readonly description: string;
  readonly body: ClassBody;
  readonly annotation: AnnotationSyntax | undefined;
}

export type ClassBody =
  | LongBody
  /** `type T = input Real[3](unit = "m")` */
  | {
      readonly kind: "short";
      readonly base: Reference;
      readonly dimensions: readonly Expression[];
      readonly modification: ModificationSyntax | undefined;
      readonly causality: "input" | "output" | "";
      readonly flow: "flow" | "stream" | "";
    }
  | {
      readonly kind: "enumeration";
      readonly literals: readonly { readonly name: string; readonly description: string }[];
    }
  /** `function d = der(f, x)` */
  | { readonly kind: "der"; readonly base: Reference; readonly variables: readonly string[] };

export interface LongBody {
  readonly kind: "long";
  /** `extends M(…)` after `redeclare model`: the class inherits from the class of that name in the bases around it. */
  readonly classExtends: { readonly modification: ModificationSyntax | undefined } | undefined;
  readonly imports: readonly ImportSyntax[];
  readonly elements: readonly (ElementSyntax | ExtendsSyntax)[];
  readonly equations: readonly EquationSyntax[];
  readonly initialEquations: readonly EquationSyntax[];
  readonly algorithms: readonly (readonly StatementSyntax[])[];
  readonly initialAlgorithms: readonly (readonly StatementSyntax[])[];
  readonly external: ExternalSyntax | undefined;
}

export interface FileSyntax {
  readonly file: SourceFile;
  /** undefined without a `within` clause. */
  readonly within: string | undefined;
  readonly classes: readonly ClassElementSyntax[];
  readonly errors: readonly SyntaxFault[];
}

export interface SyntaxFault {
  readonly what: string;
  readonly hint: string;
  readonly at: number;
}
