/** Variables that leave the range which their `min` and `max` declare: noticed at every stored point, told once at the end. */
import type { RunningModel } from "./runningModel.ts";

interface Watched {
  readonly name: string;
  /** Where the value stands, and its sign there; 0 for a variable that is zero for ever. */
  readonly place: number;
  readonly sign: number;
  readonly bound: number;
  readonly isLower: boolean;
  /** Largest value seen, to tell rounding from leaving. */
  size: number;
  firstTime: number;
  worst: number;
  worstTime: number;
}

export class RangeWatch {
  private readonly watched: Watched[] = [];
  private readonly tolerance: number;

  constructor(tolerance: number) {
    this.tolerance = tolerance;
  }

  /** Takes over the variables of a program; what was seen before is kept. */
  begin(model: RunningModel): void {
    const { variables, aliases } = model.program.state;
    const seen = new Map(this.watched.map((item) => [`${item.name} ${item.isLower}`, item]));
    this.watched.length = 0;
    variables.forEach(({ name, min, max }, v) => {
      for (const [limit, isLower] of [
        [min, true],
        [max, false],
      ] as const) {
        if (limit === undefined) continue;
        const { target, sign } = aliases.get(v) ?? { target: v, sign: 1 };
        const before = seen.get(`${name} ${isLower}`);
        const bound = model.parameterValue(limit);
        const fresh = { size: Math.abs(bound), firstTime: Number.NaN, worst: bound, worstTime: Number.NaN };
        this.watched.push({ ...(before ?? fresh), name, place: target, sign, bound, isLower });
      }
    });
  }

  look(t: number, V: Float64Array): void {
    const { watched, tolerance } = this;
    for (let k = 0; k < watched.length; k++) {
      const item = watched[k]!;
      const value = item.sign === 0 ? 0 : item.sign * V[item.place]!;
      item.size = Math.max(item.size, Math.abs(value));
      const excess = item.isLower ? item.bound - value : value - item.bound;
      if (!(excess > tolerance * item.size)) continue;
      if (Number.isNaN(item.firstTime)) item.firstTime = t;
      if (item.isLower ? value >= item.worst : value <= item.worst) continue;
      item.worst = value;
      item.worstTime = t;
    }
  }

  warnings(): string[] {
    return this.watched
      .filter(({ firstTime }) => !Number.isNaN(firstTime))
      .map(
        ({ name, bound, isLower, firstTime, worst, worstTime }) =>
          `W-RANGE  "${name}" is ${isLower ? "below its least" : "above its largest"} value ${bound} from t = ${firstTime} s on or before; ` +
          `it reaches ${worst} at t = ${worstTime} s.`,
      );
  }
}
