/** The folder of a model among the references: `Package/Path/Name/Name.csv` and `comparisonSignals.txt`. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readReference, type Trajectories } from "../../modelica/compare/referenceFile.ts";

export interface Reference extends Trajectories {
  /** Names to compare: those of the list beside the file, or all. */
  readonly compared: readonly string[];
}

/** undefined when there is none for this model. */
export function readReferenceOf(model: string, folder: string): Reference | undefined {
  const parts = model.split(".");
  const own = join(folder, ...parts);
  const file = join(own, `${parts.at(-1)}.csv`);
  if (!existsSync(file)) return undefined;
  const trajectories = readReference(readFileSync(file, "utf8"), file);
  const list = join(own, "comparisonSignals.txt");
  if (!existsSync(list)) return { ...trajectories, compared: [...trajectories.signals.keys()] };
  const names = readFileSync(list, "utf8")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^time$/i.test(line));
  return { ...trajectories, compared: names };
}
