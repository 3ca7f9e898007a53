/**
 * The derivative of an expression along directions, leaf by leaf:
 *
 *     de = Σ ∂e/∂leaf · dleaf        leaves: variables, parameters, values before the event, time
 *
 * Frozen relations and conditions are constant: where they change there is an event, which has rules of its own.
 */
import type { CompileState } from "../compile/state.ts";
import { userCallDerivative } from "../compile/userCalls.ts";
import type { RunningModel } from "../run/runningModel.ts";
import { differentiate } from "../symbolic/differentiate.ts";
import type { Expr } from "../symbolic/expression.ts";

import type { Directions } from "./directions.ts";

export interface LeafPartial {
  readonly leaf: Expr;
  readonly partial: Expr;
}

const conditions: ReadonlySet<Expr["op"]> = new Set(["rel", "lt", "le", "gt", "ge", "eq", "ne", "and", "or", "not"]);
const leaves: ReadonlySet<Expr["op"]> = new Set(["var", "par", "pre", "time"]);

const known = new WeakMap<CompileState["b"], Map<number, readonly LeafPartial[]>>();

export function leafPartials(state: CompileState, expression: Expr): readonly LeafPartial[] {
  let memory = known.get(state.b);
  if (memory === undefined) {
    memory = new Map();
    known.set(state.b, memory);
  }
  let list = memory.get(expression.id);
  if (list === undefined) {
    list = derive(state, expression);
    memory.set(expression.id, list);
  }
  return list;
}

/** Sums are taken apart first: a long row has as many terms as variables, and each contains one of them. */
function derive(state: CompileState, expression: Expr): LeafPartial[] {
  const { b } = state;
  const calls = userCallDerivative(state, "jacobian");
  const found = new Map<number, { leaf: Expr; terms: Expr[] }>();
  const collect = (term: Expr, isNegative: boolean): void => {
    if (term.op === "add") for (const arg of term.args) collect(arg, isNegative);
    else if (term.op === "neg") collect(term.args[0]!, !isNegative);
    else
      for (const leaf of leavesOf(term)) {
        const partial = differentiate(b, term, (e) => (e === leaf ? b.one : b.zero), calls);
        if (partial === b.zero) continue;
        const entry = found.get(leaf.id) ?? { leaf, terms: [] };
        entry.terms.push(isNegative ? b.neg(partial) : partial);
        found.set(leaf.id, entry);
      }
  };
  collect(expression, false);
  return [...found.values()].map(({ leaf, terms }) => ({ leaf, partial: b.add(terms) }));
}

function leavesOf(expression: Expr): Expr[] {
  const list: Expr[] = [];
  const seen = new Set<number>();
  const stack = [expression];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (conditions.has(node.op) || seen.has(node.id)) continue;
    seen.add(node.id);
    if (leaves.has(node.op)) list.push(node);
    else for (const arg of node.op === "if" ? node.args.slice(1) : node.args) stack.push(arg);
  }
  return list;
}

/** The derivative of an expression along all directions, at the present values of the model. For what is asked for seldom. */
export function alongDirections(model: RunningModel, e: Expr, T: Directions): Float64Array {
  const m = T.count;
  const out = new Float64Array(m);
  for (const { leaf, partial } of leafPartials(model.program.state, e)) {
    const factor = model.value(partial);
    const rates =
      leaf.op === "var" ? T.variables : leaf.op === "par" ? T.parameters : leaf.op === "pre" ? T.before : T.time;
    const at = leaf.op === "time" ? 0 : leaf.value * m;
    for (let k = 0; k < m; k++) if (rates[at + k] !== 0) out[k] = out[k]! + factor * rates[at + k]!;
  }
  return out;
}
