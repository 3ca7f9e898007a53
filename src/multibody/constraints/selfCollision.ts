/** Which parts of one machine may touch each other. */
import { checkOptionNames } from "../../errors/optionNames.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { wrongQuantity } from "../quantities.ts";

export interface SelfCollisionElement {
  readonly kind: "selfCollision";
  readonly objects: readonly string[];
  readonly pairs: "separated" | "none" | readonly (readonly [string, string])[];
}

export interface SelfCollisionOptions {
  /** Objects that belong together, such as the links of a robot; each stands for the rigid body that it is on. */
  readonly objects: readonly string[];
  /**
   * Which of them may touch each other. "separated", the default: all but those whose shapes overlap at the start. "none": no pair. A
   * list of pairs of objects: these pairs, whether they overlap or not.
   */
  readonly pairs?: SelfCollisionElement["pairs"];
}

/**
 * Contacts among objects that belong together. Neighbours at a joint never touch unless the joint says `canCollide: true`; contacts with
 * everything else stay as they are.
 */
export function SelfCollision(options: SelfCollisionOptions): ModelDefinition {
  const owner = "SelfCollision";
  checkOptionNames(options, ["objects", "pairs"], owner);
  const { objects, pairs = "separated" } = options;
  const isName = (name: unknown): boolean => typeof name === "string" && name !== "";
  if (!(Array.isArray(objects) && objects.every(isName)))
    throw wrongQuantity(owner, "objects", objects, "a list of names of objects");
  const isPair = (pair: unknown): boolean => Array.isArray(pair) && pair.length === 2 && pair.every(isName);
  const isKnown = pairs === "separated" || pairs === "none" || (Array.isArray(pairs) && pairs.every(isPair));
  if (!isKnown) throw wrongQuantity(owner, "pairs", pairs, '"separated", "none" or a list of pairs of names');
  const element: SelfCollisionElement = {
    kind: "selfCollision",
    objects: [...objects],
    pairs: typeof pairs === "string" ? pairs : pairs.map(([a, b]) => [a, b] as const),
  };
  return Model({ [elementTag]: element });
}
