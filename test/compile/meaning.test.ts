/** What single operators mean, by values that are known: numbers made of arrays with events, ticks of clocks, corners of functions. */
import {
  expr,
  flow,
  input,
  instantiate,
  Model,
  type ModelSource,
  Object3D,
  output,
  Par,
  potential,
  type RattlebackError,
  simulate,
  Var,
} from "rattleback";
import { describe, expect, it } from "vitest";

const run = (source: ModelSource, stopTime = 1) => simulate(instantiate(Model(source)), { stopTime });

describe("numbers that are made of arrays with events", () => {
  it.each([
    ["product([i*(if time > 0.5 then 2 else 1) for i in 1:3])", 6, 48],
    ["dot([if time > 0.5 then 2 else 1, 3], [1, 2])", 7, 8],
    ["norm([if time > 0.5 then 3 else 0, 4])", 4, 5],
    ["sum([if time > 0.5 then 3 else 0, 4])", 4, 7],
    ["length([if time > 0.5 then 3 else 0, 4])", 2, 2],
    ["smooth(0, if time > 0.5 then [1, 2] else [3, 4])*[1, 1]", 7, 3],
    ["pre(k)", 1, 2],
  ])("%s", (text, before, after) => {
    const result = run({ k: Var({ start: 1 }), equations: `k = if time > 0.5 then 2 else 1; y = ${text}; z = 2*y` });
    expect([result.at(0.25, "y"), result.final("y")]).toEqual([before, after]);
    expect([result.at(0.25, "z"), result.final("z")]).toEqual([2 * before, 2 * after]);
  });
});

describe("clocks that are derived from one another tick when arithmetic says so, with the values that are there by then", () => {
  // of each clock: first tick, period, and how old its values are
  it.each([
    ["sample(time, Clock(0.1))", 0, 0.1, 0],
    ["shiftSample(a, 1, 2)", 0.05, 0.1, 0.05],
    ["shiftSample(a, 2, 3)", 0.2 / 3, 0.1, 0.2 / 3],
    ["shiftSample(a, 3)", 0.3, 0.1, 0],
    ["shiftSample(a, 5, 2)", 0.25, 0.1, 0.05],
    ["subSample(a, 3)", 0, 0.3, 0],
    ["subSample(a, 1)", 0, 0.1, 0],
    ["superSample(a, 1)", 0, 0.1, 0],
    ["superSample(a, 2)", 0, 0.1, 0],
    ["shiftSample(a, 0)", 0, 0.1, 0],
    ["subSample(shiftSample(a, 1, 2), 2)", 0.05, 0.2, 0.05],
    ["shiftSample(subSample(a, 2), 1, 2)", 0.1, 0.2, 0.1],
  ])("%s", (text, first, period, age) => {
    const result = run({ equations: `a = sample(time, Clock(0.1)); b = ${text}; h = hold(b)` });
    for (let k = 0; first + (k + 0.5) * period < 1; k++) {
      const tick = first + k * period;
      for (const t of [tick + 1e-3 * period, tick + 0.999 * period])
        if (t < 1) expect(result.at(t, "h")).toBeCloseTo(tick - age, 9);
    }
  });
});

describe("the only relation of a model is an event", () => {
  // x = t passes 0.5, where the rate changes from 1 to 3
  it.each([
    ["if x > 0.5 then 3 else 1", 1],
    ["if x >= 0.5 then 3 else 1", 1],
    ["if x < 0.5 then 1 else 3", 1],
    ["if x <= 0.5 then 1 else 3", 1],
    ["if not x < 0.5 then 3 else 1", 1],
    ["1 + 2*floor(min(x + 0.5, 1.5))", 1],
    ["noEvent(if x > 0.5 then 3 else 1)", 0],
    ["2 + noEvent(sign(x - 0.5))", 0],
  ])("der(x) = %s", (text, events) => {
    const model = instantiate(Model({ x: Var({ init: 0 }), equations: `der(x) = ${text}` }));
    const result = simulate(model, { stopTime: 1, tolerance: 1e-9 });
    expect(model.program.state.relations.length > 0).toBe(events > 0);
    if (events > 0) expect(result.final("x")).toBeCloseTo(0.5 + 3 * 0.5, 7);
    else expect(result.final("x")).toBeCloseTo(2, 3);
  });

  it.each([
    ["sample(0, 0.3)", 4],
    ["initial()", 1],
    ["time >= 0.4", 1],
  ])("when %s alone", (text, count) => {
    const result = run({ n: Var({ start: 0 }), equations: `when ${text} then n = pre(n) + 1; end when` });
    expect(result.final("n")).toBe(count);
  });
});

