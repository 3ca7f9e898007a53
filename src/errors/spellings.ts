/** Options that have a second accepted spelling: scripts and documents that were written with it keep working. */
import { readOnce } from "./optionNames.ts";
import { RattlebackError } from "./rattlebackError.ts";

/** Own name → the other spelling. */
export type Spellings = Readonly<Record<string, string>>;

/** The same options in their other spelling. */
export type Respelled<Options, S extends Spellings> = {
  [Name in keyof Options as Name extends keyof S ? S[Name] & string : Name]: Options[Name];
};

/** The options under their own names; an option that is given in both spellings is an error. */
export function inOwnSpelling<Options extends object, S extends Spellings>(
  options: Options | Respelled<Options, S>,
  spellings: S,
  owner: string,
): Options {
  if (typeof options !== "object" || options === null) return options;
  const own = readOnce(options, owner) as Record<string, unknown>;
  for (const [name, other] of Object.entries(spellings)) {
    if (!Object.hasOwn(own, other)) continue;
    if (Object.hasOwn(own, name)) {
      throw new RattlebackError("E-OPTION-VALUE", `${owner} has both "${name}" and "${other}", which mean the same.`, {
        path: `options.${other}`,
        hint: `"${name}" alone`,
        data: { name, other },
      });
    }
    own[name] = own[other];
    delete own[other];
  }
  return own as Options;
}
