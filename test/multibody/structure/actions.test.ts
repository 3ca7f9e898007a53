import {
  type Act,
  Box,
  Cylinder,
  instantiate,
  MassProperties,
  Model,
  Model3D,
  ModelActions,
  NoGravityField,
  Object3D,
  Planar,
  Prismatic,
  type Result,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Sphere,
  Spherical,
  simulate,
  Universal,
  Var,
  WorldForce,
} from "rattleback";
import { Flange, IdealGear, Inertia, Torque } from "rattleback/rotational";
import { describe, expect, it } from "vitest";

const weightless = () => Object3D({ feature: Scene({ gravityField: NoGravityField(), gap: 0.01 }) });
const brick = (mass = 1, size = 0.2) =>
  Solid({
    shape: Box({ lengthX: size, lengthY: size, lengthZ: size }),
    massProperties: MassProperties({ mass, Ixx: 0.02 * mass, Iyy: 0.03 * mass, Izz: 0.04 * mass }),
  });

type Program = Parameters<typeof ModelActions>[0];

/** Takes whatever torque the prescribed motion needs. */
const FreeFlange = Model({ flange: Flange, tau: Var({ unit: "N*m" }), equations: "tau = flange.tau" });

function run(entries: Record<string, unknown>, program: Program, stopTime: number, tolerance = 1e-9): Result {
  const model = Model3D({ world: weightless(), ...entries, actions: ModelActions(program) });
  return simulate(instantiate(model), { stopTime, tolerance, interval: stopTime / 20 });
}

/** The rows before and after the structure changed at t. */
function around(result: Result, name: string, t: number): [number[], number[]] {
  const { time, values } = result.signal(name);
  const rows = Array.from(time).flatMap((at, k) => (at === t ? [k] : []));
  const row = (k: number) => [values[k]].flat(2) as unknown as number[];
  return [row(rows[0]!), row(rows[rows.length - 1]!)];
}

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  for (let k = 0; k < expected.length; k++) expect(Math.abs(actual[k]! - expected[k]!)).toBeLessThan(tolerance);
}

describe("a two-stage rocket", () => {
  const stage = (y: number, length: number, thrust: (t: number) => number) =>
    Model({
      body: Object3D({
        parent: "world",
        fixedToParent: false,
        assemblyRoot: true,
        translation: [0, y, 0],
        feature: Solid({
          shape: Cylinder({ axis: 2, diameter: 0.2, length }),
          massProperties: MassProperties({ mass: 100, Ixx: 1, Iyy: 1, Izz: 1 }),
        }),
      }),
      bottom: Object3D({ parent: "body", lockable: true, translation: [0, -length / 2, 0] }),
      top: Object3D({ parent: "body", lockable: true, translation: [0, length / 2, 0] }),
      thrust: WorldForce({ obj: "bottom", forceFunction: ({ time }) => [0, thrust(time), 0] }),
    });
  let isIgnited = false; // the program lights the second stage, so that the jump of its thrust is an event
  const rocket = Model3D({
    world: Object3D({ feature: Scene() }),
    stage1: stage(1, 2, (t) => Math.max(0, 2000 * (5 - t))),
    stage2: stage(2.5, 1, (t) => (isIgnited ? 200 * (15 - t) : 0)),
    actions: ModelActions(function* (act) {
      isIgnited = false;
      yield act.attach("stage1.top", "stage2.bottom");
      yield act.eventAfter(5);
      isIgnited = true;
      yield act.release("stage1.top");
      yield act.eventAfter(5);
      yield act.delete("stage1.top");
    }),
  });
  const model = instantiate(rocket);
  const result = simulate(model, { stopTime: 15, tolerance: 1e-8, interval: 0.5 });

  it("flies as the closed form says", () => {
    expectClose(result.final<number[]>("stage2.body.translation"), [0, 1232.2083333333333, 0], 1e-5);
    expectClose(result.final<number[]>("stage2.body.velocity"), [0, 77.85, 0], 1e-6);
  });

  it("has the motion of the first stage only while it is free", () => {
    const { time, values } = result.signal("stage1.body.translation");
    time.forEach((t, k) => {
      const y = (values[k] as unknown as number[])[1]!;
      if ((t > 0 && t < 5) || t > 10) expect(Number.isNaN(y), `t = ${t}`).toBe(true);
      if (t > 5 && t < 10) expect(Number.isFinite(y), `t = ${t}`).toBe(true);
    });
    expect(Number.isNaN(result.signal<number[][]>("stage1.body.r_abs").values.at(-1)![1]!)).toBe(true);
  });

  it("runs again, and gives the same", () => {
    expect(simulate(model, { stopTime: 15, tolerance: 1e-8, interval: 0.5 }).stateHash).toBe(result.stateHash);
  });

  it("tells degrees of freedom, energy and momentum at each change", () => {
    const lines = result.events.flatMap(({ changed }) => changed).filter((line) => line.includes("degrees of freedom"));
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain("degrees of freedom 12 → 6");
    expect(lines[1]).toContain("momentum changed by 0 of");
  });
});

