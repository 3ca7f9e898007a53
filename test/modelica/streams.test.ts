/** Stream connectors: what enters follows from the connection, whichever way the flow goes. */
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

const parts = `
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model Source "prescribed flow out of it, with its own enthalpy"
    Port port;
    input Real m;
    parameter Real h = 0;
  equation
    port.m = -m;
    port.h = h;
  end Source;
  model Sink "takes what comes, at a pressure"
    Port port;
    parameter Real h = 0;
    Real hIn = inStream(port.h);
    Real hActual = actualStream(port.h);
  equation
    port.p = 1;
    port.h = h;
  end Sink;
  model Pipe "adds q to what passes, either way"
    Port a;
    Port b;
    parameter Real q = 0;
  equation
    a.p = b.p;
    a.m + b.m = 0;
    b.h = inStream(a.h) + q;
    a.h = inStream(b.h) + q;
  end Pipe;`;

function finals(model: string, names: string): number[] {
  const library = importModelica({ texts: { "S.mo": `package S ${parts} ${model} end S;` } });
  const result = simulate(library.instantiate("S.M"), { stopTime: 1 });
  return names.split(" ").map((name) => result.final(name));
}

describe("stream connectors", () => {
  it("mix what flows into a node, by mass", () => {
    const model = `model M
      Source a(m = 2, h = 10); Source b(m = 3, h = 20); Sink c(h = 99);
    equation connect(a.port, c.port); connect(b.port, c.port); end M;`;
    const [hIn, flow] = finals(model, "c.hIn c.port.m");
    expect(hIn).toBeCloseTo((2 * 10 + 3 * 20) / 5, 10);
    expect(flow).toBeCloseTo(5, 12);
  });

  it("pass through pipes in either direction", () => {
    const model = (sign: number) => `model M
      Source a(m = ${sign}*time, h = 10); Pipe p(q = 5); Sink c(h = 99); Real back = inStream(a.port.h);
    equation connect(a.port, p.a); connect(p.b, c.port); end M;`;
    expect(finals(model(1), "c.hIn c.hActual back")).toEqual([15, 15, 104]);
    expect(finals(model(-1), "c.hIn c.hActual back")).toEqual([15, 99, 104]);
  });

  it("go through connectors of a model around its parts, and arrays", () => {
    const model = `
      model Double Port a[2]; Port b; Pipe p[2](q = {1, 2});
      equation connect(a, p.a); connect(p[1].b, b); connect(p[2].b, b); end Double;
      model M
        Source s(m = 1, h = 10); Source t(m = 1, h = 20); Double d; Sink c;
      equation connect(s.port, d.a[1]); connect(t.port, d.a[2]); connect(d.b, c.port); end M;`;
    expect(finals(model, "c.hIn")[0]).toBeCloseTo((11 + 22) / 2, 10);
  });

  it("a connector whose flow cannot leave its component sends nothing, as that of a sensor", () => {
    const model = `
      model Sensor Port port(m(min = 0)); Real h = inStream(port.h); equation port.m = 0; port.h = 50; end Sensor;
      model M
        Source a(m = -1, h = 10); Sensor s; Sensor r; Sink c(h = 99);
      equation connect(a.port, s.port); connect(s.port, c.port); connect(r.port, a.port); end M;`;
    // what would leave the source enters the sink alone, although it flows the other way
    expect(finals(model, "c.hIn s.h r.h")).toEqual([10, 99, 99]);
  });

  it("a connector that nothing is connected to gets its own value back", () => {
    const model = "model M Sink c(h = 7); end M;";
    expect(finals(model, "c.hIn")).toEqual([7]);
  });
});
