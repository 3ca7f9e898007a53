/** The sorted equations as blocks that can be computed one after the other: assignments and systems of equations. */
import { userFunction } from "../language/functions.ts";
import type { Expr } from "../symbolic/expression.ts";
import type {
  ArrayTable,
  BlockIndex,
  ColumnPlace,
  EquationIndex,
  Marks,
  RelationIndex,
  RowPlace,
  SystemIndex,
  VariableIndex,
} from "../symbolic/indices.ts";
import { linearIn } from "../symbolic/linearForm.ts";
import { contains, variablesOf, visitNodes } from "../symbolic/traverse.ts";
import { strongComponents } from "./blt.ts";
import { Matching } from "./matching.ts";
import { containsOutsideRelations, continuousVariablesOf, decidesByUnknowns, isFree } from "./outsideRelations.ts";
import { gradient, partial } from "./partials.ts";
import { type CompileState, type Equation, printEquation } from "./state.ts";
import type { Incidence } from "./structure.ts";
import { tear } from "./tearing.ts";
import { functionIndex } from "./userCalls.ts";

export interface Assignment {
  readonly kind: "assignment";
  readonly variable: VariableIndex;
  readonly value: Expr;
  readonly equation: EquationIndex;
  /** What was divided by to solve the equation. */
  readonly divisor?: Expr;
}

export interface SystemBlock {
  readonly kind: "system";
  readonly index: SystemIndex;
  /** Iteration variables. */
  readonly iterated: readonly VariableIndex[];
  /** Solved in sequence; first those that follow from the relations alone (switch positions). */
  readonly solved: readonly { readonly variable: VariableIndex; readonly value: Expr }[];
  /** Expressions that shall be zero. */
  readonly residuals: readonly Expr[];
  readonly equations: readonly EquationIndex[];
  /** Linear in its unknowns while its relations keep their values. */
  readonly isLinear: boolean;
  /** Relations that depend on the unknowns: the system finds values of them that agree with its solution. */
  readonly relations: readonly RelationIndex[];
  /** Truth values among the unknowns decide about other unknowns: no derivative shows it. */
  readonly hasLogic: boolean;
  /** The matrix of a linear system depends on parameters only. */
  readonly hasConstantMatrix: boolean;
  /** The matrix of a linear system depends on what changes at events only. */
  readonly hasPiecewiseConstantMatrix: boolean;
}

export type Block = Assignment | SystemBlock;

/** A block larger than this is solved with a sparse matrix of all its unknowns. */
const maximumTornSize = 1200;
/** And so is one that is larger than this, unless tearing leaves a small part of it: mechanisms do, grids do not. */
const surelyTornSize = 400;
const smallPart = 1 / 4;

/** Strong components of the equations in the order in which they can be solved, and which variable each equation computes. */
export function sortedComponents(
  state: CompileState,
  incidence: Incidence,
  states: readonly VariableIndex[],
): { components: EquationIndex[][]; matching: Matching } {
  const isState: Marks<VariableIndex> = new Uint8Array(state.variables.length);
  for (const s of states) isState[s] = 1;
  const rows: Incidence = incidence.map((row) => row.filter((v) => isState[v] === 0));
  const matching = new Matching(rows.length, state.variables.length);
  // equations that read v = … keep v where possible
  state.equations.forEach(({ left, right }, e) => {
    for (const side of [left, right]) {
      if (
        side.op === "var" &&
        isState[side.value] === 0 &&
        matching.equationOf[side.value]! < 0 &&
        matching.variableOf[e]! < 0
      )
        matching.match(e, side.value);
    }
  });
  for (let e = 0 as EquationIndex; e < rows.length; e++) {
    if (matching.variableOf[e]! >= 0) continue;
    if (!matching.augment(rows, e)) {
      // cannot happen: dummy derivatives leave as many unknowns as equations, and a matching
      throw new Error(`no unknown is left for ${printEquation(state, state.equations[e]!)}`);
    }
  }
  return { components: strongComponents(rows, matching), matching };
}

export function sortEquations(
  state: CompileState,
  incidence: Incidence,
  states: readonly VariableIndex[],
): ArrayTable<BlockIndex, Block> {
  const { components, matching } = sortedComponents(state, incidence, states);
  let systems = 0 as SystemIndex;
  return components.map((component) => {
    const block = makeBlock(
      state,
      component,
      component.map((e) => matching.variableOf[e]!),
      systems,
    );
    if (block.kind === "system") systems++;
    return block;
  }) as ArrayTable<BlockIndex, Block>;
}

function makeBlock(
  state: CompileState,
  equations: readonly EquationIndex[],
  unknowns: readonly VariableIndex[],
  index: SystemIndex,
): Block {
  if (equations.length === 1) {
    const solution = solveFor(state, state.equations[equations[0]!]!, unknowns[0]!);
    if (solution !== undefined)
      return { kind: "assignment", variable: unknowns[0]!, ...solution, equation: equations[0]! };
  }
  return makeSystem(state, equations, unknowns, index);
}

