/** Expandable connectors: a bus has the elements that connections name. */
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

const text = `
package P
  connector In = input Real;
  connector Out = output Real;
  connector Pin
    Real v; flow Real i;
  end Pin;
  block Ramp
    parameter Real k = 1;
    Out y;
  equation
    y = k*time;
  end Ramp;
  block Gain
    parameter Real k = 2;
    In u; Out y;
  equation
    y = k*u;
  end Gain;
  expandable connector Sub
    Real level;
  end Sub;
  expandable connector Bus
    Real declared; Real unused;
    Sub sub;
  end Bus;
  expandable connector Plain
  end Plain;
  model Sensor
    Bus bus; Ramp ramp(k = 3); Ramp level(k = 5);
  equation
    connect(ramp.y, bus.speed);
    connect(level.y, bus.sub.level);
  end Sensor;
  model Controller
    Bus bus; Gain gain; Gain fromLevel(k = 10);
  equation
    connect(bus.speed, gain.u);
    connect(gain.y, bus.declared);
    connect(bus.sub.level, fromLevel.u);
    connect(fromLevel.y, bus.sub.scaled);
  end Controller;
  model Plant
    Sensor sensor; Controller controller; Bus bus; Gain reader(k = 1);
  equation
    connect(sensor.bus, bus);
    connect(bus, controller.bus);
    connect(bus.sub.scaled, reader.u);
  end Plant;
  model Arrays
    Plain bus; Ramp a(k = 1); Ramp b(k = 2); Gain g[2];
  equation
    connect(a.y, bus.v[1]); connect(b.y, bus.v[2]);
    for i in 1:2 loop connect(bus.v[i], g[i].u); end for;
  end Arrays;
  model Physical "a pin inside a bus: currents add up"
    Plain bus; Pin a; Pin b;
  protected
    model Source
      Pin p;
    equation
      p.v = 6;
    end Source;
    model Load
      Pin p;
      parameter Real R = 1;
    equation
      p.v = R*p.i;
    end Load;
  public
    Source source; Load one(R = 2); Load two(R = 3);
  equation
    connect(source.p, bus.supply); connect(one.p, bus.supply); connect(two.p, bus.supply);
    connect(a, b);
    a.v = 1;
  end Physical;
  model Implicit "an element of an element that nobody declares"
    Plain bus; Ramp r; Gain g;
  equation
    connect(r.y, bus.part.x); connect(bus.part.x, g.u);
  end Implicit;
  model Unknown
    Plain a; Plain b;
  equation
    connect(a.x, b.x);
  end Unknown;
end P;`;

const library = importModelica({ texts: { "P.mo": text } });
const run = (name: string) => simulate(library.instantiate(`P.${name}`), { stopTime: 1, tolerance: 1e-9 });

describe("expandable connectors", () => {
  it("signals go through buses of several levels, in both directions, also in buses inside buses", () => {
    const result = run("Plant");
    expect(result.final("bus.speed")).toBeCloseTo(3, 12);
    expect(result.final("sensor.bus.declared")).toBeCloseTo(6, 12);
    expect(result.final("reader.y")).toBeCloseTo(50, 12);
    expect(result.final("controller.bus.sub.level")).toBeCloseTo(5, 12);
  });

  it("what is declared and never connected does not exist", () => {
    expect(run("Plant").names).not.toContain("bus.unused");
  });

  it("the largest index gives the size of an array", () => {
    const result = run("Arrays");
    expect([result.final("g[1].y"), result.final("g[2].y")]).toEqual([2, 4]);
  });

  it("connectors with flows may be elements", () => {
    const result = run("Physical");
    expect(result.final("source.p.i")).toBeCloseTo(-5, 12);
    expect(result.final("bus.supply.v")).toBeCloseTo(6, 12);
  });

  it("bus.a.b makes a bus inside the bus", () => {
    expect(run("Implicit").final("g.y")).toBeCloseTo(2, 12);
  });

  it("an element without a type is refused", () => {
    expect(() => library.instantiate("P.Unknown")).toThrow(/E-MODELICA-CONNECT/);
  });
});
