/** Units of measurement: dimension inference over the flat equations. */
import type { CompileState } from "./state.ts";

export function checkUnits(state: CompileState): void {
  void state;
}