describe("releasing", () => {
  it("keeps position, velocity and spin to the last digits, in any orientation", () => {
    const entries = {
      arm: Object3D({ feature: brick(2) }),
      hinge: Revolute({ obj1: "world", obj2: "arm", axis: [0.3, -0.5, 0.8], phi: 0.4, w: 3 }),
      tip: Object3D({ parent: "arm", translation: [0.4, 0.1, 0.2], rotation: [0.7, 1.1, -0.4], lockable: true }),
      ball: Object3D({
        parent: "tip",
        assemblyRoot: true,
        translation: [0.1, 0.05, 0],
        rotation: [-1.2, 0.3, 2],
        feature: brick(0.5),
      }),
      eye: Object3D({ parent: "ball", lockable: true, translation: [0, 0.1, 0] }),
    };
    const result = run(
      entries,
      function* (act) {
        yield act.eventAfter(0.35);
        yield act.release("eye");
      },
      1,
    );
    for (const name of ["ball.r_abs", "ball.R_abs", "eye.r_abs"]) {
      const [before, after] = around(result, name, 0.35);
      expectClose(after, before, 1e-12);
    }
    // the free ball goes on with ω × r and turns with ω: in the world both are known from the hinge
    const phi = 0.4 + 3 * 0.35;
    expect(result.at(0.35, "hinge.phi")).toBeCloseTo(phi, 9);
    const n = [0.3, -0.5, 0.8].map((x) => (3 * x) / Math.hypot(0.3, -0.5, 0.8));
    const r = around(result, "ball.r_abs", 0.35)[0];
    const v = [n[1]! * r[2]! - n[2]! * r[1]!, n[2]! * r[0]! - n[0]! * r[2]!, n[0]! * r[1]! - n[1]! * r[0]!];
    const [, first] = around(result, "ball.velocity", 0.35);
    const [, spin] = around(result, "ball.angularVelocity", 0.35);
    expectClose(first, v, 1e-9);
    expectClose(spin, n, 1e-9);
  });

  it("is refused for what is free already", () => {
    const entries = {
      ball: Object3D({ parent: "world", fixedToParent: false, assemblyRoot: true, feature: brick() }),
      eye: Object3D({ parent: "ball", lockable: true }),
    };
    const program: Program = function* (act) {
      yield act.eventAfter(0.5);
      yield act.release("eye");
    };
    expect(() => run(entries, program, 1)).toThrow(/E-ACTION-FREE[\s\S]*release\("eye"\) at t = 0.5 s/);
  });
});

