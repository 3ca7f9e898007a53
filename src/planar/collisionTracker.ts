/**
 * The collision configurations of several targets, as a solver uses them.
 *
 * Source   [SchockLanglois] sec. 4, figure 8
 *
 *     initialise   flag 0   before the first step
 *     accept       flag 1   after every accepted step and at every located event: the only one that moves the reference
 *     evaluate     flag 2   inside a step, for trial states that may be rejected
 *     roots        flag 3   on accepted states and on interpolants between them
 *
 * A pair is one target and a range of initiators. A point may be an initiator of several targets: it then stands in the
 * list of points once for each of them.
 */
import { checkOptionNames } from "../errors/optionNames.ts";
import { aWholeNumber, fields, listOf, shape } from "../errors/shapes.ts";
import type { CollisionConfiguration } from "./collisionConfiguration.ts";
import type { ConvexPolygon } from "./convexPolygon.ts";
import { aPolygon } from "./convexPolygon.ts";
import { handOn, type SurfaceRule } from "./corners.ts";
import { eventValue } from "./eventFunctions.ts";
import { MatrixConfiguration } from "./matrixConfiguration.ts";
import { NearestConfiguration } from "./nearestConfiguration.ts";
import { nearestSurface, Outline, placeOutline, poseSize } from "./outline.ts";
import type { PackedConfiguration } from "./packedConfiguration.ts";

export interface PairDefinition {
  /** Index of the target. */
  readonly target: number;
  /** The initiators are the points first … first + count − 1. */
  readonly first: number;
  readonly count: number;
  /** Default "lastSeparation". */
  readonly rule?: SurfaceRule;
}

export interface TrackedPair extends Required<PairDefinition> {
  readonly outline: Outline;
  readonly configuration: PackedConfiguration & CollisionConfiguration;
  /** Position of the event function of its first initiator. */
  readonly firstRoot: number;
}

/** A point that lies inside its target where the run begins. */
export interface StartInside {
  readonly pair: number;
  /** Counted within the pair. */
  readonly initiator: number;
  readonly nearest: number;
}

export interface TrackerOptions {
  /** Whether points that slide past an obtuse corner are handed on to the next surface. Default true. */
  readonly handsOnAtCorners?: boolean;
}

/** Hands on every point in collision that has slid past an obtuse corner. Returns whether one did. */
function handOnAll({ configuration, outline, first }: TrackedPair, points: Float64Array): boolean {
  let hasHandedOn = false;
  for (let group = 0; group < configuration.groups; group++) {
    for (let rest = configuration.inCollision(group); rest !== 0; rest &= rest - 1) {
      const j = 32 * group + 31 - Math.clz32(rest & -rest);
      const x = points[2 * (first + j)];
      const y = points[2 * (first + j) + 1];
      if (handOn(outline, configuration, j, x, y)) hasHandedOn = true;
    }
  }
  return hasHandedOn;
}

const oneOfTheTargets = (count: number) =>
  shape(`the number of a polygon, below ${count}`, (value) => (value as number) < count);

/** Poses of all targets are packed by six: x, y, φ and their rates. Points are packed by two: x, y. */
export class CollisionTracker {
  readonly pairs: readonly TrackedPair[];
  readonly handsOn: boolean;
  /** Number of event functions: one per initiator and target. */
  readonly rootCount: number;

  private readonly polygons: readonly ConvexPolygon[];
  private readonly outlines: readonly Outline[];

