// Joints moved by hand stand where the mechanics puts them when a run begins there.
import fc from "fast-check";
import {
  Box,
  Cylindrical,
  type InstantiatedModel,
  importUrdf,
  instantiate,
  Model3D,
  type ModelDefinition,
  Object3D,
  Planar,
  Prismatic,
  Revolute,
  Scene,
  Screw,
  Solid,
  Spherical,
  simulate,
  Universal,
} from "rattleback";
import { describe, expect, it } from "vitest";
import { animationOf } from "../../src/scene/animationOf.ts";
import { jointScrews, screwMoves } from "../../src/scene/jointScrews.ts";
import { moveByScrews } from "../../src/scene/moveByScrews.ts";

const solid = Solid({ shape: Box({ lengthX: 0.3, lengthY: 0.2, lengthZ: 0.1 }), solidMaterial: "Steel" });

function startOf(model: InstantiatedModel, merge: Record<string, number> = {}) {
  const result = simulate(model, { stopTime: 0, merge });
  const positionOf = (name: string) => (result.has(name) ? result.at(0, name) : undefined);
  const animation = animationOf(result);
  return { animation, joints: jointScrews(animation, { positionOf }) };
}

/** Largest difference between what sliders show and what a run with these start values shows. */
function difference(model: InstantiatedModel, from: Record<string, number>, to: Record<string, number>): number {
  const { animation, joints } = startOf(model, from);
  const positions = joints.sliders.map(({ name, start }) => to[name] ?? start);
  const moved = moveByScrews(joints.screws, joints.carriers, screwMoves(joints, positions), animation.poses);
  const { poses } = startOf(model, { ...from, ...to }).animation;
  return Math.max(
    ...poses.map((pose, k) => {
      const own = moved[k]!;
      const sign = [3, 4, 5, 6].reduce((sum, i) => sum + own[i]! * pose[i]!, 0) < 0 ? -1 : 1;
      return Math.max(...own.map((x, i) => Math.abs(x - (i < 3 ? 1 : sign) * pose[i]!)));
    }),
  );
}

/** All kinds of joints one after the other; `isTurned`: the mechanism is held at its other end, so that joints are run through backwards. */
function chain(isTurned: boolean): ModelDefinition {
  const place = (parent: string, k: number) =>
    Object3D({ parent, translation: [0.2, 0.1 * k, -0.1], rotation: [0.3 * k, -0.2, 0.5] });
  const ends = (k: number) => ({ obj1: `end${k}`, obj2: `part${k + 1}` });
  const world = Object3D({ feature: Scene() });
  return Model3D({
    world,
    part0: Object3D(isTurned ? { feature: solid } : { parent: "world", feature: solid }),
    ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((k) => [`end${k}`, place(`part${k}`, k)])),
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((k) => [
        `part${k}`,
        Object3D(isTurned && k === 6 ? { parent: "world", feature: solid } : { feature: solid }),
      ]),
    ),
    revolute: Revolute({ ...ends(0), axis: [1, 2, 0] }),
    prismatic: Prismatic({ ...ends(1), axis: [0, 1, 1] }),
    cylindrical: Cylindrical({ ...ends(2), axis: [1, 0, 1] }),
    universal: Universal({ ...ends(3), axis: [0, 0, 1], secondAxis: [1, 0, 0] }),
    planar: Planar({ ...ends(4), axis: [0, 1, 0], secondAxis: [0, 0, 1] }),
    screw: Screw({ ...ends(5), axis: [0, 1, 0], pitch: 0.2 }),
  });
}

describe("joints moved by hand", () => {
  it.each([false, true])("stand where the mechanics puts them, whichever end is held (%s)", (isTurned) => {
    const model = instantiate(chain(isTurned));
    const { joints } = startOf(model);
    const names = joints.sliders.map(({ name }) => name);
    expect(names.toSorted()).toEqual(
      [
        ..."revolute.phi prismatic.s cylindrical.phi cylindrical.s universal.phi1 universal.phi2".split(" "),
        ..."planar.s1 planar.s2 planar.phi screw.phi".split(" "),
      ].toSorted(),
    );
    const positions = fc.record(
      Object.fromEntries(names.map((name) => [name, fc.double({ min: -2, max: 2, noNaN: true })])),
    );
    fc.assert(
      fc.property(positions, positions, (from, to) => {
        expect(difference(model, from, to)).toBeLessThan(1e-12);
      }),
      { numRuns: 5, seed: 20 },
    );
  });

  it("followers go with the joint that they mimic, loops and balls have no slider", () => {
    const link = (name: string) =>
      `<link name="${name}"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial></link>`;
    const joint = (name: string, parent: string, child: string, inside = "") =>
      `<joint name="${name}" type="continuous"><origin xyz="0.3 0 0" rpy="0.2 0 0"/><parent link="${parent}"/><child link="${child}"/><axis xyz="0 1 0"/>${inside}</joint>`;
    const { model } = importUrdf(`<robot name="hand"><link name="palm"/>${link("a")}${link("b")}${link("c")}
      ${joint("first", "palm", "a")}${joint("second", "a", "b", '<mimic joint="third" multiplier="-2" offset="0.1"/>')}
      ${joint("third", "b", "c", '<mimic joint="first" multiplier="0.5"/>')}</robot>`);
    const hand = instantiate(Model3D({ world: Object3D({ feature: Scene() }), robot: model }));
    const { joints } = startOf(hand);
    expect(joints.sliders.map(({ name }) => name)).toEqual(["robot.first.phi"]);
    expect(
      difference(hand, {}, { "robot.first.phi": 0.7, "robot.second.phi": -0.6, "robot.third.phi": 0.35 }),
    ).toBeLessThan(1e-9);

    const bar = (parent: string) => Object3D({ parent, translation: [1, 0, 0], feature: solid });
    const loop = Model3D({
      world: Object3D({ feature: Scene() }),
      a: Object3D({}),
      b: bar("a"),
      c: Object3D({}),
      d: bar("c"),
      e: Object3D({ parent: "world", translation: [0, 1, 0] }),
      f: Object3D({ feature: solid }),
      j1: Revolute({ obj1: "world", obj2: "a" }),
      j2: Revolute({ obj1: "b", obj2: "c", phi: 2 }),
      j3: Revolute({ obj1: "d", obj2: "e" }),
      j4: Spherical({ obj1: "d", obj2: "f" }),
    });
    expect(startOf(instantiate(loop)).joints.sliders).toEqual([]);
  });
});
