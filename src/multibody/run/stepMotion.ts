/**
 * The motion of all bodies over a step of the solver, for the search of contacts in it.
 *
 * Coordinates of joints that are states are polynomials of time: their values at a few nodes bound the motion at all times. Where joints with
 * flange or closed loops are among them, coordinates are functions of such polynomials and of time: they are taken at as many nodes of the
 * evaluated model, and the polynomials through them are bounded, which proves nothing but is as accurate as dense output.
 */
import type { StepToExamine } from "../../language/predefined.ts";
import { polynomialGrid } from "../../math/polynomialBounds.ts";
import type { BodyMotion, BodyMotionBounds } from "../../mechanics/bodyMotion.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import { MotionBounds } from "../../mechanics/motionBounds.ts";
import type { CoordinatePlaces } from "./hiddenCoordinates.ts";

export class StepMotion {
  private readonly dynamics: MechanismDynamics;
  private readonly places: CoordinatePlaces;
  private readonly areAllStates: boolean;
  private readonly limits: MotionBounds;
  private step: StepToExamine | undefined;
  /** Coordinates at the end of the last step, where this one begins as a rule. */
  private readonly end: Float64Array;
  private endTime = Number.NaN;

  /** `isPoint`: bodies for which it does not matter how they turn. */
  constructor(dynamics: MechanismDynamics, places: CoordinatePlaces, isPoint: ArrayLike<number>) {
    this.dynamics = dynamics;
    this.places = places;
    this.areAllStates = places.state.every((place) => place >= 0);
    this.end = new Float64Array(dynamics.mechanism.nq);
    this.limits = new MotionBounds(dynamics.mechanism, (b) => isPoint[b] === 1);
  }

  /** The step that is looked at from now on. */
  begin(step: StepToExamine): void {
    this.step = step;
  }

  at(time: number): BodyMotion {
    this.evaluateAt(time);
    return this.dynamics.state.motion;
  }

  bounds(): BodyMotionBounds {
    const { limits } = this;
    const { from, to, degree } = this.step!;
    const { nodes } = polynomialGrid(degree);
    for (let j = 0; j < degree; j++) this.sample(j, from + nodes[j]! * (to - from));
    this.sample(degree, to);
    limits.compute(degree, to - from);
    return limits;
  }

  private evaluateAt(time: number): void {
    this.step!.evaluateAt(time);
    if (time !== this.step!.to) return;
    this.end.set(this.dynamics.state.q);
    this.endTime = time;
  }

  private sample(j: number, time: number): void {
    const { places, dynamics, areAllStates } = this;
    const { samples } = this.limits;
    const { nq } = dynamics.mechanism;
    if (!areAllStates) {
      if (this.endTime !== time) this.evaluateAt(time);
      samples.set(this.endTime === time ? this.end : dynamics.state.q, j * nq);
      return;
    }
    const x = this.step!.statesAt(time);
    const { state, first } = places;
    for (let i = 0; i < nq; i++) samples[j * nq + i] = x[first + state[i]!]!;
  }
}
