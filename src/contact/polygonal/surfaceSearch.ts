/**
 * Which surfaces of triangles touch: located as events, and not stepped over.
 *
 * Polygonal contact knows no distance of separated surfaces, only whether some triangle penetrates. The two event functions are therefore
 * steps: 1 while every pair is as it was at the last event, −1 as soon as one is not. A root finder halves its way to the jump.
 *
 * Steps    Penetrations are seen down to the depth d of the law. Over a step two surfaces approach each other with
 *
 *              v ≤ |v_E − v_F| + h·(A_E + A_F) + w_E·ρ_E + w_F·ρ_F
 *
 *          at most, with the bounds of the step for accelerations A of the origins and rates of turning w. The step is walked through:
 *          over the gap g between the balls around them while they are apart, over d/2 where these overlap. So a contact that
 *          begins inside a step, or lasts for a part of it only, is met before it is deeper than can be seen.
 * Legend   ρ   distance of the farthest point of a surface from the origin of its body
 */
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { StepMotion } from "../stepCheck.ts";
import type { SurfacePair } from "./surfacePair.ts";

/** A step is walked through with so many looks at most: motions that are bounded badly must not stop a run. */
const mostLooks = 20_000;

/** Pairs have keys −1, −2, …; those of convex shapes have keys from 0 on. The contacts of pairs that are not `taken` are clear. */
export class SurfaceSearch {
  readonly pairs: readonly SurfacePair[];

  constructor(pairs: readonly SurfacePair[]) {
    this.pairs = pairs;
  }

  /** Place in the list of pairs. */
  index(key: number): number {
    return -1 - key;
  }

  pair(key: number): SurfacePair {
    return this.pairs[-1 - key];
  }

  /** Name of a pair that survives a change of structure; two elements may name the same objects. */
  identity(key: number): string {
    const { objectE, objectF } = this.pair(key);
    const before = this.pairs.slice(0, this.index(key));
    const same = before.filter((pair) => pair.objectE === objectE && pair.objectF === objectF);
    return `surfaces ${same.length} of ${objectE}, ${objectF}`;
  }

  /** Keys of pairs that touch and are not taken yet. */
  found(motion: BodyMotion, taken: ReadonlyMap<number, number>): number[] {
    const found: number[] = [];
    for (let k = 0; k < this.pairs.length; k++)
      if (!taken.has(-1 - k) && touches(this.pairs[k], motion)) found.push(-1 - k);
    return found;
  }

  /** g[i] < 0: a pair has begun to touch; g[i + 1] < 0: one that is taken, and up to date, has ceased to. */
  writeEventFunctions(g: Float64Array, i: number, motion: BodyMotion, taken: ReadonlyMap<number, number>): void {
    const { pairs } = this;
    g[i] = 1;
    g[i + 1] = 1;
    for (let k = 0; k < pairs.length; k++) {
      if (taken.has(-1 - k)) {
        if (pairs[k].contact.elementCount === 0) g[i + 1] = -1;
      } else if (touches(pairs[k], motion)) g[i] = -1;
    }
  }

  /** Times inside the step at which a pair touches that is not taken. */
  examineStep(t0: number, t1: number, motion: StepMotion, taken: ReadonlyMap<number, number>): number[] {
    const times: number[] = [];
    for (let k = 0; k < this.pairs.length; k++) {
      if (taken.has(-1 - k)) continue;
      const found = walk(this.pairs[k], t0, t1, motion);
      if (found < t1) times.push(found);
    }
    return times;
  }
}

/** Whether a pair that is not taken touches; its contact stays clear. */
function touches(pair: SurfacePair, motion: BodyMotion): boolean {
  pair.evaluate(motion);
  const isTouching = pair.contact.elementCount > 0;
  pair.contact.clear();
  return isTouching;
}

/** The first time at which the pair touches, t1 when it does not. */
function walk(pair: SurfacePair, t0: number, t1: number, motion: StepMotion): number {
  const { bodyE, bodyF, reachE, reachF, contact } = pair;
  const start = motion.at(t0);
  const { acceleration, turning } = motion.bounds();
  const speed =
    relativeSpeed(start, bodyE, bodyF) +
    (t1 - t0) * (acceleration[bodyE] + acceleration[bodyF]) +
    turning[bodyE] * reachE +
    turning[bodyF] * reachF;
  if (!(speed > 0)) return t1;
  const shortest = Math.max((0.5 * contact.law.maxPenetration) / speed, (t1 - t0) / mostLooks);
  let t = t0 + Math.max(shortest, gap(pair, motion.at(t0)) / speed);
  while (t < t1) {
    const now = motion.at(t);
    const apart = gap(pair, now);
    if (apart <= 0 && touches(pair, now)) return t;
    t += Math.max(shortest, apart / speed);
  }
  return t1;
}

/** Between the balls around the origins of the bodies that hold the surfaces; the world has none. */
function gap({ bodyE, bodyF, reachE, reachF }: SurfacePair, { position: p }: BodyMotion): number {
  const x = p[3 * bodyE] - p[3 * bodyF];
  const y = p[3 * bodyE + 1] - p[3 * bodyF + 1];
  const z = p[3 * bodyE + 2] - p[3 * bodyF + 2];
  return Math.sqrt(x * x + y * y + z * z) - reachE - reachF;
}

function relativeSpeed({ velocity: v }: BodyMotion, a: number, b: number): number {
  const x = v[3 * a] - v[3 * b];
  const y = v[3 * a + 1] - v[3 * b + 1];
  const z = v[3 * a + 2] - v[3 * b + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
