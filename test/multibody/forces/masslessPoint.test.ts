/** Points without mass between springs and dampers. */
import {
  expr,
  instantiate,
  MasslessPoint,
  MassProperties,
  Model3D,
  type ModelDefinition,
  modelFromJson,
  modelToJson,
  NoGravityField,
  Object3D,
  Scene,
  Solid,
  SpringDamperPtP,
  simulate,
} from "rattleback";
import { describe, expect, it } from "vitest";

const hook = (x: number, y: number, z: number) => Object3D({ parent: "world", translation: [x, y, z] });
const body = (mass: number, translation: readonly number[], velocity: readonly number[]) =>
  Object3D({
    parent: "world",
    fixedToParent: false,
    translation,
    velocity,
    feature: Solid({ massProperties: MassProperties({ mass, Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }) }),
  });
const run = (model: ModelDefinition, stopTime: number, more = {}) =>
  simulate(instantiate(model), { stopTime, tolerance: 1e-8, ...more });
const world = Object3D({ feature: Scene() });
const weightless = Object3D({ feature: Scene({ gravityField: NoGravityField() }) });

describe("a point without mass", () => {
  const net = instantiate(
    Model3D({
      world,
      a: hook(-1, 0, 0),
      b: hook(1, 0, 0.3),
      c: hook(0.2, 0, -1),
      load: body(2, [0.1, -1, 0], [0.5, 0, 0.2]),
      knot: MasslessPoint({
        position: [0, -0.3, 0],
        strands: [
          { obj: "a", stiffness: 1000, nominalLength: 0.8 },
          { obj: "b", stiffness: 800, nominalLength: 0.8 },
          { obj: "c", stiffness: 900, nominalLength: 0.8 },
          { obj: "load", stiffness: 500, nominalLength: 0.5 },
        ],
      }),
    }),
  );

  it("that carries a load keeps energy, and moves as its velocity says", () => {
    for (const method of ["auto", "radau5"] as const) {
      const result = simulate(net, { stopTime: 1, tolerance: 1e-8, method });
      const [bodies, springs] = ["energy.total", "knot.energy"].map(
        (name) => result.signal(name).values as unknown as number[],
      );
      const start = bodies![0]! + springs![0]!;
      bodies!.forEach((e, i) => {
        expect(Math.abs(e + springs![i]! - start)).toBeLessThan(1e-5);
      });
      for (const t of [0.31, 0.77]) {
        const at = (time: number) => result.at<number[]>(time, "knot.position");
        const [before, after] = [at(t - 1e-3), at(t + 1e-3)];
        result.at<number[]>(t, "knot.velocity").forEach((v, i) => {
          expect(v).toBeCloseTo((after[i]! - before[i]!) / 2e-3, 3);
        });
      }
    }
  });

  it("between two springs is one spring: 1/c = 1/c₁ + 1/c₂", () => {
    const hung = (parts: Record<string, unknown>) =>
      run(Model3D({ world, a: hook(0, 1, 0), load: body(1, [0.05, 0.03, 0], [0, 0, 0.2]), ...parts }), 2);
    const series = hung({
      c: 300,
      knot: MasslessPoint({
        position: [0, 0.5, 0],
        strands: [
          { obj: "a", stiffness: expr`c`, nominalLength: 0.4 },
          { obj: "load", stiffness: expr`2*c`, nominalLength: 0.5 },
        ],
      }),
    });
    const single = hung({
      spring: SpringDamperPtP({ obj1: "a", obj2: "load", nominalLength: 0.9, springForceLaw: 200 }),
    });
    const end = single.final<number[]>("load.translation");
    series.final<number[]>("load.translation").forEach((x, i) => {
      expect(x).toBeCloseTo(end[i]!, 6);
    });
    expect(series.final("knot.strand1.force")).toBeCloseTo(series.final("knot.strand2.force"), 8);
  });

  it("with dampers creeps to its balance from where it starts", () => {
    const damped = (obj: string) => ({ obj, stiffness: 100, damping: 20 });
    const [a, b, c, d] = [hook(-1, 0, 0), hook(1, 0, 0), hook(0, 1, 0), hook(0, 0, 1)];
    const knot = MasslessPoint({ position: [0.2, 0.1, -0.1], strands: ["a", "b", "c", "d"].map(damped) });
    const result = run(Model3D({ world: weightless, a, b, c, d, knot }), 5);
    expect(result.at<number[]>(0, "knot.position")).toEqual([0.2, 0.1, -0.1]);
    // springs without length: the mean of the hooks
    const end = result.final<number[]>("knot.position");
    [0, 0.25, 0.25].forEach((x, i) => {
      expect(end[i]!).toBeCloseTo(x, 8);
    });
    const energy = result.signal("knot.energy").values as unknown as number[];
    for (let i = 1; i < energy.length; i++) expect(energy[i]!).toBeLessThanOrEqual(energy[i - 1]! + 1e-9);
  });

  it("may be pulled by equations, and so joined to others", () => {
    const knot = (x: number, one: string, other: string) =>
      MasslessPoint({
        position: [x, 0, 0.5],
        takesForce: true,
        strands: [one, other].map((obj) => ({ obj, stiffness: 100, nominalLength: 0.2 })),
      });
    const joined = Model3D({
      world,
      a: hook(-1, 0, 0),
      b: hook(-1, 0, 1),
      c: hook(1, 0, 0),
      d: hook(1, 0, 1),
      k1: knot(-0.5, "a", "b"),
      k2: knot(0.5, "c", "d"),
      equations: "k1.forceVector = 200*(k2.position - k1.position); k2.forceVector = -200*(k2.position - k1.position)",
    });
    const result = run(joined, 0.1);
    const x = result.final<number[]>("k2.position")[0]!;
    const length = Math.hypot(1 - x, 0.5);
    // two strands against the one in the middle
    expect(2 * 100 * (length - 0.2) * ((1 - x) / length)).toBeCloseTo(200 * 2 * x, 6);
    expect(result.names()).not.toContain("k1.velocity");
  });

  it("is refused where nothing, or not everything, holds it, when that happens", () => {
    const two = (nominalLength: number, damping?: number) => (b: ModelDefinition) =>
      Model3D({
        world: weightless,
        a: hook(-1, 0, 0),
        b,
        knot: MasslessPoint({
          strands: [
            { obj: "a", stiffness: 100, nominalLength, ...(damping !== undefined && { damping }) },
            { obj: "b", stiffness: 100, nominalLength },
          ],
        }),
      });
    for (const length of [1, 1.5]) expect(() => run(two(length)(hook(1, 0, 0)), 1)).toThrow(/E-ASSERT.*t = 0:.*stable/);
    expect(() => run(two(0.5, 20)(hook(1, 0, 0)), 1)).toThrow(/E-ASSERT.*t = 0:.*dampers must hold/);
    // slack when 2·0.8 m are left
    expect(() => run(two(0.8)(body(1e6, [1, 0, 0], [-1, 0, 0])), 1)).toThrow(/E-ASSERT.*t = 0\.(39999|4000).*stable/);
  });

  it("is written to JSON and read again", () => {
    const strands = [100, 300].map((stiffness, i) => ({ obj: "ab"[i]!, stiffness, nominalLength: 0.5 }));
    const knot = Model3D({ world, a: hook(-1, 0, 0), b: hook(1, 0, 0), knot: MasslessPoint({ strands }) });
    const end = run(modelFromJson(modelToJson(knot)), 0).final<number[]>("knot.position");
    [0.25, 0, 0].forEach((x, i) => {
      expect(end[i]!).toBeCloseTo(x, 12);
    });
  });

  it("has strands whose lengths are not negative, from the start and in a run with other values", () => {
    const knot = (nominalLength: number) =>
      Model3D({
        world,
        a: hook(-1, 0, 0),
        b: hook(1, 0, 0),
        knot: MasslessPoint({ strands: ["a", "b"].map((obj) => ({ obj, stiffness: 100, nominalLength })) }),
      });
    const refused = /E-PARAMETER-RANGE.*"knot\.strand1\.nominalLength" is -0\.1; its least value is 0/;
    expect(() => run(knot(-0.1), 1)).toThrow(refused);
    expect(() => run(knot(0.1), 1, { merge: { "knot.strand1.nominalLength": -0.1 } })).toThrow(refused);
    expect(run(knot(0), 1).final("knot.strand1.length")).toBeCloseTo(1, 12);
  });

  it("needs strands with names of objects", () => {
    const a = { obj: "a", stiffness: 1 };
    expect(() => MasslessPoint({ strands: [a] })).toThrow(/E-3D-VALUE.*strands/);
    expect(() => MasslessPoint({ strands: [a, { stiffness: 1 } as never] })).toThrow(/E-3D-VALUE/);
    expect(() => MasslessPoint({ strands: [a, { ...a, stifness: 2 } as never] })).toThrow(/stiffness/);
    const lost = Model3D({ world, a: hook(1, 0, 0), knot: MasslessPoint({ strands: [a, { obj: "b" }] }) });
    expect(() => run(lost, 1)).toThrow(/E-OBJECT.*"b"/s);
  });
});
