/** The folder of a model among the references: `Package/Path/Name/Name.csv` and `comparisonSignals.txt`. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readReference, type Trajectories } from "../../modelica/compare/referenceFile.ts";

export interface Reference extends Trajectories {
  /** Names to compare: those of the list beside the file, or all. */
  readonly compared: readonly string[];
}

/** How a reference was made; what is not told is as the experiment annotation says. */
export interface ReferenceSettings {
  readonly startTime?: number;
  readonly stopTime?: number;
  readonly interval?: number;
  readonly tolerance?: number;
}

const settingNames = {
  StartTime: "startTime",
  StopTime: "stopTime",
  Interval: "interval",
  Tolerance: "tolerance",
} as const;

/** From `creation.txt` beside the reference: lines such as `Interval=0.001 // halved`. */
export function readSettingsOf(model: string, folder: string): ReferenceSettings {
  const file = join(folder, ...model.split("."), "creation.txt");
  if (!existsSync(file)) return {};
  const settings: { -readonly [name in keyof ReferenceSettings]: number } = {};
  for (const [, name, text] of readFileSync(file, "utf8").matchAll(/^(\w+)\s*=\s*([-+.\deE]+)/gm)) {
    const value = Number(text);
    if (Object.hasOwn(settingNames, name!) && Number.isFinite(value))
      settings[settingNames[name as keyof typeof settingNames]] ??= value;
  }
  return settings;
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
