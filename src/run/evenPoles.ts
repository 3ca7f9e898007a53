/**
 * Instants at which unknowns become infinite without a change of any sign, as in (x − 1)²·a = 1, where the divisor touches zero.
 *
 * What is watched is w = 1/‖unknowns of the block‖, which is zero at every pole, at a hundredth of the run at least. Where its course points to
 * zero, its value in the middle of the piece is looked at; where a parabola says that it has a deep minimum inside, and it falls behind the
 * one end and rises in front of the other, the minimum is searched for. It is a pole when w vanishes there as far as numbers tell: by a factor that no regularised divisor reaches.
 */
import { type Block, blockVariables } from "../compile/blocks.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import type { RunningModel } from "./runningModel.ts";

/** A minimum is worth a search when it is below this part of the smaller end of the piece. */
const deep = 0.5;
/** Minima near the ends may lie outside by the parabola: it is believed up to so many halves of the piece from the middle. */
const margin = 1.2;
/** … and its value down to this part of the one in the middle. */
const nearEnd = 0.02;
/** The golden section, and so many of them that a piece becomes shorter than the digits of time. */
const golden = (Math.sqrt(5) - 1) / 2;
const sections = 70;
/** After so many the rest of the piece is below 1e-4 of it, and w at a pole below this part of the larger end. */
const sectionsToJudge = 20;
const stillLarge = 1e-3;
/**
 * So many sections make a piece shorter by 0.021; of the two points inside, the one that is further from a pole is at 0.118 to 0.62 of the piece,
 * so that w falls to 0.19 of what it was there by the smallest order. A smooth minimum has stopped falling by then. The first sections are left out.
 */
const firstSections = 2;
const sectionsBetween = 8;
const leastFall = 0.5;
/** At a pole w is below these parts of the larger and of the smaller end. */
const vanishing = 1e-12;
const farBelow = 1e-6;
/** Nearer to a pole by this factor … */
const nearer = 100;
/** … w is smaller by that of the order at least: what grows less, such as 1/√t, is infinite for an instant only, and its integral is not. */
const smallestOrder = 0.75;
/** Where the course of w is looked at, in parts of the piece, and of the time below which distances are rounding. */
const nearPart = 1e-4;
const digitsOfTime = 1e-12;
/** By how much w differs there from its value at the end, at least, where the pole is inside: a tenth of what the smallest order gives. */
const leastChange = 0.1 * smallestOrder * nearPart;
/** Pieces of the run in which w is looked at, at least. */
const piecesOfRun = 100;

interface Piece {
  readonly k: number;
  readonly from: number;
  readonly to: number;
  /** At its ends. */
  readonly w0: number;
  readonly w1: number;
}

export class EvenPoles {
  private readonly model: RunningModel;
  private readonly blocks: readonly Block[];
  private readonly unknowns: readonly (readonly VariableIndex[])[];
  private readonly longest: number;
  /** Of every block at the last point and at the one before. */
  private present: Float64Array;
  private before: Float64Array;
  private presentAt = Number.NaN;
  private beforeAt = Number.NaN;

  /** `span`: how long the run is. */
  constructor(model: RunningModel, blocks: readonly Block[], span: number) {
    this.model = model;
    this.blocks = blocks;
    this.longest = span / piecesOfRun;
    this.unknowns = blocks.map((block) =>
      block.kind === "system" && block.hasPiecewiseConstantMatrix ? [] : blockVariables(block),
    );
    this.present = new Float64Array(blocks.length).fill(Number.NaN);
    this.before = this.present.slice();
  }

  /** A part of the run between events begins, with the variables of the model at t. */
  start(t: number): void {
    this.beforeAt = Number.NaN;
    this.presentAt = t;
    for (let k = 0; k < this.blocks.length; k++) this.present[k] = this.smallness(k);
  }

  /** The first pole in the step, and its block. The model is evaluated at the end of the step, or anywhere in it. */
  find(from: number, to: number, evaluate: (t: number) => void): { k: number; time: number } | undefined {
    if (this.presentAt === to) return undefined;
    const count = Math.min(piecesOfRun, Math.max(1, Math.ceil((to - from) / this.longest)));
    for (let i = 1; i <= count; i++) {
      const t = i === count ? to : from + (i / count) * (to - from);
      evaluate(t);
      for (const piece of this.withMinimum(this.suspects(t), evaluate)) {
        const time = this.poleIn(piece, evaluate);
        if (time !== undefined) return { k: piece.k, time };
      }
    }
    return undefined;
  }

