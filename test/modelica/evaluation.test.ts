/** What is known when the model is translated: Evaluate, final, zero factors; and how small a time may be. */
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

function run(text: string, name: string, stopTime = 1, merge = {}) {
  const model = importModelica({ texts: { "test.mo": text } }).instantiate(name);
  return simulate(model, { stopTime, tolerance: 1e-9, merge });
}

describe("parameters that translation evaluates", () => {
  // with k = 0 there is no capacitance and no state: u/R = (1 − u)/2 at once
  const text = `
    package Device
      record Card parameter Real k = 0; parameter Real area = 2; end Card;
      record Derived Real zero; Real slope; end Derived;
      function derive input Card card; output Derived d;
      algorithm
        d.zero := card.k*card.area;
        d.slope := card.k/10;
      end derive;
      function capacitance input Derived d; input Real v; output Real c;
      algorithm
        if v > 0.5 then
          c := d.zero + d.slope*v;
        else
          c := d.zero;
        end if;
      end capacitance;
      model Node
        parameter Card card annotation(Evaluate = true);
        final parameter Derived d = derive(card);
        parameter Real R = 1;
        Real u(start = 0, fixed = card.k > 0);
        Real c;
      equation
        c = capacitance(d, u);
        c*der(u) = (1 - u)/2 - u/R;
      end Node;
    end Device;`;

  it("a capacitance that a function makes zero for the given values is none", () => {
    const result = run(text, "Device.Node");
    expect(result.at(0, "u")).toBeCloseTo(1 / 3, 9);
  });

  it("another value, given for a run, brings the state back", () => {
    const result = run(text, "Device.Node", 1, { card: { k: 0.5 } });
    // C = 1: der(u) = 1/2 − 3/2·u while u < 1/3
    expect(result.final("u")).toBeCloseTo((1 - Math.exp(-1.5)) / 3, 7);
  });
});

describe("sums of parameters that are zero", () => {
  // coils with L1 = L2 = M share one flux: i1 + i2 is the state, and the voltages are equal
  const text = `
    model Coils
      parameter Real L1 = 2; parameter Real L2 = 2; parameter Real M = 2;
      Real i1(start = 0, fixed = true); Real i2(start = 0);
      Real v1; Real v2;
      Real dv = (L1 - M)*der(i1) + (M - L2)*der(i2);
    equation
      v1 = L1*der(i1) + M*der(i2);
      v2 = v1 - dv;
      1 - v1 = i1;
      v2 = -3*i2;
    end Coils;`;

  it("make coupled coils one", () => {
    const result = run(text, "Coils", 1);
    // i1 = 1 + 3 i2 and 2 (i1 + i2)' = 1 − i1
    const rate = 3 / 8;
    expect(result.final("i1")).toBeCloseTo(1 - Math.exp(-rate), 6);
    expect(result.final("v2")).toBeCloseTo(result.final("v1"), 12);
  });

  it("are two coils with other values", () => {
    const result = run(text, "Coils", 1, { M: 1 });
    expect(Math.abs(result.final("v2") - result.final("v1"))).toBeGreaterThan(1e-3);
  });
});

describe("a product that two equations share", () => {
  it("relates their other sides exactly: the currents at both ends of a winding cancel in sums", () => {
    const text = `
      model Winding
        parameter Real n = 3;
        Real i = sin(time); Real a; Real b; Real sum = a + b;
      equation
        n*i = a;
        n*i = -b;
      end Winding;`;
    const model = importModelica({ texts: { "test.mo": text } }).instantiate("Winding");
    expect(model.printEquations()).toMatch(/(b := -a|a := -b)/);
    expect(model.printEquations()).toContain("sum := 0");
    const result = simulate(model, { stopTime: 1, merge: { n: 0.1 } });
    expect(result.final("b")).toBeCloseTo(-0.1 * Math.sin(1), 12);
    expect(result.final("sum")).toBe(0);
  });
});

describe("records in algorithms", () => {
  it("are assigned as a whole and by field", () => {
    const text = `
      model Parts
        record Pair Real a; Real b; end Pair;
        function make input Real x; output Pair p; algorithm p.a := x; p.b := 2*x; end make;
        Pair p;
        Real y;
      algorithm
        p := make(time);
        p.b := p.b + 1;
        y := p.a + p.b;
      end Parts;`;
    const result = run(text, "Parts", 2);
    expect(result.final("y")).toBeCloseTo(7, 9);
    expect(result.final("p.b")).toBeCloseTo(5, 9);
  });

  it("have fields of any name, that of the record too", () => {
    const text = `
      model Same
        record Pair Real p; Integer n; end Pair;
        function make input Real x; output Pair p; algorithm p.n := 3; p.p := x*p.n; end make;
        Pair p = make(time);
      end Same;`;
    expect(run(text, "Same", 2).final("p.p")).toBeCloseTo(6, 12);
  });
});

describe("runs of picoseconds", () => {
  it("have events of femtoseconds: a pulse with edges of 0.1 ps keeps its area", () => {
    const text = `
      model Pulse
        Real u = if time < 4e-12 then 0 elseif time < 4.1e-12 then (time - 4e-12)*1e13
                 elseif time < 5e-12 then 1 elseif time < 5.1e-12 then 1 - (time - 5e-12)*1e13 else 0;
        Real area(start = 0, fixed = true, nominal = 1e-12);
      equation
        der(area) = u;
      end Pulse;`;
    const result = run(text, "Pulse", 1e-11);
    expect(result.final<number>("area") * 1e12).toBeCloseTo(1, 6);
    expect(result.at(4.05e-12, "u")).toBeCloseTo(0.5, 6);
  });
});

