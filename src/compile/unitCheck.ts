/**
 * Units of measurement: dimensions are inferred over the flat equations and must agree.
 *
 * Declared units are facts. Variables and parameters without a unit get the dimension that the equations imply. Literals fit to
 * anything they are added to or compared with, and are pure numbers where they multiply. Rounds of inference are repeated until
 * nothing new is found; any contradiction on the way is an error that shows the expression and the unit of each of its leaves.
 *
 * A contradiction that vanishes when literal factors, `time` and values of functions such as sin may have any unit is a warning: the
 * 400 of 400*phi may well stand for 400 N·m, and sin(time) for 1 N·m·sin(1 rad/s·time).
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import {
  type Dimension,
  dimensionless,
  isDimensionless,
  parseUnit,
  printDimension,
  sameDimension,
} from "../language/units.ts";
import type { Expr } from "../symbolic/expression.ts";
import { builtInFunction } from "../symbolic/functions.ts";
import type { DelayIndex, VariableIndex } from "../symbolic/indices.ts";
import { print } from "../symbolic/print.ts";
import { visitNodes } from "../symbolic/traverse.ts";
import { type CompileState, type GivenValue, leafNames } from "./state.ts";

/** Chains of components pass dimensions on one equation per round at worst; beyond this nothing more is looked for. */
const maximumRounds = 30;

const second: Dimension = [0, 0, 1, 0, 0, 0, 0];

export function checkUnits(state: CompileState): void {
  const hasUnits =
    state.variables.some(({ dimension }) => dimension !== undefined) ||
    state.parameters.some(({ unit }) => unit !== undefined);
  if (!hasUnits) return;
  const declared = state.variables.map(({ dimension }) => dimension);
  try {
    new UnitChecker(state, true).run();
  } catch (error) {
    if (!(error instanceof RattlebackError)) throw error;
    for (const [v, variable] of state.variables.entries()) variable.dimension = declared[v];
    new UnitChecker(state, false).run();
    state.notes.warnings.push(
      `W-UNIT  ${error.what} ${error.because}. It is right if a number in "${error.data["equation"]}" stands for a quantity; quantity(5, "mm") says which.`,
    );
  }
}

class UnitChecker {
  private readonly state: CompileState;
  private readonly parameters: (Dimension | undefined)[];
  /** Whether literals that multiply and values of elementary functions are pure numbers, and time is in seconds. */
  private readonly isStrict: boolean;
  private equation!: GivenValue;
  private isProgress = false;

  constructor(state: CompileState, isStrict: boolean) {
    this.state = state;
    this.isStrict = isStrict;
    this.parameters = state.parameters.map(({ unit }) => unit?.dimension);
  }

  run(): void {
    const { state } = this;
    for (const [v, variable] of state.variables.entries()) if (variable.dimension !== undefined) this.spread(v);
    const statements = this.statements();
    for (let round = 0; round < maximumRounds; round++) {
      this.isProgress = false;
      for (const statement of statements) this.agreeing(statement);
      for (const given of state.givenValues) {
        // what has no unit may be given for several quantities
        const dimension = this.agreeing(given);
        if (dimension !== undefined) this.expect(given.left, dimension);
      }
      for (const equation of state.equations) {
        if (equation.source.isForeign === true) continue;
        if (equation.isChoice === true) {
          this.equation = equation;
          this.choice(equation.left);
          continue;
        }
        const dimension = this.agreeing(equation);
        if (dimension === undefined) continue;
        this.expect(equation.left, dimension);
        this.expect(equation.right, dimension);
      }
      if (!this.isProgress) return;
    }
  }

  private agreeing(statement: GivenValue): Dimension | undefined {
    this.equation = statement;
    return this.agree([statement.left, statement.right], () => undefined);
  }

  /** What is no equation: values of reinit, which are variables of their own there, and what assertions compare. */
  private statements(): GivenValue[] {
    const { actions, assertions, equations, b } = this.state;
    const targets = new Map(actions.flatMap(({ kind, target, value }) => (kind === "reinit" ? [[value, target]] : [])));
    const found = assertions.map(({ condition, source }): GivenValue => ({ left: condition, right: b.zero, source }));
    if (targets.size === 0) return found;
    for (const { left, right, source } of equations) {
      const target = left.op === "var" ? targets.get(left.value) : undefined;
      if (target === undefined) continue;
      found.push({ left: b.variable(target), right: right.op === "if" ? right.args[1]! : right, source });
    }
    return found;
  }

