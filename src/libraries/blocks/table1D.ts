/** A characteristic curve given by points. */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { predefinedComponent } from "../../language/predefined.ts";
import { parameter } from "../parameter.ts";
import {
  changesOfCourse,
  evaluatePolynomial,
  type PiecewisePolynomial,
  polynomialSlope,
} from "../tables/piecewisePolynomial.ts";
import { checkRange, curveOf } from "../tables/tableData.ts";
import { SISO } from "./interfaces.ts";

interface TableMemory {
  path: string;
  curve: PiecewisePolynomial | undefined;
}

function slopeOf({ curve, path }: TableMemory, u: number): { slope: number; bend: number } {
  if (curve!.isSmooth) return polynomialSlope(curve!, u);
  throw new RattlebackError(
    "E-NO-DERIVATIVE",
    `The table "${path}" has corners or jumps, but must be differentiated.`,
    {
      path,
      because: "an equation that contains it constrains states, or its derivative is asked for",
      hint: 'a smooth curve can be differentiated: interpolation: "cubic" or "monotone"',
      data: { u },
    },
  );
}

const table = predefinedComponent<TableMemory>({
  build: ({ path }) => ({ memory: { path, curve: undefined } }),
  beginSegment: (memory, declare) => {
    memory.curve = curveOf(declare);
  },
  functions: {
    lookup: {
      call: (memory, access, u: number) => {
        checkRange(memory.curve!, u, memory.path, access.time);
        return evaluatePolynomial(memory.curve!, u);
      },
      knots: ({ curve }, from, to) => changesOfCourse(curve!, from, to),
      derivative: {
        call: (memory: TableMemory, _access: unknown, u: number, du: number) => slopeOf(memory, u).slope * du,
        derivative: (memory: TableMemory, _access: unknown, u: number, du: number, uRate: number, duRate: number) => {
          const { slope, bend } = slopeOf(memory, u);
          return bend * uRate * du + slope * duRate;
        },
      },
    },
  },
});

/** y = curve(u). Corners of a linear table are no events, unless u is time; a "constant" table is better replaced by switches. */
export const Table1D = SISO.with({
  description: "Characteristic curve from a table",
  table: parameter([[0, 0]], undefined, "rows [u, y]; u must not decrease"),
  interpolation: parameter("linear", undefined, '"linear", "constant", "cubic" (C¹) or "monotone" (C¹, no overshoot)'),
  extrapolation: parameter("hold", undefined, 'outside the table: "hold", "linear", "periodic" or "error"'),
  predefined: table,
  equations: "y = lookup(u)",
});
