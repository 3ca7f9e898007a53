/**
 * Code generation: the sorted blocks as JavaScript over flat arrays.
 *
 *     rhs(t, X, D, V, P, R, Q, S)       derivatives of the states; relations frozen, discrete values read from V
 *     full(…)                           all variables; relations updated during event iteration
 *     crossings(…)                      the variables that relations need
 *     motionCrossings(…)                the same without derivatives of components
 *     eventFunctions(…, G)              values whose sign changes are events
 *     divisors(…, G)                    values that equations were divided by to solve them
 *     timeFunctions(…, G)               functions of time alone that may have corners or jumps
 *     corners(…, G)                     values that are zero where something has a corner without an event
 *     assertions(…, G)                  conditions of assert(…), 0 where one is broken
 *     residual_k, jacobian_k            one set per system of equations, with
 *     relations_k(…, G)                 the values whose signs decide the relations of its unknowns
 *
 * Legend   X states   D their derivatives   V variables   P parameters   R relations   Q values before the event
 *          S the run: flags, systems of equations, user functions
 *
 * Functions are cut into pieces of limited size, because very long ones are not optimised by the engine; in large models equations
 * of the same shape become loops.
 */
import type { Expr } from "../symbolic/expression.ts";
import type { BlockIndex, Marks, ReadonlyTable, VariableIndex } from "../symbolic/indices.ts";
import { variablesOf } from "../symbolic/traverse.ts";
import { assertionValues, type WatchedAssertion } from "./assertionValues.ts";
import { type Block, blockExpressions, blockVariables, type SystemBlock } from "./blocks.ts";
import { commentName } from "./codeText.ts";
import { copyLoops } from "./copyLoops.ts";
import { type Corner, cornerValues } from "./corners.ts";
import type { Division } from "./divisions.ts";
import { CodeWriter } from "./emit.ts";
import { inlineSingleUses } from "./inlining.ts";
import { type LoopContext, loopCode, type Place } from "./loopCode.ts";
import { type Batch, schedule, type Unit } from "./rolling.ts";
import type { CompileState } from "./state.ts";
import { callsOfSystem, differencesCode, systemCode, valuesCode } from "./systemCode.ts";
import type { Variability } from "./variability.ts";

const signature = "t, X, D, V, P, R, Q, S";
/** Statements per generated function: large enough to share locals, small enough to be optimised. */
const pieceLength = 250;
/** Functions with at least so many blocks are rolled into loops; shorter ones are faster, and easier to read, as they are. */
const smallestRolledFunction = 100;

export interface CodePlan {
  readonly state: CompileState;
  readonly blocks: ReadonlyTable<BlockIndex, Block>;
  readonly states: readonly VariableIndex[];
  readonly variability: Variability;
  readonly divisions: readonly Division[];
  readonly timeFunctions: readonly Expr[];
  readonly corners: readonly Corner[];
  readonly assertions: readonly WatchedAssertion[];
}

export function generateCode(plan: CodePlan): string {
  const { state, blocks, states } = plan;
  const stateIndex = new Int32Array(state.variables.length).fill(-1);
  states.forEach((v, k) => {
    stateIndex[v] = k;
  });
  const derivativeIndex = new Map(states.map((v, k) => [state.variables[v]!.derivative, k]));
  const parts: string[] = [];
  const tables: string[] = [];
  const { rhs, crossings, motionCrossings } = plan.variability;
  const isMotionLess = blocks.some((_, i) => crossings[i] !== motionCrossings[i]);
  const crossingPlan = (name: string, marks: Marks<BlockIndex>): FunctionPlan => ({
    name,
    blocks: blocks.filter((_, i) => marks[i] === 1),
    derivativeIndex: new Map(),
    stores: "all",
    updatesRelations: false,
  });
  const functions: FunctionPlan[] = [
    {
      name: "rhs",
      blocks: blocks.filter((_, i) => rhs[i] === 1),
      derivativeIndex,
      stores: "needed",
      updatesRelations: false,
    },
    { name: "full", blocks, derivativeIndex, stores: "all", updatesRelations: true },
    crossingPlan("crossings", crossings),
    ...(isMotionLess ? [crossingPlan("motionCrossings", motionCrossings)] : []),
  ];
  for (const own of functions) parts.push(functionCode(plan, stateIndex, tables, own));
  const systems = blocks.filter((block): block is SystemBlock => block.kind === "system");
  for (const system of systems) parts.push(systemCode(state, system, stateIndex));
  const list = (name: string): string => `[${systems.map(({ index }) => `${name}${index}`).join(", ")}]`;
  const crossing = state.relations.map((_, k) => k).filter((k) => state.relations[k]!.timeEvent === undefined);
  parts.push(differencesCode(state, stateIndex, "eventFunctions", crossing));
  const divisors = plan.divisions.map(({ divisor }) => divisor);
  parts.push(valuesCode(state, stateIndex, "divisors", divisors));
  parts.push(valuesCode(state, stateIndex, "timeFunctions", plan.timeFunctions));
  parts.push(valuesCode(state, stateIndex, "corners", cornerValues(plan.corners)));
  parts.push(valuesCode(state, stateIndex, "assertions", assertionValues(plan.assertions)));
  const lists = `residuals: ${list("residual")}, jacobians: ${list("jacobian")}, relations: ${list("relations")}`;
  if (!isMotionLess) parts.push("const motionCrossings = crossings;");
  parts.push(
    `return { rhs, full, crossings, motionCrossings, eventFunctions, divisors, timeFunctions, corners, assertions, ${lists} };`,
  );
  return `"use strict";\n${[...tables, ...parts].join("\n")}\n`;
}

