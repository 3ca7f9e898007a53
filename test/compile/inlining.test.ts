import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { RunningModel } from "../../src/run/runningModel.ts";

const Cell = Model({
  R: 2,
  L: 3,
  C: 5,
  i: Var({ init: 0 }),
  v: Var({ init: 0 }),
  equations: "vR = R*i; vL = left - vR - v; L*der(i) = vL; iC = i - iRight; C*der(v) = iC",
});
/** A ladder of n cells, driven by 1 V. */
function ladder(n: number) {
  const cells = Object.fromEntries(Array.from({ length: n }, (_, k) => [`c${k + 1}`, Cell]));
  const equations = ["c1.left = 1", `c${n}.iRight = 0`];
  for (let k = 1; k < n; k++) equations.push(`c${k + 1}.left = c${k}.v`, `c${k}.iRight = c${k + 1}.i`);
  return Model({ ...cells, equations });
}

describe("values that one equation alone reads", () => {
  const n = 60;
  const model = instantiate(ladder(n));

  it("are computed in its loop, from states and parameters, in one pass", () => {
    const { code } = model;
    const rhs = code.slice(code.indexOf("function rhs"), code.indexOf("function full"));
    expect(rhs).not.toContain("rhsW");
    expect(rhs.match(/for \(let k/g)?.length).toBe(2);
  });

  it("give the derivatives that the equations say, by rhs and by full", () => {
    const none = new Map<never, never>();
    const running = new RunningModel(model.program, none, none, none);
    const states = model.stateNames;
    const x = Float64Array.from(states, (_, k) => Math.sin(k + 1));
    const value = (name: string): number => x[states.indexOf(name)]!;
    const [d, e] = [new Float64Array(x.length), new Float64Array(x.length)];
    running.full(0, x, e);
    running.rhs(0, x, d);
    for (let k = 1; k <= n; k++) {
      const left = k === 1 ? 1 : value(`c${k - 1}.v`);
      const right = k === n ? 0 : value(`c${k + 1}.i`);
      for (const list of [d, e]) {
        expect(list[states.indexOf(`c${k}.i`)]).toBeCloseTo((left - 2 * value(`c${k}.i`) - value(`c${k}.v`)) / 3, 14);
        expect(list[states.indexOf(`c${k}.v`)]).toBeCloseTo((value(`c${k}.i`) - right) / 5, 14);
      }
    }
  });

  it("are in the result as before", () => {
    const result = simulate(model, { stopTime: 1 });
    expect(result.final("c1.vR")).toBeCloseTo(2 * result.final("c1.i"), 12);
    expect(result.final("c2.vL")).toBeCloseTo(3 * result.final("c2.der(i)"), 12);
  });
});