  constructor(polygons: readonly ConvexPolygon[], pairs: readonly PairDefinition[], options: TrackerOptions = {}) {
    listOf(aPolygon)(polygons, "polygons");
    listOf(fields({ target: aWholeNumber, first: aWholeNumber, count: aWholeNumber }, ["target", "first", "count"]))(
      pairs,
      "pairs",
    );
    pairs.forEach(({ target }, k) => void oneOfTheTargets(polygons.length)(target, `pairs[${k}].target`));
    checkOptionNames(options, ["handsOnAtCorners"], "CollisionTracker");
    this.polygons = polygons;
    this.outlines = polygons.map((polygon) => new Outline(polygon.count));
    this.handsOn = options.handsOnAtCorners ?? true;
    let rootCount = 0;
    this.pairs = pairs.map(({ target, first, count, rule = "lastSeparation" }) => {
      const outline = this.outlines[target];
      const configuration =
        rule === "nearest"
          ? new NearestConfiguration(outline.count, count)
          : new MatrixConfiguration(outline.count, count);
      const firstRoot = rootCount;
      rootCount += count;
      return { target, first, count, rule, outline, configuration, firstRoot };
    });
    this.rootCount = rootCount;
  }

  /**
   * Flag 0. Points that start inside have no history: `startInside` "nearest" gives them the nearest surface, "none"
   * lets them pass until they have been outside once. Either way they are reported.
   */
  initialise(poses: Float64Array, points: Float64Array, startInside: "nearest" | "none" = "nearest"): StartInside[] {
    const found: StartInside[] = [];
    this.place(poses);
    this.pairs.forEach(({ configuration, outline, first, count, rule }, pair) => {
      configuration.initialise(outline, points, first);
      if (rule === "nearest") configuration.accept(outline, points, first);
      for (let j = 0; j < count; j++) {
        const nearest = nearestSurface(outline, points[2 * (first + j)], points[2 * (first + j) + 1]);
        if (nearest < 0) continue;
        found.push({ pair, initiator: j, nearest });
        if (startInside === "nearest") configuration.setReference(nearest, j, true);
      }
      configuration.evaluate(outline, points, first);
    });
    return found;
  }

  /** Flag 1. Returns whether some configuration has changed. */
  accept(poses: Float64Array, points: Float64Array): boolean {
    this.place(poses);
    let isChanged = false;
    for (let k = 0; k < this.pairs.length; k++) {
      const pair = this.pairs[k];
      if (this.handsOn && pair.rule === "lastSeparation" && handOnAll(pair, points)) isChanged = true;
      if (pair.configuration.accept(pair.outline, points, pair.first)) isChanged = true;
    }
    return isChanged;
  }

  /** Flag 2. The result is in `collision` of every configuration. */
  evaluate(poses: Float64Array, points: Float64Array): void {
    this.place(poses);
    for (let k = 0; k < this.pairs.length; k++) {
      const { configuration, outline, first } = this.pairs[k];
      configuration.evaluate(outline, points, first);
    }
  }

  /** Flag 3: g ← one event function per initiator and target. */
  roots(poses: Float64Array, points: Float64Array, g: Float64Array): void {
    this.place(poses);
    for (let k = 0; k < this.pairs.length; k++) {
      const { configuration, outline, first, count, firstRoot, rule } = this.pairs[k];
      for (let j = 0; j < count; j++) {
        const x = points[2 * (first + j)];
        const y = points[2 * (first + j) + 1];
        g[firstRoot + j] = eventValue(outline, configuration, rule, this.handsOn, j, x, y);
      }
    }
  }

  /** Moves the outlines of all targets to their poses, without looking at any point. */
  place(poses: Float64Array): void {
    for (let k = 0; k < this.outlines.length; k++) {
      placeOutline(this.outlines[k], this.polygons[k], poses, poseSize * k);
    }
  }

  /** The reference configurations of all pairs, to go back to. */
  save(): Int32Array[] {
    return this.pairs.flatMap(({ configuration }) => [
      configuration.referencePenetration.slice(),
      configuration.referenceCollision.slice(),
    ]);
  }

  restore(saved: readonly Int32Array[]): void {
    this.pairs.forEach(({ configuration }, k) => {
      configuration.referencePenetration.set(saved[2 * k]);
      configuration.referenceCollision.set(saved[2 * k + 1]);
    });
  }
}
