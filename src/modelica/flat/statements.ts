/** Calls without result: in functions they check or print; what a model asserts becomes an assertion of the run. */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { Scope } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { CallExpression, Expression } from "../syntax/ast.ts";
import { referenceText } from "./classKinds.ts";
import type { Lowering } from "./context.ts";
import { NotExecutable } from "./functionParts.ts";
import { knownText, messageOf } from "./strings.ts";

export function argumentOf(call: CallExpression, name: string, k: number): Expression | undefined {
  return call.named.find((item) => item.name === name)?.value ?? call.positional[k];
}

/** The same where the call cannot do without it. */
export function neededArgument(call: CallExpression, name: string, k: number, scope: Scope): Expression {
  const found = argumentOf(call, name, k);
  if (found !== undefined) return found;
  throw modelicaError(
    "E-MODELICA-CALL",
    `"${referenceText(call.callee)}" lacks its argument "${name}".`,
    { file: scope.cls.syntax.file, at: call.at },
    { because: `it has ${call.positional.length + call.named.length} arguments`, hint: `give "${name}"` },
  );
}

/** A statement in a function. */
export function callStatement(l: Lowering, call: CallExpression, scope: Scope): void {
  const name = referenceText(call.callee);
  if (name === "assert") {
    const e = l.condition(neededArgument(call, "condition", 0, scope), scope);
    if (e.op === "num" && e.value !== 0) return;
    const level = argumentOf(call, "level", 2);
    const isWarning = level?.kind === "reference" && level.parts[level.parts.length - 1]!.name === "warning";
    const given = neededArgument(call, "message", 1, scope);
    const text = l.evaluate(given, scope);
    l.scalar(text, "String", given, scope);
    if (e.op !== "num") {
      l.functionAssertions.raise({ holds: e, message: messageOf(l, text), isWarning, name: scope.cls.qualifiedName });
      return;
    }
    const message = knownText(text);
    if (isWarning) {
      const { warnings } = l.state.notes;
      const warning = `W-ASSERT  ${message} (${scope.cls.qualifiedName})`;
      if (!warnings.includes(warning)) warnings.push(warning);
      return;
    }
    throw new RattlebackError("E-MODELICA-ASSERT", message, {
      where: scope.cls.syntax.file.show(call.at),
      because: `an assertion of "${scope.cls.qualifiedName}" does not hold`,
      hint: "look at the arguments of the function",
    });
  }
  try {
    l.results(call, scope, 0);
  } catch (error) {
    // what is printed about values that only the run knows is not printed
    if (!(error instanceof NotExecutable)) throw error;
  }
}
