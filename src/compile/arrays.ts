/** Arrays of expressions: shape and elements row by row. The operations of the language on numbers, vectors and matrices. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Expr, ExpressionBuilder } from "../symbolic/expression.ts";

export interface ArrayExpr {
  /** `[]` number, `[n]` vector, `[n, m]` matrix. */
  readonly shape: readonly number[];
  readonly elements: readonly Expr[];
}

export function scalar(expression: Expr): ArrayExpr {
  return { shape: [], elements: [expression] };
}

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, n) => product * n, 1);
}

export function sameShape(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((n, i) => n === b[i]);
}

export function showShape(shape: readonly number[]): string {
  return shape.length === 0
    ? "a number"
    : shape.length === 1
      ? `a vector of ${shape[0]}`
      : `a ${shape.join("×")} matrix`;
}

export function sizeError(a: readonly number[], b: readonly number[], what: string): RattlebackError {
  return new RattlebackError("E-ARRAY-SIZE", `${what}: ${showShape(a)} and ${showShape(b)}.`, {
    hint: "make the sizes agree; a matrix times a vector needs as many columns as the vector has elements",
    data: { left: [...a], right: [...b] },
  });
}

/** Element by element; numbers are not widened. */
export function zip(a: ArrayExpr, b: ArrayExpr, operation: (x: Expr, y: Expr) => Expr, what: string): ArrayExpr {
  if (!sameShape(a.shape, b.shape)) throw sizeError(a.shape, b.shape, what);
  return { shape: a.shape, elements: a.elements.map((x, i) => operation(x, b.elements[i]!)) };
}

export function map(a: ArrayExpr, operation: (x: Expr) => Expr): ArrayExpr {
  return { shape: a.shape, elements: a.elements.map(operation) };
}

/** Element by element, a number being used for every element. */
export function broadcast(a: ArrayExpr, b: ArrayExpr, operation: (x: Expr, y: Expr) => Expr, what: string): ArrayExpr {
  if (a.shape.length === 0) return map(b, (y) => operation(a.elements[0]!, y));
  if (b.shape.length === 0) return map(a, (x) => operation(x, b.elements[0]!));
  return zip(a, b, operation, what);
}

export function dot(b: ExpressionBuilder, x: readonly Expr[], y: readonly Expr[]): Expr {
  return b.add(x.map((element, i) => b.mul([element, y[i]!])));
}

/** Product of linear algebra. */
export function multiply(b: ExpressionBuilder, x: ArrayExpr, y: ArrayExpr): ArrayExpr {
  if (x.shape.length === 0 || y.shape.length === 0) return broadcast(x, y, (p, q) => b.mul([p, q]), "");
  const what = "These cannot be multiplied";
  if (x.shape.length === 1) {
    if (y.shape.length === 1) {
      if (x.shape[0] !== y.shape[0]) throw sizeError(x.shape, y.shape, what);
      return scalar(dot(b, x.elements, y.elements));
    }
    // a vector times a 1×m matrix is an outer product, times another matrix the row of products with its columns
    if (y.shape.length === 2 && y.shape[0] === 1) {
      return {
        shape: [x.shape[0]!, y.shape[1]!],
        elements: x.elements.flatMap((p) => y.elements.map((q) => b.mul([p, q]))),
      };
    }
    if (x.shape[0] !== y.shape[0]) throw sizeError(x.shape, y.shape, what);
    return multiply(b, transpose(y), x);
  }
  const [n, k] = [x.shape[0]!, x.shape[1]!];
  if (k !== y.shape[0]) throw sizeError(x.shape, y.shape, what);
  const m = y.shape.length === 1 ? 1 : y.shape[1]!;
  const elements: Expr[] = [];
  for (let i = 0; i < n; i++) {
    const row = x.elements.slice(i * k, (i + 1) * k);
    for (let j = 0; j < m; j++)
      elements.push(
        dot(
          b,
          row,
          Array.from({ length: k }, (_, r) => y.elements[r * m + j]!),
        ),
      );
  }
  return { shape: y.shape.length === 1 ? [n] : [n, m], elements };
}

export function transpose(x: ArrayExpr): ArrayExpr {
  if (x.shape.length === 0) return x;
  if (x.shape.length === 1) return { shape: [1, x.shape[0]!], elements: x.elements };
  const [n, m] = [x.shape[0]!, x.shape[1]!];
  return {
    shape: [m, n],
    elements: Array.from({ length: n * m }, (_, e) => x.elements[(e % n) * m + Math.floor(e / n)]!),
  };
}

/** Arrays put together along one of their dimensions, counted from 1. */
export function concatenate(dimension: number, items: readonly ArrayExpr[]): ArrayExpr {
  const first = items[0]!;
  const rank = first.shape.length;
  if (dimension > rank)
    throw sizeError(first.shape, first.shape, `These have no dimension ${dimension} to be put together along`);
  for (const item of items) {
    const fits = item.shape.length === rank && item.shape.every((n, k) => k === dimension - 1 || n === first.shape[k]);
    if (!fits) throw sizeError(first.shape, item.shape, `These cannot be put together along dimension ${dimension}`);
  }
  const shape = first.shape.map((n, k) =>
    k === dimension - 1 ? items.reduce((sum, item) => sum + item.shape[k]!, 0) : n,
  );
  if (dimension === 1) return { shape, elements: items.flatMap(({ elements }) => elements) };
  const elements = Array.from({ length: shape[0]! }, (_, i) =>
    items.flatMap((item) => item.elements.slice(i * item.shape[1]!, (i + 1) * item.shape[1]!)),
  ).flat();
  return { shape, elements };
}

export function cross(b: ExpressionBuilder, x: ArrayExpr, y: ArrayExpr): ArrayExpr {
  if (!sameShape(x.shape, [3]) || !sameShape(y.shape, [3]))
    throw sizeError(x.shape, y.shape, "cross(x, y) takes vectors of 3");
  const [p, q] = [x.elements, y.elements];
  const minor = (i: number, j: number): Expr => b.sub(b.mul([p[i]!, q[j]!]), b.mul([p[j]!, q[i]!]));
  return { shape: [3], elements: [minor(1, 2), minor(2, 0), minor(0, 1)] };
}
