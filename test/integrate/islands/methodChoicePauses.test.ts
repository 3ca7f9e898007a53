/** When other methods are tried, with which steps, and what is taken: methods of nothing but times and counts. */
import { expect, it } from "vitest";
import { createStatistics, type Integrator, type Statistics } from "../../../src/integrate/integrator.ts";
import { MethodChoice } from "../../../src/integrate/islands/methodChoice.ts";

type Counted = Partial<Statistics>;

/** A method whose steps have one length and cost the same. */
function counting(length: number, cost: Counted, t = 0, more: object = {}) {
  const statistics = createStatistics();
  const made = {
    t,
    tPrevious: t,
    y: Float64Array.of(1),
    stepSize: length,
    statistics,
    begins: [] as number[],
    limits: [] as number[],
    reset(at: number, _y: Float64Array, { initialStep }: { initialStep: number }) {
      made.t = made.tPrevious = at;
      made.begins.push(initialStep);
    },
    step(limit: number) {
      made.limits.push(limit);
      made.tPrevious = made.t;
      made.t += length;
      for (const [key, value] of Object.entries(cost)) statistics[key as keyof Statistics] += value;
    },
    ...more,
  };
  return made;
}
type Counting = ReturnType<typeof counting>;
const asMethod = (made: Counting): Integrator => made as unknown as Integrator;

interface Drive {
  readonly steps: number;
  readonly create?: (isStiff: boolean, t: number) => Counting;
  readonly limit?: number;
  readonly stiffness?: number;
}

/** Steps after which a method was made, and those after which another one took over. */
function drive(choice: MethodChoice, method: Counting, { steps, create, limit = 1e9, stiffness }: Drive) {
  const made: { step: number; isStiff: boolean; method: Counting }[] = [];
  for (let step = 1; step <= steps; step++) {
    const before = choice.before(method.statistics);
    method.step(limit);
    const successor = choice.successor(
      asMethod(method),
      before,
      limit,
      (isStiff) => {
        const other = create!(isStiff, method.t);
        made.push({ step, isStiff, method: other });
        return asMethod(other);
      },
      stiffness,
    );
    if (successor !== undefined) return { made, successor, step };
  }
  return { made, successor: undefined, step: steps };
}

/** Explicit steps of 1 s that cost 6 evaluations, unless said otherwise: a pace of 1/6. */
const explicit = (more: object = {}, length = 1) => counting(length, { evaluations: 6 }, 0, more);
const refuses = (_: boolean, t: number) => counting(1, {}, t, { stepAtOnce: () => false });
const cheap = () => new MethodChoice(() => 0.1);
/** An implicit step of this length, for 20 evaluations. */
const implicit = (length: number, t: number, more: object = {}) => counting(length, { evaluations: 20 }, t, more);

it("an implicit step is tried after 30 steps, and after pauses that double up to 250", () => {
  const { made, successor } = drive(cheap(), explicit(), { steps: 1200, create: refuses });
  expect(made.map(({ step }) => step)).toEqual([30, 90, 210, 450, 700, 950, 1200]);
  expect(made.every(({ isStiff, method }) => isStiff && method.begins.length === 1)).toBe(true);
  // six steps of the present method
  for (const { method } of made) expect(method.begins[0]).toBeCloseTo(6, 10);
  expect(successor).toBeUndefined();
});

it("where three steps in a row were limited by stability, after 8, and after pauses that double up to 64", () => {
  const steps = (stiffSteps: number): number[] =>
    drive(cheap(), explicit({ stiffSteps }), { steps: 260, create: refuses }).made.map(({ step }) => step);
  expect(steps(3)).toEqual([8, 24, 56, 120, 184, 248]);
  expect(steps(4)).toEqual(steps(3));
  expect(steps(2)).toEqual([30, 90, 210]);
  // others do not make these pauses longer
  const choice = cheap();
  drive(choice, explicit(), { steps: 30, create: refuses });
  const { made } = drive(choice, explicit({ stiffSteps: 3 }), { steps: 30, create: refuses });
  expect(made.map(({ step }) => step)).toEqual([8, 24]);
});

