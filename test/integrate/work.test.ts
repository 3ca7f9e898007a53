/**
 * What runs cost, and how accurate they are: work.txt has steps, evaluations, Jacobians and the error of every method on small problems with
 * closed forms. The numbers are the same on every machine; a change of a method shows here which way it goes.
 */
import { expect, it } from "vitest";
import { type IntegrateOptions, integrate, type OdeProblem } from "../../src/integrate/integrate.ts";
import { type DaeProblem, integrateDae } from "../../src/integrate/integrateDae.ts";
import { methodNames } from "../../src/integrate/methods.ts";
import { cos, exp, sin } from "../../src/math/elementary.ts";
import { sparseStructure } from "../../src/math/matrixStructure.ts";

interface Case {
  readonly problem: OdeProblem;
  readonly exact: (t: number) => readonly number[];
  readonly isStiff?: boolean;
}

const λ = 1e4;
const n = 8;
/** Eigenvalues and vectors of the heat equation in n cells, at whose ends the temperature is 0. */
const mode = (k: number, i: number): number => sin((Math.PI * k * (i + 1)) / (n + 1));
const rate = (k: number): number => -4 * 50 * sin((Math.PI * k) / (2 * (n + 1))) ** 2;

const cases: Readonly<Record<string, Case>> = {
  "an oscillation": {
    problem: {
      rhs: (_t, y, f) => {
        f[0] = y[1];
        f[1] = -y[0];
      },
      t0: 0,
      y0: [0, 1],
      tEnd: 10,
      isSmooth: true,
    },
    exact: (t) => [sin(t), cos(t)],
  },
  "an oscillation backwards, not known to be smooth": {
    problem: {
      rhs: (_t, y, f) => {
        f[0] = y[1];
        f[1] = -y[0];
      },
      t0: 3,
      y0: [sin(3), cos(3)],
      tEnd: -3,
    },
    exact: (t) => [sin(t), cos(t)],
  },
  "a stiff relaxation with a transient": {
    problem: {
      rhs: (t, y, f) => {
        f[0] = -λ * (y[0] - cos(t));
      },
      t0: 0,
      y0: [0],
      tEnd: 2,
      isSmooth: true,
    },
    exact: (t) => {
      const smooth = (s: number) => (λ * (λ * cos(s) + sin(s))) / (λ * λ + 1);
      return [smooth(t) - smooth(0) * exp(-λ * t)];
    },
    isStiff: true,
  },
  "heat in a rod, with a banded Jacobian": {
    problem: {
      rhs: (_t, y, f) => {
        for (let i = 0; i < n; i++) f[i] = 50 * ((y[i - 1] ?? 0) - 2 * y[i] + (y[i + 1] ?? 0));
      },
      t0: 0,
      y0: Array.from({ length: n }, (_, i) => mode(1, i) + mode(n, i)),
      tEnd: 0.3,
      sparsity: { kind: "banded", size: n, lower: 1, upper: 1 },
    },
    exact: (t) => Array.from({ length: n }, (_, i) => mode(1, i) * exp(rate(1) * t) + mode(n, i) * exp(rate(n) * t)),
    isStiff: true,
  },
  "heat in a rod, with a sparse Jacobian": {
    problem: {
      rhs: (_t, y, f) => {
        for (let i = 0; i < n; i++) f[i] = 50 * ((y[i - 1] ?? 0) - 2 * y[i] + (y[i + 1] ?? 0));
      },
      t0: 0,
      y0: Array.from({ length: n }, (_, i) => mode(1, i)),
      tEnd: 3,
      sparsity: sparseStructure(
        n,
        Array.from({ length: n - 1 }, (_, i) => [[i, i + 1] as const, [i + 1, i] as const]).flat(),
      ),
    },
    exact: (t) => Array.from({ length: n }, (_, i) => mode(1, i) * exp(rate(1) * t)),
    isStiff: true,
  },
  "a Jacobian that is given": {
    problem: {
      rhs: (t, y, f) => {
        f[0] = -50 * (y[0] ** 3 - 1 / (1 + t) ** 3) - 1 / (1 + t) ** 2;
      },
      jacobian: (_t, y, J) => {
        J[0] = -150 * y[0] ** 2;
      },
      t0: 0,
      y0: [1],
      tEnd: 5,
      isSmooth: true,
    },
    exact: (t) => [1 / (1 + t)],
    isStiff: true,
  },
  "a force on one side, with a corner": {
    problem: {
      rhs: (t, y, f) => {
        f[0] = y[1];
        f[1] = t < 1 ? 0 : -Math.max(0, y[0] - 1);
      },
      t0: 0,
      y0: [0, 1],
      tEnd: 3,
    },
    exact: (t) => (t < 1 ? [t, 1] : [1 + sin(t - 1), cos(t - 1)]),
  },
};