  /** Residuals of an `if` equation: each must agree in itself. */
  private choice(e: Expr): void {
    if (e.op !== "if") {
      const dimension = this.of(e);
      if (dimension !== undefined) this.expect(e, dimension);
      return;
    }
    this.of(e.args[0]!);
    this.choice(e.args[1]!);
    this.choice(e.args[2]!);
  }

  /** Dimension of an expression, undefined while unknown. Checks everything inside. */
  private of(e: Expr): Dimension | undefined {
    const dimension = this.computed(e);
    return this.isAny(e) ? undefined : dimension;
  }

  /** A product whose literal factor may stand for a quantity. */
  private isAny(e: Expr): boolean {
    return !this.isStrict && this.equation.source.scaled?.has(e) === true;
  }

  private computed(e: Expr): Dimension | undefined {
    const args = e.args;
    switch (e.op) {
      case "num":
        return e.name === "" ? undefined : parseUnit(e.name).dimension;
      case "var":
      case "pre":
        return this.state.variables[e.value]!.dimension;
      case "par":
        return this.parameters[e.value];
      case "time":
        return this.isStrict ? second : undefined;
      case "add":
        return this.agree(args, () => e);
      case "neg":
        return this.of(args[0]!);
      case "mul": {
        let product: Dimension | undefined = dimensionless;
        for (const arg of args) {
          const own = this.factor(arg);
          product = own === undefined || product === undefined ? undefined : combine(product, own, 1);
        }
        return product;
      }
      case "div": {
        const [u, v] = [this.factor(args[0]!), this.factor(args[1]!)];
        return u === undefined || v === undefined ? undefined : combine(u, v, -1);
      }
      case "pow":
        return this.power(e);
      case "if":
        this.of(args[0]!);
        return this.agree([args[1]!, args[2]!], () => e);
      case "lt":
      case "le":
      case "gt":
      case "ge":
      case "eq":
      case "ne": {
        const dimension = this.agree(args, () => e);
        if (dimension !== undefined) for (const arg of args) this.expect(arg, dimension);
        return dimensionless;
      }
      case "and":
      case "or":
      case "not":
        for (const arg of args) this.of(arg);
        return dimensionless;
      case "call":
        return this.call(e);
      case "delay": {
        const duration = this.of(args[0]!);
        if (duration !== undefined && !sameDimension(duration, second))
          throw this.conflict(e, `the delay has the unit ${printDimension(duration)}, a time is needed`);
        return this.state.variables[this.state.delays[e.value as DelayIndex]!.variable]!.dimension;
      }
      default:
        return undefined;
    }
  }

  private factor(e: Expr): Dimension | undefined {
    if (e.op !== "num" || e.name !== "") return this.of(e);
    return this.isStrict ? dimensionless : undefined;
  }

  private power(e: Expr): Dimension | undefined {
    const [base, exponent] = [this.factor(e.args[0]!), e.args[1]!];
    if (exponent.op === "num") return base?.map((x) => x * exponent.value);
    this.mustBeNumber(exponent, e);
    return base !== undefined && isDimensionless(base) ? dimensionless : undefined;
  }

  private call(e: Expr): Dimension | undefined {
    const args = e.args;
    if (e.name === "noEvent" || e.name === "implicitDependency") return this.of(args[0]!);
    if (e.name === "homotopy") return this.agree(args, () => e);
    const units = builtInFunction(e.name)?.units ?? "any";
    switch (units) {
      case "same":
        return this.agree(args, () => e);
      case "squareRoot":
        return this.of(args[0]!)?.map((x) => x / 2);
      case "cubeRoot":
        return this.of(args[0]!)?.map((x) => x / 3);
      case "none":
        for (const arg of args) this.mustBeNumber(arg, e);
        return this.isStrict ? dimensionless : undefined;
      case "any":
        for (const arg of args) this.of(arg);
        return dimensionless;
    }
  }

  private mustBeNumber(arg: Expr, inside: Expr): void {
    const dimension = this.of(arg);
    if (dimension === undefined) this.expect(arg, dimensionless);
    else if (!isDimensionless(dimension))
      throw this.conflict(inside, `the argument has the unit ${printDimension(dimension)}, a pure number is needed`);
  }

