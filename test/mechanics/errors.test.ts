import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { buildMechanism } from "../../src/mechanics/buildMechanism.ts";
import type { BodyDescription, MechanismDescription } from "../../src/mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../src/mechanics/mechanismDynamics.ts";

const body: BodyDescription = {
  path: "arm",
  parent: 0,
  mass: 1,
  inertia: [1, 0, 0, 1, 0, 1],
  joint: { path: "hinge", kind: "revolute" },
};

function errorOf(action: () => unknown): RattlebackError {
  try {
    action();
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("nothing was wrong");
}

const build = (change: Partial<BodyDescription>, more: Partial<MechanismDescription> = {}): RattlebackError =>
  errorOf(() => buildMechanism({ bodies: [{ ...body, ...change }], ...more }));

describe("wrong descriptions of mechanisms", () => {
  it("name the body whose parent comes after it", () => {
    const error = build({ parent: 1 });
    expect(error.code).toBe("E-MECHANISM-PARENT");
    expect(error.path).toBe("arm");
    expect(error.hint).toMatch(/after its parent/);
  });

  it("name the value that cannot be", () => {
    const wrong: [Partial<BodyDescription>, string, RegExp][] = [
      [{ mass: -1 }, "arm.mass", /not negative/],
      [{ mass: Number.NaN }, "arm.mass", /finite/],
      [{ centre: [0, Number.NaN, 0] }, "arm.centre", /3 finite numbers/],
      [{ inertia: [1, 0, 0] }, "arm.inertia", /6 finite numbers/],
      [{ inertia: [1, 5, 0, 1, 0, 1] }, "arm.inertia", /principal/],
      [{ joint: { ...body.joint, axis: [0, 0, 0] } }, "hinge.axis", /direction/],
      [{ joint: { ...body.joint, kind: "universal", secondAxis: [0, 0, 2] } }, "hinge.secondAxis", /parallel/],
      [{ joint: { ...body.joint, kind: "hinge" as "revolute" } }, "hinge.kind", /revolute/],
      [{ joint: { ...body.joint, kind: "screw", pitch: Infinity } }, "hinge.pitch", /finite/],
      [{ joint: { ...body.joint, frameA: { R: [2, 0, 0, 0, 1, 0, 0, 0, 1] } } }, "hinge.frameA.R", /rotation matrix/],
      [{ joint: { ...body.joint, kind: "free", hasFlange: true } }, "hinge.hasFlange", /flange/],
    ];
    for (const [change, path, hint] of wrong) {
      const error = build(change);
      expect(error.code).toBe("E-MECHANISM-VALUE");
      expect(error.path).toBe(path);
      expect(error.hint).toMatch(hint);
    }
    expect(build({}, { gravity: { kind: "point", mu: Number.NaN } }).path).toBe("gravity.mu");
  });

  it("name the loop joint that connects a body with itself, or with none", () => {
    for (const bodyB of [1, 7, -1]) {
      const error = build({}, { loopJoints: [{ path: "lock", kind: "fixed", bodyA: 1, bodyB }] });
      expect(error.code).toBe("E-MECHANISM-LOOP-BODY");
      expect(error.path).toBe("lock");
      expect(error.hint).toMatch(/two different bodies/);
    }
  });
});

describe("directions without inertia", () => {
  const none = new Float64Array(0);
  const run = (description: MechanismDescription): RattlebackError => {
    const dynamics = new MechanismDynamics(buildMechanism(description));
    dynamics.assemble();
    return errorOf(() => dynamics.flangeDynamics(none, none));
  };

  it("name the joint: a massless body at the end, a rod about its own axis, a free point mass", () => {
    const massless = { path: "tip", parent: 1, mass: 0, joint: { path: "wrist", kind: "prismatic" } } as const;
    const rod = {
      path: "rod",
      parent: 0,
      mass: 1,
      centre: [1, 0, 0],
      joint: { path: "roll", kind: "revolute", axis: [1, 0, 0] },
    } as const;
    const point = { path: "point", parent: 0, mass: 1, joint: { path: "flight", kind: "free" } } as const;
    const ball = {
      path: "ball",
      parent: 0,
      mass: 1,
      centre: [0.1, 0.2, 0.3],
      joint: { path: "socket", kind: "spherical" },
    } as const;
    for (const [bodies, joint] of [
      [[body, massless], "wrist"],
      [[rod], "roll"],
      [[point], "flight"],
      [[ball], "socket"],
    ] as const) {
      const error = run({ bodies: bodies as readonly BodyDescription[] });
      expect(error.code).toBe("E-MECHANISM-NO-INERTIA");
      expect(error.path).toBe(joint);
      expect(error.hint).toMatch(/inertia/);
    }
  });

  it("do not exist where a massless body carries one with mass", () => {
    const dynamics = new MechanismDynamics(
      buildMechanism({
        bodies: [
          { ...body, mass: 0, inertia: [0, 0, 0, 0, 0, 0] },
          { ...body, parent: 1, joint: { path: "second", kind: "prismatic", axis: [1, 0, 0] } },
        ],
      }),
    );
    dynamics.assemble();
    expect(() => dynamics.flangeDynamics(none, none)).not.toThrow();
  });

  it("are named inside a loop", () => {
    const rod = (path: string, parent: number, r: number[]): BodyDescription => ({
      path,
      parent,
      mass: 0,
      joint: { path: `${path}.hinge`, kind: "revolute", frameA: { r } },
    });
    const error = run({
      bodies: [rod("crank", 0, [0, 0, 0]), rod("coupler", 1, [0.1, 0, 0]), rod("rocker", 0, [0.35, 0, 0])],
      loopJoints: [
        { path: "close", kind: "revolute", bodyA: 2, bodyB: 3, frameA: { r: [0.4, 0, 0] }, frameB: { r: [0.3, 0, 0] } },
      ],
    });
    expect(error.code).toBe("E-MECHANISM-NO-INERTIA");
    expect(error.path).toMatch(/hinge/);
  });
});

describe("loops that cannot be", () => {
  const bar = (path: string, parent: number, x: number, hasFlange = false): BodyDescription => ({
    ...body,
    path,
    parent,
    joint: { path: `${path}.hinge`, kind: "revolute", frameA: { r: [x, 0, 0] }, hasFlange },
  });
  const close = {
    path: "close",
    kind: "revolute",
    bodyA: 2,
    bodyB: 3,
    frameA: { r: [0.4, 0, 0] },
    frameB: { r: [0.3, 0, 0] },
  } as const;

  it("say which joint stays open, and by how much", () => {
    const dynamics = new MechanismDynamics(
      buildMechanism({
        bodies: [bar("crank", 0, 0), bar("coupler", 1, 0.1), bar("rocker", 0, 2)],
        loopJoints: [close],
      }),
    );
    const error = errorOf(() => dynamics.assemble());
    expect(error.code).toBe("E-MECHANISM-LOOP-OPEN");
    expect(error.path).toBe("close");
    // base 2 m, bars of 0.8 m in all
    expect(error.because).toMatch(/1\.20 m apart/);
    expect(error.hint).toMatch(/lengths/);
  });

  it("say which flanges cannot move independently", () => {
    const dynamics = new MechanismDynamics(
      buildMechanism({
        bodies: [bar("crank", 0, 0, true), bar("coupler", 1, 0.1), bar("rocker", 0, 0.35, true)],
        loopJoints: [close],
      }),
    );
    dynamics.state.q.set([0.3, 0.43198768323153836, 1.426723049223755]);
    const error = errorOf(() => dynamics.assemble());
    expect(error.code).toBe("E-MECHANISM-LOOP-FLANGE");
    expect(error.path).toBe("close");
    expect(error.what).toMatch(/crank\.hinge, rocker\.hinge|rocker\.hinge/);
    expect(error.hint).toMatch(/without flange/);
  });

  it("say that start velocities contradict each other", () => {
    const dynamics = new MechanismDynamics(
      buildMechanism({
        bodies: [bar("crank", 0, 0), bar("coupler", 1, 0.1), bar("rocker", 0, 0.35)],
        loopJoints: [close],
      }),
    );
    dynamics.state.q.set([0.3, 0.4, 1.4]);
    dynamics.state.v.set([10, 0, 10]);
    const error = errorOf(() => dynamics.assemble({ heldVelocities: new Set([0, 2]) }));
    expect(error.code).toBe("E-MECHANISM-LOOP-VELOCITY");
    expect(error.path).toBe("close");
    expect(error.hint).toMatch(/degrees of freedom/);
  });

  it("say that the number of degrees of freedom changed", () => {
    const rod = (path: string, parent: number, x: number): BodyDescription => bar(path, parent, x);
    const dynamics = new MechanismDynamics(
      buildMechanism({
        bodies: [rod("crank", 0, 0), rod("coupler", 1, 0.2), rod("rocker", 0, 0.5)],
        loopJoints: [{ ...close, frameA: { r: [0.5, 0, 0] }, frameB: { r: [0.2, 0, 0] } }],
      }),
    );
    dynamics.state.q.set([1, -1, 1]);
    dynamics.assemble();
    // the flat position of a parallelogram
    dynamics.state.q.fill(0);
    const error = errorOf(() => dynamics.repartition());
    expect(error.code).toBe("E-MECHANISM-LOOP-SINGULAR");
    expect(error.hint).toMatch(/beside this position/);
  });
});
