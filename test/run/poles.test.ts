// A linear system A(x)·z = b with dx/dt = 1 and A(x) = L·diag(x − p, 1 + x², …)·R is singular at x = p, and z is infinite there
// unless b lies in the range of A(p).
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { Model } from "../../src/language/model.ts";
import { Var } from "../../src/language/values.ts";
import { instantiate } from "../../src/run/instantiate.ts";
import { simulate } from "../../src/run/simulate.ts";
import type { SimulationError } from "../../src/run/simulationError.ts";

const stopTime = 2;

function run(equations: string, method = "auto", options = {}): "finished" | SimulationError {
  const model = instantiate(Model({ x: Var({ init: 0 }), equations }));
  try {
    expect(simulate(model, { stopTime, interval: 0.05, method: method as "auto", ...options }).status).toBe("finished");
    return "finished";
  } catch (error) {
    if (!(error instanceof RattlebackError)) throw error;
    return error as SimulationError;
  }
}

const entry = fc.double({ min: -0.4, max: 0.4, noNaN: true });
/** Rows of a matrix whose diagonal dominates. */
const dominant = (n: number) =>
  fc
    .array(entry, { minLength: n * n, maxLength: n * n })
    .map((list) =>
      Array.from({ length: n }, (_, i) =>
        Array.from({ length: n }, (_, j) => (i === j ? 1 : list[i * n + j]! / (n - 1))),
      ),
    );

const system = fc.integer({ min: 2, max: 5 }).chain((n) =>
  fc.record({
    n: fc.constant(n),
    left: dominant(n),
    right: dominant(n),
    constant: fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), { minLength: n, maxLength: n }),
    pole: fc.double({ min: 0.1, max: 1.9, noNaN: true }),
    method: fc.constantFrom("tsit5", "dop853", "bdf", "radau5", "adams", "ida"),
    isInDerivative: fc.boolean(),
  }),
);

/** The equations of A(x)·z = b, with `first` as the first entry of the diagonal matrix and `b` per row. */
function systemText(
  { n, left, right }: { n: number; left: number[][]; right: number[][] },
  first: string,
  b: (row: number) => string,
): string {
  const lines = left.map((row, i) => {
    const terms = Array.from({ length: n }, (_, j) => {
      const coefficient = row.map((l, k) => `(${l * right[k]![j]!})*${k === 0 ? `(${first})` : `(${k} + x^2)`}`);
      return `(${coefficient.join(" + ")})*z${j}`;
    });
    return `${terms.join(" + ")} = ${b(i)}`;
  });
  return lines.join("\n");
}

describe("a linear system of equations", () => {
  it("that becomes singular ends the run there, with its unknowns and the time", () => {
    fc.assert(
      fc.property(system, (own) => {
        // what multiplies the first column of A⁻¹ must not vanish
        const lead = `${systemText(own, `x - (${own.pole})`, (i) => `${own.left[i]![0]!} + ${own.constant[i]}*0.1`)}`;
        const error = run(`der(x) = 1\n${lead}${own.isInDerivative ? "\nder(y) = z0 - y" : ""}`, own.method);
        expect(error).toMatchObject({ code: "E-SYSTEM-POLE" });
        const { data, partial } = error as SimulationError;
        expect(Math.abs((data as { t: number }).t - own.pole)).toBeLessThan(1e-6);
        expect((data as { unknowns: string[] }).unknowns.some((name) => /^z\d$/.test(name))).toBe(true);
        expect(Math.max(...partial.time)).toBeLessThanOrEqual(own.pole * (1 + 1e-9));
      }),
      { seed: 20261116, numRuns: 12 },
    );
  });

  it("whose determinant keeps away from zero, or whose right side vanishes with it, runs through", () => {
    fc.assert(
      fc.property(system, fc.boolean(), (own, isRemovable) => {
        // z = (1 + x, 2, 3, …) solves the removable one; b is written as A(x)·z
        const solution = (j: number): string => (j === 0 ? "(1 + x)" : `${j + 1}`);
        const first = isRemovable ? `x - (${own.pole})` : `0.01 + (x - (${own.pole}))^2`;
        const b = (i: number): string =>
          own.left[i]!.flatMap((l, k) =>
            own.right[k]!.map((r, j) => `(${l * r})*${k === 0 ? `(${first})` : `(${k} + x^2)`}*${solution(j)}`),
          ).join(" + ");
        expect(
          run(`der(x) = 1\n${systemText(own, first, isRemovable ? b : (i) => `${own.constant[i]}`)}`, own.method),
        ).toBe("finished");
      }),
      { seed: 20261117, numRuns: 12 },
    );
  });

  it("whose coefficients change their sign at an event, or jump without one, runs through", () => {
    for (const coefficient of [
      "(if x > 0.7 then -1 - x else 1 + x)",
      "noEvent(if x > 0.7 then -1 - x else 1 + x)",
      "(if sin(5*x) > 0 then -1 - x else 1 + x)",
    ])
      expect(run(`der(x) = 1; ${coefficient}*a + 0.1*b = 1; b - 0.2*x*a = 2`)).toBe("finished");
  });

  it("that is singular twice within one step ends the run at the first instant", () => {
    const error = run("(time - 0.9001)*(time - 0.9019)*a + x*b = 1; x*a + b = 2; der(x) = 0", "auto", {
      interval: 0.0004,
    });
    expect(error).toMatchObject({ code: "E-SYSTEM-POLE" });
    expect(((error as SimulationError).data as { t: number }).t).toBeCloseTo(0.9001, 9);
  });
});

