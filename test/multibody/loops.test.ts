// Closed loops in models: found, cut, assembled, and closed at every output point.
import {
  Beam,
  expr,
  instantiate,
  MassProperties,
  Model,
  Model3D,
  type ModelDefinition,
  mechanismOf,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Spherical,
  simulate,
  UniformGravityField,
  Var,
} from "rattleback";
import { Damper, Fixed } from "rattleback/rotational";
import { describe, expect, it } from "vitest";
import type { Result } from "../../src/results/result.ts";

const Bar = Model({
  L: 0.1,
  middle: Object3D({
    feature: Solid({
      shape: Beam({ axis: 1, length: expr`L`, width: 0.02, thickness: 0.02 }),
      solidMaterial: "Aluminium",
    }),
  }),
  left: Object3D({ parent: "middle", translation: [expr`-L/2`, 0, 0] }),
  right: Object3D({ parent: "middle", translation: [expr`L/2`, 0, 0] }),
});

/** Largest distance of two frames over a run. */
function gap(result: Result, a: string, b: string): number {
  const [p, q] = [a, b].map((name) => result.signal<number[][]>(`${name}.r_abs`).values) as [number[][], number[][]];
  return Math.max(...p.map((r, i) => Math.hypot(r[0]! - q[i]![0]!, r[1]! - q[i]![1]!, r[2]! - q[i]![2]!)));
}

const fourBar = (lengths: readonly [number, number, number], w: number, g = 9.81) =>
  Model3D({
    world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g }) }) }),
    ground: Object3D({ parent: "world", translation: [0.2, 0, 0] }),
    bar1: Bar.with({ L: lengths[0] }),
    bar2: Bar.with({ L: lengths[1] }),
    bar3: Bar.with({ L: lengths[2] }),
    rev1: Revolute({ obj1: "world", obj2: "bar1.left", phi: Var({ init: 1 }), w: Var({ init: w }) }),
    rev2: Revolute({ obj1: "bar1.right", obj2: "bar2.left", phi: -1 }),
    rev3: Revolute({ obj1: "bar3.right", obj2: "bar2.right", phi: -1 }),
    rev4: Revolute({ obj1: "ground", obj2: "bar3.left", phi: 1 }),
  });

