/**
 * Local arrays whose elements are only ever named one by one, `o[3] := o[1]*o[2]`: each element is a variable of the generated code, which
 * costs neither memory nor a look at the size. Functions of media are made of such arrays.
 */
import { declaredDimensionsOf } from "../flat/declarations.ts";
import type { FunctionParts } from "../flat/functionParts.ts";
import type { ClassInstance } from "../model.ts";
import type { Expression, Reference } from "../syntax/ast.ts";
import { typeOfMember } from "./codeTypes.ts";

/** More are kept in an array: a function has no use for thousands of variables. */
const mostCells = 200;

/** Sizes of the arrays of a function that can be taken apart, by their names. */
export function cellsOf(cls: ClassInstance, { locals }: FunctionParts): ReadonlyMap<string, readonly number[]> {
  const sizes = new Map<string, readonly number[]>();
  for (const member of locals) {
    if (typeOfMember(member).kind !== "Real" || member.modifier.binding !== undefined) continue;
    const shape = declaredDimensionsOf(member).map(({ expression }) => literalIndex(expression));
    if (shape.length === 0 || shape.includes(undefined)) continue;
    if (shape.reduce<number>((count, n) => count * n!, 1) <= mostCells) sizes.set(member.name, shape as number[]);
  }
  if (sizes.size === 0) return sizes;
  const visit = (e: unknown): void => {
    if (typeof e !== "object" || e === null) return;
    if ("kind" in e && e.kind === "reference") {
      const [first] = (e as Reference).parts;
      const shape = sizes.get(first!.name);
      if (shape !== undefined && cellIndex(first!.subscripts, shape) === undefined) sizes.delete(first!.name);
    }
    for (const inner of Object.values(e)) visit(inner);
  };
  for (const { syntax } of cls.lineage)
    if (syntax.body.kind === "long") visit([syntax.body.elements, syntax.body.algorithms]);
  for (const { modifier } of locals) visit(modifier.binding?.expression);
  return sizes;
}

/** Which element, row by row; undefined where the text does not tell one. */
export function cellIndex(subscripts: readonly Expression[], shape: readonly number[]): number | undefined {
  if (subscripts.length !== shape.length) return undefined;
  let at = 0;
  for (const [k, subscript] of subscripts.entries()) {
    const i = literalIndex(subscript);
    if (i === undefined || i < 1 || i > shape[k]!) return undefined;
    at = at * shape[k]! + i - 1;
  }
  return at;
}

function literalIndex(e: Expression): number | undefined {
  return e.kind === "number" && e.isInteger ? e.value : undefined;
}
