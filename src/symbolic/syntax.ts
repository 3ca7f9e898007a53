/**
 * The tree that the parser makes of model text: names are still words, every node knows where it stands.
 * Sums, products and chains of `and`/`or` are flat lists, so that long ones do not nest.
 */

export type BinaryOperator = "/" | "./" | "^" | ".^";
export type RelationOperator = "<" | "<=" | ">" | ">=" | "==" | "<>";

interface Place {
  /** Offset of the first character in the text. */
  readonly at: number;
}

export interface NumberSyntax extends Place {
  readonly kind: "number";
  readonly value: number;
}
export interface StringSyntax extends Place {
  readonly kind: "string";
  readonly value: string;
}
export interface BooleanSyntax extends Place {
  readonly kind: "boolean";
  readonly value: boolean;
}
/** `a.b[i].c`: parts between dots. `b[2]` with a number is the part `b_2`; other indices are kept beside the parts. */
export interface NameSyntax extends Place {
  readonly kind: "name";
  readonly parts: readonly string[];
  /** Which of a list of components a part means, for parts that have an index which is not a number. */
  readonly indices?: readonly (Syntax | undefined)[];
}
export interface CallSyntax extends Place {
  readonly kind: "call";
  readonly name: string;
  readonly args: readonly Syntax[];
}
export interface SumSyntax extends Place {
  readonly kind: "sum";
  readonly terms: readonly { readonly sign: 1 | -1; readonly term: Syntax }[];
  /** With `.+` or `.-`: a number is added to every element. */
  readonly isElementwise: boolean;
}
export interface ProductSyntax extends Place {
  readonly kind: "product";
  /** Elementwise (`.*`) products are marked. */
  readonly factors: readonly Syntax[];
  readonly isElementwise: boolean;
}
export interface BinarySyntax extends Place {
  readonly kind: "binary";
  readonly operator: BinaryOperator;
  readonly left: Syntax;
  readonly right: Syntax;
}
export interface NegateSyntax extends Place {
  readonly kind: "negate";
  readonly operand: Syntax;
}
export interface RelationSyntax extends Place {
  readonly kind: "relation";
  readonly operator: RelationOperator;
  readonly left: Syntax;
  readonly right: Syntax;
}
export interface LogicalSyntax extends Place {
  readonly kind: "logical";
  readonly operator: "and" | "or";
  readonly operands: readonly Syntax[];
}
export interface NotSyntax extends Place {
  readonly kind: "not";
  readonly operand: Syntax;
}
export interface IfSyntax extends Place {
  readonly kind: "if";
  /** Tried in order. */
  readonly branches: readonly { readonly condition: Syntax; readonly value: Syntax }[];
  readonly otherwise: Syntax;
}
export interface ArraySyntax extends Place {
  readonly kind: "array";
  /** Rows separated by `;`. One row: a vector; several: a matrix. */
  readonly rows: readonly (readonly Syntax[])[];
  /** Written `{a, b}`: items of one size, of which a new dimension is made. */
  readonly isStacked?: boolean;
}
export interface ComprehensionSyntax extends Place {
  readonly kind: "comprehension";
  readonly element: Syntax;
  readonly variable: string;
  readonly range: Syntax;
}
export interface RangeSyntax extends Place {
  readonly kind: "range";
  readonly from: Syntax;
  readonly step: Syntax | undefined;
  readonly to: Syntax;
}
export interface IndexSyntax extends Place {
  readonly kind: "index";
  readonly base: Syntax;
  readonly indices: readonly Syntax[];
}
export interface TransposeSyntax extends Place {
  readonly kind: "transpose";
  readonly operand: Syntax;
}
export interface TupleSyntax extends Place {
  readonly kind: "tuple";
  readonly items: readonly Syntax[];
}

export type Syntax =
  | NumberSyntax
  | StringSyntax
  | BooleanSyntax
  | NameSyntax
  | CallSyntax
  | SumSyntax
  | ProductSyntax
  | BinarySyntax
  | NegateSyntax
  | RelationSyntax
  | LogicalSyntax
  | NotSyntax
  | IfSyntax
  | ArraySyntax
  | ComprehensionSyntax
  | RangeSyntax
  | IndexSyntax
  | TransposeSyntax
  | TupleSyntax;

export interface EquationStatement extends Place {
  readonly kind: "equation";
  readonly left: Syntax;
  readonly right: Syntax;
  /** The statement as written, for messages. */
  readonly text: string;
}
/** `connect(a, b, …)` */
export interface ConnectStatement extends Place {
  readonly kind: "connect";
  readonly members: readonly NameSyntax[];
}
/** `reinit(x, value)`, inside `when` only. */
export interface ReinitStatement extends Place {
  readonly kind: "reinit";
  readonly target: Syntax;
  readonly value: Syntax;
  readonly text: string;
}
/** `assert(condition, "message")`, `assert(condition, "message", warning)` */
export interface AssertStatement extends Place {
  readonly kind: "assert";
  readonly condition: Syntax;
  readonly message: string;
  readonly isWarning: boolean;
  readonly text: string;
}
/** `terminate("message")`, inside `when` only. */
export interface TerminateStatement extends Place {
  readonly kind: "terminate";
  readonly message: string;
}
export interface WhenStatement extends Place {
  readonly kind: "when";
  readonly branches: readonly { readonly condition: Syntax; readonly body: readonly Statement[] }[];
  readonly text: string;
}
/** `for i in 1:n loop … end` */
export interface ForStatement extends Place {
  readonly kind: "for";
  readonly variable: string;
  readonly range: Syntax;
  readonly body: readonly Statement[];
  readonly text: string;
}
/** `if c then … elseif d then … else … end` around statements. */
export interface IfStatement extends Place {
  readonly kind: "if";
  readonly branches: readonly { readonly condition: Syntax; readonly body: readonly Statement[] }[];
  readonly otherwise: readonly Statement[];
  readonly text: string;
}

export type Statement =
  | EquationStatement
  | ConnectStatement
  | ReinitStatement
  | AssertStatement
  | TerminateStatement
  | WhenStatement
  | ForStatement
  | IfStatement;

/** A piece of model text with its statements; messages show the line. */
export interface ParsedText {
  readonly text: string;
  /** Which of several texts it is, as in `entry 2 of equations`; undefined for the only one. */
  readonly entry?: string | undefined;
  readonly statements: readonly Statement[];
}
