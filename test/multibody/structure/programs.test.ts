import {
  Box,
  instantiate,
  MassProperties,
  Model3D,
  ModelActions,
  NoGravityField,
  Object3D,
  Par,
  type Result,
  Revolute,
  RevoluteWithFlange,
  Scene,
  SensorResult,
  Solid,
  simulate,
  Var,
} from "rattleback";
import { describe, expect, it, vi } from "vitest";

const brick = (mass = 1) =>
  Solid({
    shape: Box({ lengthX: 0.2, lengthY: 0.2, lengthZ: 0.2 }),
    massProperties: MassProperties({ mass, Ixx: 0.02 * mass, Iyy: 0.03 * mass, Izz: 0.04 * mass }),
  });
const free = (x: number, mass = 1) =>
  Object3D({
    parent: "world",
    fixedToParent: false,
    assemblyRoot: true,
    translation: [x, 0, 0],
    feature: brick(mass),
  });
const parts = {
  world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
  one: free(0),
  eye1: Object3D({ parent: "one", lockable: true }),
  plain: Object3D({ parent: "one" }),
  two: free(1),
  eye2: Object3D({ parent: "two", lockable: true }),
  post: Object3D({ parent: "world", lockable: true }),
  bar: Object3D({ feature: brick() }),
  hinge: Revolute({ obj1: "world", obj2: "bar", axis: 3, phi: 0.1 }),
};
const limits = { distance: 9, velocity: 9, angularVelocity: 9 };

type Program = Parameters<typeof ModelActions>[0];

/** A model whose program is given for each run. */
function modelOf(entries: Record<string, unknown>): (program: Program, stopTime?: number) => Result {
  let program: Program = function* () {};
  const actions = ModelActions(function* (act) {
    yield* program(act);
  });
  const model = instantiate(Model3D({ ...entries, actions }));
  return (given, stopTime = 1) => {
    program = given;
    return simulate(model, { stopTime, tolerance: 1e-8, interval: stopTime / 10 });
  };
}

const runParts = modelOf(parts);

/** The error of a command at t = 0.25 s. */
function failure(...commands: ((act: never) => unknown)[]): { code: string; message: string; partial?: Result } {
  const program = function* (act: never): Generator<unknown, void> {
    yield (act as { eventAfter(t: number): unknown }).eventAfter(0.25);
    for (const command of commands) yield command(act);
  };
  try {
    runParts(program as unknown as Program);
  } catch (error) {
    return error as { code: string; message: string; partial?: Result };
  }
  throw new Error(`no error: ${commands.map(String).join("; ")}`);
}