it("nothing is tried where the limit is nearer than two of its steps", () => {
  const tried = (limit: number): boolean =>
    drive(cheap(), explicit(), { steps: 30, limit, create: refuses }).made.length > 0;
  expect([tried(30 + 12.01), tried(30 + 11.99), tried(35)]).toEqual([true, false, false]);
});

it("where six steps cost less than the matrices alone, the step that is tried is twice as long as they are worth", () => {
  // 6 = 2/6·(13 + 1.15·f) at f = 4.348
  const sizes = (factorisationWork: number): number =>
    drive(new MethodChoice(() => factorisationWork), explicit(), { steps: 30, create: refuses }).made[0]!.method
      .begins[0]!;
  expect(sizes(4.3)).toBeCloseTo(6, 10);
  for (const work of [5, 20]) expect(sizes(work)).toBeCloseTo((2 / 6) * (13 + 1.15 * work), 10);
  // what a Jacobian costs may be known
  const known = new MethodChoice(
    () => 0.1,
    () => 0,
    () => 50,
  );
  const { made } = drive(known, explicit(), { steps: 54, create: refuses });
  expect(made[0]!.method.begins[0]).toBeCloseTo((2 / 6) * (3 + 50 + 1.15 * 0.1), 10);
});

it("expensive matrices are tried after three times as much work as they cost, and after twice as much each time, up to sixteen times", () => {
  // 13 + 1.15·100 = 128 evaluations, of which 20 are not counted: 54, 108, 216 and then 288 steps
  const steps = drive(new MethodChoice(() => 100), explicit(), { steps: 960, create: refuses }).made;
  expect(steps.map(({ step }) => step)).toEqual([54, 162, 378, 666, 954]);
});

it("no step is tried that is longer than a part is as it is as a rule, of which the time that it is so by now is a fifth", () => {
  const choice = cheap();
  const method = explicit();
  // an event at every fourth step: six would be too many
  for (let t = 4; t <= 80; t += 4) {
    expect(drive(choice, method, { steps: 4, create: refuses }).made).toEqual([]);
    choice.renew(t);
  }
  // 0.8·4 + 0.2·14 = 6, but for the pause, which ends before
  expect(drive(choice, method, { steps: 20, create: refuses }).made.map(({ step }) => step)).toEqual([14]);
});

it("no step is tried where a part would be another one before its structure has paid", () => {
  const choice = new MethodChoice(
    () => 0.1,
    () => 30,
  );
  const method = explicit();
  for (let t = 8; t <= 80; t += 8) {
    expect(drive(choice, method, { steps: 8, create: refuses }).made).toEqual([]);
    choice.renew(t);
  }
  // with half of the work for the same way, 30 evaluations are gained in the time of 60, ten steps: 0.8·8 + 0.2·48 = 6 + 10
  expect(drive(choice, method, { steps: 60, create: refuses }).made.map(({ step }) => step)).toEqual([48]);
});

it("nothing is tried before a part has lasted for as much work as its structure costs, since it is as it is", () => {
  const choice = new MethodChoice(
    () => 0.1,
    () => 6 * 35,
  );
  const method = explicit();
  expect(drive(choice, method, { steps: 90, create: refuses }).made.map(({ step }) => step)).toEqual([35]);
  // the next one would be due after five more
  choice.renew(90);
  expect(drive(choice, method, { steps: 80, create: refuses }).made.map(({ step }) => step)).toEqual([35]);
});

it("an implicit step that comes a tenth further for its work is taken, at once or not", () => {
  // 1.1·20/6
  const taken = (length: number, isAtOnce: boolean) => {
    const create = (_: boolean, t: number): Counting => {
      const trial = implicit(length, t);
      return isAtOnce
        ? Object.assign(trial, {
            stepAtOnce: (limit: number) => {
              trial.step(limit);
              return true;
            },
          })
        : trial;
    };
    const choice = cheap();
    const { successor, made, step } = drive(choice, explicit(), { steps: 40, limit: 1000, create });
    expect(made).toHaveLength(1);
    expect(made[0]!.method.limits).toEqual([1000]);
    expect(made[0]!.method.tPrevious).toBe(30);
    expect(step).toBe(successor === undefined ? 40 : 30);
    expect(choice.isStiff).toBe(successor !== undefined);
    if (successor !== undefined) expect(successor).toBe(made[0]!.method);
    return successor !== undefined;
  };
  for (const isAtOnce of [true, false]) expect([taken(3.66, isAtOnce), taken(3.67, isAtOnce)]).toEqual([false, true]);
});

