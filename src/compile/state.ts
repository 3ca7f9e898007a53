/**
 * The explicit state of a compilation. Every pass is a function that takes it, changes it in one respect and can be
 * looked at afterwards with printState(). All variables and equations are scalar here; arrays are groups of them.
 */
import type { RattlebackError } from "../errors/rattlebackError.ts";
import type { UserFunction } from "../language/functions.ts";
import type { AffineQuestion, PredefinedComponent } from "../language/predefined.ts";
import type { Dimension, Unit } from "../language/units.ts";
import type { Expr, ExpressionBuilder } from "../symbolic/expression.ts";
import type {
  DelayIndex,
  EquationIndex,
  FunctionIndex,
  ObjectIndex,
  ParameterIndex,
  RelationIndex,
  SamplerIndex,
  Table,
  VariableIndex,
} from "../symbolic/indices.ts";
import { type LeafNames, print } from "../symbolic/print.ts";
import type { DelayLine, Relation, Sampler, WhenAction } from "./eventTables.ts";
import type { Message } from "./message.ts";
import type { Source } from "./source.ts";

/** A name of the model that stands for a number, vector or matrix. */
export type Group = GroupOf<"variable", VariableIndex> | GroupOf<"parameter" | "input", ParameterIndex>;

interface GroupOf<Kind extends string, I> {
  readonly name: string;
  readonly kind: Kind;
  readonly shape: readonly number[];
  /** Scalar variables (or scalar parameters), row by row. */
  readonly elements: readonly I[];
  readonly unit: string;
  readonly dimension: Dimension | undefined;
  readonly description: string;
  readonly hideResult: boolean;
  readonly isOutput: boolean;
  readonly isInput: boolean;
  /** false for a variable that exists only because an equation uses its name. */
  readonly isDeclared: boolean;
  /** What connections bring to the component, such as a potential of its connector. */
  readonly isFromOutside?: boolean;
  /** `Circuit.mo:12:3`, of a declaration in a file. */
  readonly declaredAt?: string;
  /** The size cannot be changed by a run. */
  readonly isStatic: boolean;
  /** A parameter because `.with` gave a number. */
  readonly isGivenByWith?: boolean;
}

export interface Variable {
  readonly name: string;
  readonly group: string;
  /** Unit dimension; undefined when it must be inferred. */
  dimension: Dimension | undefined;
  /** Values at the start, as expressions of parameters. */
  init: Expr | undefined;
  /** init is a preference of a library. */
  isPreferred: boolean;
  start: Expr | undefined;
  /** How much the start value counts among variables that are equal; 0 unless told. */
  startRank?: number;
  min: Expr | undefined;
  max: Expr | undefined;
  nominal: number;
  /** Of the unit in which it is declared. */
  readonly unitFactor?: number;
  stateSelect: number;
  type: "real" | "integer" | "boolean";
  isFlow: boolean;
  isPotential: boolean;
  /** Changes at events only. */
  isDiscrete: boolean;
  /** Made by the compiler. */
  readonly isInternal: boolean;
  /** Index of the variable whose derivative this is, or −1. */
  derivativeOf: VariableIndex;
  /** Index of its derivative, or −1. */
  derivative: VariableIndex;
}

/** A variable that the compiler adds: nothing is declared of it. */
export function internalVariable(name: string, type: Variable["type"], isDiscrete: boolean): Variable {
  return {
    name,
    group: "",
    dimension: undefined,
    init: undefined,
    isPreferred: false,
    start: undefined,
    min: undefined,
    max: undefined,
    nominal: 0,
    stateSelect: 0,
    type,
    isFlow: false,
    isPotential: false,
    isDiscrete,
    isInternal: true,
    derivativeOf: -1 as VariableIndex,
    derivative: -1 as VariableIndex,
  };
}

