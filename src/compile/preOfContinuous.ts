/**
 * `pre(x)` of something that changes continuously belongs inside `when`: there it is the value before the event. Anywhere else it would be
 * the value of the last event, whichever that was. An equation for x itself may say pre(x): it keeps the value that x has.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { visitNodes } from "../symbolic/traverse.ts";
import { showSource } from "./source.ts";
import type { CompileState, Equation } from "./state.ts";
import type { Variability } from "./variability.ts";

export function checkPreOfContinuous(
  state: CompileState,
  written: readonly Equation[],
  { rates }: Pick<Variability, "rates">,
): void {
  if (state.preVariables.size === 0) return;
  const isContinuous = (v: VariableIndex): boolean => {
    const target = state.aliases.get(v)?.target ?? v;
    return state.variables[v]!.type === "real" && rates[target] === 2;
  };
  for (const { left, right, source } of written) {
    if (source.kind === "when" || source.isForeign === true) continue;
    for (const side of [left, right])
      visitNodes(side, (node) => {
        if (node.op !== "pre" || !isContinuous(node.value)) return;
        if (left.op === "var" && left.value === node.value) return;
        const { name } = state.variables[node.value]!;
        throw new RattlebackError(
          "E-PRE",
          `pre(${name}) stands outside of "when", and "${name}" changes continuously.`,
          {
            path: name,
            where: showSource(source),
            because: "between events it would be the value at the last event, whichever that was",
            hint: `write ${name} for its present value; keep one of an event: when … then kept = pre(${name}) end`,
          },
        );
      });
  }
}
