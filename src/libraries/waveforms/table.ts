/**
 * A signal given by points (tᵢ, yᵢ), made into one polynomial per interval. Every point is a time event at which the coefficients
 * of the next interval are loaded, so that between events the signal is a polynomial that the compiler can differentiate.
 *
 *     y = offset + c₀ + c₁·τ + c₂·τ² + c₃·τ³,    τ = t − t_segment
 */
import type { ModelSource } from "../../language/modelSource.ts";
import { predefinedComponent } from "../../language/predefined.ts";
import { Var } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { findInterval, type PiecewisePolynomial, wrapPeriod } from "../tables/piecewisePolynomial.ts";
import { checkRange, curveOf } from "../tables/tableData.ts";

interface TableMemory {
  path: string;
  startTime: number;
  curve: PiecewisePolynomial | undefined;
}

const timeTable = predefinedComponent<TableMemory>({
  build: ({ path }) => ({ memory: { path, startTime: 0, curve: undefined } }),
  beginSegment: (memory, declare) => {
    memory.curve = curveOf(declare);
    memory.startTime = declare.parameter("startTime") as number;
  },
  functions: {
    segmentBegin: { call: (memory, _access, t: number) => segmentAt(memory, t).begin },
    segmentEnd: { call: (memory, _access, t: number) => segmentAt(memory, t).end },
    coefficient: {
      call: (memory, _access, t: number, k: number) =>
        memory.curve!.coefficients[4 * segmentAt(memory, t).interval + k]!,
    },
  },
});

/** End of what has none; infinite values at the start are refused. */
const never = Number.MAX_VALUE;

/** The interval at time t and where it begins and ends. */
function segmentAt(memory: TableMemory, t: number): { interval: number; begin: number; end: number } {
  const { startTime, path } = memory;
  const curve = memory.curve!;
  const { knots, isPeriodic, isClosed } = curve;
  // at an event time and knot may differ by rounding
  const size = Math.abs(t) + Math.abs(startTime) + (knots[knots.length - 1]! - knots[0]!);
  const own = t - startTime + 1e-12 * size;
  const wrapped = wrapPeriod(curve, own);
  const interval = findInterval(curve, wrapped);
  const isBehind = interval === knots.length && !isPeriodic;
  const last = knots[knots.length - 1]!;
  if (interval === 0 || (isBehind && own > last + 1e-10 * size)) checkRange(curve, t - startTime, path, t);
  const shift = startTime + (own - wrapped);
  const begin = shift + knots[interval === 0 ? 0 : interval - 1]!;
  if (!isBehind) return { interval, begin, end: shift + knots[interval]! };
  // a closed table is asked again a moment behind its end, so that it can refuse
  return { interval, begin, end: isClosed ? shift + last + 1e-9 * size : never };
}

/** Equations of a table that defines `y`; `unit` is the unit of its values. */
export function tableWave(y: string, unit?: string): ModelSource {
  const coefficient = (k: number) => ({
    [`c${k}`]: Var({
      start: 0,
      description: "coefficient of the present interval",
      hideResult: true,
      ...(unit !== undefined && { unit: k === 0 ? unit : `${unit}/s^${k}` }),
    }),
  });
  return {
    table: parameter([[0, 0]], undefined, "rows [time in s, value]; two rows with equal times make a jump"),
    interpolation: parameter(
      "linear",
      undefined,
      '"linear", "constant", "cubic" (C¹) or "monotone" (C¹, no overshoot)',
    ),
    extrapolation: parameter("hold", undefined, 'outside the table: "hold", "linear", "periodic" or "error"'),
    offset: parameter(0, unit, "added to the values of the table"),
    startTime: parameter(0, "s", "time at which the table is at time 0 of its own"),
    t0: Var({ start: 0, unit: "s", description: "begin of the present interval", hideResult: true }),
    tNext: Var({ start: 0, unit: "s", description: "end of the present interval", hideResult: true }),
    ...coefficient(0),
    ...coefficient(1),
    ...coefficient(2),
    ...coefficient(3),
    predefined: timeTable,
    equations: `
      when initial() or time >= pre(tNext) then
        t0 = segmentBegin(time)
        tNext = segmentEnd(time)
        c0 = coefficient(time, 0)
        c1 = coefficient(time, 1)
        c2 = coefficient(time, 2)
        c3 = coefficient(time, 3)
      end
      ${y} = offset + c0 + (time - t0)*(c1 + (time - t0)*(c2 + (time - t0)*c3))`,
  };
}
