// Springs, dampers, friction and stops act on joints through their flanges.
import {
  instantiate,
  MassProperties,
  Model3D,
  Object3D,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
  Var,
} from "rattleback";
import { BearingFriction, ElastoBacklash, Fixed } from "rattleback/rotational";
import { FixedPosition, TranslationalSpringDamper } from "rattleback/translational";
import { describe, expect, it } from "vitest";

const solid = (mass: number) =>
  Object3D({ feature: Solid({ massProperties: MassProperties({ mass, centerOfMass: [0.5, 0, 0], Izz: 0.1 }) }) });

describe("elements at flanges", () => {
  it("a joint with dry friction comes to rest where friction carries the weight", () => {
    const tau = 2;
    const Stuck = Model3D({
      world: Object3D({ feature: Scene() }),
      arm: solid(1),
      rev: RevoluteWithFlange({ obj1: "world", obj2: "arm", phi: Var({ init: -0.5 }), w: Var({ init: 0 }) }),
      friction: BearingFriction.with({ tau_c: tau }),
      connect: [["friction.flange_a", "rev.flange"]],
    });
    const result = simulate(instantiate(Stuck), { stopTime: 30, tolerance: 1e-8 });
    expect(Math.abs(result.final("rev.w"))).toBeLessThan(1e-9);
    // at rest: |m·g·l·cos φ| ≤ τ
    expect(Math.abs(9.81 * 0.5 * Math.cos(result.final("rev.phi")))).toBeLessThan(tau);
    const energy = result.signal("energy.total").values;
    for (let i = 1; i < energy.length; i++) expect(energy[i]!).toBeLessThanOrEqual(energy[i - 1]! + 1e-7);
  });

  it("a stop of spring and damper limits the angle of a joint", () => {
    const Limited = Model3D({
      world: Object3D({ feature: Scene() }),
      arm: solid(1),
      second: solid(0.2),
      rev: RevoluteWithFlange({ obj1: "world", obj2: "arm", phi: Var({ init: 0 }), w: Var({ init: 0 }) }),
      rev2: Revolute({ obj1: "arm", obj2: "second", phi: 0.3 }),
      stop: ElastoBacklash.with({ c: 1e5, d: 1e3, b: 0.6 }),
      fixed: Fixed,
      connect: [
        ["stop.flange_b", "rev.flange"],
        ["stop.flange_a", "fixed.flange"],
      ],
    });
    const result = simulate(instantiate(Limited), { stopTime: 3, tolerance: 1e-7 });
    expect(result.events.some(({ kind }) => kind === "state")).toBe(true);
    // half of the play, and a little more for the spring
    expect(Math.min(...result.signal("rev.phi").values)).toBeGreaterThan(-0.3 - 0.02);
    expect(result.final("rev.phi")).toBeCloseTo(-0.3, 2);
  });

  it("a mass on a spring at a prismatic flange swings with sqrt(c/m)", () => {
    const [m, c] = [2, 50];
    const Spring = Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 0 }) }) }),
      mass: solid(m),
      slide: PrismaticWithFlange({ obj1: "world", obj2: "mass", axis: 2, s: Var({ init: 0.1 }), v: Var({ init: 0 }) }),
      spring: TranslationalSpringDamper.with({ c, d: 0 }),
      fixed: FixedPosition,
      connect: [
        ["spring.flange_b", "slide.flange"],
        ["spring.flange_a", "fixed.flange"],
      ],
    });
    const result = simulate(instantiate(Spring), { stopTime: 3, tolerance: 1e-10 });
    expect(Math.abs(result.final("slide.s") - 0.1 * Math.cos(3 * Math.sqrt(c / m)))).toBeLessThan(1e-8);
  });
});
