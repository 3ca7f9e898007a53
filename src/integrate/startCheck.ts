/** The error for a right-hand side that is not finite at the very start, where no smaller step can help. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { StepDiagnosis } from "./stepDiagnosis.ts";

export function firstNonFiniteError(f: Float64Array, t: number, diagnosis: StepDiagnosis): RattlebackError {
  const index = f.findIndex((value) => !Number.isFinite(value));
  const name = diagnosis.nameOf(index);
  return new RattlebackError("E-NOT-FINITE", `The right-hand side is not finite at the start, t = ${t}.`, {
    path: name,
    where: `the derivative of component "${name}" is ${f[index]}`,
    hint: "check the start values and parameters: a division by zero, a root or logarithm of a negative number",
    data: { t, component: name, index, value: f[index] },
  });
}
