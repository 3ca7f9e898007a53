/**
 * JavaScript text of expressions. Names of the model never reach the text: variables are v12 and V[12], parameters P[3],
 * literals are printed from their values. Every value is a number; truth is 0 and 1.
 *
 * A writer collects the statements of one generated function: each variable is read once into a local, subexpressions that
 * occur twice get a local, relations are evaluated before the expressions that use them.
 */

import type { Expr, NodeOf } from "../symbolic/expression.ts";
import { builtInFunction } from "../symbolic/functions.ts";
import type { FunctionIndex, VariableIndex } from "../symbolic/indices.ts";
import { contains } from "../symbolic/traverse.ts";
import { literal } from "./codeText.ts";
import type { CompileState } from "./state.ts";

/** So many products in a row become a loop: statements without end are never optimised by the engine. */
const smallestProductRun = 16;

const relationText = { lt: "<", le: "<=", gt: ">", ge: ">=", eq: "===", ne: "!==" } as const;

/** Calls whose results several pieces of one function read: they are made once, in the first of them. */
export interface KeptCalls {
  /** Name of the variable around the pieces, by the id of the call. */
  readonly names: ReadonlyMap<number, string>;
  readonly made: Set<number>;
}

export class CodeWriter {
  readonly lines: string[] = [];
  private readonly state: CompileState;
  /** Position of a variable in the state vector, or −1. */
  private readonly stateIndex: Int32Array;
  /** Relations may change in this code, during event iteration. */
  private readonly updatesRelations: boolean;
  private readonly leaf: (e: Expr) => string | undefined;
  private readonly keptCalls: KeptCalls | undefined;
  private readonly locals = new Map<VariableIndex, string>();
  private readonly shared = new Map<number, string>();
  private readonly uses = new Map<number, number>();
  /** Conditional expressions around what is written now. */
  private branches = 0;

  /** `leaf`: text of a variable, parameter or value before the event that is not read from its usual place. */
  constructor(
    state: CompileState,
    stateIndex: Int32Array,
    updatesRelations: boolean,
    leaf: (e: Expr) => string | undefined = () => undefined,
    keptCalls?: KeptCalls,
  ) {
    this.state = state;
    this.leaf = leaf;
    this.keptCalls = keptCalls;
    this.stateIndex = stateIndex;
    this.updatesRelations = updatesRelations;
  }

  /** Announces an expression, so that common parts are known before the first is written. */
  count(expression: Expr): void {
    const stack = [expression];
    while (stack.length > 0) {
      const node = stack.pop()!;
      const uses = (this.uses.get(node.id) ?? 0) + 1;
      this.uses.set(node.id, uses);
      if (uses === 1) for (const arg of node.args) stack.push(arg);
    }
  }

  /** A local with the value of the expression becomes the variable. */
  assign(variable: VariableIndex, expression: Expr): string {
    const text = this.number(expression);
    const name = `v${variable}`;
    this.lines.push(`const ${name} = ${text};`);
    this.locals.set(variable, name);
    return name;
  }

  /** The variable is in this local from now on. */
  define(variable: VariableIndex, local: string): void {
    this.locals.set(variable, local);
  }

  /** The variable was computed elsewhere: read it again. */
  forget(variable: VariableIndex): void {
    this.locals.delete(variable);
  }

  variable(index: VariableIndex): string {
    let name = this.locals.get(index);
    if (name === undefined) {
      name = `v${index}`;
      const state = this.stateIndex[index]!;
      this.lines.push(`const ${name} = ${state >= 0 ? `X[${state}]` : `V[${index}]`};`);
      this.locals.set(index, name);
    }
    return name;
  }

  /** Text of a number. May add statements before it. */
  number(e: Expr): string {
    const known = this.shared.get(e.id);
    if (known !== undefined) return known;
    const text = this.render(e);
    return this.uses.get(e.id)! > 1 && isWorthSharing(e) ? this.share(e, `c${e.id}`, text) : text;
  }

  /** A local for what several read. Calls inside branches are made when the first active one reads them: elsewhere they may fail. */
  private share(e: Expr, name: string, text: string): string {
    const isPlainCall = ({ op, value }: Expr): boolean => op === "ucall" && !this.hasEffects(value as FunctionIndex);
    const isLate = this.branches > 0 && (e.op === "ucall" ? isPlainCall(e) : contains(e, isPlainCall));
    this.lines.push(
      isLate ? `let ${name}k; const ${name} = () => (${name}k ??= ${text});` : `const ${name} = ${text};`,
    );
    const local = isLate ? `${name}()` : name;
    this.shared.set(e.id, local);
    return local;
  }

  private hasEffects(index: FunctionIndex): boolean {
    return this.state.functions[index]!.hasEffects;
  }

