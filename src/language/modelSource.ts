/** What users hand to Model() and .with(): reserved names, and names of their own. */
import type { UserFunctionSource } from "./functions.ts";

/** Key of the value that tells a predefined component what one of its parts is: see `element` of a model. */
export const elementTag: unique symbol = Symbol("element");

export interface ModelSource {
  readonly equations?: string | readonly string[];
  readonly initialEquations?: string | readonly string[];
  readonly connect?: readonly (readonly string[])[];
  readonly functions?: Readonly<Record<string, UserFunctionSource>>;
  readonly description?: string;
  /**
   * Places of components in a picture of the model, with the degrees by which they are turned and whether they are mirrored, and corners
   * of lines by the names of both ends; of no meaning to the model itself.
   */
  readonly diagram?: Readonly<
    Record<
      string,
      | readonly [x: number, y: number, turn?: number, isMirrored?: boolean]
      | readonly (readonly [x: number, y: number])[]
    >
  >;
  readonly [elementTag]?: unknown;
  readonly [name: string]: unknown;
}
