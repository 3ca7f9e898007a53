import { expect, it } from "vitest";
import { ImplicitTrial } from "../../src/integrate/implicitTrial.ts";
import type { Integrator, ResetOptions } from "../../src/integrate/integrator.ts";
import { findMethod } from "../../src/integrate/methods.ts";

const end = 1000;

/** y' = −rate·(y − cos t) − sin t, of which cos t is a solution. */
function create(method: string, rate: number, initialStep: number) {
  return findMethod(method).create(
    {
      size: 1,
      rhs: (t, y, dy) => {
        dy[0] = -rate * (y[0]! - Math.cos(t)) - Math.sin(t);
      },
    },
    0,
    Float64Array.of(1),
    end,
    { relativeTolerance: 1e-6, absoluteTolerance: Float64Array.of(1e-8), maximumStep: 10, initialStep },
  );
}

/** Whether the trial behind the thirtieth step is won, and how many attempts it took. */
function tried(rate: number) {
  const explicit = create("tsit5", rate, 1e-4);
  const implicit = create("radau5", rate, 0);
  const trial = new ImplicitTrial();
  const wins: boolean[] = [];
  for (let step = 0; step < 30; step++) {
    explicit.step(end);
    wins.push(trial.wins(explicit, end, () => implicit));
  }
  const { steps, rejectedSteps, convergenceFailures } = implicit.statistics;
  return { wins, attempts: steps + rejectedSteps + convergenceFailures };
}

it("a stiff equation is worth an implicit step of twenty explicit ones", () => {
  const { wins, attempts } = tried(1e5);
  expect(wins).toEqual([...Array.from({ length: 29 }, () => false), true]);
  expect(attempts).toBe(1);
});

it("one attempt tells that another equation is not", () => {
  const { wins, attempts } = tried(1);
  expect(wins).not.toContain(true);
  expect(attempts).toBe(1);
});

/** Steps behind which a method that never wins is tried, and the first step that it is asked for. */
function trials(size: number, steps: number, stepSize = 0.01, t = 0): { at: number[]; asked: (number | undefined)[] } {
  const explicit = { ...create("tsit5", 1, 1e-4), size, t, y: new Float64Array(size), stepSize } as Integrator;
  const asked: (number | undefined)[] = [];
  const implicit = {
    reset: (_t: number, _y: Float64Array, options?: ResetOptions) => void asked.push(options?.initialStep),
    step: () => {
      throw new Error("does not converge");
    },
  } as unknown as Integrator;
  const trial = new ImplicitTrial();
  const at: number[] = [];
  for (let step = 1; step <= steps; step++) {
    const before = asked.length;
    expect(trial.wins(explicit, end, () => implicit)).toBe(false);
    if (asked.length > before) at.push(step);
  }
  return { at, asked };
}

it("trials become rarer, up to one in 250 steps, and none comes before as many steps as there are components", () => {
  const { at, asked } = trials(1, 1000);
  expect(at).toEqual([30, 90, 210, 450, 700, 950]);
  expect(asked).toEqual(at.map(() => 0.2));
  expect(trials(400, 1000).at).toEqual([400, 800]);
});

it("none comes where events are nearer to each other than the twenty steps that it would replace, and the next as soon as there is room", () => {
  const explicit = { ...create("tsit5", 1, 1e-4), size: 1, t: 0, y: new Float64Array(1), stepSize: 0.01 } as Integrator;
  const trial = new ImplicitTrial();
  const at: number[] = [];
  const take = (step: number): void => {
    trial.wins(explicit, end, () => {
      at.push(step);
      throw new Error("cannot begin");
    });
  };
  for (let step = 1; step <= 190; step++) {
    if (step % 19 === 0) trial.restart();
    take(step);
  }
  expect(at).toEqual([]);
  for (let step = 191; step <= 230; step++) take(step);
  expect(at).toEqual([209]);
});

it("nothing is tried where twenty steps lead to the end, or behind it", () => {
  expect(trials(1, 100, end / 19).at).toEqual([]);
  expect(trials(1, 40, end / 20).at).toEqual([]);
  expect(trials(1, 40, end / 20.001).at).toEqual([30]);
  expect(trials(1, 40, end / 30, end / 2).at).toEqual([]);
});

it("a step that comes less far than three quarters is not worth it, where a method cannot tell at once", () => {
  const won = (stepSize: number): boolean => {
    const explicit = {
      ...create("tsit5", 1, 1e-4),
      size: 1,
      t: 0,
      y: new Float64Array(1),
      stepSize: 0.01,
    } as Integrator;
    const implicit = { reset: () => {}, step: () => {}, stepSize } as unknown as Integrator;
    const trial = new ImplicitTrial();
    for (let step = 1; step < 30; step++) trial.wins(explicit, end, () => implicit);
    return trial.wins(explicit, end, () => implicit);
  };
  expect([won(0.151), won(0.149)]).toEqual([true, false]);
});
