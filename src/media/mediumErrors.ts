/** What can be wrong with a question to a medium, and what to do about it. */
import { listNames, suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { describeValue } from "../errors/shapes.ts";

/** One limit of one variable. */
export interface Range {
  readonly name: string;
  readonly unit: string;
  readonly from: number;
  readonly to: number;
}

const shown = (value: number): string =>
  typeof value === "number" ? String(Number(value.toPrecision(7))) : JSON.stringify(value);

/** A variable outside the range of a medium. `asked` is the whole question: "p = 1e6 Pa, T = 3000 K". */
function outOfRange(medium: string, asked: string, value: number, range: Range): RattlebackError {
  const { name, unit, from, to } = range;
  const side = value < from ? "at least" : "at most";
  const limit = value < from ? from : to;
  const exactly = shown(value) === shown(limit) ? String(value) : shown(value);
  return new RattlebackError("E-MEDIUM-RANGE", `${medium} has no state for ${asked}.`, {
    path: name,
    because: `${name} = ${exactly} ${unit} is outside ${shown(from)} to ${shown(to)} ${unit}`,
    hint: Number.isFinite(value)
      ? `give ${name} of ${side} ${shown(limit)} ${unit}, or choose a medium whose range is wider: its limits are in medium.limits`
      : `give a finite number for ${name}`,
    data: { medium, name, value, from, to },
  });
}

export function checkRange(medium: string, asked: string, value: number, range: Range): void {
  if (!(value >= range.from && value <= range.to)) throw outOfRange(medium, asked, value, range);
}

/** Text with digits would pass comparisons, and be glued to numbers later. */
export function checkNumber(medium: string, name: string, value: unknown): void {
  if (typeof value === "number") return;
  const text = typeof value === "string" ? `"${value}"` : String(value);
  throw new RattlebackError("E-MEDIUM-RANGE", `${medium} has no state for ${name} = ${text}.`, {
    path: name,
    because: `${name} is of the type ${typeof value}`,
    hint: `give a finite number for ${name}`,
    data: { medium, name },
  });
}

export function missingProperty(medium: string, property: string, hint: string): RattlebackError {
  return new RattlebackError("E-MEDIUM-PROPERTY", `${medium} has no ${property}.`, {
    because: "no equation for it is part of the data of this medium",
    hint,
    data: { medium, property },
  });
}

export function notPossible(medium: string, what: string, because: string, hint: string): RattlebackError {
  return new RattlebackError("E-MEDIUM-STATE", `${medium}: ${what}.`, { because, hint, data: { medium } });
}

export function unknownMedium(name: unknown, known: readonly string[]): RattlebackError {
  const isText = typeof name === "string";
  const what = isText
    ? `The medium "${name}" is unknown.`
    : `A medium is named by a text; found ${describeValue(name)}.`;
  return new RattlebackError("E-MEDIUM-UNKNOWN", what, {
    because: `known are ${listNames(known, 8)}`,
    hint: isText ? suggestName(name, known, "listMedia() gives all names") : "listMedia() gives all names",
    data: { name: isText ? name : describeValue(name) },
  });
}

/** Mass fractions that are no composition. */
export function checkComposition(medium: string, substances: readonly string[], X: ArrayLike<number>): void {
  const n = substances.length;
  let problem = "";
  if (X.length !== n && X.length !== n - 1) problem = `${X.length} mass fractions are given for ${n} substances`;
  let sum = 0;
  for (let i = 0; i < X.length && problem === ""; i++) {
    const x = X[i]!;
    sum += x;
    if (!(x >= -1e-9 && x <= 1 + 1e-9)) problem = `the mass fraction of ${substances[i]} is ${x}`;
  }
  if (problem === "" && (X.length === n ? Math.abs(sum - 1) > 1e-6 : sum > 1 + 1e-6))
    problem = `the mass fractions add up to ${shown(sum)}`;
  if (problem === "") return;
  throw new RattlebackError(
    "E-MEDIUM-COMPOSITION",
    `${medium}: [${Array.from(X).map(shown).join(", ")}] is not a composition.`,
    {
      path: "X",
      because: problem,
      hint: `give the mass fractions of ${substances.join(", ")}, each from 0 to 1, with sum 1 (the last may be left out)`,
      data: { medium, X: Array.from(X) },
    },
  );
}
