import {
  instantiate,
  MassProperties,
  Model3D,
  ModelActions,
  Object3D,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
  Var,
} from "rattleback";
import { Damper, Fixed } from "rattleback/rotational";
import { describe, expect, it } from "vitest";

const pendulum = (condition: string) =>
  instantiate(
    Model3D({
      world: Object3D({ feature: Scene() }),
      bar: Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: 1, centerOfMass: [0.5, 0, 0], Izz: 0.1 }) }),
      }),
      joint: RevoluteWithFlange({ obj1: "world", obj2: "bar", phi: Var({ init: 0 }), w: Var({ init: 0 }) }),
      oil: Damper.with({ d: 0.2 }),
      wall: Fixed,
      connect: [
        ["oil.flange_b", "joint.flange"],
        ["oil.flange_a", "wall.flange"],
      ],
      program: ModelActions(function* (act) {
        yield act.until(condition);
        yield act.eventAfter(0.25);
      }),
    }),
  );

describe("act.until finds the instant at which a variable of the equations passes its limit", () => {
  it.each([
    ["joint.phi < -0.8", "joint.phi", -0.8],
    ["oil.tau > 0.5 or oil.tau < -0.5", "oil.tau", 0.5],
  ] as const)("%s", (condition, name, limit) => {
    for (const tolerance of [1e-4, 1e-8]) {
      const result = simulate(pendulum(condition), { stopTime: 1, tolerance });
      const [found] = result.events.filter(({ time }) => time > 0);
      expect(Math.abs(result.at(found!.time, name))).toBeCloseTo(Math.abs(limit), 10);
    }
  });
});
