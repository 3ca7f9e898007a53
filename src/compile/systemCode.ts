/**
 * Code of one system of equations: residuals as a function of the iteration variables, their exact Jacobian, and the differences
 * whose signs decide the relations of the unknowns.
 *
 * With z the iteration variables and v_i = g_i(v_1 … v_{i−1}, z) the variables solved in sequence,
 *
 *     dv_i/dz_j = Σ_k ∂g_i/∂v_k · dv_k/dz_j + ∂g_i/∂z_j,          J_rj = Σ_k ∂r/∂v_k · dv_k/dz_j + ∂r/∂z_j
 *
 * are emitted term by term; only structural non-zeros appear.
 */
import type { Expr } from "../symbolic/expression.ts";
import type { ColumnPlace, RelationIndex, VariableIndex } from "../symbolic/indices.ts";
import { variablesOf, visitNodes } from "../symbolic/traverse.ts";
import type { SystemBlock } from "./blocks.ts";
import { commentName } from "./codeText.ts";
import { CodeWriter } from "./emit.ts";
import { gradient } from "./partials.ts";
import type { CompileState } from "./state.ts";

const signature = "t, X, V, P, R, Q, S";

/** Positions of the non-zeros of the Jacobian, by columns; the layout in which jacobian_k writes. */
export interface SystemPattern {
  readonly size: number;
  readonly isDense: boolean;
  readonly columnPointers: Int32Array;
  readonly rowIndices: Int32Array;
}

const maximumDenseSize = 40;
/** A matrix of which more than this part is filled is better taken as full. */
const fullMatrix = 0.3;
const patterns = new WeakMap<SystemBlock, SystemPattern>();

export function systemPattern(block: SystemBlock): SystemPattern {
  let pattern = patterns.get(block);
  if (pattern === undefined) {
    pattern = makePattern(block);
    patterns.set(block, pattern);
  }
  return pattern;
}

/** For every variable of the block: the iteration variables it depends on. */
function dependence(block: SystemBlock): Map<VariableIndex, Set<ColumnPlace>> {
  const depends = new Map<VariableIndex, Set<ColumnPlace>>();
  block.iterated.forEach((variable, j) => {
    depends.set(variable, new Set([j as ColumnPlace]));
  });
  for (const { variable, value } of block.solved) depends.set(variable, columnsOf(value, depends));
  return depends;
}

function columnsOf(expression: Expr, depends: ReadonlyMap<VariableIndex, ReadonlySet<ColumnPlace>>): Set<ColumnPlace> {
  const columns = new Set<ColumnPlace>();
  for (const variable of variablesOf(expression)) for (const j of depends.get(variable) ?? []) columns.add(j);
  return columns;
}

function makePattern(block: SystemBlock): SystemPattern {
  const size = block.iterated.length;
  const depends = dependence(block);
  const rowsOf: Set<number>[] = Array.from({ length: size }, () => new Set());
  block.residuals.forEach((residual, i) => {
    for (const j of columnsOf(residual, depends)) rowsOf[j]!.add(i);
  });
  const filled = rowsOf.reduce((sum, rows) => sum + rows.size, 0);
  const isDense = size <= maximumDenseSize || filled > fullMatrix * size * size;
  if (!isDense) rowsOf.forEach((rows, j) => rows.add(j));
  const columnPointers = new Int32Array(size + 1);
  const rowIndices: number[] = [];
  rowsOf.forEach((rows, j) => {
    rowIndices.push(...[...rows].sort((a, b) => a - b));
    columnPointers[j + 1] = rowIndices.length;
  });
  return { size, isDense, columnPointers, rowIndices: Int32Array.from(rowIndices) };
}

/** Variables for the results of calls with effects that a system without iteration variables makes: others read the last of them. */
export function callsOfSystem(state: CompileState, block: SystemBlock): Map<number, string> {
  const calls = new Map<number, string>();
  if (block.iterated.length > 0) return calls;
  for (const { value } of block.solved)
    visitNodes(value, ({ op, value: fn, id }) => {
      if (op === "ucall" && state.functions[fn]!.hasEffects) calls.set(id, `residual${block.index}F${id}`);
    });
  return calls;
}

export function systemCode(state: CompileState, block: SystemBlock, stateIndex: Int32Array): string {
  const parts = [residualCode(state, block, stateIndex), jacobianCode(state, block, stateIndex)];
  for (const name of callsOfSystem(state, block).values()) parts.unshift(`let ${name};`);
  parts.push(differencesCode(state, stateIndex, `relations${block.index}`, block.relations));
  return parts.join("\n");
}

