/**
 * The compiler, pass by pass. Each pass is a function on the compile state; `trace` sees the state after each one.
 *
 *   flatten               components → scalar equations                         flatten.ts, connections.ts
 *   checkUnits            dimensions of all expressions agree                   unitCheck.ts
 *   checkPreStarts        values before the first event exist                   below
 *   locateAssertions      asserts → events                                      assertionEvents.ts
 *   findEvents            relations → events                                    eventPass.ts
 *   inferTypes            booleans and integers, for the result                 types.ts
 *   checkTruthValues      truth values are not computed with                    truthValues.ts
 *   preferReinitialised   what reinit sets shall be a state                     below
 *   removeSingularities   aliases, redundant equations, floating potentials     linearInteger.ts
 *   dropDerivatives       discrete variables have none                          discrete.ts
 *   checkBalance          as many equations as unknowns, for every part         balance.ts
 *   reduceIndex           differentiated equations                              pantelides.ts
 *   expandCalls           functions that define their motion                    waitingCalls.ts
 *   selectStates          dummy derivatives                                     stateSelection.ts
 *   checkStateWishes      stateSelect "always" and "never" hold                 stateWishes.ts
 *   demoteObserved        states whose values a component computes              findings.ts
 *   addAffine             what a component asked of one derivative              affine.ts
 *   sortEquations         matching, strong components, tearing                  blocks.ts
 *   analyseVariability    what must be computed when                            variability.ts
 *   checkPre              pre of what changes continuously is inside "when"     preOfContinuous.ts
 *   closeFunctions        derivatives of all functions, for Jacobians           userCalls.ts
 *   findDivisions         what equations are divided by                         divisions.ts
 *   findCorners           corners that are no events                            corners.ts
 *   sortAssertions        what is looked at where values are stored             assertionValues.ts
 *   generateCode          JavaScript                                            codegen.ts
 *
 * What comes out is frozen: no run changes it.
 */

import type { ModelDefinition } from "../language/model.ts";
import type { ReadFile } from "../language/readFile.ts";
import * as elementary from "../math/elementary.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { Table, VariableIndex } from "../symbolic/indices.ts";
import { contains } from "../symbolic/traverse.ts";
import { addAffine, findAffine } from "./affine.ts";
import { locateAssertions } from "./assertionEvents.ts";
import { sortAssertions } from "./assertionValues.ts";
import { checkBalance } from "./balance.ts";
import { type Block, blockExpressions, blockVariables, type SystemBlock, sortEquations } from "./blocks.ts";
import { generateCode } from "./codegen.ts";
import { callsFunctions, findCorners, hasSteepSlopes } from "./corners.ts";
import { dropDiscreteDerivatives } from "./discrete.ts";
import { findDivisions } from "./divisions.ts";
import { checkEquationCount, defaultMaximumEquations } from "./equationLimit.ts";
import { findEvents } from "./eventPass.ts";
import { type AllFindings, demoteObserved, findEarly, nextFindings } from "./findings.ts";
import { flatten } from "./flatten.ts";
import { removeSingularities } from "./linearInteger.ts";
import { missingStart } from "./missingStart.ts";
import { reduceIndex } from "./pantelides.ts";
import { checkPreOfContinuous } from "./preOfContinuous.ts";
import { type AliasInit, frozenProgram, type GeneratedCode, type Program } from "./program.ts";
import type { CompileState } from "./state.ts";
import { selectStates } from "./stateSelection.ts";
import { checkStateWishes } from "./stateWishes.ts";
import { type Incidence, incidenceOf } from "./structure.ts";
import { timeFunctions } from "./timeFunctions.ts";
import { checkTruthValues } from "./truthValues.ts";
import { inferTypes } from "./types.ts";
import { checkUnits } from "./unitCheck.ts";
import { closeFunctions } from "./userCalls.ts";
import { analyseVariability } from "./variability.ts";
import { expandCalls, waitingCalls } from "./waitingCalls.ts";

export interface CompileOptions {
  /** Check units of measurement. Default true. */
  readonly checkUnits?: boolean;
  /** Variables that shall be states if possible. */
  readonly wantedStates?: ReadonlySet<string>;
  /** Scalar equations that a model may have. */
  readonly maximumEquations?: number;
  /** Reads files that the model names. */
  readonly readFile?: ReadFile;
  /** Called after each pass. */
  readonly trace?: (pass: string, state: CompileState) => void;
}

/** Components that asked something are built again with what a first look at the equations told them. */
export function compile(model: ModelDefinition, options: CompileOptions = {}): Program {
  let findings: AllFindings = new Map();
  // types and units of another language were checked by its front end
  const isForeign = model.foreign !== undefined;
  while (true) {
    const { state } = flatten(model, options.readFile, findings, options.maximumEquations);
    checkEquationCount(state.equations.length, options.maximumEquations ?? defaultMaximumEquations);
    const outcome = compileWith(state, options, findings, isForeign);
    if ("program" in outcome) return outcome.program;
    findings = outcome.findings;
  }
}