it.each(["sample(0, 0.3)", "initial()", "terminal()", "x < 2", "x <= 2", "x > 2", "x >= 2", "noEvent(n > 2)"])(
  "b = %s alone is known to change at events only",
  (text) => {
    const result = run({ x: Var({ init: 0 }), n: 1, equations: `der(x) = 1; b = ${text}` });
    expect(result.describe("b")).toMatchObject({ kind: "discrete", type: "boolean" });
  },
);

describe("when", () => {
  const n = { n: Var({ start: 0 }) };

  // sin(10·t) = 0.3 on the way up at 10·t = asin(0.3) + 2·π·k, on the way down at π − asin(0.3) + 2·π·k, within 10
  it.each([
    ["sin(10*time) > 0.3", 2],
    ["sin(10*time) < 0.3", 2],
    ["not sin(10*time) > 0.3", 2],
    ["change(b)", 4],
    ["edge(b)", 2],
    ["b", 2],
    ["[b, time > 0.5]", 3],
    ["initial()", 1],
    ["[initial(), b]", 3],
    ["sample(0.05, 0.1)", 10],
    ["sample(0, 0.25)", 5],
    ["time >= 0.5 and b", 1],
    ["time > 0.5 or b", 2],
    ["time > 2", 0],
  ])("%s is counted as often as it becomes true", (condition, expected) => {
    const equations = ["b = sin(10*time) > 0.3", `when ${condition} then n = pre(n) + 1; end when`];
    expect(run({ ...n, equations }).final("n")).toBe(expected);
  });

  it("of several branches the first that becomes true acts, alone", () => {
    const equations = [
      "when time > 0.3 then n = 1; elsewhen time > 0.3 then n = 2; elsewhen time > 0.6 then n = 3; end when",
      "m = 10*n",
    ];
    const result = run({ ...n, equations });
    expect([0.2, 0.4, 0.7].map((t) => result.at(t, "n"))).toEqual([0, 1, 3]);
    expect(result.final("m")).toBe(30);
  });

  it("what several whens say of each other is told in one event, by what was before", () => {
    const source = { a: Var({ start: 1 }), b: Var({ start: 1 }), c: Var({ start: 0 }) };
    const equations = [
      "when sample(0.1, 0.1) then a = pre(a) + pre(b); end when",
      "when sample(0.1, 0.1) then b = pre(a); end when",
      "when a > 10 then c = a + b; end when",
    ];
    // Fibonacci: (1, 1) (2, 1) (3, 2) (5, 3) (8, 5) (13, 8)
    const result = run({ ...source, equations }, 0.55);
    expect([result.final("a"), result.final("b"), result.final("c")]).toEqual([13, 8, 21]);
  });

  it("states are set anew, by what the others were", () => {
    const source = { x: Var({ init: 0 }), y: Var({ init: 5 }) };
    const equations = ["der(x) = 1; der(y) = -2", "when x > 0.5 then reinit(x, y); reinit(y, x); end when"];
    const result = run({ ...source, equations });
    // at t = 0.5 they change places: x = 4, y = 0.5
    expect(result.final("x")).toBeCloseTo(4.5, 9);
    expect(result.final("y")).toBeCloseTo(-0.5, 9);
  });

  it("counts in vectors and in components of its own", () => {
    const Part = Model({
      limit: 0.45,
      n: Var({ start: 0 }),
      equations: "when time > limit then n = pre(n) + 1; end when",
    });
    const equations = [
      "for i in 1:3 loop when time > 0.2*i then v[i] = pre(v[i]) + i; end when; end for",
      "s = sum(v)",
    ];
    const result = run({ v: Var({ start: [0, 0, 0] }), p: Part, q: Part.with({ limit: 2 }), equations }, 0.5);
    expect([result.final("s"), result.final("p.n"), result.final("q.n")]).toEqual([3, 1, 0]);
  });
});