describe("attaching", () => {
  const two = (velocity: number[]) => ({
    one: Object3D({ parent: "world", fixedToParent: false, assemblyRoot: true, velocity, feature: brick(1) }),
    eye1: Object3D({ parent: "one", lockable: true, translation: [0.1, 0, 0] }),
    two: Object3D({
      parent: "world",
      fixedToParent: false,
      assemblyRoot: true,
      translation: [1.2, 0.005, 0],
      velocity: [-0.5, 0, 0],
      angularVelocity: [0, 0, 0.4],
      feature: brick(3),
    }),
    eye2: Object3D({ parent: "two", lockable: true, translation: [-0.1, 0, 0] }),
  });

  it("in motion keeps linear and angular momentum, and reports the energy that is lost", () => {
    let report: Readonly<Record<string, number>> | undefined;
    const result = run(
      two([0.5, 0, 0.1]),
      function* (act) {
        yield act.eventAfter(1);
        ({ report } = yield act.attach("eye1", "eye2", { withImpulse: true, limits: { distance: 0.2 } }));
      },
      2,
    );
    expect(report!.linearMomentumChange).toBeLessThan(1e-12);
    expect(report!.angularMomentumChange).toBeLessThan(1e-12);
    expect(report!.energyLost).toBeGreaterThan(0.1);
    expect(report!.degreesOfFreedomBefore).toBe(12);
    expect(report!.degreesOfFreedom).toBe(6);
    // together they move with the common momentum
    const p = [0.5 * 1 - 0.5 * 3, 0, 0.1];
    const centre = (t: number) => {
      const [a, b] = ["one.r_abs", "two.r_abs"].map((name) => result.at<number[]>(t, name));
      return a!.map((x, i) => (x + 3 * b![i]!) / 4);
    };
    const [c1, c2] = [centre(1.2), centre(1.8)];
    expectClose(
      c2.map((x, i) => (x - c1[i]!) / 0.6),
      p.map((x) => x / 4),
      1e-7,
    );
  });

  it("demands that the frames meet: distance, angle, velocity", () => {
    const attempt = (options: Parameters<Act["attach"]>[2], velocity = [-0.5, 0, 0], frame = "eye1") =>
      run(
        {
          ...two(velocity),
          turned: Object3D({ parent: "one", lockable: true, translation: [0.1, 0, 0], rotation: [0.3, 0, 0] }),
        },
        function* (act) {
          yield act.attach(frame, "eye2", options);
        },
        0.1,
      );
    expect(() => attempt({})).toThrow(/E-ACTION-MISMATCH[\s\S]*distance is 1.000 m, allowed are 0.01000 m/);
    expect(() => attempt({ limits: { distance: 2 } })).toThrow(/E-ACTION-MISMATCH[\s\S]*angularVelocity is 0.4000/);
    expect(() => attempt({ limits: { distance: 2 } }, [0, 0, 0])).toThrow(/velocity is 0.5/);
    const loose = { distance: 2, angularVelocity: 1 };
    const narrow = { ...loose, angle: 0.2 };
    expect(() => attempt({ limits: narrow }, [-0.5, 0, 0], "turned")).toThrow(/angle is 0.3000 rad, allowed are 0.2/);
    expect(attempt({ limits: narrow }).segments).toHaveLength(2);
    expect(attempt({ limits: loose }).segments).toHaveLength(2);
  });

  it("to each other again and again keeps poses and momentum: rounding does not grow", () => {
    let seed = 2 * 7919;
    const below = (n: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * n);
    };
    const bodies = [0, 1, 2, 3].flatMap((k) => [
      [
        `body${k}`,
        Object3D({
          parent: "world",
          fixedToParent: false,
          assemblyRoot: true,
          translation: [k, 0, 0],
          rotation: [0.3 * k + 0.1, 1 - 0.2 * k, 0.7],
          angularVelocity: [0.1 * k, 0.2, -0.1],
          feature: brick(),
        }),
      ],
      [`eye${k}`, Object3D({ parent: `body${k}`, lockable: true, rotation: [k, 0.5, 0.2] })],
    ]);
    const carrier = new Map<number, number>();
    const hangsOn = (part: number | undefined, other: number): boolean =>
      part === other || (part !== undefined && hangsOn(carrier.get(part), other));
    const changes: number[] = [];
    const result = run(
      Object.fromEntries(bodies),
      function* (act) {
        const options = { limits: { distance: 99 }, withImpulse: true, waitingPeriod: 0.005 };
        for (let k = 0; k < 60; k++) {
          const [part, to] = [below(4), below(4)];
          if (!hangsOn(to, part)) {
            carrier.set(part, to);
            const { report } = yield act.attach(`eye${part}`, `eye${to}`, options);
            changes.push(report!["linearMomentumChange"]!, report!["angularMomentumChange"]!);
          } else if (carrier.delete(part)) yield act.release(`eye${part}`, { waitingPeriod: 0.005 });
        }
      },
      0.4,
      1e-6,
    );
    expect(result.segments.length).toBeGreaterThan(30);
    expect(Math.max(...changes)).toBeLessThan(1e-12);
    for (const name of ["body0.R_abs", "body1.R_abs", "body2.R_abs", "body3.r_abs"]) {
      const { values } = result.signal(name);
      const row = (k: number) => [values[k]].flat(2) as unknown as number[];
      for (const { firstRow } of result.segments.slice(1)) expectClose(row(firstRow), row(firstRow - 1), 1e-13);
    }
  });

  it("can warn instead, and change nothing", () => {
    let isDone: boolean | undefined;
    const result = run(
      two([0, 0, 0]),
      function* (act) {
        ({ isDone } = yield act.attach("eye1", "eye2", { onMismatch: "warn" }));
      },
      0.1,
    );
    expect(isDone).toBe(false);
    expect(result.segments).toHaveLength(1);
    expect(result.events[0]!.changed.join()).toContain("warning");
  });

  it("names what is wrong with the frames", () => {
    const attempt = (frame: string, to: string) => () =>
      run(
        { ...two([0, 0, 0]), post: Object3D({ parent: "world", lockable: true }), plain: Object3D({ parent: "one" }) },
        function* (act) {
          yield act.attach(frame, to, { limits: { distance: 9, velocity: 9, angularVelocity: 9 } });
        },
        0.1,
      );
    expect(attempt("eye3", "eye2")).toThrow(/E-ACTION-NAME[\s\S]*did you mean "eye[12]"/);
    expect(attempt("plain", "eye2")).toThrow("E-ACTION-LOCKABLE");
    expect(attempt("post", "eye2")).toThrow("E-ACTION-ASSEMBLY");
    expect(attempt("eye1", "eye1")).toThrow("E-ACTION-SELF");
    expect(attempt("eye1", "post")).not.toThrow();
  });

  it("does not change one part twice at one instant", () => {
    const program: Program = function* (act) {
      const limits = { distance: 9, velocity: 9, angularVelocity: 9 };
      yield act.attach("eye1", "eye2", { limits });
      yield act.delete("eye1");
    };
    expect(() => run(two([0, 0, 0]), program, 0.1)).toThrow("E-ACTION-CONTRADICTION");
  });
});

