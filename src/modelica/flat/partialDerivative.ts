/**
 * `function fxy = der(f, x, y)`: the derivative of f with respect to inputs of it. f is executed with a variable in the place of each of them, its results
 * are differentiated, and the arguments of the call are put in afterwards.
 */
import { type CompileState, internalVariable } from "../../compile/state.ts";
import { userCallDerivative } from "../../compile/userCalls.ts";
import { differentiate } from "../../symbolic/differentiate.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";
import { substitute } from "../../symbolic/traverse.ts";
import { findClass } from "../classes/lookup.ts";
import type { ClassInstance, Member, Scope, Value } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { ComponentSyntax } from "../syntax/ast.ts";
import { isScalarKind } from "../values/arrays.ts";
import { scalarValue } from "../values/value.ts";
import { finalClass, kindOfType } from "./classKinds.ts";
import type { Lowering } from "./context.ts";
import { declaredDimensions, declaredType } from "./declarations.ts";
import { type FunctionParts, functionParts, isKnown, NotExecutable } from "./functionParts.ts";

/** The function that is differentiated, and the inputs, for each derivative one; undefined for other functions. */
export interface PartialDerivative {
  readonly base: ClassInstance;
  readonly inputs: readonly string[];
}

export function partialDerivativeOf(cls: ClassInstance): PartialDerivative | undefined {
  const final = finalClass(cls);
  const { body } = final.syntax;
  if (body.kind !== "der") return undefined;
  const inner = findClass(final, body.base);
  const further = partialDerivativeOf(inner);
  return { base: further?.base ?? inner, inputs: [...(further?.inputs ?? []), ...body.variables] };
}

/** `given`: the inputs of the function that is differentiated, scalars where they are declared so. */
export function callDerivative(
  l: Lowering,
  cls: ClassInstance,
  { base, inputs }: PartialDerivative,
  given: ReadonlyMap<string, Value>,
  at: number,
  scope: Scope,
): readonly Value[] {
  const parts = functionParts(base);
  const { b, state } = l;
  const stands = new Map<string, { leaf: Expr; value: Expr }>();
  const args = new Map(given);
  for (const name of new Set(inputs)) {
    checkInput(cls, base, parts, name);
    const value = given.get(name);
    if (value === undefined || !isScalarKind(value)) continue;
    const leaf = b.variable(placeholder(state, name, stands.size));
    stands.set(name, { leaf, value: value.elements[0]! });
    args.set(name, scalarValue("Real", leaf));
  }
  const { result, raised } = l.functionAssertions.collect(() =>
    l.callFunction(
      base,
      { positional: [], named: [...args].map(([name, value]) => ({ name, value })) },
      at,
      scope,
      parts.outputs.length,
    ),
  );
  const memo = new Map<number, Expr>();
  const values = new Map([...stands.values()].map(({ leaf, value }) => [leaf, value]));
  const withArguments = (e: Expr): Expr => substitute(b, e, (node) => values.get(node), memo);
  for (const assertion of raised) l.functionAssertions.raise({ ...assertion, holds: withArguments(assertion.holds) });
  const calls = userCallDerivative(state, "jacobian");
  const isConstant = [...given.values()].every(isKnown);
  return result.map((value) => {
    if (!isScalarKind(value) || value.kind !== "Real") return value;
    const elements = value.elements.map((e) => {
      let derivative = e;
      for (const name of inputs) {
        const stand = stands.get(name)?.leaf;
        derivative = differentiate(b, derivative, (leaf) => (leaf === stand ? b.one : b.zero), calls);
      }
      return withArguments(derivative);
    });
    const derived = { ...value, elements };
    return isConstant ? l.constantValue(derived) : derived;
  });
}

/** In a run the table of variables is closed: arguments are numbers then, and a variable of the model stands for nothing but itself. */
function placeholder(state: CompileState, name: string, count: number): VariableIndex {
  const { variables } = state;
  if (!Object.isFrozen(variables))
    return (variables.push(internalVariable(`$${name}`, "real", false)) - 1) as VariableIndex;
  const free = [...variables.keys()].filter((v) => variables[v]!.type === "real" && !variables[v]!.isDiscrete)[count];
  if (free === undefined) throw new NotExecutable("a derivative in a model without variables");
  return free;
}

function checkInput(cls: ClassInstance, base: ClassInstance, { inputs }: FunctionParts, name: string): void {
  const member: Member<ComponentSyntax> | undefined = inputs.find((one) => one.name === name);
  if (member !== undefined && kindOfType(declaredType(member)) === "Real" && declaredDimensions(member) === 0) return;
  throw modelicaError(
    "E-MODELICA-FUNCTION",
    `"${base.qualifiedName}" has no derivative with respect to "${name}".`,
    cls.placeOf(cls.syntax),
    {
      because: member === undefined ? `it has no input "${name}"` : `"${name}" is not a single Real`,
      hint: `its inputs are ${inputs.map((one) => one.name).join(", ")}`,
    },
  );
}
