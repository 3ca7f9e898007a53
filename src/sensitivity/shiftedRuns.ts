/**
 * Two runs beside the one that is differentiated, with a parameter a little smaller and a little larger.
 *
 *     ∂x/∂p ≈ (x₊(t) − x₋(t))/2h
 *
 * Events of the three runs are at different times. Near them, and in pieces between events that are short, the same time may be before the
 * event in one run and after it in the other: there points that correspond are compared, and the motion is taken off,
 *
 *     ∂x/∂p ≈ (x₊(t₊) − x₋(t₋))/2h − ẋ(t)·(t₊ − t₋)/2h        t₊, t₋ as far inside of their pieces as t is
 */
import type { Result } from "../results/result.ts";
import { type EventGroup, eventGroups, Pieces } from "./eventGroups.ts";

export class ShiftedRuns {
  readonly step: number;
  /** Whether the three runs have the same events, one after the other. */
  readonly hasSameEvents: boolean;
  /** The first event that is another, as a time of the run in the middle. */
  readonly differsAt: number;
  private readonly distance: number;
  private readonly middle: Pieces;
  private readonly minus: Pieces;
  private readonly plus: Pieces;

  constructor(run: Result, minus: Result, plus: Result, step: number, distance: number) {
    this.step = step;
    this.distance = distance;
    const groups = [run, minus, plus].map(eventGroups) as [EventGroup[], EventGroup[], EventGroup[]];
    const ends = [run, minus, plus].map(({ status }) => status);
    const shared = sharedEvents(groups);
    this.hasSameEvents = groups.every((list) => list.length === shared) && ends.every((status) => status === ends[0]);
    this.differsAt = this.hasSameEvents
      ? Number.POSITIVE_INFINITY
      : Math.min(...groups.map((list) => list[shared]?.first ?? Number.POSITIVE_INFINITY), run.endTime);
    // what comes behind the last common event is one piece, in which times are compared as they are
    const common = groups.map((list) => list.slice(0, shared));
    this.middle = new Pieces(run, common[0]!);
    this.minus = new Pieces(minus, common[1]!);
    this.plus = new Pieces(plus, common[2]!);
  }

  /** How far apart the ends of the pieces are, where a time is not inside of all three runs' pieces; 0 where it is. */
  shiftAt(t: number, side: "before" | "after"): number {
    const { middle, minus, plus } = this;
    const i = middle.indexOf(t, side);
    const begins = [middle.begins[i]!, minus.begins[i]!, plus.begins[i]!];
    const ends = [middle.ends[i]!, minus.ends[i]!, plus.ends[i]!];
    if (t >= Math.max(...begins) && t <= Math.min(...ends)) return 0;
    return Math.max(Math.max(...begins) - Math.min(...begins), Math.max(...ends) - Math.min(...ends));
  }

  /** With points that correspond (`shift` > 0: how far the pieces are apart), or at the same time. */
  derivative(t: number, variable: string, side: "before" | "after", shift: number): number {
    const { middle, minus, plus, distance } = this;
    const i = middle.indexOf(t, side);
    if (shift === 0) return (plus.valueAt(i, t, variable) - minus.valueAt(i, t, variable)) / distance;
    const length = middle.ends[i]! - middle.begins[i]!;
    const part = length > 0 ? Math.min(1, Math.max(0, (t - middle.begins[i]!) / length)) : side === "before" ? 1 : 0;
    const inside = ({ begins, ends }: Pieces): number => begins[i]! + part * (ends[i]! - begins[i]!);
    const [later, earlier] = [inside(plus), inside(minus)];
    const moved = plus.valueAt(i, later, variable) - minus.valueAt(i, earlier, variable);
    return (moved - middle.slopeAt(i, t, shift, variable) * (later - earlier)) / distance;
  }

  /** Of the value at the end, which may move. */
  final(variable: string): number {
    return (this.plus.run.final(variable) - this.minus.run.final(variable)) / this.distance;
  }

  /** How the times of the common events move. */
  eventRates(): number[] {
    const { minus, plus, distance } = this;
    return plus.ends.slice(0, -1).map((end, i) => (end - minus.ends[i]!) / distance);
  }
}

/** How many events all runs have in common, from the first on. */
function sharedEvents([first, ...others]: readonly [EventGroup[], ...EventGroup[][]]): number {
  const k = first.findIndex(({ causes }, i) => others.some((list) => list[i]?.causes !== causes));
  return k < 0 ? first.length : k;
}
