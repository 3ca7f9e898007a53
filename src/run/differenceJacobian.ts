/**
 * Derivatives of a model by differences, for models that have no exact ones: functions of predefined components are not
 * differentiated.
 *
 *     D(h) = (f(x + h) − f(x − h))/2h,     J = (4·D(h/2) − D(h))/3          error O(h⁴), rounding ε·|f|/h
 *
 * With h = ε^(1/5)·max(|x|, nominal) both errors are about ε^(4/5) ≈ 3·10⁻¹³ of the function.
 */

import { RattlebackError } from "../errors/rattlebackError.ts";
import * as elementary from "../math/elementary.ts";
import type { RunningModel } from "./runningModel.ts";

const step = elementary.pow(Number.EPSILON, 0.2);

/** J ← d(derivatives of all states, variables `outputs`)/d(all states, parameters `inputs`), column-major. */
export function differenceJacobian(
  model: RunningModel,
  outputs: readonly number[],
  inputs: readonly number[],
): Float64Array {
  const { P, V, D, hidden, visibleStates } = model;
  const X = model.X.slice();
  const { time } = model;
  const n = X.length;
  const rows = n + outputs.length;
  const J = new Float64Array(rows * (n + inputs.length));
  const values = (): Float64Array => {
    model.full(time, X, D);
    return Float64Array.from({ length: rows }, (_, i) => (i < n ? D[i]! : V[outputs[i - n]!]!));
  };
  const column = (array: Float64Array, place: number, nominal: number, at: number): void => {
    const middle = array[place]!;
    const h = step * Math.max(Math.abs(middle), nominal);
    const [far, near] = [h, h / 2].map((size) => {
      array[place] = middle + size;
      const after = values();
      const above = array[place]!;
      array[place] = middle - size;
      const before = values();
      const width = above - array[place]!;
      array[place] = middle;
      return { after, before, width };
    }) as [Difference, Difference];
    for (let i = 0; i < rows; i++) {
      const entry = (4 * slope(near, i) - slope(far, i)) / 3;
      if (!Number.isFinite(entry)) throw notFinite(time);
      J[i + rows * at] = entry;
    }
  };
  // a nominal value of zero says that there is none
  for (let j = 0; j < n; j++) column(X, j, (j < visibleStates ? 0 : hidden.nominals[j - visibleStates]!) || 1, j);
  inputs.forEach((p, k) => {
    column(P, p, 1, n + k);
  });
  model.full(time, X, D);
  return J;
}

interface Difference {
  readonly after: Float64Array;
  readonly before: Float64Array;
  readonly width: number;
}

/** What differs by rounding alone is no slope. */
function slope({ after, before, width }: Difference, i: number): number {
  const change = after[i]! - before[i]!;
  const noise = 8 * Number.EPSILON * Math.max(Math.abs(after[i]!), Math.abs(before[i]!));
  return Math.abs(change) <= noise ? 0 : change / width;
}

function notFinite(time: number): RattlebackError {
  return new RattlebackError("E-LINEARIZE", "The model cannot be linearised at this point.", {
    where: `t = ${time} s`,
    because: "the derivatives of its states are not finite beside the point",
    hint: "another stopTime or other start values: the point is at the border of what the model can reach",
    data: { time },
  });
}
