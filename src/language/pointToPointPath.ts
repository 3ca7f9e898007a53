/**
 * Point-to-point paths: several quantities move together from point to point, each segment with constant acceleration, constant
 * speed and constant deceleration, as fast as the slowest of them allows.
 *
 * Source   trapezoidal velocity profile, one path parameter for all quantities
 *          s̈ = 1/max|Δ_j/a_j|,  ṡ = 1/max|Δ_j/v_j|,  T_a1 = √(1/s̈),  T_a2 = ṡ/s̈
 *          no phase of constant speed when T_a2 ≥ T_a1:   T_v = T_a1,  T_e = 2·T_a1,   else   T_v = 1/ṡ,  T_e = T_v + T_a2
 * Legend   s    path parameter of a segment, 0 … 1         Δ_j   way of quantity j in the segment
 *          T_v  begin of deceleration                      T_e   duration of the segment
 */
import { listNames, suggestName } from "../errors/nearestName.ts";
import { readOnce } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { UserFunctionOptions } from "./functions.ts";

export interface PathOptions {
  /** Points, one row each; the first is the start. */
  readonly positions: readonly (readonly number[])[];
  /** Largest speed of each quantity, > 0. */
  readonly v_max: readonly number[];
  /** Largest acceleration of each quantity, > 0. */
  readonly a_max: readonly number[];
  /** Default 0. */
  readonly startTime?: number;
}

export interface PathSegment {
  readonly begin: number;
  readonly duration: number;
  /** End of acceleration and begin of deceleration. */
  readonly Ta: number;
  readonly Tv: number;
  readonly sd: number;
  readonly sdd: number;
  readonly from: readonly number[];
  readonly delta: readonly number[];
}

export interface PathPoint {
  readonly position: number[];
  readonly velocity: number[];
  readonly acceleration: number[];
}

/** Lengths below this count as no movement. */
const smallestWay = 1000 * Number.EPSILON;

export class PointToPointPath {
  readonly names: readonly string[];
  readonly startTime: number;
  readonly endTime: number;
  readonly segments: readonly PathSegment[];
  private readonly first: readonly number[];
  private readonly last: readonly number[];

  constructor(names: readonly string[], given: PathOptions) {
    const options = readOnce(Object(given) as PathOptions, "ptpPath");
    check(names, options);
    const { positions, v_max, a_max, startTime = 0 } = options;
    this.names = [...names];
    this.startTime = startTime;
    this.first = [...positions[0]!];
    this.last = [...positions[positions.length - 1]!];
    const segments: PathSegment[] = [];
    let begin = startTime;
    for (let i = 1; i < positions.length; i++) {
      const delta = positions[i]!.map((p, j) => p - positions[i - 1]![j]!);
      const slowest = Math.max(...delta.map((d, j) => Math.abs(d / v_max[j]!)));
      const weakest = Math.max(...delta.map((d, j) => Math.abs(d / a_max[j]!)));
      if (slowest <= smallestWay || weakest <= smallestWay) continue;
      const [sd, sdd] = [1 / slowest, 1 / weakest];
      const [Ta1, Ta2] = [Math.sqrt(1 / sdd), sd / sdd];
      const hasConstantSpeed = Ta2 < Ta1;
      const Tv = hasConstantSpeed ? 1 / sd : Ta1;
      const Ta = hasConstantSpeed ? Ta2 : Ta1;
      const duration = Tv + Ta;
      segments.push({
        begin,
        duration,
        Ta,
        Tv,
        sd: hasConstantSpeed ? sd : sdd * Ta1,
        sdd,
        from: [...positions[i - 1]!],
        delta,
      });
      begin += duration;
    }
    this.segments = segments;
    this.endTime = begin;
  }

  /** Position, velocity and acceleration of all quantities. */
  at(t: number): PathPoint {
    const zeros = (): number[] => this.names.map(() => 0);
    const point = { position: zeros(), velocity: zeros(), acceleration: zeros() };
    this.evaluate(t, point);
    return point;
  }

