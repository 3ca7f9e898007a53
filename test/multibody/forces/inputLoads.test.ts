/** Forces and torques that equations give. */
import {
  ForceBetween,
  instantiate,
  LineForce,
  MassProperties,
  Model3D,
  ModelActions,
  type ModelDefinition,
  modelFromJson,
  modelToJson,
  NoGravityField,
  Object3D,
  RevoluteWithFlange,
  Scene,
  Solid,
  SpringDamperPtP,
  simulate,
  TorqueBetween,
  WorldForce,
  WorldTorque,
} from "rattleback";
import { Inertia } from "rattleback/rotational";
import { describe, expect, it } from "vitest";

const options = { stopTime: 2, tolerance: 1e-9 } as const;
const world = Object3D({ feature: Scene({ gravityField: NoGravityField() }) });
const free = (mass: number, more = {}) =>
  Object3D({
    parent: "world",
    fixedToParent: false,
    feature: Solid({ massProperties: MassProperties({ mass, Ixx: 0.3, Iyy: 0.5, Izz: 0.7 }) }),
    ...more,
  });
const run = (model: ModelDefinition, more = {}) => simulate(instantiate(model), { ...options, ...more });

describe("a force that equations give", () => {
  it("acts between its events exactly, even when it is short and far from the start", () => {
    const result = run(
      Model3D({
        world,
        box: free(2),
        push: WorldForce({ obj: "box" }),
        equations: "push.forceVector = [0, if time > 7 and time < 8 then 5 else 0, 0]",
      }),
      { stopTime: 10 },
    );
    expect(result.final<number[]>("box.velocity")[1]).toBeCloseTo(2.5, 9);
    expect(result.final<number[]>("box.translation")[1]).toBeCloseTo(0.5 * 2.5 + 2 * 2.5, 8);
    expect(result.signal("push.forceVector").unit).toBe("N");
  });

  it("is given in the axes of an object: a rocket that turns evenly flies in a circle", () => {
    const result = run(
      Model3D({
        world,
        ship: free(2, { angularVelocity: [0, 0, 3], velocity: [0, -4 / 3, 0] }),
        thrust: WorldForce({ obj: "ship", objCoord: "ship" }),
        equations: "thrust.forceVector = [8, 0, 0]",
      }),
    );
    const [vx, vy] = result.final<number[]>("ship.velocity") as [number, number];
    expect(Math.hypot(vx, vy)).toBeCloseTo(8 / 2 / 3, 8);
    expect(vx).toBeCloseTo((4 / 3) * Math.sin(6), 7);
  });

  it("of a function and of equations are the same, also as torques", () => {
    const torque = (time: number) => [Math.sin(time), 0.2, -0.1 * time];
    const [byFunction, byEquations] = [
      { turn: WorldTorque({ obj: "box", torqueFunction: ({ time }) => torque(time) }) },
      { turn: WorldTorque({ obj: "box" }), equations: "turn.torqueVector = [sin(time), 0.2, -0.1*time]" },
    ].map((load) => run(Model3D({ world, box: free(2), ...load })));
    byFunction!.final<number[]>("box.angularVelocity").forEach((w, i) => {
      expect(byEquations!.final<number[]>("box.angularVelocity")[i]).toBeCloseTo(w, 7);
    });
  });
});

