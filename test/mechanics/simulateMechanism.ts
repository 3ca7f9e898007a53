/** Runs a mechanism with one of the project's integrators, as a model would: derivatives, partition events, outputs. */

import { integrate } from "../../src/integrate/integrate.ts";
import type { MethodName } from "../../src/integrate/methods.ts";
import { kineticEnergy, potentialEnergy } from "../../src/mechanics/energy.ts";
import type { MechanismDynamics } from "../../src/mechanics/mechanismDynamics.ts";

export interface RunOptions {
  readonly tEnd: number;
  readonly method?: MethodName;
  readonly relativeTolerance?: number;
  /** Adds forces and efforts for the present motion. */
  readonly applyForces?: (t: number) => void;
  readonly outputTimes?: readonly number[];
  /** Called with the motion at each output time. */
  readonly onOutput?: (t: number) => void;
  /** Called with the motion at each accepted step. */
  readonly onStep?: (t: number) => void;
}

export interface RunReport {
  readonly evaluations: number;
  readonly steps: number;
  readonly repartitions: number;
}

const none = new Float64Array(0);

/** The mechanism must be assembled and have no flanges; at the end it has the motion of tEnd. */
export function runMechanism(dynamics: MechanismDynamics, options: RunOptions): RunReport {
  const x = new Float64Array(dynamics.hiddenCount);
  dynamics.writeHidden(x, 0);
  const set = (y: Float64Array): boolean => dynamics.setStates(y, 0, none, 0, none, 0);
  const times = options.outputTimes ?? [];
  let evaluations = 0;
  let repartitions = 0;
  const hasLoops = dynamics.groups.length > 0;
  const result = integrate(
    {
      t0: 0,
      y0: x,
      tEnd: options.tEnd,
      rhs: (t, y, ydot) => {
        evaluations++;
        if (!set(y)) {
          ydot.fill(Number.NaN);
          return;
        }
        options.applyForces?.(t);
        dynamics.flangeDynamics(none, none);
        dynamics.finish(none, 0, ydot, 0);
      },
      ...(hasLoops
        ? {
            numberOfRoots: 1,
            roots: (_t: number, y: Float64Array, g: Float64Array): void => {
              set(y);
              g[0] = dynamics.partitionQuality() - 0.1;
            },
          }
        : {}),
    },
    {
      method: options.method ?? "dop853",
      relativeTolerance: options.relativeTolerance ?? 1e-6,
      maximumSteps: 1e8,
      outputTimes: [options.tEnd],
      ...(hasLoops ? { rootDirections: [-1] } : {}),
      timeEvents: times,
      onTimeEvent: (event) => {
        set(event.y);
        options.onOutput?.(event.t);
      },
      onStep: (step) => {
        if (options.onStep !== undefined) {
          set(step.y);
          options.onStep(step.t);
        }
      },
      onRoot: (event) => {
        repartitions++;
        set(event.y);
        dynamics.repartition();
        dynamics.writeHidden(event.y, 0);
        return "restart";
      },
    },
  );
  return { evaluations, steps: result.statistics.steps, repartitions };
}

export function totalEnergy(dynamics: MechanismDynamics): number {
  return kineticEnergy(dynamics.mechanism, dynamics.state) + potentialEnergy(dynamics.mechanism, dynamics.state);
}
