/**
 * Events that accumulate: a ball bounces lower and lower until a bounce is below the hysteresis of its event. The relation h < 0 then
 * stays true, the when clause with the reinit does not act again, and the ball falls through the floor. Nobody meant that, so the
 * run says so.
 *
 * A reinit that stops or turns back the very relation that caused it is expected to be undone: the relation should change again.
 * When instead its difference grows on, far beyond its hysteresis, the warning is given.
 *
 * Legend   difference   the number whose sign decides a relation, positive where it is true
 */

/** A reinit that leaves less than this part of the rate with which the relation was crossed has stopped it. */
const stoppedPart = 0.01;
/** So many times its hysteresis beyond the threshold the relation has not come back. */
const goneBeyond = 100;

interface Watched {
  readonly relation: number;
  readonly text: string;
  readonly time: number;
  /** Value of the relation after the event. */
  readonly value: number;
}

export class ZenoWatch {
  private readonly watched = new Map<number, Watched>();
  private readonly eventCounts = new Map<number, number>();
  private readonly warned = new Set<number>();

  get isWatching(): boolean {
    return this.watched.size > 0;
  }

  /** After an event with a reinit at which the relation changed; rates of its difference before and after. */
  note(relation: number, text: string, time: number, value: number, before: number, after: number): void {
    this.eventCounts.set(relation, (this.eventCounts.get(relation) ?? 0) + 1);
    const direction = value === 1 ? 1 : -1;
    if (direction * before <= 0 || direction * after > stoppedPart * direction * before) return;
    if (this.warned.has(relation)) return;
    this.watched.set(relation, { relation, text, time, value });
  }

  /** At the end of a step: a warning for the first relation that has gone on, or "". */
  check(R: Float64Array, difference: (relation: number) => number, hysteresis: Float64Array): string {
    for (const { relation, text, time, value } of this.watched.values()) {
      if (R[relation] !== value) {
        this.watched.delete(relation);
        continue;
      }
      const beyond = value === 1 ? difference(relation) : -difference(relation);
      if (!(beyond > goneBeyond * hysteresis[relation]!)) continue;
      this.watched.delete(relation);
      this.warned.add(relation);
      const count = this.eventCounts.get(relation)!;
      return (
        `W-ZENO  ${text} stays ${value === 1} after the reinit at t = ${time}, its ${count}. time: what the reinit should turn back ` +
        "goes on, and its when clause does not act again. Such events accumulate; let the motion come to rest, for example " +
        "der(v) = if isResting then 0 else -g with isResting set when a rebound is slow."
      );
    }
    return "";
  }
}
