// A mechanism that is pulled by a point stays together, and stands where the mechanics puts it when a run begins there.
import fc from "fast-check";
import {
  Box,
  type InstantiatedModel,
  instantiate,
  Model3D,
  type ModelDefinition,
  Object3D,
  Prismatic,
  Revolute,
  Rod,
  Scene,
  Solid,
  Spherical,
  simulate,
  Universal,
} from "rattleback";
import { describe, expect, it } from "vitest";
import { MechanismPull } from "../../app/scene/pull/mechanismPull.ts";
import { movableTree } from "../../app/scene/pull/movableTree.ts";
import { animationOf } from "../../src/scene/animationOf.ts";

const solid = Solid({ shape: Box({ lengthX: 0.3, lengthY: 0.05, lengthZ: 0.05 }), solidMaterial: "Steel" });
const world = Object3D({ feature: Scene() });
const link = (name: string, length: number) => ({
  [name]: Object3D({ feature: solid }),
  [`${name}B`]: Object3D({ parent: name, translation: [length, 0, 0] }),
});

const fourBar = Model3D({
  world,
  far: Object3D({ parent: "world", translation: [0.8, 0, 0] }),
  ...link("crank", 0.25),
  ...link("coupler", 0.7),
  ...link("rocker", 0.5),
  pin1: Revolute({ obj1: "world", obj2: "crank", phi: 1 }),
  pin2: Revolute({ obj1: "crankB", obj2: "coupler", phi: -0.5 }),
  pin3: Revolute({ obj1: "far", obj2: "rocker", phi: 1.5 }),
  pin4: Revolute({ obj1: "rockerB", obj2: "couplerB", phi: -1 }),
});

const sliderCrank = Model3D({
  world,
  ...link("crank", 0.2),
  ...link("rod", 0.6),
  piston: Object3D({ feature: solid }),
  pin1: Revolute({ obj1: "world", obj2: "crank", phi: 0.7 }),
  pin2: Universal({ obj1: "crankB", obj2: "rod", axis: 3, secondAxis: 2, phi1: -1 }),
  ball: Spherical({ obj1: "rodB", obj2: "piston" }),
  bore: Prismatic({ obj1: "world", obj2: "piston", axis: 1, s: 0.7 }),
});

const arm = Model3D({
  world,
  ...link("upper", 0.5),
  ...link("lower", 0.4),
  shoulder: Universal({ obj1: "world", obj2: "upper", axis: 2, secondAxis: 3, phi2: 0.3 }),
  elbow: Revolute({ obj1: "upperB", obj2: "lower", phi: -0.8 }),
});

const tied = Model3D({
  world,
  far: Object3D({ parent: "world", translation: [0.6, 0, 0] }),
  ...link("left", 0.4),
  ...link("right", 0.5),
  pin1: Revolute({ obj1: "world", obj2: "left", phi: 1.4 }),
  pin2: Revolute({ obj1: "far", obj2: "right", phi: 1.2 }),
  rod: Rod({ obj1: "leftB", obj2: "rightB", length: 0.7 }),
});

const instances = new Map<ModelDefinition, InstantiatedModel>();

function takenAt(model: ModelDefinition, path: string, limits: Record<string, readonly [number, number]> = {}) {
  const instance = instances.get(model) ?? instantiate(model);
  instances.set(model, instance);
  const result = simulate(instance, { stopTime: 0 });
  const animation = animationOf(result);
  const at = (name: string) => animation.scene.objects.findIndex((object) => object.path === name);
  const object = at(path);
  const tree = movableTree(animation.scene, object);
  if (typeof tree === "string") throw new Error(tree);
  const [x, y, z] = animation.poses[object]!;
  const positionOf = (name: string) => (result.has(name) ? result.at(0, name) : undefined);
  const pull = new MechanismPull(animation, tree, { object, point: [x!, y!, z!], positionOf, limits });
  const origin = (name: string) => Array.from(pull.poses[at(name)]!).slice(0, 3);
  return { instance, animation, pull, origin };
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((x, k) => x - b[k]!));
}

/** Largest difference between the pulled picture and the start of a run from there. */
function differenceFromRun({ instance, pull }: ReturnType<typeof takenAt>): number {
  const merge = Object.fromEntries(pull.moved.map(({ name, value }) => [name, value]));
  const { poses } = animationOf(simulate(instance, { stopTime: 0, merge }));
  return Math.max(
    ...poses.map((pose, k) => distance(Array.from(pose).slice(0, 3), Array.from(pull.poses[k]!).slice(0, 3))),
  );
}