export interface Equation {
  left: Expr;
  right: Expr;
  readonly source: Source;
  /** Left side is a chain of `if` over residuals that may differ in unit, right side is zero. */
  readonly isChoice?: boolean;
  /** Equation whose derivative this is, or −1. */
  derivativeOf: EquationIndex;
  derivative: EquationIndex;
  /** Variables of a differentiated equation that a function put in place of derivatives, such as a given speed: no choice of states. */
  readonly brought?: ReadonlySet<VariableIndex>;
}

/** An equation that is no derivative of another one, nor has been differentiated. */
export function newEquation(left: Expr, right: Expr, source: Source): Equation {
  return { left, right, source, derivativeOf: -1 as EquationIndex, derivative: -1 as EquationIndex };
}

export interface Parameter {
  readonly name: string;
  /** Group and position, for setting whole arrays. */
  readonly group: string;
  /** Value given as a number (SI) … */
  value: number;
  /** … or as an expression of other parameters. */
  expression: Expr | undefined;
  readonly isInput: boolean;
  /** false for a parameter declared without value; a run must give one. */
  isGiven: boolean;
  readonly type: "real" | "boolean";
  readonly unit: Unit | undefined;
  min: Expr | undefined;
  max: Expr | undefined;
}

/** A parameter that is not a number: a text, an object. */
export interface ObjectParameter {
  readonly name: string;
  value: unknown;
  /** Index of the text whose value it follows, −1 for one with a value of its own. */
  readonly sameAs: ObjectIndex;
}

/** Where an eliminated variable gets its value: sign·target, or a constant 0. */
export interface Alias {
  readonly target: VariableIndex;
  readonly sign: 1 | -1 | 0;
}

/** A condition that must hold. */
export interface Assertion {
  readonly condition: Expr;
  readonly message: Message;
  readonly source: Source;
  /** Where it becomes false there is an event; the others are looked at where values are stored. */
  readonly isEvent?: boolean;
  /** Told, and the run goes on. */
  readonly isWarning?: boolean;
  /** Looked at in the first row only. */
  readonly isInitial?: boolean;
  /** It asks for initial(): looked at while that is true, too. */
  readonly readsInitial?: boolean;
}

/** `left` is a parameter or a variable, or one of its limits. */
export type GivenValue = Pick<Equation, "left" | "right" | "source">;

export interface WantedDiscrete {
  readonly variable: VariableIndex;
  /** Called where it is not known to; throws where it changes all the time. */
  check(state: CompileState, variable: VariableIndex): void;
}

export interface CompileState {
  readonly b: ExpressionBuilder;
  readonly groups: Map<string, Group>;
  readonly variables: Table<VariableIndex, Variable>;
  readonly parameters: Table<ParameterIndex, Parameter>;
  /** Parameters whose values decided about sizes, ranges or indices: other values need another program. */
  readonly structural: Set<ParameterIndex>;
  /** Conditions on parameters that decided which equations and components there are: other outcomes need another program. */
  readonly decisions: { readonly condition: Expr; readonly value: boolean }[];
  /** Parameters that are not numbers: texts, objects. */
  readonly objects: Table<ObjectIndex, ObjectParameter>;
  /** Variables that must, or must not, be states. */
  readonly stateWishes: Map<VariableIndex, "always" | "never">;
  readonly equations: Table<EquationIndex, Equation>;
  readonly initialEquations: Equation[];
  /** What declarations give by expressions: values of parameters, start values and limits. */
  readonly givenValues: GivenValue[];
  readonly assertions: Assertion[];
  readonly functions: Table<FunctionIndex, UserFunction>;
  readonly relations: Table<RelationIndex, Relation>;
  readonly samplers: Table<SamplerIndex, Sampler>;
  readonly delays: Table<DelayIndex, DelayLine>;
  readonly actions: WhenAction[];
  /** Variables of which a value before the event is needed. */
  readonly preVariables: Set<VariableIndex>;
  /** Those of them that must change at events only. */
  readonly wantedDiscrete: WantedDiscrete[];
  readonly aliases: Map<VariableIndex, Alias>;
  readonly components: PredefinedInstance[];
  readonly observed: ObservedVariable[];
  /** What results keep beside signals, by the path of the part: what can be drawn of it. */
  readonly attachments: { readonly path: string; readonly value: unknown }[];
  /** Where variables and parameters are first used as numbers and as truth values; empty once that has been checked. */
  readonly uses: Readonly<Record<"number" | "truth", Map<Expr, LeafUse>>>;
  /** Products with a literal factor in the statement that is being translated. */
  scaled?: Set<Expr> | undefined;
  /** Facts about what the passes did, for reports. */
  readonly notes: Notes;
}