it("the pace is that of the last steps, of which each counts 0.7 times as much as the next one", () => {
  const taken = (length: number): boolean => {
    const method = explicit();
    const choice = cheap();
    drive(choice, method, { steps: 29, create: refuses });
    method.step = (limit) => {
      method.limits.push(limit);
      method.tPrevious = method.t;
      method.t += 4;
      method.statistics.evaluations += 30;
    };
    const { made, successor } = drive(choice, method, { steps: 1, create: (_, t) => implicit(length, t) });
    const recent = (0.7 * (1 - 0.7 ** 29)) / 0.3;
    expect(made[0]!.method.begins[0]).toBeCloseTo((6 * (recent + 4)) / (recent + 1), 10);
    return successor !== undefined;
  };
  const recent = (0.7 * (1 - 0.7 ** 29)) / 0.3;
  const least = (1.1 * 20 * (recent + 4)) / (6 * recent + 30);
  expect([taken(0.999 * least), taken(1.001 * least)]).toEqual([false, true]);
});

it("an implicit method that fails is left alone", () => {
  const create = (_: boolean, t: number): Counting =>
    counting(1, {}, t, {
      step: () => {
        throw new Error("singular");
      },
    });
  expect(drive(cheap(), explicit(), { steps: 100, create }).made.map(({ step }) => step)).toEqual([30, 90]);
});

/** One that has just taken the implicit method. */
function stiff(): MethodChoice {
  const choice = cheap();
  drive(choice, explicit(), { steps: 30, create: (_, t) => implicit(1000, t) });
  expect(choice.isStiff).toBe(true);
  return choice;
}
/** Implicit steps of 10 s that cost 40 evaluations: a pace of 1/4. */
const slow = (more: object = {}) => counting(10, { evaluations: 40 }, 0, more);

it("explicit steps are tried after 20 implicit ones, and after pauses that double up to 160", () => {
  const create = (_: boolean, t: number) => counting(1e-3, { evaluations: 6 }, t);
  const { made } = drive(stiff(), slow(), { steps: 640, create });
  expect(made.map(({ step }) => step)).toEqual([20, 60, 140, 300, 460, 620]);
  // given up at once, after a first step of 0.3 of those of the present method
  expect(made.every(({ isStiff, method }) => !isStiff && method.limits.length === 1)).toBe(true);
  for (const { method } of made) expect(method.begins[0]).toBeCloseTo(3, 10);
});

it("no explicit steps are tried where the limit is nearer than two of them", () => {
  const create = (_: boolean, t: number) => counting(1e-3, { evaluations: 6 }, t);
  const tried = (limit: number): boolean => drive(stiff(), slow(), { steps: 20, limit, create }).made.length > 0;
  expect([tried(206.01), tried(205.99), tried(203)]).toEqual([true, false, false]);
});

it("the explicit method is taken where eight of its steps come 1.3 times as far for their work", () => {
  // 1.3·6/4, and it is given up below 0.2·6/4
  const tried = (length: number) => {
    const { made, successor } = drive(stiff(), slow(), {
      steps: 20,
      limit: 1000,
      create: (_, t) => counting(length, { evaluations: 6 }, t),
    });
    if (successor !== undefined) {
      // anew: nothing of the trial is kept
      expect(made).toHaveLength(2);
      expect(successor).toBe(made[1]!.method);
      expect(made[1]!.method.limits).toEqual([]);
    }
    return [made[0]!.method.limits.length, successor !== undefined];
  };
  expect(tried(0.299)).toEqual([1, false]);
  expect(tried(0.301)).toEqual([8, false]);
  expect(tried(1.949)).toEqual([8, false]);
  expect(tried(1.951)).toEqual([8, true]);
});

it("a trial ends at the limit", () => {
  const { made, successor } = drive(stiff(), slow(), {
    steps: 20,
    limit: 210,
    create: (_, t) => counting(5, { evaluations: 6 }, t),
  });
  expect(made[0]!.method.limits).toEqual([210, 210]);
  expect(successor).toBeDefined();
});

