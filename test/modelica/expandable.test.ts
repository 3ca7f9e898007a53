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
  model Optional
    parameter Boolean has;
    In a if has;
    Bus bus; Plain plain[2];
    Ramp r(k = 4); Gain g if has; Gain h;
  equation
    connect(a, bus.x);
    connect(bus.x, g.u);
    connect(plain[1].w, a);
    connect(r.y, plain[2].z);
    connect(plain[2].z, h.u);
  end Optional;
  model SwitchedOff
    Ramp r(k = 3);
    Optional with(has = true), without(has = false);
  equation
    connect(r.y, with.a);
  end SwitchedOff;
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
  model Single "one element of an array of buses, one of an array on a bus"
    expandable connector Sized
      Real w[3];
    end Sized;
    Plain bus[3]; Sized sized; Ramp a(k = 3); Ramp b(k = 5); Gain g; Gain h; Gain i;
  equation
    connect(a.y, bus[2].s); connect(bus[2].s, g.u);
    connect(b.y, bus[2].v[2]); connect(bus[2].v[2], h.u);
    connect(a.y, sized.w[2]); connect(sized.w[2], i.u);
  end Single;
  model Slices "all buses of an array at once"
    model Two
      Ramp s[2];
    end Two;
    Plain bus[2]; Ramp a[2](k = {1, 2}); Gain g[2]; Two two[2](s(k = {{1, 2}, {3, 4}})); Gain h[2,2];
  equation
    connect(a.y, bus.s); connect(bus.s, g.u); connect(two.s.y, h.u);
  end Slices;
  model Misspelt
    Ramp a[2]; Gain g[2];
  equation
    connect(a.z, g.u);
  end Misspelt;
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
    const result = run("Plant");
    expect(() => result.final("bus.unused")).toThrow(/E-RESULT/);
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

  it("elements of arrays that nobody connects do not exist", () => {
    const result = run("Single");
    expect(["g.y", "h.y", "i.y"].map((name) => result.final(name))).toEqual([6, 10, 6]);
    expect(result.final("bus[2].v[2]")).toBe(5);
    for (const name of ["bus[2].v[1]", "sized.w[1]", "sized.w[3]"])
      expect(() => result.final(name)).toThrow(/E-RESULT/);
  });

  it("slices name an element of every bus, and of every component inside", () => {
    const result = run("Slices");
    expect(["g[1].y", "g[2].y"].map((name) => result.final(name))).toEqual([2, 4]);
    expect(["h[1,1].y", "h[1,2].y", "h[2,1].y", "h[2,2].y"].map((name) => result.final(name))).toEqual([2, 4, 6, 8]);
    expect(() => library.instantiate("P.Misspelt")).toThrow(/E-MODELICA-NAME {2}"a\[1\]" has no connector "z"/);
  });

  it("an element that is connected with what is switched off alone does not exist", () => {
    const result = run("SwitchedOff");
    expect(result.final("with.g.y")).toBeCloseTo(6, 12);
    expect(result.final("without.h.y")).toBeCloseTo(8, 12);
    expect(() => result.final("without.bus.x")).toThrow(/E-RESULT/);
  });

  it("an element without a type is refused", () => {
    expect(() => library.instantiate("P.Unknown")).toThrow(/E-MODELICA-CONNECT/);
  });
});