  /** Text of a condition. */
  condition(e: Expr): string {
    if (!this.shared.has(e.id)) {
      switch (e.op) {
        case "lt":
        case "le":
        case "gt":
        case "ge":
          return `${this.operand(e.args[0]!)} ${relationText[e.op]} ${this.operand(e.args[1]!)}`;
        case "eq":
        case "ne":
          return `${this.argument(e.args[0]!)} ${relationText[e.op]} ${this.argument(e.args[1]!)}`;
        case "and":
        case "or":
          return `(${e.args.map((arg) => this.condition(arg)).join(e.op === "and" ? " && " : " || ")})`;
        case "not":
          return `!(${this.condition(e.args[0]!)})`;
        default:
          break;
      }
    }
    return `${this.operand(e)} !== 0`;
  }

  private render(e: Expr): string {
    const args = e.args;
    switch (e.op) {
      case "num":
        return literal(e.value);
      case "var":
        return this.locals.get(e.value) ?? this.leaf(e) ?? this.variable(e.value);
      case "par":
        return this.leaf(e) ?? `P[${e.value}]`;
      case "time":
        return "t";
      case "add":
        return this.sum(args);
      case "mul":
        return args.map((arg) => this.operand(arg)).join(" * ");
      case "neg":
        return `-${this.operand(args[0]!)}`;
      case "div":
        return `${this.operand(args[0]!)} / ${this.operand(args[1]!)}`;
      case "pow":
        return this.power(args[0]!, args[1]!);
      case "if":
        return this.conditional(e);
      case "rel":
        return this.relation(e);
      case "pre":
        return this.leaf(e) ?? `Q[${e.value}]`;
      case "flag":
        return e.name === "initial" ? "S.initial" : "S.terminal";
      case "tick":
        return `S.ticks[${e.value}]`;
      case "delay":
        return `S.delayed(${e.value}, t, ${this.number(args[0]!)})`;
      case "call":
        return this.builtIn(e);
      case "elem":
        return this.element(e);
      case "lt":
      case "le":
      case "gt":
      case "ge":
      case "eq":
      case "ne":
      case "and":
      case "or":
      case "not":
        return `(${this.condition(e)} ? 1 : 0)`;
      default:
        return "NaN";
    }
  }

  private sum(terms: readonly Expr[]): string {
    let text = "";
    for (let i = 0; i < terms.length; ) {
      const term = terms[i]!;
      const products = terms.length < smallestProductRun ? undefined : this.productRun(terms, i);
      if (products !== undefined) {
        text += text === "" ? products.text : ` + ${products.text}`;
        i += products.length;
        continue;
      }
      if (text === "") text = this.operand(term);
      else text += term.op === "neg" ? ` - ${this.operand(term.args[0]!)}` : ` + ${this.operand(term)}`;
      i++;
    }
    return text;
  }

  /** A row of a matrix times a vector: parameters times variables that lie in the arrays at constant distances. */
  private productRun(terms: readonly Expr[], from: number): { text: string; length: number } | undefined {
    const first = this.productPlace(terms[from]!);
    const second = from + 1 < terms.length ? this.productPlace(terms[from + 1]!) : undefined;
    if (first === undefined || second === undefined || first.array !== second.array) return undefined;
    const [dp, dv] = [second.parameter - first.parameter, second.index - first.index];
    let length = 2;
    for (; from + length < terms.length; length++) {
      const next = this.productPlace(terms[from + length]!);
      if (next?.array !== first.array) break;
      if (next.parameter !== first.parameter + length * dp || next.index !== first.index + length * dv) break;
    }
    if (length < smallestProductRun) return undefined;
    const text = `S.dot(P, ${first.parameter}, ${dp}, ${first.array}, ${first.index}, ${dv}, ${length})`;
    return { text, length };
  }

  private productPlace({ op, id, args }: Expr): { parameter: number; array: "X" | "V"; index: number } | undefined {
    const [factor, variable] = args;
    if (op !== "mul" || args.length !== 2 || factor!.op !== "par" || variable!.op !== "var") return undefined;
    if (this.uses.get(id)! > 1 || this.leaf(factor!) !== undefined || this.leaf(variable!) !== undefined)
      return undefined;
    const state = this.stateIndex[variable!.value]!;
    if (state >= 0) return { parameter: factor!.value, array: "X", index: state };
    // a local may not have reached its place in V
    if (this.locals.has(variable!.value)) return undefined;
    return { parameter: factor!.value, array: "V", index: variable!.value };
  }

  /** Text that can stand beside any operator. */
  private operand(e: Expr): string {
    const text = this.number(e);
    return /^[\w.[\]]+$/.test(text) || /^\([^()]*\)$/.test(text) ? text : `(${text})`;
  }

