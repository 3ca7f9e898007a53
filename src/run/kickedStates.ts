/** A running model at the instant of a jump, as what makes the jump sees it. */
import type { Kicks } from "../integrate/kickedIntegrator.ts";
import type { HiddenKicks, KickedModel } from "../language/predefined.ts";
import { refuseConditionsUnderLoads } from "./conditionsUnderLoads.ts";
import type { RunningModel } from "./runningModel.ts";

/** The jumps of the states of a model; throws where jumps would decide what equations decide. */
export function kickOf(kicks: HiddenKicks, model: RunningModel): Kicks["kick"] {
  refuseConditionsUnderLoads(model.program);
  const kicked = new KickedStates(model);
  return (y, dy, h, t) => kicks.kick(kicked.at(t, y, dy), h);
}

class KickedStates implements KickedModel {
  X: Float64Array = new Float64Array(0);
  D: Float64Array = new Float64Array(0);
  readonly first: number;
  private readonly model: RunningModel;
  /** Variables in front of the jump: equations that are solved by iterations begin with them. */
  private readonly before: Float64Array;
  private time = Number.NaN;

  constructor(model: RunningModel) {
    this.model = model;
    this.first = model.visibleStates;
    this.before = new Float64Array(model.V.length);
  }

  /** States y and their derivatives dy at t. */
  at(t: number, y: Float64Array, dy: Float64Array): this {
    this.time = t;
    this.X = y;
    this.D = dy;
    return this;
  }

  loadedDerivatives(out: Float64Array): void {
    const { hidden, V } = this.model;
    this.before.set(V);
    hidden.isLoaded = true;
    try {
      this.model.rhs(this.time, this.X, out);
    } finally {
      hidden.isLoaded = false;
      V.set(this.before);
    }
  }

  renew(): void {
    this.model.rhs(this.time, this.X, this.D);
  }
}
