/**
 * Generated code for derivatives of one number by everything: the sorted blocks backwards.
 *
 *     v = g(a, b, …)        ā ← ā + ∂g/∂a · v̄,   b̄ ← b̄ + ∂g/∂b · v̄, …   then v̄ ← 0
 *
 * with ā the derivative of the number by a. The code reads values that full() has computed at the same point.
 *
 * Source   [Griewank2008] sec. 3.2
 */
import { type Assignment, type Block, blockExpressions, type SystemBlock } from "../compile/blocks.ts";
import { CodeWriter } from "../compile/emit.ts";
import type { Program, RunServices } from "../compile/program.ts";
import * as elementary from "../math/elementary.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { EquationIndex } from "../symbolic/indices.ts";
import { leafPartials } from "./leafPartials.ts";

/** Statements per generated function: very long ones are not optimised by the engine. */
const pieceLength = 60;

/** Derivatives of one number by all variables, parameters and values before the event, and by time, which "rates" leaves out. */
export interface Adjoints {
  readonly variables: Float64Array;
  readonly parameters: Float64Array;
  readonly before: Float64Array;
  readonly time: Float64Array;
}

type AdjointFunction<Last extends unknown[]> = (
  t: number,
  X: Float64Array,
  V: Float64Array,
  P: Float64Array,
  R: Float64Array,
  Q: Float64Array,
  S: RunServices,
  A: Adjoints,
  ...last: Last
) => void;

export interface AdjointCode {
  /** Through what the derivatives of the states need. */
  readonly rates: AdjointFunction<[solve: (system: number) => void]>;
  readonly full: AdjointFunction<[solve: (system: number) => void]>;
  /** Per system: through the variables that are solved in sequence, and through its residuals, whose adjoints are given. */
  readonly solved: readonly AdjointFunction<[]>[];
  readonly residuals: readonly AdjointFunction<[residuals: Float64Array]>[];
}

const signature = "t, X, V, P, R, Q, S, A";

/** What a piece of code goes through: where the adjoint of an expression is found, and the expression. */
interface Passage {
  readonly adjoint: string;
  readonly isVariable: boolean;
  readonly e: Expr;
}

export function adjointCode(program: Program): AdjointCode {
  const { blocks, systems } = program;
  const parts = [
    functionText(program, "rates", blocksOfRates(program), false),
    functionText(program, "full", blocks, true),
    ...systems.map(({ index, solved }) => functionText(program, `solved${index}`, sequenceOf(solved), true)),
    ...systems.map(({ index, residuals }) => {
      const passages = residuals.map((e, i) => ({ adjoint: `B[${i}]`, isVariable: false, e }));
      return `function residual${index}(${signature}, B) {\n${pieceText(program, passages, true)}\n}`;
    }),
  ];
  const list = (name: string): string => `[${systems.map(({ index }) => `${name}${index}`).join(", ")}]`;
  parts.push(`return { rates, full, solved: ${list("solved")}, residuals: ${list("residual")} };`);
  return new Function("elementary", `"use strict";\n${parts.join("\n")}`)(elementary) as AdjointCode;
}

/** What the derivatives of the states need, constants and discrete variables included. */
function blocksOfRates({ blocks, states, state }: Program): Block[] {
  const isNeeded = new Uint8Array(state.variables.length);
  for (const v of states) isNeeded[state.variables[v]!.derivative] = 1;
  const isUsed = (block: Block): boolean =>
    block.kind === "assignment"
      ? isNeeded[block.variable] === 1
      : [...block.iterated, ...block.solved.map(({ variable }) => variable)].some((v) => isNeeded[v] === 1);
  const used = blocks.toReversed().filter((block) => {
    if (!isUsed(block)) return false;
    for (const e of blockExpressions(block))
      for (const { leaf } of leafPartials(state, e)) if (leaf.op === "var") isNeeded[leaf.value] = 1;
    return true;
  });
  return used.reverse();
}

function sequenceOf(solved: SystemBlock["solved"]): Assignment[] {
  return solved.map((item) => ({ kind: "assignment", equation: -1 as EquationIndex, ...item }));
}

function functionText(program: Program, name: string, blocks: readonly Block[], withTime: boolean): string {
  const pieces: string[] = [];
  const calls: string[] = [];
  let open: Passage[] = [];
  const close = (): void => {
    if (open.length === 0) return;
    const piece = `${name}_${pieces.length}`;
    pieces.push(`function ${piece}(${signature}) {\n${pieceText(program, open, withTime)}\n}`);
    calls.push(`${piece}(${signature});`);
    open = [];
  };
  for (const block of blocks.toReversed()) {
    if (block.kind === "system") {
      close();
      calls.push(`solve(${block.index});`);
      continue;
    }
    open.push({ adjoint: `W[${block.variable}]`, isVariable: true, e: block.value });
    if (open.length === pieceLength) close();
  }
  close();
  return `${pieces.join("\n")}\nfunction ${name}(${signature}, solve) {\n  ${calls.join("\n  ")}\n}`;
}

function pieceText(program: Program, passages: readonly Passage[], withTime: boolean): string {
  const { state, states } = program;
  const stateIndex = new Int32Array(state.variables.length).fill(-1);
  states.forEach((v, k) => {
    stateIndex[v] = k;
  });
  const writer = new CodeWriter(state, stateIndex, false);
  const sums = passages.map(({ e }) => leafPartials(state, e).filter(({ leaf }) => withTime || leaf.op !== "time"));
  for (const partials of sums) for (const { partial } of partials) writer.count(partial);
  let names = 0;
  const body = passages.map(({ adjoint, isVariable }, i) => {
    const terms = sums[i]!.map(({ leaf, partial }) => {
      if (partial === state.b.one) return `${placeText(leaf)} += a;`;
      const name = `g${names++}`;
      writer.lines.push(`const ${name} = ${writer.number(partial)};`);
      return `${placeText(leaf)} += ${name} * a;`;
    });
    const reset = isVariable ? `${adjoint} = 0; ` : "";
    return `a = ${adjoint};\n  if (a !== 0) { ${reset}${terms.join(" ")} }`;
  });
  const opening = "let a; const W = A.variables, Y = A.parameters, U = A.before;";
  return `  ${opening}\n  ${writer.lines.join("\n  ")}\n  ${body.join("\n  ")}`;
}

function placeText({ op, value }: Expr): string {
  if (op === "time") return "A.time[0]";
  return `${op === "var" ? "W" : op === "par" ? "Y" : "U"}[${value}]`;
}
