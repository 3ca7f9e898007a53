/**
 * Expressions of the flat model: scalar, with variables and parameters as indices.
 *
 * Nodes are immutable and unique within one builder (hash-consing): equal expressions are the same
 * object, so comparison is `===`, memo tables are keyed by `id`, and common subexpressions are found for free.
 * The builder's constructors simplify lightly (constants, zeros, ones, equal terms); simplify rules that
 * need more than the arguments of one node do not belong here.
 * Length   the simplifying constructors and the table that makes nodes unique are one class
 */

import { pow } from "../math/elementary.ts";
import type {
  Cells,
  DelayIndex,
  FunctionIndex,
  ObjectIndex,
  ParameterIndex,
  RelationIndex,
  SamplerIndex,
  VariableIndex,
} from "./indices.ts";

export type Op =
  | "num" // value; name is the unit of a literal with unit, else ""
  | "str" // name is the text
  | "var" // value is the index of a variable
  | "par" // value is the index of a parameter
  | "obj" // value is the index of a parameter that is not a number
  | "time"
  | "add"
  | "mul"
  | "div"
  | "neg"
  | "pow"
  | "call" // built-in function `name`
  | "ucall" // user function with index `value`; args are scalars or packs
  | "pack" // array argument of a user function; name is its shape "3" or "2,3"
  | "elem" // element `value` of the result of a user call
  | "if" // condition, value, otherwise
  | "lt"
  | "le"
  | "gt"
  | "ge"
  | "eq"
  | "ne"
  | "and"
  | "or"
  | "not"
  | "rel" // relation number `value` frozen between events; args[0] is the relation itself
  | "pre" // value of variable `value` before the event
  | "flag" // name: "initial" | "terminal"
  | "tick" // clock or sampler number `value` ticks now
  | "delay"; // delay line number `value`; args: delay time

interface Node<O extends Op, Value extends number> {
  readonly op: O;
  readonly id: number;
  readonly args: readonly Expr[];
  readonly value: Value;
  readonly name: string;
}

/** What the value of a node is an index of. */
interface IndexOf {
  var: VariableIndex;
  pre: VariableIndex;
  par: ParameterIndex;
  obj: ObjectIndex;
  ucall: FunctionIndex;
  rel: RelationIndex;
  tick: SamplerIndex;
  delay: DelayIndex;
}

export type Expr =
  | { [O in keyof IndexOf]: Node<O, IndexOf[O]> }[keyof IndexOf]
  | Node<Exclude<Op, keyof IndexOf>, number>;

/** An expression of a known kind. */
export type NodeOf<O extends Op> = Extract<Expr, { readonly op: O }>;

const noArgs: readonly Expr[] = [];

/** Scatters bits so that neighbouring numbers come to lie apart. */
function mixed(hash: number, more: number): number {
  const h = Math.imul(hash ^ more, 0x9e3779b1);
  return h ^ (h >>> 15);
}

const number = new Float64Array(1);
const halves = new Int32Array(number.buffer);

function bitsOf(value: number): number {
  number[0] = value;
  return halves[0]! ^ halves[1]!;
}

function hashOf(op: Op, args: readonly Expr[], value: number, name: string): number {
  let hash = mixed(op.charCodeAt(0) + 256 * op.charCodeAt(op.length - 1), bitsOf(value));
  for (let i = 0; i < name.length; i++) hash = mixed(hash, name.charCodeAt(i));
  for (let i = 0; i < args.length; i++) hash = mixed(hash, args[i]!.id);
  return hash;
}

function isSame(node: Expr, op: Op, args: readonly Expr[], value: number, name: string): boolean {
  if (node.op !== op || node.args.length !== args.length || node.name !== name || !Object.is(node.value, value))
    return false;
  for (let i = 0; i < args.length; i++) if (node.args[i] !== args[i]) return false;
  return true;
}

export class ExpressionBuilder {
  /** A table with open addressing: a text as key would cost more than all the rest of a node. */
  private slots: (Expr | undefined)[] = new Array<Expr | undefined>(1024).fill(undefined);
  private hashes = new Int32Array(1024);
  private held = 0;
  /** Leaves with an index are kept apart from the table, because they are asked for most often. */
  private readonly variables: Cells<VariableIndex, NodeOf<"var">> = [];
  private readonly parameters: Cells<ParameterIndex, NodeOf<"par">> = [];
  private count = 0;
  readonly zero: Expr;
  readonly one: Expr;
  readonly minusOne: Expr;
  readonly time: Expr;

  constructor() {
    this.zero = this.num(0);
    this.one = this.num(1);
    this.minusOne = this.num(-1);
    this.time = this.make("time", noArgs, 0, "");
  }

