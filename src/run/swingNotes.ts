/** What is told of a run whose explicit method has swung to and fro within its steps: which state, since when, and how often. */
import { stateNames } from "./createIntegrator.ts";
import type { RunningModel } from "./runningModel.ts";

/** What a method that is exchanged as soon as it swings leaves behind is not told. */
const few = 50;

export class SwingNotes {
  private steps = 0;
  private from = 0;
  private name = "";

  /** The step to t, one of many in which this component swings. */
  note(model: RunningModel, component: number, t: number): void {
    if (this.steps++ > 0) return;
    this.from = t;
    this.name = stateNames(model)[component]!;
  }

  /** Of a run with this method that has taken `steps` steps. */
  warnings(method: string, steps: number): string[] {
    if (this.steps <= few) return [];
    return [
      `W-METHOD-SWINGS  From t = ${this.from} s on "${this.name}" swings to and fro within the steps of ${method}, by more than ten tolerances in ${this.steps} of all ${steps} steps. What that does to other states adds up, and no error estimate sees it. method: "auto" or "radau5" comes to rest where it swings, in fewer steps.`,
    ];
  }
}