const direction = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -1, max: 1, noNaN: true })));

describe("a mechanism that is pulled", () => {
  it("keeps its loops closed and begins where it was left, wherever it is pulled", () => {
    fc.assert(
      fc.property(fc.array(direction, { minLength: 1, maxLength: 4 }), (ways) => {
        const taken = takenAt(fourBar, "couplerB");
        const { pull, origin } = taken;
        for (const [dx, dy, dz] of ways) {
          const [x, y, z] = pull.point;
          pull.pull([x + 0.3 * dx!, y + 0.3 * dy!, z + 0.3 * dz!]);
          expect(distance(origin("couplerB"), origin("rockerB"))).toBeLessThan(1e-9);
          expect(distance(origin("crankB"), origin("coupler"))).toBeLessThan(1e-12);
          expect(distance(origin("couplerB"), origin("coupler"))).toBeCloseTo(0.7, 12);
        }
        expect(differenceFromRun(taken)).toBeLessThan(1e-6);
      }),
      { numRuns: 15, seed: 5 },
    );
  });

  it("comes as near as its curve lets it: the rocker's end to the nearest point of its circle", () => {
    const { pull, origin } = takenAt(fourBar, "rockerB");
    const far = origin("far");
    // within what the crank can reach
    const [x, y] = origin("rockerB");
    const angle = Math.atan2(y! - far[1]!, x! - far[0]!) + 0.1;
    pull.pull([far[0]! + 0.9 * Math.cos(angle), far[1]! + 0.9 * Math.sin(angle), 0.2]);
    expect(
      distance([...pull.point], [far[0]! + 0.5 * Math.cos(angle), far[1]! + 0.5 * Math.sin(angle), 0]),
    ).toBeLessThan(1e-6);
  });

  it("may have joints of all kinds in its loops", () => {
    const taken = takenAt(sliderCrank, "crankB");
    const { pull, origin } = taken;
    for (const angle of [1.2, 2, 3, 4]) {
      pull.pull([0.2 * Math.cos(angle), 0.2 * Math.sin(angle), 0]);
      expect(distance([...pull.point], [0.2 * Math.cos(angle), 0.2 * Math.sin(angle), 0])).toBeLessThan(1e-8);
      // the slider-crank in closed form
      const s = 0.2 * Math.cos(angle) + Math.sqrt(0.36 - (0.2 * Math.sin(angle)) ** 2);
      expect(distance(origin("piston"), [s, 0, 0])).toBeLessThan(1e-8);
    }
    expect(pull.moved.map(({ name }) => name)).toContain("pin1.phi");
  });

  it("goes where it is pulled when nothing holds it, and no further than its limits", () => {
    const free = takenAt(arm, "lowerB");
    free.pull.pull([0.3, 0.4, 0.35]);
    expect(distance([...free.pull.point], [0.3, 0.4, 0.35])).toBeLessThan(1e-6);
    expect(differenceFromRun(free)).toBeLessThan(1e-9);

    const limited = takenAt(arm, "lowerB", { "elbow.phi": [-1, 0] });
    limited.pull.pull([0.3, 0.4, 0.35]);
    const elbow = limited.pull.moved.find(({ name }) => name === "elbow.phi")!;
    expect(elbow.value).toBeCloseTo(-1, 6);
    expect(distance([...limited.pull.point], [0.3, 0.4, 0.35])).toBeGreaterThan(0.01);
  });

  it("keeps the lengths of rods", () => {
    const taken = takenAt(tied, "rightB");
    const length = distance(taken.origin("leftB"), taken.origin("rightB"));
    const [x, y, z] = taken.pull.point;
    taken.pull.pull([x + 0.1, y - 0.05, z]);
    expect(distance(taken.origin("leftB"), taken.origin("rightB"))).toBeCloseTo(length, 9);
    expect(taken.pull.moved.map(({ name }) => name)).toEqual(["pin2.phi", "pin1.phi"]);
    expect(differenceFromRun(taken)).toBeLessThan(1e-6);
  });

  it("says why it cannot be moved", () => {
    const { animation } = takenAt(fourBar, "crankB");
    expect(movableTree(animation.scene, 0)).toBe("It is fixed: no joint lets it move.");
  });
});