describe("functions with corners", () => {
  it.each([
    ["floor(x)", true],
    ["ceil(x)", true],
    ["integer(x)", true],
    ["trunc(x)", true],
    ["round(x)", true],
    ["div(x, 2)", true],
    ["rem(x, 2)", true],
    ["mod(x, 2)", true],
    ["abs(x)", false],
    ["sign(x)", false],
    ["min(x, 1)", false],
    ["max(x, 1)", false],
    ["if x > 1 then 1 else 2", false],
    ["if x >= 1 then 1 else 2", false],
    ["if x < 1 then 1 else 2", false],
    ["if x <= 1 then 1 else 2", false],
  ])("%s says where it has them, also without events", (text, isRepeated) => {
    const model = instantiate(Model({ x: Var({ init: 0 }), equations: `der(x) = noEvent(${text})` }));
    const { corners } = model.program;
    expect(corners.map(({ phase }) => phase !== undefined)).toEqual([isRepeated]);
  });

  it.each(["sin(x)", "x^2", "exp(-x)", "floor(k)"])("%s has none", (text) => {
    const model = instantiate(Model({ k: 2, x: Var({ init: 0 }), equations: `der(x) = noEvent(${text})` }));
    expect(model.program.corners).toEqual([]);
  });
});

describe("what is watched, and what is discrete", () => {
  const x = { x: Var({ init: 1 }) };
  const functions = { f: (a: number) => a * a + 1 };

  it.each([
    ["(x + 1)*a = 1", 1],
    ["(time + 1)*a = 1", 1],
    ["(2 + k)*a = x", 0],
    ["f(x)*a = 1", 0],
    ["delay(x, 0.1)*a = 1", 0],
    ["(x + f(x))*a = 1", 0],
    ["(x + 3 + delay(x, 0.1))*a = 1", 0],
  ])("the divisor of %s changes its sign visibly in %i cases", (equation, count) => {
    const model = instantiate(Model({ ...x, k: 1, functions, equations: `der(x) = -x; ${equation}` }));
    expect(model.program.divisions.length).toBe(count);
  });

  it.each(["x <= 0.5", "x >= 0.5", "x < 0.5", "x > 0.5"])("what %s chooses among numbers is discrete", (relation) => {
    const equations = `der(x) = -x; b = x > 0.7; n = if ${relation} then 1 else 2; m = if ${relation} then x else 2`;
    const result = run({ ...x, equations });
    expect(["b", "n", "m"].map((name) => result.describe(name).kind)).toEqual(["discrete", "discrete", "algebraic"]);
  });
});

describe("sizes", () => {
  it("go through connections of signals, against their direction in the text as well", () => {
    const Source = Model({ u: output(), equations: "u = [1, 2, 3]*time" });
    const Gain = Model({ k: 2, u: input(), y: output(), equations: "y = k*u" });
    const Sum = Model({ u: input(), y: output(), equations: "y = sum(u)" });
    const result = run({
      last: Sum,
      second: Gain.with({ k: 3 }),
      first: Gain,
      source: Source,
      connect: [
        ["second.y", "last.u"],
        ["first.y", "second.u"],
        ["source.u", "first.u"],
      ],
    });
    expect(result.final("last.y")).toBeCloseTo(36, 12);
    expect(result.final<number[]>("second.y")).toEqual([6, 12, 18]);
  });

  it("and indices are decided by and, or and not before anything is looked up", () => {
    const equations = `
      for i in 1:4 loop
        y[i] = if i > 1 and i <= 4 then X[i - 1] else 0
        z[i] = if i < 1 or i > 3 then 0 else X[i]
        w[i] = if not (i <= 3) then 7 else X[i]
      end for`;
    const result = run({ X: [1, 2, 3], equations });
    expect(["y", "z", "w"].map((name) => result.final<number[]>(name))).toEqual([
      [0, 1, 2, 3],
      [1, 2, 3, 0],
      [1, 2, 3, 7],
    ]);
  });

  it("what is counted inside sees what is counted around it, in expressions and in loops", () => {
    const result = run({
      equations: `
        y = sum([sum([i*j for j in 1:3]) for i in 1:2])
        for i in 1:2 loop
          z[i] = sum([10*i + j for j in 1:3])
        end for`,
    });
    expect(result.final("y")).toBe(18);
    expect(result.final<number[]>("z")).toEqual([36, 66]);
  });

  it("functions of two numbers take a number for each element of a vector, on either side", () => {
    const result = run({
      equations:
        "a = atan2(1, [1, -1]); b = atan2([1, -1], 1); c = min([1, 5], 3); d = max(2, [1, 5]); e = atan2([0, 1], [1, 0])",
    });
    const quarter = Math.PI / 4;
    expect(["a", "b", "c", "d", "e"].map((name) => result.final<number[]>(name))).toEqual([
      [quarter, 3 * quarter],
      [quarter, -quarter],
      [1, 3],
      [2, 5],
      [0, 2 * quarter],
    ]);
    expect(() => run({ equations: "y = atan2([1, 2], [1, 2, 3])" })).toThrow(/The arguments of atan2 differ in size/);
  });

  it("linspace ends where it is told, whatever rounding says", () => {
    const result = run({ equations: "L = linspace(1e17, 1, 3); K = linspace(0, 1, 5)" });
    expect(result.final<number[]>("L")).toEqual([1e17, 5e16, 1]);
    expect(result.final<number[]>("K")).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });
});

