import { instantiate, Model, RattlebackError, type SimulateOptions, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

function run(source: Parameters<typeof Model>[0], options: SimulateOptions) {
  return simulate(instantiate(Model(source)), options);
}
function failure(action: () => unknown): RattlebackError {
  try {
    action();
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("no error");
}

describe("relations are events", () => {
  it("a switch of the right-hand side is located and integrated over exactly", () => {
    const result = run({ x: Var({ init: 0 }), equations: "der(x) = if time < 1 then 1 else -2" }, { stopTime: 2 });
    expect(result.final("x")).toBeCloseTo(-1, 12);
    expect(result.statistics.timeEvents).toBe(1);
  });

  it("a threshold of a state is crossed at the analytic time", () => {
    const result = run(
      { x: Var({ init: 1 }), equations: "der(x) = -x; low = x < 0.5" },
      { stopTime: 2, tolerance: 1e-9 },
    );
    expect(result.events[1].time).toBeCloseTo(Math.LN2, 8);
    expect(result.events[1].cause).toContain("x < 0.5 became true");
  });

  it("noEvent and smooth compute without events", () => {
    for (const wrap of ["noEvent(if x < 0.5 then 1 else 0)", "smooth(0, if x < 0.5 then 1 else 0)"]) {
      expect(
        run({ x: Var({ init: 1 }), equations: `der(x) = -x; y = ${wrap}` }, { stopTime: 2 }).statistics.stateEvents,
      ).toBe(0);
    }
  });

  it("two rows are kept at an event: before and after", () => {
    const result = run(
      { x: Var({ init: 0 }), equations: "der(x) = 1; y = if time < 1 then 0 else 5" },
      { stopTime: 2 },
    );
    const { time, values } = result.signal("y");
    const at = Array.from(time.keys()).filter((k) => time[k] === 1);
    expect(at.map((k) => values[k])).toEqual([0, 5]);
  });
});

describe("when, pre, edge, change, sample", () => {
  it("a counter counts the ticks of a sampler", () => {
    const result = run(
      { n: Var({ start: 0 }), equations: "when sample(0.5, 0.25) then n = pre(n) + 1 end" },
      { stopTime: 2 },
    );
    expect(result.final("n")).toBe(7);
  });

  it("elsewhen gives way to the first condition", () => {
    const result = run(
      {
        k: Var({ start: 0 }),
        equations: "when time > 1 then k = 1 elsewhen time > 1 then k = 2 elsewhen time > 2 then k = 3 end",
      },
      { stopTime: 3 },
    );
    const { time, values } = result.signal("k");
    expect(Array.from(values).filter((_, i) => time[i] > 1.001 && time[i] < 2)).toSatisfy((list: number[]) =>
      list.every((x) => x === 1),
    );
    expect(result.final("k")).toBe(3);
  });

  it("a when clause that is true from the start fires only if it says initial()", () => {
    const result = run(
      {
        a: Var({ start: 0 }),
        b: Var({ start: 0 }),
        x: Var({ init: 1 }),
        equations: "der(x) = 0; when x > 0 then a = 1 end; when initial() then b = 1 end",
      },
      { stopTime: 1 },
    );
    expect([result.final("a"), result.final("b")]).toEqual([0, 1]);
  });

  it("edge and change see a switch once", () => {
    const result = run(
      {
        n: Var({ start: 0 }),
        m: Var({ start: 0 }),
        equations:
          "b = sin(2*pi*time - 0.5) > 0; when edge(b) then n = pre(n) + 1 end; when change(b) then m = pre(m) + 1 end",
      },
      { stopTime: 3.25 },
    );
    expect([result.final("n"), result.final("m")]).toEqual([4, 7]);
  });

  it("terminal() is true in the last evaluation", () => {
    const result = run({ x: Var({ init: 0 }), equations: "der(x) = 1; last = terminal()" }, { stopTime: 1 });
    expect(result.final("last")).toBe(1);
    expect(result.signal("last").values[3]).toBe(0);
  });

  it("what is asserted of the last evaluation is looked at there", () => {
    const ends = (text: string) => () =>
      run({ x: Var({ init: 0 }), equations: `der(x) = 1; ${text}` }, { stopTime: 1 });
    for (const text of ['assert(!terminal(), "t")', 'when terminal() then assert(x < 0.5, "t") end']) {
      const error = failure(ends(text));
      expect([error.code, error.data["t"]]).toEqual(["E-ASSERT", 1]);
    }
    expect(ends('assert(!terminal() or x > 0.5, "t"); when terminal() then assert(x > 0.5, "t") end')().status).toBe(
      "finished",
    );
    expect(ends('assert(!terminal(), "last", warning)')().warnings).toEqual(["W-ASSERT  At t = 1 s: last"]);
  });

  it("assert(…) that asks for initial() is looked at with the start values, and not afterwards", () => {
    const begins = (equations: string) => () =>
      simulate(instantiate(Model({ x: Var({ init: 1 }), equations: `der(x) = -x; ${equations}` })), { stopTime: 1 });
    for (const text of [
      'assert(!initial(), "s")',
      'assert(!initial() or x < 0.5, "s")',
      'assert(noEvent(!initial() or x < 0.5), "s")',
    ])
      expect(begins(text)).toThrow(/E-ASSERT {2}At t = 0: s/);
    expect(begins('assert(!initial() or x > 0.5, "s")')().final("x")).toBeCloseTo(Math.exp(-1), 5);
    expect(begins('assert(!initial(), "first", warning)')().warnings).toEqual(["W-ASSERT  At t = 0 s: first"]);
  });

  it("terminate ends the run early", () => {
    const result = run(
      { x: Var({ init: 0 }), equations: 'der(x) = 1; when x > 0.5 then terminate("far enough") end' },
      { stopTime: 1 },
    );
    expect(result.status).toBe("terminated");
    expect(result.endTime).toBeCloseTo(0.5, 9);
  });

  it("relations of what is nominally small change where they should", () => {
    for (const size of [1e-9, 1e-12, 1e-18]) {
      const small = (init: number) => Var({ init, nominal: size });
      const equations = `
        der(x) = -x
        i = ${size}*sin(3*time)
        der(q) = if i > 0 then i else 0
        when x < ${size / 2} then
          half = time
        end`;
      const variables = { x: small(size), q: small(0), i: Var({ nominal: size }), half: Var({ start: 0 }) };
      const result = run({ ...variables, equations }, { stopTime: 2 });
      expect(result.final("half")).toBeCloseTo(Math.log(2), 5);
      expect(result.final("q") / size).toBeCloseTo(2 / 3, 5);
    }
  });

  it("terminate lets the last evaluation follow, with what its event has set", () => {
    const equations = `
      der(x) = 1
      when x > 0.5 then
        terminate("far enough"); reinit(x, 3)
      end
      when terminal() then
        last = x
      end`;
    const result = run({ x: Var({ init: 0 }), last: Var({ start: 0 }), equations }, { stopTime: 1 });
    expect([result.final("x"), result.final("last"), result.status]).toEqual([3, 3, "terminated"]);
  });

  it("terminate ends the run where it begins", () => {
    const equations = 'der(x) = 1; when initial() then terminate("at once") end';
    const result = run({ x: Var({ init: 0 }), equations }, { stopTime: 1 });
    expect([result.status, result.endTime, result.final("x")]).toEqual(["terminated", 0, 0]);
  });

  it("a when clause sets its own next instant: time >= pre(tNext)", () => {
    const result = run(
      { tNext: Var({ start: 0.5 }), equations: "when time >= pre(tNext) then tNext = time + 1 end" },
      { stopTime: 4 },
    );
    expect(result.events.map(({ time }) => time)).toEqual([0, 0.5, 1.5, 2.5, 3.5]);
    expect(result.statistics.timeEvents).toBe(4);
    expect(result.final("tNext")).toBe(4.5);
  });

  it.each([
    ["a state", "assert(x > 0.5, text)", Math.LN2],
    ["an algebraic variable", "assert(y < 2, text)", Math.LN2],
    ["time", "assert(time < 0.3, text)", 0.3],
    ["a truth value", "b = x > 0.7; assert(b, text)", -Math.log(0.7)],
    ["one of two", "assert(x > 0.5 and x > 0.6, text)", -Math.log(0.6)],
    ["a part of the time", "if time > 0.2 then assert(x > 0.9, text) end", 0.2],
    ["an event", "when x < 0.8 then assert(x > 1, text) end", -Math.log(0.8)],
  ])("an assertion about %s ends the run where it becomes false, not at the next output", (_what, text, time) => {
    const equations = `der(x) = -x; y = 1/x; ${text.replace("text", '"broken"')}`;
    for (const interval of [0.4, 0.01]) {
      const error = failure(() => run({ x: Var({ init: 1 }), equations }, { stopTime: 1, interval, tolerance: 1e-9 }));
      expect(error.code).toBe("E-ASSERT");
      expect(error.data["t"]).toBeCloseTo(time, 7);
    }
  });

  it.each([
    ["of level warning", "assert(x > 0.5, text, warning)"],
    ["of level warning at an event", "when x < 0.5 then assert(x > 1, text, warning) end"],
  ])("an assertion %s is told once, with its time, and the run goes on", (_what, text) => {
    const equations = `der(x) = -x; ${text.replace("text", '"small"')}`;
    const result = run({ x: Var({ init: 1 }), equations }, { stopTime: 1, interval: 0.01 });
    expect(result.status).toBe("finished");
    const told = result.warnings.filter((warning) => warning.startsWith("W-ASSERT"));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^W-ASSERT {2}At t = 0\.(69|7)\d* s: small$/);
    const fine = run(
      { x: Var({ init: 1 }), equations: 'der(x) = -x; assert(x > 0, "small", warning)' },
      { stopTime: 1 },
    );
    expect(fine.warnings).toEqual([]);
  });

  it("an assertion that is broken between two outputs only is seen", () => {
    const equations = 'der(x) = 20*cos(20*time); assert(x < 0.999, "peak")';
    const error = failure(() => run({ x: Var({ init: 0 }), equations }, { stopTime: 1, interval: 0.5 }));
    expect(error.data["t"]).toBeCloseTo(Math.asin(0.999) / 20, 4);
  });

  it("an assertion inside noEvent is looked at where values are stored", () => {
    const equations = 'der(x) = -x; assert(noEvent(x > 0.5), "small")';
    const error = failure(() => run({ x: Var({ init: 1 }), equations }, { stopTime: 1, interval: 0.5 }));
    expect(error.data["t"]).toBe(1);
  });

  it("an assertion may speak of the value before, of clocks and of the past", () => {
    const source = (condition: string) => ({
      x: Var({ init: 0 }),
      n: Var({ start: 0 }),
      equations: `der(x) = 1; when sample(0.5, 0.5) then n = pre(n) + 1 end; assert(${condition}, "no longer")`,
    });
    for (const condition of ["pre(n) < 3", "delay(x, 0.1) < 1"]) {
      const error = failure(() => run(source(condition), { stopTime: 2 }));
      expect(error.code).toBe("E-ASSERT");
    }
    expect(run(source("pre(n) < 5 or initial()"), { stopTime: 2 }).status).toBe("finished");
  });

  it("what changes at events only has the derivative zero, whatever computes it", () => {
    const source = (equations: string) => ({
      functions: { f: (t: number) => Math.floor(t) + 1 },
      c: Var({ start: 1 }),
      equations: `when sample(1, 1) then c = f(time) end; ${equations}; w = der(z)`,
    });
    const product = run(source("z = c*time^2"), { stopTime: 3.5 });
    for (const [t, c] of [
      [0.5, 1],
      [1.5, 2],
      [3.5, 4],
    ])
      expect(product.at(t, "w")).toBeCloseTo(2 * c * t, 12);
    const held = run(source("z = c"), { stopTime: 3.5 });
    expect([held.final("z"), held.final("w"), held.at(2.5, "w")]).toEqual([4, 0, 0]);
    expect(held.stateNames).toEqual([]);
  });

  it("a sum of clocked values in a constraint is not differentiated either", () => {
    const result = run(
      {
        a: Var({ start: 0 }),
        b: Var({ start: 0 }),
        equations:
          "a = sample(time, Clock(0.5)); b = sample(2*time, Clock(0.5)); 0 = a + b - c; x = c + sin(time); v = der(x)",
      },
      { stopTime: 1.2 },
    );
    expect(result.final("x")).toBeCloseTo(3 + Math.sin(1.2), 12);
    expect(result.final("v")).toBeCloseTo(Math.cos(1.2), 12);
  });

  it("reinit of something that is no state is refused", () => {
    const error = failure(() =>
      run(
        { x: Var({ init: 0 }), equations: "der(x) = 1; y = 2*x; when x > 0.5 then reinit(y, 0) end" },
        { stopTime: 1 },
      ),
    );
    expect(error.code).toBe("E-REINIT");
    expect(error.hint).toBe("set a state, or let an equation contain der(y)");
    // … which helps
    const helped = run(
      { x: Var({ init: 0 }), equations: "der(x) = 1; y = 2*x; rate = der(y); when x > 0.5 then reinit(y, 0) end" },
      { stopTime: 0.75 },
    );
    expect([helped.final("y"), helped.final("x")]).toEqual([expect.closeTo(0.5, 10), expect.closeTo(0.25, 10)]);
  });

  it("a long chain of values before ends with the right values, at the start and at an event", () => {
    const length = 150;
    const names = Array.from({ length: length + 1 }, (_, i) => `a${i}`);
    const result = run(
      {
        ...Object.fromEntries(names.map((name) => [name, Var({ start: 0 })])),
        x: Var({ init: 0 }),
        equations: [
          "der(x) = 1; when x > 0.5 then a0 = 1000 end",
          ...names.slice(1).map((name, i) => `${name} = pre(a${i}) + 1`),
        ],
      },
      { stopTime: 1 },
    );
    for (const i of [1, 75, length]) {
      expect(result.at(0.25, `a${i}`)).toBe(i);
      expect(result.at(0.75, `a${i}`)).toBe(1000 + i);
    }
  });

  it("a ring of as many is still reported as endless", () => {
    const names = Array.from({ length: 150 }, (_, i) => `a${i}`);
    const error = failure(() =>
      run(
        {
          ...Object.fromEntries(names.map((name) => [name, Var({ start: 0 })])),
          equations: names.map((name, i) => `${name} = pre(a${(i + 149) % 150}) + 1`),
        },
        { stopTime: 1 },
      ),
    );
    expect(error.code).toBe("E-EVENT-LOOP");
  });

  it("conditions that switch each other for ever are reported with their names", () => {
    const error = failure(() =>
      run(
        { a: Var({ start: false }), b: Var({ start: false }), equations: "a = not pre(b); b = pre(a)" },
        { stopTime: 1 },
      ),
    );
    expect(error.code).toBe("E-EVENT-LOOP");
    expect(error.data["changed"]).toEqual(expect.arrayContaining(["a"]));
  });

  it("sliding along a switching surface is recognised as chattering", () => {
    const error = failure(() =>
      run({ x: Var({ init: 0.3 }), equations: "der(x) = if x > 0 then -1 else 1" }, { stopTime: 1 }),
    );
    expect(error.code).toBe("E-CHATTERING");
    expect(error.because).toContain("x > 0");
    expect(error.hint).toContain("hysteresis");
  });
});

describe("clocks", () => {
  it("sample, hold and previous follow the ticks", () => {
    const result = run(
      {
        u: Var({ start: 0 }),
        n: Var({ start: 0 }),
        equations: "u = sample(time, Clock(0.1)); f = hold(u, Clock(0.1)); n = previous(n, Clock(0.1)) + 1",
      },
      { stopTime: 0.95 },
    );
    expect(result.final("f")).toBeCloseTo(0.9, 12);
    expect(result.final("n")).toBe(10);
  });

  it("hold without start value is refused", () => {
    const error = failure(() =>
      run(
        { v: Var({ init: 1 }), equations: "der(v) = -v + f; u = sample(v, Clock(0.1)); f = hold(u, Clock(0.1))" },
        { stopTime: 1 },
      ),
    );
    expect(error.code).toBe("E-START-MISSING");
    expect(error.path).toBe("u");
  });

  it("a clock without positive interval is refused", () => {
    expect(failure(() => run({ equations: "u = sample(time, Clock(0))" }, { stopTime: 1 })).code).toBe("E-CLOCK");
  });
});

describe("delay", () => {
  it("gives the value of the past, and the first value before the start", () => {
    const result = run(
      { x: Var({ init: 0 }), equations: "der(x) = cos(time); y = delay(x, 0.5)" },
      { stopTime: 3, tolerance: 1e-9 },
    );
    expect(result.final("y")).toBeCloseTo(Math.sin(2.5), 5);
    expect(result.signal("y").values[10]).toBe(0);
  });
});

describe("jumps of a delayed signal", () => {
  it("come back as events at the exact time, and are integrated over exactly", () => {
    const result = run(
      { x: Var({ init: 0 }), equations: "u = if time < 1 then 0 else 2; der(x) = delay(u, 0.3)" },
      { stopTime: 2 },
    );
    const jump = result.events.find(({ cause }) => cause === "jump of a delayed signal");
    expect(jump?.time).toBeCloseTo(1.3, 12);
    expect(result.final("x")).toBeCloseTo(2 * 0.7, 12);
  });

  it("of a state event as well, with the value before kept", () => {
    const result = run(
      {
        x: Var({ init: 0 }),
        equations: "der(x) = 1; u = if x > 0.5 then x + 1 else 0; y = delay(u, 0.25); der(z) = y",
        z: Var({ init: 0 }),
      },
      { stopTime: 1, tolerance: 1e-8 },
    );
    // y is 0 up to 0.75, then t + 0.75
    expect(result.at(0.74, "y")).toBe(0);
    expect(result.final("y")).toBeCloseTo(1.75, 9);
    expect(result.final("z")).toBeCloseTo(0.75 * 0.25 + (1 - 0.75 ** 2) / 2, 8);
  });

  it("echo: a jump that is fed back comes again after every delay, half as high", () => {
    const result = run({ equations: "u = (if time < 0.5 then 0 else 1) + 0.5*delay(u, 1)" }, { stopTime: 4.4 });
    expect(result.events.map(({ time }) => time)).toEqual([0, 0.5, 1.5, 2.5, 3.5]);
    expect(result.final("u")).toBe(1.875);
  });
});

describe("delay of a signal that goes by another name", () => {
  // linear interpolation at the young end: h²/8 with steps of 0.001
  const close = 1.3e-7;
  const past = (equations: string) =>
    run({ equations: `u = sin(time); ${equations}` }, { stopTime: 3, maximumStep: 0.001 }).final("y");

  it("an alias is delayed like the signal itself", () => {
    expect(Math.abs(past("v = u; y = delay(v, 0.7)") - Math.sin(2.3))).toBeLessThan(close);
  });
  it("a negated alias comes back negated", () => {
    expect(Math.abs(past("v = -u; y = delay(v, 0.7)") + Math.sin(2.3))).toBeLessThan(close);
  });
  it("a signal that is zero stays zero", () => {
    expect(past("v = 0; y = u*delay(v, 0.7)")).toBe(0);
  });
  it("the derivative of a delayed signal is refused, not taken for zero", () => {
    const error = failure(() => past("y = delay(u, 0.7); w = der(y)"));
    expect(error.code).toBe("E-NO-DERIVATIVE");
    expect(error.where).toContain("y = delay(u, 0.7)");
    expect(error.hint).toContain("delay(w, T)");
  });
});

describe("mixed systems", () => {
  it("an ideal diode blocks and conducts consistently from the first instant", () => {
    const diode = (voltage: number) =>
      run(
        {
          s: Var({ start: 0 }),
          equations: `v + R*i = ${voltage}; v = s*(if s > 0 then 1e-5 else 1); i = s*(if s > 0 then 1 else 1e-5)`,
          R: 1,
        },
        {},
      );
    expect(diode(5).final("i")).toBeCloseTo(5 / 1.00001, 9);
    expect(diode(-5).final("i")).toBeCloseTo((-5 * 1e-5) / 1.00001, 12);
  });

  it("relations without a consistent answer are reported", () => {
    const error = failure(() => run({ equations: "x = if y > 0 then -1 else 1; y = x" }, {}));
    expect(["E-MIXED", "E-SYSTEM-SINGULAR"]).toContain(error.code);
  });
});

describe("one event that sets off another", () => {
  it("a push goes through balls that touch: pre(v) is what the push before has left, and momentum is kept", () => {
    const result = run(
      {
        x: Var({ init: [0, 1, 1, 1] }),
        v: Var({ init: [1, 0, 0, 0] }),
        equations: `
          der(x) = v; der(v) = zeros(4)
          for i in 1:3 loop
            when x[i] >= x[i + 1] and v[i] > v[i + 1] then
              reinit(v[i], pre(v[i + 1])); reinit(v[i + 1], pre(v[i]))
            end
          end`,
      },
      { stopTime: 3 },
    );
    expect([1, 2, 3, 4].map((i) => result.final(`v[${i}]`))).toEqual([0, 0, 0, 1]);
    expect(result.final("x[4]")).toBeCloseTo(3, 9);
  });

  it("a clock that ticks at the end of the run but for rounding ticks there", () => {
    // 3·0.1 is above 0.3
    const ticks = (equations: string) => run({ n: Var({ start: 0 }), equations }, { stopTime: 0.3 }).final("n");
    expect(ticks("when sample(0, 0.1) then n = pre(n) + 1 end")).toBe(4);
    expect(ticks("u = sample(time, Clock(0.1)); n = previous(n) + (if u >= 0 then 1 else 0)")).toBe(4);
  });
});

describe("events that accumulate", () => {
  const ball = (e: number, more = "") => ({
    e,
    h: Var({ init: 1 }),
    v: Var({ init: 0 }),
    isResting: Var({ start: false }),
    equations: `
      der(h) = if isResting then 0 else v
      der(v) = if isResting then 0 else -9.81
      when h < 0 then
        reinit(v, -e*pre(v))
        ${more}
      end
      ${more === "" ? "isResting = false" : ""}`,
  });

  it("a ball whose bounces become too low is reported when it falls through the floor", () => {
    for (const e of [0.7, 0.1, 0]) {
      const lines: string[] = [];
      const result = run(ball(e), { stopTime: 10, log: (line) => lines.push(line) });
      expect(result.final("h")).toBeLessThan(-1);
      expect(result.warnings).toHaveLength(1);
      expect(result.warnings[0]).toMatch(/^W-ZENO {2}"h < 0" stays true after the reinit at t = /);
      expect(result.warnings[0]).toContain("come to rest");
      expect(lines).toContain(result.warnings[0]);
      // geometric series of the flight times
      const first = Math.sqrt(2 / 9.81);
      const time = Number(/t = ([\d.]+)/.exec(result.warnings[0])?.[1]);
      expect(time).toBeCloseTo(first * (1 + (2 * e) / (1 - e)), 4);
    }
  });

  it("a ball that comes to rest stays on the floor, without a warning", () => {
    const result = run(ball(0.7, "isResting = v < 1e-3"), { stopTime: 10 });
    expect(Math.abs(result.final("h"))).toBeLessThan(1e-6);
    expect(result.warnings).toEqual([]);
  });

  it("a when clause that resets something else gives no warning", () => {
    const result = run(
      {
        x: Var({ init: 0 }),
        y: Var({ init: 0 }),
        equations: "der(x) = 1; der(y) = 1; when x > 1 then reinit(y, 0) end",
      },
      { stopTime: 3 },
    );
    expect(result.warnings).toEqual([]);
    expect(result.final("y")).toBeCloseTo(2, 9);
  });
});
