/**
 * Functions that jump become events: sign, floor, ceil, round, trunc and mod of something that changes continuously.
 *
 *     sign(x)    if x > 0 then 1 elseif x < 0 then −1 else 0
 *     floor(x)   n with n = if x >= pre(n) + 1 or x < pre(n) then floor(x) else pre(n)
 *
 * The others follow from floor. Inside noEvent and inside when clauses they are computed as they are: nothing happens between the
 * instants at which their values are wanted. Continuous functions with a corner (abs, min, max) cause no events either.
 */
import type { Expr } from "../symbolic/expression.ts";
import { isJump } from "../symbolic/functions.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { substitute } from "../symbolic/traverse.ts";
import { type CompileState, type Equation, internalVariable, newEquation } from "./state.ts";

/** Replaces them in these equations; true when something was replaced. `isContinuous` tells whether an expression changes between events. */
export function breakJumps(
  state: CompileState,
  equations: readonly Equation[],
  isContinuous: (expression: Expr) => boolean,
): boolean {
  const breaker = new JumpBreaker(state, isContinuous);
  for (const equation of equations) breaker.replaceIn(equation);
  return breaker.count > 0;
}

class JumpBreaker {
  count = 0;
  private readonly state: CompileState;
  private readonly isContinuous: (expression: Expr) => boolean;
  /** Whole parts by the number of their argument. */
  private readonly floors = new Map<number, Expr>();

  constructor(state: CompileState, isContinuous: (expression: Expr) => boolean) {
    this.state = state;
    this.isContinuous = isContinuous;
  }

  replaceIn(equation: Equation): void {
    const replace = (node: Expr): Expr | undefined => {
      if (node.op !== "call") return undefined;
      if (node.name === "noEvent") return node;
      if (!isJump(node.name) || !node.args.some(this.isContinuous)) return undefined;
      this.count++;
      const args = node.args.map((arg) => substitute(this.state.b, arg, replace));
      return this.broken(node.name, args, equation);
    };
    equation.left = substitute(this.state.b, equation.left, replace);
    equation.right = substitute(this.state.b, equation.right, replace);
  }

  private broken(name: string, [x, y]: readonly Expr[], equation: Equation): Expr {
    const { b } = this.state;
    const floor = (e: Expr): Expr => this.floor(e, equation);
    const ceil = (e: Expr): Expr => b.neg(floor(b.neg(e)));
    switch (name) {
      case "sign": {
        const negative = b.conditional(b.relation("lt", x!, b.zero), b.minusOne, b.zero);
        return b.conditional(b.relation("gt", x!, b.zero), b.one, negative);
      }
      case "ceil":
        return ceil(x!);
      case "round":
        return floor(b.add([x!, b.num(0.5)]));
      case "trunc":
        return b.conditional(b.relation("ge", x!, b.zero), floor(x!), ceil(x!));
      case "mod":
        return b.sub(x!, b.mul([y!, floor(b.div(x!, y!))]));
      default:
        return floor(x!);
    }
  }

  private floor(x: Expr, { source }: Equation): Expr {
    const { state } = this;
    const { b } = state;
    const known = this.floors.get(x.id);
    if (known !== undefined) return known;
    const index = state.variables.length as VariableIndex;
    const n = b.variable(index);
    this.floors.set(x.id, n);
    const name = `${source.path === "" ? "" : `${source.path}.`}$floor${this.floors.size}`;
    state.variables.push(internalVariable(name, "real", true));
    state.preVariables.add(index);
    const before = b.make("pre", [], index);
    const now = b.call("noEvent", [b.call("floor", [x])]);
    // the argument may differ from the whole number by rounding: a step is then made all the same
    const [above, below] = [b.add([before, b.one]), b.sub(before, b.one)];
    const down = b.conditional(b.relation("lt", x, before), b.call("min", [below, now]), before);
    const up = b.conditional(b.relation("ge", x, above), b.call("max", [above, now]), down);
    const right = b.conditional(b.make("flag", [], 0, "initial"), now, up);
    state.equations.push(newEquation(n, right, source));
    return n;
  }
}
