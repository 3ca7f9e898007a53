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