/** The equation solved for the variable, or undefined when it is not linear in it. */
function solveFor(
  state: CompileState,
  equation: Equation,
  variable: VariableIndex,
): { value: Expr; divisor?: Expr } | undefined {
  const b = state.b;
  const { left, right } = equation;
  for (const [side, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (side.op === "var" && !variablesOf(other).has(variable)) return { value: other };
  }
  const form = linearIn(b, b.sub(left, right), variable);
  if (form === undefined) {
    const value = invertCall(state, left, right, variable) ?? invertCall(state, right, left, variable);
    return value && { value };
  }
  if (form.factor === b.zero) return undefined;
  // a factor that is zero in one branch of a condition makes the equation unsolvable there
  if (contains(form.factor, (node) => node.op === "if")) return undefined;
  return { value: b.div(b.neg(form.rest), form.factor), divisor: form.factor };
}

/** f(…, x, …) = y, solved by the inverse that the function brings. */
function invertCall(state: CompileState, side: Expr, other: Expr, variable: VariableIndex): Expr | undefined {
  const call = side.op === "elem" ? side.args[0]! : side;
  if (call.op !== "ucall" || call.name !== "" || variablesOf(other).has(variable)) return undefined;
  const { inverse, name } = state.functions[call.value]!;
  const place = call.args.findIndex((arg) => arg.op === "var" && arg.value === variable);
  const source = place < 0 ? undefined : inverse?.(place);
  if (source === undefined || call.args.some((arg, i) => i !== place && variablesOf(arg).has(variable)))
    return undefined;
  const solved = state.b.make(
    "ucall",
    call.args.map((arg, i) => (i === place ? other : arg)),
    functionIndex(state, userFunction(`inverse of ${name}`, source)),
    "",
  );
  return state.b.make("elem", [solved], 0);
}

function makeSystem(
  state: CompileState,
  allEquations: readonly EquationIndex[],
  allUnknowns: readonly VariableIndex[],
  index: SystemIndex,
): SystemBlock {
  const b = state.b;
  const { positions, equations, unknowns } = splitPositions(state, allEquations, allUnknowns);
  const position = new Map(unknowns.map((v, i) => [v, i]));
  const residualOf = equations.map((e) => b.sub(state.equations[e]!.left, state.equations[e]!.right));
  const rows = equations.map((e) => {
    const set = continuousVariablesOf(state.equations[e]!.left);
    continuousVariablesOf(state.equations[e]!.right, set);
    return [...set].map((v) => position.get(v)).filter((u) => u !== undefined);
  });
  const isUnknown = new Set(unknowns);
  const solutions = new Map<string, Expr | undefined>();
  const solution = (k: RowPlace, u: ColumnPlace): Expr | undefined => {
    const key = `${k} ${u}`;
    if (!solutions.has(key)) solutions.set(key, safeSolution(state, equations[k]!, unknowns[u]!, isUnknown));
    return solutions.get(key);
  };
  const isLarge = unknowns.length > maximumTornSize;
  const preference = (u: ColumnPlace): number => {
    const { start, init, type } = state.variables[unknowns[u]!]!;
    return (start !== undefined || init !== undefined ? 1 : 0) - (type === "boolean" ? 4 : 0);
  };
  const whole = { iterated: unknowns.map((_, u) => u), solved: [], residuals: equations.map((_, k) => k) };
  const cut = isLarge ? whole : tear(rows, unknowns.length, (k, u) => solution(k, u) !== undefined, preference);
  const torn = unknowns.length > surelyTornSize && cut.iterated.length > smallPart * unknowns.length ? whole : cut;
  // without iteration variables there is no matrix
  const coefficients =
    torn.iterated.length === 0
      ? []
      : residualOf.flatMap((residual) => [...gradient(state, residual, (v) => isUnknown.has(v)).values()]);
  const isLinear = coefficients.every((coefficient) => isFree(coefficient, isUnknown));
  const placeOf = new Map(equations.map((e, k) => [e, k]));
  const matched = new Map(allUnknowns.map((v, k) => [v, placeOf.get(allEquations[k]!) ?? (-1 as RowPlace)]));
  const residuals = besideUnknowns(
    torn.residuals,
    torn.iterated.map((u) => matched.get(unknowns[u]!)!),
  ).map((k) => residualOf[k]!);
  const solved = torn.solved.map(({ equation, unknown }) => ({
    variable: unknowns[unknown]!,
    value: solution(equation, unknown)!,
  }));
  solved.unshift(...positions);
  const own = new Set(allUnknowns);
  const relations = new Set<RelationIndex>();
  for (const expression of [...residuals, ...solved.map(({ value }) => value)]) {
    visitNodes(expression, (node) => {
      if (node.op === "rel" && contains(node.args[0]!, (inner) => inner.op === "var" && own.has(inner.value)))
        relations.add(node.value);
    });
  }
  for (const k of relations) state.relations[k]!.isDecidedBySystem = true;
  const hasLogic = [...residuals, ...solved.map(({ value }) => value)].some((e) => decidesByUnknowns(e, isUnknown));
  const isPosition = new Set(positions.map(({ variable }) => variable));
  const variesBetweenEvents = (coefficient: Expr): boolean =>
    containsOutsideRelations(
      coefficient,
      (node) =>
        (node.op === "var" && !isPosition.has(node.value) && !state.variables[node.value]!.isDiscrete) ||
        node.op === "time" ||
        node.op === "delay" ||
        node.op === "ucall" ||
        (node.op === "call" && node.name === "homotopy"),
    );
  const varies = (coefficient: Expr): boolean =>
    variesBetweenEvents(coefficient) ||
    contains(coefficient, ({ op }) => op === "var" || op === "rel" || op === "pre" || op === "tick" || op === "flag");
  return {
    kind: "system",
    index,
    iterated: torn.iterated.map((u) => unknowns[u]!),
    solved,
    residuals,
    equations: allEquations,
    isLinear,
    relations: [...relations],
    hasLogic,
    hasConstantMatrix: isLinear && !coefficients.some(varies),
    hasPiecewiseConstantMatrix: isLinear && !coefficients.some(variesBetweenEvents),
  };
}

/** Residuals in the order of the iteration variables that the matching gave them: a full diagonal keeps sparse factors sparse. */
function besideUnknowns(residuals: readonly RowPlace[], wanted: readonly RowPlace[]): RowPlace[] {
  const open = new Set(residuals);
  const result = wanted.map((k) => (open.delete(k) ? k : (-1 as RowPlace)));
  const rest = [...open];
  return result.map((k) => (k >= 0 ? k : rest.shift()!));
}

interface SplitSystem {
  readonly positions: { readonly variable: VariableIndex; readonly value: Expr }[];
  readonly equations: ArrayTable<RowPlace, EquationIndex>;
  readonly unknowns: ArrayTable<ColumnPlace, VariableIndex>;
}

/**
 * Switch positions: unknowns p = e in which other unknowns occur only inside relations, or are switch positions themselves. With
 * the relations held fixed they are known before the rest of the system is solved.
 */
function splitPositions(
  state: CompileState,
  equations: readonly EquationIndex[],
  unknowns: readonly VariableIndex[],
): SplitSystem {
  const positions: SplitSystem["positions"] = [];
  const open = new Set(unknowns);
  const isTaken = new Uint8Array(equations.length);
  for (let isProgress = true; isProgress && open.size > 1; ) {
    isProgress = false;
    equations.forEach((e, k) => {
      if (isTaken[k] === 1 || open.size === 1) return;
      const { left, right } = state.equations[e]!;
      for (const [side, value] of [
        [left, right],
        [right, left],
      ] as const) {
        if (side.op !== "var" || !open.has(side.value) || !isFree(value, open)) continue;
        positions.push({ variable: side.value, value });
        open.delete(side.value);
        isTaken[k] = 1;
        isProgress = true;
        return;
      }
    });
  }
  return {
    positions,
    equations: equations.filter((_, k) => isTaken[k] === 0) as ArrayTable<RowPlace, EquationIndex>,
    unknowns: unknowns.filter((v) => open.has(v)) as ArrayTable<ColumnPlace, VariableIndex>,
  };
}

/**
 * Solved for the variable where that is safe: it stands alone on one side, or its factor is a number that is not smaller than the
 * factors of the other unknowns. Solving for a weakly coupled unknown would amplify errors along a chain of solved equations.
 */
function safeSolution(
  state: CompileState,
  index: EquationIndex,
  variable: VariableIndex,
  isUnknown: ReadonlySet<VariableIndex>,
): Expr | undefined {
  const b = state.b;
  const equation = state.equations[index]!;
  const { left, right } = equation;
  for (const [side, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (side.op === "var" && side.value === variable && !variablesOf(other).has(variable)) return other;
  }
  const residual = b.sub(left, right);
  const form = linearIn(b, residual, variable);
  if (form === undefined || form.factor.op !== "num" || form.factor.value === 0) return undefined;
  for (const other of variablesOf(residual)) {
    if (other === variable || !isUnknown.has(other)) continue;
    const factor = partial(state, residual, other);
    if (factor.op !== "num" || Math.abs(factor.value) > Math.abs(form.factor.value)) return undefined;
  }
  return b.div(b.neg(form.rest), form.factor);
}

/** All variables that a block computes. */
export function blockVariables(block: Block): VariableIndex[] {
  return block.kind === "assignment"
    ? [block.variable]
    : [...block.iterated, ...block.solved.map((item) => item.variable)];
}

/** All expressions that a block evaluates. */
export function blockExpressions(block: Block): Expr[] {
  return block.kind === "assignment" ? [block.value] : [...block.residuals, ...block.solved.map((item) => item.value)];
}
