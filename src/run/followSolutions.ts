/**
 * Of several solutions of nonlinear equations a run follows the one that it is on. What derivatives need is solved at every stage of a
 * step, and where it jumps, the error of the step tells; what only results need is followed through a step that was made without it. Where Newton's
 * method does not go straight from one solution to the next, the way between them is made in pieces.
 */
import { isDaeIntegrator } from "../integrate/daeIntegrator.ts";
import type { RunIntegrator } from "./runIntegrator.ts";
import type { RunningModel } from "./runningModel.ts";

/** Where the next piece is not found, one of this part of it is tried. */
const shorter = 0.25;
/** A run without states is followed in so many pieces at least, as many as it has rows by default. */
const piecesOfRun = 500;
/** Shorter pieces than this part of a way are not tried. */
const shortestPiece = 1e-4;
/** … nor those of so many roundings of the time. */
const fewRoundings = 16;

/** All variables at a time of the last step. */
export function evaluateAt(model: RunningModel, t: number, statesAt: (t: number) => Float64Array): void {
  const { systems } = model;
  const evaluate = (time: number): void => model.full(time, model.X.length === 0 ? model.X : statesAt(time), model.D);
  evaluate(t);
  if (!systems.mayHaveSeveralSolutions) return;
  const followed = systems.unsureAt(t);
  if (followed.length === 0) return;
  const from = systems.knownBefore(t, followed);
  const shortest = Math.max(shortestPiece * (t - from), fewRoundings * Number.EPSILON * Math.abs(t));
  let piece = shorter * (t - from);
  for (let at = from; at < t; ) {
    const end = t - at <= 1.01 * piece ? t : at + piece;
    evaluate(end);
    if (systems.unsureAt(end).length === 0) {
      systems.leadThrough(followed);
      at = end;
      piece *= 2;
    } else if (piece > shortest) piece *= shorter;
    else {
      // two solutions meet here, or there is no way on: a step across goes on as fast as before
      systems.returnTo(from, t, followed);
      systems.takesAnySolution = true;
      try {
        evaluate(t);
      } finally {
        systems.takesAnySolution = false;
      }
      return;
    }
  }
}

/**
 * A step was made: the solutions at its end are those that later attempts begin with, whatever was tried before. `span`: how long the run is.
 */
export function followSolutions(model: RunningModel, integration: RunIntegrator, span: number): void {
  const { systems } = model;
  const integrator = integration.current!;
  const { tPrevious, t } = integrator;
  // in DAE mode unknowns of large systems are among those of the integrator, and it is dear to solve for them again
  const isSolvedAtEnd = !isDaeIntegrator(integrator) || integrator.size === model.X.length;
  if (isSolvedAtEnd) {
    model.rhs(t, integrator.y, model.D);
    systems.keepSolutions();
  }
  const behind = systems.systemsBehind(t);
  if (!isSolvedAtEnd) systems.forgetSolutions(behind);
  if (behind.length === 0) return;
  systems.beginStepOf(behind);
  // in two pieces at least: what is far from the start may look like what is near; without states no error has limited the step
  const pieces = model.X.length > 0 ? 2 : Math.max(2, Math.ceil((piecesOfRun * (t - tPrevious)) / span));
  for (let k = 1; k <= pieces; k++) {
    const time = k === pieces ? t : tPrevious + (k / pieces) * (t - tPrevious);
    evaluateAt(model, time, (at) => integration.stateAt(at));
    systems.leadThrough(behind);
  }
}