  /** Those in which w has a deep minimum, of pieces with the same ends: the model is evaluated three times, however many they are. */
  private withMinimum(pieces: readonly Piece[], evaluate: (t: number) => void): readonly Piece[] {
    if (pieces.length === 0) return pieces;
    const { from, to } = pieces[0]!;
    evaluate(from + 0.5 * (to - from));
    const deepOnes = pieces.filter(({ k, w0, w1 }) => hasDeepMinimum(w0, this.smallness(k), w1));
    const near = Math.max(nearPart * (to - from), digitsOfTime * Math.abs(to));
    if (deepOnes.length === 0 || near > 0.1 * (to - from)) return deepOnes;
    evaluate(to - near);
    const rising = deepOnes.filter(({ k, w1 }) => w1 === 0 || this.smallness(k) < (1 - leastChange) * w1);
    if (rising.length === 0) return rising;
    evaluate(from + near);
    return rising.filter(({ k, w0 }) => w0 === 0 || this.smallness(k) < (1 - leastChange) * w0);
  }

  /** Blocks that may have a pole between the last point and t, where the model is evaluated. */
  private suspects(t: number): Piece[] {
    const found: Piece[] = [];
    const { present, before, presentAt: from, beforeAt } = this;
    for (let k = 0; k < this.blocks.length; k++) {
      const [w0, w1] = [present[k]!, this.smallness(k)];
      const slope = Number.isNaN(beforeAt) ? Number.NEGATIVE_INFINITY : (w0 - before[k]!) / (from - beforeAt);
      if (w0 + slope * (t - from) < deep * Math.min(w0, w1)) found.push({ k, from, to: t, w0, w1 });
      before[k] = w1;
    }
    [this.present, this.before] = [before, present];
    [this.presentAt, this.beforeAt] = [t, from];
    return found;
  }

  private poleIn({ k, from, to, w0, w1 }: Piece, evaluate: (t: number) => void): number | undefined {
    const at = (t: number): number => {
      evaluate(t);
      return this.smallness(k);
    };
    let [left, right] = [from, to];
    let [a, b] = [right - golden * (right - left), left + golden * (right - left)];
    let [wa, wb] = [at(a), at(b)];
    let last = Number.POSITIVE_INFINITY;
    for (let i = 0; i < sections && left < a && a < b && b < right; i++) {
      // behind the last of these w may be rounding alone
      if (i < sectionsToJudge && i % sectionsBetween === firstSections) {
        if (Math.max(wa, wb) > leastFall * last) return undefined;
        last = Math.max(wa, wb);
      }
      if (i === sectionsToJudge && Math.min(wa, wb) > stillLarge * Math.max(w0, w1)) return undefined;
      if (wa < wb) {
        [right, b, wb] = [b, a, wa];
        a = right - golden * (right - left);
        wa = at(a);
      } else {
        [left, a, wa] = [a, b, wb];
        b = left + golden * (right - left);
        wb = at(b);
      }
    }
    const smallest = Math.min(wa, wb);
    if (smallest > vanishing * Math.max(w0, w1) || smallest > farBelow * Math.min(w0, w1)) return undefined;
    const time = wa < wb ? a : b;
    return vanishesFast(time, from, to, at) ? time : undefined;
  }

  /** 1/‖unknowns‖, each measured by its nominal value, at the last evaluation; 0 where one is infinite, and Infinity where all vanish. */
  private smallness(k: number): number {
    const { V, program } = this.model;
    let size = 0;
    for (const v of this.unknowns[k]!) {
      const part = Math.abs(V[v]!) / (program.state.variables[v]!.nominal || 1);
      if (!(part <= size)) size = part;
    }
    return Number.isNaN(size) ? 0 : 1 / size;
  }
}

/** By the parabola through the ends and the middle of a piece. */
function hasDeepMinimum(w0: number, middle: number, w1: number): boolean {
  const curvature = 0.5 * (w0 + w1) - middle;
  const slope = 0.5 * (w1 - w0);
  const isInside = curvature > 0 && Math.abs(slope) < 2 * margin * curvature;
  const enough = Math.max(deep * Math.min(w0, w1), nearEnd * middle);
  return isInside && middle - slope ** 2 / (4 * curvature) <= enough;
}

/** Whether w vanishes like a pole of first order or higher on both sides, as far as digits tell. */
function vanishesFast(time: number, from: number, to: number, at: (t: number) => number): boolean {
  const near = Math.max(nearPart * (to - from), digitsOfTime * Math.abs(time));
  return [from, to].every((end) => {
    const far = nearer * near;
    if (Math.abs(end - time) < far) return true;
    const side = Math.sign(end - time);
    return at(time + side * far) > nearer ** smallestOrder * at(time + side * near);
  });
}
