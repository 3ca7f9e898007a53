/** A parameter of a library component with its line of documentation: value, unit ("1" for none), meaning, limits. */
import { Par, type ParameterDeclaration, type ParameterValue } from "../language/values.ts";

export interface ParameterLimits {
  readonly min?: number;
  readonly max?: number;
}

/** Limits of what is divided by, or whose logarithm is taken. */
export const positive: ParameterLimits = { min: Number.MIN_VALUE };

export function parameter(
  value: ParameterValue,
  unit: string | undefined,
  description: string,
  limits: ParameterLimits = {},
): ParameterDeclaration {
  return Par(value, unit, { description, ...limits });
}
