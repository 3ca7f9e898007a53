/** Table parameters of a component, checked and made into a curve. */
import { suggestName } from "../../errors/nearestName.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { SegmentDeclarations } from "../../language/predefined.ts";
import {
  type Extrapolation,
  extrapolations,
  type Interpolation,
  interpolations,
  type PiecewisePolynomial,
  piecewisePolynomial,
} from "./piecewisePolynomial.ts";

/** The curve of the parameters `table`, `interpolation` and `extrapolation` of a component. */
export function curveOf(declare: SegmentDeclarations): PiecewisePolynomial {
  const rows = declare.parameter("table");
  const path = `${declare.path}.table`;
  if (!isMatrix(rows)) throw tableError(path, "A table is a matrix with two columns.", "table: [[0, 1], [2, 5]]");
  const x = rows.map((row) => row[0]!);
  const y = rows.map((row) => row[1]!);
  rows.forEach((_, i) => {
    if (!Number.isFinite(x[i]!) || !Number.isFinite(y[i]!))
      throw tableError(path, `Row ${i + 1} of the table is not finite.`, "give finite numbers", i + 1);
    if (i > 0 && x[i]! < x[i - 1]!) {
      throw tableError(
        path,
        `The first column of the table decreases from ${x[i - 1]} to ${x[i]} in row ${i + 1}.`,
        "sort the rows; two equal values make a jump",
        i + 1,
      );
    }
  });
  const interpolation = oneOf<Interpolation>(declare, "interpolation", interpolations);
  const extrapolation = oneOf<Extrapolation>(declare, "extrapolation", extrapolations);
  if (extrapolation === "periodic" && !(x[x.length - 1]! > x[0]!))
    throw tableError(path, "A periodic table needs a period.", "give two rows with different first values");
  return piecewisePolynomial(x, y, interpolation, extrapolation);
}

/** Refuses x outside a table with extrapolation "error". */
export function checkRange(curve: PiecewisePolynomial, x: number, path: string, t: number): void {
  const { knots, isClosed } = curve;
  const [first, last] = [knots[0]!, knots[knots.length - 1]!];
  if (!isClosed || (x >= first && x <= last)) return;
  throw new RattlebackError("E-TABLE-RANGE", `The table is asked for ${x} at t = ${t}.`, {
    path: `${path}.table`,
    because: `it reaches from ${first} to ${last}, and extrapolation is "error"`,
    hint: 'add rows, or choose extrapolation: "hold", "linear" or "periodic"',
    data: { x, first, last, t },
  });
}

function isMatrix(value: unknown): value is number[][] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((row) => Array.isArray(row) && row.length === 2 && row.every((item) => typeof item === "number"))
  );
}

function oneOf<Kind extends string>(declare: SegmentDeclarations, name: string, known: readonly Kind[]): Kind {
  const value = declare.parameter(name);
  const found = known.find((kind) => kind === value);
  if (found !== undefined) return found;
  throw new RattlebackError("E-TABLE", `A table has no ${name} ${JSON.stringify(value)}.`, {
    path: `${declare.path}.${name}`,
    because: `the choices are ${known.join(", ")}`,
    hint: typeof value === "string" ? suggestName(value, known, `one of ${known.join(", ")}`) : `"${known[0]}"`,
    data: { value: String(value) },
  });
}

function tableError(path: string, what: string, hint: string, row?: number): RattlebackError {
  return new RattlebackError("E-TABLE", what, { path, hint, data: row === undefined ? {} : { row } });
}
