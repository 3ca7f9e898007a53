/**
 * Inputs of the model that is simulated: nothing in it gives them a value. They are what `input({ start: 1 })` is in a model of ours, numbers that
 * a run may change, and keep their start values until one does.
 *
 * Source   Modelica language specification 3.6, sec. 4.4.2.2 and 4.8
 */
import { listNames } from "../../errors/nearestName.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { ComponentNode } from "../model.ts";
import { finalClass, isConnector, isExpandable } from "./classKinds.ts";
import type { Lowering } from "./context.ts";

/** A public input of the model itself, or of a connector or record at its top, without a value in its declaration. */
export function isTopInput(l: Lowering, node: ComponentNode): boolean {
  if (l.isComponent || node.causality !== "input" || !node.owner.isModel) return false;
  if (node.variability === "constant" || node.variability === "parameter") return false;
  return isAtTop(node) && node.binding === undefined && l.bindingValue(node) === undefined;
}

function isAtTop({ owner, member }: ComponentNode): boolean {
  if (member.isProtected || owner.path === "") return !member.isProtected;
  const around = owner.owner;
  if (around === undefined || isExpandable(around.type)) return false;
  return (isConnector(around.type) || finalClass(around.type).syntax.restriction === "record") && isAtTop(around);
}

/** What an input at the top has become: it may change during a run, unlike a parameter. */
export function isInput({ state }: Lowering, { op, value }: Expr): boolean {
  return op === "par" && state.parameters[value]!.isInput;
}

export function inputWarning(names: readonly string[]): string {
  const [first] = names as [string];
  const [one, its, they] = names.length === 1 ? ["an input", "its", "it keeps"] : ["inputs", "their", "they keep"];
  return (
    `${listNames(names)} ${names.length === 1 ? "is" : "are"} ${one} that nothing gives a value: ${they} ${its} start value${names.length === 1 ? "" : "s"}, ` +
    `unless a run gives a number (merge, --set ${first}=…) or a modification of the class a function of time (modifiers: "${asModification(first)}")`
  );
}

/** `a(b = …)` for `a.b` */
function asModification(name: string): string {
  const parts = name.split(".");
  return `${parts.join("(")} = …${")".repeat(parts.length - 1)}`;
}
