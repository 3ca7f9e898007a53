/**
 * Code generation: the sorted blocks as JavaScript over flat arrays.
 *
 *     rhs(t, X, D, V, P, R, Q, S)       derivatives of the states; relations frozen, discrete values read from V
 *     full(…)                           all variables; relations updated during event iteration
 *     crossings(…)                      the variables that relations need
 *     indicators(…, G)                  values whose sign changes are events
 *     residual_k, jacobian_k            one set per system of equations, with
 *     relations_k(…, G)                 the values whose signs decide the relations of its unknowns
 *
 * Legend   X states   D their derivatives   V variables   P parameters   R relations   Q values before the event
 *          S the run: flags, systems of equations, user functions
 *
 * Functions are cut into pieces of limited size, because very long ones are not optimised by the engine.
 */
import type { Expr } from "../symbolic/expression.ts";
import { variablesOf } from "../symbolic/traverse.ts";
import { type Block, blockExpressions, blockVariables, type SystemBlock } from "./blocks.ts";
import { copyLoops } from "./copyLoops.ts";
import { CodeWriter, commentName } from "./emit.ts";
import type { CompileState } from "./state.ts";
import { differencesCode, systemCode } from "./systemCode.ts";
import type { Variability } from "./variability.ts";

const signature = "t, X, D, V, P, R, Q, S";
/** Statements per generated function: large enough to share locals, small enough to be optimised. */
const pieceLength = 250;

export interface CodePlan {
  readonly state: CompileState;
  readonly blocks: readonly Block[];
  readonly states: readonly number[];
  readonly variability: Variability;
}

export function generateCode(plan: CodePlan): string {
  const { state, blocks, states } = plan;
  const stateIndex = new Int32Array(state.variables.length).fill(-1);
  states.forEach((v, k) => {
    stateIndex[v] = k;
  });
  const derivativeIndex = new Map(states.map((v, k) => [state.variables[v]!.derivative, k]));
  const parts: string[] = [];
  const needed = plan.variability;
  parts.push(
    functionCode(
      plan,
      "rhs",
      blocks.filter((_, i) => needed.rhs[i] === 1),
      stateIndex,
      derivativeIndex,
      "needed",
    ),
  );
  parts.push(functionCode(plan, "full", blocks, stateIndex, derivativeIndex, "all"));
  parts.push(
    functionCode(
      plan,
      "crossings",
      blocks.filter((_, i) => needed.crossings[i] === 1),
      stateIndex,
      new Map(),
      "all",
      false,
    ),
  );
  const systems = blocks.filter((block): block is SystemBlock => block.kind === "system");
  for (const system of systems) parts.push(systemCode(state, system, stateIndex));
  const list = (name: string): string => `[${systems.map(({ index }) => `${name}${index}`).join(", ")}]`;
  const crossing = state.relations.map((_, k) => k).filter((k) => state.relations[k]!.timeEvent === undefined);
  parts.push(differencesCode(state, stateIndex, "indicators(t, X, V, P, R, Q, S, G)", crossing));
  const lists = `residuals: ${list("residual")}, jacobians: ${list("jacobian")}, relations: ${list("relations")}`;
  parts.push(`return { rhs, full, crossings, indicators, ${lists} };`);
  return `"use strict";\n${parts.join("\n")}\n`;
}

function functionCode(
  plan: CodePlan,
  name: string,
  blocks: readonly Block[],
  stateIndex: Int32Array,
  derivativeIndex: ReadonlyMap<number, number>,
  stores: "needed" | "all",
  updatesRelations = stores === "all",
): string {
  const pieces = cut(blocks);
  const isStored = stores === "all" ? () => true : storedVariables(pieces);
  const written = new Set<number>();
  const texts: string[] = [];
  pieces.forEach((piece, k) => {
    const writer = new CodeWriter(plan.state, stateIndex, updatesRelations);
    for (const block of piece) if (block.kind === "assignment") writer.count(block.value);
    for (const block of piece) {
      if (block.kind === "system") {
        writer.lines.push(`S.solve(${block.index}, t);`);
        for (const variable of blockVariables(block)) {
          writer.forget(variable);
          const d = derivativeIndex.get(variable);
          if (d !== undefined) {
            writer.lines.push(`D[${d}] = V[${variable}];`);
            written.add(variable);
          }
        }
        continue;
      }
      const local = writer.assign(block.variable, block.value);
      if (isStored(block.variable))
        writer.lines.push(
          `V[${block.variable}] = ${local}; // ${commentName(plan.state.variables[block.variable]!.name)}`,
        );
      const d = derivativeIndex.get(block.variable);
      if (d !== undefined) {
        writer.lines.push(`D[${d}] = ${local};`);
        written.add(block.variable);
      }
    }
    texts.push(`function ${name}${k}(${signature}) {\n  ${writer.lines.join("\n  ")}\n}`);
  });
  const rest = [...derivativeIndex].filter(([variable]) => !written.has(variable));
  const tail = copyLoops(
    "D",
    rest.map(([variable, target]) => {
      const isState = stateIndex[variable]! >= 0;
      return { target, from: isState ? "X" : "V", source: isState ? stateIndex[variable]! : variable };
    }),
  );
  const head = stores === "all" && updatesRelations ? stateStores(plan.states) : "";
  const calls = pieces.map((_, k) => `${name}${k}(${signature});`);
  return `${texts.join("\n")}\nfunction ${name}(${signature}) {\n  ${[head, ...calls, ...tail].join("\n  ")}\n}`;
}

/** V holds the states too, for results and for the code of systems. */
function stateStores(states: readonly number[]): string {
  if (states.length > 60) return "for (let k = 0; k < S.stateVariables.length; k++) V[S.stateVariables[k]] = X[k];";
  return states.map((v, k) => `V[${v}] = X[${k}];`).join(" ");
}

function cut(blocks: readonly Block[]): Block[][] {
  const pieces: Block[][] = [];
  for (let i = 0; i < blocks.length; i += pieceLength) pieces.push(blocks.slice(i, i + pieceLength));
  return pieces;
}

/** Variables that another piece or a system of equations reads. */
function storedVariables(pieces: readonly (readonly Block[])[]): (variable: number) => boolean {
  const home = new Map<number, number>();
  const stored = new Set<number>();
  pieces.forEach((piece, k) => {
    for (const block of piece) if (block.kind === "assignment") home.set(block.variable, k);
  });
  const read = (expression: Expr, from: number): void => {
    for (const variable of variablesOf(expression)) if (home.get(variable) !== from) stored.add(variable);
  };
  pieces.forEach((piece, k) => {
    for (const block of piece) {
      if (block.kind === "assignment") read(block.value, k);
      else for (const expression of blockExpressions(block)) read(expression, -1);
    }
  });
  return (variable) => stored.has(variable);
}
