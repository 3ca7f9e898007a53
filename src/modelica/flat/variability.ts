/** Constants and parameters keep their values: what they depend on must not change more often. */
import type { Expr } from "../../symbolic/expression.ts";
import type { FunctionIndex, VariableIndex } from "../../symbolic/indices.ts";
import type { ComponentNode, Value } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import { isScalarKind } from "../values/arrays.ts";
import { placeOf } from "./bindings.ts";
import type { Lowering } from "./context.ts";

/** A constant has a value, which follows from constants. */
export function checkConstant(l: Lowering, node: ComponentNode, bound: Value | undefined): void {
  if (bound !== undefined) checkVariability(l, node, bound, isNotConstant);
  else if (node.member.element.variability === "constant")
    throw modelicaError(
      "E-MODELICA-VARIABILITY",
      `The constant "${node.path}" has no value.`,
      placeOf(node, undefined),
      {
        path: node.path,
        hint: "give it one in its declaration, or where its class is used",
      },
    );
}

/** A parameter may depend on parameters, those that the start finds included. */
export function checkParameter(l: Lowering, node: ComponentNode, bound: Value): void {
  checkVariability(l, node, bound, (e) => changesDuringRun(l, e));
}

const isNotConstant = ({ op }: Expr): boolean => op === "par" || op === "var" || op === "time";

/** Variables may stand for parameters that the start finds. */
export function changesDuringRun(l: Lowering, { op, value }: Expr): boolean {
  if (op === "var") return !l.unknownParameters.has(value as VariableIndex);
  if (op === "par") return l.state.parameters[value]!.isInput;
  return op === "time" || op === "pre" || op === "delay" || op === "tick";
}

/** What is constant, or keeps its value during a run, depends on nothing that changes more often. */
function checkVariability(l: Lowering, node: ComponentNode, bound: Value, changes: (e: Expr) => boolean): void {
  if (!isScalarKind(bound)) return;
  const seen = new Set<Expr>();
  // of an impure function the last argument is the time at which it is called
  const find = (e: Expr): Expr | undefined => {
    if (seen.has(e)) return undefined;
    seen.add(e);
    if (changes(e)) return e;
    const isImpure = e.op === "ucall" && l.state.functions[e.value as FunctionIndex]!.bind !== undefined;
    for (const arg of isImpure ? e.args.slice(0, -1) : e.args) {
      const inner = find(arg);
      if (inner !== undefined) return inner;
    }
    return undefined;
  };
  let found: Expr | undefined;
  for (const e of bound.elements) found ??= find(e);
  if (found === undefined) return;
  const { state } = l;
  const name =
    found.op === "par"
      ? state.parameters[found.value]!.name
      : found.op === "time"
        ? "time"
        : state.variables[found.value as VariableIndex]?.name;
  throw modelicaError(
    "E-MODELICA-VARIABILITY",
    `The value of the ${node.variability} "${node.path}" changes more often than it may.`,
    placeOf(node, node.binding),
    {
      path: node.path,
      because: name === undefined ? "it depends on the past" : `it depends on "${name}"`,
      hint:
        node.variability === "constant"
          ? "declare it as a parameter, or give it a constant value"
          : "declare it as a variable, or give it a value that is known before the run",
    },
  );
}
