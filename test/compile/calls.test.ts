/**
 * Functions of the user in Jacobians: where they give no derivative, differences along a direction are the derivative along it; and where derivatives
 * of what is long cost more than they are worth, none are written.
 */
import { instantiate, Model, type ModelSource, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { exactJacobian } from "../../src/compile/jacobian.ts";
import { mulberry32 } from "../reference/narrowphase/poses.ts";

const programOf = (source: object) => instantiate(Model(source as ModelSource)).program;

describe("differences of a function without a derivative", () => {
  type Call = (...values: unknown[]) => unknown;
  const differences = (call: Call, args: string): Call => {
    const functions = { f: { call, results: [[]] } };
    const { state } = programOf({ x: Var({ init: 1 }), functions, equations: `der(x) = f(${args})` });
    return state.functions.find(({ name }) => name === "f'")!.call as Call;
  };

  it("are its derivative, at small arguments and large, for slow motion and fast", () => {
    const along = differences(((a: number, b: number) => a * a * b + Math.sin(b)) as Call, "x, 2*x");
    const u = mulberry32(5);
    for (const size of [1e-3, 1, 1e6])
      for (const speed of [1e-6, 1, 1e6]) {
        const [a, b] = [size * (0.5 + u()), size * (0.5 + u())];
        const [da, db] = [speed * (u() - 0.5), speed * (u() - 0.5)];
        const terms = [2 * a * b * da, (a * a + Math.cos(b)) * db];
        const found = along(a, b, da, db) as number;
        const scale = Math.max(...terms.map(Math.abs));
        // of sin, whose argument moves by many radians at 1e6, little is left beside the rest
        expect(Math.abs(found - terms[0]! - terms[1]!), `${size} ${speed}`).toBeLessThan(2e-9 * scale);
      }
  });

  it("move what moves: elements of vectors and matrices, not texts, and nothing at rest", () => {
    const call = (text: string, v: readonly number[], M: readonly (readonly number[])[]): number[] => [
      (text === "twice" ? 2 : 1) * v[0]! * v[1]! + M[0]![0]! * M[1]![1]!,
      M[0]![1]! ** 2,
    ];
    const functions = { f: { call: call as Call, results: [[2]] } };
    const { state } = programOf({
      x: Var({ init: 1 }),
      functions,
      equations: 'der(x) = sum(f("twice", [x, 2], [x, 1; 2, x]))',
    });
    const along = state.functions.find(({ name }) => name === "f'")!.call as Call;
    const at = ["twice", [2, 3], [[5, 7], [11, 13]]] as const; // biome-ignore format: a matrix
    const [p, q] = along(...at, 0, [1, 10], [[100, 1000], [4, 1e4]]) as number[]; // biome-ignore format: a matrix
    expect(p! / (2 * (1 * 3 + 2 * 10) + 100 * 13 + 5 * 1e4)).toBeCloseTo(1, 9);
    expect(q! / (2 * 7 * 1000)).toBeCloseTo(1, 9);
    const still = [[0, 0], [0, 0]]; // biome-ignore format: a matrix
    expect(along(...at, 0, [0, 0], still)).toEqual([0, 0]);
    const [one, other] = along(...at, 0, [0, 1], still) as number[];
    expect(one).toBeCloseTo(4, 8);
    expect(other).toBe(0);
  });
});

describe("a Jacobian is not written", () => {
  const jacobianOf = (source: object) => {
    const program = programOf(source);
    const rates = program.states.map((v) => program.state.variables[v]!.derivative);
    return exactJacobian(program, rates, [], undefined);
  };

  it.each([
    [30, false, true],
    [31, false, false],
    [31, true, true],
  ])("for a function of %d numbers in a row, with a derivative: %s", (n, hasDerivative, isWritten) => {
    const call = (v: readonly number[]): number => v.reduce((sum, x) => sum + x * x, 0);
    const derivative = (v: readonly number[], dv: readonly number[]): number =>
      v.reduce((sum, x, i) => sum + 2 * x * dv[i]!, 0);
    const functions = { f: { call, results: [[]], ...(hasDerivative && { derivative }) } };
    const source = { X: Var({ init: new Array(n).fill(1) }), functions, equations: `der(X) = -f(X)*ones(${n})` };
    const { evaluate, pattern } = jacobianOf(source);
    expect(evaluate !== undefined).toBe(isWritten);
    expect(pattern!.every((column) => column.length === n)).toBe(true);
  });

  // each v depends on all hundred states, and on nothing of the others
  it.each([
    [500, true],
    [700, false],
  ])("for too many terms: %d times a hundred", (count, isWritten) => {
    const { rows, columns, pattern, evaluate } = jacobianOf({
      X: Var({ init: new Array(100).fill(1) }),
      equations: `s = sum(X); v = [i*s*s for i in 1:${count}]; der(X[1]) = sum(v); for i in 2:100 loop der(X[i]) = -X[i]; end for`,
    });
    expect([rows, columns]).toEqual([100, 100]);
    expect(pattern!.map((column) => column.join())).toEqual(pattern!.map((_, k) => (k === 0 ? "0" : `0,${k}`)));
    expect(evaluate !== undefined).toBe(isWritten);
  });
});

describe("what is watched has its limits", () => {
  it("300 corners, and a hundred smooth functions of time", () => {
    const corners = (n: number) =>
      programOf({ x: Var({ init: 0 }), equations: `der(x) = sum([noEvent(abs(x - i)) for i in 1:${n}])` }).corners;
    expect([corners(299), corners(300), corners(305)].map(({ length }) => length)).toEqual([299, 300, 300]);
    const smooth = (n: number) =>
      programOf({ X: Var({ size: [n], init: 0 }), equations: `for i in 1:${n} loop der(X[i]) = sin(i*time); end for` })
        .smoothTimeFunctions;
    expect([smooth(99), smooth(100), smooth(104)].map(({ length }) => length)).toEqual([99, 100, 100]);
  });
});