/** The error that shows the place. */
type LeafUse = (what: string, hint: string) => RattlebackError;

export interface PredefinedInstance {
  readonly path: string;
  readonly memory: unknown;
  readonly component: PredefinedComponent;
  readonly observed: Readonly<Record<string, string>>;
  readonly early: { readonly names: readonly string[]; readonly before: string } | undefined;
  readonly affine: readonly AffineQuestion[] | undefined;
  readonly isDraft: boolean;
}

/** A variable that is differentiated like a state, with its value from elsewhere. */
export interface ObservedVariable {
  /** Path of the component that gives the value, and the name of the variable in it. */
  readonly component: string;
  readonly name: string;
  readonly variable: VariableIndex;
  readonly value: Expr;
  readonly source: Source;
}

export interface Notes {
  flatEquations: number;
  eliminated: number;
  arbitrary: string[];
  redundant: string[];
  differentiated: string[];
  warnings: string[];
  /** How the mechanism of a model of another language is computed, and why. */
  mechanics?: MechanicsNote;
}

export interface MechanicsNote {
  /** "native": by the mechanics of Rattleback. "flattened": by its equations. */
  readonly kind: "native" | "flattened";
  /** Number of parts that were handed over. */
  readonly parts: number;
  /** Elements on its frames that stay equations. */
  readonly beside?: readonly string[];
  /** What keeps it from being native. */
  readonly because?: string;
}

export function leafNames(state: CompileState): LeafNames {
  return {
    variable: (i) => state.variables[i]!.name,
    parameter: (i) => state.parameters[i]?.name ?? "?",
    object: (i) => state.objects[i]?.name ?? "?",
    userFunction: (i) => state.functions[i]!.name,
  };
}

/** The equation as text, with full names. */
export function printEquation(state: CompileState, equation: Equation): string {
  const names = leafNames(state);
  return `${print(equation.left, names)} = ${print(equation.right, names)}`;
}

/** All equations and eliminated variables, one per line. */
export function printState(state: CompileState): string {
  const lines = state.equations.map((equation) => printEquation(state, equation));
  for (const [index, alias] of state.aliases) {
    const target = alias.sign === 0 ? "0" : `${alias.sign < 0 ? "-" : ""}${state.variables[alias.target]!.name}`;
    lines.push(`${state.variables[index]!.name} := ${target}`);
  }
  return lines.join("\n");
}

/** "a.b.x" → "a.b.der(x)" */
export function derivativeName(name: string): string {
  const bracket = name.indexOf("[");
  const dot = name.lastIndexOf(".", bracket < 0 ? name.length : bracket);
  return `${name.slice(0, dot + 1)}der(${name.slice(dot + 1)})`;
}

/** The derivative of a variable; made when it does not exist yet. */
export function derivativeOf(state: CompileState, index: VariableIndex): VariableIndex {
  const variable = state.variables[index]!;
  if (variable.derivative < 0) {
    variable.derivative = state.variables.length as VariableIndex;
    state.variables.push({
      ...variable,
      name: derivativeName(variable.name),
      dimension: variable.dimension?.map((x, i) => (i === 2 ? x - 1 : x)),
      init: undefined,
      isPreferred: false,
      start: undefined,
      min: undefined,
      max: undefined,
      stateSelect: 0,
      isFlow: false,
      isPotential: false,
      derivativeOf: index,
      derivative: -1 as VariableIndex,
    });
  }
  return variable.derivative;
}
