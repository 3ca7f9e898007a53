/** The curves of states in a JSON document, checked. */
import { brokenFile, expectArray, expectNumber, expectObject } from "./fileChecks.ts";
import type { FileSegment } from "./readLayout.ts";
import type { CurveData } from "./stateCurve.ts";

const highestDegree = 255;

/** Per segment; undefined where there is none. */
export function readCurves(value: unknown, segments: readonly FileSegment[]): (CurveData | undefined)[] {
  if (value === undefined) return [];
  const list = expectArray(value, "curves");
  if (list.length !== segments.length) throw brokenFile("curves", "one per segment is expected");
  return list.map((item, s) =>
    item === null ? undefined : readCurve(expectObject(item, `curves[${s}]`), `curves[${s}]`, segments[s]!),
  );
}

function readCurve(item: Record<string, unknown>, path: string, { stateNames }: FileSegment): CurveData {
  const numbers = (key: string): Float64Array =>
    Float64Array.from(expectArray(item[key], `${path}.${key}`), (x, i) => expectNumber(x, `${path}.${key}[${i}]`));
  const [begins, ends, degrees, firsts] = [numbers("begins"), numbers("ends"), numbers("degrees"), numbers("firsts")];
  const points = numbers("points");
  const count = points.length / stateNames.length;
  if (!Number.isInteger(count))
    throw brokenFile(`${path}.points`, `${stateNames.length} numbers per point are expected`);
  for (const [key, list] of Object.entries({ ends, degrees, firsts }))
    if (list.length !== begins.length)
      throw brokenFile(`${path}.${key}`, `${begins.length} numbers are expected, one per step, not ${list.length}`);
  begins.forEach((begin, k) => {
    const [end, degree, first] = [ends[k]!, degrees[k]!, firsts[k]!];
    if (!(end > begin && begin >= (ends[k - 1] ?? Number.NEGATIVE_INFINITY)))
      throw brokenFile(`${path}.begins[${k}]`, `the step from ${begin} to ${end} does not follow the one before`);
    const isWhole = Number.isInteger(degree) && Number.isInteger(first);
    if (!(isWhole && degree >= 1 && degree <= highestDegree && first >= 0 && first + degree < count))
      throw brokenFile(`${path}.firsts[${k}]`, `there are no ${degree + 1} points from point ${first} on`);
  });
  return { begins, ends, degrees, firsts, points };
}
