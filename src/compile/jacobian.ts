/**
 * Exact Jacobians of the sorted equations by forward differentiation: one generated function that fills
 * ∂(chosen variables)/∂(states, inputs), with its sparsity.
 *
 * For v = g(a, b, …):      dv/dx_c = Σ ∂g/∂a · da/dx_c
 * For a system r(z, a) = 0:   dz/dx_c = −(∂r/∂z)⁻¹ · Σ ∂r/∂a · da/dx_c      with the factors of its last solution
 *
 * An open system is not solved: its iteration variables are further columns, its residuals further rows.
 *
 * Only structural non-zeros appear. The code reads values that full() has computed at the same point.
 */

import * as elementary from "../math/elementary.ts";
import { differentiate } from "../symbolic/differentiate.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { ParameterIndex, VariableIndex } from "../symbolic/indices.ts";
import { contains, variablesOf, visitNodes } from "../symbolic/traverse.ts";
import { type Block, blockExpressions, blockVariables, type SystemBlock } from "./blocks.ts";
import { CodeWriter } from "./emit.ts";
import { containsOutsideRelations } from "./outsideRelations.ts";
import { gradient } from "./partials.ts";
import type { Program, RunServices } from "./program.ts";
import { userCallDerivative } from "./userCalls.ts";

/** More non-zero derivatives than this are not worth generated code; differences with the sparsity are used then. */
const maximumTerms = 60_000;
/** With more than this the matrix is taken for full. */
const maximumPatternTerms = 20 * maximumTerms;

/** Arguments of a function without derivative for which generated code still pays. */
const longestVector = 30;

export type JacobianFunctionCode = (
  t: number,
  X: Float64Array,
  V: Float64Array,
  P: Float64Array,
  R: Float64Array,
  Q: Float64Array,
  S: RunServices,
  J: Float64Array,
) => void;

export interface ExactJacobian {
  readonly rows: number;
  readonly columns: number;
  /** Non-zeros of each column: sorted rows. undefined: too many to be worth knowing. */
  readonly pattern: readonly (readonly number[])[] | undefined;
  /** J(row, column) at J[row + rows·column]; undefined when there are too many terms. */
  readonly source: string;
  readonly evaluate: JacobianFunctionCode | undefined;
}

/**
 * Derivatives of the variables `outputs`, then of the residuals of the `open` systems, with respect to the states, the parameters
 * `inputs` and the iteration variables of the open systems (in this order). `position(row, column)` is the place of an entry in
 * the array.
 */
