/** The exact Jacobian of a model, or at least its sparsity, in the form that the solvers take. */
import { type ExactJacobian, exactJacobian } from "../compile/jacobian.ts";
import type { Program } from "../compile/program.ts";
import type { OdeSystem } from "../integrate/problem.ts";
import { type SparseStructure, sparseStructure } from "../math/matrixStructure.ts";
import type { RunningModel } from "./runningModel.ts";

/** Smaller systems are solved faster with full matrices. */
const smallestSparseSize = 30;
/** A matrix fuller than this is treated as full. */
const largestSparseFill = 0.3;

const known = new WeakMap<Program, { exact: ExactJacobian; structure: SparseStructure | undefined }>();

export function solverJacobian(model: RunningModel): Pick<OdeSystem, "jacobian" | "sparsity"> {
  const { program } = model;
  if (program.state.components.length > 0) return {};
  let entry = known.get(program);
  if (entry === undefined) {
    entry = build(program);
    known.set(program, entry);
  }
  const { exact, structure } = entry;
  const { evaluate } = exact;
  return {
    ...(structure !== undefined && { sparsity: structure }),
    ...(evaluate !== undefined && {
      jacobian: (t: number, y: Float64Array, J: Float64Array) => model.jacobian(evaluate, t, y, J),
    }),
  };
}

function build(program: Program): { exact: ExactJacobian; structure: SparseStructure | undefined } {
  const { states, state } = program;
  const n = states.length;
  const derivatives = states.map((v) => state.variables[v]!.derivative);
  let structure: SparseStructure | undefined;
  const exact = exactJacobian(program, derivatives, [], (pattern) => {
    const count = pattern.reduce((sum, rows) => sum + rows.length, 0);
    if (n < smallestSparseSize || count > largestSparseFill * n * n) return (row, column) => row + n * column;
    const entries: [number, number][] = [];
    pattern.forEach((rows, column) => {
      for (const row of rows) entries.push([row, column]);
    });
    const sparse = sparseStructure(n, entries);
    structure = sparse;
    const place = new Map<number, number>();
    for (let c = 0; c < n; c++)
      for (let p = sparse.columnPointers[c]!; p < sparse.columnPointers[c + 1]!; p++)
        place.set(sparse.rowIndices[p]! + n * c, p);
    return (row, column) => place.get(row + n * column)!;
  });
  return { exact, structure };
}