describe("functions of the user", () => {
  it("are given texts as they are, in trials too, and those of a run", () => {
    const gains: Readonly<Record<string, number>> = { slow: 1, fast: 10 };
    const gain = (mode: string, u: number) => {
      if (gains[mode] === undefined) throw new Error(`no mode: ${mode}`);
      return [gains[mode] * u, u];
    };
    const model = instantiate(
      Model({ mode: "fast", functions: { gain }, equations: 'y = gain(mode, time + 1); z = gain("slow", time + 1)' }),
    );
    const final = (result: ReturnType<typeof simulate>) => ["y", "z"].map((name) => result.final<number[]>(name));
    expect(final(simulate(model, { stopTime: 1 }))).toEqual([
      [20, 2],
      [2, 2],
    ]);
    expect(final(simulate(model, { stopTime: 1, merge: { mode: "slow" } }))[0]).toEqual([2, 2]);
  });

  it("return numbers, long vectors, matrices and several of them, each element at its place", () => {
    const result = run({
      functions: {
        long: (u: number) => Array.from({ length: 12 }, (_, k) => k * u),
        table: (u: number) => [
          [u, 2 * u, 3 * u],
          [4 * u, 5 * u, 6 * u],
        ],
        both: (u: number) => [u, [u, -u]],
      },
      equations: "a = long(time + 1); B = table(time + 1); (c, d) = both(time + 1)",
    });
    expect(result.final<number[]>("a")).toEqual(Array.from({ length: 12 }, (_, k) => 2 * k));
    expect(result.final<number[][]>("B")).toEqual([
      [2, 4, 6],
      [8, 10, 12],
    ]);
    expect([result.final("c"), result.final<number[]>("d")]).toEqual([2, [2, -2]]);
  });

  it.each(["nonsense(x)", "[x, 2*x]", "x", "sin(x)"])(
    "(a, b) = %s is refused: it is no function of the model",
    (right) => {
      expect(() =>
        instantiate(Model({ x: Var({ init: 1 }), equations: `der(x) = -x; (a, b) = ${right}` })),
      ).toThrowError(expect.objectContaining({ code: "E-SYNTAX", where: `(a, b) = ${right}` }));
    },
  );
});

