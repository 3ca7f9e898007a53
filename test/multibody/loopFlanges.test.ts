import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as rotational from "../../src/entries/rotational.ts";
import * as translational from "../../src/entries/translational.ts";
import {
  instantiate,
  MassProperties,
  Model3D,
  type ModelSource,
  Object3D,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
  Var,
} from "../../src/index.ts";

const bar = (mass: number, length: number, J = (mass * length ** 2) / 12) =>
  Object3D({
    feature: Solid({
      massProperties: MassProperties({ mass, centerOfMass: [length / 2, 0, 0], Ixx: J, Iyy: J, Izz: J }),
    }),
  });
const end = (parent: string, x: number) => Object3D({ parent, translation: [x, 0, 0] });
const floating = { phi: { init: null }, w: { init: null } };

interface Lengths {
  readonly crank: number;
  readonly coupler: number;
  readonly rocker: number;
  readonly base: number;
}
const crankRocker: Lengths = { crank: 0.2, coupler: 0.7, rocker: 0.5, base: 0.6 };
const hinges = ["A", "B", "C", "D"] as const;

/** Hinges A (crank), B (crank and coupler), C (coupler and rocker), D (rocker); those in `flanged` have flanges. */
function fourBar(flanged: string, extra: ModelSource = {}, lengths = crankRocker, g = 0) {
  const hinge = (name: string, obj1: string, obj2: string, start: object) =>
    (flanged.includes(name) ? RevoluteWithFlange : Revolute)({ obj1, obj2, ...start });
  return Model3D({
    world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g }) }) }),
    base: Object3D({ parent: "world", translation: [lengths.base, 0, 0] }),
    crank: bar(1, lengths.crank),
    crankEnd: end("crank", lengths.crank),
    coupler: bar(2, lengths.coupler),
    couplerEnd: end("coupler", lengths.coupler),
    rocker: bar(1.5, lengths.rocker),
    rockerEnd: end("rocker", lengths.rocker),
    A: hinge("A", "world", "crank", { phi: Var({ init: 0.5 }), w: Var({ init: 5 }) }),
    B: hinge("B", "crankEnd", "coupler", { phi: 0.3 }),
    C: hinge("C", "couplerEnd", "rockerEnd", {}),
    D: hinge("D", "base", "rocker", { phi: 1.5 }),
    ...extra,
  });
}

