/**
 * Closed loops during a run: whether they are closed, when other independent coordinates must be chosen, and the coordinates
 * that results need.
 */

import type { ComponentAccess, SegmentDeclarations } from "../../language/predefined.ts";
import * as elementary from "../../math/elementary.ts";
import {
  choiceOf,
  isChoiceOf,
  type LoopChoice,
  readRemembered,
  rememberedCount,
  takeChoice,
  writeRemembered,
} from "../../mechanics/loops/loopMemory.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { CoordinatePlaces } from "./hiddenCoordinates.ts";

/** A choice of independent coordinates that is worse than this is replaced at an event. */
const worstQuality = 0.1;
/** Quaternions are given norm 1 at events when they have left it by more; the norm does not matter, states that go on do. */
const normTolerance = 1e-4;

export class LoopWatch {
  isClosed = true;
  private readonly dynamics: MechanismDynamics;
  private readonly places: CoordinatePlaces;
  /** −1 without loops. */
  private readonly eventFunction: number;
  private readonly x: Float64Array;
  /** Choices of independent coordinates since the segment began, for each group; each holds from one event to another. */
  private choices: (readonly LoopChoice[])[] = [];
  /** Number of the present one. */
  private choice = -1;
  private isFollowing = false;

  constructor(dynamics: MechanismDynamics, places: CoordinatePlaces, declare: SegmentDeclarations) {
    this.dynamics = dynamics;
    this.places = places;
    this.x = new Float64Array(dynamics.hiddenCount);
    const hasLoops = dynamics.groups.length > 0;
    // a choice that was worn inside a step, and is not at its end, has served
    this.eventFunction = hasLoops
      ? declare.eventFunctions(1, "other independent coordinates of the loops", { atStepEnds: true })
      : -1;
  }

  /** At an event: other independent coordinates when the present ones are worn, quaternions of norm 1. */
  renew(access: ComponentAccess): void {
    const { dynamics } = this;
    const isWorn = this.eventFunction >= 0 && dynamics.partitionQuality() < 2 * worstQuality;
    if (isWorn) dynamics.repartition();
    if (!isWorn && !this.hasLongQuaternion()) return;
    dynamics.normalise(this.x, 0);
    this.takeOver(access);
  }

  writeEventFunction(access: ComponentAccess): void {
    if (this.eventFunction < 0) return;
    access.z[this.eventFunction] = (this.isClosed ? this.dynamics.partitionQuality() : 1) - worstQuality;
  }

  private hasLongQuaternion(): boolean {
    const { mechanism, state } = this.dynamics;
    for (let b = 1; b < mechanism.count; b++) {
      const nq = mechanism.qStart[b + 1]! - mechanism.qStart[b]!;
      if (nq !== mechanism.vStart[b + 1]! - mechanism.vStart[b]! + 1) continue;
      let sum = 0;
      for (let i = mechanism.qStart[b + 1]! - 4; i < mechanism.qStart[b + 1]!; i++)
        sum += elementary.square(state.q[i]!);
      if (Math.abs(sum - 1) > normTolerance) return true;
    }
    return false;
  }

  /** Hidden states ← coordinates of the mechanism. */
  takeOver(access: ComponentAccess): void {
    this.dynamics.writeHidden(this.x, 0);
    for (let k = 0; k < this.x.length; k++) {
      const place = this.places.first + k;
      if (access.x[place] !== this.x[k]) access.setState(place, this.x[k]!);
    }
  }

  /** Coordinates that are no states, for the poses in results and for whoever computes rows again. */
  store(w: Float64Array): void {
    const { stored, loopPositions, anchoredBodies } = this.places;
    const { groups, state } = this.dynamics;
    if (stored < 0) return;
    const { q, anchor } = state;
    let k = stored;
    for (let p = 0; p < loopPositions.length; p++) w[k++] = q[loopPositions[p]!]!;
    for (let b = 0; b < anchoredBodies.length; b++)
      for (let i = 0; i < 4; i++) w[k++] = anchor[4 * anchoredBodies[b]! + i]!;
    if (groups.length === 0) return;
    writeRemembered(w, k, groups, q);
    w[k + rememberedCount(groups)] = this.noteChoice();
  }

  private noteChoice(): number {
    const { groups } = this.dynamics;
    const last = this.choices[this.choice];
    let isNew = last === undefined;
    for (let g = 0; g < groups.length && !isNew; g++) isNew = !isChoiceOf(last![g]!, groups[g]!);
    if (isNew && !this.isFollowing) this.choice = this.choices.push(groups.map(choiceOf)) - 1;
    return this.choice;
  }

  /** Rows of another run of the same segment are computed again: its choices are those that count. */
  follow(run: LoopWatch): void {
    this.choices = run.choices;
    this.isFollowing = true;
  }

  /** Goes on from where a run was that has stored w. */
  recall(w: Float64Array): void {
    const { stored, loopPositions, anchoredBodies } = this.places;
    const { groups, state, mechanism } = this.dynamics;
    if (groups.length === 0) return;
    let k = stored;
    for (const i of loopPositions) state.q[i] = w[k++]!;
    for (const b of anchoredBodies) for (let i = 0; i < 4; i++) state.anchor[4 * b + i] = w[k++]!;
    const choice = w[k + rememberedCount(groups)]!;
    const chosen = this.choices[choice];
    if (choice !== this.choice && chosen !== undefined) groups.forEach((group, g) => takeChoice(group, chosen[g]!));
    this.choice = choice;
    readRemembered(w, k, groups, mechanism, state);
  }
}