  /** The unique node. Use the named constructors where there is one: they simplify. */
  make(op: Op, args: readonly Expr[], value: number, name = ""): Expr {
    if (op === "var") return this.variable(value as VariableIndex);
    if (op === "par") return this.parameter(value as ParameterIndex);
    const hash = hashOf(op, args, value, name);
    const slots = this.slots;
    const mask = slots.length - 1;
    let at = hash & mask;
    for (let node = slots[at]; node !== undefined; node = slots[at]) {
      if (this.hashes[at] === hash && isSame(node, op, args, value, name)) return node;
      at = (at + 1) & mask;
    }
    const made = { op, id: this.count++, args, value, name } as Expr;
    slots[at] = made;
    this.hashes[at] = hash;
    if (++this.held * 2 > slots.length) this.grow();
    return made;
  }

  private grow(): void {
    const { slots: old, hashes } = this;
    const mask = 2 * old.length - 1;
    this.slots = new Array<Expr | undefined>(mask + 1).fill(undefined);
    this.hashes = new Int32Array(mask + 1);
    old.forEach((node, i) => {
      if (node === undefined) return;
      let at = hashes[i]! & mask;
      while (this.slots[at] !== undefined) at = (at + 1) & mask;
      this.slots[at] = node;
      this.hashes[at] = hashes[i]!;
    });
  }

  num(value: number, unit = ""): Expr {
    return this.make("num", noArgs, value === 0 ? 0 : value, unit);
  }
  variable(index: VariableIndex): NodeOf<"var"> {
    this.variables[index] ??= { op: "var", id: this.count++, args: noArgs, value: index, name: "" };
    return this.variables[index];
  }
  parameter(index: ParameterIndex): NodeOf<"par"> {
    this.parameters[index] ??= { op: "par", id: this.count++, args: noArgs, value: index, name: "" };
    return this.parameters[index];
  }
  boolean(value: boolean): Expr {
    return value ? this.one : this.zero;
  }

  /** Σ terms, equal terms collected. */
  add(terms: readonly Expr[]): Expr {
    let constant = 0;
    const bases: Expr[] = [];
    const factors: number[] = [];
    let hasPosition = false;
    const position = new Map<number, number>();
    const collect = (factor: number, term: Expr): void => {
      if (term.op === "num" && term.name === "") {
        constant += factor * term.value;
      } else if (term.op === "neg") {
        collect(-factor, term.args[0]!);
      } else if (term.op === "add") {
        for (const inner of term.args) collect(factor, inner);
      } else {
        const first = term.op === "mul" ? term.args[0]! : undefined;
        const isScaled = first !== undefined && first.op === "num" && first.name === "";
        const base = isScaled ? this.product(term.args.slice(1)) : term;
        const scaled = isScaled ? factor * first.value : factor;
        const known = position.get(base.id);
        if (known === undefined) {
          position.set(base.id, bases.length);
          bases.push(base);
          factors.push(scaled);
        } else {
          hasPosition = true;
          factors[known]! += scaled;
        }
      }
    };
    for (const term of terms) collect(1, term);
    const result: Expr[] = [];
    for (let i = 0; i < bases.length; i++) {
      if (hasPosition && factors[i] === 0) continue;
      result.push(this.scale(factors[i]!, bases[i]!));
    }
    if (constant !== 0 || result.length === 0) result.push(this.num(constant));
    return result.length === 1 ? result[0]! : this.make("add", result, 0, "");
  }

  sub(a: Expr, b: Expr): Expr {
    return this.add([a, this.neg(b)]);
  }

  neg(a: Expr): Expr {
    if (a.op === "num") return this.num(-a.value, a.name);
    if (a.op === "neg") return a.args[0]!;
    if (a.op === "mul" && a.args[0]!.op === "num" && a.args[0]!.name === "") {
      return this.scale(-a.args[0]!.value, this.product(a.args.slice(1)));
    }
    if (a.op === "add")
      return this.make(
        "add",
        a.args.map((term) => this.neg(term)),
        0,
        "",
      );
    if (a.op === "div" && a.args[0]!.op === "neg") return this.div(a.args[0]!.args[0]!, a.args[1]!);
    return this.make("neg", [a], 0, "");
  }

  /** Π factors, the numeric factor in front. */
  mul(factors: readonly Expr[]): Expr {
    let constant = 1;
    const rest: Expr[] = [];
    const collect = (factor: Expr): void => {
      if (factor.op === "num" && factor.name === "") constant *= factor.value;
      else if (factor.op === "neg") {
        constant = -constant;
        collect(factor.args[0]!);
      } else if (factor.op === "mul") for (const inner of factor.args) collect(inner);
      else rest.push(factor);
    };
    for (const factor of factors) collect(factor);
    if (constant === 0) return this.zero;
    return rest.length === 0 ? this.num(constant) : this.scale(constant, this.product(rest));
  }

