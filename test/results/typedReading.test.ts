// The type of a model tells which signals of its results are numbers, vectors, matrices: this file would not compile otherwise.
import {
  Box,
  instantiate,
  Model,
  Model3D,
  Object3D,
  type Result,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
  Var,
} from "rattleback";
import { describe, expect, expectTypeOf, it } from "vitest";

const Inner = Model({ z: Var({ init: [1, 2] }), equations: "der(z) = -z" });
const model = instantiate(
  Model({
    x: Var({ init: 1 }),
    r: Var({ start: [0, 0, 0] }),
    A: Var({
      init: [
        [1, 2],
        [3, 4],
      ],
    }),
    s: Var({ size: [2] }),
    inner: Inner,
    equations: "der(x) = -x; r = [x, 2*x, 3*x]; der(A) = -A; s = [x, -x]; y = 2*x",
  }),
);
const result = simulate(model, { stopTime: 1 });

describe("signals of a model have the type that is written in it", () => {
  it("at a time, at the end and over time", () => {
    expectTypeOf(result.at(0.5, "x")).toEqualTypeOf<number>();
    expectTypeOf(result.at(0.5, "r")).toEqualTypeOf<number[]>();
    expectTypeOf(result.at(0.5, "A")).toEqualTypeOf<number[][]>();
    expectTypeOf(result.final("s")).toEqualTypeOf<number[]>();
    expectTypeOf(result.final("inner.z")).toEqualTypeOf<number[]>();
    expectTypeOf(result.final("der(inner.z)")).toEqualTypeOf<number[]>();
    expectTypeOf(result.signal("x").values).toEqualTypeOf<Float64Array>();
    expectTypeOf(result.signal("A").values).toEqualTypeOf<number[][][]>();
    expect(result.at(0.5, "r").map((value) => value / result.at(0.5, "x"))).toEqual([1, 2, 3]);
    expect(result.final("A")[1]![0]! / result.final("A")[0]![0]!).toBeCloseTo(3, 6);
    expect(result.final("inner.z")).toHaveLength(2);
    expect(result.signal("A").values[0]).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it("and those of free objects are vectors of three", () => {
    const box = Solid({ shape: Box({ lengthX: 1, lengthY: 1, lengthZ: 1 }), solidMaterial: "Steel" });
    const falling = simulate(
      instantiate(
        Model3D({
          world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 10, n: [0, 0, -1] }) }) }),
          box: Object3D({ parent: "world", fixedToParent: false, velocity: [1, 2, 3], feature: box }),
        }),
      ),
      { stopTime: 1 },
    );
    expectTypeOf(falling.at(0.5, "box.velocity")).toEqualTypeOf<[x: number, y: number, z: number]>();
    expectTypeOf(falling.final("energy.kinetic")).toEqualTypeOf<number>();
    const [x, y, z] = falling.at(0.5, "box.velocity");
    expect([x, y, z].map((v) => Math.round(v * 1e6) / 1e6)).toEqual([1, 2, -2]);
    expect(falling.final("box.R_abs").map((row) => row.length)).toEqual([3, 3, 3]);
  });

  it("what the type does not tell is a number, or what the caller says", () => {
    expectTypeOf(result.at(0.5, "y")).toEqualTypeOf<number>();
    expectTypeOf(result.at(0.5, "r[2]")).toEqualTypeOf<number>();
    expectTypeOf(result.at<number[]>(0.5, "r[2:3]")).toEqualTypeOf<number[]>();
    const names: string[] = ["r"];
    expectTypeOf(result.final<number[]>(names[0]!)).toEqualTypeOf<number[]>();
    const plain: Result = result;
    expectTypeOf(plain.final("r")).toEqualTypeOf<number>();
    const ofAnyModel: ReturnType<typeof simulate> = result;
    expectTypeOf(ofAnyModel.final("r")).toEqualTypeOf<number>();
    expectTypeOf(ofAnyModel.final<number[]>("r")).toEqualTypeOf<number[]>();
    // what .with() keeps is known, what it adds is what the caller says
    const larger = simulate(instantiate(Inner.with({ more: Var({ init: [1] }), equations: "der(more) = [0]" })), {
      stopTime: 0,
    });
    expectTypeOf(larger.final("z")).toEqualTypeOf<number[]>();
    expect(larger.final<number[]>("more")).toEqual([1]);
    // models of several types go the same way
    for (const one of [instantiate(Inner), model]) expect(simulate(one, { stopTime: 0 }).status).toBe("finished");
    expect(result.at(0.5, "r[2]")).toBeCloseTo(2 * result.at(0.5, "x"), 12);
  });
});
