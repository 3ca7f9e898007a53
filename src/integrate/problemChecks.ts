/** Checks of what users hand in, before anything is computed. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { aNumber, aText, listOf } from "../errors/shapes.ts";
import { type MatrixStructure, valueCount } from "../math/matrixStructure.ts";
import { badOption, type CommonOptions } from "./options.ts";
import { smallestSpan } from "./smallestSpan.ts";

export function checkFunction(value: unknown, name: string): void {
  if (typeof value === "function") return;
  throw new RattlebackError("E-PROBLEM", `The problem has no function "${name}".`, {
    path: `problem.${name}`,
    because: `it is ${value === undefined ? "missing" : `a ${typeof value}`}`,
    hint: `give ${name} as a function`,
    data: { name },
  });
}

/** A copy of the values as a Float64Array, all finite and of the given length. */
export function startValues(
  values: ArrayLike<number>,
  name: string,
  size: number,
  names: readonly string[] | undefined,
): Float64Array {
  if (values === undefined || values === null || typeof values.length !== "number") {
    throw new RattlebackError("E-PROBLEM", `The problem has no start values "${name}".`, {
      path: `problem.${name}`,
      hint: `give ${name} as an array of numbers`,
      data: { name },
    });
  }
  listOf(aNumber)(values, `problem.${name}`);
  if (values.length === 0 || values.length !== size) {
    throw new RattlebackError(
      "E-SIZE",
      `The start values ${name} have ${values.length} components; ${Math.max(size, 1)} are needed.`,
      {
        path: `problem.${name}`,
        hint: "one start value for each unknown, at least one",
        data: { name, length: values.length, size },
      },
    );
  }
  const copy = Float64Array.from(values);
  const bad = copy.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) {
    const component = names?.[bad] ?? `${name}[${bad}]`;
    throw new RattlebackError("E-START-VALUE", `The start value of "${component}" is ${copy[bad]}.`, {
      path: `problem.${name}[${bad}]`,
      hint: "every start value must be a finite number",
      data: { component, index: bad, value: copy[bad] },
    });
  }
  return copy;
}

export function checkTimes(t0: number, tEnd: number): void {
  for (const [name, value] of [
    ["t0", t0],
    ["tEnd", tEnd],
  ] as const) {
    if (Number.isFinite(value)) continue;
    throw new RattlebackError("E-TIME-RANGE", `The time ${name} is ${value}.`, {
      path: `problem.${name}`,
      hint: "both times must be finite numbers",
      data: { t0, tEnd },
    });
  }
  const span = Math.abs(tEnd - t0);
  if (span > 0 && span < smallestSpan)
    throw new RattlebackError("E-TIME-RANGE", `tEnd is ${span} from t0, too little to be divided into steps.`, {
      path: "problem.tEnd",
      hint: `at least ${smallestSpan}; count the time in a smaller unit`,
      data: { t0, tEnd },
    });
  if (t0 !== tEnd) return;
  throw new RattlebackError("E-TIME-RANGE", `There is nothing to integrate: tEnd = t0 = ${t0}.`, {
    path: "problem.tEnd",
    hint: "a tEnd that differs from t0 (smaller is allowed: the method then runs backwards)",
    data: { t0, tEnd },
  });
}

/** Times must lie in [t0, tEnd] and advance strictly in the direction of integration (equal ones are allowed for outputs). */
export function checkedTimes(times: ArrayLike<number>, name: string, t0: number, tEnd: number): Float64Array {
  const copy = Float64Array.from(times);
  const direction = Math.sign(tEnd - t0);
  for (let k = 0; k < copy.length; k++) {
    const isInside = (copy[k] - t0) * direction >= 0 && (tEnd - copy[k]) * direction >= 0;
    if (!isInside) throw badTimes(name, k, copy[k], `is outside [${t0}, ${tEnd}]`);
    if (k > 0 && (copy[k] - copy[k - 1]) * direction < 0)
      throw badTimes(name, k, copy[k], `comes after ${copy[k - 1]}`);
  }
  return copy;
}

function badTimes(name: string, index: number, value: number, problem: string): RattlebackError {
  return new RattlebackError("E-OUTPUT-TIMES", `The time ${name}[${index}] = ${value} ${problem}.`, {
    path: `options.${name}[${index}]`,
    hint: "times within the interval, in the direction of integration",
    data: { index, value },
  });
}

