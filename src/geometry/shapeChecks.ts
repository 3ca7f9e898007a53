/** What every shape constructor checks: names of the options, sizes, the axis. */
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";

/** Coordinate axis of a shape: 1, 2, 3 for x, y, z. */
export type Axis = 1 | 2 | 3;

/** The defaults, replaced by the options that are given; a name that is not among the defaults is an error. */
export function withDefaults<T extends object>(shape: string, defaults: T, options: object): T {
  checkOptionNames(options, Object.keys(defaults), shape);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(given) };
}

/** Lengths are finite and not negative. Zero is a length: planes, lines and points are shapes without volume. */
export function checkLengths(shape: string, lengths: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(lengths)) {
    if (typeof value === "number" && value >= 0 && value < Infinity) continue;
    throw shapeError(shape, name, value, "it is not a finite length ≥ 0", `a length in metres for ${name}`);
  }
}

export function checkAxis(shape: string, axis: number): void {
  if (axis === 1 || axis === 2 || axis === 3) return;
  throw shapeError(shape, "axis", axis, "it is not a coordinate axis", "axis 1, 2 or 3 for x, y or z");
}

/** A parameter that contradicts another one. */
export function checkRelation(shape: string, name: string, value: number, holds: boolean, rule: string): void {
  if (holds) return;
  throw shapeError(shape, name, value, `it breaks the rule ${rule}`, `values with ${rule}`);
}

function shapeError(shape: string, name: string, value: unknown, because: string, hint: string): RattlebackError {
  return new RattlebackError("E-SHAPE-VALUE", `${shape} cannot have ${name} = ${String(value)}.`, {
    path: `${shape}.${name}`,
    because,
    hint,
    data: { shape, name, value },
  });
}
