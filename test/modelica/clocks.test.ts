/** Clocked equations: inference, sub- and super-sampling, shifts, event clocks, solver methods. */
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

const text = `
package C
  connector ClockIn = input Clock;
  model Counter "x counts ticks: 1 at the first"
    Integer n(start = 0);
    Real u = time;
    Real s, y;
  equation
    when Clock(1, 4) then
      n = previous(n) + 1;
    end when;
    s = sample(u, Clock(1, 4));
    y = hold(s);
  end Counter;
  model LeftLimit "the controller sees the value before its own action"
    Real x(start = 1, fixed = true);
    Real u, e;
  equation
    der(x) = -hold(u);
    e = sample(x, Clock(0.5));
    u = 2*e - previous(u);
  end LeftLimit;
  model Rates
    Real fast, slow, twice, later;
    Integer k(start = 0);
    Integer j(start = 0);
  equation
    when Clock(1, 10) then
      k = previous(k) + 1;
    end when;
    fast = k;
    slow = subSample(fast, 3);
    twice = superSample(slow, 6);
    j = previous(j) + (if twice > 0 then 1 else 0);
    later = shiftSample(fast, 1, 2);
  end Rates;
  model Inferred "the factor follows from the two clocks"
    Real fast, slow, same, both;
    Integer k(start = 0);
  equation
    when Clock(1, 10) then
      k = previous(k) + 1;
    end when;
    fast = k;
    slow = subSample(fast);
    same = sample(time, Clock(1, 2));
    both = slow + same;
  end Inferred;
  model EventClock "ticks when the oscillation passes zero upwards"
    Real x(start = 0, fixed = true), v(start = 1, fixed = true);
    Clock c = Clock(x > 0, startInterval = 0.25);
    Real t, dt;
    Boolean isFirst;
    Integer n(start = 0);
  equation
    der(x) = v; der(v) = -x;
    t = sample(time, c);
    dt = interval(t);
    isFirst = firstTick(t);
    n = previous(n) + (if t > -1 then 1 else 0);
  end EventClock;
  model Discretised
    parameter String method = "ExplicitEuler";
    Clock c = Clock(Clock(1, 10), solverMethod = method);
    Real x(start = 1);
    Real u;
  equation
    u = sample(0.0, c);
    der(x) = -2*x + u;
  end Discretised;
  model Inverse "v that lets the plant follow the filter"
    parameter String method = "ExplicitEuler";
    Clock c = Clock(Clock(1, 10), solverMethod = method);
    Real x(start = 0.2, fixed = true), v;
    Real f(start = 0.7);
    Real u = sample(if time > 0.45 then 3 else 1, c);
  equation
    der(f) = 2*(u - f);
    der(x) = -x^3 + v;
    x = f;
  end Inverse;
  model TwiceInverse
    Clock c = Clock(Clock(1, 10), solverMethod = "ExplicitEuler");
    Real a(start = 0.3, fixed = true), b(start = 0.4, fixed = true, stateSelect = StateSelect.always), v;
    Real f[2];
    Real u = sample(time, c);
  equation
    der(a) = b;
    der(b) = -b*b + v;
    der(f[1]) = 2*(u - f[1]);
    der(f[2]) = 2*(f[1] - f[2]);
    a = f[2];
  end TwiceInverse;
  model RateOfInput
    Clock c = Clock(Clock(1, 10), solverMethod = "ExplicitEuler");
    Real x(start = 0), v;
    Real u = sample(time, c);
  equation
    der(x) = -x + v;
    x = u;
  end RateOfInput;
  model Conflict
    Real a, b;
  equation
    a = sample(time, Clock(1, 10));
    b = sample(time, Clock(1, 7));
    a + b = 1;
  end Conflict;
  model Open
    Integer n(start = 0);
  equation
    when Clock() then
      n = previous(n) + 1;
    end when;
  end Open;
  model NoMethod
    Real x(start = 1);
  equation
    der(x) = -x + sample(0.0, Clock(1, 10));
  end NoMethod;
  model Between
    Real x(start = 0, fixed = true), a, b;
  equation
    der(x) = 1;
    a = sample(x, Clock(x > 0.5));
    b = superSample(a, 2);
  end Between;
  model Unbounded
    Real a = sample(time, Clock(-1.0));
  end Unbounded;
end C;`;

const library = importModelica({ texts: { "C.mo": text } });
const run = (name: string, stopTime: number, modifiers?: string) =>
  simulate(library.instantiate(`C.${name}`, modifiers === undefined ? {} : { modifiers }), {
    stopTime,
    tolerance: 1e-9,
  });