describe("chains that walk", () => {
  it("flipping keeps all poses and velocities, through any kind of joint, with branches", () => {
    const link = (k: number) => Object3D({ feature: brick(1 + 0.1 * k) });
    const entries = {
      ground: Object3D({ parent: "world", lockable: true }),
      step: Object3D({ parent: "world", lockable: true, translation: [2, 0.3, 0] }),
      foot: Object3D({ parent: "ground", assemblyRoot: true, feature: brick(2) }),
      footLock: Object3D({ parent: "foot", lockable: true }),
      a: link(1),
      b: link(2),
      c: link(3),
      d: link(4),
      e: link(5),
      side: link(6),
      hand: Object3D({ assemblyRoot: true, feature: brick(1) }),
      handLock: Object3D({ parent: "hand", lockable: true, translation: [0.1, 0, 0] }),
      j1: Revolute({ obj1: "foot", obj2: "a", axis: [1, 2, 3], phi: 0.5, w: 0.3 }),
      j2: Prismatic({ obj1: "a", obj2: "b", axis: 1, s: 0.4, v: -0.2 }),
      j3: Universal({ obj1: "b", obj2: "c", axis: 2, secondAxis: 3, phi1: 0.3, w1: 0.1, phi2: -0.6, w2: 0.4 }),
      j4: Planar({ obj1: "c", obj2: "d", axis: 3, s1: 0.2, s2: -0.3, phi: 0.9, v1: 0.1, v2: 0.2, w: -0.3 }),
      j5: Spherical({ obj1: "d", obj2: "e", rotation: [0.4, 0.8, -0.2], angularVelocity: [0.1, 0.2, -0.3] }),
      j6: Revolute({ obj1: "hand", obj2: "e", axis: 2, phi: -0.7, w: 0.2 }),
      j7: Revolute({ obj1: "c", obj2: "side", axis: 1, phi: 0.2, w: 1 }),
    };
    const result = run(
      entries,
      function* (act) {
        yield act.eventAfter(0.5);
        yield act.flipChain("handLock", "step", "footLock", {
          limits: { distance: 9, velocity: 9, angularVelocity: 9 },
        });
      },
      1,
    );
    const bodies = ["foot", "a", "b", "c", "d", "e", "side"];
    for (const name of [...bodies, "hand"]) {
      for (const signal of [`${name}.r_abs`, `${name}.R_abs`]) {
        const [before, after] = around(result, signal, 0.5);
        expectClose(after, before, 1e-12);
      }
    }
    for (const name of ["j1.phi", "j1.w", "j2.s", "j2.v", "j3.phi1", "j3.w1", "j3.phi2", "j3.w2", "j4.s1", "j4.v1"]) {
      const [before, after] = around(result, name, 0.5);
      expectClose(after, before, 1e-12);
    }
    const [before, after] = around(result, "j5.angularVelocity", 0.5);
    expectClose(after, before, 1e-12);
    expect(result.at(0.75, "hand.r_abs")).toEqual(result.at(1, "hand.r_abs")); // now it stands
  });
});

