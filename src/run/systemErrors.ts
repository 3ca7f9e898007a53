/** Why a system of equations has no solution. */

import { type Block, blockVariables, type SystemBlock } from "../compile/blocks.ts";
import { knownMessage } from "../compile/message.ts";
import type { Program } from "../compile/program.ts";
import { showSource } from "../compile/source.ts";
import { listNames } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { variablesOf } from "../symbolic/traverse.ts";

/** Truth values that contradict each other. */
export function noAgreement(program: Program, block: SystemBlock, t: number): RattlebackError {
  const { variables, equations } = program.state;
  const names = [...block.iterated, ...block.solved.map(({ variable }) => variable)].map((v) => variables[v]!.name);
  const { text } = equations[block.equations[0]!]!.source;
  return new RattlebackError("E-MIXED", `No truth values of ${listNames(names)} agree with each other at t = ${t}.`, {
    path: names[0]!,
    where: text,
    because: "they determine each other, and substituting them in turn never settles",
    hint: "use the value before the event in one of the equations: b = not pre(b)",
    data: { names, t },
  });
}

/** Switch positions that contradict the solution. */
export function noMode(program: Program, block: SystemBlock, t: number): RattlebackError {
  const texts = block.relations.map((k) => program.state.relations[k]!.text);
  return new RattlebackError(
    "E-MIXED",
    `No combination of ${listNames(texts)} is consistent with the equations at t = ${t}.`,
    {
      path: program.state.variables[blockVariables(block)[0]!]!.name,
      because: "whatever values they are given, the solution of the equations contradicts one of them",
      hint: isHeldBetween(program, block)
        ? "let friction elements that hold the same part act through a spring, or join them into one; a mass or inertia between them helps, too; friction: false leaves out that of an imported robot"
        : "give the ideal elements a small resistance or conductance, or check the circuit for a loop of ideal switches",
      data: { relations: texts, t },
    },
  );
}

/** An unknown is compared from both sides: friction, which holds up to a threshold in either direction, unlike diodes and switches. */
function isHeldBetween({ state }: Program, block: SystemBlock): boolean {
  const above = new Set<number>();
  const below = new Set<number>();
  for (const k of block.relations) {
    const { op, args } = state.relations[k]!.expression;
    const isGreater = op === "gt" || op === "ge";
    for (const v of variablesOf(args[0]!)) (isGreater ? above : below).add(v);
    for (const v of variablesOf(args[1]!)) (isGreater ? below : above).add(v);
  }
  return [...block.iterated, ...block.solved.map(({ variable }) => variable)].some((v) => above.has(v) && below.has(v));
}

/** A solution that ends during the run: no step leads beyond that, or the curve of a step goes beyond it between its ends. */
export function lostSolution(
  program: Program,
  block: SystemBlock,
  t: number,
  place: "end" | "row" = "end",
): RattlebackError {
  const { variables, equations } = program.state;
  const names = block.iterated.map((v) => variables[v]!.name);
  const texts = block.equations.slice(0, 5).map((e) => `           ${showSource(equations[e]!.source)}`);
  return new RattlebackError(
    "E-SYSTEM-LOST",
    `The solution of the equations for ${listNames(names)} ends at t = ${t}.`,
    {
      path: names[0]!,
      where: `these equations:\n${texts.join("\n")}`,
      because:
        place === "end"
          ? "however small the step, they cannot be solved beyond this time"
          : "the states, which are as exact as the tolerance, are beyond where these equations have a solution",
      hint: "look for a solution that turns back or vanishes there, such as z in z^2 = x where x becomes negative; where it should only come near to that, a smaller tolerance",
      data: { unknowns: names, t },
    },
  );
}

/** Unknowns that become infinite during the run. */
export function unboundedSolution(program: Program, block: Block, t: number): RattlebackError {
  const { variables, equations } = program.state;
  const names = blockVariables(block).map((v) => variables[v]!.name);
  const own = block.kind === "system" ? block.equations : [block.equation];
  const texts = own.slice(0, 5).map((e) => `           ${showSource(equations[e]!.source)}`);
  return new RattlebackError("E-SYSTEM-POLE", `The equations for ${listNames(names)} are singular at t = ${t}.`, {
    path: names[0]!,
    where: `these equations:\n${texts.join("\n")}`,
    because: "their determinant changes its sign there, and the unknowns grow beyond all bounds",
    hint: "end the run before this time, or look for a coefficient that passes zero there: it should not, or its equation should say what holds then",
    data: { unknowns: names, t },
  });
}

/** What the components of these equations assert, and what cannot be checked where they have no solution. */
export function uncheckedAssertions({ state }: Program, block: SystemBlock): string {
  const paths = block.equations.map((e) => `${state.equations[e]!.source.path}.`);
  const messages = state.assertions
    .filter(({ source, isWarning }) => isWarning !== true && paths.some((path) => path.startsWith(`${source.path}.`)))
    .map(
      ({ source, message }) =>
        `\n           ${source.path === "" ? "the model" : `"${source.path}"`} asserts: ${knownMessage(message)}`,
    );
  return messages.length === 0 ? "" : `; what could not be checked without a solution:${messages.slice(0, 8).join("")}`;
}
