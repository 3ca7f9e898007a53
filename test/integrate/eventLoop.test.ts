// The loop that all runs share: what it does in which order, and that all of them have its limits and its names.
import { instantiate, Model, simulate, Var } from "rattleback";
import { simulatePlanar } from "rattleback/planar";
import { integrate, integrateDae } from "rattleback/solvers";
import { describe, expect, it } from "vitest";
import { EventLoop, type LoopRun } from "../../src/integrate/eventLoop.ts";

/** A run of unit steps with an event in each second one; it writes down what the loop asks of it. */
class Recorded implements LoopRun {
  t = 0;
  readonly calls: string[] = [];
  isRunning = true;
  private end = 0;
  private open = false;
  private refuses = true;

  nextLimit(): number | undefined {
    this.calls.push(`limit ${this.t}`);
    return this.t + 1;
  }
  step(limit: number): void {
    this.calls.push("step");
    this.end = limit;
    this.open = limit % 2 === 0;
  }
  isRefused(): boolean {
    const isFirst = this.refuses;
    this.refuses = false;
    if (isFirst) this.calls.push("refused");
    return isFirst;
  }
  findEvent(): boolean {
    return this.open;
  }
  handleEvent(): boolean {
    this.open = false;
    this.t = this.end;
    this.calls.push(`event ${this.t}`);
    return true;
  }
  endStep(limit: number): void {
    this.t = limit;
    this.calls.push(`end ${limit}`);
    if (limit === 3) this.isRunning = false;
  }
  abort(): void {
    this.isRunning = false;
  }
  describePace(): string {
    return "";
  }
}

describe("the event loop", () => {
  it("makes a refused step again, ends a step at an event, and goes on from there", () => {
    const run = new Recorded();
    new EventLoop(run, 0, 3, {}).run();
    const first = ["limit 0", "step", "refused", "limit 0", "step", "end 1"];
    expect(run.calls).toEqual([...first, "limit 1", "step", "event 2", "limit 2", "step", "end 3"]);
  });

  it("tells the progress also where every step ends at an event", () => {
    const told: number[] = [];
    new EventLoop(new Recorded(), 0, 3, { onProgress: (fraction) => void told.push(fraction) }).run();
    expect(told).toEqual(expect.arrayContaining([0.33, 0.66, 1]));
  });
});

const decay = instantiate(Model({ x: Var({ init: 1 }), equations: "der(x) = -x" }));
const ball = {
  bodies: { ball: { mass: 1, inertia: 1, position: [0, 1] as const } },
  targets: { floor: { outline: [[-1, -1], [-1, 0], [1, 0], [1, -1]] as const } }, // biome-ignore format: corners
  contacts: [{ target: "floor", initiators: "ball", stiffness: 1e6 }],
};
const rhs = (_t: number, y: Float64Array, ydot: Float64Array): void => {
  ydot[0] = -y[0]!;
};
const residual = (_t: number, y: Float64Array, yp: Float64Array, r: Float64Array): void => {
  r[0] = yp[0]! + y[0]!;
};

type Options = { tolerance?: number; maximumSteps?: number; maximumWallTime?: number; signal?: AbortSignal };
type Progress = { onProgress?: (fraction: number) => void };

const runs: [string, (options: Options & Progress) => unknown][] = [
  ["simulate", (options) => simulate(decay, { startTime: 0, stopTime: 2, ...options })],
  ["simulatePlanar", (options) => simulatePlanar(ball, { startTime: 0, stopTime: 2, ...options })],
  ["integrate", (options) => integrate({ rhs, startTime: 0, y0: [1], stopTime: 2 }, options)],
  ["integrateDae", (options) => integrateDae({ residual, startTime: 0, y0: [1], yp0: [-1], stopTime: 2 }, options)],
];

describe.each(runs)("%s", (_name, run) => {
  it("has startTime, stopTime and tolerance", () => {
    expect(() => run({ tolerance: 1e-4 })).not.toThrow();
  });
  it("ends after maximumSteps and after maximumWallTime", () => {
    expect(() => run({ maximumSteps: 3 })).toThrow("E-STEP-LIMIT");
    expect(() => run({ maximumWallTime: 0 })).toThrow("E-WALL-TIME");
  });
  it("ends when the signal was given", () => {
    const signal = AbortSignal.abort();
    const { statistics } = run({ signal }) as { statistics: { steps: number } };
    expect(statistics.steps).toBe(0);
  });
  it("tells what an exception in onProgress was", () => {
    const onProgress = (): void => {
      throw new Error("enough");
    };
    expect(() => run({ onProgress })).toThrow("E-CALLBACK");
  });
});

it("t0, tEnd and relativeTolerance of the literature mean the same, to the bit", () => {
  const own = integrate({ rhs, t0: 0, y0: [1], tEnd: 2 }, { relativeTolerance: 1e-8 });
  expect(integrate({ rhs, startTime: 0, y0: [1], stopTime: 2 }, { tolerance: 1e-8 }).y).toEqual(own.y);
});

it("a root at the very end of the interval is handled, and the integration is finished", () => {
  const roots = (t: number, _y: Float64Array, g: Float64Array): void => {
    g[0] = t < 2 ? -1 : 1;
  };
  const result = integrate({ rhs, t0: 0, y0: [1], tEnd: 2, roots, numberOfRoots: 1 }, { onRoot: () => "restart" });
  expect(result).toMatchObject({ status: "finished", t: 2, roots: [{ t: 2, direction: 1 }] });
});

it("a step callback can ask for a restart, which counts as an event", () => {
  let asked = 0;
  const result = integrate({ rhs, t0: 0, y0: [1], tEnd: 2 }, { onStep: () => (asked++ < 2 ? "restart" : undefined) });
  expect(result.statistics.events).toBe(2);
  expect(result.y[0]).toBeCloseTo(Math.exp(-2), 5);
});