describe("errors", () => {
  const error = (source: ModelSource): RattlebackError => {
    try {
      instantiate(Model(source));
    } catch (found) {
      return found as RattlebackError;
    }
    throw new Error("the model was accepted");
  };

  it("of derivatives of delayed signals name the component, if there is one", () => {
    const source = { x: Var({ init: 1 }), equations: "der(x) = -x; y = delay(x, 0.1); w = der(y)" };
    expect(error({ c: Model(source) })).toMatchObject({ code: "E-NO-DERIVATIVE", path: "c" });
    expect(error(source).path).toBeUndefined();
  });

  it("of potentials that are prescribed twice say who does so", () => {
    const Pin = Model({ v: potential(), i: flow() });
    const Source = Model({ p: Pin, n: Pin, equations: "p.v - n.v = 1; p.i + n.i = 0" });
    const Both = Model({ p: Pin, n: Pin, equations: "p.v = 1; n.v = 0" });
    const Ground = Model({ p: Pin, equations: "p.v = 0" });
    expect(error({ a: Source, g: Ground, connect: [["a.p", "a.n", "g.p"]] }).hint).toMatch(/^"g", "a" prescribe what/);
    expect(error({ a: Both, connect: [["a.p", "a.n"]] }).hint).toMatch(/^"a" prescribes what/);
  });

  it("of names that nothing declares tell whether the models around have them", () => {
    const inside = (text: string) => ({ c: Model({ d: Model({ equations: text }) }) });
    expect(error({ k: 2, ...inside("y = k") }).hint).toMatch(
      /^"c\.d\.k" is used but not declared; components do not see/,
    );
    expect(error(inside("y = q + 1")).hint).toMatch(/^"c\.d\.q", "c\.d\.y" are used but not declared: give each/);
    expect(error(inside("limit = 1; y = Limit")).hint).toContain('did you mean "limit"?');
  });

  it.each(["quantity()", "quantity(1)", 'quantity("mm", 1)', 'quantity(time, "mm")', 'quantity(1, "mm", 2)'])(
    "of %s say what a number with a unit is",
    (text) => {
      expect(error({ equations: `y = ${text}` })).toMatchObject({
        code: "E-ARGUMENTS",
        message: expect.stringContaining('quantity(5, "mm")'),
      });
    },
  );

  it.each([
    ["derr(x)", "der"],
    ["inStraem(x)", "inStream"],
    ["actualStrem(x)", "actualStream"],
    ["ifels(x > 0, 1, 2)", "ifelse"],
    ["quantty(1)", "quantity"],
    ["sinn(x)", "sin"],
    ["summ([x])", "sum"],
    ["smaple(0, 1)", "sample"],
    ["dvi(1, 2)", "div"],
    ["gian(x)", "gain"],
    ["outr(x)", "outer1"],
  ])("of %s say that %s is near", (text, near) => {
    const part = Model({ x: 1, functions: { gain: (u: number) => u }, equations: `y = ${text}` });
    const found = error({ part, functions: { outer1: (u: number) => u } });
    expect(found).toMatchObject({ code: "E-FUNCTION-UNKNOWN", path: "part" });
    expect(found.hint).toContain(`did you mean "${near}"?`);
  });

  it("of values that are no numbers tell what was given from what was computed", () => {
    const model = instantiate(Model({ a: 1, b: expr`sqrt(a)`, equations: "y = b" }));
    const refusal = (merge: Readonly<Record<string, number>>): RattlebackError => {
      try {
        simulate(model, { stopTime: 1, merge });
      } catch (found) {
        return found as RattlebackError;
      }
      throw new Error("the value was accepted");
    };
    expect(refusal({ a: -1 })).toMatchObject({
      code: "E-PARAMETER-NAN",
      path: "b",
      where: "b = sqrt(a)",
      because: "its expression gave NaN",
    });
    const given = refusal({ b: Number.NaN });
    expect(given).toMatchObject({ code: "E-PARAMETER-NAN", path: "options.merge.b", hint: "give a finite number" });
    expect(given.where).toBeUndefined();
  });

  it("of equations without an unknown name the parameters in them", () => {
    const because = (equation: string) => error({ k: 2, l: 3, equations: `x = 1; ${equation}` }).because;
    expect(because("k = 2")).toBe('"k" is a parameter, whose value is given');
    expect(because("k = l")).toBe('"k", "l" are parameters, whose values are given');
    expect(because("1 = 2")).toBe("it compares numbers only");
  });

  it("of objects in space outside of a mechanism say where they belong", () => {
    expect(error({ o: Object3D() } as ModelSource)).toMatchObject({
      code: "E-ELEMENT-ALONE",
      path: "o",
      hint: expect.stringContaining("Model3D"),
    });
  });
});

