/** The action program of a 3-D model. */
import type { ActionFunction } from "../actions/act.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { Model, type ModelDefinition } from "../language/model.ts";
import { elementTag } from "../language/modelSource.ts";

export interface ActionsElement {
  readonly kind: "actions";
  readonly program: ActionFunction;
}

/**
 * A program that changes the structure of a Model3D while it runs.
 *
 * ```ts
 * import { ModelActions } from "rattleback";
 *
 * const actions = ModelActions(function* (act) {
 *   yield act.eventAfter(5);
 *   yield act.release("stage1.top");
 * });
 * console.log(actions.entries.size); // 0
 * ```
 */
export function ModelActions(program: ActionFunction): ModelDefinition {
  if (typeof program !== "function" || program.constructor.name !== "GeneratorFunction") {
    throw new RattlebackError("E-ACTION-PROGRAM", "The action program is not a generator function.", {
      path: "ModelActions",
      because: "ModelActions needs a function that yields its commands one after the other",
      hint: 'ModelActions(function* (act) { yield act.attach("a", "b"); })',
    });
  }
  const element: ActionsElement = { kind: "actions", program };
  return Model({ [elementTag]: element });
}
