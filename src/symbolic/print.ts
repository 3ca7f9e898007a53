/**
 * Expressions as text of the language: parse(print(e)) gives e again. Of those that would fill pages, such as functions written out, of
 * which parts occur many times, what is too much is shown as "…".
 */
import type { Expr } from "./expression.ts";
import type { FunctionIndex, ObjectIndex, ParameterIndex, VariableIndex } from "./indices.ts";

/** Names of the leaves that are indices. */
export interface LeafNames {
  variable(index: VariableIndex): string;
  parameter(index: ParameterIndex): string;
  object(index: ObjectIndex): string;
  userFunction(index: FunctionIndex): string;
}

/** Binding strength, as in parse.ts. */
const strength = { if: 0, or: 1, and: 2, not: 3, relation: 4, add: 5, mul: 6, neg: 7, pow: 8, atom: 9 } as const;
const relationText = { lt: "<", le: "<=", gt: ">", ge: ">=", eq: "==", ne: "<>" } as const;

/** Nodes that are shown, each as often as it occurs. */
const mostNodes = 5000;

export function print(expression: Expr, names: LeafNames): string {
  const sizes = new Map<number, number>();
  let room = mostNodes;
  const show = (e: Expr, needed: number): string => {
    const before = room;
    if (sizeIn(e, sizes) > room) room = Math.floor((room - 1) / e.args.length);
    if (room < 1) {
      room = before;
      return "…";
    }
    const [text, own] = render(e);
    room = before;
    return own < needed ? `(${text})` : text;
  };
  const list = (args: readonly Expr[]): string => args.map((arg) => show(arg, 0)).join(", ");
  const render = (e: Expr): [string, number] => {
    const args = e.args;
    switch (e.op) {
      case "num":
        return e.name === "" ? printNumber(e.value) : [`quantity(${e.value}, "${e.name}")`, strength.atom];
      case "str":
        return [JSON.stringify(e.name), strength.atom];
      case "var":
        return [names.variable(e.value), strength.atom];
      case "par":
        return [names.parameter(e.value), strength.atom];
      case "obj":
        return [names.object(e.value), strength.atom];
      case "time":
        return [e.op, strength.atom];
      case "add": {
        let text = show(args[0]!, strength.add);
        for (const term of args.slice(1)) {
          const negative = negated(term);
          text += negative === undefined ? ` + ${show(term, strength.mul)}` : ` - ${negative(show)}`;
        }
        return [text, strength.add];
      }
      case "neg":
        return [`-${show(args[0]!, strength.neg)}`, strength.neg - 0.5];
      case "mul":
        return [args.map((arg, i) => show(arg, i === 0 ? strength.neg - 0.5 : strength.neg)).join("*"), strength.mul];
      case "div":
        return [`${show(args[0]!, strength.mul)}/${show(args[1]!, strength.neg)}`, strength.mul];
      case "pow":
        return [`${show(args[0]!, strength.atom)}^${show(args[1]!, strength.atom)}`, strength.pow];
      case "if":
        return [`if ${show(args[0]!, 1)} then ${show(args[1]!, 1)} else ${show(args[2]!, 0)}`, strength.if];
      case "lt":
      case "le":
      case "gt":
      case "ge":
      case "eq":
      case "ne":
        return [
          `${show(args[0]!, strength.add)} ${relationText[e.op]} ${show(args[1]!, strength.add)}`,
          strength.relation,
        ];
      case "and":
        return [args.map((arg) => show(arg, strength.not)).join(" and "), strength.and];
      case "or":
        return [args.map((arg) => show(arg, strength.and)).join(" or "), strength.or];
      case "not":
        return [`not ${show(args[0]!, strength.relation)}`, strength.not];
      case "rel":
        return render(args[0]!);
      case "pre":
        return [`pre(${names.variable(e.value)})`, strength.atom];
      case "flag":
        return [`${e.name}()`, strength.atom];
      case "tick":
        return [`tick(${e.value + 1})`, strength.atom];
      case "delay":
        return [`${e.name || "delay"}(${e.value + 1}, ${list(args)})`, strength.atom];
      case "call":
        return [`${e.name}(${list(args)})`, strength.atom];
      case "ucall":
        return [`${names.userFunction(e.value)}(${list(args)})`, strength.atom];
      case "pack":
        return [`[${list(args)}]`, strength.atom];
      case "elem":
        return [`${show(args[0]!, strength.atom)}[${e.value + 1}]`, strength.atom];
    }
  };
  return show(expression, 0);
}

/** Nodes of the expression, each as often as it occurs. */
function sizeIn(e: Expr, known: Map<number, number>): number {
  if (e.args.length === 0) return 1;
  let size = known.get(e.id);
  if (size === undefined) {
    size = 1;
    for (const arg of e.args) size += sizeIn(arg, known);
    known.set(e.id, size);
  }
  return size;
}

/** A printer of −term without its sign, when the term has one in front. */
function negated(term: Expr): ((show: (e: Expr, needed: number) => string) => string) | undefined {
  if (term.op === "neg") return (show) => show(term.args[0]!, strength.mul);
  const first = term.op === "mul" ? term.args[0]! : term;
  if (first.op !== "num" || first.name !== "" || !(first.value < 0)) return undefined;
  return (show) => {
    const rest = term.op === "mul" ? term.args.slice(1).map((arg) => show(arg, strength.neg)) : [];
    return [printNumber(-first.value)[0], ...rest].join("*");
  };
}

function printNumber(value: number): [string, number] {
  if (value === Number.POSITIVE_INFINITY) return ["inf", strength.atom];
  if (Number.isNaN(value)) return ["nan", strength.atom];
  return value < 0
    ? [`-${printNumber(-value)[0]}`, strength.neg - 0.5]
    : [String(value).replace("e+", "e"), strength.atom];
}
