/**
 * Instants at which unknowns are infinite: x·a + b = 1, a + b = 2 at x = 1. Values before and behind are solutions, so that a step may
 * lead across without any number that looks wrong. Where the sign of a determinant changes between two points of the run, the
 * instant is found by bisection; where it does not change, evenPoles.ts looks. It is a pole when unknowns grow there by more than a factor for every tenth of the distance; where they
 * do not, numerator and denominator vanish together, or the coefficients jump, and the run goes on.
 */
import { type Block, blockVariables } from "../compile/blocks.ts";
import type { RattlebackError } from "../errors/rattlebackError.ts";
import { EvenPoles } from "./evenPoles.ts";
import type { RunningModel } from "./runningModel.ts";
import { unboundedSolution } from "./systemErrors.ts";

/** For every tenth of the distance a pole of first order grows tenfold … */
const smallestGrowth = 3;
/**
 * … and what grows more is of higher order, where rounding grows as well: it counts only
 * where a whole step shows it that is this long, relative to time.
 */
const growthOfFirstOrder = 30;
const longStep = 1e-4;
/** Growth counts where it begins above this part of the nominal value, and not nearer than this part of the step. */
const smallestSize = 1e-3;
const nearestPart = 1e-3;
/**
 * States inside a step are interpolated: a numerator that should vanish with the determinant misses it by an error of the order of the
 * tolerance, and that error divided by the determinant grows like a pole. What grows must be so many tolerances of the unknown over
 * the step, or this part of it, whichever is less.
 */
const tolerancesOfResidue = 100;
const largestPart = 0.01;
/** Distances below this part of the time are rounding. */
const smallestDistance = 1e-12;

export interface Pole {
  readonly time: number;
  readonly error: RattlebackError;
}

export class PoleSearch {
  private readonly model: RunningModel;
  private readonly evaluateAt: (t: number) => void;
  /** What is solved for by determinant k. */
  private readonly blocks: readonly Block[];
  /** Some determinants are seen only where all variables are evaluated. */
  private readonly needsEnds: boolean;
  private readonly smallestResidue: number;
  private readonly even: EvenPoles;

  /** `span`: how long the run is; `evaluateAt(t)`: all variables of the model at a time of the last step. */
  constructor(model: RunningModel, tolerance: number, span: number, evaluateAt: (t: number) => void) {
    const { systems, divisions, blocks, variability } = model.program;
    this.model = model;
    this.evaluateAt = evaluateAt;
    this.smallestResidue = Math.min(largestPart, tolerancesOfResidue * tolerance);
    this.blocks = [...systems, ...divisions];
    this.even = new EvenPoles(model, this.blocks, span);
    this.needsEnds =
      divisions.length > 0 ||
      blocks.some(
        (block, i) => block.kind === "system" && variability.rhs[i] === 0 && !block.hasPiecewiseConstantMatrix,
      );
  }

  /** After an event signs may be others: its equations may be. */
  start(t: number): void {
    this.model.noteDivisors(t);
    this.model.systems.signs.settle();
    this.even.start(t);
  }

  /** The first pole in the step that has been made. */
  find(from: number, to: number): Pole | undefined {
    const { signs } = this.model.systems;
    const even = this.needsEnds ? this.even.find(from, to, (t) => this.evaluate(t)) : undefined;
    if (!signs.hasChanged && even === undefined) return undefined;
    let first: Pole | undefined = even && { time: even.time, error: this.describe(even.k, even.time) };
    for (let k = 0; k < this.blocks.length; k++) {
      const seen = signs.changedAt[k]!;
      if (Number.isNaN(seen)) continue;
      const time = this.findOf(k, from, seen, first?.time ?? to);
      if (time !== undefined) first = { time, error: this.describe(k, time) };
    }
    this.evaluate(to);
    signs.settle();
    return first;
  }

  private findOf(k: number, from: number, seen: number, to: number): number | undefined {
    const { signs } = this.model.systems;
    let left = from;
    let before = this.sign(k, from);
    if (signs.isOther(k) && this.isPole(k, from, from, to)) return from;
    for (const right of seen > from && seen < to ? [seen, to] : [to]) {
      const behind = this.sign(k, right);
      if (before * behind < 0) {
        const time = this.bisect(k, left, right, before);
        if (this.isPole(k, left, time, right)) return time;
      }
      left = right;
      before = behind;
    }
    return undefined;
  }

  private bisect(k: number, left: number, right: number, before: number): number {
    for (;;) {
      const middle = left + 0.5 * (right - left);
      if (middle <= left || middle >= right) return right;
      const sign = this.sign(k, middle);
      if (sign === 0) return middle;
      if (sign === before) left = middle;
      else right = middle;
    }
  }

  private isPole(k: number, left: number, time: number, right: number): boolean {
    const span = right - left;
    return this.grows(k, time, left - time, span) || this.grows(k, time, right - time, span);
  }

  private grows(k: number, time: number, reach: number, span: number): boolean {
    const { V, program } = this.model;
    const unknowns = blockVariables(this.blocks[k]!);
    const sizesAt = (distance: number): number[] => {
      this.evaluate(time + distance);
      return unknowns.map((v) => Math.abs(V[v]!));
    };
    const rounding = 100 * smallestDistance * Math.max(Math.abs(time), Math.abs(reach));
    const end = Math.max(rounding, nearestPart * Math.abs(reach));
    const sizes = sizesAt(reach);
    let [far, near] = [sizes, sizesAt(reach / 10)];
    for (let d = reach; Math.abs(d) >= end; d /= 10) {
      const nearest = sizesAt(d / 100);
      const isGrowing = unknowns.some((v, j) => {
        const nominal = program.state.variables[v]!.nominal || 1;
        const growth = [near[j]! / far[j]!, nearest[j]! / near[j]!] as const;
        const isHigher = Math.max(...growth) > growthOfFirstOrder;
        return (
          far[j]! > smallestSize * nominal &&
          Math.min(...growth) > smallestGrowth &&
          !(isHigher && (d !== reach || Math.abs(reach) < longStep * Math.abs(time))) &&
          (nearest[j]! * Math.abs(d)) / 100 > this.smallestResidue * Math.max(nominal, sizes[j]!) * span
        );
      });
      if (isGrowing) return true;
      [far, near] = [near, nearest];
    }
    return false;
  }

  private sign(k: number, t: number): number {
    this.evaluate(t);
    return this.model.systems.signs.present[k]!;
  }

  private evaluate(t: number): void {
    this.evaluateAt(t);
    this.model.noteDivisors(t);
  }

  private describe(k: number, t: number): RattlebackError {
    return unboundedSolution(this.model.program, this.blocks[k]!, t);
  }
}
