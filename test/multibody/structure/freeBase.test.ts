// What changes among parts that float keeps the momentum of all of them, masses on lines included.
import {
  ForceBetween,
  instantiate,
  LineForceWithFlange,
  LineForceWithMass,
  LineForceWithTwoMasses,
  MassProperties,
  Model,
  Model3D,
  ModelActions,
  type ModelDefinition,
  NoGravityField,
  Object3D,
  type Result,
  Revolute,
  RevoluteWithFlange,
  Scene,
  SensorResult,
  Solid,
  simulate,
  Var,
} from "rattleback";
import { ConstantTorque, Torque } from "rattleback/rotational";
import { TranslationalFlange, TranslationalMass } from "rattleback/translational";
import { describe, expect, it } from "vitest";

type V = readonly [number, number, number];
type Program = Parameters<typeof ModelActions>[0];

const solid = (mass: number) =>
  Solid({
    massProperties: MassProperties({
      mass,
      centerOfMass: [0.1, 0.2, 0.05],
      Ixx: 0.1,
      Iyy: 0.12,
      Izz: 0.15,
      Ixy: 0.01,
      Ixz: -0.01,
      Iyz: 0.02,
    }),
  });
const floating = (mass: number, translation: V, velocity: V, angularVelocity: V) =>
  Object3D({
    parent: "world",
    fixedToParent: false,
    assemblyRoot: true,
    translation,
    velocity,
    angularVelocity,
    feature: solid(mass),
  });
const hook = (parent: string, translation: V) => Object3D({ parent, translation, lockable: true });

function run(parts: Readonly<Record<string, unknown>>, program: Program): Result {
  const world = Object3D({ feature: Scene({ gravityField: NoGravityField() }) });
  const base = floating(5, [0.3, 0.2, -0.1], [0.1, 0.2, -0.3], [0.5, -0.2, 0.9]);
  const model = Model3D({ world, base, ...parts, actions: ModelActions(program) });
  return simulate(instantiate(model), { stopTime: 1, tolerance: 1e-9 });
}

function keepsMomentum(result: Result): void {
  for (const name of ["momentum.linear", "momentum.angular"]) {
    const before = result.at<number[]>(0, name);
    for (const t of [0.2, 0.35, 0.55, 1])
      result.at<number[]>(t, name).forEach((p, i) => {
        expect(p, `${name}[${i + 1}] at ${t}`).toBeCloseTo(before[i]!, 7);
      });
  }
}

describe("parts that are joined in motion keep the momentum", () => {
  const line = { obj1: "one", obj2: "two", nominalLength: 0.3, springForceLaw: 20 } as const;
  const lines: Readonly<Record<string, ModelDefinition>> = {
    "of a mass at a share of a line": LineForceWithMass({ ...line, mass: 1.3, lengthFraction: 0.3 }),
    "of two masses on a line": LineForceWithTwoMasses({
      ...line,
      mass1: 1.3,
      mass2: 0.4,
      distance1: 0.1,
      distance2: 0.2,
    }),
  };
  it.each(Object.keys(lines))("%s that hangs on one of them", (name) => {
    const parts = {
      one: floating(1, [0.4, 0.5, 0.5], [0.3, -0.2, 0.1], [1, 0, 2]),
      two: floating(1, [1.4, 0.5, 0.5], [0.3, 0.2, 0.1], [1, 0, -2]),
      eye: hook("one", [0.1, 0, 0]),
      to: hook("base", [0.3, 0.1, 0]),
      line: lines[name],
    };
    const result = run(parts, function* (act) {
      yield act.wait(0.3);
      yield act.attach("eye", "to", { withImpulse: true, limits: { distance: 9 } });
      yield act.wait(0.2);
      yield act.release("eye");
    });
    keepsMomentum(result);
    expect(result.at(0.35, "energy.total")).toBeLessThan(result.at(0.2, "energy.total"));
  });
});

