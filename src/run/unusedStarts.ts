/** Start values in `merge` of variables that begin otherwise, since an equation gives their value. */
import type { VariableIndex } from "../symbolic/indices.ts";
import type { RunningModel } from "./runningModel.ts";

/**
 * A warning for each of them, once the run has its start values. Where they count there is none: for unknowns of systems of equations, whose
 * search begins there, for pre(…), and for what may become a state.
 */
export function unusedStarts(
  model: RunningModel,
  given: ReadonlyMap<VariableIndex, number>,
  tolerance: number,
): string[] {
  if (given.size === 0) return [];
  const { state, blocks, dynamicGroups } = model.program;
  const { aliases, variables, equations } = state;
  const causes = new Map<VariableIndex, string>();
  for (const block of blocks)
    if (block.kind === "assignment")
      causes.set(block.variable, `follows from "${equations[block.equation]!.source.text}"`);
  for (const [alias, { target, sign }] of aliases)
    causes.set(
      alias,
      sign === 0 ? "is zero by its equations" : `is always ${sign < 0 ? "-" : ""}${variables[target]!.name}`,
    );
  const spared = new Set([...state.preVariables, ...dynamicGroups.flatMap((group) => group.variables)]);
  return [...given].flatMap(([variable, wanted]) => {
    const cause = causes.get(variable);
    const { name, init, isDiscrete } = variables[variable]!;
    if (cause === undefined || init !== undefined || isDiscrete || spared.has(variable)) return [];
    const present = model.variableByName(name);
    if (present === undefined || Math.abs(present - wanted) <= tolerance * Math.max(1, Math.abs(wanted))) return [];
    return [
      `W-MERGE-START  merge lets "${name}" begin with ${wanted}, and it begins with ${present}: it ${cause}. Change what it is computed from.`,
    ];
  });
}