/** One of the functions of a program, cut into pieces. */
interface FunctionPlan {
  readonly name: string;
  readonly blocks: readonly Block[];
  readonly derivativeIndex: ReadonlyMap<VariableIndex, number>;
  /** Whether V gets all variables, or only those that are read again. */
  readonly stores: "needed" | "all";
  readonly updatesRelations: boolean;
}

function functionCode(plan: CodePlan, stateIndex: Int32Array, tables: string[], own: FunctionPlan): string {
  const { name, derivativeIndex, stores, updatesRelations } = own;
  const { state } = plan;
  const isRolled = own.blocks.length >= smallestRolledFunction && state.components.length === 0;
  const blocks =
    isRolled && stores === "needed"
      ? inlineSingleUses(state.b, own.blocks, (variable) => derivativeIndex.has(variable))
      : own.blocks;
  const units: Unit[] = isRolled ? schedule(blocks) : blocks.map((block) => ({ block }));
  const pieces = cut(units);
  const isRead = readElsewhere(pieces);
  const scratch = new Map<VariableIndex, number>();
  if (stores === "needed")
    for (const piece of pieces)
      if (piece.batch !== undefined)
        for (const { variable } of piece.batch.assignments)
          if (isRead.byOthers(variable) && !isRead.bySystems(variable)) scratch.set(variable, scratch.size);
  const scratchName = `${name}W`;
  const leaf = (e: Expr): string | undefined => {
    const place = e.op === "var" ? scratch.get(e.value) : undefined;
    return place === undefined ? undefined : `${scratchName}[${place}]`;
  };
  const context: LoopContext = {
    state,
    stateIndex,
    read: ({ op, value }) => {
      if (op !== "var") return { array: op === "par" ? "P" : "Q", index: value };
      if (stateIndex[value]! >= 0) return { array: "X", index: stateIndex[value]! };
      const place = scratch.get(value);
      return place === undefined ? { array: "V", index: value } : { array: scratchName, index: place };
    },
    write: (variable) => {
      const places: Place[] = [];
      const place = scratch.get(variable);
      if (place !== undefined) places.push({ array: scratchName, index: place });
      else if (stores === "all" || isRead.bySystems(variable)) places.push({ array: "V", index: variable });
      const d = derivativeIndex.get(variable);
      if (d !== undefined) places.push({ array: "D", index: d });
      return places.length > 0 ? places : [{ array: "V", index: variable }];
    },
    table: (indices) => {
      tables.push(`const table${tables.length} = Int32Array.of(${indices.join(", ")});`);
      return `table${tables.length - 1}`;
    },
  };
  const written = new Set<VariableIndex>();
  const texts: string[] = [];
  const ofPieces = callsOfSeveralPieces(name, pieces);
  const ofSystems = blocks.flatMap((block) => (block.kind === "system" ? [...callsOfSystem(state, block)] : []));
  for (const [id] of ofSystems) ofPieces.delete(id);
  const keptCalls = { names: new Map([...ofPieces, ...ofSystems]), made: new Set(ofSystems.map(([id]) => id)) };
  const writePiece = (list: readonly Block[], inBatch: boolean, lines: string[]): void => {
    const writer = new CodeWriter(state, stateIndex, updatesRelations, leaf, keptCalls);
    for (const block of list) if (block.kind === "assignment") writer.count(block.value);
    for (const block of list) {
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
      const { variable } = block;
      const local = writer.assign(variable, block.value);
      const comment = `// ${commentName(state.variables[variable]!.name)}`;
      const place = scratch.get(variable);
      if (place !== undefined) writer.lines.push(`${scratchName}[${place}] = ${local}; ${comment}`);
      else if (stores === "all" || inBatch || isRead.byOthers(variable))
        writer.lines.push(`V[${variable}] = ${local}; ${comment}`);
      const d = derivativeIndex.get(variable);
      if (d !== undefined) {
        writer.lines.push(`D[${d}] = ${local};`);
        written.add(variable);
      }
    }
    lines.push(...writer.lines);
  };
  pieces.forEach((piece, k) => {
    const lines: string[] = [];
    if (piece.batch === undefined) writePiece(piece.blocks, false, lines);
    else {
      const { batch } = piece;
      const { lines: loops, left } = loopCode(batch, context);
      lines.push(...loops);
      for (const { variable } of batch.assignments) if (derivativeIndex.has(variable)) written.add(variable);
      writePiece(
        left.map((i) => batch.assignments[i]!),
        true,
        lines,
      );
    }
    texts.push(`function ${name}${k}(${signature}) {\n  ${lines.join("\n  ")}\n}`);
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
  for (const call of ofPieces.values()) texts.unshift(`let ${call};`);
  if (scratch.size > 0) texts.unshift(`const ${scratchName} = new Float64Array(${scratch.size});`);
  return `${texts.join("\n")}\nfunction ${name}(${signature}) {\n  ${[head, ...calls, ...tail].join("\n  ")}\n}`;
}

/** V holds the states too, for results and for the code of systems. */
function stateStores(states: readonly VariableIndex[]): string {
  if (states.length > 60) return "for (let k = 0; k < S.stateVariables.length; k++) V[S.stateVariables[k]] = X[k];";
  return states.map((v, k) => `V[${v}] = X[${k}];`).join(" ");
}

type Piece = { readonly blocks: readonly Block[]; readonly batch?: Batch };

/** Batches are pieces of their own; what is between them is cut into pieces of limited length. */
function cut(units: readonly Unit[]): Piece[] {
  const pieces: Piece[] = [];
  let open: Block[] = [];
  const close = (): void => {
    if (open.length > 0) pieces.push({ blocks: open });
    open = [];
  };
  for (const unit of units) {
    if ("batch" in unit) {
      close();
      pieces.push({ blocks: unit.batch.assignments, batch: unit.batch });
    } else {
      open.push(unit.block);
      if (open.length === pieceLength) close();
    }
  }
  close();
  return pieces;
}

/**
 * Variables for the results of calls that more than one piece reads. A call with effects must not be repeated, and a long vector
 * would be computed once per piece. Only calls that are made whatever the conditions are: those that are assigned as they are.
 */
function callsOfSeveralPieces(name: string, pieces: readonly Piece[]): Map<number, string> {
  const home = new Map<number, number>();
  const found = new Map<number, string>();
  pieces.forEach(({ blocks, batch }, k) => {
    for (const block of blocks) {
      if (batch !== undefined || block.kind !== "assignment" || block.value.op !== "elem") continue;
      const { id } = block.value.args[0]!;
      if (!home.has(id)) home.set(id, k);
      else if (home.get(id) !== k) found.set(id, `${name}F${id}`);
    }
  });
  return found;
}

/** Which variables another piece reads, and which a system of equations. */
function readElsewhere(pieces: readonly Piece[]): {
  byOthers: (variable: VariableIndex) => boolean;
  bySystems: (variable: VariableIndex) => boolean;
} {
  const home = new Map<VariableIndex, number>();
  const [others, systems] = [new Set<VariableIndex>(), new Set<VariableIndex>()];
  pieces.forEach(({ blocks }, k) => {
    for (const block of blocks) if (block.kind === "assignment") home.set(block.variable, k);
  });
  pieces.forEach(({ blocks }, k) => {
    for (const block of blocks)
      for (const expression of blockExpressions(block))
        for (const variable of variablesOf(expression)) {
          if (block.kind === "system") systems.add(variable);
          if (block.kind === "system" || home.get(variable) !== k) others.add(variable);
        }
  });
  return { byOthers: (variable) => others.has(variable), bySystems: (variable) => systems.has(variable) };
}
