/** By what a run is differentiated: parameters by name, and start values of variables. */
import { elementOf } from "../compile/groupElement.ts";
import type { CompileState, Group } from "../compile/state.ts";
import { suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { noUnit, parseUnit, type Unit } from "../language/units.ts";
import type { ParameterIndex, VariableIndex } from "../symbolic/indices.ts";

/** The start value of a variable, as something to differentiate by. */
export interface StartValue {
  readonly start: string;
}

/** The start value of a variable: `sensitivities(model, { by: ["k", start("x")] })`. */
export function start(variable: string): StartValue {
  return { start: variable };
}

/** A parameter by its name, an element of an array as `"k[2]"`, or a start value. */
export type SensitivityTarget = string | StartValue;

/** `"k"`, `"start(x)"`: the name under which derivatives are found. */
export function targetName(target: SensitivityTarget): string {
  return typeof target === "string" ? target : `start(${target.start})`;
}

/** Under which name `merge` gives it another value. */
export function mergedName(target: SensitivityTarget): string {
  return typeof target === "string" ? target : target.start;
}

/** In which unit `merge` takes its values: that of the declaration. Runs, and their derivatives, are in SI units. */
export function mergedUnit(state: CompileState, target: SensitivityTarget): Unit {
  const unit = elementOf(state, mergedName(target))?.group.unit ?? "";
  return unit === "" ? noUnit : parseUnit(unit);
}

/** What has the name `"k"` or `"start(x)"`. */
export function targetOf(name: string): SensitivityTarget {
  const match = /^start\((.*)\)$/.exec(name);
  return match === null ? name : start(match[1]!);
}

export type ResolvedTarget = Resolved<"parameter", ParameterIndex> | Resolved<"start", VariableIndex>;

interface Resolved<Kind extends string, I> {
  readonly name: string;
  readonly kind: Kind;
  /** Of the parameter, or of the variable. */
  readonly index: I;
}

export function resolveTarget(state: CompileState, target: SensitivityTarget, path = "options.by"): ResolvedTarget {
  const isStart = typeof target !== "string";
  const name = isStart ? (target as Partial<StartValue> | null)?.start : target;
  if (typeof name !== "string")
    throw new RattlebackError("E-SENSITIVITY", `${String(target)} is nothing that a run can be differentiated by.`, {
      path,
      hint: 'names of parameters, and start("x") for start values',
    });
  const { group, index } = elementOf(state, name) ?? { group: undefined, index: undefined };
  const isFitting = group !== undefined && (group.kind === "variable") === isStart;
  if (!isFitting || index === undefined) throw unknownTarget(state, name, isStart, group, path);
  if (!isStart && state.structural.has(index as ParameterIndex))
    throw new RattlebackError(
      "E-SENSITIVITY",
      `The parameter "${name}" determines sizes of arrays, so it has no derivative.`,
      {
        path,
        hint: "leave it out, or run a sweep over its values",
        data: { name },
      },
    );
  const { type } = isStart ? state.variables[index as VariableIndex]! : state.parameters[index as ParameterIndex]!;
  if (type === "boolean")
    throw new RattlebackError("E-SENSITIVITY", `"${name}" is a truth value, which has no derivative.`, {
      path,
      hint: "leave it out, and compare a run with true and one with false",
      data: { name },
    });
  return { name: targetName(target), kind: isStart ? "start" : "parameter", index } as ResolvedTarget;
}

function unknownTarget(
  state: CompileState,
  name: string,
  isStart: boolean,
  group: Group | undefined,
  path: string,
): RattlebackError {
  const names = [...state.groups.values()].filter(({ kind }) => (kind === "variable") === isStart);
  const what = isStart ? "variable" : "parameter";
  if (group !== undefined && (group.kind === "variable") === isStart)
    return new RattlebackError("E-SENSITIVITY", `"${name}" is an array of ${group.shape.join(" × ")} numbers.`, {
      path,
      hint: `one of its elements: "${group.name}[${group.shape.map(() => 1).join(",")}]"`,
      data: { name },
    });
  return new RattlebackError("E-SENSITIVITY", `The model has no ${what} "${name}".`, {
    path,
    ...(group !== undefined && { because: `it is ${group.kind === "input" ? "an" : "a"} ${group.kind}` }),
    hint:
      group === undefined
        ? suggestName(
            name,
            names.map((item) => item.name),
            names.length === 0 ? `it has none` : `names of ${what}s, such as "${names[0]!.name}"`,
          )
        : isStart
          ? `parameters are given by their name: "${name}"`
          : `start values are given as start("${name}")`,
    data: { name },
  });
}
