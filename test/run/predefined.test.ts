/** The heat rod of [Neumayr2023] sec. 10.1.5 as a predefined component: its temperatures are hidden states. */

import {
  type ComponentAccess,
  flow,
  instantiate,
  Model,
  Par,
  potential,
  predefinedComponent,
  simulate,
  Var,
} from "rattleback";
import { describe, expect, it } from "vitest";
import { readCase } from "../reference/modia/modelOfCase.ts";

const HeatPort = Model({ T: potential({ unit: "K" }), Q_flow: flow({ unit: "W" }) });
const FixedTemperature = Model({ T: Par(293.15, "K"), port: HeatPort, equations: "port.T = T" });
const FixedHeatFlow = Model({ Q_flow: Par(0, "W"), port: HeatPort, equations: "port.Q_flow = -Q_flow" });

interface RodMemory {
  offset: number;
  n: number;
  Ge: number;
  /** Heat capacity of one node. */
  C: number;
}

const rod = predefinedComponent<RodMemory>({
  build: () => ({ memory: { offset: 0, n: 0, Ge: 0, C: 0 } }),
  beginSegment(memory, declare) {
    const value = (name: string) => declare.parameter(name) as number;
    memory.n = value("nT");
    const dx = value("L") / memory.n;
    memory.Ge = (value("lambda") * value("A")) / dx;
    memory.C = value("c") * value("rho") * value("A") * dx;
    memory.offset = declare.state("T", { init: new Array<number>(memory.n).fill(value("T0")), unit: "K" }).offset;
  },
  functions: {
    heatFlows: {
      results: [[], []],
      hasEffects: true,
      call(memory: RodMemory, access: ComponentAccess, Ta: number, Tb: number) {
        const { offset, n, Ge, C } = memory;
        const { x, dx } = access;
        const Qa = 2 * Ge * (Ta - x[offset]);
        const Qb = 2 * Ge * (Tb - x[offset + n - 1]);
        for (let i = 0; i < n; i++) {
          const left = i === 0 ? Qa : Ge * (x[offset + i - 1] - x[offset + i]);
          const right = i === n - 1 ? -Qb : Ge * (x[offset + i] - x[offset + i + 1]);
          dx[offset + i] = (left - right) / C;
        }
        return [Qa, Qb];
      },
    },
  },
});

const InsulatedRod = Model({
  L: Par(1, "m"),
  A: Par(4e-4, "m^2"),
  rho: Par(7500, "kg/m^3"),
  lambda: Par(74, "W/(m*K)"),
  c: Par(450, "J/(kg*K)"),
  T0: Par(293.15, "K"),
  nT: 1,
  port_a: HeatPort,
  port_b: HeatPort,
  predefined: rod,
  equations: "(port_a.Q_flow, port_b.Q_flow) = heatFlows(port_a.T, port_b.T)",
});

const HeatedRod = Model({
  fixedT: FixedTemperature.with({ T: 493.15 }),
  fixedQflow: FixedHeatFlow,
  rod: InsulatedRod.with({ nT: 5 }),
  connect: [
    ["fixedT.port", "rod.port_a"],
    ["rod.port_b", "fixedQflow.port"],
  ],
});

