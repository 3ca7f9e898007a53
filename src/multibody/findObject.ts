/** Names of objects as users write them: relative to the model that the name stands in, then to the models around it. */
import { listNames, suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";

export interface ObjectNames {
  readonly indexOf: ReadonlyMap<string, number>;
  /** Prefix of full paths. */
  readonly prefix: string;
}

/** Number of the object that `name` means in `scope`. */
export function findObject(names: ObjectNames, scope: string, name: string, owner: string): number {
  for (let at = scope; ; at = at.includes(".") ? at.slice(0, at.lastIndexOf(".")) : "") {
    const index = names.indexOf.get(at === "" ? name : `${at}.${name}`);
    if (index !== undefined) return index;
    if (at === "") break;
  }
  const known = [...names.indexOf.keys()];
  throw new RattlebackError(
    "E-OBJECT-UNKNOWN",
    `"${names.prefix}${owner}" names the object "${name}", which does not exist.`,
    {
      path: names.prefix + owner,
      because: known.length === 0 ? "the model has no Object3D" : `the model has ${listNames(known, 10)}`,
      hint: suggestName(name, known, "the name of an Object3D, relative to the model that contains it"),
      data: { name, known },
    },
  );
}
