/**
 * Index reduction: which equations must be differentiated, and how often, so that the highest derivatives can be computed.
 *
 * Source   [Pantelides1988], without recursion. The equations are differentiated symbolically on the way.
 */
import { differentiate } from "../symbolic/differentiate.ts";
import type { Expr } from "../symbolic/expression.ts";
import { Matching } from "./matching.ts";
import { type CompileState, derivativeOf, type Equation, printEquation } from "./state.ts";
import { equationVariables } from "./structure.ts";
import { userCallDerivative } from "./userCalls.ts";

export interface ReducedStructure {
  readonly incidence: number[][];
  /** Matching of the highest derivatives with the equations that determine them. */
  readonly matching: Matching;
}

export function reduceIndex(state: CompileState, incidence: number[][]): ReducedStructure {
  const matching = new Matching(state.equations.length, state.variables.length);
  const { variables, equations } = state;
  const isHidden = (variable: number): boolean => variables[variable]!.derivative >= 0;
  const original = equations.length;
  for (let start = 0; start < original; start++) {
    let equation = start;
    // each round differentiates; a well-posed system needs few
    for (let round = 0; !matching.augment(incidence, equation, isHidden); round++) {
      if (round > 50) throw new Error(`index reduction does not end at ${printEquation(state, equations[equation]!)}`);
      const reachedVariables = [...matching.reachedVariables];
      const reachedEquations = [...new Set(matching.reachedEquations)];
      for (const variable of reachedVariables) {
        derivativeOf(state, variable);
        while (matching.equationOf.length < variables.length) matching.addVariable();
      }
      for (const reached of reachedEquations) {
        differentiateEquation(state, reached);
        incidence.push(equationVariables(equations[equations.length - 1]!));
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
function differentiateEquation(state: CompileState, index: number): void {
  const equation = state.equations[index]!;
  const b = state.b;
  const leaf = (e: Expr): Expr =>
    e.op === "var" ? b.variable(derivativeOf(state, e.value)) : e.op === "time" ? b.one : b.zero;
  const calls = userCallDerivative(state, "time");
  const derived: Equation = {
    left: differentiate(b, equation.left, leaf, calls),
    right: differentiate(b, equation.right, leaf, calls),
    source: { ...equation.source, text: `der of ${equation.source.text}`, kind: "derivative" },
    derivativeOf: index,
    derivative: -1,
  };
  state.notes.differentiated.push(printEquation(state, equation));
  equation.derivative = state.equations.length;
  state.equations.push(derived);
}
