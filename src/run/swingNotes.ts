/** What is told of a run whose explicit method, asked for by name, swings to and fro within its steps: which state, since when, how often. */
import { explicitMethod } from "../integrate/automaticMethod.ts";
import { stateNames } from "./createIntegrator.ts";
import type { RunningModel } from "./runningModel.ts";

/** So few steps are not told: something that is about to settle. */
const few = 50;

export class SwingNotes {
  private steps = 0;
  private from = 0;
  private name = "";

  /** The step to t, one of many in which this component swings; −1 where none does. */
  note(model: RunningModel, component: number | undefined, t: number): void {
    if (component === undefined || component < 0 || this.steps++ > 0) return;
    this.from = t;
    this.name = stateNames(model)[component]!;
  }

  /** Of a run that has taken `steps` steps. */
  warnings(steps: number): string[] {
    if (this.steps <= few) return [];
    return [
      `W-METHOD-SWINGS  From t = ${this.from} s on "${this.name}" swings to and fro within the steps of ${explicitMethod}, by more than ten tolerances in ${this.steps} of all ${steps} steps. What that does to other states adds up, and no error estimate sees it. method: "auto" or "radau5" comes to rest where it swings, in fewer steps.`,
    ];
  }
}
