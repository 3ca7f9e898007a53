/** Large nonlinear systems of equations: DAE mode where it is promised, and factors that stay sparse. */
import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { systemPattern } from "../../src/compile/systemCode.ts";
import { SparseLU } from "../../src/math/sparse/sparseLU.ts";

/** A square of m × m nodes with nonlinear conductors to ground; `isSplit`: their currents are variables of their own. */
function grid(m: number, isSplit: boolean) {
  const u = (i: number, j: number): string => (i < 0 || j < 0 || i >= m || j >= m ? "x" : `u${i}_${j}`);
  const lines = ["der(x) = -x + 0.1*u3_3"];
  for (let i = 0; i < m; i++)
    for (let j = 0; j < m; j++) {
      const around = `${u(i - 1, j)} + ${u(i + 1, j)} + ${u(i, j - 1)} + ${u(i, j + 1)}`;
      if (isSplit) lines.push(`4*${u(i, j)} + q${i}_${j} = ${around}`, `q${i}_${j} = ${u(i, j)}^3`);
      else lines.push(`4*${u(i, j)} + ${u(i, j)}^3 = ${around}`);
    }
  return instantiate(Model({ x: Var({ init: 1 }), equations: lines }));
}

describe("a nonlinear grid of 400 unknowns", () => {
  const model = grid(20, false);

  it("is left to the integrator", () => {
    const chosen = simulate(model, { stopTime: 0.2, interval: 0.1 });
    expect(chosen.statistics.method).toBe("ida");
    const other = simulate(model, { stopTime: 0.2, interval: 0.1, method: "tsit5" });
    expect(chosen.final("x")).toBeCloseTo(other.final("x"), 5);
    expect(chosen.final("u10_10")).toBeCloseTo(other.final("u10_10"), 5);
  });

  it("has factors hardly fuller than those of the five-point star", () => {
    const { columnPointers, rowIndices, size } = systemPattern(model.program.systems[0]!);
    const lu = new SparseLU({ kind: "sparse", size, columnPointers, rowIndices });
    const values = new Float64Array(rowIndices.length);
    for (let c = 0; c < size; c++)
      for (let p = columnPointers[c]!; p < columnPointers[c + 1]!; p++) values[p] = rowIndices[p] === c ? 4.5 : -1;
    expect(lu.factor(values)).toBe(-1);
    expect(lu.pattern.lp[size]).toBeLessThan(4000);
  });
});

it("unknowns that follow in sequence count for the choice, too", () => {
  const model = grid(14, true);
  expect(model.report.systems[0]!.unknowns.length).toBeLessThan(300);
  expect(simulate(model, { stopTime: 0.1, interval: 0.1 }).statistics.method).toBe("ida");
});

it("a ring of 500 unknowns is torn to one, and its solution is that of the recurrence", () => {
  const n = 500;
  const model = instantiate(
    Model({
      x: Var({ size: [n] }),
      equations: `
        x[1] = 0.25*x[${n}] + 1 + time
        for i in 2:${n} loop
          x[i] = 0.5*x[i - 1] + 1
        end
      `,
    }),
  );
  expect(model.report.systems.map(({ unknowns, size }) => [unknowns.length, size])).toEqual([[1, n]]);
  // x[n] = 2 + (x[1] − 2)/2^(n − 1), which is 2 to the last bit
  expect(simulate(model, { stopTime: 1 }).final(`x[${n}]`)).toBe(2);
  expect(simulate(model, { stopTime: 1 }).final("x[1]")).toBeCloseTo(2.5, 12);
});
