/** External functions that belong to a run: seeds. */
import type { ExternalEntries } from "./externalFunction.ts";

/** The seed that a run takes where the library asks clock and process for one, so that runs can be repeated. */
const reproducibleSeed = 67867967;

export const runFunctions: ExternalEntries = [
  ["ModelicaRandom_automaticGlobalSeed", () => reproducibleSeed],
  // the state that impureRandom would begin with; impureRandom itself is not available, since a call of it would not be repeatable
  ["ModelicaRandom_setInternalState_xorshift1024star", () => undefined],
];