describe("a divisor that touches zero", () => {
  const even = fc.record({
    pole: fc.double({ min: 0.02, max: 1.98, noNaN: true }),
    form: fc.constantFrom<(p: number) => string>(
      (p) => `(x - ${p})^2*a = 1`,
      (p) => `(time - ${p})^2*a = 1 + x`,
      (p) => `(x - ${p})^4*a = 2`,
      (p) => `(1 - cos(x - ${p}))*a = 1`,
      (p) => `(exp(x) - ${Math.exp(p)})^2*a = 3`,
      (p) => `((x - ${p})^2 + 1)*a + b = 1; b + a = 2`,
    ),
    method: fc.constantFrom("tsit5", "dop853", "bdf", "radau5", "adams", "ida"),
  });

  it("ends the run there, with its unknown and the time", () => {
    fc.assert(
      fc.property(even, ({ pole, form, method }) => {
        const error = run(`${form(pole)}; der(x) = 1`, method, { interval: 0.0491 });
        expect(error).toMatchObject({ code: "E-SYSTEM-POLE" });
        // (1 − cos) and determinants have eight digits there
        expect(Math.abs(((error as SimulationError).data as { t: number }).t - pole)).toBeLessThan(1e-6);
        expect(Math.max(...(error as SimulationError).partial.time)).toBeLessThanOrEqual(pole + 1e-6);
      }),
      { seed: 20261118, numRuns: 40 },
    );
  });

  it.each([
    "(1e-4 + (x - 0.7)^2)*a = 1",
    "(1e-9 + (x - 0.7)^2)*a = 1",
    "(x - 0.70001)^2*a = (x - 0.70001)^2*(1 + x)",
    "(x - 0.70001)^2*a = 1 - cos(x - 0.70001)",
    "exp(-20*x)*a = 1",
    "(1.0001 + sin(40*x))*a = 1",
    "(1 + x^2)*a = 1e-9*sin(30*x)^5",
    "noEvent(if x > 0.7 then 1 else 1e-8)*a = 1 + x",
    // infinite for an instant, with a finite integral: the rate of a square root
    "((x - 0.70003)^2)^0.25*a = 1 + x",
  ])("or all but touches it, or what vanishes with it, runs through: %s", (equation) => {
    for (const method of ["tsit5", "bdf", "ida"]) expect(run(`${equation}; der(x) = 1`, method)).toBe("finished");
  });
});

describe("many divisors", () => {
  it("are looked at together: unknowns that grow from rest, one behind the other, take few evaluations", () => {
    const names = Array.from({ length: 30 }, (_, i) => `x${i + 1}`);
    const equations = names.map(
      (x, i) => `(1 + ${x}^2)*der(${x}) = 100*(${names[i - 1] ?? "1"} - 2*${x} + ${names[i + 1] ?? "0"})`,
    );
    const chain = Model({
      ...Object.fromEntries(names.map((x) => [x, Var({ init: 0 })])),
      equations: equations.join("; "),
    });
    for (const method of ["tsit5", "radau5", "bdf"] as const) {
      const { steps, modelEvaluations } = simulate(instantiate(chain), { stopTime: 1, method, interval: 1 }).statistics;
      // a search for each of them takes 130 evaluations per step and more
      expect(modelEvaluations).toBeLessThan(12 * steps);
    }
  });
});

describe("a single equation", () => {
  it.each([
    ["(x - 1)*a = 1", "der(x) = 1", 1],
    ["cos(3*x)*a = 1 + x", "der(x) = 1", Math.PI / 6],
    ["w*tau = 5", "der(x) = 1; w = 3 - 2*time", 1.5],
  ])("%s ends the run where its unknown is infinite", (equation, others, time) => {
    const error = run(`${equation}; ${others}`);
    expect(error).toMatchObject({ code: "E-SYSTEM-POLE" });
    expect(((error as SimulationError).data as { t: number }).t).toBeCloseTo(time, 9);
  });

  it.each(["x*a = sin(x)", "(x - 0.7)*a = x^2 - 0.49", "(2 + cos(9*x))*a = 1"])("%s runs through", (equation) => {
    expect(run(`${equation}; der(x) = 1`, "auto", { merge: { x: -1.03 } })).toBe("finished");
  });
});