describe("forces between objects", () => {
  it("keep momentum and angular momentum, wherever they act and in whosever axes they are given", () => {
    const result = run(
      Model3D({
        world,
        a: free(1, { velocity: [1, 0.5, 0], angularVelocity: [0.1, 2, 0.3] }),
        b: free(2, { translation: [0, 2, 1] }),
        point: Object3D({ parent: "b", translation: [0.3, 0.1, -0.4] }),
        push: ForceBetween({ obj1: "a", obj2: "point", objCoord: "a" }),
        turn: TorqueBetween({ obj1: "a", obj2: "b", objCoord: "b" }),
        line: LineForce({ obj1: "a", obj2: "point" }),
        equations: `push.forceVector = [sin(3*time), 2, 0.3*a.velocity[1]]
          turn.torqueVector = [1, -time, 0.4]
          line.f = 20*(line.distance - 1) + 2*line.velocity`,
      }),
    );
    for (const name of ["momentum.linear", "momentum.angular"]) {
      const [first] = result.signal<number[][]>(name).values;
      const last = result.final<number[]>(name);
      for (let i = 0; i < 3; i++) expect(last[i], name).toBeCloseTo(first![i]!, 7);
    }
    expect(result.final("energy.kinetic")).toBeGreaterThan(2);
  });

  it("along a line are those of SpringDamperPtP, with the same results", () => {
    const model = (line: object) =>
      Model3D({ world, a: free(1), b: free(2, { translation: [1.5, 0.2, 0], velocity: [0, 1, 0] }), ...line });
    const spring = run(
      model({
        line: SpringDamperPtP({ obj1: "a", obj2: "b", nominalLength: 1, springForceLaw: 40, damperForceLaw: 0.3 }),
      }),
    );
    const actuator = run(
      model({
        line: LineForce({ obj1: "a", obj2: "b" }),
        equations: "line.f = 40*(line.distance - 1) + 0.3*line.velocity",
      }),
    );
    for (const name of ["line.distance", "line.velocity"])
      expect(actuator.final(name)).toBeCloseTo(spring.final(name) as number, 7);
  });

  it("go through flanges: a torque on the arm turns rotor and arm behind a gear of 1", () => {
    const result = run(
      Model3D({
        world,
        arm: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, Izz: 0.4 }) }) }),
        rev: RevoluteWithFlange({ obj1: "world", obj2: "arm" }),
        rotor: Inertia.with({ J: 0.6, phi: { init: null }, w: { init: null } }),
        turn: WorldTorque({ obj: "arm" }),
        connect: [["rotor.flange_a", "rev.flange"]],
        equations: "turn.torqueVector = [0, 0, 2*time]",
      }),
    );
    expect(result.final("rev.w")).toBeCloseTo(4, 8);
    expect(result.final("rotor.w")).toBeCloseTo(4, 8);
  });
});

describe("loads with inputs", () => {
  const pushed = Model3D({
    world,
    box: free(2),
    wall: Object3D({ parent: "world", translation: [3, 0, 0] }),
    push: WorldForce({ obj: "box", objCoord: "box" }),
    turn: TorqueBetween({ obj1: "world", obj2: "box" }),
    pull: LineForce({ obj1: "wall", obj2: "box" }),
    equations: "push.forceVector = [0, 1, 0]; turn.torqueVector = [0, 0, 0.5*time]; pull.f = 3",
  });

  it("are written to JSON and read again", () => {
    const text = modelToJson(pushed);
    expect(text).not.toContain("Function");
    const again = run(modelFromJson(text));
    expect(again.final("box.translation")).toEqual(run(pushed).final("box.translation"));
    expect(modelToJson(modelFromJson(text))).toBe(text);
  });

  it("end with the object that an action deletes: others go on", () => {
    const lone = Model3D({
      world,
      ball: free(2, { assemblyRoot: true }),
      box: free(4),
      pull: ForceBetween({ obj1: "box", obj2: "ball" }),
      push: WorldForce({ obj: "box" }),
      equations: "pull.forceVector = [0, 8, 0]; push.forceVector = [2, 0, 0]",
      program: ModelActions(function* (act) {
        yield act.wait(1);
        yield act.delete("ball");
      }),
    });
    const velocity = run(lone).final<number[]>("box.velocity");
    expect(velocity[0]).toBeCloseTo(1, 9);
    expect(velocity[1]).toBeCloseTo(-2, 9);
  });

  it("are named when their equation is missing", () => {
    expect(() => instantiate(Model3D({ world, box: free(2), push: WorldForce({ obj: "box" }) }))).toThrow(
      /unknowns "push\.forceVector\[1\]".*try .*push\.forceVector/s,
    );
  });

  it("refuse options that they do not have, and functions that are none", () => {
    expect(() => LineForce({ obj1: "a", obj2: "b", objCoord: "a" } as never)).toThrow("E-OPTION");
    expect(() => WorldForce({ obj: "a", forceFunction: 3 as never })).toThrow("E-3D-VALUE");
  });
});
