// Every pass of the compiler can be watched, and what it makes cannot be changed.
import { readFileSync } from "node:fs";
import { instantiate, linearise, Model, simulate, Var } from "rattleback";
import { expect, it } from "vitest";
import { compile } from "../../src/compile/pipeline.ts";

const stiff = Model({
  x: Var({ init: 1 }),
  functions: { f: (x: number) => x * x * x },
  equations: "der(x) = -1000*f(x) + sin(time); y = if terminal() then 1 else 0",
});

it("every pass of the table in the header is seen by trace, in its order", () => {
  const source = readFileSync("src/compile/pipeline.ts", "utf8");
  const table = Array.from(source.split("*/")[0]!.matchAll(/^ \* {3}([a-z]\w+) {2,}/gim), (match) => match[1]);
  const seen: string[] = [];
  compile(stiff, { trace: (pass) => void seen.push(pass) });
  expect(seen).toEqual(table);
  expect(seen.length).toBeGreaterThan(15);
});

it("a program is frozen: runs, Jacobians of functions without derivative and linear models leave it as it is", () => {
  const program = compile(stiff);
  for (const owner of [program, program.state]) {
    expect(Object.isFrozen(owner)).toBe(true);
    for (const value of Object.values(owner)) if (Array.isArray(value)) expect(Object.isFrozen(value)).toBe(true);
  }
  const model = instantiate(stiff);
  const first = simulate(model, { stopTime: 1, method: "radau5" });
  expect(linearise(model, { stopTime: 1 }).A[0]![0]).toBeCloseTo(-3000 * first.final("x") ** 2, 3);
  expect(simulate(model, { stopTime: 1, method: "radau5" }).hash).toBe(first.hash);
});

it("the program says whether a run must see to initial(), terminal() and homotopy()", () => {
  const acting = (condition: string) =>
    compile(
      Model({ n: Var({ start: 0 }), equations: `when ${condition} then n = 1 end; y = if initial() then 1 else 0` }),
    );
  expect(["initial()", "{time > 1, initial()}", "time > 1"].map((c) => acting(c).actsAtStart)).toEqual([
    true,
    true,
    false,
  ]);
  expect(compile(stiff)).toMatchObject({ usesTerminal: true, usesHomotopy: false });
  const simple = Model({ equations: "x = homotopy(x^3 - 1, x/2 - 1)" });
  expect(compile(simple)).toMatchObject({ usesTerminal: false, usesHomotopy: true });
  expect(simulate(instantiate(stiff), { stopTime: 1 }).final("y")).toBe(1);
});
