// Spellings of Modia3D and American ones mean the same as our own names.
import {
  ContactResult,
  ForceBetween,
  instantiate,
  linearise,
  linearize,
  Model3D,
  Object3D,
  Scene,
  SensorResult,
  Solid,
  Sphere,
  simulate,
  VisualMaterial,
  WorldForce,
} from "rattleback";
import { describe, expect, it } from "vitest";
import { inOwnSpelling } from "../../src/errors/spellings.ts";

const free = (x: number) =>
  Object3D({
    parent: "world",
    fixedToParent: false,
    translation: [x, 0, 0],
    feature: Solid({ shape: Sphere(), massProperties: 2 }),
  });
const push = () => [1, 2, 3];

describe("spellings", () => {
  it("elements with object1, objectApply and objectCoordinateRef move bodies as those with obj1, obj and objCoord", () => {
    const own = {
      push: WorldForce({ obj: "a", objCoord: "b", forceFunction: push }),
      pull: ForceBetween({ obj1: "a", obj2: "b", objCoord: "b" }),
      touch: ContactResult({ obj1: "a", obj2: "b", objCoord: "b" }),
      feel: SensorResult({ obj: "a", objOrigin: "b", objCoord: "b", objObserve: "b" }),
    };
    const other = {
      push: WorldForce({ objectApply: "a", objectCoord: "b", forceFunction: push }),
      pull: ForceBetween({ obj1: "a", obj2: "b", objectCoord: "b" }),
      touch: ContactResult({ object1: "a", object2: "b", objectCoordinateRef: "b" }),
      feel: SensorResult({ object: "a", objectOrigin: "b", objectCoordinateRef: "b", objectObserveRef: "b" }),
    };
    const hashes = [own, other].map((elements) => {
      const world = Object3D({ feature: Scene() });
      const equations = "pull.forceVector = [time, 0, 0]";
      return simulate(instantiate(Model3D({ world, a: free(0), b: free(3), ...elements, equations })), { stopTime: 1 })
        .hash;
    });
    expect(hashes[1]).toBe(hashes[0]);
  });

  it("an option that is given in both spellings is an error", () => {
    expect(() => WorldForce({ obj: "a", objectApply: "b", forceFunction: push } as never)).toThrow(
      /E-OPTION-VALUE.*"obj" and "objectApply"/,
    );
  });

  it("linearize is linearise", () => {
    expect(linearize).toBe(linearise);
  });

  it("what is given is not changed", () => {
    const given = { object1: "a" };
    expect(inOwnSpelling(given, { obj1: "object1" }, "test")).toEqual({ obj1: "a" });
    expect(given).toEqual({ object1: "a" });
  });

  it("a Scene with an option that has no effect runs, and the result says so", () => {
    const run = (options: object) =>
      simulate(instantiate(Model3D({ world: Object3D({ feature: Scene(options) }), a: free(0) })), { stopTime: 0.1 });
    const { warnings, hash } = run({ mprTolerance: 1e-20, visualizeFrames: true });
    expect(warnings.filter((text) => text.startsWith("W-SCENE-IDLE"))).toEqual([
      expect.stringContaining("mprTolerance. Leave"),
    ]);
    expect(run({ visualiseFrames: true })).toMatchObject({ warnings: [], hash });
    const pictures = { enableVisualization: false, animationFile: "a.json", provideAnimationHistory: true };
    const drawn = run({ useOptimizedStructure: true, ...pictures });
    expect(drawn.hash).toBe(hash);
    expect(drawn.warnings).toEqual([
      expect.stringContaining(
        "useOptimizedStructure, enableVisualization, animationFile, provideAnimationHistory. Leave",
      ),
    ]);
  });

  it("a visual material may be written as in Modia3D", () => {
    expect(VisualMaterial({ reflectslight: false })).toEqual(VisualMaterial({ reflectsLight: false }));
  });
});
