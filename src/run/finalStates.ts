/** Test of the final states against required values, each state on its own. */
import { listNames, suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { RunningModel } from "./runningModel.ts";
import type { SimulateOptions } from "./simulateOptions.ts";

/** Errors add up over a run: a multiple of the tolerance of one step. */
const toleranceFactor = 1000;

export function checkFinalStates(
  model: RunningModel,
  required: NonNullable<SimulateOptions["requiredFinalStates"]>,
  tolerance: number,
): void {
  const names = model.program.states.map((v) => model.program.state.variables[v]!.name);
  for (const { name, size, isScalar } of model.hidden.states)
    for (let i = 0; i < size; i++) names.push(isScalar ? name : `${name}[${i + 1}]`);
  const isList = Array.isArray(required);
  if (isList && required.length !== names.length) {
    throw new RattlebackError(
      "E-FINAL-STATES",
      `${required.length} final states are required, the model has ${names.length}: ${listNames(names, 8)}.`,
      {
        path: "options.requiredFinalStates",
        hint: "give them by name: { x: 1 }",
      },
    );
  }
  const pairs: [string, number][] = isList
    ? names.map((name, i) => [name, required[i] as number])
    : Object.entries(required as Record<string, number>);
  const wrong: string[] = [];
  for (const [name, expected] of pairs) {
    const index = names.indexOf(name);
    if (index < 0) {
      throw new RattlebackError("E-FINAL-STATES", `The model has no state "${name}".`, {
        path: `options.requiredFinalStates.${name}`,
        hint: suggestName(name, names, `one of ${listNames(names, 8)}`),
      });
    }
    const found = model.X[index]!;
    if (
      Math.abs(found - expected) >
      toleranceFactor * tolerance * Math.max(Math.abs(found), Math.abs(expected), tolerance)
    )
      wrong.push(`${name} = ${found}, required ${expected}`);
  }
  if (wrong.length === 0) return;
  throw new RattlebackError(
    "E-FINAL-STATES",
    `${wrong.length} final state${wrong.length === 1 ? " differs" : "s differ"} from the required value.`,
    {
      path: "options.requiredFinalStates",
      where: `at the end\n           ${wrong.slice(0, 5).join("\n           ")}`,
      because: `each state is compared with a relative tolerance of ${toleranceFactor * tolerance}`,
      hint: "run with a smaller tolerance, or correct the required values",
      data: { wrong },
    },
  );
}