it("an explicit trial that fails leaves the implicit method at work", () => {
  const choice = stiff();
  const create = (): Counting => {
    throw new Error("no such method");
  };
  expect(drive(choice, slow(), { steps: 30, create }).successor).toBeUndefined();
  expect(choice.isStiff).toBe(true);
});

it("where the spectral radius is known, it tells how long explicit steps can be: nothing is tried", () => {
  // 2.5/ρ seconds for 7.5 evaluations, against 1.3·10 s for 40: from 2.4375 s on
  const after = (stiffness: number, more: object = {}): number | undefined => {
    const choice = stiff();
    const { made, successor, step } = drive(choice, slow(more), {
      steps: 30,
      stiffness,
      create: (_, t) => counting(1, { evaluations: 6 }, t),
    });
    expect(choice.isStiff).toBe(successor === undefined);
    if (successor === undefined) {
      expect(made).toEqual([]);
      return undefined;
    }
    expect(made).toHaveLength(1);
    expect(made[0]!.isStiff).toBe(false);
    expect(step).toBe(3);
    expect(made[0]!.method.limits).toEqual([]);
    return made[0]!.method.begins[0];
  };
  expect(after(2.5 / 2.437)).toBeUndefined();
  expect(after(2.5 / 2.438)).toBeCloseTo(2.438, 10);
  // no longer than the last implicit step, and than their mean
  expect(after(0.1, { stepSize: -4 })).toBe(4);
  expect(after(0.1, { stepSize: 2.4 })).toBeUndefined();
  expect(after(0.1, { stepSize: 14 })).toBeCloseTo(10, 10);
});

it("behind a change of the method everything is counted anew, and behind an event nothing is", () => {
  const choice = stiff();
  drive(choice, slow(), { steps: 4, stiffness: 0.1, create: (_, t) => counting(1, {}, t) });
  expect(choice.isStiff).toBe(false);
  const method = explicit({ stiffSteps: 3 });
  expect(drive(choice, method, { steps: 20, create: refuses }).made.map(({ step }) => step)).toEqual([8]);
  const next = cheap();
  next.follow(choice, method.t, Number.POSITIVE_INFINITY, Number.NaN, false);
  expect(next.isStiff).toBe(false);
  const { made } = drive(next, method, { steps: 40, create: refuses });
  expect(made.map(({ step }) => step)).toEqual([4, 36]);
  expect(made[0]!.method.begins[0]).toBeCloseTo(6, 10);
});

it("a part that follows an implicit one without its structure begins with the explicit method, as from the start", () => {
  const poor = new MethodChoice(
    () => 0.1,
    () => 180,
  );
  poor.follow(stiff(), 1, Number.POSITIVE_INFINITY, Number.NaN, false);
  // 30 steps of 6 evaluations were enough
  expect(poor.isStiff).toBe(true);
  const poorer = new MethodChoice(
    () => 0.1,
    () => 181,
  );
  poorer.follow(stiff(), 1, Number.POSITIVE_INFINITY, Number.NaN, false);
  expect(poorer.isStiff).toBe(false);
  const { made } = drive(poorer, explicit(), { steps: 340, create: refuses });
  // the one before was as it was for 1 s: 0.8·1 + 0.2·328 = 6 + 2·181/6
  expect(made.map(({ step }) => step)).toEqual([329]);
});

it("a part that follows an implicit one begins with the explicit method where that comes as far with a first step for less", () => {
  // steps of 2.5/ρ for 7.5 evaluations, next to 13 + 1.15·0.1
  const begins = (firstStep: number, stiffness: number): boolean => {
    const choice = cheap();
    choice.follow(stiff(), 100, firstStep, stiffness, false);
    return choice.isStiff;
  };
  const explicitPace = 2.5 / 7.5;
  expect(begins(explicitPace * 13.115 * 1.01, 1)).toBe(true);
  expect(begins(explicitPace * 13.115 * 0.99, 1)).toBe(false);
  expect(begins(explicitPace * 13.115 * 0.99, 2)).toBe(true);
  expect(begins(1e-9, Number.NaN)).toBe(true);
});
