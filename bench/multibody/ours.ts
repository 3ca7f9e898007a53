/** The kernel's side of the benchmark. */
import { integrate, type OdeProblem } from "../../src/integrate/integrate.ts";
import type { MethodName } from "../../src/integrate/methods.ts";
import { buildMechanism } from "../../src/mechanics/buildMechanism.ts";
import { kineticEnergy, potentialEnergy } from "../../src/mechanics/energy.ts";
import { inverseDynamics } from "../../src/mechanics/inverseDynamics.ts";
import { massMatrix } from "../../src/mechanics/massMatrix.ts";
import type { MechanismDescription } from "../../src/mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../src/mechanics/mechanismDynamics.ts";
import { computePositions } from "../../src/mechanics/positions.ts";
import { computeVelocities } from "../../src/mechanics/velocities.ts";
import { bars, startPosition, startVelocity } from "./scenes.ts";

const none = new Float64Array(0);

/** Everything a simulation needs per evaluation: hidden states in, their derivatives out. */
export function forwardEvaluation(description: MechanismDescription): { run: () => void; check: () => number } {
  const dynamics = new MechanismDynamics(buildMechanism(description));
  const { mechanism, state } = dynamics;
  for (let i = 0; i < mechanism.nq; i++) state.q[i] += startPosition(i);
  for (let j = 0; j < mechanism.nv; j++) state.v[j] = startVelocity(j);
  dynamics.assemble();
  const x = new Float64Array(dynamics.hiddenCount);
  const xdot = new Float64Array(dynamics.hiddenCount);
  dynamics.writeHidden(x, 0);
  return {
    run: () => {
      dynamics.setStates(x, 0, none, 0, none, 0);
      dynamics.flangeDynamics(none, none);
      dynamics.finish(none, 0, xdot, 0);
    },
    check: () => state.vdot.reduce((sum, a, i) => sum + (1 + (i % 3)) * a, 0),
  };
}

/** Mass matrix and inverse dynamics from the joint coordinates on, kinematics included. */
export function armEvaluations(description: MechanismDescription): { mass: () => void; inverse: () => void } {
  const dynamics = new MechanismDynamics(buildMechanism(description));
  const { mechanism, state } = dynamics;
  for (let i = 0; i < mechanism.nq; i++) state.q[i] += startPosition(i);
  for (let j = 0; j < mechanism.nv; j++) state.v[j] = startVelocity(j);
  const M = new Float64Array(mechanism.nv ** 2);
  const tau = new Float64Array(mechanism.nv);
  return {
    mass: () => {
      computePositions(mechanism, state);
      massMatrix(M, mechanism, state);
    },
    inverse: () => {
      computePositions(mechanism, state);
      computeVelocities(mechanism, state);
      inverseDynamics(tau, mechanism, state, state.vdot);
    },
  };
}

export interface Run {
  /** Processor time in seconds. */
  readonly seconds: number;
  readonly evaluations: number;
  /** At the end of the run. */
  readonly dynamics: MechanismDynamics;
  /** Largest change of the energy at the outputs. */
  readonly drift: number;
  readonly gap: number;
}

/** Outputs of the pendulums, s. Independent coordinates of loops may change: there only the end counts. */
const outputTimes = Array.from({ length: 100 }, (_, i) => 0.1 * (i + 1));

/** 10 s of the mechanism; the shortest time of several runs. */
export function simulate(
  description: MechanismDescription,
  prepare: (dynamics: MechanismDynamics) => void,
  method: MethodName,
  relativeTolerance: number,
): Run {
  return shortest(() => {
    const dynamics = new MechanismDynamics(buildMechanism(description));
    prepare(dynamics);
    return runOnce(dynamics, method, relativeTolerance);
  });
}

/** What comes out of the shortest of several runs: the first ones compile, others share the processor. */
export function shortest<T extends { readonly seconds: number }>(run: () => T, count = 5): T {
  let best = run();
  for (let i = 1; i < count; i++) {
    const next = run();
    if (next.seconds < best.seconds) best = next;
  }
  return best;
}

/** Processor time of the call in seconds, and its result. */
export function timed<T>(call: () => T): { readonly seconds: number; readonly result: T } {
  const start = process.cpuUsage();
  const result = call();
  const used = process.cpuUsage(start);
  return { seconds: (used.user + used.system) / 1e6, result };
}

function runOnce(dynamics: MechanismDynamics, method: MethodName, relativeTolerance: number): Run {
  const x = new Float64Array(dynamics.hiddenCount);
  dynamics.writeHidden(x, 0);
  const energy = (): number =>
    kineticEnergy(dynamics.mechanism, dynamics.state) + potentialEnergy(dynamics.mechanism, dynamics.state);
  const energyBefore = energy();
  const hasLoops = dynamics.groups.length > 0;
  const problem: OdeProblem = {
    t0: 0,
    y0: x,
    tEnd: 10,
    rhs: (_t, y, ydot) => {
      if (dynamics.setStates(y, 0, none, 0, none, 0)) {
        dynamics.flangeDynamics(none, none);
        dynamics.finish(none, 0, ydot, 0);
      } else ydot.fill(Number.NaN);
    },
    ...(hasLoops && {
      numberOfRoots: 1,
      roots: (_t: number, y: Float64Array, g: Float64Array): void => {
        dynamics.setStates(y, 0, none, 0, none, 0);
        g[0] = dynamics.partitionQuality() - 0.1;
      },
    }),
  };
  const { seconds, result } = timed(() =>
    integrate(problem, {
      method,
      relativeTolerance,
      maximumSteps: 1e7,
      outputTimes: hasLoops ? [10] : outputTimes,
      ...(hasLoops && { rootDirections: [-1] }),
      onRoot: (event) => {
        dynamics.setStates(event.y, 0, none, 0, none, 0);
        dynamics.repartition();
        dynamics.writeHidden(event.y, 0);
        return "restart";
      },
    }),
  );
  let drift = 0;
  for (const y of result.outputs.y) {
    dynamics.setStates(y, 0, none, 0, none, 0);
    drift = Math.max(drift, Math.abs(energy() - energyBefore));
  }
  return {
    seconds,
    evaluations: result.statistics.evaluations,
    dynamics,
    drift,
    gap: hasLoops ? dynamics.loopGap() * dynamics.groups[0].size : 0,
  };
}

export function preparePendulum(dynamics: MechanismDynamics): void {
  dynamics.state.q[0] = -Math.PI / 2;
  dynamics.assemble();
}

export function prepareFourBar(dynamics: MechanismDynamics): void {
  dynamics.state.q.set([bars.startAngle, 0.5, 1.5]);
  dynamics.state.v[0] = bars.startSpeed;
  dynamics.assemble({ heldPositions: new Set([0]), heldVelocities: new Set([0]) });
}

/** Energy of the mechanism in a position and motion that another program has found. */
export function energyOf(description: MechanismDescription, q: ArrayLike<number>, v: ArrayLike<number>): number {
  const { mechanism, state } = new MechanismDynamics(buildMechanism(description));
  state.q.set(q);
  state.v.set(v);
  computePositions(mechanism, state);
  computeVelocities(mechanism, state);
  return kineticEnergy(mechanism, state) + potentialEnergy(mechanism, state);
}
