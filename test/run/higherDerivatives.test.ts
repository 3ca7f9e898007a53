/** Derivatives of second and higher order: der(der(x)) makes x and der(x) states, however the equations are written. */
import fc from "fast-check";
import { instantiate, Model, type ModelSource, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

const tolerance = 1e-9;

function final(source: ModelSource, name: string, options: { stopTime?: number; method?: string } = {}): number {
  return simulate(instantiate(Model(source)), { stopTime: 1, tolerance, ...options }).final(name);
}

describe("an oscillation is a cosine", () => {
  const x = Var({ init: 1 });
  it.each(["tsit5", "dop853", "bdf", "adams", "radau5", "esdirk54", "ida"])("der(der(x)) = -x with %s", (method) => {
    expect(final({ x, equations: "der(der(x)) = -x" }, "x", { method })).toBeCloseTo(Math.cos(1), 7);
  });

  it.each([
    ["a force of its own", "2*der(der(x)) = f; f = -8*x"],
    ["first and second order together", "der(x) = v; der(der(x)) = -4*x"],
    ["the derivative of the velocity named, too", "der(x) = v; der(v) = a; der(der(x)) = -4*x"],
    ["a factor inside", "der(2*der(x)) = -8*x"],
    ["an alias of opposite sign", "y = -x; der(der(x)) = 4*y; w = der(y)"],
    ["an alias whose derivative of higher order is needed", "x + y = 0; der(der(y)) = 4*x; w = der(x)"],
    ["a rigid connection of two masses", "1.5*der(der(x)) = f; 0.5*der(der(z)) = -f - 8*x; z = x + 1"],
  ])("%s", (_, equations) => {
    expect(final({ x, equations }, "x")).toBeCloseTo(Math.cos(2), 7);
  });

  it("whether x begins with init or with start", () => {
    expect(final({ x: Var({ start: 1 }), m: 2, c: 8, equations: "m*der(der(x)) = f; f = -c*x" }, "x")).toBeCloseTo(
      Math.cos(2),
      7,
    );
  });

  it("element by element", () => {
    const source = { x: Var({ init: [1, 0] }), equations: "der(der(x)) = -x", initialEquations: "der(x) = [0, 1]" };
    expect(final(source, "x[1]")).toBeCloseTo(Math.cos(1), 7);
    expect(final(source, "x[2]")).toBeCloseTo(Math.sin(1), 7);
  });
});

it("start values of derivatives are initial equations: third and fourth order decay as exp(-t)", () => {
  const x = Var({ init: 1 });
  const third = { x, equations: "der(der(der(x))) = -x", initialEquations: "der(x) = -1; der(der(x)) = 1" };
  expect(final(third, "x")).toBeCloseTo(Math.exp(-1), 8);
  const fourth = {
    x,
    equations: "der(der(der(der(x)))) = x",
    initialEquations: "der(x) = -1; der(der(x)) = 1; der(der(der(x))) = -1",
  };
  expect(final(fourth, "x")).toBeCloseTo(Math.exp(-1), 8);
});

it("der of a product with a derivative follows the chain rule: x·x' is constant", () => {
  const source = { x: Var({ init: 1 }), equations: "der(x*der(x)) = 0", initialEquations: "der(x) = 1" };
  expect(final(source, "x")).toBeCloseTo(Math.sqrt(3), 8);
});

it("a prescribed motion has the acceleration of its formula and no states", () => {
  const model = instantiate(Model({ equations: "x = sin(time); a = der(der(x))" }));
  expect(model.stateNames).toEqual([]);
  expect(simulate(model, { stopTime: 1 }).final("a")).toBeCloseTo(-Math.sin(1), 13);
});

it("a pendulum in Cartesian coordinates of second order swings like the one of first order", () => {
  const start = { x: Var({ start: 1 }), y: Var({ start: 0 }) };
  const second = "der(der(x)) = -f*x; der(der(y)) = -f*y - 9.81; x^2 + y^2 = 1";
  const first = "der(x) = u; der(u) = -f*x; der(y) = v; der(v) = -f*y - 9.81; x^2 + y^2 = 1";
  const expected = final({ ...start, equations: first }, "y");
  expect(final({ ...start, equations: second }, "y")).toBeCloseTo(expected, 7);
});

it("a velocity is set at an event", () => {
  const source = (law: string) => ({
    x: Var({ init: 1 }),
    equations: `v = der(x); ${law} = -9.81; when x < 0 then reinit(v, -0.5*v) end`,
  });
  expect(final(source("der(der(x))"), "x")).toBeCloseTo(final(source("der(v)"), "x"), 9);
});

/** A linear system Σ m_ij·x_j^(n_j) = Σ c·x_j^(k), k < n_j, with the values at the start. */
interface LinearSystem {
  readonly orders: readonly number[];
  readonly coefficients: readonly number[];
  /** Which derivatives get a name of their own, which are written der(2*…)/2. */
  readonly forms: readonly number[];
}

const linearSystem: fc.Arbitrary<LinearSystem> = fc
  .array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 })
  .chain((orders) =>
    fc.record({
      orders: fc.constant(orders),
      coefficients: fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 60, maxLength: 60 }),
      forms: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 12, maxLength: 12 }),
    }),
  );