describe("joints", () => {
  it("a locked joint holds, an unlocked one goes on from there, and a cut one lets go", () => {
    const entries = {
      arm: Object3D({ feature: brick() }),
      elbow: Object3D({ parent: "arm", translation: [0, 1, 0] }),
      tip: Object3D({ feature: brick() }),
      hinge: Revolute({ obj1: "world", obj2: "arm", axis: 3, w: 1 }),
      wrist: Revolute({ obj1: "elbow", obj2: "tip", axis: 3, w: 0 }),
    };
    let lost: number | undefined;
    const result = run(
      entries,
      function* (act) {
        yield act.lock("wrist", { withImpulse: true });
        yield act.eventAfter(1);
        yield act.unlock("wrist");
        yield act.eventAfter(1);
        lost = (yield act.cut("wrist")).report!.energyLost;
      },
      4,
    );
    // the wrist is at rest relative to the arm at every change: nothing is lost, the arm turns evenly
    expect(Math.abs(lost!)).toBeLessThan(1e-9);
    const [before, after] = around(result, "tip.r_abs", 2);
    expectClose(after, before, 1e-12);
    const phi = result.at(2, "hinge.phi") as unknown as number;
    // the tip flies off along the tangent
    const [r2, r3, r4] = [2, 3, 4].map((t) => result.at<number[]>(t, "tip.r_abs"));
    const [w] = around(result, "hinge.w", 2)[0];
    expectClose(
      r3!.map((x, i) => x - r2![i]!),
      [-w! * Math.cos(phi), -w! * Math.sin(phi), 0],
      1e-7,
    );
    expectClose(
      r4!.map((x, i) => x - r3![i]!),
      r3!.map((x, i) => x - r2![i]!),
      1e-7,
    );
  });

  it("with a flange are locked when they say so: the drive behind them does not move them, and goes on afterwards", () => {
    const drive = (lockable: boolean, program: Program) =>
      run(
        {
          arm: Object3D({ feature: brick() }),
          shoulder: Object3D({ parent: "arm", translation: [-0.3, 0, 0] }),
          hinge: RevoluteWithFlange({ obj1: "world", obj2: "shoulder", phi: 0.2, w: 0, lockable }),
          rotor: Inertia.with({ J: 0.02, phi: { init: null }, w: { init: null } }),
          gear: IdealGear.with({ ratio: 5 }),
          motor: Torque,
          connect: [
            ["motor.flange", "rotor.flange_a"],
            ["rotor.flange_b", "gear.flange_a"],
            ["gear.flange_b", "hinge.flange"],
          ],
          equations: "motor.tau = -0.4",
        },
        program,
        1.5,
      );
    const free = drive(false, function* (act) {
      yield act.wait(0.1);
    });
    const held = drive(true, function* (act) {
      const { report } = yield act.lock("hinge", { waitingPeriod: 0.5 });
      expect(report!["degreesOfFreedom"]).toBe(0);
      yield act.unlock("hinge");
    });
    expect(held.at(0.49, "hinge.phi")).toBe(0.2);
    expect(Math.abs(held.at(1.4, "hinge.phi") - free.at(0.9, "hinge.phi"))).toBeLessThan(1e-5);
    expect(Math.abs(free.at(0.9, "hinge.phi") - 0.2)).toBeGreaterThan(0.05);
  });

  describe("with a flange and a drive behind it", () => {
    const ratio = 5;
    const rotor = 0.02;
    const driven = (program: Program, entries: Record<string, unknown> = {}, tau = 0) =>
      run(
        {
          arm: Object3D({ feature: brick(1) }), // Izz = 0.04 kg·m²
          hinge: RevoluteWithFlange({ obj1: "world", obj2: "arm", phi: 0, w: 1.3, lockable: true }),
          rotor: Inertia.with({ J: rotor, phi: { init: null }, w: { init: null } }),
          gear: IdealGear.with({ ratio }),
          motor: Torque,
          connect: [
            ["motor.flange", "rotor.flange_a"],
            ["rotor.flange_b", "gear.flange_a"],
            ["gear.flange_b", "hinge.flange"],
          ],
          equations: `motor.tau = ${tau}`,
          ...entries,
        },
        program,
        1,
      );

    it("an impulse goes through the gear into the rotor", () => {
      let energy = 0;
      const result = driven(
        function* (act) {
          const { report } = yield act.attach("eye", "tip", { withImpulse: true });
          energy = report!["kineticEnergy"]!;
        },
        {
          tip: Object3D({ parent: "arm", lockable: true, translation: [0.8, 0, 0] }),
          bullet: Object3D({
            parent: "world",
            fixedToParent: false,
            assemblyRoot: true,
            translation: [0.8, 0, 0],
            velocity: [0.1, -4, 0.2],
            angularVelocity: [0, 1, 5],
            feature: brick(0.3),
          }),
          eye: Object3D({ parent: "bullet", lockable: true }),
        },
      );
      const [drive, load] = [rotor * ratio ** 2, 0.3 * 0.8 ** 2 + 0.012];
      const w = ((0.04 + drive) * 1.3 + 0.012 * 5 - 0.3 * 0.8 * 4) / (0.04 + drive + load);
      expect(around(result, "hinge.w", 0)[1][0]).toBeCloseTo(w, 13);
      expect(around(result, "rotor.w", 0)[1][0]).toBeCloseTo(ratio * w, 12);
      expect(energy).toBeCloseTo(0.5 * (0.04 + load) * w * w, 13);
    });

    it("a lock in motion stops the drive as well, and what floats takes over the momentum", () => {
      let report: Readonly<Record<string, number>> | undefined;
      const result = driven(
        function* (act) {
          yield act.eventAfter(0.25);
          ({ report } = yield act.lock("hinge", { withImpulse: true }));
        },
        {
          base: Object3D({ parent: "world", fixedToParent: false, assemblyRoot: true, feature: brick(2) }),
          hinge: RevoluteWithFlange({ obj1: "base", obj2: "arm", phi: 0, w: 1.3, lockable: true }),
        },
      );
      const behind = (name: string) => around(result, name, 0.25)[1];
      expect(Math.abs(behind("hinge.w")[0]!)).toBeLessThan(1e-13);
      expect(Math.abs(behind("rotor.w")[0]!)).toBeLessThan(ratio * 1e-13);
      expect(behind("base.angularVelocity")[2]).toBeCloseTo((0.04 * 1.3) / 0.12, 12); // of 0.04 and 0.08 kg·m²
      expect(report!["angularMomentumChange"]).toBeLessThan(1e-12);
      expect(Math.abs(result.final("hinge.phi") - behind("hinge.phi")[0]!)).toBeLessThan(1e-13);
    });

    it("a cut lets the arm fly and the rotor run up alone; without inertia behind it that is an error", () => {
      const program: Program = function* (act) {
        yield act.eventAfter(0.25);
        const { report } = yield act.cut("hinge");
        expect(report!["energyLost"]).toBe(0);
      };
      const result = driven(program, {}, 0.3);
      const [before, after] = around(result, "rotor.w", 0.25);
      expect(after).toEqual(before);
      expect(result.final("rotor.w")).toBeCloseTo(after[0]! + (0.3 / rotor) * 0.75, 9);
      expect(result.final("hinge.tau")).toBe(0);
      expect(result.final("arm.angularVelocity[3]")).toBeCloseTo(after[0]! / ratio, 9);
      const light = { rotor: undefined, gear: undefined, connect: [["motor.flange", "hinge.flange"]] };
      expect(() => driven(program, light, 0.3)).toThrow(/E-ACTION-JOINT[\s\S]*an Inertia/);
      const alone = { ...light, motor: undefined, connect: [], equations: [] };
      expect(driven(program, alone).final("hinge.w")).toBeCloseTo(1.3, 12);
    });
  });

  it("between parts that become one body idle, with flange or without, and go on from there", () => {
    const door = (hinge: unknown, entries: Record<string, unknown> = {}) =>
      run(
        {
          frame: Object3D({ parent: "world", lockable: true }),
          door: Object3D({ assemblyRoot: true, feature: brick(2) }),
          latch: Object3D({ parent: "door", lockable: true }),
          hinge,
          ...entries,
        },
        function* (act) {
          const limits = { distance: 9 };
          yield act.eventAfter(0.25);
          const { report } = yield act.attach("latch", "frame", { limits, withImpulse: true, waitingPeriod: 0.25 });
          expect(report!["degreesOfFreedom"]).toBe(0);
          expect(report!["kineticEnergy"]).toBe(0);
          yield act.release("latch");
        },
        1,
      );
    const joint = { obj1: "world", obj2: "door", axis: 3, phi: 7.5, w: 2 } as const;
    const plain = door(Revolute(joint));
    expect(around(plain, "hinge.phi", 0.5)[1][0]).toBeCloseTo(8, 9); // with its whole turn
    expect(plain.final("hinge.phi")).toBeCloseTo(8, 9);
    const drive = {
      rotor: Inertia.with({ J: 0.02, phi: { init: null }, w: { init: null } }),
      motor: Torque,
      connect: [
        ["motor.flange", "rotor.flange_a"],
        ["rotor.flange_b", "hinge.flange"],
      ],
      equations: "motor.tau = 0.1",
    };
    const driven = door(RevoluteWithFlange({ ...joint, lockable: true }), drive);
    expect(driven.at(0.4, "hinge.tau")).toBeCloseTo(0.1, 9); // the latch holds against the motor
    expect(driven.final("hinge.w")).toBeCloseTo((0.5 * 0.1) / (0.02 + 0.08), 9);
    expect(() => door(RevoluteWithFlange(joint), drive)).toThrow(/E-ACTION-JOINT[\s\S]*make it rigid/);
  });

  it("that are locked do not make their parts one: these are attached and deleted as before", () => {
    const entries = {
      arm: Object3D({ assemblyRoot: true, feature: brick() }),
      eye: Object3D({ parent: "arm", lockable: true }),
      post: Object3D({ parent: "world", lockable: true }),
      hinge: Revolute({ obj1: "world", obj2: "arm", axis: 3, phi: 0.3 }),
    };
    const result = run(
      entries,
      function* (act) {
        yield act.lock("hinge", { waitingPeriod: 0.25 });
        yield act.attach("eye", "post", { waitingPeriod: 0.25 });
        yield act.unlock("hinge", { waitingPeriod: 0.25 });
        yield act.release("eye");
      },
      1,
    );
    expect(result.segments.map(({ stateNames }) => stateNames.length)).toEqual([2, 0, 0, 0, 2]);
    expect(result.final("hinge.phi")).toBeCloseTo(0.3, 12);
    const program: Program = function* (act) {
      yield act.lock("hinge");
      yield act.delete("eye");
    };
    expect(() => run(entries, program, 1)).toThrow(/E-ACTION-CARRIER[\s\S]*the joint "hinge" hangs on it/);
  });

  it("a free body idles and wakes where it was left", () => {
    const result = run(
      { stone: Object3D({ parent: "world", fixedToParent: false, translation: [1, 2, 3], feature: brick() }) },
      function* (act) {
        yield act.lock("stone", { waitingPeriod: 0.5 });
        yield act.unlock("stone");
      },
      1,
    );
    expect(result.segments.map(({ stateNames }) => stateNames.length)).toEqual([13, 0, 13]);
    expect(result.final("stone.r_abs")).toEqual([1, 2, 3]);
  });

  it("with a flange belong to the equations and are refused otherwise; so are unknown ones", () => {
    const entries = {
      arm: Object3D({ feature: brick() }),
      hinge: RevoluteWithFlange({ obj1: "world", obj2: "arm", phi: Var({ init: 0 }), w: Var({ init: 0 }) }),
    };
    const attempt = (kind: "lock" | "unlock" | "cut", name: string) => () =>
      run(
        entries,
        function* (act) {
          yield act[kind](name);
        },
        0.1,
      );
    expect(attempt("lock", "hinge")).toThrow(/E-ACTION-JOINT[\s\S]*lockable: true/);
    expect(attempt("cut", "hing")).toThrow(/E-ACTION-JOINT[\s\S]*hinge/);
    expect(attempt("unlock", "hinge")).toThrow(/E-ACTION-JOINT[\s\S]*not locked/);
  });
});

