/** Errors of DAE integrators, in the words of the user's residual: r[i] is equation i, names are those of the components. */
import { detailsOf, RattlebackError } from "../../errors/rattlebackError.ts";
import type { DaeSystem } from "../problem.ts";

function componentName(system: DaeSystem, index: number): string {
  return system.names?.[index] ?? `y[${index}]`;
}

/** `mode` tells whether the values were given by the user or are the best that an iteration could find. */
export function inconsistentStartError(
  system: DaeSystem,
  t: number,
  residual: Float64Array,
  component: number,
  excess: number,
  mode: "given" | "computed",
): RattlebackError {
  const equation = largestEntry(residual);
  const name = componentName(system, component);
  const value = residual[equation];
  const isGiven = mode === "given";
  const what = isGiven
    ? `The start values at t = ${t} are inconsistent: r[${equation}] = ${value.toPrecision(3)} instead of 0.`
    : `No consistent start values were found at t = ${t}: r[${equation}] = ${value.toPrecision(3)} is left.`;
  return new RattlebackError("E-DAE-INCONSISTENT", what, {
    path: isGiven ? "y0" : name,
    where: `component "${name}" is off by ${excess.toPrecision(3)} × tolerance`,
    because: isGiven
      ? "F(t, y0, yp0) = 0 does not hold, and no first step is small enough to make up for it"
      : "the Newton iteration with line search came to a standstill",
    hint: isGiven
      ? "call consistentInitialValues() first, or correct y0 and yp0"
      : "start from a better guess, or check which components are differential",
    data: { t, equation, residual: value, component: name, index: component, errorRatio: excess },
  });
}

/** h = 0: without a step. */
export function singularMatrixError(system: DaeSystem, t: number, h: number, column: number): RattlebackError {
  const name = componentName(system, column);
  return new RattlebackError("E-DAE-SINGULAR", `The matrix ∂F/∂y + c·∂F/∂y' is singular at t = ${t}.`, {
    path: name,
    where: `the equations do not determine component "${name}"`,
    because: `no usable pivot in column ${column}${h === 0 ? "" : `, for all steps down to ${Math.abs(h).toExponential(2)}`}`,
    hint: "look for a component without an equation, for equations that say the same, or reduce the index to 1",
    data: { t, stepSize: h, component: name, index: column },
  });
}

/** h = 0: at the start itself. */
export function residualNotFiniteError(system: DaeSystem, t: number, h: number, equation: number): RattlebackError {
  const place = h === 0 ? `at the start, t = ${t}` : `near t = ${t}, even for a step of ${h.toExponential(2)}`;
  const name = componentName(system, equation);
  return new RattlebackError("E-NOT-FINITE", `The residual is not finite ${place}.`, {
    path: name,
    where: `r[${equation}], the equation with the number of component "${name}", is NaN or infinite`,
    hint: "check the start values and parameters: a division by zero, a root or logarithm of a negative number",
    data: { t, stepSize: h, equation },
  });
}

/** Where start values are sought: `column` is the component by which F was differentiated. */
export function derivativeNotFiniteError(system: DaeSystem, t: number, column: number): RattlebackError {
  const name = componentName(system, column);
  return new RattlebackError("E-NOT-FINITE", `The Jacobian is not finite where start values are sought, t = ${t}.`, {
    path: name,
    where: `the residual has no finite derivative with respect to component "${name}", or to its rate`,
    because: "Newton's method cannot go on from there, however near to a solution it may be",
    hint: "start from a better guess: beside a corner of a root or a logarithm, a division by zero, the end of a table",
    data: { t, component: name, index: column },
  });
}

/** A step that fails because of an algebraic component, with the advice for that. */
export function withAlgebraicHint(error: RattlebackError): RattlebackError {
  return new RattlebackError(error.code, error.what, {
    ...detailsOf(error),
    hint: "the component is algebraic: look for a jump in its equation, or for an index above 1 (then reduce it, or set suppressAlgebraic)",
  });
}

function largestEntry(v: Float64Array): number {
  let largest = 0;
  for (let i = 1; i < v.length; i++) if (!(Math.abs(v[i]) <= Math.abs(v[largest]))) largest = i;
  return largest;
}