  /** The common dimension of terms; throws when two differ. */
  private agree(terms: readonly Expr[], inside: () => Expr | undefined): Dimension | undefined {
    let dimension: Dimension | undefined;
    let first: Expr | undefined;
    for (const term of terms) {
      const own = this.of(term);
      if (own === undefined) continue;
      if (dimension === undefined) {
        dimension = own;
        first = term;
      } else if (!sameDimension(dimension, own)) {
        const names = leafNames(this.state);
        throw this.conflict(
          inside(),
          `${print(first!, names)} has the unit ${printDimension(dimension)}, ${print(term, names)} has ${printDimension(own)}`,
        );
      }
    }
    return dimension;
  }

  /** Passes a known dimension down to leaves that have none. */
  private expect(e: Expr, dimension: Dimension): void {
    if (this.isAny(e)) return;
    const args = e.args;
    switch (e.op) {
      case "var":
      case "pre":
        if (this.state.variables[e.value]!.dimension === undefined) {
          this.state.variables[e.value]!.dimension = dimension;
          this.isProgress = true;
          this.spread(e.value);
        }
        break;
      case "par":
        if (this.parameters[e.value] === undefined) {
          this.parameters[e.value] = dimension;
          this.isProgress = true;
        }
        break;
      case "add":
      case "neg":
        for (const arg of args) this.expect(arg, dimension);
        break;
      case "if":
        this.expect(args[1]!, dimension);
        this.expect(args[2]!, dimension);
        break;
      case "mul": {
        const unknown = args.filter((arg) => this.factor(arg) === undefined);
        if (unknown.length !== 1) break;
        let rest = dimension;
        for (const arg of args) if (arg !== unknown[0]) rest = combine(rest, this.factor(arg)!, -1);
        this.expect(unknown[0]!, rest);
        break;
      }
      case "div": {
        const [u, v] = [this.factor(args[0]!), this.factor(args[1]!)];
        if (u === undefined && v !== undefined) this.expect(args[0]!, combine(dimension, v, 1));
        else if (v === undefined && u !== undefined) this.expect(args[1]!, combine(u, dimension, -1));
        break;
      }
      case "call":
        if (e.name === "noEvent") this.expect(args[0]!, dimension);
        else if (builtInFunction(e.name)?.units === "same") for (const arg of args) this.expect(arg, dimension);
        break;
      default:
        break;
    }
  }

  /** The derivative of a variable has its unit per second, and the other way round. */
  private spread(index: VariableIndex): void {
    const { variables } = this.state;
    const { derivative, derivativeOf, dimension } = variables[index]!;
    if (derivative >= 0 && variables[derivative]!.dimension === undefined) {
      variables[derivative]!.dimension = combine(dimension!, second, -1);
      this.spread(derivative);
    }
    if (derivativeOf >= 0 && variables[derivativeOf]!.dimension === undefined) {
      variables[derivativeOf]!.dimension = combine(dimension!, second, 1);
      this.spread(derivativeOf);
    }
  }

  private conflict(inside: Expr | undefined, because: string): RattlebackError {
    const names = leafNames(this.state);
    const { source } = this.equation;
    const expressions = inside === undefined ? [this.equation.left, this.equation.right] : [inside];
    const shown = expressions.map((e) => print(e, names)).join(" = ");
    const leaves = new Map<string, string>();
    for (const e of expressions) {
      visitNodes(e, (node) => {
        if (node.op !== "var" && node.op !== "par" && node.op !== "time" && node.op !== "pre") return;
        const dimension = this.of(node);
        leaves.set(print(node, names), dimension === undefined ? "unknown" : printDimension(dimension));
      });
    }
    const list = [...leaves].slice(0, 8).map(([name, unit]) => `           ${name}   [${unit}]`);
    return new RattlebackError("E-UNIT", `The units in "${shown}" do not agree.`, {
      ...(source.path !== "" && { path: source.path }),
      where: `${source.text}\n${list.join("\n")}`,
      because,
      hint: 'check the formula; a literal with a unit is written quantity(5, "mm"); instantiate(model, { checkUnits: false }) switches the check off',
      data: { expression: shown, leaves: Object.fromEntries(leaves), equation: source.text },
    });
  }
}

function combine(a: Dimension, b: Dimension, sign: 1 | -1): Dimension {
  return a.map((x, i) => x + sign * b[i]!);
}
