/** The pieces of runs between their events, and which pieces of two runs are the same. */
import type { Result } from "../results/result.ts";

/** Events that are closer together than this part of the run are one: what begins and ends a blow. */
const oneMoment = 1e-9;

/** Slopes are taken over a part of a piece that is as much shorter. */
const shortPart = 32;

/** Events at one moment. */
export interface EventGroup {
  readonly first: number;
  readonly last: number;
  /** What they were, for comparison with another run. */
  readonly causes: string;
  readonly cause: string;
}

export function eventGroups({ events, startTime, stopTime }: Result): EventGroup[] {
  const groups: EventGroup[] = [];
  for (const { time, cause, kind } of events) {
    if (kind === "initial" || kind === "terminal") continue;
    const open = groups.at(-1);
    if (open !== undefined && time - open.last <= oneMoment * (stopTime - startTime))
      groups[groups.length - 1] = { ...open, last: time, causes: `${open.causes}\n${cause}` };
    else groups.push({ first: time, last: time, causes: cause, cause });
  }
  return groups;
}

/** A run as pieces: where each begins and ends. */
export class Pieces {
  readonly run: Result;
  readonly begins: readonly number[];
  readonly ends: readonly number[];

  constructor(run: Result, groups: readonly EventGroup[]) {
    this.run = run;
    this.begins = [run.startTime, ...groups.map(({ last }) => last)];
    this.ends = [...groups.map(({ first }) => first), run.endTime];
  }

  /** Which piece a time is in; where pieces meet, the one on the wanted side. */
  indexOf(t: number, side: "before" | "after"): number {
    const { ends } = this;
    let i = 0;
    while (i + 1 < ends.length && (t > ends[i]! || (side === "after" && t === ends[i]!))) i++;
    return i;
  }

  /** The value inside of a piece, its ends included. */
  valueAt(i: number, t: number, variable: string): number {
    const [begin, end] = [this.begins[i]!, this.ends[i]!];
    if (t >= end && i + 1 < this.ends.length) return this.run.at(end, variable, "before");
    return this.run.at(Math.min(Math.max(t, begin), end), variable, "after");
  }

  /** The time derivative inside of a piece: where the result has none, of the polynomial through five values, at most `width` apart. */
  slopeAt(i: number, t: number, width: number, variable: string): number {
    const known = this.slopeName(variable);
    if (known !== undefined) return this.valueAt(i, t, known);
    const [begin, end] = [this.begins[i]!, this.ends[i]!];
    const step = Math.min(width, (end - begin) / shortPart);
    if (!(step > 0)) return 0;
    const first = Math.max(begin, Math.min(t - 2 * step, end - 4 * step));
    const nodes = [0, 1, 2, 3, 4].map((k) => first + k * step);
    let sum = 0;
    nodes.forEach((node, k) => {
      sum += lagrangeSlope(nodes, k, t) * this.valueAt(i, node, variable);
    });
    return sum;
  }

  /** `der(x)`, of a state of a component `part.der(x)`. */
  private slopeName(variable: string): string | undefined {
    const [, path = "", name = "", element = ""] = /^(.*\.)?([^.[]+)(\[.*\])?$/.exec(variable) ?? [];
    return [`der(${path}${name})${element}`, `${path}der(${name})${element}`].find((one) => this.run.has(one));
  }
}

/** The slope at t of the polynomial that is 1 at the k-th node and 0 at the others. */
function lagrangeSlope(nodes: readonly number[], k: number, t: number): number {
  let sum = 0;
  for (let j = 0; j < nodes.length; j++) {
    if (j === k) continue;
    let product = 1 / (nodes[k]! - nodes[j]!);
    for (let l = 0; l < nodes.length; l++) if (l !== j && l !== k) product *= (t - nodes[l]!) / (nodes[k]! - nodes[l]!);
    sum += product;
  }
  return sum;
}