export function exactJacobian(
  program: Program,
  outputs: readonly VariableIndex[],
  inputs: readonly ParameterIndex[],
  position: ((pattern: readonly (readonly number[])[]) => (row: number, column: number) => number) | undefined,
  open: readonly SystemBlock[] = [],
): ExactJacobian {
  const { states } = program;
  const openColumn = new Map<VariableIndex, number>();
  for (const v of open.flatMap(({ iterated }) => iterated))
    openColumn.set(v, states.length + inputs.length + openColumn.size);
  const columns = states.length + inputs.length + openColumn.size;
  const rows = outputs.length + openColumn.size;
  const needed = neededFor(program.blocks, outputs);
  const inputColumn = new Map(inputs.map((p, k) => [p, states.length + k]));
  const depends = new Map<VariableIndex, ReadonlySet<number>>();
  states.forEach((v, k) => {
    depends.set(v, new Set([k]));
  });
  let terms = 0;
  for (const block of needed) {
    const isOpen = block.kind === "system" && open.includes(block);
    if (isOpen) for (const v of block.iterated) depends.set(v, new Set([openColumn.get(v)!]));
    const list = block.kind === "assignment" ? [block] : isOpen ? block.solved : [];
    for (const { variable, value } of list) {
      const set = columnsOf(value, depends, inputColumn);
      terms += set.size;
      depends.set(variable, set);
    }
    if (block.kind === "system" && !isOpen) {
      const set = new Set<number>();
      for (const e of blockExpressions(block)) for (const c of columnsOf(e, depends, inputColumn)) set.add(c);
      for (const v of blockVariables(block)) depends.set(v, set);
      terms += set.size * blockVariables(block).length;
    }
    if (terms > maximumPatternTerms) return { rows, columns, pattern: undefined, source: "", evaluate: undefined };
  }
  const pattern: number[][] = Array.from({ length: columns }, () => []);
  outputs.forEach((v, row) => {
    for (const c of depends.get(v) ?? []) pattern[c]!.push(row);
  });
  const residuals = open.flatMap((block) => block.residuals);
  residuals.forEach((residual, k) => {
    const set = columnsOf(residual, depends, inputColumn);
    terms += set.size;
    for (const c of set) pattern[c]!.push(outputs.length + k);
  });
  const place = position === undefined ? (row: number, column: number) => row + rows * column : position(pattern);
  if (terms > maximumTerms || needed.some((block) => callsLongVectors(program, block)))
    return { rows, columns, pattern, source: "", evaluate: undefined };
  const source = jacobianSource(program, needed, outputs, residuals, inputColumn, openColumn, depends, place);
  return {
    rows,
    columns,
    pattern,
    source,
    evaluate: new Function("elementary", `"use strict";\n${source}\nreturn jacobian;`)(
      elementary,
    ) as JacobianFunctionCode,
  };

  function neededFor(blocks: readonly Block[], wanted: readonly VariableIndex[]): Block[] {
    const isWanted = new Set(wanted);
    const list: Block[] = [];
    for (let i = blocks.length - 1; i >= 0; i--) {
      const block = blocks[i]!;
      if (!blockVariables(block).some((v) => isWanted.has(v))) continue;
      list.push(block);
      for (const e of blockExpressions(block)) variablesOf(e, isWanted);
    }
    return list.reverse();
  }
}

/** A function of a long vector without a derivative: differences of the whole model cost less than differences per element. */
function callsLongVectors({ state }: Program, block: Block): boolean {
  return blockExpressions(block).some((e) =>
    contains(
      e,
      ({ op, value, args }) =>
        op === "ucall" &&
        state.functions[value]!.derivative === undefined &&
        args.reduce((sum, arg) => sum + (arg.op === "pack" ? arg.args.length : 1), 0) > longestVector,
    ),
  );
}

function columnsOf(
  e: Expr,
  depends: ReadonlyMap<VariableIndex, ReadonlySet<number>>,
  inputColumn: ReadonlyMap<ParameterIndex, number>,
): Set<number> {
  const set = new Set<number>();
  containsOutsideRelations(e, ({ op, value }) => {
    if (op === "var") for (const c of depends.get(value) ?? []) set.add(c);
    else if (op === "par") {
      const c = inputColumn.get(value);
      if (c !== undefined) set.add(c);
    }
    return false;
  });
  return set;
}

