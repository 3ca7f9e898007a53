// What it takes until the matrices of many bodies that touch are worth their structure.
import { afterEach, expect, it, vi } from "vitest";
import { instantiate, Model3D, Object3D, Scene, Solid, Sphere, simulate } from "../../../src/index.ts";
import { MethodChoice } from "../../../src/integrate/islands/methodChoice.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Least work, of those given, for which the structure is worth it, of the one island of balls that touch. */
function leastWork(places: readonly (readonly [number, number, number])[], works: readonly number[]): number {
  const choices = new Set<MethodChoice>();
  const before = MethodChoice.prototype.before;
  vi.spyOn(MethodChoice.prototype, "before").mockImplementation(function (this: MethodChoice, statistics) {
    choices.add(this);
    return before.call(this, statistics);
  });
  const balls = places.map(([x, y, z], k) => [
    `ball${k}`,
    Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [0.0999 * x, 0.0999 * y, 0.0999 * z],
      feature: Solid({ shape: Sphere({ diameter: 0.1 }), solidMaterial: "DryWood", collision: true }),
    }),
  ]);
  const model = Model3D({
    world: Object3D({ feature: Scene({ elasticContactReductionFactor: 1e-4 }) }),
    ...Object.fromEntries(balls),
  });
  simulate(instantiate(model), { stopTime: 1e-5, tolerance: 1e-4 });
  expect(choices.size).toBe(1);
  const [{ isWorthStructure }] = [...choices] as unknown as [{ isWorthStructure: (work: number) => boolean }];
  return works.find((work) => isWorthStructure(work))!;
}

const works = [0, 19, 20, 60, 87, 88];

it("is nothing for few bodies", () => {
  expect(
    leastWork(
      [0, 1, 2, 3, 4, 5, 6, 7].map((x) => [x, 0, 0] as const),
      works,
    ),
  ).toBe(0);
});

it.each([40, 60])("is what a band costs where %i bodies touch in a row, the same for each of them", (count) => {
  // 130 µs for each body, whose evaluation takes 0.7 µs, with 0.8 µs for its contact
  expect(
    leastWork(
      Array.from({ length: count }, (_, x) => [x, 0, 0] as const),
      works,
    ),
  ).toBe(88);
});

it("is that of sparse matrices where bodies touch in all directions", () => {
  const cube = Array.from({ length: 27 }, (_, k) => [k % 3, Math.floor(k / 3) % 3, Math.floor(k / 9)] as const);
  // a quarter of an evaluation for each of 13 states
  expect(leastWork(cube, works)).toBe(88);
});