describe("flanges on closed loops", () => {
  it("a crank-rocker with a flange at the rocker keeps its energy where the rocker turns back", () => {
    for (const tolerance of [1e-6, 1e-8]) {
      const result = simulate(instantiate(fourBar("D")), { stopTime: 3, tolerance });
      const energy = result.final<number>("energy.kinetic");
      expect(Math.abs(energy / result.at(0, "energy.kinetic") - 1)).toBeLessThan(100 * tolerance);
      expect(result.final<number>("A.phi")).toBeGreaterThan(10);
    }
  });

  it("flanges with nothing behind them change nothing, however many of the four hinges have one", () => {
    const plain = simulate(instantiate(fourBar("")), { stopTime: 1 });
    for (const flanged of ["A", "BD", "ACD", "ABCD"]) {
      const result = simulate(instantiate(fourBar(flanged)), { stopTime: 1 });
      for (const name of hinges)
        for (const quantity of ["phi", "w"])
          expect(
            Math.abs(result.final<number>(`${name}.${quantity}`) - plain.final<number>(`${name}.${quantity}`)),
          ).toBeLessThan(1e-9);
    }
  });

  it("rotors behind all hinges of a loop of one degree of freedom keep the energy of the whole", () => {
    const J = { A: 0.03, B: 0.01, C: 0.02, D: 0.05 } as const;
    const rotors = Object.fromEntries(
      hinges.map((name) => [`rotor${name}`, rotational.Inertia.with({ J: J[name], ...floating })]),
    );
    const connect = hinges.map((name) => [`rotor${name}.flange_a`, `${name}.flange`] as const);
    const result = simulate(instantiate(fourBar("ABCD", { ...rotors, connect })), { stopTime: 2, tolerance: 1e-9 });
    const energy = (read: (name: string) => number): number =>
      read("energy.kinetic") + hinges.reduce((sum, name) => sum + 0.5 * J[name] * read(`rotor${name}.w`) ** 2, 0);
    const before = energy((name) => result.at(0, name));
    expect(Math.abs(energy((name) => result.final<number>(name)) / before - 1)).toBeLessThan(1e-7);
  });

  it("a rotor fixed to the rocker acts like the same inertia of the rocker itself", () => {
    const J = 0.07;
    const own = bar(1.5, crankRocker.rocker, (1.5 * crankRocker.rocker ** 2) / 12 + J);
    const within = simulate(instantiate(fourBar("", { rocker: own })), { stopTime: 2, tolerance: 1e-9 });
    const rotor = rotational.Inertia.with({ J, ...floating });
    const behind = simulate(instantiate(fourBar("D", { rotor, connect: [["rotor.flange_a", "D.flange"]] })), {
      stopTime: 2,
      tolerance: 1e-9,
    });
    expect(Math.abs(behind.final<number>("A.phi") - within.final<number>("A.phi"))).toBeLessThan(1e-6);
  });

  it("a crank that is prescribed drives a rotor on the rocker: power in is the change of energy", () => {
    const rotor = rotational.Inertia.with({ J: 0.05, ...floating });
    const model = fourBar("AD", {
      rotor,
      drive: rotational.PrescribedAngle,
      work: Var({ init: 0 }),
      connect: [
        ["drive.flange", "A.flange"],
        ["rotor.flange_a", "D.flange"],
      ],
      equations: "drive.phi = 0.5 + 5*time; der(work) = A.tau*A.w",
    });
    const result = simulate(instantiate(model), { stopTime: 1, tolerance: 1e-9 });
    const energy = (read: (name: string) => number): number => read("energy.kinetic") + 0.025 * read("rotor.w") ** 2;
    const gained = energy((name) => result.final<number>(name)) - energy((name) => result.at(0, name));
    expect(Math.abs(result.final<number>("work") - gained)).toBeLessThan(1e-7);
  });

  it("any load on any hinge of random crank-rockers does the same as its torque at the crank", () => {
    const length = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const links = fc.record({ coupler: length(0.62, 0.8), rocker: length(0.5, 0.6), base: length(0.5, 0.6) });
    fc.assert(
      fc.property(links, fc.constantFrom("B", "C", "D"), length(-3, 3), length(0, 0.5), (others, name, c, d) => {
        const lengths: Lengths = { crank: 0.15, ...others };
        const load = `${c}*sin(${name}.phi) - ${d}*${name}.w`;
        const torque = { T: rotational.Torque };
        const direct = fourBar(
          name,
          { ...torque, connect: [["T.flange", `${name}.flange`]], equations: `T.tau = ${load}` },
          lengths,
          9.81,
        );
        // the same power at the crank, w ≠ 0 all the time
        const atCrank = fourBar(
          "A",
          { ...torque, connect: [["T.flange", "A.flange"]], equations: `T.tau = (${load})*${name}.w/A.w` },
          lengths,
          9.81,
        );
        const [a, b] = [direct, atCrank].map((model) =>
          simulate(instantiate(model.with({ A: { phi: { init: 0.5 }, w: { init: 20 } } })), {
            stopTime: 0.1,
            tolerance: 1e-9,
          }),
        );
        expect(Math.abs(a!.final<number>("A.phi") - b!.final<number>("A.phi"))).toBeLessThan(1e-7);
      }),
      { numRuns: 8, seed: 16 },
    );
  });
});

describe("an engine", () => {
  const [r, L] = [0.045, 0.15];
  const engine = (piston: boolean, crank: boolean, extra: ModelSource) =>
    Model3D({
      world: Object3D({ feature: Scene() }),
      crank: bar(4, 0.02, 0.02),
      pin: end("crank", r),
      rod: bar(0.6, 0.1, 0.002),
      rodEnd: end("rod", L),
      piston: bar(0.5, 0, 1e-4),
      main: (crank ? RevoluteWithFlange : Revolute)({
        obj1: "world",
        obj2: "crank",
        phi: Var({ init: 0 }),
        w: Var({ init: 100 }),
      }),
      crankPin: Revolute({ obj1: "pin", obj2: "rod" }),
      wrist: Revolute({ obj1: "rodEnd", obj2: "piston" }),
      slide: (piston ? PrismaticWithFlange : Prismatic)({ obj1: "world", obj2: "piston", s: r + L }),
      ...extra,
    });

  it("runs from top dead centre with gas force on its piston as with the torque of the same power at the crank", () => {
    const gas = "(-300*(0.1/(0.21 - slide.s))^1.3 - 5*slide.v)";
    const s = `(-${r}*sin(main.phi) - ${r ** 2}*sin(main.phi)*cos(main.phi)/sqrt(${L ** 2} - ${r ** 2}*sin(main.phi)^2))`;
    const options = { stopTime: 0.5, tolerance: 1e-10 };
    const direct = simulate(
      instantiate(
        engine(true, false, {
          F: translational.Force,
          connect: [["F.flange", "slide.flange"]],
          equations: `F.f = ${gas}`,
        }),
      ),
      options,
    );
    const atCrank = simulate(
      instantiate(
        engine(false, true, {
          T: rotational.Torque,
          connect: [["T.flange", "main.flange"]],
          equations: `T.tau = ${gas}*${s}`,
        }),
      ),
      options,
    );
    for (const name of ["main.phi", "main.w"]) {
      const [a, b] = [direct.final<number>(name), atCrank.final<number>(name)];
      expect(Math.abs(a - b) / Math.abs(b)).toBeLessThan(1e-7);
    }
  });
});
