/** Islands of a running model: parts of its states with their own steps, when its one component has such parts. */
import { explicitMethod, implicitMethodFor } from "../integrate/automaticMethod.ts";
import type { Integrator, ResetOptions } from "../integrate/integrator.ts";
import { IslandIntegrator, type OnStepOfPart } from "../integrate/islands/islandIntegrator.ts";
import type { IslandPart, PartChange, StatesAt } from "../integrate/islands/islandPart.ts";
import { findMethod } from "../integrate/methods.ts";
import type { JacobianFunction } from "../integrate/problem.ts";
import { SharedVectors } from "../integrate/sharedVectors.ts";
import type { HiddenIsland } from "../language/predefined.ts";
import { eliminationOf } from "../math/elimination.ts";
import { absoluteTolerances, differenceOptions, maximumStep, stateNames } from "./createIntegrator.ts";
import type { RunningModel } from "./runningModel.ts";
import type { CheckedOptions } from "./simulateOptions.ts";
import { blockPattern, matrixLayout, patternCost } from "./solverJacobian.ts";

/** Parts with more states, those of eight free bodies, have matrices whose structure is worth waiting for. */
const fewStates = 104;

/** What pattern, order and first pivots of sparse matrices cost per state, in evaluations, of 16 to 64 balls that touch. It only weighs methods against each other. */
const sparseWork = 0.25;

/** What a Jacobian, the order of its elimination and an implicit method cost that are made anew, at least in evaluations; and per state, in the unit of `effort`: about in microseconds. */
const leastStructureWork = 20;
const structureEffort = 10;

/** What real and complex factors cost per state, in the unit of `effort`, and how many multiplications of the real ones cost 1. */
const factorEffort = 0.42;
const multiplications = 400;

/** undefined: all states are to be integrated together. */
export function createIslands(
  model: RunningModel,
  t: number,
  y: Float64Array,
  options: CheckedOptions,
  reset: ResetOptions,
  onStep: OnStepOfPart | undefined,
): IslandIntegrator | undefined {
  const { hidden } = model;
  if (options.method !== "auto" || model.visibleStates > 0) return undefined;
  let found = hidden.islands();
  if (found === undefined) return undefined;
  const tolerances = absoluteTolerances(model, options, y.length);
  const differences = differenceOptions(model, y.length);
  const longest = maximumStep(model, options);
  // one part makes a step at a time
  const stepMemory = new SharedVectors();
  let names: readonly string[] | undefined;

  const create = (part: () => IslandPart, isStiff: boolean, time: number, start: Float64Array): Integrator => {
    const { places, island } = part() as Part;
    const hasJacobian = isStiff && island.hasJacobian;
    const pattern = isStiff && !hasJacobian ? blockPattern(hidden.couplings ?? [], places) : [];
    const sparse = pattern.length > 0 ? matrixLayout(pattern).structure : undefined;
    const structure = hasJacobian ? island.structure : sparse;
    const method = findMethod(isStiff ? implicitMethodFor(patternCost(pattern)) : explicitMethod);
    const system = {
      ...differences,
      size: places.length,
      isSmooth: true,
      rhs: (_t: number, x: Float64Array, dx: Float64Array) => part().derivatives(x, dx),
      limitDifferences: (limits: Float64Array) => (part() as Part).island.limitDifferences(limits),
      leastIncrements: gather(differences.leastIncrements, places),
      get names() {
        names ??= stateNames(model);
        return Array.from(places, (place) => names![place]!);
      },
      ...(structure !== undefined && { sparsity: structure }),
      ...(hasJacobian && { jacobian: jacobianOf(part) }),
    };
    return method.create(system, time, start, options.stopTime, {
      relativeTolerance: options.tolerance,
      absoluteTolerance: withSpeeds(gather(tolerances, places), island.speeds, options),
      maximumStep: longest,
      initialStep: 0,
      stepMemory,
    });
  };

  const parts = (): IslandPart[] => {
    const islands = found ?? hidden.islands() ?? [];
    found = undefined;
    return islands.map((island) => new Part(island));
  };
  return new IslandIntegrator({ size: y.length, parts, create, onStep }, t, y, reset);
}

const jacobianOf =
  (part: () => IslandPart): JacobianFunction =>
  (_t, x, J) =>
    (part() as Part).island.jacobian(x, J);

class Part implements IslandPart {
  readonly island: HiddenIsland;

  constructor(island: HiddenIsland) {
    this.island = island;
  }

  get places(): Int32Array {
    return this.island.offsets;
  }
  get identity(): string {
    return this.island.identity;
  }
  get canBeStiff(): boolean {
    return this.island.canBeStiff;
  }
  get stiffness(): number {
    return this.island.stiffness;
  }
  get structureWork(): number {
    const states = this.places.length;
    const { effort, hasJacobian } = this.island;
    if (states <= fewStates) return 0;
    return hasJacobian ? Math.max(leastStructureWork, (structureEffort * states) / effort) : sparseWork * states;
  }
  get jacobianWork(): number {
    return this.island.jacobianEffort / this.island.effort;
  }
  get factorisationWork(): number {
    const { island } = this;
    const inFronts = island.hasJacobian ? eliminationOf(island.structure).fronts.work : 0;
    return (factorEffort * this.places.length + inFronts / multiplications) / island.effort;
  }
  derivatives(x: Float64Array, dx: Float64Array): void {
    this.island.derivatives(x, dx);
  }
  begin(t: number, x: Float64Array): void {
    this.island.begin(t, x);
  }
  follow(before: IslandPart): void {
    this.island.follow((before as Part).island);
  }
  get eventBy(): number {
    return this.island.eventBy;
  }
  quietUntil(from: number, to: number, degree: number, at: StatesAt): number {
    return this.island.quietUntil(from, to, degree, at);
  }
  isUndone(t: number): boolean {
    return this.island.isUndone(t);
  }
  canChange(t: number): boolean {
    return this.island.canChange(t);
  }
  change(t: number, mayStay: boolean): PartChange {
    const { gone, made, stays, reports, firstStep } = this.island.change(t, mayStay);
    return {
      gone: gone.map(({ offsets }) => offsets),
      made: made.map((island) => new Part(island)),
      stays,
      reports,
      firstStep,
    };
  }
}

/**
 * Where bodies meet, positions change by a thousandth of their speed or less: speeds of ringing bodies need no smaller absolute tolerance
 * than one of 1 m/s has, which for bodies that turn is that of their surface.
 */
function withSpeeds(
  tolerances: Float64Array,
  speeds: Float64Array,
  { tolerance, absoluteTolerance }: CheckedOptions,
): Float64Array {
  if (absoluteTolerance !== undefined) return tolerances;
  const first = tolerances.length - speeds.length;
  for (let k = 0; k < speeds.length; k++) tolerances[first + k] = tolerance * speeds[k]!;
  return tolerances;
}

function gather(values: Float64Array, places: Int32Array): Float64Array {
  const found = new Float64Array(places.length);
  for (let k = 0; k < places.length; k++) found[k] = values[places[k]!]!;
  return found;
}
