/** Words for structural errors: too many or too few equations, in the names and lines that the user wrote. */

import { listNames, nearestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { EquationIndex, VariableIndex } from "../symbolic/indices.ts";
import { lineName } from "../symbolic/tokenize.ts";
import { visitNodes } from "../symbolic/traverse.ts";
import type { IncompleteComponent } from "./incompleteComponent.ts";
import { type Source, showSource } from "./source.ts";
import type { CompileState, Equation } from "./state.ts";
import type { Incidence } from "./structure.ts";

export interface TooManyEquations {
  readonly equations: readonly EquationIndex[];
  readonly unknowns: readonly VariableIndex[];
  readonly surplus: number;
  /** Unknowns that nothing determines, elsewhere in the model. */
  readonly undetermined: readonly VariableIndex[];
}

export function overdetermined(state: CompileState, part: TooManyEquations): RattlebackError {
  const { variables } = state;
  const equations = part.equations.map((row) => state.equations[row]!);
  const nameOf = (v: VariableIndex): string => variables[v]!.name;
  // a state and its derivative are one unknown; what the compiler has added has an equation of its own
  const has = new Set(part.unknowns);
  const unknowns = part.unknowns
    .filter((v) => !variables[v]!.isInternal && !has.has(variables[v]!.derivativeOf))
    .map(nameOf);
  const internal = part.unknowns.filter((v) => variables[v]!.isInternal).length;
  const sides = `${count(equations.length - internal, "equation")} for the ${count(unknowns.length, "unknown")} ${listNames(unknowns)}`;
  const isPlain = part.undetermined.length === 0;
  const shown = distinct(equations);
  const { source } = shown[0] ?? equations[0]!;
  const fixed = unknowns.length === 0 ? parametersIn(state, equations[0]!) : parametersOnTheLeft(state, shown);
  const made = fixed.filter((name) => isGivenByWith(state, name));
  const given = made.length > 0 ? made : fixed;
  const what =
    unknowns.length === 0
      ? `There ${part.surplus === 1 ? "is 1 equation" : `are ${part.surplus} equations`} too many: "${source.text}" contains no unknown.`
      : isPlain
        ? `There ${part.surplus === 1 ? "is 1 equation" : `are ${part.surplus} equations`} too many: ${sides}.`
        : `The model is structurally inconsistent: ${sides}, while nothing determines ${listNames(part.undetermined.map(nameOf))}.`;
  return new RattlebackError(isPlain ? "E-STRUCT-OVER" : "E-STRUCT-INCONSISTENT", what, {
    ...(source.path !== "" && { path: source.path }),
    where: showEquations(shown),
    because: [
      unknowns.length > 0
        ? "these equations contain no other unknown"
        : given.length === 0 && "it compares numbers only",
      given.length > 0 && whatIsGiven(state, given),
    ]
      .filter(Boolean)
      .join("; "),
    hint: given.length > 0 ? suggestVariable(state, given[0]!, source) : suggestRemoval(state, shown, unknowns.length),
    data: {
      equations: shown.map(({ source: { text, path, line } }) => ({ text, path, line })),
      unknowns,
      surplus: part.surplus,
      undetermined: part.undetermined.map(nameOf),
    },
  });
}

export interface TooFewEquations {
  readonly unknowns: readonly VariableIndex[];
  readonly equations: readonly EquationIndex[];
  readonly incidence: Incidence;
  readonly missing: number;
  readonly incomplete: IncompleteComponent | undefined;
}

export function underdetermined(state: CompileState, part: TooFewEquations): RattlebackError {
  const { variables } = state;
  // states are the last to blame: they are determined by their derivatives; names of mechanisms with "_" are not the user's
  const plain = part.unknowns.filter((v) => {
    const { derivativeOf, isInternal, name } = variables[v]!;
    return derivativeOf < 0 && !isInternal && name[0] !== "_";
  });
  const algebraic = plain.filter((v) => variables[v]!.derivative < 0);
  const inputs = openInputs(state, part);
  const explains = inputs.length > 0 && inputs.length === part.missing;
  const shown = explains
    ? inputs
    : [...(algebraic.length > 0 ? algebraic : plain.length > 0 ? plain : part.unknowns)].sort(
        (a, b) => depth(variables[a]!.name) - depth(variables[b]!.name),
      );
  const names = shown.map((v) => variables[v]!.name);
  const isShown = new Set(shown);
  const equations = distinct(
    part.equations
      .filter((row) => part.incidence[row]!.some((v) => isShown.has(v)))
      .map((row) => state.equations[row]!),
  );
  const { missing } = part;
  // a name that nobody declared and a variable on its own are explained by themselves
  const isDeclared = (v: VariableIndex): boolean => state.groups.get(variables[v]!.group)?.isDeclared !== false;
  const isBetweenComponents = shown.some((v) => variables[v]!.isFlow) && shown.every(isDeclared);
  const incomplete = isBetweenComponents ? part.incomplete : undefined;
  const these = names.length === 1 ? `"${names[0]}" appears` : "these unknowns appear";
  return new RattlebackError(
    "E-STRUCT-UNDER",
    `${missing === 1 ? "1 equation is" : `${missing} equations are`} missing for the ${count(names.length, "unknown")} ${listNames(names)}.`,
    {
      path: incomplete?.path ?? names[0]!,
      where: equations.length === 0 ? `${declaration(state, shown[0]!)}in no equation` : showEquations(equations),
      because:
        incomplete !== undefined
          ? describeIncomplete(incomplete)
          : equations.length === 0
            ? `${these} in no equation`
            : `${these} in ${count(equations.length, "equation")} only`,
      hint: incomplete !== undefined ? completeComponent(incomplete) : suggestAddition(state, shown),
      data: { unknowns: names, missing, equations: equations.map(({ source: { text, path } }) => ({ text, path })) },
    },
  );
}

/** Where a variable is declared, when that is in a file. */
function declaration({ groups, variables }: CompileState, v: VariableIndex): string {
  const place = groups.get(variables[v]!.group)?.declaredAt;
  return place === undefined ? "" : `declared at ${place}, `;
}

function describeIncomplete({ path, equations, needed, unmentioned }: IncompleteComponent): string {
  const open = unmentioned.length === 0 ? "" : `; none contains ${listNames(unmentioned)}`;
  return `"${path}" has ${count(equations, "equation")} for ${count(needed, "unknown")} of its own: its variables and the flows of its connectors${open}`;
}

/** What flows in flows out: the equation that is forgotten most. */
function completeComponent({ path, equations, needed, flows, unmentioned }: IncompleteComponent): string {
  const more = needed - equations === 1 ? "one more equation" : `${needed - equations} more equations`;
  const example =
    flows.length === 2 && unmentioned.length === 1
      ? `, such as 0 = ${flows.join(" + ")}`
      : unmentioned.length > 0
        ? `, such as ${unmentioned[0]} = 0`
        : "";
  return `give the model of "${path}" ${more}${example}`;
}

function count(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}

function are(names: readonly string[], one: string, many: string): string {
  return names.length === 1 ? `"${names[0]}" is ${one}` : `${listNames(names)} are ${many}`;
}

function depth(name: string): number {
  return name.split(".").length;
}

/** Inputs of components that nothing outside of their component mentions. */
function openInputs({ variables, groups, equations }: CompileState, part: TooFewEquations): VariableIndex[] {
  return part.unknowns.filter((v) => {
    const { group } = variables[v]!;
    const owner = group.slice(0, group.lastIndexOf(".") + 1);
    return (
      owner !== "" &&
      groups.get(group)?.isInput === true &&
      part.equations.every(
        (row) => !part.incidence[row]!.includes(v) || `${equations[row]!.source.path}.`.startsWith(owner),
      )
    );
  });
}

/** One entry per line of the model: arrays and when clauses give several equations. Connections come last. */
function distinct(equations: readonly Equation[]): Equation[] {
  const first = new Map<string, Equation>();
  for (const equation of equations) {
    const { path, line, entry, text } = equation.source;
    const key = `${path}|${entry}|${line}|${text}`;
    if (!first.has(key)) first.set(key, equation);
  }
  const isConnection = ({ source }: Equation): number => (source.kind === "connection" ? 1 : 0);
  return [...first.values()].sort((a, b) => isConnection(a) - isConnection(b));
}

function showEquations(equations: readonly Equation[]): string {
  const limit = 5;
  const lines = equations.slice(0, limit).map(({ source }) => {
    if (source.file !== undefined) return `           ${showSource(source)}`;
    const place = source.path === "" ? "the model" : `"${source.path}"`;
    return `           ${source.text}   (${source.kind === "connection" ? "connection" : lineName(source.line, source.entry)} of ${place})`;
  });
  if (equations.length > limit) lines.push(`           and ${equations.length - limit} more`);
  return `${equations.length === 1 ? "this equation" : "these equations"}:\n${lines.join("\n")}`;
}

function isGivenByWith({ groups }: CompileState, name: string): boolean {
  return groups.get(name)?.isGivenByWith === true;
}

function whatIsGiven(state: CompileState, names: readonly string[]): string {
  const { groups } = state;
  if (isGivenByWith(state, names[0]!))
    return `${are(names, "a parameter", "parameters")}, because .with gives ${names.length === 1 ? "it a number" : "them numbers"}`;
  return names.every((name) => groups.get(name)?.kind === "input")
    ? are(names, "an input of the model, whose value is given", "inputs of the model, whose values are given")
    : are(names, "a parameter, whose value is given", "parameters, whose values are given");
}

function parametersIn(state: CompileState, { left, right }: Equation): string[] {
  const names = new Set<string>();
  for (const side of [left, right])
    visitNodes(side, (node) => {
      if (node.op === "par") names.add(state.parameters[node.value]!.name);
    });
  return [...names];
}

/** Parameters that an equation is written for, such as a variable for which a number was given. */
function parametersOnTheLeft({ parameters }: CompileState, equations: readonly Equation[]): string[] {
  return [...new Set(equations.flatMap(({ left }) => (left.op === "par" ? [parameters[left.value]!.name] : [])))];
}

function suggestVariable(state: CompileState, name: string, { file }: Source): string {
  if (file !== undefined)
    return `remove the equation, or the prefix "${state.groups.get(name)?.kind ?? "parameter"}" of "${name}"`;
  const last = name.slice(name.lastIndexOf(".") + 1);
  if (isGivenByWith(state, name))
    return `remove the equation; or leave the number out; or give a start value: .with({ ${last}: { start: 1 } })`;
  return `compute the parameter instead: ${last}: expr\`…\`; or make it a variable: ${last}: Var()`;
}

function suggestRemoval(state: CompileState, equations: readonly Equation[], unknowns: number): string {
  if (unknowns === 0) return "remove the equation";
  const assigned = equations.find(({ source, left }) => {
    return source.kind === "when" && left.op === "var" && state.variables[left.value]!.derivative >= 0;
  });
  if (assigned !== undefined) {
    const { name } = state.variables[assigned.left.value as VariableIndex]!;
    return `"${name}" has a derivative: inside "when" it is set with reinit(${name}, …), not with an equation`;
  }
  const written = equations.filter(({ source }) => source.kind !== "connection");
  if (written.length === 0) return "remove one of the connections";
  const components = [...new Set(written.map(({ source }) => source.path))].filter((path) => path !== "");
  if (components.length > 0 && written.length < equations.length)
    return `${listNames(components)} prescribe${components.length === 1 ? "s" : ""} what the connections have fixed already: put an element between them (a resistor, a spring), or remove one`;
  return "remove one of these equations, or add an unknown to one of them";
}

function suggestAddition(state: CompileState, unknowns: readonly VariableIndex[]): string {
  const isFromOutside = (v: VariableIndex): boolean =>
    state.groups.get(state.variables[v]!.group)?.isFromOutside === true;
  const potential = unknowns.find(isFromOutside);
  if (potential !== undefined) {
    const { name } = state.variables[potential]!;
    return `where only differences of potentials are given, add a reference: a ground, a fixed point; else connect "${name.slice(0, name.lastIndexOf("."))}", or give "${name}" an equation`;
  }
  for (const v of unknowns) {
    const { name, isFlow, isPotential } = state.variables[v]!;
    if ((isFlow || isPotential) && name.includes("."))
      return `connect "${name.slice(0, name.lastIndexOf("."))}", or give "${name}" an equation`;
    const { group } = state.variables[v]!;
    if (state.groups.get(group)?.isInput !== true) continue;
    if (!name.includes("."))
      return state.groups.get(group)?.declaredAt === undefined
        ? `give the input a value: input({ start: 1 }), or "${name}" an equation`
        : `give "${name}" a value in its declaration, or an equation; a public input keeps its start value`;
    return `connect the input "${group}", or give it an equation: ${group} = …`;
  }
  const undeclared = unknowns.filter((v) => state.groups.get(state.variables[v]!.group)?.isDeclared === false);
  for (const v of undeclared) {
    const slip = explainUndeclared(state, state.variables[v]!.group);
    if (slip !== undefined) return slip;
  }
  if (undeclared.length > 0) {
    const names = [...new Set(undeclared.map((v) => state.variables[v]!.group))];
    const first = names[0]!.slice(names[0]!.lastIndexOf(".") + 1);
    return `${are(names, "used but not declared", "used but not declared")}: give ${names.length === 1 ? "it" : "each"} an equation, or a value in the model: ${first}: 1`;
  }
  return `give "${state.variables[unknowns[0]!]!.name}" an equation or a value`;
}

/** A name that nobody declared may be misspelt, or stand in the model around. */
function explainUndeclared(state: CompileState, name: string): string | undefined {
  const dot = name.lastIndexOf(".");
  const [path, last] = [name.slice(0, dot + 1), name.slice(dot + 1)];
  const neighbours: string[] = [];
  for (const other of state.groups.keys())
    if (other !== name && other.startsWith(path) && !other.includes(".", path.length))
      neighbours.push(other.slice(path.length));
  const sameLetters = neighbours.find((other) => other.toLowerCase() === last.toLowerCase());
  const similar = sameLetters ?? (last.length > 1 ? nearestName(last, neighbours) : undefined);
  if (similar !== undefined) return `"${name}" is used but not declared; did you mean "${similar}"?`;
  for (let around = path; around !== ""; ) {
    around = around.slice(0, around.lastIndexOf(".", around.length - 2) + 1);
    if (!state.groups.has(around + last)) continue;
    const component = path.slice(0, -1);
    return `"${name}" is used but not declared; components do not see names around them: declare ${last} in the model of "${component}" and pass it on, ${component.slice(component.lastIndexOf(".") + 1)}: ….with({ ${last}: expr\`${last}\` })`;
  }
  return undefined;
}
