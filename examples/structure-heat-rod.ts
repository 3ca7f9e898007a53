// A heated rod is refined from 8 to 32 cells while it runs: states of a predefined component change their number, energy is kept.
import assert from "node:assert/strict";
import {
  type ComponentAccess,
  flow,
  instantiate,
  Model,
  Par,
  potential,
  predefinedComponent,
  simulate,
} from "rattleback";

const HeatPort = Model({ T: potential({ unit: "K" }), Q_flow: flow({ unit: "W" }) });

interface RodMemory {
  offset: number;
  /** Number of cells. */
  n: number;
  /** Temperatures that the next segment begins with. */
  T: number[];
  /** Conductance between cells, capacity of a cell. */
  G: number;
  C: number;
  refineAt: number;
}

/**
 * Every cell becomes four. The new temperatures lie on a line through the old one, with the smaller of the slopes to both sides, so
 * that their mean is the old temperature: no energy is lost, and no new extremes appear.
 */
function refined(T: readonly number[]): number[] {
  return T.flatMap((own, i) => {
    const [left, right] = [own - (T[i - 1] ?? own), (T[i + 1] ?? own) - own];
    const slope = left * right > 0 ? Math.sign(left) * Math.min(Math.abs(left), Math.abs(right)) : 0;
    return [-0.375, -0.125, 0.125, 0.375].map((part) => own + part * slope);
  });
}

const rod = predefinedComponent<RodMemory>({
  build: () => ({ memory: { offset: 0, n: 0, T: [], G: 0, C: 0, refineAt: 0 } }),
  createRun: () => ({ offset: 0, n: 0, T: [], G: 0, C: 0, refineAt: 0 }),
  beginSegment(memory, declare) {
    const [L, A, refineAt] = ["L", "A", "refineAt"].map((name) => declare.parameter(name) as number);
    if (declare.index === 0) memory.T = new Array(8).fill(293.15);
    const n = memory.T.length;
    memory.n = n;
    memory.G = (74 * A! * n) / L!;
    memory.C = (450 * 7500 * A! * L!) / n;
    memory.refineAt = refineAt!;
    memory.offset = declare.state("T", { init: memory.T, unit: "K" }).offset;
    declare.output("energy", { unit: "J" });
  },
  functions: {
    heatFlows: {
      results: [[], []],
      hasEffects: true,
      call(memory: RodMemory, access: ComponentAccess, Ta: number, Tb: number) {
        const { offset, n, G, C } = memory;
        const { x, dx, w, time } = access;
        const [Qa, Qb] = [2 * G * (Ta - x[offset]!), 2 * G * (Tb - x[offset + n - 1]!)];
        let energy = 0;
        for (let i = 0; i < n; i++) {
          const left = i === 0 ? Qa : G * (x[offset + i - 1]! - x[offset + i]!);
          const right = i === n - 1 ? -Qb : G * (x[offset + i]! - x[offset + i + 1]!);
          dx[offset + i] = (left - right) / C;
          energy += C * x[offset + i]!;
        }
        if (access.isOutput) w[0] = energy;
        if (access.isEvent && !access.isInitial && n === 8) {
          access.nextEventAt(memory.refineAt);
          if (time >= memory.refineAt) {
            memory.T = refined(Array.from(x.slice(offset, offset + n)));
            access.restartSegment("rod refined to 32 cells");
          }
        }
        return [Qa, Qb];
      },
    },
  },
});

const Rod = Model({
  L: 1,
  A: 4e-4,
  refineAt: 500,
  port_a: HeatPort,
  port_b: HeatPort,
  predefined: rod,
  equations: "(port_a.Q_flow, port_b.Q_flow) = heatFlows(port_a.T, port_b.T)",
});
const FixedTemperature = Model({ T: Par(493.15, "K"), port: HeatPort, equations: "port.T = T" });
const Heated = Model({ hot: FixedTemperature, rod: Rod, connect: [["hot.port", "rod.port_a"]] });

export default Heated;
export const experiment = { stopTime: 2000, tolerance: 1e-8 };

const result = simulate(instantiate(Heated), experiment);
const { time, values } = result.signal("rod.energy");
const rows = Array.from(time).flatMap((t, k) => (t === 500 ? [k] : []));
const [before, after] = [values[rows[0]!]!, values[rows.at(-1)!]!] as unknown as [number, number];
console.log(
  `states before and after: 8, ${result.stateNames.length}; energy ${before.toFixed(6)} J → ${after.toFixed(6)} J`,
);
assert.equal(result.stateNames.length, 32);
assert.ok(Math.abs(after - before) < 1e-12 * before);