describe("loops", () => {
  it("are looked at where steps end, not inside them, and are closed all the same", () => {
    const model = instantiate(fourBar([0.1, 0.2, 0.2], 40, 0));
    const result = simulate(model, { stopTime: 1, tolerance: 1e-7, interval: 1e-3 });
    const { eventFunctionEvaluations, steps, rejectedSteps } = result.statistics;
    // once at the start and at each end of a step, and where values at both ends point to an extremum between them
    expect(eventFunctionEvaluations).toBeLessThan(2 * (steps + rejectedSteps));
    expect(gap(result, "bar2.right", "bar3.right")).toBeLessThan(1e-12);
  });

  it("a Bennett linkage, whose redundant constraints take turns, stays closed over full turns", () => {
    // sides a, b, a, b twisted by α, β with sin α/a = sin β/b: opposite angles stay equal
    const [a, b, alpha] = [0.5, 0.8, 0.6];
    const beta = Math.asin((b / a) * Math.sin(alpha));
    const first = 1;
    const second = 2 * Math.atan(Math.sin((beta + alpha) / 2) / Math.sin((beta - alpha) / 2) / Math.tan(first / 2));
    const link = (name: string, length: number, twist: number) => ({
      [name]: Object3D({
        feature: Solid({
          massProperties: MassProperties({
            mass: 1,
            centerOfMass: [length / 2, 0, 0],
            Ixx: 0.01,
            Iyy: 0.02,
            Izz: 0.02,
          }),
        }),
      }),
      [`${name}End`]: Object3D({ parent: name, translation: [length, 0, 0], rotation: [twist, 0, 0] }),
    });
    const Bennett = Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 0 }) }) }),
      base: Object3D({ parent: "world", translation: [a, 0, 0], rotation: [alpha, 0, 0] }),
      ...link("left", b, beta),
      ...link("top", a, alpha),
      ...link("right", b, beta),
      rev1: Revolute({ obj1: "base", obj2: "left", phi: Var({ init: first }), w: Var({ init: 2 }) }),
      rev2: Revolute({ obj1: "leftEnd", obj2: "top", phi: second }),
      rev3: Revolute({ obj1: "topEnd", obj2: "right", phi: -first }),
      rev4: Revolute({ obj1: "rightEnd", obj2: "world", phi: -second }),
    });
    const result = simulate(instantiate(Bennett), { stopTime: 6, interval: 0.05, tolerance: 1e-8 });
    expect(gap(result, "rightEnd", "world")).toBeLessThan(1e-9);
    expect(result.final("rev1.phi")).toBeGreaterThan(2 * Math.PI);
    expect(result.final("rev3.phi")).toBeCloseTo(-result.final("rev1.phi"), 9);
    const energy = result.signal("energy.kinetic").values;
    expect(Math.max(...energy) / Math.min(...energy) - 1).toBeLessThan(1e-6);
  });

  it("a crank keeps its start values, the other joints are found, and all joints stay closed for 100 s", () => {
    const result = simulate(instantiate(fourBar([0.1, 0.2, 0.15], 5, 0)), {
      stopTime: 100,
      tolerance: 1e-6,
      interval: 0.1,
    });
    expect(result.signal("rev1.phi").values[0]).toBe(1);
    expect(result.signal("rev1.w").values[0]).toBeCloseTo(5, 12);
    for (const [a, b] of [
      ["ground", "bar3.left"],
      ["bar3.right", "bar2.right"],
      ["bar1.right", "bar2.left"],
    ] as const)
      expect(gap(result, a, b)).toBeLessThan(1e-9 * 0.2);
    // one degree of freedom, although the planar loop has three redundant constraints in space
    expect(result.stateNames).toEqual(["loops.q[1]", "loops.qd[1]"]);
    expect(mechanismOf(result)).toMatchObject({
      bodies: 3,
      degreesOfFreedom: 1,
      loops: [{ constraints: 2, redundant: 3 }],
    });
    expect(result.final("rev1.phi")).toBeGreaterThan(300);
  });

  it("a linkage that rocks through dead centres of its coordinates chooses others and keeps its energy", () => {
    // no bar can turn fully against the next one, so every coordinate has a turning point
    const result = simulate(instantiate(fourBar([0.15, 0.12, 0.2], 6)), { stopTime: 10, tolerance: 1e-9 });
    const energy = result.signal("energy.total").values;
    const scale = Math.max(...result.signal("energy.kinetic").values);
    expect(Math.max(...energy.map((value) => Math.abs(value - energy[0]!)))).toBeLessThan(1e-5 * scale);
    expect(gap(result, "bar3.right", "bar2.right")).toBeLessThan(1e-10);
    expect(gap(result, "ground", "bar3.left")).toBeLessThan(1e-10);
  });

  it("a damped four-bar swings as the reference of the Modelica library", () => {
    const body = (options: Parameters<typeof MassProperties>[0]) =>
      Object3D({ feature: Solid({ massProperties: MassProperties(options) }) });
    const Fourbar = Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 9.80665 }) }) }),
      ground: Object3D({ parent: "world", translation: [-0.15, 1, 0] }),
      body1: body({
        mass: 7.7,
        centerOfMass: [0.2, 0, 0],
        Ixx: 0.003208333333333334,
        Iyy: 0.10427083333333335,
        Izz: 0.10427083333333335,
      }),
      end1: Object3D({ parent: "body1", translation: [0.4, 0, 0] }),
      body2: body({
        mass: 21.26231995808548,
        centerOfMass: [0.05, 0.55, 0],
        Ixx: 2.1484165543713734,
        Ixy: -0.19450520494443976,
        Iyy: 0.02654159134112105,
        Izz: 2.1660988457299584,
      }),
      end2: Object3D({ parent: "body2", translation: [0.1, 1.1, 0] }),
      body4: body({
        mass: 12.659710946542186,
        centerOfMass: [0.325, 0.05, 0],
        Ixx: 0.015763657416575913,
        Ixy: -0.06817705606085828,
        Iyy: 0.4484257439566377,
        Izz: 0.45891452181215436,
      }),
      end4: Object3D({ parent: "body4", translation: [0.65, 0.1, 0] }),
      revolute1: RevoluteWithFlange({ obj1: "world", obj2: "body1", phi: Var({ init: 0 }), w: Var({ init: 0 }) }),
      revolute2: Revolute({ obj1: "end1", obj2: "body2" }),
      revolute3: Revolute({ obj1: "ground", obj2: "body4" }),
      revolute4: Revolute({ obj1: "end4", obj2: "end2" }),
      damper: Damper.with({ d: 0.1 }),
      fixed: Fixed,
      connect: [
        ["damper.flange_b", "revolute1.flange"],
        ["damper.flange_a", "fixed.flange"],
      ],
    });
    const result = simulate(instantiate(Fourbar), { stopTime: 5, tolerance: 1e-9 });
    // independent recomputation of the reference, maximal coordinates, good to about 1e-6
    const expected: [number, number, number][] = [
      [1.25, -0.15414523936487495, 2.4150906284450318],
      [2.5, -0.4281592120919082, 4.370315894032244],
      [3.75, -0.7156334759559906, 5.920648942952034],
      [5, -0.9401652956524147, 6.996046849189251],
    ];
    for (const [t, phi, w] of expected) {
      expect(Math.abs(result.at(t, "revolute1.phi") - phi)).toBeLessThan(1e-5);
      expect(Math.abs(result.at(t, "revolute1.w") - w)).toBeLessThan(1e-4);
    }
  });

  it("a spatial loop with ball joints moves as the same mechanism with a rod of given length", () => {
    // a sledge on a rail is pulled by a rod with ball joints at both ends; the rod may spin: two degrees of freedom
    const Sledge = Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) }),
      wheel: Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: 3, Ixx: 0.02, Iyy: 0.02, Izz: 0.04 }) }),
      }),
      pin: Object3D({ parent: "wheel", translation: [0.1, 0, 0] }),
      rod: Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: 0.3, Ixx: 0.001, Iyy: 0.002, Izz: 0.002 }) }),
      }),
      rodA: Object3D({ parent: "rod", translation: [-0.2, 0, 0] }),
      rodB: Object3D({ parent: "rod", translation: [0.2, 0, 0] }),
      rail: Object3D({ parent: "world", translation: [0, 0.1, 0.2] }),
      sledge: Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: 0.5, Ixx: 0.001, Iyy: 0.001, Izz: 0.001 }) }),
      }),
      crank: Revolute({ obj1: "world", obj2: "wheel", axis: 3, phi: Var({ init: 0.4 }), w: Var({ init: 5 }) }),
      ballA: Spherical({ obj1: "pin", obj2: "rodA" }),
      ballB: Spherical({ obj1: "sledge", obj2: "rodB" }),
      slide: Prismatic({ obj1: "rail", obj2: "sledge", axis: 1, s: 0.4 }),
    });
    const result = simulate(instantiate(Sledge), { stopTime: 3, tolerance: 1e-9 });
    const sledge = result.signal<number[][]>("sledge.r_abs").values;
    const length = result.signal<number[][]>("pin.r_abs").values.map((p, i) => {
      const q = sledge[i]!;
      return Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!);
    });
    for (const value of length) expect(Math.abs(value - 0.4)).toBeLessThan(1e-10);
    const energy = result.signal("energy.total").values;
    const scale = Math.max(...result.signal("energy.kinetic").values);
    expect(Math.max(...energy.map((value) => Math.abs(value - energy[0]!)))).toBeLessThan(1e-6 * scale);
    expect(result.stateNames).toHaveLength(4);
  });

  it("a loop that cannot be closed names a joint", () => {
    expect(() => simulate(instantiate(fourBar([0.05, 0.05, 0.05], 0)), { stopTime: 1 })).toThrowError(
      /E-MECHANISM-LOOP-OPEN/,
    );
  });
});

