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
  const [{ structureWork }] = [...choices] as unknown as [{ structureWork: () => number }];
  return works.find((work) => work >= structureWork())!;
}

/** 10 µs for each of 13 states of a body, whose evaluation takes 0.3 µs, and 0.2 µs for each contact: in evaluations. */
const workOfStructure = (bodies: number, contacts: number) => (10 * 13 * bodies) / (0.3 * bodies + 0.2 * contacts);

it("is nothing for few bodies", () => {
  const row = Array.from({ length: 8 }, (_, x) => [x, 0, 0] as const);
  expect(leastWork(row, [0, 1, 20])).toBe(0);
});

it.each([40, 60])(
  "is that of order and method where %i bodies touch in a row, nearly the same for each of them",
  (count) => {
    const row = Array.from({ length: count }, (_, x) => [x, 0, 0] as const);
    const work = workOfStructure(count, count - 1);
    expect(leastWork(row, [0, 20, Math.floor(work), Math.ceil(work)])).toBe(Math.ceil(work));
  },
);

it("is fewer evaluations where bodies touch in all directions, since each takes longer", () => {
  const cube = Array.from({ length: 27 }, (_, k) => [k % 3, Math.floor(k / 3) % 3, Math.floor(k / 9)] as const);
  const work = workOfStructure(27, 54);
  expect(leastWork(cube, [0, 20, Math.floor(work), Math.ceil(work)])).toBe(Math.ceil(work));
});
