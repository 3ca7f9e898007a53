/** Connectors with more variables than degrees of freedom: roots, trees, cut loops. A direction in the plane has two numbers and one freedom. */
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

const plane = `
package Plane
  record Direction
    Real c; Real s;
    function equalityConstraint
      input Direction a; input Direction b;
      output Real residue[1];
    algorithm
      residue := {atan2(a.c*b.s - a.s*b.c, a.c*b.c + a.s*b.s)};
    end equalityConstraint;
  end Direction;
  connector Frame
    Direction R;
    flow Real t;
  end Frame;
  model Fixed
    parameter Real angle = 0;
    Frame f;
  equation
    Connections.root(f.R);
    f.R.c = cos(angle); f.R.s = sin(angle);
  end Fixed;
  model Hinge
    Frame a; Frame b;
    Real phi;
    Boolean fromA = Connections.rooted(a.R);
  equation
    Connections.branch(a.R, b.R);
    a.t + b.t = 0;
    if Connections.rooted(a.R) then
      b.R.c = a.R.c*cos(phi) - a.R.s*sin(phi);
      b.R.s = a.R.s*cos(phi) + a.R.c*sin(phi);
    else
      a.R.c = b.R.c*cos(phi) + b.R.s*sin(phi);
      a.R.s = b.R.s*cos(phi) - b.R.c*sin(phi);
    end if;
  end Hinge;
  model Free "Like a body: it is a root when nothing else is"
    parameter Integer priority = 0;
    Frame f;
    Boolean isRoot = Connections.isRoot(f.R);
  equation
    Connections.potentialRoot(f.R, priority);
    if Connections.isRoot(f.R) then
      f.R.c = cos(time); f.R.s = sin(time);
    end if;
    f.t = 0;
  end Free;
  model Driven
    extends Hinge;
    parameter Real speed = 1;
  equation
    phi = speed*time;
  end Driven;
  model Loop "fixed - driven - hinge - fixed: the second hinge makes up for the first"
    Fixed left; Fixed right(angle = 1); Driven driven(speed = 0.3); Hinge loose;
  equation
    connect(left.f, driven.a); connect(driven.b, loose.a); connect(loose.b, right.f);
    loose.a.t = 0;
  end Loop;
  model Floating "two free parts on one hinge: the one of lower priority is the root"
    Free first(priority = 5); Free second(priority = 2); Driven hinge;
  equation
    connect(first.f, hinge.a); connect(hinge.b, second.f);
  end Floating;
  model Chain
    Free free; Fixed ground; Driven hinge;
  equation
    connect(hinge.a, free.f); connect(ground.f, hinge.b);
  end Chain;
  model Lost
    Hinge hinge;
  equation
    hinge.phi = 1; hinge.a.R.c = 1; hinge.a.R.s = 0;
  end Lost;
  model TwoRoots
    Frame f;
    Driven hinge;
  equation
    Connections.root(hinge.a.R); Connections.root(hinge.b.R);
  end TwoRoots;
  model Ring
    Frame a; Frame b;
  equation
    Connections.branch(a.R, b.R); Connections.branch(b.R, a.R); Connections.root(a.R);
  end Ring;
  model TooEarly
    Free free;
    Frame extra if Connections.isRoot(free.f.R);
  end TooEarly;
end Plane;`;

const library = importModelica({ texts: { "Plane.mo": plane } });
const run = (name: string) => simulate(library.instantiate(`Plane.${name}`), { stopTime: 2, tolerance: 1e-9 });

describe("overconstrained connectors", () => {
  it("a connection between two roots is cut: the remaining freedom follows from the constraint", () => {
    const result = run("Loop");
    expect(result.final("loose.phi")).toBeCloseTo(1 - 0.6, 8);
    // one of the hinges is computed from its far side
    expect([result.final("driven.fromA"), result.final("loose.fromA")]).toEqual([1, 0]);
  });

  it("the potential root of lowest priority becomes the root", () => {
    const result = run("Floating");
    expect([result.final("first.isRoot"), result.final("second.isRoot")]).toEqual([0, 1]);
    // second.f turns with time, the hinge turns as fast: the first stands still
    expect(result.final("first.f.R.s")).toBeCloseTo(0, 8);
    expect(result.final("second.f.R.s")).toBeCloseTo(Math.sin(2), 8);
  });

  it("a definite root counts more than a potential one", () => {
    const result = run("Chain");
    expect(result.final("free.isRoot")).toBe(0);
    expect(result.final("free.f.R.s")).toBeCloseTo(-Math.sin(2), 8);
  });

  it.each([
    ["Lost", "Nothing determines"],
    ["TwoRoots", "are both roots"],
    ["Ring", "join"],
    ["TooEarly", "is not known here"],
  ])("%s is refused", (name, text) => {
    expect(() => library.instantiate(`Plane.${name}`)).toThrow(/E-MODELICA-ROOT/);
    expect(() => library.instantiate(`Plane.${name}`)).toThrow(new RegExp(text));
  });
});
