/** Algorithm sections of discrete models: pre, break and return under conditions, tables indexed by enumerations, initialisation. */
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

const text = `
package A
  type L = enumeration('U', '0', '1');
  connector Wire = L;
  connector WireIn = input Wire;
  connector WireOut = output Wire;
  function firstNegative "index of the first negative element, 0 if there is none"
    input Real v[:];
    output Integer k = 0;
  algorithm
    for i in 1:size(v, 1) loop
      if v[i] < 0 then
        k := i;
        break;
      end if;
    end for;
  end firstNegative;
  function sign3 "return in the middle"
    input Real x;
    output Real y;
  algorithm
    y := 1;
    if x > 0 then
      return;
    end if;
    y := 0;
    if x == 0 then
      return;
    else
      y := -1;
    end if;
  end sign3;
  model Leave
    Real a = sin(time), b = cos(time);
    Integer k = firstNegative({a, b, -1});
    Real s = sign3(time - 2);
  end Leave;
  block And "a gate: the output follows one event later"
    constant L table[L, L] = {{L.'U', L.'0', L.'U'}, {L.'0', L.'0', L.'0'}, {L.'U', L.'0', L.'1'}};
    WireIn a, b;
    WireOut y(start = L.'U', fixed = true);
    L now(start = L.'U');
  algorithm
    now := table[a, b];
  equation
    y = pre(now);
  end And;
  block Delay
    parameter Real tau = 0.5;
    WireIn x(start = L.'U', fixed = true);
    WireOut y(start = L.'U', fixed = true);
    Integer seen(start = 0);
  protected
    Real next(start = 0);
  algorithm
    when {initial(), change(x) and not initial()} then
      next := time + tau;
      seen := pre(seen) + 1;
    elsewhen time >= next then
      y := x;
    end when;
  end Delay;
  model Gates
    And gate; Delay delay;
    Integer seen = delay.seen;
  equation
    gate.a = L.'1';
    gate.b = if time < 1 then L.'1' else L.'0';
    connect(gate.y, delay.x);
  end Gates;
  model Memory "two indices that change"
    Integer m[2, 3](each start = 0);
    Integer i = if time < 1 then 1 else 2;
    Integer j = if time < 0.5 then 3 elseif time < 1.5 then 1 else 2;
    Boolean write = sample(0.25, 0.5);
    Integer read;
  algorithm
    when write then
      m[i, j] := pre(m[i, j]) + 10*i + j;
    end when;
    read := m[i, j];
  end Memory;
end A;`;

const library = importModelica({ texts: { "A.mo": text } });
const run = (name: string, stopTime: number) =>
  simulate(library.instantiate(`A.${name}`), { stopTime, tolerance: 1e-9 });

describe("algorithms", () => {
  it("loops and functions are left where a condition of variables says so", () => {
    const result = run("Leave", 5);
    expect([1, 2, 4, 5].map((t) => result.at(t - 0.01, "k"))).toEqual([3, 2, 1, 1]);
    expect([1, 3].map((t) => result.at(t, "s"))).toEqual([-1, 1]);
  });

  it("pre(v) is the start value during initialisation; what changes just after it is an event of its own", () => {
    const result = run("Gates", 2);
    // gate.y: U at the start, '1' in the first event, which the delay notices
    expect(result.at(0.1, "gate.y")).toBe(3);
    expect([0.4, 0.6, 1.4, 1.6].map((t) => result.at(t, "delay.y"))).toEqual([1, 3, 3, 2]);
    expect(result.final("seen")).toBe(3);
  });

  it("arrays are read and written at places that change", () => {
    const result = run("Memory", 1.9);
    // writes at 0.25 (1,3), 0.75 (1,1), 1.25 (2,1), 1.75 (2,2)
    expect(["m[1,1]", "m[1,2]", "m[1,3]", "m[2,1]", "m[2,2]", "m[2,3]"].map((name) => result.final(name))).toEqual([
      11, 0, 13, 21, 22, 0,
    ]);
    expect([0.3, 0.8, 1.3, 1.8].map((t) => result.at(t, "read"))).toEqual([13, 11, 21, 22]);
  });
});
