/** What users hand to Model() and .with(): reserved names, and names of their own. */
import type { UserFunctionSource } from "./functions.ts";

export interface ModelSource {
  readonly equations?: string | readonly string[];
  readonly initialEquations?: string | readonly string[];
  readonly connect?: readonly (readonly string[])[];
  readonly functions?: Readonly<Record<string, UserFunctionSource>>;
  readonly description?: string;
  readonly [name: string]: unknown;
}
