/** Constraints between states that no single equation shows: combinations of equations with whole numbers. */
import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { variablesOf } from "../../src/symbolic/traverse.ts";

describe("a constraint that follows from two equations", () => {
  /**
   * Three phases a, b, c without a neutral wire, in coordinates in which their mean o has an inductance of its own: o is zero, though a + b + c = 0 and
   * 3·o = a + b + c could each determine a current when the voltages behind a resistance are unknown too.
   */
  const phases = Model({
    o: Var({ init: 0 }),
    x: Var({ init: 1 }),
    equations: `
      a + b + c = 0
      3*o = a + b + c
      2*a - b - c = 6*(x + g)
      b - c = x - g
      g = 0.1*u
      u + 2*a = n + sin(time)
      der(x) = u - x
      0.5*der(o) = n - v
      v + a + b = 2*n - u`,
  });

  it("is found, whatever the other equations leave open", () => {
    const result = simulate(instantiate(phases), { stopTime: 2, tolerance: 1e-9 });
    for (const t of [0, 0.7, 2]) {
      const [a, b, c, u, x] = ["a", "b", "c", "u", "x"].map((name) => result.at(t, name) as number);
      expect(result.at(t, "o")).toBe(0);
      expect(a! + b! + c!).toBeCloseTo(0, 12);
      expect(a!).toBeCloseTo(2 * (x! + 0.1 * u!), 12);
      expect(b! - c!).toBeCloseTo(x! - 0.1 * u!, 12);
    }
  });
});

it.each([
  ["k*i = a + c; k*i = c - d", "d", -1],
  ["k*i = a + c; k*i = c + d", "d", 1],
  ["a + c = k*i; -k*i = -c - d", "d", 1],
  ["k*i + a = c; c = k*i + d", "d", 1],
])("a product that two equations have leaves what they say of the rest: %s", (equations, name, sign) => {
  const model = instantiate(Model({ k: 2, equations: `a = sin(time); c = cos(time); ${equations}` }));
  const { aliases, variables } = model.program.state;
  const index = variables.findIndex((variable) => variable.name === name);
  const other = variables.findIndex((variable) => variable.name === "a");
  expect(aliases.get(index as never)).toMatchObject({ target: other, sign });
  const result = simulate(model, { stopTime: 1 });
  expect(result.final(name)).toBeCloseTo(sign * Math.sin(1), 12);
});

it("each row of a system contains the unknown beside it", () => {
  const model = instantiate(
    Model({
      x: Var({ init: 1 }),
      equations: "x*b + x*c = 1; x*a + x*b = 2; 2*x*a - x*c + x^2*d = 3; x*d - a*x^2 = 1; der(x) = a + b + c + d",
    }),
  );
  const [system] = model.program.systems;
  expect(system!.iterated.length).toBeGreaterThan(0);
  system!.iterated.forEach((unknown, k) => {
    const inRow = variablesOf(system!.residuals[k]!);
    for (const { variable, value } of [...system!.solved].reverse()) if (inRow.has(variable)) variablesOf(value, inRow);
    expect(inRow).toContain(unknown);
  });
});