describe("predefined acausal components", () => {
  it("a rod with hidden temperatures reaches the reference, for 5 and for 8 nodes of one compiled model", () => {
    const model = instantiate(HeatedRod);
    const code = model.code;
    for (const [name, nodes] of [
      ["heat-insulated-rod", 5],
      ["heat-predefined-rod-8", 8],
    ] as const) {
      const result = simulate(model, { stopTime: 1e5, tolerance: 1e-8, merge: { "rod.nT": nodes } });
      readCase(name).recomputed!.finalStates!.forEach((expected, i) => {
        expect(Math.abs(result.final(`rod.T[${i + 1}]`) / expected - 1)).toBeLessThan(1e-8);
      });
      expect(result.stateNames).toHaveLength(nodes);
    }
    expect(model.code).toBe(code);
  });

  it("a component can change the number of its states at an event, and the run goes on without compiling", () => {
    // a tank that splits its content into two when it is half empty
    interface Tank {
      states: number[];
      split: boolean;
      eventFunction: number;
      level: number;
    }
    const tank = predefinedComponent<Tank>({
      build: () => ({ memory: { states: [], split: false, eventFunction: 0, level: 1 } }),
      beginSegment(memory, declare) {
        if (declare.index === 0) Object.assign(memory, { split: false, level: 1 });
        const names = memory.split ? ["left", "right"] : ["whole"];
        memory.states = names.map((name) => declare.state(name, { init: memory.level / names.length }).offset);
        memory.eventFunction = declare.eventFunctions(1, "level");
      },
      functions: {
        total: {
          hasEffects: true,
          call(memory: Tank, access: ComponentAccess) {
            let sum = 0;
            for (const k of memory.states) {
              access.dx[k] = -access.x[k];
              sum += access.x[k];
            }
            access.z[memory.eventFunction] = sum - 0.5;
            if (access.isEvent && access.hasCrossed(memory.eventFunction) && !memory.split) {
              memory.split = true;
              memory.level = sum;
              access.restartSegment("split");
            }
            return sum;
          },
        },
      },
    });
    const model = instantiate(
      Model({
        tank: Model({ predefined: tank, equations: "y = total()" }),
        x: Var({ init: 1 }),
        equations: "der(x) = -x",
      }),
    );
    const result = simulate(model, { stopTime: 2, tolerance: 1e-9 });
    expect(result.segments).toHaveLength(2);
    expect(result.segments[1].startTime).toBeCloseTo(Math.LN2, 8);
    expect(result.segments[1].stateNames).toEqual(["x", "tank.left", "tank.right"]);
    expect(result.final("tank.y")).toBeCloseTo(Math.exp(-2), 7);
    expect(result.final("tank.left")).toBeCloseTo(Math.exp(-2) / 2, 7);
    expect(result.final("x")).toBeCloseTo(Math.exp(-2), 7);
    expect(result.signal("tank.left").values[0]).toBeNaN();
  });

  it("functions of components cannot be differentiated", () => {
    const hidden = predefinedComponent({
      build: () => ({ memory: {} }),
      beginSegment: () => {},
      functions: { f: { call: (_memory: object, access: ComponentAccess) => access.time } },
    });
    const constrained = Model({
      c: Model({ predefined: hidden, equations: "y = f(x)", x: Var() }),
      s: Var({ init: 0 }),
      equations: "c.x = s; c.y = 1; v = der(s); der(v) = F",
    });
    expect(() => instantiate(constrained)).toThrowError(/E-NO-DERIVATIVE|E-STRUCT/);
  });
});

describe("a step that a component looks into", () => {
  it("shows an event that begins and ends between the ends of the step", () => {
    interface Gate {
      offset: number;
      eventFunction: number;
      position: number;
    }
    // a point moves with 1 000 m/s along a line and passes a gate of 1 µm at 123.456 m
    const gate = (looksInside: boolean) =>
      predefinedComponent<Gate>({
        build: () => ({
          memory: { offset: 0, eventFunction: 0, position: 0 },
          model: { equations: "passed = move()", passed: Var() },
        }),
        beginSegment(memory, declare) {
          memory.offset = declare.state("s", { init: 0 }).offset;
          memory.eventFunction = declare.eventFunctions(1, "gate");
        },
        functions: {
          move: {
            hasEffects: true,
            call(memory: Gate, access: ComponentAccess) {
              memory.position = access.x[memory.offset]!;
              access.dx[memory.offset] = 1000;
              access.z[memory.eventFunction] = Math.abs(memory.position - 123.456) - 5e-7;
              return memory.position;
            },
          },
        },
        ...(looksInside && {
          examineStep(memory: Gate, step: { from: number; to: number; evaluateAt(time: number): void }) {
            step.evaluateAt(step.from);
            const first = memory.position;
            step.evaluateAt(step.to);
            if (first >= 123.456 || memory.position <= 123.456) return [];
            return [step.from + (123.456 - first) / 1000];
          },
        }),
      });
    const run = (looksInside: boolean) =>
      simulate(instantiate(Model({ predefined: gate(looksInside) })), { stopTime: 1, method: "tsit5" });
    expect(run(false).events.filter((event) => event.kind === "state")).toHaveLength(0);
    const found = run(true).events.filter((event) => event.kind === "state");
    expect(found).toHaveLength(2);
    expect(Math.abs(found[0]!.time - (123.456 - 5e-7) / 1000)).toBeLessThan(1e-12);
    expect(Math.abs(found[1]!.time - (123.456 + 5e-7) / 1000)).toBeLessThan(1e-12);
  });

  it("a function with derivatives can be part of a constraint between states, like any other", () => {
    const gauge = predefinedComponent<{ k: number }>({
      build: () => ({ memory: { k: 0 } }),
      beginSegment(memory, declare) {
        memory.k = declare.parameter("k") as number;
      },
      functions: {
        height: {
          call: ({ k }: { k: number }, _access: ComponentAccess, x: number) => k * Math.sin(x),
          derivative: {
            call: ({ k }: { k: number }, _access: ComponentAccess, x: number, dx: number) => k * Math.cos(x) * dx,
            derivative: (
              { k }: { k: number },
              _access: ComponentAccess,
              x: number,
              dx: number,
              vx: number,
              ax: number,
            ) => -k * Math.sin(x) * dx * vx + k * Math.cos(x) * ax,
          },
        },
      },
    });
    // y follows the track k·sin(x): its second derivative is k·(cos(x)·x'' − sin(x)·x'²) with x'' = 0
    const track = Model({
      k: 2,
      x: Var({ init: 0.3 }),
      v: Var({ init: 1.5 }),
      predefined: gauge,
      equations: "der(x) = v; der(v) = 0; y = height(x); vy = der(y); ay = der(vy)",
    });
    const result = simulate(instantiate(track), { stopTime: 1, tolerance: 1e-9 });
    const x = 0.3 + 1.5;
    expect(result.final("vy")).toBeCloseTo(2 * Math.cos(x) * 1.5, 9);
    expect(result.final("ay")).toBeCloseTo(-2 * Math.sin(x) * 1.5 ** 2, 9);
  });
});

