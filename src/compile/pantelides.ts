/**
 * Index reduction: which equations must be differentiated, and how often, so that the highest derivatives can be computed.
 *
 * Source   [Pantelides1988], without recursion. The equations are differentiated symbolically on the way.
 */
import { listNames } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { differentiate } from "../symbolic/differentiate.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { EquationIndex, Marks, VariableIndex } from "../symbolic/indices.ts";
import { MetNodes, visitNodes } from "../symbolic/traverse.ts";
import { discretePart } from "./discrete.ts";
import { Matching } from "./matching.ts";
import { showSource } from "./source.ts";
import { type CompileState, derivativeOf, type Equation, printEquation } from "./state.ts";
import { equationVariables, type Incidence } from "./structure.ts";
import { userCallDerivative } from "./userCalls.ts";

export interface ReducedStructure {
  readonly incidence: Incidence;
  /** Matching of the highest derivatives with the equations that determine them. */
  readonly matching: Matching;
}

/** A well-posed system needs few rounds. */
const maximumDifferentiations = 50;

/** Terms of a derivative: more, and that many times those of its equation, grow with every further derivative without bound. */
const mostTerms = 20_000;
const mostGrowth = 50;

/** `writeOut` as for the incidence. */
export function reduceIndex(
  state: CompileState,
  incidence: Incidence,
  writeOut: (equation: Equation) => Equation = (equation) => equation,
): ReducedStructure {
  const matching = new Matching(state.equations.length, state.variables.length);
  const { variables, equations } = state;
  const { isSettled, isDefining } = discretePart(state, incidence);
  const isHidden = (variable: VariableIndex): boolean =>
    variables[variable]!.derivative >= 0 || isSettled[variable] === 1;
  const original = equations.length;
  for (let start = 0 as EquationIndex; start < original; start++) {
    if (isDefining[start] === 1) continue;
    let equation = start;
    // each round differentiates
    for (let round = 0; !matching.augment(incidence, equation, isHidden); round++) {
      if (round > maximumDifferentiations) throw endlessReduction(state, equations[start]!);
      const reachedVariables = [...matching.reachedVariables];
      const reachedEquations = [...new Set(matching.reachedEquations)];
      for (const variable of reachedVariables) derivativeOf(state, variable);
      for (const reached of reachedEquations) {
        differentiateEquation(state, reached, isSettled);
        incidence.push(equationVariables(writeOut(equations[(equations.length - 1) as EquationIndex]!)));
        while (matching.equationOf.length < variables.length) matching.addVariable();
        matching.addEquation();
      }
      matching.resetLookAhead();
      for (const variable of reachedVariables) {
        const owner = matching.equationOf[variable]!;
        if (owner >= 0) {
          matching.match(equations[owner]!.derivative, variables[variable]!.derivative);
        }
      }
      equation = equations[equation]!.derivative;
    }
  }
  return { incidence, matching };
}

/** Appends d/dt of the equation. */
function differentiateEquation(state: CompileState, index: EquationIndex, isConstant: Marks<VariableIndex>): void {
  const equation = state.equations[index]!;
  const b = state.b;
  const leaf = (e: Expr): Expr => {
    if (e.op === "delay") throw delayedDerivative(equation);
    if (e.op === "var") return isConstant[e.value] === 1 ? b.zero : b.variable(derivativeOf(state, e.value));
    return e.op === "time" ? b.one : b.zero;
  };
  const calls = userCallDerivative(state, "time");
  const derived: Equation = {
    left: differentiate(b, equation.left, leaf, calls),
    right: differentiate(b, equation.right, leaf, calls),
    source: { ...equation.source, text: `der of ${equation.source.text}`, kind: "derivative" },
    derivativeOf: index,
    derivative: -1 as EquationIndex,
  };
  checkGrowth(state, derived);
  state.notes.differentiated.push(printEquation(state, equation));
  equation.derivative = state.equations.length as EquationIndex;
  state.equations.push(derived);
}

function termsOf({ left, right }: Equation): number {
  let count = 0;
  const met = new MetNodes();
  for (const side of [left, right]) visitNodes(side, () => count++, met);
  return count;
}

/** Products and functions of functions grow by a factor with every derivative: a few tens of them would never end. */
function checkGrowth(state: CompileState, derived: Equation): void {
  const terms = termsOf(derived);
  if (terms <= mostTerms) return;
  let first = derived;
  let order = 0;
  for (; first.derivativeOf >= 0; order++) first = state.equations[first.derivativeOf]!;
  if (terms <= mostGrowth * termsOf(first)) return;
  const { source } = first;
  throw new RattlebackError("E-EQUATION-LIMIT", `Derivative ${order} of an equation has ${terms} terms.`, {
    ...(source.path !== "" && { path: source.path }),
    where: showSource(source),
    hint: "use fewer derivatives of it, or write it in parts",
    data: { order, terms },
  });
}

/** The history holds values, not derivatives. */
function delayedDerivative({ source }: Equation): RattlebackError {
  return new RattlebackError(
    "E-NO-DERIVATIVE",
    "A delayed signal has no derivative, but an equation that contains it must be differentiated.",
    {
      ...(source.path !== "" && { path: source.path }),
      where: showSource(source),
      because: "der(…) of the signal is needed, by itself or because the equation constrains states",
      hint: "delay the derivative instead: w = der(x), then delay(w, T)",
      data: { equation: source.text },
    },
  );
}

/** Its derivatives have lost the unknowns: nothing can be matched with them. */
function endlessReduction(state: CompileState, equation: Equation): RattlebackError {
  const { source } = equation;
  const names = [...equationVariables(equation)]
    .map((v) => state.variables[v]!.name)
    .filter((name) => !name.startsWith("$"));
  return new RattlebackError("E-STRUCT-INCONSISTENT", `No unknown is left for the equation ${source.text}`, {
    ...(source.path !== "" && { path: source.path }),
    where: showSource(source),
    because: `other equations determine ${listNames(names)}, and its derivatives determine nothing, however often it is differentiated`,
    hint: "leave the equation out, or one of those that determine the same unknowns; floor(…) and other steps cannot be differentiated",
    data: { unknowns: names },
  });
}