function compileWith(
  state: CompileState,
  options: CompileOptions,
  findings: AllFindings,
  isForeign: boolean,
): { program: Program } | { findings: AllFindings } {
  const pass = <T>(name: string, run: () => T): T => {
    const outcome = run();
    options.trace?.(name, state);
    return outcome;
  };
  pass("flatten", () => state);
  if (options.checkUnits !== false && !isForeign) pass("checkUnits", () => checkUnits(state));
  pass("checkPreStarts", () => checkPreStarts(state));
  pass("locateAssertions", () => locateAssertions(state));
  pass("findEvents", () => findEvents(state));
  if (!isForeign) {
    pass("inferTypes", () => inferTypes(state));
    pass("checkTruthValues", () => checkTruthValues(state));
  }
  pass("preferReinitialised", () => preferReinitialised(state));
  const inits = state.variables.map(({ init, isPreferred }) => ({ init, isPreferred }));
  const flatEquations = state.equations.map((equation) => ({ ...equation }));
  pass("removeSingularities", () => removeSingularities(state));
  pass("dropDerivatives", () => dropDiscreteDerivatives(state));
  const writeOut = waitingCalls(state);
  const incidence = incidenceOf(state, writeOut);
  pass("checkBalance", () => checkBalanceAsWritten(state, incidence, flatEquations));
  const written = new Set([...state.variables.keys()].filter((i) => state.variables[i]!.derivative >= 0));
  pass("reduceIndex", () => reduceIndex(state, incidence, writeOut));
  pass("expandCalls", () => expandCalls(state, incidence));
  const wanted = options.wantedStates ?? new Set();
  const { states: selected, dynamicGroups } = pass("selectStates", () =>
    selectStates(state, incidence, wanted, written),
  );
  pass("checkStateWishes", () => checkStateWishes(state, selected));
  const { states, bound } = pass("demoteObserved", () => demoteObserved(state, incidence, selected));
  const affine = findAffine(state, incidence, states);
  const early = findEarly(state, incidence, states);
  const next = nextFindings(state, findings, bound, early, affine.names, affine.switched);
  if (next !== undefined) return { findings: next };
  pass("addAffine", () => addAffine(state, incidence, affine.closures));
  const blocks = pass("sortEquations", () => sortEquations(state, incidence, states));
  const variability = pass("analyseVariability", () => analyseVariability(state, blocks, states));
  if (!isForeign) pass("checkPre", () => checkPreOfContinuous(state, flatEquations, variability));
  pass("closeFunctions", () => closeFunctions(state));
  const divisions = pass("findDivisions", () => findDivisions(blocks, variability));
  const corners = pass("findCorners", () => findCorners(state, blocks, variability));
  const assertions = pass("sortAssertions", () => sortAssertions(state, variability));
  const inTime = timeFunctions(state, blocks);
  const source = pass("generateCode", () =>
    generateCode({ state, blocks, states, variability, divisions, corners, assertions, ...inTime }),
  );
  const program = frozenProgram({
    state,
    blocks,
    systems: blocks.filter((block): block is SystemBlock => block.kind === "system"),
    divisions,
    corners,
    assertions,
    callsFunctions: callsFunctions(state, blocks),
    hasSteepSlopes: hasSteepSlopes(blocks, variability),
    states,
    dynamicGroups,
    variability,
    ...inTime,
    aliasInits: aliasInits(state, inits),
    ...specialCases(state, blocks),
    source,
    code: evaluateSource(source),
  });
  return { program };
}

/** A structural error is explained with the equations as they were written, if they show it too. */
function checkBalanceAsWritten(
  state: CompileState,
  incidence: Incidence,
  flatEquations: CompileState["equations"],
): void {
  try {
    checkBalance(state, incidence, flatEquations);
  } catch (error) {
    const written: CompileState = { ...state, equations: flatEquations, aliases: new Map() };
    checkBalance(written, incidenceOf(written, waitingCalls(written)), flatEquations);
    throw error;
  }
}

/** Whether generated code asks for what a run must then see to. */
function specialCases(
  state: CompileState,
  blocks: readonly Block[],
): Pick<Program, "usesTerminal" | "actsAtStart" | "usesHomotopy"> {
  const expressions = [...blocks.flatMap(blockExpressions), ...state.relations.map(({ expression }) => expression)];
  const conditions = state.assertions.map(({ condition }) => condition);
  const has = (test: (e: Expr) => boolean, among = expressions): boolean => {
    const without = new Set<number>();
    return among.some((e) => contains(e, test, without));
  };
  const isCondition = (v: VariableIndex): boolean => state.variables[v]!.isInternal && state.preVariables.has(v);
  return {
    usesTerminal: has(({ op, name }) => op === "flag" && name === "terminal", [...expressions, ...conditions]),
    actsAtStart: blocks.some(
      (block) =>
        blockVariables(block).some(isCondition) &&
        blockExpressions(block).some((e) => contains(e, ({ op, name }) => op === "flag" && name === "initial")),
    ),
    usesHomotopy: has(({ op, name }) => op === "call" && name === "homotopy"),
  };
}

/** The only place where text becomes code. The text is written by codegen.ts from numbers and indices alone. */
export function evaluateSource(source: string): GeneratedCode {
  return new Function("elementary", source)(elementary) as GeneratedCode;
}

/** A state that reinit sets must be a state. */
function preferReinitialised(state: CompileState): void {
  for (const { kind, target } of state.actions) if (kind === "reinit") state.variables[target]!.stateSelect = 3;
}

/** pre(x) needs a first value unless a when clause gives x its values. */
function checkPreStarts(state: CompileState): void {
  for (const index of state.preVariables) {
    const variable = state.variables[index]!;
    if (variable.isInternal || variable.isDiscrete || variable.derivative >= 0) continue;
    if (variable.init === undefined && variable.start === undefined) throw missingStart(variable.name, "pre");
  }
}

/** Start values that must agree with the survivor: of eliminated variables, and of survivors that took over another one. */
function aliasInits(
  state: CompileState,
  inits: Table<VariableIndex, { readonly init: Expr | undefined; readonly isPreferred: boolean }>,
): AliasInit[] {
  const list: AliasInit[] = [];
  inits.forEach(({ init: value, isPreferred }, variable) => {
    if (value === undefined) return;
    const isReplaced = isPreferred && !state.variables[variable]!.isPreferred;
    if (state.aliases.has(variable) || isReplaced) list.push({ variable, value, isPreferred });
  });
  return list;
}
