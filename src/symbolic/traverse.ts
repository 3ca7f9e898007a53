/** Walks over expressions: which variables occur, replacement of leaves. Each shared node is visited once. */
import type { Expr, ExpressionBuilder } from "./expression.ts";
import type { VariableIndex } from "./indices.ts";

/** Nodes that a walk has met: most expressions are small, and a list of few numbers costs less than a set. */
export class MetNodes {
  private readonly few: number[] = [];
  private all: Set<number> | undefined;

  /** Remembers the node; true when it is new. */
  add(id: number): boolean {
    const { few, all } = this;
    if (all !== undefined) return all.size !== all.add(id).size;
    if (few.includes(id)) return false;
    few.push(id);
    if (few.length === 24) this.all = new Set(few);
    return true;
  }
}

/** Calls `visit` once per distinct node, arguments after their parent. Nodes of `met` are left out, with all that is in them. */
export function visitNodes(
  expression: Expr,
  visit: (node: Expr) => void,
  met = new MetNodes(),
  leavesOut?: (node: Expr) => boolean,
): void {
  if (!met.add(expression.id)) return;
  const stack: Expr[] = [expression];
  while (stack.length > 0) {
    const node = stack.pop()!;
    visit(node);
    const { args } = node;
    for (let i = args.length - 1; i >= 0; i--) {
      const arg = args[i]!;
      if (met.add(arg.id) && leavesOut?.(arg) !== true) stack.push(arg);
    }
  }
}

/** Variables of long arrays that functions take: the equations of all their results share them. */
const variablesOfPacks = new WeakMap<Expr, ReadonlySet<VariableIndex>>();
const isLongPack = ({ op, args }: Expr): boolean => op === "pack" && args.length >= 16;

/** Indices of the variables that occur, in order of first occurrence. Values before events do not count. */
export function variablesOf(expression: Expr, into: Set<VariableIndex> = new Set()): Set<VariableIndex> {
  const visit = (node: Expr): void => {
    if (node.op === "var") into.add(node.value);
    else if (node.op === "ucall") {
      for (const arg of node.args) if (isLongPack(arg)) for (const variable of packVariables(arg)) into.add(variable);
    }
  };
  visitNodes(expression, visit, new MetNodes(), isLongPack);
  return into;
}

function packVariables(pack: Expr): ReadonlySet<VariableIndex> {
  let known = variablesOfPacks.get(pack);
  if (known === undefined) {
    known = variablesOf(pack);
    variablesOfPacks.set(pack, known);
  }
  return known;
}

/** `without`: ids of nodes in which it was not found before, by the same question. */
export function contains(expression: Expr, accepts: (node: Expr) => boolean, without?: Set<number>): boolean {
  if (without === undefined) return containsNew(expression, accepts, new MetNodes());
  if (without.has(expression.id)) return false;
  const looked: number[] = [];
  const stack: Expr[] = [expression];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (accepts(node)) {
      for (const id of looked) without.delete(id);
      return true;
    }
    for (let i = node.args.length - 1; i >= 0; i--) {
      const arg = node.args[i]!;
      if (without.has(arg.id)) continue;
      without.add(arg.id);
      looked.push(arg.id);
      stack.push(arg);
    }
  }
  without.add(expression.id);
  return false;
}

function containsNew(expression: Expr, accepts: (node: Expr) => boolean, met: MetNodes): boolean {
  if (accepts(expression)) return true;
  if (expression.args.length === 0) return false;
  const stack: Expr[] = [expression];
  while (stack.length > 0) {
    const { args } = stack.pop()!;
    for (let i = args.length - 1; i >= 0; i--) {
      const arg = args[i]!;
      if (!met.add(arg.id)) continue;
      if (accepts(arg)) return true;
      if (arg.args.length > 0) stack.push(arg);
    }
  }
  return false;
}

/** The expression with every node for which `replace` gives something replaced, simplified on the way up. */
export function substitute(
  b: ExpressionBuilder,
  expression: Expr,
  replace: (node: Expr) => Expr | undefined,
  memo: Map<number, Expr> = new Map(),
): Expr {
  const walk = (node: Expr): Expr => {
    const known = memo.get(node.id);
    if (known !== undefined) return known;
    let result = replace(node);
    if (result === undefined) {
      result = node;
      if (node.args.length > 0) {
        const args = node.args.map(walk);
        if (args.some((arg, i) => arg !== node.args[i])) result = b.rebuild(node, args);
      }
    }
    memo.set(node.id, result);
    return result;
  };
  return walk(expression);
}
