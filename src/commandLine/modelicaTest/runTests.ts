/** All models that have no outcome yet, several at a time. */
import type { TestModel } from "../../modelica/testModels.ts";
import { type Outcome, untested } from "./outcome.ts";
import type { OutcomeFile } from "./outcomeFile.ts";
import { failureOf } from "./testModel.ts";
import type { Tester } from "./workerTester.ts";

/** Outcomes of all models, in their order. */
export async function runTests(
  models: readonly TestModel[],
  file: OutcomeFile,
  testers: readonly Tester[],
  onOutcome: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const missing = models.filter(({ name }) => !file.done.has(name)).values();
  const work = async (tester: Tester): Promise<void> => {
    for (const { name, fault } of missing) {
      const outcome = fault === undefined ? await tester.test(name) : { name, ...untested, ...failureOf(fault) };
      file.note(outcome);
      onOutcome(outcome);
    }
  };
  try {
    await Promise.all(testers.map(work));
  } finally {
    await Promise.all(testers.map((tester) => tester.close()));
  }
  return models.map(({ name }) => file.done.get(name)!);
}