function line(name: string, { problem, exact }: Case, options: IntegrateOptions): string {
  const { t, y, statistics } = integrate(problem, options);
  const tolerance = options.relativeTolerance!;
  const error = Math.max(...exact(t).map((x, i) => Math.abs(y[i]! - x)));
  expect(error, `${name}, ${options.method}`).toBeLessThan(200 * tolerance);
  return `${told(`${name}, ${tolerance}`, statistics)}, error ${(error / tolerance).toPrecision(2)}`;
}

function told(what: string, statistics: ReturnType<typeof integrate>["statistics"]): string {
  const { steps, rejectedSteps, convergenceFailures, evaluations, jacobians, factorisations, iterations } = statistics;
  return `${what}: ${steps} steps, ${rejectedSteps} rejected, ${convergenceFailures} not converged, ${evaluations} evaluations, ${jacobians} Jacobians, ${factorisations} factorisations, ${iterations} iterations`;
}

it.each(methodNames)("%s makes so many steps, and is so accurate", async (method) => {
  const isExplicit = ["tsit5", "dop853", "adams"].includes(method);
  const lines = Object.entries(cases).flatMap(([name, one]) =>
    one.isStiff && isExplicit
      ? []
      : [1e-4, 1e-8].map((tolerance) =>
          line(name, one, { method, relativeTolerance: tolerance, absoluteTolerance: tolerance }),
        ),
  );
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`work/${method}.txt`);
});

/** x' = −y, 0 = y − x²: x = 1/(1 + t); and a pendulum whose rod is a velocity constraint. */
const daes: Readonly<Record<string, { problem: DaeProblem; exact: (t: number) => readonly number[] }>> = {
  "an algebraic variable": {
    problem: {
      residual: (_t, y, yp, r) => {
        r[0] = yp[0] + y[1];
        r[1] = y[1] - y[0] ** 2;
      },
      t0: 0,
      y0: [1, 1],
      yp0: [-1, -2],
      tEnd: 3,
      differential: [true, false],
    },
    exact: (t) => [1 / (1 + t), 1 / (1 + t) ** 2],
  },
  "start values to be computed": {
    problem: {
      residual: (t, y, yp, r) => {
        r[0] = yp[0] + 100 * (y[0] - y[1]);
        r[1] = y[1] - cos(t) + sin(t) / 100;
      },
      t0: 0,
      y0: [1, 0],
      yp0: [0, 0],
      tEnd: 2,
      differential: [true, false],
    },
    exact: (t) => [cos(t), cos(t) - sin(t) / 100],
  },
};

it("ida makes so many steps, and is so accurate", async () => {
  const lines = Object.entries(daes).flatMap(([name, { problem, exact }]) =>
    [1e-4, 1e-8].map((tolerance) => {
      const options = {
        relativeTolerance: tolerance,
        absoluteTolerance: tolerance,
        startValues: "differential",
      } as const;
      const { t, y, statistics } = integrateDae(problem, options);
      const error = Math.max(...exact(t).map((x, i) => Math.abs(y[i]! - x)));
      expect(error, name).toBeLessThan(200 * tolerance);
      return `${told(`${name}, ${tolerance}`, statistics)}, error ${(error / tolerance).toPrecision(2)}`;
    }),
  );
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("work/ida.txt");
});

it("a ball bounces at the times of the closed form, each found with so many evaluations", async () => {
  const lines = methodNames.map((method) => {
    // it flies for 1 s, and every time half as long as before
    const { roots, statistics } = integrate(
      {
        rhs: (_t, y, f) => {
          f[0] = y[1];
          f[1] = -10;
        },
        t0: 0,
        y0: [1e-12, 5],
        tEnd: 1.99,
        roots: (_t, y, g) => {
          g[0] = y[0];
        },
      },
      {
        method,
        relativeTolerance: 1e-8,
        absoluteTolerance: 1e-8,
        rootDirections: [-1],
        onRoot: ({ y }) => {
          y[0] = 0;
          y[1] *= -0.5;
        },
      },
    );
    expect(roots).toHaveLength(7);
    roots.forEach(({ t }, k) => expect(Math.abs(t - (2 - 0.5 ** k))).toBeLessThan(1e-6));
    const { steps, evaluations, eventFunctionEvaluations } = statistics;
    return `${method}: ${steps} steps, ${evaluations} evaluations, ${eventFunctionEvaluations} of the event function`;
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("work/bounces.txt");
});
