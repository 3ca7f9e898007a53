import { flow, instantiate, Model, type ModelSource, potential, type SimulateOptions, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

const run = (source: ModelSource, options: SimulateOptions = {}) => simulate(instantiate(Model(source)), options);
const failure = (source: ModelSource, options: SimulateOptions = {}): string => {
  try {
    run(source, options);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

describe("for", () => {
  it("writes one equation per value, also in two directions and over values that are no counts", () => {
    const equations = `
      for i in 1:n loop
        x[i] = i^2
      end
      for i in 1:2, j in 1:3 loop
        A[i, j] = 10*i + j
      end for
      for k in [2, 4] loop y[k/2] = k end
      s = sum(x)
    `;
    const model = instantiate(Model({ n: 4, equations }));
    const result = simulate(model);
    expect(result.final("s")).toBe(30);
    expect([result.final("A[1,3]"), result.final("A[2,1]"), result.final("y[2]")]).toEqual([13, 21, 4]);
    expect(simulate(model, { merge: { n: 2 } }).final("s")).toBe(5);
  });

  it("heat conduction by a loop is the heat conduction of a comprehension", () => {
    const T = Array.from({ length: 8 }, (_, i) => 300 + 10 * Math.sin(i));
    const looped = `
      n = length(T)
      der(T[1]) = T[2] - T[1]
      for i in 2:n - 1 loop
        der(T[i]) = T[i - 1] - 2*T[i] + T[i + 1]
      end
      der(T[n]) = T[n - 1] - T[n]
    `;
    const comprehended = `
      n = length(T)
      der(T) = [(if i == 1 then 0 else T[i - 1] - T[i]) + (if i == n then 0 else T[i + 1] - T[i]) for i in 1:n]
    `;
    const [a, b] = [looped, comprehended].map((equations) => run({ T: Var({ init: T }), equations }, { stopTime: 2 }));
    for (let i = 1; i <= 8; i++) expect(a!.final(`T[${i}]`)).toBeCloseTo(b!.final(`T[${i}]`), 5);
  });

  it("reaches components of a list by their index, in equations and connections", () => {
    const Pin = Model({ v: potential(), i: flow() });
    const Resistor = Model({ p: Pin, n: Pin, R: 1, equations: "p.v - n.v = R*p.i; p.i + n.i = 0" });
    const Source = Model({ p: Pin, V: 0, equations: "p.v = V" });
    const result = run({
      k: [1, 2, 3].map((R) => Resistor.with({ R })),
      s: [Source.with({ V: 12 }), Source],
      N: 3,
      equations: `
        for i in 1:N - 1 loop
          connect(k[i].n, k[i + 1].p)
        end
        connect(s[1].p, k[1].p); connect(s[2].p, k[N].n)
        total = sum([k[i].R for i in 1:N])
        for i in 1:2 loop u[i] = k[i].p.v end
      `,
    });
    expect(result.final("k[2].p.i")).toBeCloseTo(2, 12);
    expect([result.final("total"), result.final("u[2]")]).toEqual([6, 10]);
  });

  it("holds when clauses, conditions and initial equations", () => {
    const result = run(
      {
        h: Var({ init: [1, 2] }),
        v: Var({ start: [5, 5] }),
        n: Var({ start: [0, 0] }),
        initialEquations: "for i in 1:2 loop v[i] = 0 end",
        equations: `
          for i in 1:2 loop
            der(h[i]) = v[i]
            der(v[i]) = -9.81
            when h[i] < 0 then
              reinit(v[i], -0.7*pre(v[i]))
              n[i] = pre(n[i]) + i
            end
          end
        `,
      },
      { stopTime: 0.8 },
    );
    // the first bounces are at sqrt(2 h/g) = 0.4515 s and 0.6386 s
    expect([result.final("n[1]"), result.final("n[2]")]).toEqual([1, 2]);
    for (const h of [1, 2])
      expect(result.events.some(({ time }) => Math.abs(time - Math.sqrt((2 * h) / 9.81)) < 1e-8)).toBe(true);
  });

  it("a loop variable hides a name of the model, also in an index", () => {
    expect(
      run({
        x: [10, 20, 30],
        equations: "i = 3; y = sum([x[i] for i in 1:2]); for i in 1:1 loop z = x[i] + i end",
      }).final("z"),
    ).toBe(11);
  });

  it("misuse is refused at its place", () => {
    expect(failure({ x: Var({ init: [1, 2] }), equations: "for i in 1:3 loop der(x[i]) = 1 end" })).toMatch(
      /E-INDEX.*The index 3 is outside 1 … 2[\s\S]*with i = 3/,
    );
    expect(failure({ equations: "for i in 1:time loop x[i] = 1 end" })).toMatch(
      /E-INDEX.*must not change during the run/,
    );
    expect(failure({ equations: "for i in 1:3 loop x[i] = 1" })).toMatch(/E-SYNTAX.*Expected "end"/);
    expect(failure({ equations: "for i in 1:3 x[i] = 1 end" })).toMatch(/E-SYNTAX.*Expected "loop"/);
    expect(failure({ equations: "for a.b in 1:3 loop x = 1 end" })).toMatch(/E-SYNTAX.*cannot count/);
    expect(failure({ k: [Model({ equations: "y = 1" })], equations: "for i in 1:2 loop z[i] = k[i].y end" })).toMatch(
      /E-NAME-UNKNOWN.*k_2/,
    );
    expect(failure({ equations: "for i in 1:2000000 loop x[i] = 1 end" })).toMatch(/E-ARRAY-SIZE.*at most a million/);
    expect(failure({ equations: "for i in 1:2 loop x = i end" })).toMatch(/E-STRUCT-OVER[\s\S]*with i = /);
  });
});

describe("if around equations", () => {
  it("a condition on parameters chooses equations, connections and their number", () => {
    const model = instantiate(
      Model({
        isFast: true,
        mode: "one",
        x: Var({ init: 1 }),
        equations: `
          if isFast then
            der(x) = -2*x
          else
            der(x) = -y
            y = x
          end
          if mode == "one" then a = 1 elseif mode == "two" then a = 2 else a = 3 end if
        `,
      }),
    );
    expect(simulate(model, { stopTime: 1, tolerance: 1e-9 }).final("x")).toBeCloseTo(Math.exp(-2), 8);
    const slow = simulate(model, { stopTime: 1, tolerance: 1e-9, merge: { isFast: false, mode: "three" } });
    expect(slow.final("x")).toBeCloseTo(Math.exp(-1), 8);
    expect([slow.final("y"), slow.final("a")]).toEqual([slow.final("x"), 3]);
    expect(simulate(model, { merge: { mode: "two" } }).final("a")).toBe(2);
  });

  it("a parameter that decides the same way does not translate again", () => {
    const log: string[] = [];
    const definition = Model({ R: 1, equations: "if R > 5 then y = R else y = -R end" });
    const model = instantiate(definition, { log: (line) => log.push(line) });
    const count = log.length;
    expect([2, 3, 5].map((R) => simulate(model, { merge: { R } }).final("y"))).toEqual([-2, -3, -5]);
    expect(log.length).toBe(count);
    expect([6, 7, 8].map((R) => simulate(model, { merge: { R } }).final("y"))).toEqual([6, 7, 8]);
    expect(log.length).toBe(2 * count);
  });

  it("a condition of the run switches between as many equations, in any order, with an event", () => {
    const result = run(
      {
        x: Var({ init: 0 }),
        equations: `
          der(x) = a
          if x < 1 then
            a = 2; b = x > 0.5
          elseif x < 2 then
            b = false; a = 1
          else
            a = 0.5
            b = true
          end
        `,
      },
      { stopTime: 3, tolerance: 1e-9 },
    );
    // 0.5 s with slope 2, 1 s with slope 1, 1.5 s with slope 0.5
    expect(result.final("x")).toBeCloseTo(2.75, 8);
    expect(result.final("b")).toBe(1);
  });

  it("an ideal switch: voltage zero or current zero, with units that differ", () => {
    const result = run(
      {
        v: Var({ unit: "V" }),
        i: Var({ unit: "A" }),
        R: 2,
        u: Var({ unit: "V" }),
        equations: `
          u = 10
          u = v + quantity(2, "Ohm")*i
          if sin(time) > 0 then
            v = 0
          else
            i = 0
          end
        `,
      },
      { stopTime: 4 },
    );
    expect([result.at(1, "i"), result.at(1, "v"), result.final("v")]).toEqual([5, 0, 10]);
    expect(Math.abs(result.final("i"))).toBe(0);
  });

  it("nests, with loops, asserts and conditions of both kinds", () => {
    const source = {
      n: 2,
      isOn: true,
      equations: `
        for i in 1:n loop
          if isOn and i > 1 then
            if time < 1 then
              y[i] = 1
            else
              if time < 2 then y[i] = 2 else y[i] = 3; assert(time < 2.5, "too late") end
            end
          else
            y[i] = -i
          end
        end
      `,
    };
    const result = run(source, { stopTime: 2.2 });
    expect([result.at(0.5, "y[2]"), result.at(1.5, "y[2]"), result.final("y[2]"), result.final("y[1]")]).toEqual([
      1, 2, 3, -1,
    ]);
    expect(failure(source, { stopTime: 3 })).toMatch(/too late/);
    expect(run({ ...source, isOn: false }, { stopTime: 3 }).final("y[2]")).toBe(-2);
  });

  it("an expression that begins with if is still an equation", () => {
    const equations = "if time < 1 then 1 else 2 = y; if time < 1 then if time < 0.5 then 5 else 6 else 7 = z";
    const result = run({ equations }, { stopTime: 2 });
    expect([result.at(0.2, "y"), result.final("y"), result.at(0.7, "z"), result.final("z")]).toEqual([1, 2, 6, 7]);
  });

  it("misuse is refused", () => {
    const x = Var({ init: 0 });
    expect(failure({ x, equations: "der(x) = 1; if x > 1 then y = 1 end" })).toMatch(
      /E-IF-EQUATION.*1 and 0 equations[\s\S]*add else/,
    );
    expect(failure({ x, equations: "der(x) = 1; if x > 1 then y = 1; z = 2 else y = 2 end" })).toMatch(
      /E-IF-EQUATION.*2 and 1 equations/,
    );
    expect(failure({ x, equations: "der(x) = 1; if x > 1 then when time > 1 then y = 1 end else y = 2 end" })).toMatch(
      /E-IF-EQUATION.*"when" cannot depend/,
    );
    expect(
      failure({ a: Model(), x, equations: "der(x) = 1; if x > 1 then connect(a, a) else connect(a, a) end" }),
    ).toMatch(/E-IF-EQUATION.*"connect"/);
    expect(failure({ equations: "if true then y = 1" })).toMatch(/E-SYNTAX.*Expected "end"/);
  });
});

describe("when", () => {
  const count = { n: Var({ start: 0 }) };

  it("with a list of conditions fires when any of them becomes true", () => {
    const equations = `
      when {time > 0.5, time > 1, sin(6*time) > 0.99} then
        n = pre(n) + 1
      end
    `;
    // sin(6 t) rises above 0.99 once before 1.3 s, at asin(0.99)/6 = 0.238
    expect(run({ ...count, equations }, { stopTime: 1.2 }).final("n")).toBe(3);
    const first = "when [initial(), time > 0.5] then n = pre(n) + 1 end";
    expect(run({ ...count, equations: first }, { stopTime: 1 }).final("n")).toBe(2);
    const still = "when {time > -1, time > 0.5} then n = pre(n) + 1 end";
    expect(run({ ...count, equations: still }, { stopTime: 1 }).final("n")).toBe(1);
  });

  it("elsewhen gives way to what stands before it", () => {
    const equations = `
      when time > 1 then
        n = 1
      elsewhen {time > 0.5, time >= 1} then
        n = 2
      elsewhen time > 1.5 then
        n = 3
      end
    `;
    const result = run({ ...count, equations }, { stopTime: 2 });
    expect([result.at(0.7, "n"), result.at(1.2, "n"), result.final("n")]).toEqual([2, 1, 3]);
  });

  it("of two clauses for one variable that fire together the later one wins", () => {
    const equations = `
      when sample(1, 1) then
        n = pre(n) + 1
      end
      when sample(2, 2) then
        n = 100
      end
    `;
    const result = run({ ...count, equations }, { stopTime: 3.5 });
    expect([1.5, 2.5, 3.5].map((t) => result.at(t, "n"))).toEqual([1, 100, 101]);
    // what is written around a component overrides what is written inside
    const Part = Model({ ...count, equations: "when time >= 1 then n = 1 end" });
    expect(run({ part: Part, equations: "when time >= 1 then part.n = 2 end" }, { stopTime: 2 }).final("part.n")).toBe(
      2,
    );
  });

  it("holds conditions, loops and asserts; what no branch sets is kept", () => {
    const equations = `
      up = sin(time) > 0
      when sample(0.5, 1) then
        if up then
          n = pre(n) + 1
        elseif time > 5 then
          m = time
        end
        for i in 1:2 loop x[i] = i*time end
        assert(time < 7, "too late")
      end
    `;
    const source = { ...count, m: Var({ start: -1 }), x: Var({ start: [0, 0] }), equations };
    const result = run(source, { stopTime: 6.4 });
    // ticks at 0.5, 1.5, 2.5 while sin > 0; at 3.5, 4.5 nothing; at 5.5 the time is kept
    expect([result.final("n"), result.final("m"), result.final("x[2]")]).toEqual([3, 5.5, 11]);
    expect(failure(source, { stopTime: 8 })).toMatch(/too late/);
    const stop =
      'der(y) = 1; when time > 1 then if y > 2 then terminate("far") else reinit(y, 5) end end; when y > 5.5 then n = 1 end';
    const stopped = run({ ...count, y: Var({ init: 0 }), equations: stop }, { stopTime: 3 });
    expect([stopped.final("y"), stopped.final("n")]).toEqual([expect.closeTo(7, 9), 1]);
  });

  it("misuse is refused", () => {
    expect(failure({ ...count, equations: "when time > 1 then n = 1; n = 2 end" })).toMatch(/E-WHEN.*two values/);
    expect(failure({ ...count, equations: "when [] then n = 1 end" })).toMatch(/E-WHEN.*one condition or a list/);
    expect(failure({ ...count, equations: "if true then when true then when true then n = 1 end end end" })).toMatch(
      /E-SYNTAX.*not allowed inside/,
    );
  });
});