describe("what a program cannot mean", () => {
  // biome-ignore lint/suspicious/noExplicitAny: programs of users without types
  type Hand = any;
  it.each<[string, ...((act: Hand) => unknown)[]]>([
    ["E-ACTION-ARGUMENT", (act) => act.attach(3, "eye2")],
    ["E-ACTION-ARGUMENT", (act) => act.attach("eye1", undefined)],
    ["E-ACTION-ARGUMENT", (act) => act.attach("eye1", "eye2", { onMismatch: "warning" })],
    ["E-ACTION-ARGUMENT", (act) => act.attach("eye1", "eye2", { limits: { distance: "2" } })],
    ["E-ACTION-ARGUMENT", (act) => act.attach("eye1", "eye2", { limits: { angle: Number.NaN } })],
    ["E-ACTION-ARGUMENT", (act) => act.attach("eye1", "eye2", { limits, withImpulse: "no" })],
    ["E-ACTION-ARGUMENT", (act) => act.enableContactDetection("off")],
    ["E-ACTION-ARGUMENT", (act) => act.create("part", "one", { translation: [1, 0] })],
    ["E-ACTION-ARGUMENT", (act) => act.create("part", "one", { velocity: [0, Number.NaN, 0] })],
    ["E-ACTION-ARGUMENT", (act) => act.until(5)],
    ["E-ACTION-ARGUMENT", (act) => act.ptpJointSpace("1")],
    ["E-ACTION-ARGUMENT", (act) => act.referencePath({})],
    ["E-PATH", (act) => act.referencePath({ names: ["a", "a"] })],
    ["E-PATH", (act) => act.referencePath({ names: ["a"], a_max: Number.POSITIVE_INFINITY })],
    ["E-ACTION-PERIOD", (act) => act.wait("1")],
    ["E-ACTION-YIELD", () => "attach"],
    ["E-ACTION-YIELD", () => undefined],
    ["E-ACTION-FAILED", (act) => act.attach("eye1", (undefined as unknown as { name: string }).name)],
    ["E-ACTION-LOCKABLE", (act) => act.release("plain")],
    ["E-ACTION-LOCKABLE", (act) => act.delete("plain")],
    ["E-ACTION-ASSEMBLY", (act) => act.create("part", "post")],
    ["E-ACTION-NAME", (act) => act.create("hinge", "one")],
    ["E-ACTION-NAME", (act) => act.create("energy", "one")],
    ["E-ACTION-JOINT", (act) => act.cut("one")],
    ["E-ACTION-CONDITION", (act) => act.until("sin(time, 2) > 1")],
    ["E-ACTION-CONDITION", (act) => act.until("one.r_abs[1]/0 > 1")],
    ["E-ACTION-VALUE", (act) => act.until("one.r_abs > 1")],
    ["E-ACTION-CONTRADICTION", (act) => act.enableContactDetection(true), (act) => act.enableContactDetection(false)],
    [
      "E-ACTION-CHAIN",
      (act) => act.attach("eye2", "post", { limits }),
      (act) => act.eventAfter(0),
      (act) => act.flipChain("eye1", "post", "eye2", { limits }),
    ],
    ["E-ACTION-VALUE", (act) => act.delete("eye1"), (act) => act.until("one.velocity[1] > 1")],
    ["E-ACTION-VALUE", (act) => act.delete("eye1"), (act) => act.wait(act.value("one.r_abs[1]"))],
  ])("is %s, with the time, and the result up to there: %s", (code, ...commands) => {
    const error = failure(...(commands as ((act: never) => unknown)[]));
    expect(error.code).toBe(code);
    expect(error.message).toContain("t = 0.25 s");
    expect(error.partial!.endTime).toBe(0.25);
  });

  it("are two programs in one model", () => {
    const second = ModelActions(function* () {});
    expect(() => modelOf({ ...parts, second })).toThrow(/E-ACTION-PROGRAM[\s\S]*two action programs/);
  });
});

