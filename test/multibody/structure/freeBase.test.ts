// What changes among parts that float keeps the momentum of all of them, masses on lines included.
import {
  instantiate,
  LineForceWithMass,
  LineForceWithTwoMasses,
  MassProperties,
  Model3D,
  ModelActions,
  type ModelDefinition,
  NoGravityField,
  Object3D,
  type Result,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
} from "rattleback";
import { ConstantTorque } from "rattleback/rotational";
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
    expect(() => run(driven, cut)).toThrow(/E-ACTION-JOINT[\s\S]*"elbow" was cut, and its drive has no inertia/);
  });
});
