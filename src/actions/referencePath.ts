/** The reference that a program moves: named quantities, their limits, and the path they are on. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { type PathPoint, PointToPointPath } from "../language/pointToPointPath.ts";
import type { ReferencePathOptions } from "./commands.ts";

export class ReferencePath {
  readonly names: readonly string[];
  private readonly v_max: readonly number[];
  private readonly a_max: readonly number[];
  private path: PointToPointPath;
  /** Where the path is at `time`. */
  private readonly point: PathPoint;
  private time = Number.NaN;

  constructor(options: ReferencePathOptions, time: number) {
    const { names, position, v_max = 1, a_max = 1 } = options;
    const all = (value: number | readonly number[]) => (typeof value === "number" ? names.map(() => value) : value);
    this.names = names;
    this.v_max = all(v_max);
    this.a_max = all(a_max);
    this.path = this.plan([position ?? names.map(() => 0)], time);
    this.point = this.path.at(time);
  }

  /** Plans from the present reference through the rows and returns the time of the end. */
  moveTo(rows: readonly (readonly number[])[], time: number): number {
    this.path = this.plan([this.path.at(time).position, ...rows], time);
    this.time = Number.NaN;
    return this.path.endTime;
  }

  private plan(positions: readonly (readonly number[])[], startTime: number): PointToPointPath {
    return new PointToPointPath(this.names, { positions, v_max: this.v_max, a_max: this.a_max, startTime });
  }

  position(index: number, time: number): number {
    this.evaluate(time);
    return this.point.position[index]!;
  }

  velocity(index: number, time: number): number {
    this.evaluate(time);
    return this.point.velocity[index]!;
  }

  acceleration(index: number, time: number): number {
    this.evaluate(time);
    return this.point.acceleration[index]!;
  }

  /** Times inside the path at which the acceleration jumps: the solver stops there. */
  nextCorner(time: number): number {
    for (const { begin, Ta, Tv, duration } of this.path.segments) {
      for (const corner of [begin, begin + Ta, begin + Tv, begin + duration]) if (corner > time) return corner;
    }
    return Number.POSITIVE_INFINITY;
  }

  private evaluate(time: number): void {
    if (this.time === time) return;
    this.path.evaluate(time, this.point);
    this.time = time;
  }
}

export function noReferencePath(time: number): RattlebackError {
  return new RattlebackError("E-ACTION-PATH", "ptpJointSpace has no reference path to move along.", {
    where: `t = ${time} s`,
    because: "the program did not say which quantities move",
    hint: 'yield act.referencePath({ names: ["phi1"], v_max: 1, a_max: 1 }) first',
    data: { time },
  });
}