describe("a program", () => {
  it("sees what its own command changed: values and conditions are those of the new structure", () => {
    const seen: number[] = [];
    const entries = {
      ...parts,
      arm: Object3D({ feature: brick(2) }),
      axle: Revolute({ obj1: "world", obj2: "arm", axis: 3, w: 2 }),
      tip: Object3D({ parent: "arm", lockable: true, translation: [0.5, 0, 0] }),
      load: Object3D({ parent: "tip", assemblyRoot: true, feature: brick() }),
      ring: Object3D({ parent: "load", lockable: true }),
    };
    const result = modelOf(entries)(function* (act) {
      yield act.eventAfter(0.25);
      yield act.release("ring");
      seen.push(act.value("load.velocity[2]"));
      yield act.until("load.r_abs[2] > 0.4"); // names what exists only now
      seen.push(act.value("load.r_abs[2]"));
      yield act.create("copy", "load", { translation: [0, 0, 3] });
      seen.push(act.value("copy.r_abs[3]"));
      const before = act.value("energy.kinetic");
      const { report } = yield act.attach("ring", "eye2", { limits, withImpulse: true });
      seen.push(act.value("energy.kinetic") - report!["kineticEnergy"]!, before - report!["kineticEnergyBefore"]!);
      seen.push(report!["energyLost"]!);
    });
    const [phi, speed] = [2 * 0.25, 2 * 0.5];
    expect(seen[0]).toBeCloseTo(speed * Math.cos(phi), 9);
    expect(seen[1]).toBeCloseTo(0.4, 9);
    expect(seen[2]).toBe(3);
    expect(seen.slice(3, 5)).toEqual([0, 0]);
    expect(seen[5]).toBeGreaterThan(0.1);
    const { changed } = result.events.find(({ cause }) => cause.includes('create("copy"'))!;
    expect(changed.join()).toContain("momentum changed by");
  });

  it("changes the structure without compiling anything", () => {
    let compiled = 0;
    const counted = new Proxy(Function, {
      construct(target, words) {
        compiled++;
        return Reflect.construct(target, words) as object;
      },
    });
    vi.stubGlobal("Function", counted);
    try {
      const runCounted = modelOf(parts);
      expect(compiled).toBeGreaterThan(0);
      compiled = 0;
      const result = runCounted(function* (act) {
        yield act.attach("eye1", "eye2", { limits, withImpulse: true, waitingPeriod: 0.1 });
        yield act.release("eye1", { waitingPeriod: 0.1 });
        yield act.create("part", "one", { translation: [3, 0, 0], waitingPeriod: 0.1 });
        yield act.lock("hinge", { waitingPeriod: 0.1 });
        yield act.delete("part");
      });
      expect(result.segments).toHaveLength(6);
      expect(compiled).toBe(0);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("goes on where it was when the equations change their states", () => {
    const seen: string[] = [];
    const pendulum = {
      x: Var({ init: 0.6 }),
      y: Var({ start: -0.8 }),
      vx: Var({ init: 7 }),
      vy: Var({ start: 0 }),
      lambda: Var(),
      equations: ["der(x) = vx", "der(y) = vy", "der(vx) = -lambda*x", "der(vy) = -lambda*y - 9.81", "x^2 + y^2 = 1"],
    };
    const result = modelOf({ ...parts, ...pendulum })(function* (act) {
      seen.push(`starts ${act.time}`);
      yield act.eventAfter(0.4);
      yield act.delete("eye1");
      yield act.until("x < -0.5");
      yield act.until("x > 0.5");
      seen.push(`ends ${act.value("x").toFixed(6)}`);
    });
    expect(result.events.filter(({ cause }) => cause.startsWith("other states")).length).toBeGreaterThan(2);
    expect(seen).toEqual(["starts 0", "ends 0.500000"]);
    expect(result.events.filter(({ cause }) => cause === 'delete("eye1")')).toHaveLength(1);
  });

  it("that waits in vain says so when the run ends", () => {
    const result = runParts(function* (act) {
      yield act.until("one.r_abs[1] > 5");
    });
    expect(result.endTime).toBe(1);
    expect(result.warnings.join()).toContain('W-ACTION-WAITING  The action program still waits for "one.r_abs[1] > 5"');
  });

  const swing = {
    world: Object3D({ feature: Scene({ cutForces: true }) }),
    seat: Object3D({
      feature: Solid({ massProperties: MassProperties({ mass: 20, Ixx: 1e-3, Iyy: 1e-3, Izz: 1e-3 }) }),
    }),
    knot: Object3D({ parent: "seat", translation: [0, 2, 0] }),
    hook: Revolute({ obj1: "world", obj2: "knot", axis: 3, phi: 1.8 }),
    feel: SensorResult({ obj: "seat" }),
    top: free(0),
    joint: RevoluteWithFlange({ obj1: "world", obj2: "bar", phi: 0.3, w: 0 }),
    bar: Object3D({ feature: brick() }),
    x: Var({ init: [1, 2] }),
    limit: Par(0.3),
    equations: ["der(x) = -x", "joint.flange.tau = -2*joint.phi"],
  };
  const runSwing = modelOf(swing);
  it.each([
    ["top.R_abs[1,1] <= 1", "top.R_abs[1,1]", 1],
    ["sqrt(hook.cutForce[1]^2 + hook.cutForce[2]^2) > 400", "", 400],
    ["feel.acceleration[2] > 2", "feel.acceleration[2]", 2],
    ["x[2] < limit", "x[2]", 0.3],
    ["der(x[1]) > -0.4", "der(x[1])", -0.4],
    ["joint.tau > -0.2", "joint.tau", -0.2],
    ["seat.rot123_abs[3] < 1", "seat.rot123_abs[3]", 1],
  ] as const)("waits until %s", (condition, name, value) => {
    let found = Number.NaN;
    runSwing(function* (act) {
      yield act.until(condition);
      found = name === "" ? Math.hypot(act.value("hook.cutForce[1]"), act.value("hook.cutForce[2]")) : act.value(name);
    }, 3);
    expect(found).toBeCloseTo(value, 9);
  });
});
