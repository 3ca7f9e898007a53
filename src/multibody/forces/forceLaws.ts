/** Laws of springs and dampers as users give them: factors are parameters of the run, functions belong to the model. */
import type { ForceLaw } from "../../forces/forceElement.ts";
import type { ExpressionText, ParameterDeclaration } from "../../language/values.ts";
import { type Scalar, scalarParameter, vectorParameter, wrongQuantity } from "../quantities.ts";
import type { ForceSetup } from "./forceElement.ts";

/** A factor, or a function of the deflection (rate). */
export type ForceLawInput = Scalar | ((x: number) => number);

/** Three of them, for three axes. */
export type ForceLawVector = readonly (number | ExpressionText | ((x: number) => number))[];

export interface LawEntry {
  /** Parameter of the component: the factor, zero where a function is used. */
  readonly parameter: ParameterDeclaration;
  law(setup: ForceSetup): ForceLaw;
}

export function lawEntry(input: ForceLawInput, unit: string, owner: string, name: string): LawEntry {
  const isFunction = typeof input === "function";
  return {
    parameter: scalarParameter(isFunction ? 0 : input, unit, owner, name),
    law: ({ read, path }) => (isFunction ? input : read.number(`${path}.${name}`)),
  };
}

export interface LawVectorEntry {
  readonly parameter: ParameterDeclaration;
  laws(setup: ForceSetup): ForceLaw[];
}

export function lawVectorEntry(input: ForceLawVector, unit: string, owner: string, name: string): LawVectorEntry {
  if (!Array.isArray(input) || input.length !== 3)
    throw wrongQuantity(owner, name, input, "three factors or functions, one per axis");
  const laws = input as ForceLawVector;
  const factors = laws.map((law) => (typeof law === "function" ? 0 : law));
  return {
    parameter: vectorParameter(factors, unit, owner, name),
    laws: ({ read, path }) => {
      const values = read.vector(`${path}.${name}`);
      return laws.map((law, k) => (typeof law === "function" ? law : values[k]!));
    },
  };
}

/** The laws among the options that are functions; of three axes those that are, undefined for the others. */
export function lawFunctions(options: object, names: readonly string[]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const name of names) {
    const law = (options as Readonly<Record<string, unknown>>)[name];
    if (typeof law === "function") found[name] = law;
    else if (Array.isArray(law) && law.some((item) => typeof item === "function"))
      found[name] = law.map((item: unknown) => (typeof item === "function" ? item : undefined));
  }
  return found;
}
