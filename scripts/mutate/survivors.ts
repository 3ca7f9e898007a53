// Changes of the sources that no test can notice, or need not, each with its reason: test/survivors.json.
import { readFileSync } from "node:fs";

/** A change of one line: what stands there, what it became, and why no test speaks of it. */
export interface Survivor {
  readonly line: string;
  readonly becomes: string;
  readonly why: string;
}

export type Survivors = Readonly<Record<string, readonly Survivor[]>>;

export function readSurvivors(): Survivors {
  return JSON.parse(readFileSync("test/survivors.json", "utf8")) as Survivors;
}