describe("lists of components", () => {
  const Part = Model({ R: 1, y: Var({ init: [1, 2, 3] }), equations: "der(y) = -R*y" });
  const model = instantiate(
    Model({
      k: [Part, Part.with({ R: 2 })],
      n: 2,
      second: expr`k[2].R + 1`,
      both: expr`sum([k[i].R for i in 1:2])`,
      value: expr`k[n].y[3]`,
      equations: `
        w = k[2].y
        u = [k[i].y[2] for i in 1:2]
        for i in 1:2 loop
          v[i] = i*k[i].y[1]
        end for`,
    }),
  );

  it("are read one by one, by an index that is given, computed or counted", () => {
    const result = simulate(model, { stopTime: 1, tolerance: 1e-9 });
    const [a, b] = [Math.exp(-1), Math.exp(-2)];
    const expectVector = (name: string, expected: readonly number[]) =>
      result.final<number[]>(name).forEach((found, i) => {
        expect(found, `${name}[${i + 1}]`).toBeCloseTo(expected[i]!, 7);
      });
    expectVector("w", [b, 2 * b, 3 * b]);
    expectVector("u", [2 * a, 2 * b]);
    expectVector("v", [a, 2 * b]);
    expect(result.final("value")).toBeCloseTo(3 * b, 7);
  });

  it("give parameters where they are parameters, which follow them from run to run", () => {
    const result = simulate(model, { stopTime: 0, merge: { "k[2]": { R: 5 } } as never });
    expect([result.final("second"), result.final("both")]).toEqual([6, 6]);
    expect(model.program.state.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(["second", "both"]));
  });
});

describe("conditions on sizes that are not known yet", () => {
  it.each([
    ["[1, 2, 3]", 1],
    ["[1, 2]", 2],
  ])("wait until the variable has one: y = %s", (value, expected) => {
    const equations = `if length(y) > 2 then z = 1; else z = 2; end if; y = ${value}`;
    expect(run({ equations }).final("z")).toBe(expected);
  });
});

describe("values that take the place of others", () => {
  it("have the unit that was declared, or their own", () => {
    const Part = Model({ d: Par(3, "mm"), y: Var({ unit: "m" }), equations: "y = d" });
    const result = run({
      a: Part,
      b: Part.with({ d: 4 }),
      c: Part.with({ d: Par({ value: 5 }) }),
      d: Part.with({ d: Par({ value: 6, unit: "m" }) }),
    });
    expect(["a", "b", "c", "d"].map((name) => result.final(`${name}.y`))).toEqual([0.003, 0.004, 0.005, 6]);
    // a number without a unit takes that of what comes in its place
    const Plain = Model({ k: 2, equations: "y = k" });
    expect(run({ p: Plain.with({ k: Par({ value: 3, unit: "mm" }) }) }).final("p.y")).toBe(0.003);
  });
});

describe("units that follow from equations", () => {
  const source = { s: Var({ init: 1, unit: "m" }), T: Par(5, "s") };

  it.each([
    ["y = s", "m"],
    ["-y = s", "m"],
    ["-y + 2*s = s", "m"],
    ["y*T = s", "m/s"],
    ["s/y = T", "m/s"],
    ["if time > 0.5 then y = s; else y = 2*s; end if", "m"],
    ["y = if time > 0.5 then s else 2*s", "m"],
    ["y = max(s, 2*s) + abs(s)", "m"],
    ['y = quantity(-5, "mm")', "m"],
  ])("%s", (equation, unit) => {
    const result = run({ ...source, y: Var({ start: 1 }), equations: `T*der(s) = -s; ${equation}` });
    expect(result.describe("y").unit).toBe(unit);
  });

  it.each(["y = s + T", "if time > 0.5 then y = s; else y = T; end if", "s = T", "y = max(s, T)", "y = sin(s)"])(
    "%s is refused",
    (equation) => {
      expect(() => instantiate(Model({ ...source, equations: `der(s) = -s/T; ${equation}` }))).toThrowError(
        expect.objectContaining({ code: "E-UNIT" }),
      );
    },
  );
});

it("whole powers have the values of repeated multiplication, to a few units in the last place", () => {
  const model = instantiate(
    Model({ x: Par(1), z: Var({ init: 1 }), equations: "der(z) = 0; [a, b, c, d] = [z^2, z^3, z^4, (z + x)^4]" }),
  );
  for (const z of [-3.7, -1e-5, 0, 0.3, 1.1, 12345.678]) {
    const result = simulate(model, { stopTime: 0, merge: { z } });
    const exact = [z * z, z * z * z, (z * z) ** 2, ((z + 1) * (z + 1)) ** 2];
    ["a", "b", "c", "d"].forEach((name, k) => {
      expect(Math.abs(result.final<number>(name) - exact[k]!)).toBeLessThanOrEqual(
        4 * Number.EPSILON * Math.abs(exact[k]!),
      );
    });
  }
});
