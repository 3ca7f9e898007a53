/** Makers and measures of values. */
import type { Expr } from "../../symbolic/expression.ts";
import type { ClassInstance, ScalarKind, ScalarValue } from "../model.ts";

export function scalarValue(kind: ScalarKind, element: Expr, cls?: ClassInstance): ScalarValue {
  return { kind, shape: [], elements: [element], cls };
}

export function sizeOf(shape: readonly number[]): number {
  let size = 1;
  for (const n of shape) size *= n;
  return size;
}
