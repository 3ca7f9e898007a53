/** External functions that belong to a run: seeds, and random numbers that the run counts. */
import { type ExternalEntries, numbersOf } from "./externalFunction.ts";
import { xorshift1024star } from "./randomNumbers.ts";

/** The seed that a run takes where the library asks clock and process for one, so that runs can be repeated. */
const reproducibleSeed = 67867967;

/** Of a generator that nobody has set: 32 words that are not zero, and the place in them. */
function firstState(): number[] {
  return [...Array.from({ length: 32 }, (_, k) => (reproducibleSeed * (k + 1)) | 0), 0];
}

export const runFunctions: ExternalEntries = [
  ["ModelicaRandom_automaticGlobalSeed", () => reproducibleSeed],
  [
    "ModelicaRandom_setInternalState_xorshift1024star",
    ([state, , id], { generators }) => void generators.set(id as number, [...numbersOf(state)]),
  ],
  [
    "ModelicaRandom_impureRandom_xorshift1024star",
    ([id], { generators }) => {
      const next = xorshift1024star(generators.get(id as number) ?? firstState());
      generators.set(id as number, next.state);
      return next.value;
    },
  ],
];