/** `of(j, k)`: how the k-th derivative of x_j is written. */
function write({ orders, coefficients }: LinearSystem, of: (j: number, k: number) => string): string[] {
  let next = 0;
  return orders.map((_, i) => {
    const mass = orders.map((order, j) => `${i === j ? 4 : 0.25 * coefficients[next++]!}*${of(j, order)}`);
    const terms = orders.flatMap((order, j) =>
      Array.from({ length: order }, (_, k) => `${coefficients[next++]!}*${of(j, k)}`),
    );
    return `${mass.join(" + ")} = ${terms.join(" + ")}`;
  });
}

function startOf(j: number, k: number): number {
  return ((3 * j + 5 * k) % 7) / 4 - 0.5;
}

it("random linear systems with derivatives up to order 4 agree with their first-order form", () => {
  fc.assert(
    fc.property(linearSystem, (system) => {
      const { orders, forms } = system;
      const nested = (j: number, k: number): string => (k === 0 ? `x${j}` : `der(${nested(j, k - 1)})`);
      const named: string[] = [];
      const written = (j: number, k: number): string => {
        if (k === 0) return `x${j}`;
        const inner = written(j, k - 1);
        const form = forms[(4 * j + k - 1) % forms.length]!;
        if (form === 0) return `der(${inner})`;
        if (form === 1) return `der(2*${inner})/2`;
        const name = `v${j}_${k}`;
        const equation = form === 2 ? `${name} = der(${inner})` : `der(${inner}) + ${name} = 0`;
        if (!named.includes(equation)) named.push(equation);
        return form === 2 ? name : `(-${name})`;
      };
      const direct: Record<string, unknown> = {};
      const reduced: Record<string, unknown> = {};
      const initial: string[] = [];
      const chain: string[] = [];
      orders.forEach((order, j) => {
        direct[`x${j}`] = Var({ init: startOf(j, 0) });
        for (let k = 0; k < order; k++) {
          reduced[`y${j}_${k}`] = Var({ init: startOf(j, k) });
          if (k > 0) initial.push(`${nested(j, k)} = ${startOf(j, k)}`);
          if (k > 0) chain.push(`der(y${j}_${k - 1}) = y${j}_${k}`);
        }
      });
      direct.equations = [...write(system, written), ...named].join("\n");
      if (initial.length > 0) direct.initialEquations = initial.join("\n");
      const first = write(system, (j, k) => (k === orders[j] ? `der(y${j}_${k - 1})` : `y${j}_${k}`));
      reduced.equations = [...first, ...chain].join("\n");
      const options = { stopTime: 0.5, tolerance: 1e-10 };
      const a = instantiate(Model(direct as ModelSource));
      expect(a.stateNames.length).toBe(orders.reduce((sum, order) => sum + order, 0));
      const x = simulate(a, options);
      const y = simulate(instantiate(Model(reduced as ModelSource)), options);
      orders.forEach((_, j) => {
        const expected = y.final(`y${j}_0`);
        expect(Math.abs(x.final(`x${j}`) - expected)).toBeLessThan(1e-8 * Math.max(1, Math.abs(expected)));
      });
    }),
    { seed: 16, numRuns: 60 },
  );
});