  div(a: Expr, b: Expr): Expr {
    if (b.op === "num" && b.name === "") {
      if (b.value === 1) return a;
      if (b.value === -1) return this.neg(a);
      if (a.op === "num" && a.name === "" && b.value !== 0) return this.num(a.value / b.value);
    } else {
      if (a.op === "num" && a.value === 0) return this.zero;
      if (b.op === "neg") return this.neg(this.div(a, b.args[0]!));
    }
    // x/x stays: it is undefined where x is zero
    if (a === b && b.op === "num" && b.value !== 0) return this.one;
    if (a.op === "neg") return this.neg(this.div(a.args[0]!, b));
    return this.make("div", [a, b], 0, "");
  }

  pow(a: Expr, b: Expr): Expr {
    if (b.op === "num") {
      if (b.value === 1) return a;
      if (b.value === 0) return this.one;
      if (a.op === "num" && a.name === "") {
        const value = pow(a.value, b.value);
        if (Number.isFinite(value)) return this.num(value);
      }
    }
    return this.make("pow", [a, b], 0, "");
  }

  call(name: string, args: readonly Expr[]): Expr {
    return this.make("call", args, 0, name);
  }

  conditional(condition: Expr, value: Expr, otherwise: Expr): Expr {
    if (condition.op === "num") return condition.value !== 0 ? value : otherwise;
    if (value === otherwise) return value;
    return this.make("if", [condition, value, otherwise], 0, "");
  }

  /** `name`: "kink" where nothing jumps when it changes, and otherwise "". */
  relation(op: "lt" | "le" | "gt" | "ge" | "eq" | "ne", a: Expr, b: Expr, name = ""): Expr {
    if (a.op === "num" && b.op === "num") return this.boolean(compare(op, a.value, b.value));
    if (a.op === "str" && b.op === "str") return this.boolean((a.name === b.name) === (op === "eq"));
    return this.make(op, [a, b], 0, name);
  }

  and(operands: readonly Expr[]): Expr {
    return this.logical("and", operands, 1);
  }
  or(operands: readonly Expr[]): Expr {
    return this.logical("or", operands, 0);
  }
  not(a: Expr): Expr {
    if (a.op === "num") return this.boolean(a.value === 0);
    if (a.op === "not") return a.args[0]!;
    return this.make("not", [a], 0, "");
  }

  /** The same node with other arguments, simplified again. */
  rebuild(node: Expr, args: readonly Expr[]): Expr {
    switch (node.op) {
      case "add":
        return this.add(args);
      case "mul":
        return this.mul(args);
      case "neg":
        return this.neg(args[0]!);
      case "div":
        return this.div(args[0]!, args[1]!);
      case "pow":
        return this.pow(args[0]!, args[1]!);
      case "if":
        return this.conditional(args[0]!, args[1]!, args[2]!);
      case "lt":
      case "le":
      case "gt":
      case "ge":
      case "eq":
      case "ne":
        return this.relation(node.op, args[0]!, args[1]!, node.name);
      case "and":
        return this.and(args);
      case "or":
        return this.or(args);
      case "not":
        return this.not(args[0]!);
      default:
        return this.make(node.op, args, node.value, node.name);
    }
  }

  private logical(op: "and" | "or", operands: readonly Expr[], neutral: number): Expr {
    const rest: Expr[] = [];
    for (const operand of operands) {
      if (operand.op === "num") {
        if ((operand.value !== 0 ? 1 : 0) !== neutral) return this.boolean(neutral === 0);
      } else if (operand.op === op) rest.push(...operand.args);
      else if (!rest.includes(operand)) rest.push(operand);
    }
    if (rest.length === 0) return this.boolean(neutral === 1);
    return rest.length === 1 ? rest[0]! : this.make(op, rest, 0, "");
  }

  private product(factors: readonly Expr[]): Expr {
    return factors.length === 1 ? factors[0]! : this.make("mul", factors, 0, "");
  }

  private scale(factor: number, base: Expr): Expr {
    if (factor === 1) return base;
    if (factor === 0) return this.zero;
    if (factor === -1) return this.make("neg", [base], 0, "");
    if (base.op === "num") return this.num(factor * base.value, base.name);
    return this.make("mul", base.op === "mul" ? [this.num(factor), ...base.args] : [this.num(factor), base], 0, "");
  }
}

export function compare(op: string, a: number, b: number): boolean {
  switch (op) {
    case "lt":
      return a < b;
    case "le":
      return a <= b;
    case "gt":
      return a > b;
    case "ge":
      return a >= b;
    case "eq":
      return a === b;
    default:
      return a !== b;
  }
}