describe("functions", () => {
  it("with a second derivative of their own: a cam f(phi) = phi³ drives a mass", () => {
    const text = `
      package Cams
        function f input Real u; output Real y;
        protected Real w; Integer k;
        algorithm
          w := u; k := 0;
          while k < 2 or w > 1e30 loop w := w*u; k := k + 1; end while;
          y := w;
          annotation(derivative = df);
        end f;
        function df input Real u; input Real du; output Real dy;
        protected Real w; Integer k;
        algorithm
          w := 3*du; k := 0;
          while k < 2 or w > 1e30 loop w := w*u; k := k + 1; end while;
          dy := w;
          annotation(derivative(order = 2) = d2f);
        end df;
        function d2f input Real u; input Real du; input Real d2u; output Real d2y;
        algorithm
          d2y := 6*u*du*du + 3*u*u*d2u;
        end d2f;
        model Cam
          Real phi(start = 1, fixed = true, stateSelect = StateSelect.always);
          Real w(start = 2, fixed = true, stateSelect = StateSelect.always) = der(phi);
          Real s = f(phi);
          Real a = der(v);
          Real v = der(s);
        equation
          der(w) = -1;
        end Cam;
      end Cams;`;
    const result = run(text, "Cams.Cam", 0.2);
    const [phi, w] = [1 + 0.4 - 0.02, 1.8];
    expect(result.final("s")).toBeCloseTo(phi ** 3, 7);
    expect(result.final("v")).toBeCloseTo(3 * phi ** 2 * w, 7);
    expect(result.final("a")).toBeCloseTo(6 * phi * w ** 2 - 3 * phi ** 2, 7);
  });

  it("may define their motion: inputs that are not differentiated are position, speed and acceleration", () => {
    const text = `
      package Motions
        function position input Real q[3]; input Real dummy; output Real y;
        algorithm y := q[1];
          annotation(derivative(noDerivative = q) = speed);
        end position;
        function speed input Real q[3]; input Real dummy; input Real dummyRate; output Real y;
        algorithm y := q[2];
          annotation(derivative(noDerivative = q, order = 2) = acceleration);
        end speed;
        function acceleration
          input Real q[3]; input Real dummy; input Real dummyRate; input Real dummyRate2; output Real y;
        algorithm y := q[3];
        end acceleration;
        model Driven
          parameter Real k = 1;
          Real z(start = 2, fixed = true);
          Real x; Real v; Real a;
          Real force = 2*a;
        equation
          // a table of its own for each of the three: they need not be derivatives of each other
          der(z) = -x;
          x = position({z, 3*time, k}, time);
          der(x) = v;
          der(v) = a;
        end Driven;
      end Motions;`;
    const result = run(text, "Motions.Driven", 1);
    expect(result.final("v")).toBeCloseTo(3, 12);
    expect(result.final("force")).toBeCloseTo(2, 12);
    // the value is the position, also in the Jacobian of an implicit method
    expect(result.final("z")).toBeCloseTo(2 * Math.exp(-1), 5);
  });

  it("may fail in branches that the given values do not take", () => {
    const text = `
      model Guarded
        function g input Real x; output Real y;
        algorithm
          if x < 0 then
            assert(false, "negative");
          end if;
          y := 2*x;
        end g;
        parameter Real p = 3;
        Real y = g(p + time);
      end Guarded;`;
    expect(run(text, "Guarded").final("y")).toBeCloseTo(8, 12);
    expect(() => run(text, "Guarded", 1, { p: -3 })).toThrow(/negative/);
  });

  it("size(A, 1) in the size of A itself is that of its value", () => {
    const text = `
      model Square
        parameter Real A[:, size(A, 1)] = [0, 1; -1, 0];
        Real x[size(A, 1)](start = {1, 0}, each fixed = true);
      equation
        der(x) = A*x;
      end Square;`;
    expect(run(text, "Square").final<number[]>("x")[0]).toBeCloseTo(Math.cos(1), 7);
  });
});

describe("return in a loop", () => {
  it("ends the function where a condition of variables says so: the first true element counts", () => {
    const text = `
      model First
        function firstTrue input Boolean b[:]; output Integer index;
        algorithm
          index := 0;
          for i in 1:size(b, 1) loop
            if b[i] then
              index := i;
              return;
            end if;
          end for;
        end firstTrue;
        function nested input Real x; input Boolean isOn; output Real y;
        algorithm
          y := 1;
          if isOn then
            if x > 0.5 then
              y := 2;
              return;
            end if;
          end if;
          y := y + 2;
        end nested;
        Integer k = firstTrue({time > 0.6, time > 0.2, time > 0.4});
        Real y = nested(time, true);
      end First;`;
    const result = run(text, "First");
    expect([0.1, 0.3, 0.5, 0.7].map((t) => result.at(t, "k"))).toEqual([0, 2, 2, 1]);
    expect([0.1, 0.7].map((t) => result.at(t, "y"))).toEqual([3, 2]);
  });
});