  /** The same, into arrays that are there. */
  evaluate(t: number, { position, velocity, acceleration }: PathPoint): void {
    const { segments, names } = this;
    if (t <= this.startTime || t >= this.endTime || segments.length === 0) {
      const rest = t <= this.startTime || segments.length === 0 ? this.first : this.last;
      for (let j = 0; j < names.length; j++) {
        position[j] = rest[j]!;
        velocity[j] = 0;
        acceleration[j] = 0;
      }
      return;
    }
    let k = segments.length - 1;
    while (segments[k]!.begin > t) k--;
    const { begin, from, delta } = segments[k]!;
    const { s, sd, sdd } = parameterAt(segments[k]!, t - begin);
    for (let j = 0; j < names.length; j++) {
      position[j] = from[j]! + delta[j]! * s;
      velocity[j] = delta[j]! * sd;
      acceleration[j] = delta[j]! * sdd;
    }
  }

  /** Position of one quantity. */
  position(name: string, t: number): number {
    return this.at(t).position[this.indexOf(name)]!;
  }

  indexOf(name: string): number {
    const index = this.names.indexOf(name);
    if (index >= 0) return index;
    throw new RattlebackError("E-PATH-NAME", `The path has no quantity "${name}".`, {
      path: name,
      hint: suggestName(name, this.names, `one of ${listNames(this.names)}`),
      data: { name },
    });
  }

  /** Position of one quantity as a function of time for equations, with its derivatives: `functions: { phi: path.function("phi") }`. */
  function(name: string): UserFunctionOptions {
    const index = this.indexOf(name);
    return {
      call: (t: number) => this.at(t).position[index]!,
      results: [[]],
      derivative: {
        call: (t: number, dt: number) => this.at(t).velocity[index]! * dt,
        results: [[]],
        derivative: {
          call: (t: number, dt: number, dt2: number, ddt: number) =>
            this.at(t).acceleration[index]! * dt * dt2 + this.at(t).velocity[index]! * ddt,
          results: [[]],
        },
      },
    };
  }
}

/** A path through the points: `ptpPath(["phi1", "phi2"], { positions: [[0, 0], [1, 2]], v_max: [1, 1], a_max: [2, 2] })`. */
export function ptpPath(names: readonly string[], options: PathOptions): PointToPointPath {
  return new PointToPointPath(names, options);
}

function parameterAt({ Ta, Tv, sd, sdd }: PathSegment, u: number): { s: number; sd: number; sdd: number } {
  const s1 = (sdd * Ta * Ta) / 2;
  if (u < Ta) return { s: (sdd * u * u) / 2, sd: sdd * u, sdd };
  if (u < Tv) return { s: s1 + sd * (u - Ta), sd, sdd: 0 };
  const s2 = s1 + sd * (Tv - Ta);
  const w = u - Tv;
  return { s: s2 + sd * w - (sdd * w * w) / 2, sd: sd - sdd * w, sdd: -sdd };
}

function check(names: readonly string[], options: PathOptions): void {
  const { positions, v_max, a_max } = options;
  const fail = (what: string, path: string, hint: string): RattlebackError =>
    new RattlebackError("E-PATH", what, { path, hint });
  if (!isList(names) || names.length === 0 || names.some((name) => typeof name !== "string" || name === ""))
    throw fail("A path needs the names of the quantities that move.", "names", 'names: ["phi1", "phi2"]');
  const twice = names.find((name, k) => names.indexOf(name) !== k);
  if (twice !== undefined) throw fail(`The path has the quantity "${twice}" twice.`, "names", "one name for each");
  if (!isList(positions) || positions.length === 0)
    throw fail("A path needs at least one point.", "positions", "positions: [[0], [1]]");
  positions.forEach((row, i) => {
    const count = isList(row) ? row.length : 0;
    if (count !== names.length || row.some((p) => !Number.isFinite(p)))
      throw fail(
        `Point ${i + 1} has ${count} values for ${names.length} quantities, or one is not finite.`,
        `positions[${i + 1}]`,
        "one finite number per name",
      );
  });
  for (const [key, list] of [
    ["v_max", v_max],
    ["a_max", a_max],
  ] as const) {
    if (!isList(list) || list.length !== names.length || list.some((x) => !(x > 0 && Number.isFinite(x))))
      throw fail(
        `${key} needs one positive finite value per quantity.`,
        key,
        `${key}: [${names.map(() => 1).join(", ")}]`,
      );
  }
}

function isList(value: unknown): boolean {
  return Array.isArray(value);
}
