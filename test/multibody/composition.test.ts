// A Model3D among other models: inside components, beside other 3-D models, read from outside, restarted by others.
import {
  type ComponentAccess,
  expr,
  instantiate,
  MassProperties,
  Model,
  Model3D,
  type ModelDefinition,
  NoGravityField,
  Object3D,
  Par,
  predefinedComponent,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
  Var,
} from "rattleback";
import { Damper, Fixed } from "rattleback/rotational";
import { describe, expect, it } from "vitest";

const solid = Object3D({
  feature: Solid({
    massProperties: MassProperties({ mass: 1, centerOfMass: [0.5, 0, 0], Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }),
  }),
});
const Link = Model({ body: solid, tip: Object3D({ parent: "body", translation: [1, 0, 0] }) });

describe("composition", () => {
  it("objects, joints and flanges inside components and arrays of components are found by their paths", () => {
    const Arm = Model({
      link: [Link, Link],
      elbow: RevoluteWithFlange({
        obj1: "link_1.tip",
        obj2: "link_2.body",
        phi: Var({ init: 0.5 }),
        w: Var({ init: 0 }),
      }),
    });
    const Robot = Model3D({
      world: Object3D({ feature: Scene() }),
      arm: Arm,
      shoulder: RevoluteWithFlange({
        obj1: "world",
        obj2: "arm.link_1.body",
        phi: Var({ init: 0 }),
        w: Var({ init: 0 }),
      }),
      damper: Damper.with({ d: 2 }),
      fixed: Fixed,
      connect: [
        ["damper.flange_b", "arm.elbow.flange"],
        ["damper.flange_a", "fixed.flange"],
      ],
    });
    const result = simulate(instantiate(Robot), { stopTime: 1, tolerance: 1e-8 });
    const [phi1, phi2] = ["shoulder.phi", "arm.elbow.phi"].map((name) => result.final(name)) as [number, number];
    const [x, y] = result.final<number[]>("arm.link_2.tip.r_abs") as [number, number];
    expect(x).toBeCloseTo(Math.cos(phi1) + Math.cos(phi1 + phi2), 12);
    expect(y).toBeCloseTo(Math.sin(phi1) + Math.sin(phi1 + phi2), 12);
    expect(result.final("arm.elbow.tau")).toBeCloseTo(-2 * result.final("arm.elbow.w"), 12);
  });

  it.each([
    ["Revolute", Revolute],
    ["RevoluteWithFlange", RevoluteWithFlange],
  ])("start values of a %s may be numbers, expressions or Var, also in .with and in merge", (_, joint) => {
    const world = Object3D({ feature: Scene() });
    const model = (rev: ModelDefinition) => instantiate(Model3D({ start: 0.5, world, arm: solid, rev }));
    const ends = { obj1: "world", obj2: "arm", w: 0 };
    const first = (rev: ModelDefinition, merge = {}) => simulate(model(rev), { stopTime: 0, merge }).final("rev.phi");
    expect(first(joint({ ...ends, phi: expr`2*start` }))).toBe(1);
    expect(first(joint({ ...ends, phi: Var({ init: expr`start` }) }))).toBe(0.5);
    expect(first(joint({ ...ends, phi: Par(180, "deg") }))).toBeCloseTo(Math.PI, 14);
    expect(first(joint({ ...ends, phi: 0.1 }).with({ phi: { init: 0.4 } }))).toBe(0.4);
    expect(first(joint({ ...ends, phi: 0.1 }).with({ phi: Var({ init: 0.4 }) }))).toBe(0.4);
    expect(first(joint({ ...ends, phi: 0.1 }), { "rev.phi": 0.7 })).toBe(0.7);
  });

  it("start values of free objects may be given as Var", () => {
    const free = Object3D({
      parent: "world",
      fixedToParent: false,
      translation: Var({ init: [1, 2, 3] }),
      feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    });
    const world = Object3D({ feature: Scene() });
    expect(simulate(instantiate(Model3D({ world, free })), { stopTime: 0 }).final("free.translation")).toEqual([
      1, 2, 3,
    ]);
    const changed = free.with({ velocity: { init: [4, 5, 6] } });
    const result = simulate(instantiate(Model3D({ world, free: changed })), { stopTime: 0 });
    expect(result.final("free.velocity")).toEqual([4, 5, 6]);
  });

  it("two 3-D models in one model do not feel each other, and equations around them read both", () => {
    const pendulum = (phi: number) =>
      Model3D({
        world: Object3D({ feature: Scene() }),
        body: solid,
        rev: Revolute({ obj1: "world", obj2: "body", phi }),
      });
    const Two = Model({
      a: pendulum(0.3),
      b: pendulum(-0.2),
      difference: Var(),
      equations: "difference = a.rev.phi - b.rev.phi; height = a.body.r_abs[2]; both = a.energy.total + b.energy.total",
    });
    const result = simulate(instantiate(Two, { checkUnits: false }), { stopTime: 1, tolerance: 1e-9 });
    const alone = simulate(instantiate(pendulum(0.3)), { stopTime: 1, tolerance: 1e-9 });
    expect(result.final("a.rev.phi")).toBeCloseTo(alone.final("rev.phi"), 8);
    expect(result.final("difference")).toBe(result.final("a.rev.phi") - result.final("b.rev.phi"));
    expect([...result.attachments.keys()]).toEqual(["a", "b"]);
  });

  it("a restart by another component changes nothing of the motion", () => {
    const bell = predefinedComponent<{ rung: number }>({
      build: () => ({ memory: { rung: 0 } }),
      createRun: () => ({ rung: 0 }),
      beginSegment: () => {},
      functions: {
        ring: {
          hasEffects: true,
          call: (memory: { rung: number }, access: ComponentAccess) => {
            access.nextEventAt(0.5, "half time");
            access.nextEventAt(1);
            if (access.isEvent && access.time >= 1 && memory.rung === 0) {
              memory.rung = 1;
              access.restartSegment("the bell rang");
            }
            return memory.rung;
          },
        },
      },
    });
    const mechanism = {
      world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
      ball: Object3D({
        parent: "world",
        fixedToParent: false,
        velocity: [1, 0, 0],
        angularVelocity: [1, 2, 3],
        feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 2, Izz: 3 }) }),
      }),
      body: solid,
      rev: Revolute({ obj1: "world", obj2: "body", w: 2 }),
    };
    const Rung = Model({ bell: Model({ predefined: bell, equations: "y = ring()" }), scene: Model3D(mechanism) });
    const result = simulate(instantiate(Rung), { stopTime: 2, tolerance: 1e-10 });
    const plain = simulate(instantiate(Model3D(mechanism)), { stopTime: 2, tolerance: 1e-10 });
    expect(result.segments).toHaveLength(2);
    expect(result.events.filter(({ kind }) => kind === "time").map(({ time, cause }) => [time, cause])).toEqual([
      [0.5, "half time"],
      [1, "time event of a component"],
    ]);
    // the last row before the restart and the first behind it are the same to the last bit
    for (const name of ["scene.ball.w[1]", "scene.rev.phi", "scene.ball.translation[1]"])
      expect(result.at(1, name, "after")).toBe(result.at(1, name, "before"));
    expect(result.final("scene.rev.phi")).toBeCloseTo(plain.final("rev.phi"), 8);
    result.final<number[]>("scene.ball.angularVelocity").forEach((x, i) => {
      expect(x).toBeCloseTo(plain.final<number[]>("ball.angularVelocity")[i]!, 7);
    });
  });

  it.each(["bdf", "radau5", "lsodar", "ida", "tsit5"] as const)(
    "method %s integrates hidden states and flanges",
    (method) => {
      const Mixed = Model3D({
        world: Object3D({ feature: Scene() }),
        link1: Link,
        link2: Link,
        rev1: RevoluteWithFlange({ obj1: "world", obj2: "link1.body", phi: Var({ init: 0 }), w: Var({ init: 0 }) }),
        rev2: Revolute({ obj1: "link1.tip", obj2: "link2.body", phi: 0.5 }),
        damper: Damper.with({ d: 5 }),
        fixed: Fixed,
        connect: [
          ["damper.flange_b", "rev1.flange"],
          ["damper.flange_a", "fixed.flange"],
        ],
      });
      const result = simulate(instantiate(Mixed), { stopTime: 1, tolerance: 1e-8, method });
      const reference = simulate(instantiate(Mixed), { stopTime: 1, tolerance: 1e-10, method: "dop853" });
      for (const name of ["rev1.phi", "rev2.phi", "rev2.w"])
        expect(Math.abs(result.final(name) - reference.final(name))).toBeLessThan(1e-5);
    },
  );
});