describe("an impulse", () => {
  const attach: Program = function* (act) {
    yield act.wait(0.3);
    yield act.attach("eye", "to", { withImpulse: true, limits: { distance: 9 } });
  };

  it("goes through models whose equations read what sensors and forces tell", () => {
    const parts = {
      one: floating(1, [0.4, 0.5, 0.5], [0.3, -0.2, 0.1], [1, 0, 2]),
      eye: hook("one", [0.1, 0, 0]),
      to: hook("base", [0.3, 0.1, 0]),
      sensor: SensorResult({ obj: "one", objOrigin: "base" }),
      brake: ForceBetween({ obj1: "base", obj2: "one" }),
      equations: 'brake.forceVector = -quantity(2, "N*s/m")*sensor.velocity - quantity(0.5, "kg")*sensor.acceleration',
    };
    keepsMomentum(run(parts, attach));
  });

  // v along the line, one body of 1 kg with it and the other at rest: Σ m·v/Σ m with what is geared to the line
  it.each([
    ["one", 1, 3 / 4],
    ["two", 1, 1 / 4],
    ["one", 3, 19 / 20],
    ["two", 3, 1 / 20],
  ] as const)("meets the mass on the flange of a line to %s, geared 1:%s", (end, ratio, expected) => {
    const point = (x: number, v: number) =>
      Object3D({
        parent: "world",
        fixedToParent: false,
        assemblyRoot: true,
        translation: [x, 0, 0],
        velocity: [v, 0, 0],
        feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }),
      });
    const parts = {
      one: point(2, 1),
      two: point(2.3, 0),
      eye: hook("one", [0, 0, 0]),
      to: hook("two", [0, 0, 0]),
      line: LineForceWithFlange({ obj1: "world", obj2: end }),
      lever: Model({
        flange_a: TranslationalFlange,
        flange_b: TranslationalFlange,
        ratio,
        equations: "flange_b.s = ratio*flange_a.s; flange_a.f = -ratio*flange_b.f",
      }),
      mass: TranslationalMass.with({ m: 2 }),
      connect: [
        ["line.flange", "lever.flange_a"],
        ["lever.flange_b", "mass.flange_a"],
      ],
    };
    const result = run(parts, attach);
    expect(result.at(0.3, "line.v", "before")).toBeCloseTo(end === "one" ? 1 : 0, 9);
    expect(result.at(0.3, "line.v", "after")).toBeCloseTo(expected, 9);
    expect(result.at(0.3, "mass.v", "after")).toBeCloseTo(ratio * expected, 9);
  });
});

describe("of several joints with flange one is cut", () => {
  const arms = (lockable: boolean) => ({
    upper: Object3D({ feature: solid(1) }),
    lower: Object3D({ feature: solid(2) }),
    shoulder: RevoluteWithFlange({ obj1: "base", obj2: "upper", axis: 3, w: 2 }),
    elbow: RevoluteWithFlange({ obj1: "upper", obj2: "lower", axis: 2, w: -1, lockable }),
  });
  const cut: Program = function* (act) {
    yield act.wait(0.3);
    yield act.cut("elbow");
  };

  it.each([false, true])("and with nothing behind it what hung there flies on (lockable: %s)", (lockable) => {
    const result = run(arms(lockable), cut);
    keepsMomentum(result);
    expect(result.at(1, "energy.total")).toBeCloseTo(result.at(0, "energy.total"), 7);
    expect(result.at(1, "elbow.w")).toBe(result.at(0.3, "elbow.w", "after"));
  });

  it("and a drive without inertia behind it is named", () => {
    const driven = {
      ...arms(false),
      motor: ConstantTorque.with({ tau: 0.1 }),
      connect: [["motor.flange", "elbow.flange"]],
    };
    const refused = /E-ACTION-JOINT[\s\S]*"elbow" was cut, and its drive has no inertia/;
    expect(() => run(driven, cut)).toThrow(refused);
    const later = { ...driven, motor: Torque, equations: 'motor.tau = if time < 0.6 then 0 else quantity(0.1, "N*m")' };
    expect(() => run(later, cut)).toThrow(refused);
  });
});

it("a loop that cannot be closed where the equations have a flange of it names that, and closes with the value that fits", () => {
  const linkage = (phi: number, actions?: Program) => {
    const at = (parent: string, x: number) => Object3D({ parent, translation: [x, 0, 0] });
    return Model3D({
      world: Object3D({ feature: Scene() }),
      crank: Object3D({ feature: solid(1) }),
      rod: Object3D({ feature: solid(2) }),
      rocker: Object3D({ feature: solid(0.5) }),
      support: at("world", 1),
      crankEnd: at("crank", 0.4),
      rodEnd: at("rod", 1),
      rockerEnd: at("rocker", 0.7),
      main: Revolute({ obj1: "world", obj2: "crank", phi: Var({ init: 1 }) }),
      first: Revolute({ obj1: "crankEnd", obj2: "rod", phi: -0.5 }),
      second: Revolute({ obj1: "support", obj2: "rocker", phi: 1 }),
      last: RevoluteWithFlange({ obj1: "rodEnd", obj2: "rockerEnd", phi: Var({ start: phi }) }),
      ...(actions !== undefined && { actions: ModelActions(actions) }),
    });
  };
  const closed = simulate(instantiate(linkage(1.5)), { stopTime: 0 }).final("last.phi");
  const cut: Program = function* (act) {
    yield act.wait(0.1);
    yield act.cut("main");
  };
  expect(() => simulate(instantiate(linkage(3, cut)), { stopTime: 0 })).toThrow(
    /E-MECHANISM-LOOP-OPEN[\s\S]*the equations have last\.phi = 3, which the loop cannot change[\s\S]*start values at these joints/,
  );
  const result = simulate(instantiate(linkage(closed, cut)), { stopTime: 0.2 });
  expect(result.at(0, "main.phi")).toBeCloseTo(1, 9);
});
