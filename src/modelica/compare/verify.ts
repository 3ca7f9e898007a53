/** Is a result what the reference says? By the official tube, strictly in both directions, and by the mean error. */
import * as elementary from "../../math/elementary.ts";
import { baseOf, type Curve, insideTube, interpolate, officialTube, strictTube } from "./tube.ts";

export interface SignalVerdict {
  readonly name: string;
  /** False: the result has no signal of this name. */
  readonly isPresent: boolean;
  readonly isInside: boolean;
  readonly isStrict: boolean;
  /** Root mean square of the difference on the times of the reference, relative to the base; jumps left out. */
  readonly meanError: number;
  /** Largest distance beyond the official tube, in half heights. */
  readonly excess: number;
  readonly worstTime: number;
}

export function verifySignal(name: string, reference: Curve, result: Curve | undefined): SignalVerdict {
  if (result === undefined) {
    const missing = Number.POSITIVE_INFINITY;
    return {
      name,
      isPresent: false,
      isInside: false,
      isStrict: false,
      meanError: missing,
      excess: missing,
      worstTime: 0,
    };
  }
  const official = insideTube(reference, result, officialTube);
  const isStrict =
    official.isInside &&
    insideTube(reference, result, strictTube).isInside &&
    insideTube(result, cut(reference, result), strictTube).isInside;
  const { isInside, excess, worstTime } = official;
  return { name, isPresent: true, isInside, isStrict, meanError: meanError(reference, result), excess, worstTime };
}

/** The part of a curve within the time of another. */
function cut({ time, values }: Curve, { time: span }: Curve): Curve {
  const keep = Array.from({ length: time.length }, (_, k) => k).filter(
    (k) => time[k]! >= span[0]! && time[k]! <= span[span.length - 1]!,
  );
  return { time: keep.map((k) => time[k]!), values: keep.map((k) => values[k]!) };
}

function meanError(reference: Curve, result: Curve): number {
  const { time, values } = reference;
  const end = result.time[result.time.length - 1]!;
  const base = baseOf(values);
  let sum = 0;
  let count = 0;
  for (let k = 0; k < time.length; k++) {
    const isJump = time[k] === time[k - 1] || time[k] === time[k + 1];
    if (isJump || time[k]! > end) continue;
    sum += elementary.square((interpolate(result, time[k]!) - values[k]!) / base);
    count++;
  }
  return count === 0 ? 0 : Math.sqrt(sum / count);
}