function jacobianSource(
  program: Program,
  blocks: readonly Block[],
  outputs: readonly VariableIndex[],
  residuals: readonly Expr[],
  inputColumn: ReadonlyMap<ParameterIndex, number>,
  openColumn: ReadonlyMap<VariableIndex, number>,
  depends: ReadonlyMap<VariableIndex, ReadonlySet<number>>,
  place: (row: number, column: number) => number,
): string {
  const { state, states } = program;
  const stateIndex = new Int32Array(state.variables.length).fill(-1);
  states.forEach((v, k) => {
    stateIndex[v] = k;
  });
  const writer = new CodeWriter(state, stateIndex, false);
  /** dv/dx_c as text. */
  const rates = new Map<VariableIndex, Map<number, string>>();
  states.forEach((v, k) => {
    rates.set(v, new Map([[k, "1"]]));
  });
  const columnTerms = (e: Expr): Map<number, string[]> => {
    const found: { derivative: Expr; column: number; rate: string }[] = [];
    for (const [v, derivative] of gradient(state, e, (variable) => (rates.get(variable)?.size ?? 0) > 0))
      for (const [column, rate] of rates.get(v)!) found.push({ derivative, column, rate });
    const parameters = new Set<ParameterIndex>();
    visitNodes(e, (node) => {
      if (node.op === "par" && inputColumn.has(node.value)) parameters.add(node.value);
    });
    for (const p of parameters)
      found.push({ derivative: partialByParameter(program, e, p), column: inputColumn.get(p)!, rate: "1" });
    // derivatives of one expression have most of their parts in common
    for (const { derivative } of found) writer.count(derivative);
    const terms = new Map<number, string[]>();
    for (const { derivative, column, rate } of found) {
      if (derivative === state.b.zero) continue;
      const text = writer.number(derivative);
      const list = terms.get(column) ?? [];
      list.push(rate === "1" ? `(${text})` : `(${text}) * ${rate}`);
      terms.set(column, list);
    }
    return terms;
  };
  const keep = (v: VariableIndex, terms: Map<number, string[]>): void => {
    const own = new Map<number, string>();
    for (const [c, list] of terms) {
      const name = `d${v}_${c}`;
      writer.lines.push(`const ${name} = ${list.join(" + ")};`);
      own.set(c, name);
    }
    rates.set(v, own);
  };
  for (const block of blocks) {
    if (block.kind === "assignment") keep(block.variable, columnTerms(block.value));
    else if (openColumn.has(block.iterated[0]!)) {
      for (const v of block.iterated) rates.set(v, new Map([[openColumn.get(v)!, "1"]]));
      for (const { variable, value } of block.solved) keep(variable, columnTerms(value));
    } else systemRates(block, depends, columnTerms, keep, rates, writer);
  }
  outputs.forEach((v, row) => {
    for (const [c, rate] of rates.get(v) ?? []) writer.lines.push(`J[${place(row, c)}] = ${rate};`);
  });
  residuals.forEach((residual, k) => {
    for (const [c, list] of columnTerms(residual))
      writer.lines.push(`J[${place(outputs.length + k, c)}] = ${list.join(" + ")};`);
  });
  return `function jacobian(t, X, V, P, R, Q, S, J) {\n  ${writer.lines.join("\n  ")}\n}`;
}

/** Sensitivities of the unknowns of a system: one solution with its factors per column. */
function systemRates(
  block: SystemBlock,
  depends: ReadonlyMap<VariableIndex, ReadonlySet<number>>,
  columnTerms: (e: Expr) => Map<number, string[]>,
  keep: (v: VariableIndex, terms: Map<number, string[]>) => void,
  rates: Map<VariableIndex, Map<number, string>>,
  writer: CodeWriter,
): void {
  const columns = [...(depends.get(block.iterated[0]!) ?? [])];
  // first pass: iteration variables held fixed, so the solved ones depend on what is outside only
  for (const v of block.iterated) rates.set(v, new Map());
  for (const { variable, value } of block.solved) keep(variable, columnTerms(value));
  const residualTerms = block.residuals.map((residual) => columnTerms(residual));
  const n = block.iterated.length;
  const iterated = block.iterated.map(() => new Map<number, string>());
  for (const c of columns) {
    const name = `s${block.index}_${c}`;
    const entries = residualTerms.map((terms) => terms.get(c)?.join(" + ") ?? "0");
    writer.lines.push(`const ${name} = S.sensitivity(${block.index}, t, [${entries.join(", ")}]);`);
    for (let j = 0; j < n; j++) iterated[j]!.set(c, `${name}[${j}]`);
  }
  block.iterated.forEach((v, j) => {
    rates.set(v, iterated[j]!);
  });
  // second pass: the solved variables with everything
  for (const { variable, value } of block.solved) {
    const terms = columnTerms(value);
    const own = new Map<number, string>();
    for (const [c, list] of terms) {
      const name = `e${variable}_${c}`;
      writer.lines.push(`const ${name} = ${list.join(" + ")};`);
      own.set(c, name);
    }
    rates.set(variable, own);
  }
}

function partialByParameter(program: Program, e: Expr, parameter: ParameterIndex): Expr {
  const { state } = program;
  const b = state.b;
  const leaf = (node: Expr): Expr => (node.op === "par" && node.value === parameter ? b.one : b.zero);
  return differentiate(b, e, leaf, userCallDerivative(state, "jacobian"));
}
