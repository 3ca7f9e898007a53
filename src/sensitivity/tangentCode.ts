/**
 * Generated code for derivatives along directions: the sorted blocks once more, differentiated.
 *
 *     v = g(a, b, …)        dv = Σ ∂g/∂a · da
 *     r(z, a) = 0           dz = −(∂r/∂z)⁻¹ · Σ ∂r/∂a · da        by the run, with the factors of the system
 *
 * The code reads values that full() has computed at the same point. Partial derivatives are computed once for all directions.
 */
import { type Assignment, type Block, blockExpressions } from "../compile/blocks.ts";
import { CodeWriter } from "../compile/emit.ts";
import type { Program, RunServices } from "../compile/program.ts";
import * as elementary from "../math/elementary.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { EquationIndex } from "../symbolic/indices.ts";
import type { Directions } from "./directions.ts";
import { leafPartials } from "./leafPartials.ts";

/** Statements per generated function: very long ones are not optimised by the engine. */
const pieceLength = 60;

/** Solves the linearised system of equations for the derivatives of its unknowns. */
export type SystemTangent = (system: number, t: number) => void;

export type TangentFunction = (
  t: number,
  X: Float64Array,
  V: Float64Array,
  P: Float64Array,
  R: Float64Array,
  Q: Float64Array,
  S: RunServices,
  T: Directions,
  solve: SystemTangent,
) => void;

export type ResidualTangent = (
  t: number,
  X: Float64Array,
  V: Float64Array,
  P: Float64Array,
  R: Float64Array,
  Q: Float64Array,
  S: RunServices,
  T: Directions,
  /** Row by row, as directions are. */
  residuals: Float64Array,
) => void;

export interface TangentCode {
  /** What the derivatives of the states need. */
  readonly rates: TangentFunction;
  readonly full: TangentFunction;
  /** Per system: the variables that are solved in sequence, and its residuals. */
  readonly solved: readonly TangentFunction[];
  readonly residuals: readonly ResidualTangent[];
}

const signature = "t, X, V, P, R, Q, S, T";
const opening = "const m = T.count, W = T.variables, Y = T.parameters, U = T.before, Z = T.time;";

/** `isActive`: parameters whose derivatives are not all zero. */
export function tangentCode(program: Program, isActive: (parameter: number) => boolean): TangentCode {
  const { blocks, systems, variability } = program;
  const parts = [
    functionText(
      program,
      isActive,
      "rates",
      blocks.filter((_, i) => variability.rhs[i] === 1),
    ),
    functionText(program, isActive, "full", blocks),
    ...systems.map(({ index, solved }) =>
      functionText(
        program,
        isActive,
        `solved${index}`,
        solved.map((item): Assignment => ({ kind: "assignment", equation: -1 as EquationIndex, ...item })),
      ),
    ),
    ...systems.map(({ index, residuals }) => {
      const targets = residuals.map((e, i) => ({ place: `B[${i} * m + k]`, e }));
      return `function residual${index}(${signature}, B) {\n${pieceText(program, isActive, targets)}\n}`;
    }),
  ];
  const list = (name: string): string => `[${systems.map(({ index }) => `${name}${index}`).join(", ")}]`;
  parts.push(`return { rates, full, solved: ${list("solved")}, residuals: ${list("residual")} };`);
  return new Function("elementary", `"use strict";\n${parts.join("\n")}`)(elementary) as TangentCode;
}

/** true when the model has something whose derivative along a direction is not known here: delayed values. */
export function hasUnknownTangents({ state, blocks }: Program): boolean {
  if (state.delays.length > 0) return true;
  return blocks.some((block) => blockExpressions(block).some((e) => e.op === "delay"));
}

function functionText(
  program: Program,
  isActive: (parameter: number) => boolean,
  name: string,
  blocks: readonly Block[],
): string {
  const pieces: string[] = [];
  const calls: string[] = [];
  let open: { place: string; e: Expr }[] = [];
  const close = (): void => {
    if (open.length === 0) return;
    const piece = `${name}_${pieces.length}`;
    pieces.push(`function ${piece}(${signature}) {\n${pieceText(program, isActive, open)}\n}`);
    calls.push(`${piece}(${signature});`);
    open = [];
  };
  for (const block of blocks) {
    if (block.kind === "system") {
      close();
      calls.push(`solve(${block.index}, t);`);
      continue;
    }
    open.push({ place: `W[${block.variable} * m + k]`, e: block.value });
    if (open.length === pieceLength) close();
  }
  close();
  return `${pieces.join("\n")}\nfunction ${name}(${signature}, solve) {\n  ${calls.join("\n  ")}\n}`;
}

/** Partial derivatives, then one loop over the directions. */
function pieceText(
  program: Program,
  isActive: (parameter: number) => boolean,
  targets: readonly { place: string; e: Expr }[],
): string {
  const { state, states } = program;
  const stateIndex = new Int32Array(state.variables.length).fill(-1);
  states.forEach((v, k) => {
    stateIndex[v] = k;
  });
  const writer = new CodeWriter(state, stateIndex, false);
  const sums = targets.map(({ place, e }) => ({
    place,
    partials: leafPartials(state, e).filter(({ leaf }) => leaf.op !== "par" || isActive(leaf.value)),
  }));
  for (const { partials } of sums) for (const { partial } of partials) writer.count(partial);
  let names = 0;
  const body = sums.map(({ place, partials }) => {
    const terms = partials.map(({ leaf, partial }) => {
      const rate = rateText(leaf);
      if (partial === state.b.one) return rate;
      const text = writer.number(partial);
      const name = `g${names++}`;
      writer.lines.push(`const ${name} = ${text};`);
      return `${name} * ${rate}`;
    });
    return `${place} = ${terms.length === 0 ? "0" : terms.join(" + ")};`;
  });
  return `  ${opening}\n  ${writer.lines.join("\n  ")}\n  for (let k = 0; k < m; k++) {\n    ${body.join("\n    ")}\n  }`;
}

function rateText({ op, value }: Expr): string {
  if (op === "time") return "Z[k]";
  return `${op === "var" ? "W" : op === "par" ? "Y" : "U"}[${value} * m + k]`;
}
