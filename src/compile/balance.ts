/**
 * Are there as many equations as unknowns, and do they fit together? If not, the smallest part of the model that has too many
 * or too few is named.
 *
 * Source   [DulmageMendelsohn1958]; [Pothen1990]
 *
 * For every potential state x an extra row with x and der(x) is added: either is determined, one from the other.
 */
import { listNames, nearestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { type Matching, maximumMatching } from "./matching.ts";
import type { CompileState, Equation } from "./state.ts";
import { occurringVariables } from "./structure.ts";

export function checkBalance(state: CompileState, incidence: readonly (readonly number[])[]): void {
  const occurs = occurringVariables(state, incidence);
  const rows: (readonly number[])[] = [...incidence];
  state.variables.forEach((variable, i) => {
    if (variable.derivative >= 0 && !state.aliases.has(i) && occurs[variable.derivative] === 1)
      rows.push([i, variable.derivative]);
  });
  const matching = maximumMatching(rows, state.variables.length);
  const freeRows: number[] = [];
  for (let row = 0; row < rows.length; row++) if (matching.variableOf[row]! < 0) freeRows.push(row);
  const freeVariables: number[] = [];
  for (let v = 0; v < occurs.length; v++)
    if (occurs[v] === 1 && !state.aliases.has(v) && matching.equationOf[v]! < 0) freeVariables.push(v);
  if (freeRows.length === 0 && freeVariables.length === 0) return;
  throw freeRows.length > 0
    ? overdetermined(state, rows, incidence.length, matching, freeRows, freeVariables)
    : underdetermined(state, rows, incidence.length, matching, freeVariables);
}

/** Everything that alternating paths from the free rows reach: more equations than unknowns. */
function overdetermined(
  state: CompileState,
  rows: readonly (readonly number[])[],
  equationCount: number,
  matching: Matching,
  freeRows: readonly number[],
  freeVariables: readonly number[],
): RattlebackError {
  const start = freeRows[0]!;
  const { reachedRows, reachedColumns } = reach(rows, matching, start);
  const equations = minimalSet(
    state,
    reachedRows.filter((row) => row < equationCount),
  );
  const unknowns = reachedColumns.map((v) => state.variables[v]!.name);
  const surplus = freeRows.length;
  const missing = freeVariables.length;
  const what =
    missing === 0
      ? `There ${surplus === 1 ? "is 1 equation" : `are ${surplus} equations`} too many: ${equations.length} equations for the ${count(unknowns.length, "unknown")} ${listNames(unknowns)}.`
      : `The model is structurally inconsistent: ${equations.length} equations for the ${count(unknowns.length, "unknown")} ${listNames(unknowns)}, while nothing determines ${listNames(freeVariables.map((v) => state.variables[v]!.name))}.`;
  return new RattlebackError(missing === 0 ? "E-STRUCT-OVER" : "E-STRUCT-INCONSISTENT", what, {
    ...(equations[0] !== undefined && equations[0].source.path !== "" && { path: equations[0].source.path }),
    where: showEquations(equations),
    because: unknowns.length === 0 ? "the equation contains no unknown" : "these equations contain no other unknown",
    hint: suggestRemoval(equations),
    data: {
      equations: equations.map(({ source }) => ({ text: source.text, path: source.path, line: source.line })),
      unknowns,
      surplus,
      undetermined: freeVariables.map((v) => state.variables[v]!.name),
    },
  });
}

function underdetermined(
  state: CompileState,
  rows: readonly (readonly number[])[],
  equationCount: number,
  matching: Matching,
  freeVariables: readonly number[],
): RattlebackError {
  const { columns, touched } = reachFromColumns(rows, matching, freeVariables, state.variables.length);
  // states are the last to blame: they are determined by their derivatives
  const isPlain = (v: number): boolean => state.variables[v]!.derivativeOf < 0 && !state.variables[v]!.isInternal;
  const plain = columns.filter(isPlain);
  const algebraic = plain.filter((v) => state.variables[v]!.derivative < 0);
  const shown = algebraic.length > 0 ? algebraic : plain.length > 0 ? plain : columns;
  const names = shown.map((v) => state.variables[v]!.name).sort((a, b) => a.split(".").length - b.split(".").length);
  const equations = touched.filter((row) => row < equationCount).map((row) => state.equations[row]!);
  const missing = freeVariables.length;
  return new RattlebackError(
    "E-STRUCT-UNDER",
    `${missing === 1 ? "1 equation is" : `${missing} equations are`} missing for the ${count(names.length, "unknown")} ${listNames(names)}.`,
    {
      path: names[0]!,
      where: equations.length === 0 ? "no equation contains them" : showEquations(equations),
      because:
        equations.length === 0
          ? "these unknowns appear in no equation"
          : `these unknowns appear in ${count(equations.length, "equation")} only`,
      hint: suggestAddition(state, shown),
      data: {
        unknowns: names,
        missing,
        equations: equations.map(({ source }) => ({ text: source.text, path: source.path })),
      },
    },
  );
}

function count(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}

/** Rows and columns on alternating paths that begin at an unmatched row. */
function reach(
  rows: readonly (readonly number[])[],
  matching: Matching,
  start: number,
): { reachedRows: number[]; reachedColumns: number[] } {
  const reachedRows = [start];
  const seen = new Set<number>();
  for (let head = 0; head < reachedRows.length; head++) {
    for (const column of rows[reachedRows[head]!]!) {
      if (seen.has(column)) continue;
      seen.add(column);
      const owner = matching.equationOf[column]!;
      if (owner >= 0 && !reachedRows.includes(owner)) reachedRows.push(owner);
    }
  }
  return { reachedRows, reachedColumns: [...seen] };
}

function reachFromColumns(
  rows: readonly (readonly number[])[],
  matching: Matching,
  start: readonly number[],
  variables: number,
): { columns: number[]; touched: number[] } {
  const rowsOf: number[][] = Array.from({ length: variables }, () => []);
  rows.forEach((row, i) => {
    for (const column of row) rowsOf[column]!.push(i);
  });
  const columns = [...start];
  const isColumn = new Set(start);
  const touched = new Set<number>();
  for (let head = 0; head < columns.length; head++) {
    for (const row of rowsOf[columns[head]!]!) {
      touched.add(row);
      const next = matching.variableOf[row]!;
      if (next >= 0 && !isColumn.has(next)) {
        isColumn.add(next);
        columns.push(next);
      }
    }
  }
  return { columns, touched: [...touched] };
}

function minimalSet(state: CompileState, rows: readonly number[]): Equation[] {
  return rows.map((row) => state.equations[row]!);
}

function showEquations(equations: readonly Equation[]): string {
  const limit = 5;
  const lines = equations.slice(0, limit).map(({ source }) => {
    const place = source.path === "" ? "the model" : `"${source.path}"`;
    return `           ${source.text}   (${source.kind === "connection" ? "connection" : `line ${source.line}`} of ${place})`;
  });
  if (equations.length > limit) lines.push(`           and ${equations.length - limit} more`);
  return `${equations.length === 1 ? "this equation" : "these equations"}:\n${lines.join("\n")}`;
}

function suggestRemoval(equations: readonly Equation[]): string {
  const inModel = equations.find(({ source }) => source.kind === "equation");
  return inModel === undefined
    ? "remove one of the connections"
    : "remove one of these equations, or add an unknown to one of them";
}

function suggestAddition(state: CompileState, unknowns: readonly number[]): string {
  const names = state.variables
    .filter((variable) => !variable.isInternal && variable.derivativeOf < 0)
    .map((variable) => variable.name);
  for (const v of unknowns) {
    const { name, isFlow, isPotential } = state.variables[v]!;
    if (isFlow || isPotential)
      return `connect "${name.slice(0, name.lastIndexOf("."))}", or give "${name}" an equation`;
    const group = state.groups.get(state.variables[v]!.group);
    if (group?.isInput === true && !name.includes("."))
      return `give the input a value: input({ start: 1 }), or "${name}" an equation`;
    if (group?.isInput === true) return `connect the input "${name}", or give it an equation`;
    const last = name.slice(name.lastIndexOf(".") + 1);
    const similar = nearestName(
      last,
      names
        .filter((other) => other !== name && other.startsWith(name.slice(0, -last.length)))
        .map((other) => other.slice(name.length - last.length)),
    );
    if (similar !== undefined && group !== undefined && last.length > 1)
      return `give "${name}" an equation; or did you mean "${similar}"?`;
  }
  const first = state.variables[unknowns[0]!]!.name;
  return `give "${first}" an equation or a value`;
}
