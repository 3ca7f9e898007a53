/** The exact Jacobian of a model, or at least its sparsity, in the form that the solvers take. */

import { type ExactJacobian, exactJacobian } from "../compile/jacobian.ts";
import type { Program } from "../compile/program.ts";
import type { OdeSystem } from "../integrate/problem.ts";
import type { CouplingBlock } from "../language/predefined.ts";
import { type SparseStructure, sparseStructure } from "../math/matrixStructure.ts";
import type { RunningModel } from "./runningModel.ts";

/** Smaller systems are solved faster with full matrices. */
const smallestSparseSize = 30;
/** When many are solved with the same factors, substitution counts, where few entries pay sooner. */
const smallestRepeatedSize = 12;
/** A matrix fuller than this is treated as full. */
const largestSparseFill = 0.3;

interface KnownJacobian {
  readonly exact: ExactJacobian;
  readonly structure: SparseStructure | undefined;
}

const single = new WeakMap<Program, KnownJacobian>();
const repeated = new WeakMap<Program, KnownJacobian>();

/** `isRepeated`: the solver has many blocks with this matrix. */
export function solverJacobian(
  model: RunningModel,
  isRepeated: boolean,
): Pick<OdeSystem, "jacobian" | "sparsity" | "isJacobianDerived"> {
  const { program } = model;
  if (program.state.components.length > 0) return hiddenSparsity(model);
  let entry = (isRepeated ? repeated : single).get(program);
  if (entry === undefined) {
    entry = build(program, isRepeated ? smallestRepeatedSize : smallestSparseSize);
    if (isRepeated) repeated.set(program, entry);
    else single.set(program, entry);
  }
  const { exact, structure } = entry;
  const { evaluate } = exact;
  return {
    isJacobianDerived: true,
    ...(structure !== undefined && { sparsity: structure }),
    ...(evaluate !== undefined && {
      jacobian: (t: number, y: Float64Array, J: Float64Array) => model.jacobian(evaluate, t, y, J),
    }),
  };
}

/** With hidden states the solver takes differences; what is known about their couplings makes these cheap. */
function hiddenSparsity(model: RunningModel): Pick<OdeSystem, "sparsity"> {
  const pattern = hiddenPattern(model);
  const structure = pattern && matrixLayout(pattern).structure;
  return structure === undefined ? {} : { sparsity: structure };
}

/** Rows of every column of the Jacobian; undefined when components do not tell, or equations dominate. */
function hiddenPattern({ hidden, visibleStates }: RunningModel): (readonly number[])[] | undefined {
  const { couplings } = hidden;
  if (couplings === undefined) return undefined;
  const n = visibleStates + hidden.stateCount;
  if (visibleStates > largestSparseFill * n) return undefined;
  const all = Array.from({ length: n }, (_, i) => i);
  const visible = all.slice(0, visibleStates);
  const pattern = all.map((column) => (column < visibleStates ? all : [...visible]));
  for (const { rows, columns } of couplings)
    for (const column of columns) for (const row of rows) pattern[visibleStates + column]!.push(visibleStates + row);
  for (let column = visibleStates; column < n; column++)
    if (pattern[column]!.length === visibleStates) pattern[column]!.push(column);
  return pattern;
}

/** The same for some of the states, which no other acts on: places in their own vector. */
export function blockPattern(blocks: readonly CouplingBlock[], places: Int32Array): number[][] {
  const own = new Map(Array.from(places, (place, k) => [place, k]));
  const pattern: number[][] = Array.from(places, () => []);
  for (const { rows, columns } of blocks) {
    if (columns.length === 0 || !own.has(columns[0]!)) continue;
    for (const column of columns) for (const row of rows) pattern[own.get(column)!]!.push(own.get(row)!);
  }
  return pattern;
}

/** Multiplications of a factorisation of the Jacobian, roughly, fill-in left out. */
export function factorisationCost(model: RunningModel): number {
  const n = model.X.length;
  const pattern = model.program.state.components.length > 0 ? hiddenPattern(model) : undefined;
  return pattern === undefined ? n * n * n : patternCost(pattern);
}

export function patternCost(pattern: readonly (readonly number[])[]): number {
  return pattern.reduce((sum, rows) => sum + rows.length * rows.length, 0);
}

function build(program: Program, smallest: number): KnownJacobian {
  const { states, state } = program;
  const derivatives = states.map((v) => state.variables[v]!.derivative);
  let structure: SparseStructure | undefined;
  const exact = exactJacobian(program, derivatives, [], (pattern) => {
    const layout = matrixLayout(pattern, smallest);
    structure = layout.structure;
    return layout.place;
  });
  return { exact, structure };
}

/** Where the entries of a square matrix with the given non-zeros per column are stored: sparse when that pays, otherwise dense. */
export function matrixLayout(
  pattern: readonly (readonly number[])[],
  smallest = smallestSparseSize,
): {
  structure: SparseStructure | undefined;
  place: (row: number, column: number) => number;
} {
  const n = pattern.length;
  const count = pattern.reduce((sum, rows) => sum + rows.length, 0);
  if (n < smallest || count > largestSparseFill * n * n)
    return { structure: undefined, place: (row, column) => row + n * column };
  const entries: [number, number][] = [];
  pattern.forEach((rows, column) => {
    for (const row of rows) entries.push([row, column]);
  });
  const structure = sparseStructure(n, entries);
  const places = new Map<number, number>();
  for (let c = 0; c < n; c++)
    for (let p = structure.columnPointers[c]!; p < structure.columnPointers[c + 1]!; p++)
      places.set(structure.rowIndices[p]! + n * c, p);
  return { structure, place: (row, column) => places.get(row + n * column)! };
}
