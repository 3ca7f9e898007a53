/** Functions that make arrays, measure them or take them apart: `zeros`, `size`, `cat`, `cross` and their relatives. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Expr } from "../symbolic/expression.ts";
import { type ArrayExpr, concatenate, cross, dot, scalar, sizeError, sizeOf, transpose } from "./arrays.ts";
import type { Surroundings } from "./scope.ts";

/** More elements than any model writes out; each is an equation or a term of its own. */
export const maximumElements = 1_000_000;

/** Elements that an array or a loop writes out one by one, each with an expression of its own: some seconds of translation. */
export const maximumTerms = 200_000;

/** Name → how it is written. */
const usages: Readonly<Record<string, string>> = {
  length: "length(x)",
  size: "size(A) or size(A, 1)",
  sum: "sum(x)",
  product: "product(x)",
  vector: "vector(A)",
  zeros: "zeros(n) or zeros(n, m)",
  ones: "ones(n) or ones(n, m)",
  fill: "fill(value, n) or fill(value, n, m)",
  identity: "identity(n)",
  linspace: "linspace(from, to, n)",
  diagonal: "diagonal(x)",
  cat: "cat(1, A, B, …)",
  skew: "skew(x)",
  outerProduct: "outerProduct(x, y)",
  transpose: "transpose(A)",
  cross: "cross(x, y)",
  norm: "norm(x)",
  dot: "dot(x, y)",
};

export const arrayFunctions: readonly string[] = Object.keys(usages);

/** How many arguments each takes, least and most. */
const counts: Readonly<Record<string, readonly [number, number]>> = {
  size: [1, 2],
  zeros: [1, 2],
  ones: [1, 2],
  fill: [2, 3],
  linspace: [3, 3],
  cat: [2, Number.POSITIVE_INFINITY],
  outerProduct: [2, 2],
  cross: [2, 2],
  dot: [2, 2],
};

export function translateArrayFunction(name: string, args: readonly ArrayExpr[], around: Surroundings): ArrayExpr {
  const b = around.state.b;
  const usage = usages[name]!;
  const [least, most] = counts[name] ?? [1, 1];
  if (args.length < least || args.length > most) {
    const expected = least === most ? `${least} argument${least === 1 ? "" : "s"}` : `${least} to ${most} arguments`;
    throw wrongCount(
      name,
      most === Number.POSITIVE_INFINITY ? `${least} arguments or more` : expected,
      args.length,
      usage,
    );
  }
  const [x, y] = args as [ArrayExpr, ArrayExpr];
  const filled = (sizes: readonly ArrayExpr[], value: Expr): ArrayExpr => {
    const shape = checkedShape(
      name,
      sizes.map((size) => wholeNumber(name, size, around, 0)),
    );
    return { shape, elements: Array.from({ length: sizeOf(shape) }, () => value) };
  };
  const asVector = (value: ArrayExpr): readonly Expr[] => {
    if (value.shape.length === 1) return value.elements;
    throw sizeError([3], value.shape, `${usage} takes vectors`);
  };
  switch (name) {
    case "length":
      return scalar(b.num(x.elements.length));
    case "size": {
      if (args.length === 1) return { shape: [x.shape.length], elements: x.shape.map((n) => b.num(n)) };
      return scalar(b.num(x.shape[wholeNumber(name, y, around, 1) - 1] ?? 1));
    }
    case "sum":
      return scalar(b.add(x.elements));
    case "product":
      return scalar(b.mul(x.elements));
    case "vector":
      return { shape: [x.elements.length], elements: x.elements };
    case "zeros":
      return filled(args, b.zero);
    case "ones":
      return filled(args, b.one);
    case "fill":
      return filled(args.slice(1), single(name, x));
    case "identity": {
      const n = wholeNumber(name, x, around, 0);
      return diagonal(checkedShape(name, [n, n])[0]!, () => b.one, b.zero);
    }
    case "diagonal": {
      const items = asVector(x);
      return diagonal(checkedShape(name, [items.length, items.length])[0]!, (i) => items[i]!, b.zero);
    }
    case "linspace": {
      const [from, to] = [single(name, x), single(name, y)];
      const n = checkedShape(name, [wholeNumber(name, args[2]!, around, 2)])[0]!;
      const step = b.sub(to, from);
      const elements = Array.from({ length: n }, (_, i) =>
        i === n - 1 ? to : b.add([from, b.mul([b.num(i / (n - 1)), step])]),
      );
      return { shape: [n], elements };
    }
    case "cat":
      return concatenate(wholeNumber(name, x, around, 1), args.slice(1));
    case "skew": {
      const items = asVector(x);
      if (items.length !== 3) throw sizeError([3], x.shape, "skew(x) takes a vector of 3");
      const [u, v, w] = items as [Expr, Expr, Expr];
      return { shape: [3, 3], elements: [b.zero, b.neg(w), v, w, b.zero, b.neg(u), b.neg(v), u, b.zero] };
    }
    case "outerProduct": {
      const [u, v] = [asVector(x), asVector(y)];
      return { shape: [u.length, v.length], elements: u.flatMap((p) => v.map((q) => b.mul([p, q]))) };
    }
    case "transpose":
      return transpose(x);
    case "cross":
      return cross(b, x, y);
    case "norm":
      return scalar(b.call("sqrt", [b.add(x.elements.map((e) => b.pow(e, b.num(2))))]));
    default:
      if (x.elements.length !== y.elements.length)
        throw sizeError(x.shape, y.shape, "dot(x, y) takes vectors of equal length");
      return scalar(dot(b, x.elements, y.elements));
  }
}

function diagonal(n: number, item: (i: number) => Expr, zero: Expr): ArrayExpr {
  return {
    shape: [n, n],
    elements: Array.from({ length: n * n }, (_, i) => (i % (n + 1) === 0 ? item(i / (n + 1)) : zero)),
  };
}

function single(name: string, value: ArrayExpr): Expr {
  if (value.shape.length === 0) return value.elements[0]!;
  throw sizeError([], value.shape, `${usages[name]} takes a number here`);
}

/** A size or position: fixed during the run. */
function wholeNumber(name: string, value: ArrayExpr, around: Surroundings, least: number): number {
  const number = value.shape.length === 0 ? around.constantValue(value.elements[0]!) : undefined;
  if (number !== undefined && Number.isInteger(number) && number >= least) return number;
  const found = value.shape.length > 0 ? "an array" : number === undefined ? "something that changes" : String(number);
  throw new RattlebackError(
    "E-ARRAY-SIZE",
    `${name} needs a whole number from ${least} on that does not change during the run; found ${found}.`,
    { hint: usages[name]!, data: { name, value: number ?? null } },
  );
}

export function checkedShape(name: string, shape: readonly number[]): readonly number[] {
  const count = sizeOf(shape);
  if (count <= maximumElements) return shape;
  throw new RattlebackError(
    "E-ARRAY-SIZE",
    `${name} would make ${count} elements; at most ${maximumElements} are allowed.`,
    { hint: "check the size that is given", data: { count, limit: maximumElements } },
  );
}

export function wrongCount(name: string, expected: string, found: number, usage?: string): RattlebackError {
  return new RattlebackError(
    "E-ARGUMENTS",
    `${name} takes ${expected}; ${found} ${found === 1 ? "is" : "are"} given.`,
    {
      hint: usage ?? "see the list of functions in docs/language.md of the package",
      data: { name, found },
    },
  );
}
