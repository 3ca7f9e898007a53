/** Unknown option names are errors that suggest the nearest valid one. */
import { called } from "./boundary.ts";
import { listNames, suggestName } from "./nearestName.ts";
import { RattlebackError } from "./rattlebackError.ts";

/** Throws E-OPTION-UNKNOWN when `options` has a key that is not in `known`. `owner` is the function the user called. */
export function checkOptionNames(options: object, known: readonly string[], owner: string): void {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    const found = options === null ? "null" : Array.isArray(options) ? "a list" : `a value of type ${typeof options}`;
    throw new RattlebackError("E-OPTION-VALUE", `The options of ${owner} are an object; found ${found}.`, {
      path: "options",
      hint: known.length === 0 ? "leave them out" : `{ ${known[0]}: … }`,
    });
  }
  for (const name of Object.keys(readOnce(options, owner))) {
    if (known.includes(name)) continue;
    throw new RattlebackError("E-OPTION-UNKNOWN", `${owner} has no option "${name}".`, {
      path: `options.${name}`,
      hint: suggestName(name, known, `one of ${listNames([...known].sort(), 40)}`),
      data: { name, known: [...known] },
    });
  }
}

/** A copy of what a user gave; what a getter throws is told as E-CALLBACK. */
export function readOnce<T extends object>(options: T, owner: string): T {
  const read: Partial<T> = {};
  for (const name of called(`options of ${owner}`, () => Object.keys(options)) as (keyof T & string)[])
    read[name] = called(`options.${name} of ${owner}`, () => options[name]);
  return read as T;
}

/** The options by their names, each read once: what a getter throws is told as E-CALLBACK. Unknown names as above. */
export function readOptions<T extends object>(options: T, known: readonly (keyof T & string)[], owner: string): T {
  called(`options of ${owner}`, () => checkOptionNames(options, known, owner));
  const read: Partial<T> = {};
  for (const name of known) read[name] = called(`options.${name} of ${owner}`, () => options[name]);
  return read as T;
}
