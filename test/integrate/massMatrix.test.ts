import { describe, expect, it } from "vitest";
import { createStatistics } from "../../src/integrate/integrator.ts";
import { JacobianEvaluator } from "../../src/integrate/jacobian.ts";
import { MassMatrix } from "../../src/integrate/massMatrix.ts";
import { forEachEntry, positionFinder } from "../../src/integrate/matrixEntries.ts";
import type { OdeSystem } from "../../src/integrate/problem.ts";
import { RightHandSide } from "../../src/integrate/rightHandSide.ts";
import { startingDerivative } from "../../src/integrate/startingDerivative.ts";
import { createFactorization } from "../../src/math/createFactorization.ts";
import { type MatrixStructure, sparseStructure, valueCount } from "../../src/math/matrixStructure.ts";

const layouts: MatrixStructure[] = [
  { kind: "dense", size: 4 },
  { kind: "banded", size: 4, lower: 1, upper: 2 },
  sparseStructure(4, [
    [1, 0],
    [0, 2],
    [3, 2],
  ]),
];

describe.each(layouts)("a matrix in the layout $kind", (structure) => {
  const values = new Float64Array(valueCount(structure)).fill(Number.NaN);
  const full = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
  forEachEntry(structure, (p, i, j) => {
    values[p] = i === 3 ? 0 : 1 + i + 10 * j;
    full[i][j] = values[p];
  });

  it("is walked through entry by entry, each at its position", () => {
    const at = positionFinder(structure);
    let count = 0;
    forEachEntry(structure, (p, i, j) => {
      expect(at(i, j)).toBe(p);
      count++;
    });
    expect(count).toBe({ dense: 16, banded: 12, sparse: 7 }[structure.kind]);
  });

  it("multiplies vectors", () => {
    const out = new Float64Array(4).fill(7);
    const v = [1, -2, 3, 0.5];
    new MassMatrix(structure, values).multiply(out, Float64Array.from(v));
    expect(Array.from(out)).toEqual(full.map((row) => row.reduce((sum, a, j) => sum + a * v[j], 0)));
  });

  it("enters scale·M − J at its own entries, and the identity when it is absent", () => {
    const jacobian = new Float64Array(values.length).fill(0.5);
    const out = new Float64Array(values.length);
    new MassMatrix(structure, values).subtract(out, jacobian, 2);
    forEachEntry(structure, (p, i, j) => expect(out[p]).toBe(2 * full[i][j] - 0.5));
    new MassMatrix(structure, undefined).subtract(out, jacobian, 2);
    forEachEntry(structure, (p, i, j) => expect(out[p]).toBe((i === j ? 2 : 0) - 0.5));
  });
});

describe("the derivative at the start of M·y' = f", () => {
  /** 2x' + z' = −x, z' = x − 3z + w, 0 = x + z − w: y' follows for x and z. */
  const system: OdeSystem = {
    size: 3,
    massMatrix: Float64Array.of(2, 0, 0, 1, 1, 0, 0, 0, 0),
    rhs: (_t, y, ydot) => {
      ydot[0] = -y[0];
      ydot[1] = y[0] - 3 * y[1] + y[2];
      ydot[2] = y[0] + y[1] - y[2];
    },
  };

  it("solves the rows that hold derivatives to rounding, however singular M is", () => {
    const statistics = createStatistics();
    const rhs = new RightHandSide(system, statistics);
    const jacobian = new JacobianEvaluator(system, rhs, statistics);
    const mass = new MassMatrix(jacobian.structure, system.massMatrix);
    const y = Float64Array.of(2, 0.5, 2.5);
    const f = new Float64Array(3);
    rhs.evaluate(0, y, f);
    jacobian.evaluate(0, y, f, new Float64Array(3).fill(1e6), 1e-3);
    const k = new Float64Array(3);
    const solver = createFactorization(jacobian.structure);
    const singular = startingDerivative(k, f, mass, jacobian, solver, new Float64Array(9), new Float64Array(3));
    expect(singular).toBe(-1);
    const zSlope = 2 - 1.5 + 2.5;
    expect(k[1]).toBeCloseTo(zSlope, 12);
    expect(k[0]).toBeCloseTo((-2 - zSlope) / 2, 12);
    expect(Number.isFinite(k[2])).toBe(true);
  });
});
