/** How often values change, and what is computed between events: of models by hand, and of random ones by following names in plain JavaScript. */
import { instantiate, Model, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { discretePart } from "../../src/compile/discrete.ts";
import type { Program } from "../../src/compile/program.ts";
import { incidenceOf } from "../../src/compile/structure.ts";
import { createRandom } from "../../src/math/random.ts";

function rates(equations: string): Readonly<Record<string, number>> {
  const { program } = instantiate(
    Model({
      k: 2,
      x: Var({ init: 1 }),
      functions: { f: (u: number) => u * u, two: (u: number) => [u, 2] },
      equations: `der(x) = -x; when sample(0, 0.1) then n = pre(n) + 1; end when; ${equations}`,
    }),
  );
  const { state, variability } = program as Program;
  const isComputed = (v: number): boolean => !state.aliases.has(v as never);
  return Object.fromEntries(
    state.variables.flatMap(({ name }, v) => (isComputed(v) ? [[name, variability.rates[v as never]!]] : [])),
  );
}

describe("a value", () => {
  it.each([
    ["y = 2*k", 0],
    ["y = f(k) + sin(k)", 0],
    ["a + y = k; a - y = 3", 0],
    ["y = k*n", 1],
    ["y = f(n)", 1],
    ["y = pre(n) + k", 1],
    ["y = if x > 0.5 then 1 else 2", 1],
    ["y = if time > 0.5 then k else 2", 1],
    ["y = if noEvent(x > 0.5) then 1 else 2", 2],
    ["y = if initial() then 1 else 2", 1],
    ["a + y = n; a - y = 3", 1],
    ["a + y = if x > 0.5 then 1 else 2; a - y = 3", 1],
    ["y = x + n", 2],
    ["y = f(x)", 2],
    ["(a, y) = two(x)", 2],
    ["(a, y) = two(n)", 1],
    ["y = time", 2],
    ["y = delay(n + k, 0.1)", 2],
    ["a + y = x; a - y = n", 2],
    ["a + y = k; a - y^3 = time", 2],
    ["y = if x > 0.5 then x else 2", 2],
    ["b = x > 0.5; y = if b then 1 else 2", 1],
  ])("of %s has the rate %d", (equations, rate) => {
    expect(rates(equations)["y"]).toBe(rate);
  });

  it("changes as often as what it is made of, on random chains", () => {
    const random = createRandom(91);
    for (let run = 0; run < 12; run++) {
      const known = new Map<string, number>([
        ["k", 0],
        ["n", 1],
        ["x", 2],
        ["3", 0],
      ]);
      const equations: string[] = [];
      for (let i = 0; i < 8; i++) {
        const names = [...known.keys()];
        const [p, q] = [names[random.below(names.length)]!, names[random.below(names.length)]!];
        const rate = Math.max(known.get(p)!, known.get(q)!);
        const isRelation = random.below(4) === 0;
        equations.push(isRelation ? `y${i} = if ${p} > 2 then ${q} else 1` : `y${i} = sin(${p}) + 2*${q}`);
        known.set(`y${i}`, isRelation ? Math.max(known.get(p)! > 0 ? 1 : 0, known.get(q)!) : rate);
      }
      const found = rates(equations.join("; "));
      for (let i = 0; i < 8; i++)
        if (found[`y${i}`] !== undefined)
          expect([equations[i], found[`y${i}`]]).toEqual([equations[i], known.get(`y${i}`)]);
    }
  });
});

describe("between events", () => {
  function blocksOf(equations: string): Readonly<Record<"rhs" | "crossings", string[]>> {
    const { program } = instantiate(
      Model({ k: 2, x: Var({ init: 1 }), functions: { f: (u: number) => u * u }, equations }),
    );
    const { state, variability, blocks } = program as Program;
    const names = (marks: ArrayLike<number>): string[] =>
      blocks.flatMap((block, i) =>
        marks[i] === 1 && block.kind === "assignment" ? [state.variables[block.variable]!.name] : [],
      );
    return { rhs: names(variability.rhs), crossings: names(variability.crossings) };
  }

  it("derivatives and what they follow from are computed, and what relations compare", () => {
    const found = blocksOf("der(x) = 1 - u; u = sin(x); w = 2*x; late = w + u; p = 2*k; z = if w > p then 1 else 2");
    expect(found.rhs).toEqual(["u", "der(x)"]);
    expect(found.crossings).toEqual(["w"]);
  });

  it("what is delayed is computed for its history", () => {
    expect(blocksOf("der(x) = -x; w = 2*x; v = 3*x; y = delay(w + 1, 0.1)").crossings).toContain("w");
    expect(blocksOf("der(x) = -x; w = 2*x; v = 3*x; y = delay(w + 1, 0.1)").crossings).not.toContain("v");
  });
});

describe("discrete variables get their values from", () => {
  function part(source: object): { settled: string[]; defining: string[] } {
    const { program } = instantiate(Model(source as never));
    const { state } = program as Program;
    const incidence = incidenceOf(state);
    const { isSettled, isDefining } = discretePart(state, incidence);
    return {
      settled: state.variables.flatMap(({ name }, v) => (isSettled[v as never] === 1 ? [name] : [])),
      defining: [...state.equations].flatMap(({ source: { text } }, e) => (isDefining[e as never] === 1 ? [text] : [])),
    };
  }

  it("equations in which they stand alone, the first variable like any other", () => {
    expect(part({ equations: "d = time > 1; y = if d then time else 2" })).toEqual({
      settled: ["d"],
      defining: ["d = time > 1"],
    });
    const { settled } = part({ R: 2, equations: "when time > 1 then d = 2; e = 3; end when; y = d*time + e; R*i = d" });
    expect(settled.filter((name) => !name.startsWith("$"))).toEqual(["d", "e"]);
  });

  it("none where nothing is discrete", () => {
    expect(part({ equations: "d = time; y = d + time" })).toEqual({ settled: [], defining: [] });
  });
});