describe("a row of parallelograms, each of which shares a crank with the next", () => {
  /** N + 1 cranks and N rods, all 1 m and 1 kg, in one group of loops. */
  function row(N: number) {
    const bar = Object3D({
      feature: Solid({
        massProperties: MassProperties({ mass: 1, centerOfMass: [0.5, 0, 0], Ixx: 0.01, Iyy: 0.1, Izz: 0.1 }),
      }),
    });
    const parts: Record<string, ModelDefinition> = { world: Object3D({ feature: Scene() }) };
    for (let i = 0; i <= N; i++) {
      parts[`foot${i}`] = Object3D({ parent: "world", translation: [i, 0, 0] });
      parts[`crank${i}`] = bar;
      parts[`tip${i}`] = Object3D({ parent: `crank${i}`, translation: [1, 0, 0] });
      parts[`pin${i}`] = Revolute({ obj1: `foot${i}`, obj2: `crank${i}`, phi: 1.2, w: i === 0 ? -1 : 0 });
    }
    for (let i = 0; i < N; i++) {
      parts[`rod${i}`] = bar;
      parts[`end${i}`] = Object3D({ parent: `rod${i}`, translation: [1, 0, 0] });
      parts[`near${i}`] = Revolute({ obj1: `tip${i}`, obj2: `rod${i}`, phi: -1.2 });
      parts[`far${i}`] = Revolute({ obj1: `end${i}`, obj2: `tip${i + 1}` });
    }
    return Model3D(parts);
  }

  it.each([3, 14])("swings as one crank with the inertia of all (%s)", (N) => {
    const result = simulate(instantiate(row(N)), { stopTime: 0.6, tolerance: 1e-9 });
    const w0 = result.at(0, "pin0.w");
    const [J, k] = [(N + 1) * 0.35 + N, (N + 1) * 0.5 + N];
    const one = simulate(
      instantiate(
        Model({
          phi: Var({ init: 1.2 }),
          w: Var({ init: w0 }),
          equations: `der(phi) = w; der(w) = -9.81*${k}/${J}*cos(phi)`,
        }),
      ),
      { stopTime: 0.6, tolerance: 1e-10 },
    );
    for (const pin of [0, 1, N]) expect(result.final(`pin${pin}.phi`), `pin${pin}`).toBeCloseTo(one.final("phi"), 7);
    expect(mechanismOf(result).loops[0]?.degreesOfFreedom).toBe(1);
  });
});
