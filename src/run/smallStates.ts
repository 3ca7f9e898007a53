/**
 * States that a model starts at a value of its own, and that stay so small that the tolerance hardly sees them: nothing about their
 * motion is wrong by more than was asked for, and next to nothing of it is right. Noticed at every stored point, told once at the end.
 */
import { absoluteTolerances } from "./createIntegrator.ts";
import type { RunningModel } from "./runningModel.ts";
import type { CheckedOptions } from "./simulateOptions.ts";

/** What is not so many times larger than the absolute tolerance has less than two digits. */
const twoDigits = 100;

interface SmallState {
  readonly name: string;
  readonly variable: number;
  readonly absoluteTolerance: number;
  /** Of the values that were seen. */
  largest: number;
}

export class SmallStates {
  private readonly options: CheckedOptions;
  /** Those that have been small up to now; undefined before the run has begun. */
  private watched: SmallState[] | undefined;

  constructor(options: CheckedOptions) {
    this.options = options;
  }

  /** Takes over the states of a program; what was once large enough, or came later, is not looked at. */
  begin(model: RunningModel): void {
    const { states, state } = model.program;
    const tolerances = absoluteTolerances(model, this.options, states.length);
    const before = this.watched && new Map(this.watched.map((item) => [item.name, item]));
    this.watched = states.flatMap((variable, k) => {
      const { name, init } = state.variables[variable]!;
      const absoluteTolerance = tolerances[k]!;
      if (before !== undefined) return before.has(name) ? [{ ...before.get(name)!, variable }] : [];
      const first = init === undefined ? 0 : Math.abs(model.parameterValue(init));
      const isSmall = first > 0 && first < twoDigits * absoluteTolerance;
      return isSmall ? [{ name, variable, absoluteTolerance, largest: first }] : [];
    });
  }

  look(V: Float64Array): void {
    const { watched } = this;
    if (watched === undefined || watched.length === 0) return;
    for (const item of watched) item.largest = Math.max(item.largest, Math.abs(V[item.variable]!));
    this.watched = watched.filter(({ largest, absoluteTolerance }) => largest < twoDigits * absoluteTolerance);
  }

  warnings(): string[] {
    const { absoluteTolerance: given } = this.options;
    return (this.watched ?? []).map(({ name, absoluteTolerance, largest }) => {
      const [mantissa, exponent] = largest.toExponential().split("e");
      const size = Number(`1e${Number(exponent) + (mantissa === "1" ? 0 : 1)}`);
      const advice =
        given === undefined ? `nominal = ${size} says at which size it matters` : "a smaller absoluteTolerance";
      return `W-STATE-SMALL  "${name}" never exceeds ${largest.toPrecision(3)}, and the run knows it to ${absoluteTolerance} only: ${advice}.`;
    });
  }
}
