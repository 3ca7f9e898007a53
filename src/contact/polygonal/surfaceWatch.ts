/**
 * When surfaces of triangles begin and cease to touch: located as events, and not stepped over.
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
import * as elementary from "../../math/elementary.ts";
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { ContactRecord } from "../contactRecord.ts";
import type { StepMotion } from "../stepCheck.ts";
import type { PolygonalContact } from "./polygonalContact.ts";

/** Two surfaces on bodies. */
export interface WatchedSurfaces {
  readonly contact: PolygonalContact;
  /** Paths of the objects. */
  readonly objectE: string;
  readonly objectF: string;
  readonly bodyE: number;
  readonly bodyF: number;
  /** ρ_E + arm, ρ_F + arm: farthest points from the origins of the bodies, m. */
  readonly reachE: number;
  readonly reachF: number;
  /** About the meshes. */
  readonly warnings?: readonly string[];
  /** Evaluates the contact for this motion where the surfaces may touch; clears it elsewhere. */
  evaluate(motion: BodyMotion): void;
}

/** A step is walked through with so many looks at most: motions that are bounded badly must not stop a run. */
const mostLooks = 20_000;
/** Part of the depth of an impact, δ = (3·m·v²/(2·π·c·R))^⅓, that the first step of a contact may move over. */
const firstPart = 0.02;
/** Contacts that begin at rest are taken as this fast, m/s. */
const slowestStart = 1e-3;

export class SurfaceWatch {
  /** Step to begin with after the last event, s. */
  firstStep = Number.POSITIVE_INFINITY;
  private readonly pairs: readonly WatchedSurfaces[];
  private readonly bodyMass: ArrayLike<number>;
  /** At the last event. */
  private readonly isTouching: Uint8Array;
  /** Point and normal of each pair when it was last seen to touch, six numbers. */
  private readonly lastSeen: Float64Array;

  /** `bodyMass` by body, the world at 0. */
  constructor(pairs: readonly WatchedSurfaces[], bodyMass: ArrayLike<number>) {
    this.pairs = pairs;
    this.bodyMass = bodyMass;
    this.isTouching = new Uint8Array(pairs.length);
    this.lastSeen = new Float64Array(6 * pairs.length);
  }

  /** Contacts that were touching before a change of structure go on. */
  adopt(previous: SurfaceWatch): void {
    this.pairs.forEach(({ objectE, objectF }, k) => {
      const before = previous.pairs.findIndex((pair) => pair.objectE === objectE && pair.objectF === objectF);
      if (before < 0) return;
      this.isTouching[k] = previous.isTouching[before]!;
      this.lastSeen.set(previous.lastSeen.subarray(6 * before, 6 * before + 6), 6 * k);
    });
  }

  /** At an event: who touches from now on. */
  handleEvent(time: number, motion: BodyMotion): ContactRecord[] {
    this.firstStep = Number.POSITIVE_INFINITY;
    const records: ContactRecord[] = [];
    this.pairs.forEach((pair, k) => {
      const { contact, objectE, objectF } = pair;
      pair.evaluate(motion);
      this.note(k);
      const touches = contact.elementCount > 0 ? 1 : 0;
      if (touches === this.isTouching[k]) return;
      this.isTouching[k] = touches;
      const isStart = touches === 1;
      const seen = this.lastSeen.subarray(6 * k, 6 * k + 6);
      const normalVelocity = approach(pair, motion, seen);
      if (isStart) this.firstStep = Math.min(this.firstStep, this.firstStepOf(pair, normalVelocity));
      records.push({
        kind: isStart ? "start" : "end",
        time,
        obj1: objectE,
        obj2: objectF,
        position: [seen[0]!, seen[1]!, seen[2]!],
        normal: [seen[3]!, seen[4]!, seen[5]!],
        normalVelocity,
        distance: -contact.results.maxPenetration,
        response: "elastic",
      });
    });
    return records;
  }

  /** z[i] < 0: a pair has begun to touch; z[i + 1] < 0: one has ceased to. */
  writeEventFunctions(z: Float64Array, i: number, motion: BodyMotion): void {
    const { pairs, isTouching } = this;
    z[i] = 1;
    z[i + 1] = 1;
    for (let k = 0; k < pairs.length; k++) {
      pairs[k].evaluate(motion);
      this.note(k);
      const touches = pairs[k].contact.elementCount > 0 ? 1 : 0;
      if (touches !== isTouching[k]) z[touches === 1 ? i : i + 1] = -1;
    }
  }

  /** Times inside the step at which a pair touches that did not before. */
  examineStep(t0: number, t1: number, motion: StepMotion): number[] {
    const times: number[] = [];
    for (let k = 0; k < this.pairs.length; k++) {
      if (this.isTouching[k] === 1) continue;
      const found = walk(this.pairs[k], t0, t1, motion);
      if (found < t1) times.push(found);
    }
    return times.sort((a, b) => a - b);
  }

  /** Remembers where pair k touches. */
  private note(k: number): void {
    const { contact } = this.pairs[k];
    if (contact.elementCount === 0) return;
    for (let i = 0; i < 3; i++) {
      this.lastSeen[6 * k + i] = contact.point[i];
      this.lastSeen[6 * k + 3 + i] = contact.normal[i];
    }
  }

  private firstStepOf({ contact, bodyE, bodyF, reachE, reachF }: WatchedSurfaces, normalVelocity: number): number {
    const { bodyMass } = this;
    const speed = Math.max(Math.abs(normalVelocity), slowestStart);
    const inverse = (body: number): number => (body === 0 ? 0 : 1 / bodyMass[body]!);
    const inverseMass = inverse(bodyE) + inverse(bodyF);
    const radius = Math.min(reachE, reachF);
    const { stiffness, maxPenetration } = contact.law;
    const depth = elementary.cbrt((1.5 * speed * speed) / (Math.PI * stiffness * radius * inverseMass));
    return (firstPart * Math.min(depth, maxPenetration)) / speed;
  }
}

/** The first time at which the pair touches, t1 when it does not. */
function walk(pair: WatchedSurfaces, t0: number, t1: number, motion: StepMotion): number {
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
    if (apart <= 0) {
      pair.evaluate(now);
      if (contact.elementCount > 0) return t;
    }
    t += Math.max(shortest, apart / speed);
  }
  return t1;
}

/** Between the balls around the origins of the bodies that hold the surfaces; the world has none. */
function gap({ bodyE, bodyF, reachE, reachF }: WatchedSurfaces, { position: p }: BodyMotion): number {
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

/** Speed of both bodies towards each other along the normal, at the point: seen = (point, normal from E to F). */
function approach({ bodyE, bodyF }: WatchedSurfaces, motion: BodyMotion, seen: ArrayLike<number>): number {
  const along = (body: number): number => {
    const { position: r, velocity: v, angularVelocity: w } = motion;
    const k = 3 * body;
    const [x, y, z] = [seen[0]! - r[k]!, seen[1]! - r[k + 1]!, seen[2]! - r[k + 2]!];
    return (
      seen[3]! * (v[k]! + w[k + 1]! * z - w[k + 2]! * y) +
      seen[4]! * (v[k + 1]! + w[k + 2]! * x - w[k]! * z) +
      seen[5]! * (v[k + 2]! + w[k]! * y - w[k + 1]! * x)
    );
  };
  return along(bodyE) - along(bodyF);
}