export function checkNames(names: readonly string[] | undefined, size: number): void {
  if (names === undefined) return;
  listOf(aText)(names, "problem.names");
  if (names.length === size) return;
  throw new RattlebackError("E-SIZE", `There are ${names.length} names for ${size} components.`, {
    path: "problem.names",
    hint: "one name for each component",
    data: { length: names.length, size },
  });
}

export function checkSparsity(structure: MatrixStructure | undefined, size: number, massMatrix?: Float64Array): void {
  if (structure !== undefined && !["dense", "banded", "sparse"].includes(structure?.kind)) {
    throw new RattlebackError("E-SPARSITY", `The sparsity is of no known kind: ${String(structure?.kind)}.`, {
      path: "problem.sparsity",
      hint: '{ kind: "banded", size: 100, lower: 1, upper: 1 }, or sparseStructure(…)',
    });
  }
  const sizeOfStructure = structure?.size ?? size;
  if (sizeOfStructure !== size) {
    throw new RattlebackError("E-SIZE", `The sparsity is for ${sizeOfStructure} unknowns; the problem has ${size}.`, {
      path: "problem.sparsity",
      hint: "a structure of the size of y0",
      data: { sparsity: sizeOfStructure, size },
    });
  }
  if (structure?.kind === "banded") {
    const { lower, upper } = structure;
    const isWidth = (k: number) => Number.isInteger(k) && k >= 0 && k < size;
    if (!isWidth(lower) || !isWidth(upper)) {
      throw new RattlebackError(
        "E-SPARSITY",
        `A band of ${lower} below and ${upper} above does not fit ${size} unknowns.`,
        {
          path: "problem.sparsity",
          hint: `whole numbers from 0 to ${size - 1}`,
          data: { lower, upper, size },
        },
      );
    }
  }
  if (massMatrix === undefined) return;
  const expected = structure === undefined ? size * size : valueCount(structure);
  if (massMatrix.length !== expected) {
    throw new RattlebackError(
      "E-SIZE",
      `The mass matrix has ${massMatrix.length} values; its layout needs ${expected}.`,
      {
        path: "problem.massMatrix",
        hint: "the layout of the sparsity: dense column-major when none is given",
        data: { length: massMatrix.length, expected },
      },
    );
  }
  const bad = massMatrix.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) {
    throw new RattlebackError("E-START-VALUE", `The mass matrix holds ${massMatrix[bad]} at position ${bad}.`, {
      path: `problem.massMatrix[${bad}]`,
      hint: "every entry must be a finite number",
      data: { index: bad, value: massMatrix[bad] },
    });
  }
}

const anyList = listOf(() => undefined);

export function checkDifferential(differential: readonly boolean[] | undefined, size: number): void {
  if (differential === undefined) return;
  anyList(differential, "problem.differential");
  if (differential.length === size) return;
  throw new RattlebackError("E-SIZE", `There are ${differential.length} marks "differential" for ${size} components.`, {
    path: "problem.differential",
    hint: "true or false for each component",
    data: { length: differential.length, size },
  });
}

export function checkSmoothness(isSmooth: unknown): void {
  if (isSmooth === undefined || typeof isSmooth === "boolean") return;
  throw new RattlebackError("E-PROBLEM", `isSmooth = ${String(isSmooth)} is neither true nor false.`, {
    path: "problem.isSmooth",
    hint: "true when the equations have no corners or jumps but at event functions; leave it out otherwise",
  });
}

export function checkRoots(numberOfRoots: number | undefined, hasFunction: boolean, options: CommonOptions): number {
  const count = numberOfRoots ?? options.rootDirections?.length ?? (hasFunction ? 1 : 0);
  if (!Number.isInteger(count) || count < 0) {
    throw new RattlebackError("E-PROBLEM", `numberOfRoots = ${count} is not a count.`, {
      path: "problem.numberOfRoots",
      hint: "a whole number, 0 or more",
      data: { numberOfRoots: count },
    });
  }
  if (count > 0 && !hasFunction) checkFunction(undefined, "roots");
  const directions = options.rootDirections;
  if (directions !== undefined) {
    if (directions.length !== count) {
      throw new RattlebackError(
        "E-SIZE",
        `There are ${directions.length} root directions for ${count} event functions.`,
        {
          path: "options.rootDirections",
          hint: "one direction for each event function",
          data: { length: directions.length, count },
        },
      );
    }
    for (let i = 0; i < count; i++) {
      if (![-1, 0, 1].includes(directions[i]))
        throw badOption(`rootDirections[${i}]`, directions[i], "is not a direction", "−1, 0 or 1");
    }
  }
  return count;
}
