/** What the writers of expressions, statements, calls and functions ask of each other. */
import type { Lowering } from "../flat/context.ts";
import type { ClassInstance } from "../model.ts";
import type { CallExpression, Expression, Operator, Reference } from "../syntax/ast.ts";
import type { Code, CodeScope, CodeWriter, KnownFunction } from "./codeWriter.ts";

export interface CodeUnit {
  readonly l: Lowering;
  readonly calls: CallWriter;
  /** The value that a name has when the code is written. */
  constant(reference: Reference, s: CodeScope): Code;
  /** Boolean or an enumeration as the values of a loop. */
  typeRange(e: Expression, s: CodeScope): Code | undefined;
  /** Something that the code refers to. */
  keep(value: unknown): string;
  /** The place of a compiled function in `F`; functions among its inputs are known. */
  request(cls: ClassInstance, functions: ReadonlyMap<string, KnownFunction>, isDual: boolean): number;
}

export interface CallWriter {
  /** The results of a call; `count` of them are wanted. */
  write(w: CodeWriter, call: CallExpression, s: CodeScope, count: number): readonly Code[];
  /** An operator of which an operand is a record. */
  operator(w: CodeWriter, operator: Operator, operands: readonly Code[], s: CodeScope): Code;
}