describe("clocks", () => {
  it("tick at multiples of their interval, the first time at the start", () => {
    const result = run("Counter", 1.1);
    expect(result.final("n")).toBe(5);
    expect(result.final("y")).toBe(1);
    expect(result.at(0.6, "s")).toBe(0.5);
  });

  it("sample takes the value before the tick, hold the last one", () => {
    // u_0 = 2, x = 1 - t; at 0.5: e = 0.5, u = 2*0.5 - 2 = -1
    const result = run("LeftLimit", 0.75);
    expect(result.at(0.25, "x")).toBeCloseTo(1 - 2 * 0.25, 9);
    expect(result.final("u")).toBeCloseTo(2 * 0 - 2, 9);
    expect(result.final("x")).toBeCloseTo(0 + 2 * 0.25, 9);
  });

  it("sub- and super-sampled clocks meet exactly, shifted ones lie between", () => {
    const result = run("Rates", 0.64);
    expect(result.final("k")).toBe(7);
    expect(result.final("slow")).toBe(7);
    // every 3rd tick of 0.1 s, six times as fast: 0.05 s
    expect(result.final("j")).toBe(13);
    expect([result.at(0.04, "later"), result.at(0.06, "later"), result.at(0.12, "later")]).toEqual([0, 1, 1]);
  });

  it("factors are inferred where both clocks are known", () => {
    const result = run("Inferred", 1.2);
    expect(result.final("slow")).toBe(11);
    expect(result.final("both")).toBe(12);
  });

  it("event clocks tick when their condition becomes true", () => {
    const result = run("EventClock", 13);
    expect(result.final("n")).toBe(2 + 1);
    expect(result.final("t")).toBeCloseTo(4 * Math.PI, 6);
    expect(result.final("dt")).toBeCloseTo(2 * Math.PI, 6);
    expect(result.at(1, "dt")).toBe(0.25);
  });

  it.each([
    ["ExplicitEuler", 0.8 ** 5],
    ["ImplicitEuler", (1 / 1.2) ** 5],
    ["ImplicitTrapezoid", (0.9 / 1.1) ** 5],
    ["ExplicitMidPoint2", (1 - 0.2 + 0.02) ** 5],
    ["ExplicitRungeKutta4", (1 - 0.2 + 0.2 ** 2 / 2 - 0.2 ** 3 / 6 + 0.2 ** 4 / 24) ** 5],
  ])("%s integrates a clocked partition", (method, expected) => {
    expect(run("Discretised", 0.55, `method = "${method}"`).final("x")).toBeCloseTo(expected, 12);
  });

  it.each([
    ["Conflict", "Two different clocks"],
    ["Open", "Nothing says when"],
    ["NoMethod", "contains der"],
    ["Between", "cannot tick between"],
    ["Unbounded", "must be positive"],
  ])("%s is refused", (name, what) => {
    expect(() => library.instantiate(`C.${name}`)).toThrow(/E-MODELICA-CLOCK/);
    expect(() => library.instantiate(`C.${name}`)).toThrow(new RegExp(what));
  });

  describe("inverse models", () => {
    const ticks = Array.from({ length: 11 }, (_, k) => k);

    it("are differentiated for ExplicitEuler", () => {
      const result = run("Inverse", 1.05);
      let [f, u] = [0.2, 1];
      for (const k of ticks) {
        const now = 0.1 * k > 0.45 ? 3 : 1;
        if (k > 0) f += 0.1 * 2 * (u - f);
        u = now;
        expect(result.at(0.1 * k + 0.05, "x")).toBeCloseTo(f, 12);
        expect(result.at(0.1 * k + 0.05, "v")).toBeCloseTo(2 * (u - f) + f ** 3, 12);
      }
    });

    it.each([
      ["ImplicitEuler", (z: number) => 1 / (1 + z)],
      ["ImplicitTrapezoid", (z: number) => (1 - z / 2) / (1 + z / 2)],
      ["ExplicitMidPoint2", (z: number) => 1 - z + z ** 2 / 2],
      ["ExplicitRungeKutta4", (z: number) => 1 - z + z ** 2 / 2 - z ** 3 / 6 + z ** 4 / 24],
    ])("and for %s", (method, factor) => {
      const result = run("Inverse", 0.35, `method = "${method}"`);
      const f = 1 + (0.2 - 1) * factor(0.1 * 2) ** 3;
      expect(result.final("x")).toBeCloseTo(f, 12);
      expect(result.final("v")).toBeCloseTo(2 * (1 - f) + f ** 3, 12);
    });

    it("as often as they need, with the states that are asked for", () => {
      const result = run("TwiceInverse", 1.05);
      let [a, b, u] = [0.3, 0.4, 0];
      for (const k of ticks) {
        // b = 2·(f1 − a), so der(b) = 2·(2·(u − f1) − b)
        const rate = (): number => 2 * (2 * (u - (a + b / 2)) - b);
        if (k > 0) [a, b] = [a + 0.1 * b, b + 0.1 * rate()];
        u = 0.1 * k;
        expect(result.at(0.1 * k + 0.05, "a")).toBeCloseTo(a, 12);
        expect(result.at(0.1 * k + 0.05, "v")).toBeCloseTo(rate() + b * b, 12);
      }
    });

    it("are refused where they would need the rate of what enters", () => {
      expect(() => library.instantiate("C.RateOfInput")).toThrow(/E-MODELICA-CLOCK.*would need the derivative/);
      expect(() => library.instantiate("C.RateOfInput")).toThrow(/u = sample\(time, c\) has to be differentiated/);
    });
  });

  it("state machines are told as what is not supported", () => {
    const machine =
      "model M block S Integer i(start = 0) = previous(i) + 1; end S; S s; equation initialState(s); end M;";
    const instantiate = () => importModelica({ texts: { "M.mo": machine } }).instantiate("M");
    expect(instantiate).toThrow(/E-MODELICA-UNSUPPORTED {2}"initialState" is not supported[\s\S]*M\.mo:1:/);
  });

  it("an unknown solver method is refused", () => {
    expect(() => library.instantiate("C.Discretised", { modifiers: 'method = "Guess"' })).toThrow(/E-MODELICA-CLOCK/);
  });
});
