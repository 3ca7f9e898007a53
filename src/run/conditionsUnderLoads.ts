/**
 * Conditions that are decided together with forces, as those of dry friction that sticks: the impulses of a preview would have to decide them,
 * and act between the evaluations that do.
 */
import { blockExpressions, blockVariables } from "../compile/blocks.ts";
import type { Program } from "../compile/program.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Expr } from "../symbolic/expression.ts";
import { contains } from "../symbolic/traverse.ts";

/** Throws where a condition that decides about accelerations depends on what impulses load. */
export function refuseConditionsUnderLoads({ state, blocks }: Program): void {
  if (!state.relations.some(({ isDecidedBySystem }) => isDecidedBySystem)) return;
  const isLoaded = new Set<number>();
  const feelsLoads = ({ op, value }: Expr): boolean =>
    op === "ucall" ? state.functions[value]!.feelsLoads === true : op === "var" && isLoaded.has(value);
  for (const block of blocks)
    if (blockExpressions(block).some((expression) => contains(expression, feelsLoads)))
      for (const variable of blockVariables(block)) isLoaded.add(variable);
  const found = state.relations.find(
    ({ isDecidedBySystem, expression }) => isDecidedBySystem && contains(expression, feelsLoads),
  );
  if (found === undefined) return;
  throw new RattlebackError("E-CONTACT-RIGID", 'Contacts cannot be rigid (response: "rigid") in this model.', {
    because: `the condition ${found.text} decides about accelerations and depends on the forces in joints, of which impulses at single instants are a part`,
    hint: 'response: "elastic", which treats it; or a SpringDamper between the joint and dry friction, stops or clutches: impulses do not pass it',
    data: { condition: found.text },
  });
}
