/** Outcomes of many models: by package, by class of failure, as lines and as tables. */
import { type Outcome, type Stage, stages } from "./outcome.ts";

export interface PackageSummary {
  readonly name: string;
  readonly models: number;
  readonly simulated: number;
  /** Simulated, with a reference. */
  readonly compared: number;
  readonly passed: number;
  readonly strict: number;
}

export interface FailureClass {
  readonly stage: Stage;
  readonly code: string;
  /** The message without the names and numbers of the single case. */
  readonly pattern: string;
  readonly models: readonly string[];
}

function isSimulated({ stage, verdict }: Outcome): boolean {
  return verdict !== "failed" || stages.indexOf(stage) > stages.indexOf("simulate");
}

/** One row per package around the models, and one for all. */
export function summariseByPackage(outcomes: readonly Outcome[]): PackageSummary[] {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const name = outcome.name.slice(0, Math.max(0, outcome.name.lastIndexOf(".")));
    groups.set(name, [...(groups.get(name) ?? []), outcome]);
  }
  return [...[...groups].map(([name, own]) => summaryOf(name, own)), summaryOf("all", outcomes)];
}

function summaryOf(name: string, outcomes: readonly Outcome[]): PackageSummary {
  const count = (holds: (outcome: Outcome) => boolean) => outcomes.filter(holds).length;
  return {
    name,
    models: outcomes.length,
    simulated: count(isSimulated),
    compared: count(({ signals }) => signals > 0),
    passed: count(({ verdict }) => verdict === "passed"),
    strict: count(({ isStrict }) => isStrict),
  };
}

/** Failures and differences of one kind together, those of most models first. */
export function failureClasses(outcomes: readonly Outcome[]): FailureClass[] {
  const classes = new Map<string, FailureClass>();
  for (const { name, verdict, stage, code, message } of outcomes) {
    if (verdict !== "failed" && verdict !== "differs") continue;
    const pattern = verdict === "differs" ? "" : patternOf(message);
    const key = JSON.stringify([stage, code, pattern]);
    const known = classes.get(key)?.models ?? [];
    classes.set(key, { stage, code, pattern, models: [...known, name] });
  }
  return [...classes.values()].sort((a, b) => b.models.length - a.models.length);
}

function patternOf(message: string): string {
  return firstLine(message)
    .replace(/"[^"]*"/g, '"…"')
    .replace(/[-+]?\d+(\.\d+)?(e[-+]?\d+)?/gi, "#");
}

export const firstLine = (text: string): string => text.split("\n")[0]!.trim();

export function outcomeLine(outcome: Outcome): string {
  const { name, verdict, stage, isStrict, seconds, meanError, message } = outcome;
  const words = [
    (isStrict ? "strict" : verdict).padEnd(12),
    stage.padEnd(10),
    timesText(seconds).padEnd(20),
    meanError === null ? "" : `error ${meanError.toExponential(1)}`,
    name,
    message === "" ? "" : `: ${firstLine(message)}`,
  ];
  return `${words
    .filter((word) => word !== "")
    .join(" ")
    .replace(" : ", ": ")}\n`;
}

function timesText({ flatten, translate, simulate }: Outcome["seconds"]): string {
  return [flatten, translate, simulate].map((value) => value.toFixed(2)).join(" + ");
}

export function summaryText(outcomes: readonly Outcome[]): string {
  const packages = summariseByPackage(outcomes);
  const width = Math.max(...packages.map(({ name }) => name.length));
  const rows = packages.map(
    ({ name, models, simulated, compared, passed, strict }) =>
      `${name.padEnd(width)}  ${models} models, ${simulated} simulated, ${compared} compared, ${passed} passed, ${strict} strictly\n`,
  );
  const classes = failureClasses(outcomes).map(
    ({ stage, code, pattern, models }) =>
      `${String(models.length).padStart(5)}  ${stage}  ${code === "" ? "" : `${code}  `}${withoutCode(pattern, code)}  (${models[0]})\n`,
  );
  return `\n${rows.join("")}${classes.length === 0 ? "" : `\nmost frequent first:\n${classes.join("")}`}`;
}

/** Messages of our errors begin with their code. */
export function withoutCode(text: string, code: string): string {
  return code !== "" && text.startsWith(code) ? text.slice(code.length).trim() : text;
}

const columns =
  "name verdict stage strict flatten translate simulate mechanics equations steps events signals meanError differing code message".split(
    " ",
  );

export function outcomesToCsv(outcomes: readonly Outcome[]): string {
  const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = outcomes.map((o) => [
    ...[o.name, o.verdict, o.stage, o.isStrict, o.seconds.flatten, o.seconds.translate, o.seconds.simulate],
    ...[
      o.mechanics,
      o.equations,
      o.steps,
      o.events,
      o.signals,
      o.meanError ?? "",
      o.differing.length,
      o.code,
      firstLine(o.message),
    ],
  ]);
  return [columns, ...rows].map((row) => `${row.map((value) => quote(String(value))).join(",")}\r\n`).join("");
}

export function outcomesToJson(outcomes: readonly Outcome[]): string {
  const models = outcomes.map(({ picture: _, ...outcome }) => outcome);
  const document = { packages: summariseByPackage(outcomes), failures: failureClasses(outcomes), models };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
