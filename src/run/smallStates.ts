/**
 * States that stay so small that the tolerance hardly sees them: nothing about their motion is wrong by more than was asked for, and
 * next to nothing of it is right. Noticed at every stored point, told once at the end.
 *
 * A state that starts at a small value of its own is told for itself. One that starts at zero may be meant to stay there, and what it does
 * may be the errors of others; where all states of a model are small there are no others, and each that moves by more than rounding is told.
 */
import { absoluteTolerances } from "./createIntegrator.ts";
import type { RunningModel } from "./runningModel.ts";
import type { CheckedOptions } from "./simulateOptions.ts";

/** What is not so many times larger than the absolute tolerance has less than two digits. */
const twoDigits = 100;
/** Equations are solved to so much of their largest variable: less is no motion. */
const rounding = 1e-12;
/** So many states are named. */
const mostNamed = 5;

interface SmallState {
  readonly name: string;
  readonly variable: number;
  readonly absoluteTolerance: number;
  readonly unitFactor: number;
  /** Starts at a small value that is not zero. */
  readonly hasOwnStart: boolean;
  /** Of the values that were seen. */
  largest: number;
}

const isSmall = ({ largest, absoluteTolerance }: SmallState): boolean => largest < twoDigits * absoluteTolerance;

export class SmallStates {
  private readonly options: CheckedOptions;
  /** Those that have been small up to now; undefined before the run has begun. */
  private watched: SmallState[] | undefined;
  /** No state of the model has been larger up to now. */
  private areAllSmall = false;
  /** Of all variables that were seen while all states were small. */
  private largestVariable = 0;

  constructor(options: CheckedOptions) {
    this.options = options;
  }

  /** Takes over the states of a program; what was once large enough, or came later, is not looked at. */
  begin(model: RunningModel): void {
    const { states, state } = model.program;
    const tolerances = absoluteTolerances(model, this.options, states.length);
    const before = this.watched && new Map(this.watched.map((item) => [item.name, item]));
    const all = states.map((variable, k): SmallState => {
      const { name, init, unitFactor = 1 } = state.variables[variable]!;
      const first = init === undefined ? 0 : Math.abs(model.parameterValue(init));
      return { name, variable, absoluteTolerance: tolerances[k]!, unitFactor, hasOwnStart: first > 0, largest: first };
    });
    if (before !== undefined) {
      this.watched = all.flatMap((item) => {
        const known = before.get(item.name);
        return known === undefined ? [] : [{ ...known, variable: item.variable }];
      });
      this.areAllSmall &&= this.watched.length === all.length;
    } else {
      this.watched = all.filter(isSmall);
      // bodies have states of their own, which are not among these
      this.areAllSmall = state.components.length === 0 && this.watched.length === all.length;
    }
    this.forgetZeros();
  }

  look(V: Float64Array): void {
    const { watched } = this;
    if (watched === undefined || watched.length === 0) return;
    let areStillSmall = true;
    for (let k = 0; k < watched.length; k++) {
      const item = watched[k]!;
      item.largest = Math.max(item.largest, Math.abs(V[item.variable]!));
      if (!isSmall(item)) areStillSmall = false;
    }
    if (!areStillSmall) this.watched = watched.filter(isSmall);
    this.areAllSmall &&= areStillSmall;
    if (this.areAllSmall)
      for (let k = 0; k < V.length; k++) this.largestVariable = Math.max(this.largestVariable, Math.abs(V[k]!));
    this.forgetZeros();
  }

  warnings(): string[] {
    const moved = (this.watched ?? []).filter(
      ({ hasOwnStart, largest }) => hasOwnStart || largest > rounding * this.largestVariable,
    );
    const { absoluteTolerance: given } = this.options;
    return moved.slice(0, mostNamed).map(({ name, absoluteTolerance, largest, unitFactor }, k) => {
      const [mantissa, exponent] = (largest / unitFactor).toExponential().split("e");
      const size = Number(`1e${Number(exponent) + (mantissa === "1" ? 0 : 1)}`);
      const advice =
        given === undefined ? `nominal = ${size} says at which size it matters` : "a smaller absoluteTolerance";
      const more = moved.length - mostNamed;
      const others = k === mostNamed - 1 && more > 0 ? ` The same holds for ${more} more.` : "";
      return `W-STATE-SMALL  "${name}" never exceeds ${largest.toPrecision(3)}, and the run knows it to ${absoluteTolerance} only: ${advice}.${others}`;
    });
  }

  /** What starts at zero is told only together with all others. */
  private forgetZeros(): void {
    if (!this.areAllSmall) this.watched = this.watched!.filter(({ hasOwnStart }) => hasOwnStart);
  }
}
