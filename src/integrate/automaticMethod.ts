/**
 * Which methods "auto" means. It begins with an explicit pair, which loses least at events, and changes over to an implicit method when
 * the problem shows itself stiff: one step of high order where its matrices are cheap, formulas of many steps where they are not.
 */
import type { MethodName } from "./methods.ts";

/** The method for F(t, y, y') = 0. */
export const daeMethod = "ida";

export function isDaeMethod(name: string): boolean {
  return name === daeMethod;
}

export const explicitMethod = "tsit5" satisfies MethodName;
export const implicitMethod = "radau5" satisfies MethodName;
const cheapImplicitMethod = "bdf" satisfies MethodName;

/** Radau factors a matrix of three times the size; where one of the size itself costs more than this, that of 200 full columns, bdf is cheaper. */
const maximumRadauCost = 200 ** 3;

/** The implicit method where a factorisation of the matrix of the system costs so many operations. */
export function implicitMethodFor(factorisationCost: number): MethodName {
  return factorisationCost > maximumRadauCost ? cheapImplicitMethod : implicitMethod;
}
