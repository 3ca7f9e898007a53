/** Equations of a model as the compiler solved them: assignments and systems, in the order of their computation. */
import { leafNames } from "../../src/compile/state.ts";
import type { InstantiatedModel } from "../../src/run/instantiate.ts";
import type { VariableIndex } from "../../src/symbolic/indices.ts";
import { print } from "../../src/symbolic/print.ts";

export interface SolvedBlock {
  /** What it computes. */
  readonly unknowns: readonly string[];
  /** `x = …`, or the equations of a system. */
  readonly lines: readonly string[];
  /** Empty for an assignment; else what kind of system it is. */
  readonly system: string;
}

/** Characters of one equation. */
const longestLine = 400;

export function solvedEquations({ program }: InstantiatedModel): SolvedBlock[] {
  const { state, blocks } = program;
  const names = leafNames(state);
  const nameOf = (v: VariableIndex): string => state.variables[v]!.name;
  const text = (line: string): string => (line.length > longestLine ? `${line.slice(0, longestLine)} …` : line);
  const solved = blocks.map((block): SolvedBlock => {
    if (block.kind === "assignment")
      return {
        unknowns: [nameOf(block.variable)],
        lines: [text(`${nameOf(block.variable)} = ${print(block.value, names)}`)],
        system: "",
      };
    const kind = `${block.isLinear ? "linear" : "nonlinear"} system of ${block.iterated.length + block.solved.length}`;
    return {
      unknowns: [...block.iterated, ...block.solved.map(({ variable }) => variable)].map(nameOf),
      lines: [
        ...block.solved.map(({ variable, value }) => text(`${nameOf(variable)} = ${print(value, names)}`)),
        ...block.residuals.map((residual) => text(`0 = ${print(residual, names)}`)),
      ],
      system: `${kind}, ${block.iterated.length} of them iterated: ${block.iterated.map(nameOf).join(", ")}`,
    };
  });
  const same = Array.from(state.aliases, ([index, { target, sign }]): SolvedBlock => {
    const value = sign === 0 ? "0" : `${sign < 0 ? "-" : ""}${nameOf(target)}`;
    return { unknowns: [nameOf(index)], lines: [`${nameOf(index)} = ${value}`], system: "" };
  });
  return [...solved, ...same];
}