describe("segments", () => {
  it("that never let time go on are an error", () => {
    const restless = predefinedComponent<{ offset: number }>({
      build: () => ({ memory: { offset: 0 } }),
      beginSegment(memory, declare) {
        memory.offset = declare.state("s", { init: 0 }).offset;
      },
      functions: {
        go: {
          hasEffects: true,
          call({ offset }: { offset: number }, access: ComponentAccess) {
            access.dx[offset] = 1;
            if (access.isEvent) access.restartSegment("again");
            return 0;
          },
        },
      },
    });
    const model = Model({ part: Model({ predefined: restless, y: Var(), equations: "y = go()" }) });
    expect(() => simulate(instantiate(model), { stopTime: 1 })).toThrow(/E-SEGMENT-ENDLESS[\s\S]*because of: again/);
  });
});

describe("event functions of a component that follow from its motion", () => {
  /** A ball that falls: `move` tells where it is, `pull` gives its acceleration. */
  const falling = (calls: { move: number; pull: number }, eventsFollowMotion: boolean) =>
    Model({
      height: Var({ unit: "m" }),
      force: Var({ unit: "m/s^2" }),
      isLow: Var({ start: false }),
      predefined: predefinedComponent<{ offset: number }>({
        build: () => ({ memory: { offset: 0 } }),
        beginSegment(memory, declare) {
          memory.offset = declare.state("z", { init: [10, 0] }).offset;
        },
        eventsFollowMotion: () => eventsFollowMotion,
        functions: {
          move: {
            hasEffects: true,
            call({ offset }: { offset: number }, { x, dx }: ComponentAccess) {
              calls.move++;
              dx[offset] = x[offset + 1]!;
              return x[offset]!;
            },
          },
          pull: {
            hasEffects: true,
            isForDerivatives: true,
            call({ offset }: { offset: number }, { dx }: ComponentAccess, _height: number) {
              calls.pull++;
              dx[offset + 1] = -9.81;
              return -9.81;
            },
          },
        },
      }),
      equations: `
        height = move()
        force = pull(height)
        isLow = height < 5`,
    });

  it("are computed without derivatives where the component says so, with the same events", () => {
    const times = [false, true].map((eventsFollowMotion) => {
      const calls = { move: 0, pull: 0 };
      const result = simulate(instantiate(falling(calls, eventsFollowMotion)), { stopTime: 1.2, tolerance: 1e-8 });
      const { eventFunctionEvaluations } = result.statistics;
      // each event function needs the motion; `pull` is left out of all of them
      expect(calls.move - calls.pull >= eventFunctionEvaluations).toBe(eventsFollowMotion);
      if (!eventsFollowMotion) expect(calls.move).toBe(calls.pull);
      return result.events.map(({ time }) => time);
    });
    expect(times[0]).toEqual(times[1]);
    expect(times[0]!.at(-1)).toBeCloseTo(Math.sqrt(10 / 9.81), 7);
  });
});
