import { expect, it } from "vitest";
import { createStatistics, type Integrator, type Statistics } from "../../../src/integrate/integrator.ts";
import { MethodChoice } from "../../../src/integrate/islands/methodChoice.ts";
import { findMethod } from "../../../src/integrate/methods.ts";

const tEnd = 1;

/** Methods used, one letter per step, for x'' = −ω(t)²·x − d(t)·x', which begins at rest, off its place, or where it should be. */
function methods(start: number, damping: (t: number) => number, rate: number, structureWork = 0): string {
  const create = (isStiff: boolean, t: number, y: Float64Array): Integrator =>
    findMethod(isStiff ? "radau5" : "tsit5").create(
      {
        size: 2,
        rhs: (at, x, dx) => {
          dx[0] = x[1]!;
          dx[1] = rate * rate * (Math.cos(at) - x[0]!) - damping(at) * x[1]!;
        },
      },
      t,
      y,
      tEnd,
      {
        relativeTolerance: 1e-6,
        absoluteTolerance: new Float64Array(2).fill(1e-8),
        maximumStep: 0.1,
        initialStep: 0,
      },
    );
  const choice = new MethodChoice(
    () => 2,
    () => structureWork,
  );
  let used = "";
  let integrator = create(false, 0, Float64Array.of(start, 0));
  while (integrator.t < tEnd) {
    const before = choice.before(integrator.statistics);
    integrator.step(tEnd);
    used += choice.isStiff ? "i" : "e";
    const { t, y } = integrator;
    const successor = choice.successor(integrator, before, tEnd, (isStiff) => create(isStiff, t, y.slice()));
    if (successor !== undefined) integrator = successor;
  }
  return used;
}

it("counts work in evaluations: a Jacobian by its own, or as ten, and solutions by what factors cost", () => {
  const choice = new MethodChoice(
    () => 20,
    () => 0,
  );
  const statistics = { ...createStatistics(), evaluations: 100 };
  const work = (more: Partial<Statistics>): number => choice.before({ ...statistics, ...more });
  expect(work({})).toBe(100);
  expect(work({ jacobians: 3 })).toBe(130);
  expect(work({ jacobians: 3, jacobianEvaluations: 6 })).toBe(106);
  expect(work({ factorisations: 2, iterations: 10 })).toBeCloseTo(100 + 20 * (2 + 0.15 * 10), 12);
  // what factors cost is not asked where there are none
  const explicit = new MethodChoice(() => {
    throw new Error("there are no factors");
  });
  expect(explicit.before(statistics)).toBe(100);
});

it("leaves what rings to the explicit method", () => {
  expect(methods(2, () => 0, 300)).toMatch(/^e+$/);
});

it("gives what only follows to the implicit method, soon", () => {
  const used = methods(1, () => 3000, 3000);
  expect(used).toMatch(/^e+i+$/);
  expect(used.length).toBeLessThan(100);
});

it("waits with the implicit method for as much work as the structure of its matrices costs", () => {
  const soon = methods(1, () => 3000, 3000);
  const later = methods(1, () => 3000, 3000, 700);
  expect(later).toMatch(/^e+i+$/);
  // steps of 6 evaluations at least
  expect(later.indexOf("i")).toBeGreaterThan(soon.indexOf("i"));
  expect(later.indexOf("i")).toBeGreaterThan(80);
  expect(later.indexOf("i")).toBeLessThan(120);
});

it("goes on with the explicit method in a part whose structure did not last for its price", () => {
  const begin = (structureWork: number): boolean => {
    const before = new MethodChoice(() => 2);
    before.isStiff = true;
    const after = new MethodChoice(
      () => 2,
      () => structureWork,
    );
    after.follow(before, 1, Number.POSITIVE_INFINITY, Number.NaN, false);
    return after.isStiff;
  };
  expect([begin(0), begin(100)]).toEqual([true, false]);
});

it("takes the explicit method again where the damping that hid the ringing ends", () => {
  // displaced so far that the ringing is felt, held until t = 0.5
  const used = methods(2, (t) => (t < 0.5 ? 3e5 : 0), 300);
  expect(used).toMatch(/^e+i+e+$/);
});

it("gives an implicit step up that does not pass at once", () => {
  let trials = 0;
  const create = (isStiff: boolean, t: number, y: Float64Array): Integrator => {
    const made = findMethod("tsit5").create(
      {
        size: 1,
        rhs: (_t, x, dx) => {
          dx[0] = -1000 * x[0]!;
        },
      },
      t,
      y,
      tEnd,
      { relativeTolerance: 1e-6, absoluteTolerance: Float64Array.of(1e-8), maximumStep: 0.1, initialStep: 0 },
    );
    if (!isStiff) return made;
    trials++;
    return Object.assign(made, {
      stepAtOnce: () => false,
      step: () => {
        throw new Error("one attempt was enough");
      },
    });
  };
  const choice = new MethodChoice(() => 1);
  const integrator = create(false, 0, Float64Array.of(1));
  for (let k = 0; k < 100; k++) {
    const before = choice.before(integrator.statistics);
    integrator.step(tEnd);
    const { t, y } = integrator;
    expect(choice.successor(integrator, before, tEnd, (isStiff) => create(isStiff, t, y.slice()))).toBeUndefined();
  }
  expect(trials).toBeGreaterThan(0);
});
