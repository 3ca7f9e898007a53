/**
 * Are there as many equations as unknowns, and do they fit together? If not, the smallest part of the model that has too many
 * or too few is named.
 *
 * Source   [DulmageMendelsohn1958]; [Pothen1990]
 *
 * For every potential state x an extra row with x and der(x) is added: either is determined, one from the other.
 */
import type { ArrayTable, Cells, EquationIndex, RowPlace, Table, VariableIndex } from "../symbolic/indices.ts";
import { incompleteComponent } from "./incompleteComponent.ts";
import { type Matching, maximumMatching } from "./matching.ts";
import type { CompileState, Equation } from "./state.ts";
import { overdetermined, underdetermined } from "./structuralErrors.ts";
import { type Incidence, occurringVariables } from "./structure.ts";

/** A row of an equation or, after those, of a state and its derivative. */
type BalanceRow = EquationIndex | RowPlace;
type BalanceRows = Table<BalanceRow, readonly VariableIndex[]>;

/** `written`: the equations as the user wrote them, to find the component that lacks one. */
export function checkBalance(state: CompileState, incidence: Incidence, written: Table<EquationIndex, Equation>): void {
  const occurs = occurringVariables(state, incidence);
  const rows = [...incidence] as ArrayTable<BalanceRow, readonly VariableIndex[]>;
  state.variables.forEach((variable, i) => {
    if (variable.derivative >= 0 && !state.aliases.has(i) && occurs[variable.derivative] === 1)
      rows.push([i, variable.derivative]);
  });
  const matching = maximumMatching<BalanceRow, VariableIndex>(rows, state.variables.length);
  const freeRows: BalanceRow[] = [];
  for (let row = 0 as BalanceRow; row < rows.length; row++) if (matching.variableOf[row]! < 0) freeRows.push(row);
  const freeVariables: VariableIndex[] = [];
  for (let v = 0 as VariableIndex; v < occurs.length; v++)
    if (occurs[v] === 1 && !state.aliases.has(v) && matching.equationOf[v]! < 0) freeVariables.push(v);
  if (freeRows.length === 0 && freeVariables.length === 0) return;
  const isEquation = (row: BalanceRow): row is EquationIndex & BalanceRow => row < incidence.length;
  if (freeRows.length > 0) {
    const { reachedRows, reachedColumns } = reachFromRow(rows, matching, freeRows[0]!);
    throw overdetermined(state, {
      equations: reachedRows.filter(isEquation),
      unknowns: reachedColumns,
      surplus: freeRows.length,
      undetermined: freeVariables,
    });
  }
  const { columns, touched } = reachFromColumns(rows, matching, freeVariables, state.variables.length);
  throw underdetermined(state, {
    unknowns: columns,
    equations: touched.filter(isEquation),
    incidence,
    missing: freeVariables.length,
    incomplete: incompleteComponent(state, written, columns),
  });
}

/** Rows and columns on alternating paths that begin at an unmatched row: more equations than unknowns. */
function reachFromRow(
  rows: BalanceRows,
  matching: Matching<BalanceRow>,
  start: BalanceRow,
): { reachedRows: BalanceRow[]; reachedColumns: VariableIndex[] } {
  const reachedRows = [start];
  const isReached = new Set(reachedRows);
  const seen = new Set<VariableIndex>();
  for (let head = 0; head < reachedRows.length; head++) {
    for (const column of rows[reachedRows[head]!]!) {
      if (seen.has(column)) continue;
      seen.add(column);
      const owner = matching.equationOf[column]!;
      if (owner < 0 || isReached.has(owner)) continue;
      isReached.add(owner);
      reachedRows.push(owner);
    }
  }
  return { reachedRows, reachedColumns: [...seen] };
}

/** Columns and rows on alternating paths that begin at unmatched columns: more unknowns than equations. */
function reachFromColumns(
  rows: BalanceRows,
  matching: Matching<BalanceRow>,
  start: readonly VariableIndex[],
  variables: number,
): { columns: VariableIndex[]; touched: BalanceRow[] } {
  const rowsOf: Cells<VariableIndex, BalanceRow[]> = Array.from({ length: variables }, () => []);
  rows.forEach((row, i) => {
    for (const column of row) rowsOf[column]!.push(i);
  });
  const columns = [...start];
  const isColumn = new Set(start);
  const touched = new Set<BalanceRow>();
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
