/**
 * assert(…) as an event: a variable for the condition makes relations in it events like those of equations, so that the run stops where
 * it becomes false. Conditions inside noEvent(…) stay as they are and are looked at where values are stored.
 *
 *     assert(x < 1, "…")        $holds = x < 1,  assert($holds, "…")
 */
import type { VariableIndex } from "../symbolic/indices.ts";
import { contains } from "../symbolic/traverse.ts";
import { type CompileState, internalVariable, newEquation } from "./state.ts";

export function locateAssertions(state: CompileState): void {
  const { assertions, variables, equations, b } = state;
  assertions.forEach((assertion, i) => {
    const { condition, source, isEvent } = assertion;
    const readsInitial = contains(condition, ({ op, name }) => op === "flag" && name === "initial");
    if (readsInitial) assertions[i] = { ...assertion, readsInitial };
    if (isEvent !== true) return;
    if (contains(condition, ({ op, name }) => op === "call" && name === "noEvent"))
      assertions[i] = { ...assertions[i]!, isEvent: false };
    else if (contains(condition, ({ op }) => op === "lt" || op === "le" || op === "gt" || op === "ge")) {
      const holds = b.variable(variables.length as VariableIndex);
      variables.push(internalVariable(`${source.path === "" ? "" : `${source.path}.`}$holds${i + 1}`, "boolean", true));
      equations.push(newEquation(holds, condition, source));
      assertions[i] = { ...assertions[i]!, condition: holds };
    }
  });
}
