/** Mechanisms of Modelica, computed from their equations and by the mechanics of Rattleback: the same motion. */
import { animationOf, simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";
import { bodiesLibrary } from "./bodiesLibrary.ts";

const models = `
package Models
  import Modelica.Mechanics.MultiBody.*;
  model DoublePendulum
    inner World world;
    Joints.Revolute upper(phi(start = 0.3, fixed = true), w(start = 1, fixed = true));
    Parts.FixedTranslation rod(r = {0.5, 0, 0});
    Parts.Body first(m = 2, r_CM = {0.3, 0.05, 0}, I_33 = 0.05);
    Joints.Revolute lower(n = {0, 1, 1}, phi(start = 0.2));
    Parts.Body second(m = 1, r_CM = {0.4, 0, 0.1}, I_11 = 0.01, I_22 = 0.02, I_33 = 0.03, I_21 = 0.001);
  equation
    connect(world.frame_b, upper.frame_a);
    connect(upper.frame_b, rod.frame_a);
    connect(rod.frame_a, first.frame_a);
    connect(rod.frame_b, lower.frame_a);
    connect(lower.frame_b, second.frame_a);
  end DoublePendulum;
  model Torsion
    Modelica.Mechanics.Rotational.Interfaces.Flange flange;
    Real w = der(flange.phi);
  equation
    flange.tau = 20*flange.phi + 0.5*w;
  end Torsion;
  model Driven "a flange with a spring of its own, and a signal that reads the motion"
    inner World world(g = 5);
    Joints.Revolute joint(useAxisFlange = true, phi(start = 0.4, fixed = true), w(fixed = true));
    Parts.Body body(m = 2, r_CM = {0.5, 0, 0}, I_33 = 0.1);
    Torsion torsion;
    Real height = body.r_0[2] + 2*joint.phi;
    Real speed = sqrt(joint.frame_b.R.w*joint.frame_b.R.w + 1);
  equation
    connect(world.frame_b, joint.frame_a);
    connect(joint.frame_b, body.frame_a);
    connect(joint.axis, torsion.flange);
  end Driven;
  model Push "an element of the user that pushes on a frame"
    Interfaces.Frame_a frame_a;
  equation
    frame_a.f = -{0, 3*cos(time), frame_a.r_0[1]};
    frame_a.t = zeros(3);
  end Push;
  model Pushed
    inner World world;
    Joints.Revolute joint(n = {0, 1, 0}, w(start = 0.5, fixed = true));
    Parts.FixedTranslation rod(r = {0.7, 0, 0});
    Parts.Body body(m = 2, r_CM = {0.5, 0, 0}, I_22 = 0.1);
    Push push;
  equation
    connect(world.frame_b, joint.frame_a);
    connect(joint.frame_b, body.frame_a);
    connect(joint.frame_b, rod.frame_a);
    connect(rod.frame_b, push.frame_a);
  end Pushed;
  model Sprung
    extends DoublePendulum;
    Parts.FixedTranslation anchor(r = {0, 1, 0});
    Forces.Spring spring(c = 30, s_unstretched = 0.4);
  equation
    connect(world.frame_b, anchor.frame_a);
    connect(anchor.frame_b, spring.frame_a);
    connect(spring.frame_b, second.frame_a);
  end Sprung;
  model Pulled "a negative length without force is a pull at length 0"
    extends Sprung(spring(s_unstretched = -0.1));
  end Pulled;
  model Rhombus "four equal sides, pushed through the position in which they are one line; the joint that closes them comes first"
    inner World world(g = 0);
    Joints.RevolutePlanarLoopConstraint closing;
    Joints.Revolute first; Joints.Revolute second(phi(start = 1.5, fixed = true), w(start = -4, fixed = true)); Joints.Revolute third(phi(start = 1.5));
    Parts.FixedTranslation sides[4](each r = {1, 0, 0});
    Parts.Body bodies[3](each m = 2, each r_CM = {0.5, 0, 0}, each I_33 = 0.1);
  equation
    connect(world.frame_b, first.frame_a);
    connect(first.frame_b, sides[1].frame_a); connect(sides[1].frame_b, second.frame_a);
    connect(second.frame_b, sides[2].frame_a); connect(sides[2].frame_b, third.frame_a);
    connect(third.frame_b, sides[3].frame_a); connect(sides[3].frame_b, closing.frame_a);
    connect(closing.frame_b, sides[4].frame_a); connect(sides[4].frame_b, world.frame_b);
    for k in 1:3 loop
      connect(bodies[k].frame_a, sides[k].frame_a);
    end for;
  end Rhombus;
  model Arm "parts with frames of its own"
    Interfaces.Frame_a frame_a; Interfaces.Frame_b frame_b;
    Joints.Revolute joint(n = {0, 0, 1}, phi(start = 0.4, fixed = true), w(start = 1, fixed = true));
    Parts.FixedTranslation rod(r = {0.5, 0.1, 0});
    Parts.Body body(m = 2, r_CM = {0.3, 0.05, 0}, I_11 = 0.02, I_22 = 0.03, I_33 = 0.05);
  equation
    connect(frame_a, joint.frame_a);
    connect(joint.frame_b, rod.frame_a);
    connect(rod.frame_a, body.frame_a);
    connect(rod.frame_b, frame_b);
  end Arm;
  model Arms "one arm on the other, pushed at the end"
    inner World world;
    Arm arms[2];
    Push push;
  equation
    connect(world.frame_b, arms[1].frame_a);
    connect(arms[1].frame_b, arms[2].frame_a);
    connect(arms[2].frame_b, push.frame_a);
  end Arms;
  model OwnJoint "a joint that nobody knows"
    Interfaces.Frame_a frame_a; Interfaces.Frame_b frame_b;
  equation
    Connections.branch(frame_a.R, frame_b.R);
    frame_b.r_0 = frame_a.r_0; frame_b.R.T = frame_a.R.T; frame_b.R.w = frame_a.R.w;
    frame_a.f + frame_b.f = zeros(3); frame_a.t + frame_b.t = zeros(3);
  end OwnJoint;
  model Unknown
    extends DoublePendulum;
    OwnJoint own; Parts.Body third;
  equation
    connect(second.frame_a, own.frame_a);
    connect(own.frame_b, third.frame_a);
  end Unknown;
  function upwards
    input Real r[3]; output Real gravity[3];
  algorithm
    gravity := {0, 1, 0};
  end upwards;
  model OwnGravity
    extends DoublePendulum(world(redeclare function gravityAcceleration = upwards));
  end OwnGravity;
end Models;`;
const library = importModelica({ texts: { "Bodies.mo": bodiesLibrary, "Models.mo": models } });
const tolerance = 1e-9;
const options = { stopTime: 1, tolerance, interval: 0.1 };

const known = new Map<string, ReturnType<typeof computeBoth>>();

function both(name: string): ReturnType<typeof computeBoth> {
  const done = known.get(name) ?? computeBoth(name);
  known.set(name, done);
  return done;
}

function computeBoth(name: string) {
  const native = library.instantiate(name, { mechanics: "native" });
  const flattened = library.instantiate(name, { mechanics: "flattened" });
  return { native, flattened, results: [simulate(native, options), simulate(flattened, options)] as const };
}

function expectEqual(name: string, signals: readonly string[]): void {
  const { results } = both(name);
  for (const signal of signals)
    for (const t of [0, 0.3, 0.7, 1]) {
      const [a, b] = results.map((result) => [result.at(t, signal)].flat(2) as number[]);
      a!.forEach((x, i) => {
        expect(Math.abs(x - b![i]!), `${signal} at ${t}`).toBeLessThan(1e-7 * Math.max(1, Math.abs(b![i]!)));
      });
    }
}

describe("a mechanism of known parts", () => {
  it("moves as its equations say, under the names of Modelica", () => {
    expectEqual("Models.DoublePendulum", [
      "upper.phi",
      "upper.w",
      "upper.a",
      "lower.phi",
      "second.r_0",
      "second.v_0",
      "second.a_0",
      "second.w_a",
      "second.z_a",
      "second.frame_a.R.T",
      "rod.frame_b.r_0",
    ]);
  });

  it("has few equations, and says how it is computed", () => {
    const { native, flattened } = both("Models.DoublePendulum");
    expect(native.report.mechanics).toEqual({ kind: "native", parts: 6 });
    expect(flattened.report.mechanics).toBeUndefined();
    expect(native.report.flatEquations).toBeLessThan(flattened.report.flatEquations / 10);
    expect(library.instantiate("Models.DoublePendulum").report.mechanics?.kind).toBe("native");
  });

  it("is driven through flanges and read by equations", () => {
    expectEqual("Models.Driven", ["joint.phi", "joint.w", "joint.tau", "joint.support.phi", "height", "speed"]);
  });

  it("is pushed by elements that are not known", () => {
    expectEqual("Models.Pushed", ["joint.phi", "push.frame_a.r_0", "push.frame_a.f"]);
  });

  it("has springs between frames", () => {
    expectEqual("Models.Sprung", ["upper.phi", "lower.phi", "spring.s", "spring.f"]);
    expectEqual("Models.Pulled", ["lower.phi", "spring.s", "spring.f"]);
  });

  it("closes loops from the start values of its joints, and goes on with its speed where it could go on in two ways", () => {
    expectEqual("Models.Rhombus", ["first.phi", "second.phi", "third.w"]);
    for (const result of both("Models.Rhombus").results) {
      // a parallelogram without friction: opposite sides stay parallel, all kinetic energy is in its one angle, whose rate is constant
      for (const t of [0, 0.2, 0.5, 1]) {
        expect(result.at(t, "second.phi")).toBeCloseTo(1.5 - 4 * t, 7);
        expect(result.at(t, "first.phi")).toBeCloseTo(Math.PI - (1.5 - 4 * t), 7);
      }
    }
  });

  it.each([
    [
      "DoublePendulum",
      [
        "world.frame_b",
        "upper.frame_a",
        "upper.frame_b",
        "rod.frame_a",
        "rod.frame_b",
        "first.frame_a",
        "lower.frame_b",
        "second.frame_a",
      ],
    ],
    ["Driven", ["world.frame_b", "joint.frame_a", "joint.frame_b", "body.frame_a"]],
    ["Pushed", ["world.frame_b", "joint.frame_b", "rod.frame_a", "rod.frame_b", "body.frame_a"]],
    ["Sprung", ["world.frame_b", "anchor.frame_a", "spring.frame_a", "spring.frame_b", "lower.frame_b", "rod.frame_b"]],
    ["Arms", ["arms[1].frame_a", "arms[1].frame_b", "arms[2].frame_a", "arms[2].frame_b", "arms[2].joint.frame_b"]],
  ] as const)("transmits the same forces and torques through the frames of %s", (name, frames) => {
    expectEqual(
      `Models.${name}`,
      frames.flatMap((frame) => [`${frame}.f`, `${frame}.t`]),
    );
  });

  it("transmits the same through closed loops, whose forces no balance of single places tells", () => {
    const sides = [1, 2, 3, 4].flatMap((k) => [`sides[${k}].frame_a`, `sides[${k}].frame_b`]);
    const frames = ["first.frame_b", "second.frame_a", "third.frame_b", "closing.frame_a", "closing.frame_b", ...sides];
    expectEqual(
      "Models.Rhombus",
      frames.flatMap((frame) => [`${frame}.f`, `${frame}.t`]),
    );
  });

  it("shows the same shapes in the same places", () => {
    const [native, flattened] = both("Models.Sprung").results.map((result) => animationOf(result));
    const paths = flattened!.scene.objects.map(({ path }) => path);
    expect([...paths].sort()).toEqual(["first.sphere", "second.sphere", "spring.lineShape"]);
    native!.scene.objects.forEach(({ path, material }, k) => {
      const other = paths.indexOf(path);
      expect(material.color).toEqual(flattened!.scene.objects[other]!.material.color);
      native!.poses[k]!.forEach((x, i) => {
        expect(x).toBeCloseTo(flattened!.poses[other]![i]!, 6);
      });
    });
  });

  it("does not stretch the mass of a spring along its line: what keeps its length is drawn flattened only", () => {
    const [native, flattened] = (["native", "flattened"] as const).map((mechanics) =>
      animationOf(
        simulate(library.instantiate("Models.Sprung", { mechanics, modifiers: "spring(m = 0.1)" }), { stopTime: 0 }),
      ).scene.objects.map(({ path }) => path),
    );
    expect([...flattened!].sort()).toEqual(["first.sphere", "second.sphere", "spring.lineShape", "spring.massShape"]);
    expect([...native!].sort()).toEqual(["first.sphere", "second.sphere", "spring.lineShape"]);
  });

  it("has other masses and lengths in other runs", () => {
    const [native, flattened] = (["native", "flattened"] as const).map((mechanics) =>
      simulate(library.instantiate("Models.DoublePendulum", { mechanics }), {
        ...options,
        merge: { second: { m: 3 }, rod: { r: [0.2, 0.1, 0] } },
      }),
    );
    expect(native!.final<number>("lower.phi")).toBeCloseTo(flattened!.final<number>("lower.phi"), 7);
    const forces = [native!, flattened!].map((result) => result.final<number[]>("upper.frame_a.f"));
    for (const i of [0, 1, 2]) expect(forces[0]![i]).toBeCloseTo(forces[1]![i]!, 5);
  });
});

describe("a mechanism that cannot be handed over", () => {
  it("is flattened, and the report names the part", () => {
    const { report } = library.instantiate("Models.Unknown");
    expect(report.mechanics).toMatchObject({ kind: "flattened" });
    expect(report.mechanics!.because).toContain('"own"');
    const own = library.instantiate("Models.OwnGravity").report.mechanics!;
    expect(own.because).toBe('"world": its gravity is a function of the user');
  });

  it("is refused where that was asked for", () => {
    expect(() => library.instantiate("Models.OwnGravity", { mechanics: "native" })).toThrow(
      expect.objectContaining({ code: "E-MODELICA-NATIVE", path: "world" }),
    );
    expect(() => library.instantiate("Models.Driven", { mechanics: "fast" as never })).toThrow(/"auto", "native"/);
  });
});
