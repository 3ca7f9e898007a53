/**
 * The motion of all bodies over a step of the solver, for the search of contacts in it.
 *
 * Coordinates of joints that are states are polynomials of time: their values at a few nodes bound the motion at all times. Where closed
 * loops are among them, or flanges whose angles are no states (prescribed motion, rigid gears), coordinates are functions of such
 * polynomials and of time. They are taken at as many nodes of the evaluated model, and the polynomials through them are bounded: this
 * proves nothing, but is as accurate as dense output.
 */
import type { SegmentDeclarations, StepToExamine } from "../../language/predefined.ts";
import { polynomialGrid } from "../../math/polynomialBounds.ts";
import type { BodyMotion, BodyMotionBounds } from "../../mechanics/bodyMotion.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import { MotionBounds } from "../../mechanics/motionBounds.ts";
import type { FlangeJoint } from "../build.ts";
import type { CoordinatePlaces } from "./hiddenCoordinates.ts";

export class StepMotion {
  private readonly dynamics: MechanismDynamics;
  private readonly limits: MotionBounds;
  private readonly areAllStates: boolean;
  /** Per coordinate: place among the hidden states, or else among all states with the sign of a flange. */
  private readonly hidden: Int32Array;
  private readonly visible: Int32Array;
  private readonly sign: Float64Array;
  private step: StepToExamine | undefined;
  /** Coordinates at the end of the last step, where this one begins as a rule. */
  private readonly end: Float64Array;
  private endTime = Number.NaN;

  /** `isPoint`: bodies for which it does not matter how they turn. */
  constructor(
    dynamics: MechanismDynamics,
    places: CoordinatePlaces,
    flanges: readonly FlangeJoint[],
    declare: SegmentDeclarations,
    isPoint: ArrayLike<number>,
  ) {
    const { nq } = dynamics.mechanism;
    this.dynamics = dynamics;
    this.hidden = places.state.map((place) => (place < 0 ? -1 : places.first + place));
    this.visible = new Int32Array(nq).fill(-1);
    this.sign = new Float64Array(nq).fill(1);
    places.flange.forEach((k, i) => {
      const found = k < 0 ? undefined : declare.statePlace(flanges[k]!.position);
      if (found !== undefined) [this.visible[i], this.sign[i]] = [found.place, found.sign];
    });
    this.areAllStates = this.hidden.every((place, i) => place >= 0 || this.visible[i]! >= 0);
    this.end = new Float64Array(nq);
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
    const { hidden, visible, sign, dynamics, step } = this;
    const { samples } = this.limits;
    const { nq } = dynamics.mechanism;
    if (!this.areAllStates) {
      if (this.endTime !== time) this.evaluateAt(time);
      samples.set(this.endTime === time ? this.end : dynamics.state.q, j * nq);
      return;
    }
    const x = step!.statesAt(time);
    const { firstHidden } = step!;
    for (let i = 0; i < nq; i++)
      samples[j * nq + i] = hidden[i]! >= 0 ? x[firstHidden + hidden[i]!]! : sign[i]! * x[visible[i]!]!;
  }
}
