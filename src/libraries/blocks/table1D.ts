/** A characteristic curve given by points. */
import { predefinedComponent } from "../../language/predefined.ts";
import { parameter } from "../parameter.ts";
import { evaluatePolynomial, type PiecewisePolynomial } from "../tables/piecewisePolynomial.ts";
import { checkRange, curveOf } from "../tables/tableData.ts";
import { SISO } from "./interfaces.ts";

interface TableMemory {
  path: string;
  curve: PiecewisePolynomial | undefined;
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
    },
  },
});

/** y = curve(u). Corners of a linear table are no events; a "constant" table is better replaced by switches. */
export const Table1D = SISO.with({
  description: "Characteristic curve from a table",
  table: parameter([[0, 0]], undefined, "rows [u, y]; u must not decrease"),
  interpolation: parameter("linear", undefined, '"linear", "constant", "cubic" (C¹) or "monotone" (C¹, no overshoot)'),
  extrapolation: parameter("hold", undefined, 'outside the table: "hold", "linear", "periodic" or "error"'),
  predefined: table,
  equations: "y = lookup(u)",
});
