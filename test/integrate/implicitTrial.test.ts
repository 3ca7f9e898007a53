import { expect, it } from "vitest";
import { ImplicitTrial } from "../../src/integrate/implicitTrial.ts";
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