function residualCode(state: CompileState, block: SystemBlock, stateIndex: Int32Array): string {
  const keptCalls = { names: callsOfSystem(state, block), made: new Set<number>() };
  const writer = new CodeWriter(state, stateIndex, true, undefined, keptCalls);
  for (const { value } of block.solved) writer.count(value);
  for (const residual of block.residuals) writer.count(residual);
  block.iterated.forEach((variable, j) => {
    writer.lines.push(
      `const v${variable} = V[${variable}] = z[${j}]; // ${commentName(state.variables[variable]!.name)}`,
    );
    writer.define(variable, `v${variable}`);
  });
  for (const { variable, value } of block.solved) {
    const local = writer.assign(variable, value);
    writer.lines.push(`V[${variable}] = ${local}; // ${commentName(state.variables[variable]!.name)}`);
  }
  block.residuals.forEach((residual, i) => {
    writer.lines.push(`r[${i}] = ${writer.number(residual)};`);
  });
  return `function residual${block.index}(${signature}, z, r) {\n  ${writer.lines.join("\n  ")}\n}`;
}

function jacobianCode(state: CompileState, block: SystemBlock, stateIndex: Int32Array): string {
  const writer = new CodeWriter(state, stateIndex, false);
  if (block.iterated.length === 0) return `function jacobian${block.index}() {}`;
  const isOfBlock = new Set([...block.iterated, ...block.solved.map((item) => item.variable)]);
  const rows = [
    ...block.solved.map(({ variable, value }) => ({
      variable,
      residual: -1,
      partials: partialsOf(state, value, isOfBlock),
    })),
    ...block.residuals.map((residual, i) => ({
      variable: -1 as VariableIndex,
      residual: i,
      partials: partialsOf(state, residual, isOfBlock),
    })),
  ];
  for (const { partials } of rows) for (const { derivative } of partials) writer.count(derivative);
  /** Text of dv/dz_j per variable. */
  const sensitivity = new Map<VariableIndex, Map<number, string>>();
  block.iterated.forEach((variable, j) => {
    sensitivity.set(variable, new Map([[j, "1"]]));
  });
  const pattern = systemPattern(block);
  for (const { variable, residual, partials } of rows) {
    const terms = new Map<number, string[]>();
    for (const { of: inner, derivative } of partials) {
      const text = writer.number(derivative);
      for (const [j, rate] of sensitivity.get(inner) ?? []) {
        const list = terms.get(j) ?? [];
        list.push(rate === "1" ? `(${text})` : text === "1" ? rate : `(${text}) * ${rate}`);
        terms.set(j, list);
      }
    }
    if (variable >= 0) {
      const own = new Map<number, string>();
      for (const [j, list] of terms) {
        const name = `d${variable}_${j}`;
        writer.lines.push(`const ${name} = ${list.join(" + ")};`);
        own.set(j, name);
      }
      sensitivity.set(variable, own);
    } else
      for (const [j, list] of terms) writer.lines.push(`J[${positionOf(pattern, residual, j)}] = ${list.join(" + ")};`);
  }
  return `function jacobian${block.index}(${signature}, J) {\n  ${writer.lines.join("\n  ")}\n}`;
}

function partialsOf(
  state: CompileState,
  expression: Expr,
  isOfBlock: ReadonlySet<VariableIndex>,
): { of: VariableIndex; derivative: Expr }[] {
  return [...gradient(state, expression, (variable) => isOfBlock.has(variable))]
    .filter(([, derivative]) => derivative !== state.b.zero)
    .map(([of, derivative]) => ({ of, derivative }));
}

function positionOf(pattern: SystemPattern, row: number, column: number): number {
  if (pattern.isDense) return row + pattern.size * column;
  return pattern.rowIndices.indexOf(row, pattern.columnPointers[column]);
}

/** A function that sets G[i], positive where relation i of the list is true, from values that are computed already. */
export function differencesCode(
  state: CompileState,
  stateIndex: Int32Array,
  name: string,
  relations: readonly RelationIndex[],
): string {
  const differences = relations.map((k) => {
    const { op, args } = state.relations[k]!.expression;
    return op === "gt" || op === "ge" ? state.b.sub(args[0]!, args[1]!) : state.b.sub(args[1]!, args[0]!);
  });
  return valuesCode(state, stateIndex, name, differences);
}

/** A function that sets G[i] to expression i of the list, from values that are computed already. */
export function valuesCode(
  state: CompileState,
  stateIndex: Int32Array,
  name: string,
  expressions: readonly Expr[],
): string {
  const writer = new CodeWriter(state, stateIndex, false);
  for (const expression of expressions) writer.count(expression);
  expressions.forEach((expression, i) => {
    writer.lines.push(`G[${i}] = ${writer.number(expression)};`);
  });
  return `function ${name}(${signature}, G) {\n  ${writer.lines.join("\n  ")}\n}`;
}