describe("what a change does not concern", () => {
  it("keeps its states to the last bit, spinning bodies included", () => {
    const spinning = (x: number, w: number[]) =>
      Object3D({
        parent: "world",
        fixedToParent: false,
        assemblyRoot: true,
        translation: [x, 0, 0],
        rotation: [0.3 * x, 1 - x, 0.7],
        angularVelocity: w,
        feature: brick(),
      });
    const result = run(
      {
        part: Object3D({
          parent: "world",
          fixedToParent: false,
          assemblyRoot: true,
          velocity: [1, 0, 0],
          feature: brick(),
        }),
        eye: Object3D({ parent: "part", lockable: true }),
        post: Object3D({ parent: "world", lockable: true }),
        one: spinning(1, [3, -2, 1]),
        two: spinning(2, [-1, 4, 0.5]),
      },
      function* (act) {
        yield act.wait(0.4);
        yield act.attach("eye", "post", { limits: { distance: 9 }, withImpulse: true });
        yield act.wait(0.4);
        yield act.release("eye");
      },
      1,
      1e-6,
    );
    for (const t of [0.4, 0.8])
      for (const name of ["one", "two"])
        for (const signal of ["translation", "quaternion", "velocity", "w"]) {
          const [before, after] = around(result, `${name}.${signal}`, t);
          expect(after).toEqual(before);
        }
  });

  it("a linkage opened at any of its joints goes on from where it is", () => {
    const bar = (length: number, path: string) => ({
      [path]: Object3D({ feature: brick(1, 0.1) }),
      [`${path}Start`]: Object3D({ parent: path, translation: [-length / 2, 0, 0] }),
      [`${path}End`]: Object3D({ parent: path, translation: [length / 2, 0, 0] }),
    });
    let [joint, change] = ["", Number.NaN];
    const linkage = instantiate(
      Model3D({
        world: weightless(),
        ...bar(0.3, "crank"),
        ...bar(0.8, "coupler"),
        ...bar(0.5, "rocker"),
        bearing: Object3D({ parent: "world", translation: [0.7, 0, 0] }),
        j1: Revolute({ obj1: "world", obj2: "crankStart", phi: Var({ init: 1 }), w: Var({ init: 4 }) }),
        j2: Revolute({ obj1: "crankEnd", obj2: "couplerStart", phi: -0.9 }),
        j3: Revolute({ obj1: "couplerEnd", obj2: "rockerEnd", phi: 1.2 }),
        j4: Revolute({ obj1: "bearing", obj2: "rockerStart", phi: 1.5 }),
        actions: ModelActions(function* (act) {
          yield act.wait(0.3);
          const { report } = yield act.cut(joint);
          change =
            Math.abs(report!["energyLost"]!) + report!["linearMomentumChange"]! + report!["angularMomentumChange"]!;
        }),
      }),
    );
    for (const opened of ["j1", "j2", "j3", "j4"]) {
      joint = opened;
      const result = simulate(linkage, { stopTime: 0.4, tolerance: 1e-9, interval: 0.1 });
      expect(change, joint).toBeLessThan(1e-9);
      change = Number.NaN;
      for (const name of ["crank", "coupler", "rocker"])
        for (const signal of ["r_abs", "R_abs"]) {
          const [before, after] = around(result, `${name}.${signal}`, 0.3);
          expectClose(after, before, 1e-12);
        }
    }
  });
});

