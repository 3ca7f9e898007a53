// Changes of the sources that no test can notice, or need not, each with its reason: test/survivors/, a file for each folder of the sources.
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** A change of one line: what stands there, what it became, and why no test speaks of it. */
export interface Survivor {
  readonly line: string;
  readonly becomes: string;
  readonly why: string;
}

export type Survivors = Readonly<Record<string, readonly Survivor[]>>;

const folder = "test/survivors";

/** Folders of the sources of which something is explained. */
export function explainedFolders(): string[] {
  return readdirSync(folder).map((file) => basename(file, ".json"));
}

/** Of one folder. */
export function survivorsOf(name: string): Survivors {
  return JSON.parse(readFileSync(`${folder}/${name}.json`, "utf8")) as Survivors;
}

export function readSurvivors(): Survivors {
  return Object.assign({}, ...explainedFolders().map(survivorsOf)) as Survivors;
}