  /** Branches are written in place, so that only the active one is computed. */
  private conditional(e: Expr): string {
    const condition = this.condition(e.args[0]!);
    this.branches++;
    const [yes, no] = [this.number(e.args[1]!), this.number(e.args[2]!)];
    this.branches--;
    return `(${condition} ? ${yes} : ${no})`;
  }

  private power(base: Expr, exponent: Expr): string {
    if (exponent.op === "num") {
      const simple = /^[\w.[\]]+$/;
      if (exponent.value === 2 || exponent.value === 3 || exponent.value === 4) {
        let text = this.number(base);
        if (!simple.test(text) && !this.shared.has(base.id)) text = this.share(base, `q${base.id}`, text);
        const square = `${text} * ${text}`;
        if (exponent.value === 2) return square;
        return exponent.value === 3 ? `${square} * ${text}` : `(${square}) * (${square})`;
      }
      if (exponent.value === 0.5) return `Math.sqrt(${this.number(base)})`;
      if (exponent.value === -1) return `1 / ${this.operand(base)}`;
    }
    return `elementary.pow(${this.number(base)}, ${this.number(exponent)})`;
  }

  private relation(e: NodeOf<"rel">): string {
    const { timeEvent, isDecidedBySystem } = this.state.relations[e.value]!;
    if (!this.updatesRelations || isDecidedBySystem) return `R[${e.value}]`;
    const name = `r${e.value}`;
    const isTrue =
      timeEvent === undefined
        ? this.condition(e.args[0]!)
        : `(t >= ${this.operand(timeEvent.at)} - S.timeSlack) === ${timeEvent.becomesTrue}`;
    this.lines.push(`const ${name} = S.isEvent ? (R[${e.value}] = ${isTrue} ? 1 : 0) : R[${e.value}];`);
    this.shared.set(e.id, name);
    return name;
  }

  private builtIn(e: Expr): string {
    if (e.name === "noEvent" || e.name === "implicitDependency") return this.number(e.args[0]!);
    if (e.name === "homotopy") {
      const [actual, simplified] = [this.operand(e.args[0]!), this.operand(e.args[1]!)];
      return `(S.lambda === 1 ? ${actual} : S.lambda * ${actual} + (1 - S.lambda) * ${simplified})`;
    }
    const { code } = builtInFunction(e.name)!;
    const args = e.args.map((arg) => this.number(arg));
    const repeats = (k: number): boolean => code.split(`#${k}`).length > 2;
    return code.replace(/#(\d)/g, (_, k: string) => (repeats(Number(k)) ? `(${args[Number(k)]})` : args[Number(k)]!));
  }

  private element(e: Expr): string {
    const call = e.args[0]!;
    let result = this.shared.get(call.id);
    const kept = result === undefined ? this.keptCalls?.names.get(call.id) : undefined;
    if (kept !== undefined) {
      if (!this.keptCalls!.made.has(call.id)) this.lines.push(`${kept} = ${this.userCall(call)};`);
      this.keptCalls!.made.add(call.id);
      result = `f${call.id}`;
      this.lines.push(`const ${result} = ${kept};`);
      this.shared.set(call.id, result);
    } else if (result === undefined) {
      const text = this.userCall(call);
      const isKept = this.uses.get(call.id)! > 1 || this.hasEffects(call.value as FunctionIndex);
      result = isKept ? this.share(call, `f${call.id}`, text) : text;
    }
    return call.name === "" ? result : `${result}[${e.value}]`;
  }

  /** One number, one vector: as returned. Otherwise a flat list. */
  private userCall(call: Expr): string {
    const args = call.args.map((arg) => this.argument(arg));
    // a function that each run binds anew would be compiled anew
    const isOfComponent = this.state.functions[call.value as FunctionIndex]!.ofComponent !== undefined;
    const text = isOfComponent
      ? `S.C[${call.value}](${[`S.M[${call.value}]`, "S.A", ...args].join(", ")})`
      : `S.F[${call.value}](${args.join(", ")})`;
    if (call.name === "") return `S.number(${text})`;
    return /^\d+$/.test(call.name) ? text : `S.flat(${text})`;
  }

  private argument(e: Expr): string {
    if (e.op === "str") return JSON.stringify(e.name);
    if (e.op === "obj") return `S.O[${e.value}]`;
    if (e.op !== "pack") return this.operand(e);
    const items = e.args.map((arg) => this.number(arg));
    const [, columns] = e.name.split(",").map(Number);
    if (columns === undefined) return `[${items.join(", ")}]`;
    const rows: string[] = [];
    for (let i = 0; i < items.length; i += columns) rows.push(`[${items.slice(i, i + columns).join(", ")}]`);
    return `[${rows.join(", ")}]`;
  }
}

function isWorthSharing(e: Expr): boolean {
  return e.args.length > 0 && e.op !== "neg" && e.op !== "elem" && e.op !== "pack" && e.op !== "ucall";
}
