import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

const Cell = Model({ n: 2, x: Var({ init: [1, 1] }), equations: "der(x) = -x; s = sum(x); q = sum([i for i in 1:n])" });

describe("components in lists", () => {
  const model = instantiate(Model({ cell: [Cell, Cell.with({ n: 3 })], inner: Model({ cell: [Cell] }) }));

  it("are named with their index in results, in merge and in .with", () => {
    expect(simulate(model).final("cell[2].q")).toBe(6);
    expect(simulate(model, { merge: { "cell[1].n": 4 } }).final("cell_1.q")).toBe(10);
    const changed = Model({ cell: [Cell, Cell] }).with({ "cell[2]": { n: 5 } });
    expect(simulate(instantiate(changed)).final("cell[2].q")).toBe(15);
    expect(simulate(instantiate(changed)).final("cell[1].q")).toBe(3);
  });

  it("may have other sizes in a run, on every level", () => {
    expect(simulate(model, { merge: { "cell[2]": { x: [1, 2, 3] } } }).final("cell[2].s")).toBe(6);
    const merge = { inner: { "cell[1]": { n: 4, x: [1, 2, 3, 4] } } };
    expect(simulate(model, { merge }).final("inner.cell[1].s")).toBe(10);
  });
});

it("sizes of what a function returns are found without declaration", () => {
  const functions = { both: (a: number) => [a + 1, [a, 2 * a, 3 * a]] };
  const result = simulate(instantiate(Model({ functions, equations: "(s, v) = both(2); y = v[3]; w = 2*v" })));
  expect([result.final("s"), result.final("y"), result.final("w[2]")]).toEqual([3, 6, 8]);
});