describe("programs", () => {
  const falling = {
    world: Object3D({ feature: Scene() }),
    ball: Object3D({
      parent: "world",
      fixedToParent: false,
      assemblyRoot: true,
      translation: [0, 5, 0],
      feature: Solid({ shape: Sphere({ diameter: 0.1 }), solidMaterial: "Steel" }),
    }),
  };

  it("wait for a condition over the motion, located as an event", () => {
    const seen: number[] = [];
    const result = run(
      falling,
      function* (act) {
        yield act.until("ball.translation[2] < 1");
        seen.push(act.time, act.value("ball.velocity[2]"));
      },
      2,
    );
    const t = Math.sqrt((2 * 4) / 9.81);
    expect(Math.abs(seen[0]! - t)).toBeLessThan(1e-8);
    expect(Math.abs(seen[1]! + 9.81 * t)).toBeLessThan(1e-7);
    expect(result.endTime).toBe(2);
  });

  it("feed new parts while they run", () => {
    const result = run(
      { ...falling, world: weightless() },
      function* (act) {
        for (let k = 1; k <= 3; k++) {
          yield act.eventAfter(1);
          yield act.create(`part${k}`, "ball", { translation: [k, 0, 0], velocity: [0, k, 0] });
        }
      },
      4,
    );
    for (const k of [1, 2, 3]) {
      expectClose(result.final<number[]>(`part${k}.r_abs`), [k, k * (4 - k), 0], 1e-9);
      const { time, values } = result.signal(`part${k}.r_abs`);
      time.forEach((t, i) => {
        if (t < k) expect(Number.isNaN((values[i] as unknown as number[])[0]!)).toBe(true);
      });
    }
    expect(result.segments).toHaveLength(4);
  });

  it("keep what was computed before a wrong command", () => {
    let partial: Result | undefined;
    try {
      run(
        falling,
        function* (act) {
          yield act.eventAfter(0.5);
          yield act.release("nobody");
        },
        1,
      );
    } catch (error) {
      partial = (error as { partial?: Result }).partial;
    }
    expect(partial!.endTime).toBe(0.5);
    expect(partial!.final("ball.translation")).toBeDefined();
  });

  it("say what they ask for in vain", () => {
    const ask = (program: Program) => () => run(falling, program, 0.1);
    expect(
      ask(function* (act) {
        act.value("ball.heigth");
        yield act.wait(1);
      }),
    ).toThrow("E-ACTION-VALUE");
    expect(
      ask(function* (act) {
        yield act.until("ball.translation[7] < 1");
      }),
    ).toThrow("E-ACTION-VALUE");
    expect(
      ask(function* (act) {
        yield act.delete("ball");
        yield act.eventAfter(0.01);
        yield act.release("ball");
      }),
    ).toThrow("E-ACTION-GONE");
    expect(
      ask(function* (act) {
        yield act.create("ball", "ball");
      }),
    ).toThrow("E-ACTION-NAME");
  });

  it("drive joints along their reference path: the angle of a flange is prescribed with both derivatives", () => {
    const model = (name: string) => ({
      arm: Object3D({ feature: brick(2) }),
      hinge: RevoluteWithFlange({ obj1: "world", obj2: "arm", axis: 3 }),
      equations: [`hinge.flange.phi = actions.${name}*quantity(1, "rad")`],
      wrench: FreeFlange,
      connect: [["hinge.flange", "wrench.flange"]],
    });
    const program: Program = function* (act) {
      yield act.referencePath({ names: ["angle"], v_max: 1, a_max: 2 });
      yield act.ptpJointSpace([[1]]);
    };
    const result = run(model("angle"), program, 2);
    expect(result.at(0.3, "hinge.phi")).toBeCloseTo(0.3 ** 2, 12);
    expect(result.at(0.3, "hinge.w")).toBeCloseTo(0.6, 12);
    expect(result.at(0.3, "hinge.tau")).toBeCloseTo(2 * 0.08, 9); // Izz = 0.04 kg·m² per kg
    expect(result.final("hinge.phi")).toBeCloseTo(1, 12);
    expect(() => run(model("angel"), program, 2)).toThrow("E-ACTION-REFERENCE");
  });

  it("do not delete what carries something", () => {
    const entries = {
      ...falling,
      lid: Object3D({ parent: "ball", assemblyRoot: true, feature: brick() }),
    };
    const program: Program = function* (act) {
      yield act.delete("ball");
    };
    expect(() => run(entries, program, 0.1)).toThrow(/E-ACTION-CARRIER[\s\S]*"lid" is attached to it/);
  });
});
