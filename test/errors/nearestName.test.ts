// What a name was probably meant to be: a slip of the finger, or a path whose beginning was left out.
import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { pathTo } from "../../src/errors/nearestName.ts";

describe("a path whose beginning was left out", () => {
  it("is the shortest that ends with the name", () => {
    expect(pathTo("hinge.phi", ["cell.robot.hinge.phi", "robot.hinge.phi", "robot.hinge.w"])).toBe("robot.hinge.phi");
    expect(pathTo("phi", ["robot.psi", "alphi"])).toBeUndefined();
  });

  it("is suggested for a value that is changed", () => {
    const Hinge = Model({ phi: Var({ init: 1 }), equations: "der(phi) = -phi" });
    const model = instantiate(Model({ robot: Model({ hinge: Hinge }) }));
    expect(() => simulate(model, { stopTime: 1, merge: { "hinge.phi": 2 } })).toThrow(
      /E-MERGE-UNKNOWN.*did you mean "robot\.hinge\.phi"\?/s,
    );
  });
});
