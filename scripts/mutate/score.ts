// Which of Stryker's changes were noticed: the score of each file, and the survivors that nothing explains.
import type { Survivors } from "./survivors.ts";

interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Mutant {
  readonly status: string;
  readonly replacement?: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

/** What is read of the report of mutation-testing-elements, schema 2. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

const noticed = new Set(["Killed", "Timeout"]);
const unnoticed = new Set(["Survived", "NoCoverage"]);

/** Tried, or reached by no test. */
export function isUnnoticed(status: string | undefined): boolean {
  return status !== undefined && unnoticed.has(status);
}

/** What tests and further tests say of a change: those that do not reach it say nothing. */
export function afterBoth(first: string, further: string): string {
  return further === "Survived" || noticed.has(further) ? further : first;
}

/** The changed line, as test/survivors/ has it; of a change over several lines, the first of them. */
function changeOf(
  source: string,
  { location: { start, end }, replacement }: Mutant,
): { line: string; becomes: string } {
  const lines = source.split("\n");
  const line = lines[start.line - 1]!;
  const rest = lines[end.line - 1]!.slice(end.column - 1);
  const becomes = line.slice(0, start.column - 1) + (replacement ?? "") + rest;
  return { line: line.trim(), becomes: becomes.replaceAll(/\s*\n\s*/g, " ").trim() };
}

export function scoreOf({ files }: MutationReport, survivors: Survivors): string {
  const left: string[] = [];
  const rows: string[] = [];
  const sum = { killed: 0, explained: 0, all: 0 };
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const counted = { killed: 0, explained: 0, all: 0 };
    for (const mutant of mutants) {
      const isNoticed = noticed.has(mutant.status);
      if (!isNoticed && !isUnnoticed(mutant.status)) continue;
      counted.all++;
      if (isNoticed) {
        counted.killed++;
        continue;
      }
      const { line, becomes } = changeOf(source, mutant);
      if (survivors[file]?.some((one) => one.line === line && one.becomes === becomes)) counted.explained++;
      else left.push(`${file}:${mutant.location.start.line} ${mutant.status}\n  - ${line}\n  + ${becomes}`);
    }
    if (counted.all === 0) continue;
    rows.push(row(file, counted));
    for (const key of ["killed", "explained", "all"] as const) sum[key] += counted[key];
  }
  return [...left, "", ...rows, row("all", sum)].join("\n");
}

function row(name: string, { killed, explained, all }: { killed: number; explained: number; all: number }): string {
  const share = all === explained ? 100 : (100 * killed) / (all - explained);
  return `${share.toFixed(1).padStart(5)} %  ${name}: ${killed} of ${all} noticed, ${explained} explained`;
}
