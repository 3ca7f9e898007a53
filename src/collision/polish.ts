/**
 * From a good guess of the normal to the answer with all digits: Newton's method on the features that meet (newton.ts), the set of
 * active conditions corrected on the way (featureEnds.ts), the points from it (places.ts), and a proof at the end (proof.ts).
 */
import { leaveAtEnds, meetConditions, roundingAngle } from "./featureEnds.ts";
import { classify, conditionLength, featureLength, firstCondition } from "./features.ts";
import { arrived, crossing, impossible, moving, parallel, stepFree, stepOnCircle } from "./newton.ts";
import { type Pair, turnToB } from "./pair.ts";
import { evaluateBoth } from "./pairFeatures.ts";
import { placeParallel, solvePlaces, takePlaces } from "./places.ts";
import { proveAnswer } from "./proof.ts";

const maximumIterations = 20;

/**
 * Improves the answer whose normal is pair.n, right within the angle pair.zone. Returns false, with the answer undefined, when
 * no proof is found.
 */
export function polish(pair: Pair): boolean {
  const { d, n, zone } = pair;
  for (let k = 0; k < 3; k++) d[k] = n[k];
  d[3] = d[7] = zone[0];
  turnToB(pair);
  classify(pair.codes, 0, pair.A, d, 0);
  classify(pair.codes, 4, pair.B, d, 4);
  for (let iteration = 0; iteration < maximumIterations; iteration++) {
    let counts = evaluateBoth(pair);
    let mA = counts & 3;
    let mB = counts >> 2;
    if (mA + mB > 2) {
      if (!dropParallel(pair, mA)) return false;
      counts = evaluateBoth(pair);
      mA = counts & 3;
      mB = counts >> 2;
    }
    const m = mA + mB;
    let isParallel = m > 2;
    let outcome = arrived;
    if (m === 0) {
      outcome = stepFree(pair);
    } else if (m === 1) {
      outcome = stepOnCircle(pair, mA === 1 ? firstCondition : featureLength + firstCondition);
    } else if (m === 2) {
      const second = mA === 2 ? firstCondition + conditionLength : featureLength + firstCondition;
      const first = mA > 0 ? firstCondition : featureLength + firstCondition;
      outcome = crossing(pair, first, mB === 2 ? second + conditionLength : second);
      isParallel = outcome === parallel;
      if (isParallel) outcome = stepOnCircle(pair, firstCondition);
    }
    if (outcome === impossible) return false;
    if (outcome === moving) continue;

    evaluateBoth(pair);
    if (isParallel) {
      if (!placeParallel(pair, mA, mB)) return false;
      takePlaces(pair, mA, mB);
      return proveAnswer(pair);
    }
    if (!correctConditions(pair, mA, mB)) {
      takePlaces(pair, mA, mB);
      return proveAnswer(pair);
    }
  }
  return false;
}

/** A flat face fixes n alone: the other body keeps only the conditions that hold for it to rounding. */
function dropParallel(pair: Pair, mA: number): boolean {
  const isA = mA === 2;
  const at = isA ? firstCondition : featureLength + firstCondition;
  if (crossing(pair, at, at + conditionLength) !== arrived) return false;
  const { d, n } = pair;
  for (let k = 0; k < 3; k++) d[k] = n[k];
  d[3] = d[7] = roundingAngle;
  turnToB(pair);
  if (isA) classify(pair.codes, 4, pair.B, d, 4);
  else classify(pair.codes, 0, pair.A, d, 0);
  return true;
}

/** Leaves features at their ends, meets conditions that were passed. Returns whether any changed. */
function correctConditions(pair: Pair, mA: number, mB: number): boolean {
  const { codes, places, d } = pair;
  solvePlaces(pair, mA, mB);
  places[8] = 1e-13 * pair.size;
  let changed = false;
  if (mA > 0 && leaveAtEnds(codes, 0, pair.A, places, 0)) changed = true;
  if (mB > 0 && leaveAtEnds(codes, 4, pair.B, places, mA)) changed = true;
  if (changed) return true;
  // the direction is still that of the features
  if (meetConditions(codes, 0, pair.A, d, 0)) changed = true;
  if (meetConditions(codes, 4, pair.B, d, 4)) changed = true;
  return changed;
}
