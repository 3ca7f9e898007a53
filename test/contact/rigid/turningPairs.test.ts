// Bodies that turn fast: within the step that they may go, what is not pushed touches nothing before it has turned too far.
import { describe, expect, it } from "vitest";
import type { CollisionShape } from "../../../src/contact/collisionShape.ts";
import { ContactMaterials } from "../../../src/contact/contactMaterials.ts";
import { PairDistances } from "../../../src/contact/pairDistances.ts";
import { RigidContacts } from "../../../src/contact/rigid/rigidContacts.ts";
import { ShapePoses } from "../../../src/contact/shapePoses.ts";
import { boxCore, segmentCore } from "../../../src/geometry/makeCore.ts";
import { buildMechanism } from "../../../src/mechanics/buildMechanism.ts";
import { FreeFlight } from "../../../src/mechanics/freeFlight.ts";
import type { BodyDescription } from "../../../src/mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../../src/mechanics/mechanismDynamics.ts";
import { solidMaterialPalette } from "../../../src/multibody/materials/solidMaterialPalette.ts";
import { farthestTurn, TurningPairs } from "../../../src/multibody/run/turningPairs.ts";
import { mulberry32 } from "../../reference/narrowphase/poses.ts";

const h = 1e-3;
const none = new Float64Array(0);
const shape = (path: string, body: number, core: CollisionShape["core"]): CollisionShape => ({
  path,
  core,
  body,
  material: "Steel",
  contactRadius: 1,
  isFlat: false,
});
const shapes = [
  shape("plate", 0, boxCore(1, 1, 0.002, 0)),
  shape("rod1", 1, segmentCore(3, 0.04, 0.005)),
  shape("rod2", 2, segmentCore(3, 0.04, 0.005)),
];

/** Two rods over a plate. */
function rods(centre: readonly number[]) {
  const body = (k: number): BodyDescription => ({
    path: `rod${k}`,
    parent: 0,
    joint: { path: `free${k}`, kind: "free" },
    mass: 0.05,
    centre,
    inertia: [3e-5, 0, 0, 3e-5, 0, 1e-6],
  });
  const mechanism = buildMechanism({
    bodies: [body(1), body(2)],
    gravity: { kind: "uniform", vector: [0, 0, -9.81] },
  });
  const contacts = new RigidContacts({
    shapes,
    bodyCount: 3,
    excludedBodyPairs: [],
    materials: new ContactMaterials(solidMaterialPalette),
    options: {},
  });
  const turning = new TurningPairs(mechanism);
  const dynamics = new MechanismDynamics(mechanism);
  const { motion } = dynamics.state;
  const poses = new ShapePoses(shapes);
  const distances = new PairDistances(poses.cores);
  return {
    turning,
    flight: new FreeFlight(mechanism),
    /** Looks at all pairs at states x; returns how far apart the nearest are. */
    look(x: Float64Array): number {
      dynamics.setStates(x, 0, none, 0, none, 0);
      turning.clear();
      let least = Number.POSITIVE_INFINITY;
      contacts.forEachPair(motion, h, (pair) => {
        least = Math.min(least, pair.distance);
        turning.add(pair, pair.bodyA === 0 ? -1 : 6 * (pair.bodyA - 1), pair.bodyB === 0 ? -1 : 6 * (pair.bodyB - 1));
      });
      return least;
    },
    /** The least distance of two shapes at states x. */
    least(x: Float64Array): number {
      dynamics.setStates(x, 0, none, 0, none, 0);
      poses.locateAll(motion);
      let least = Number.POSITIVE_INFINITY;
      for (const [a, b] of [
        [0, 1],
        [0, 2],
        [1, 2],
      ] as const) {
        distances.evaluate(poses, a, b);
        least = Math.min(least, distances.distance);
      }
      return least;
    },
  };
}

/** States of two rods that fly about and spin. */
function states(u: () => number): Float64Array {
  const some = (size: number): number => size * (2 * u() - 1);
  const place = (): number[] => [some(0.08), some(0.08), 0.01 + 0.1 * u(), some(1), some(1), some(1), some(1)];
  const speed = (): number[] => [some(20), some(20), some(20), some(2000), some(2000), some(2000)];
  return Float64Array.from([...place(), ...place(), ...speed(), ...speed()]);
}

describe.each([1, 2, 3, 4])("rods that spin over a plate, seed %i", (seed) => {
  it("may go as far as they touch nothing, or turn a little", () => {
    const u = mulberry32(seed);
    const { turning, flight, look, least } = rods([0, 0, 0]);
    let farther = 0;
    for (let k = 0; k < 300; k++) {
      const x = states(u);
      if (look(x) <= 0) continue;
      const v = x.subarray(14);
      const turns = [Math.hypot(v[3]!, v[4]!, v[5]!), Math.hypot(v[9]!, v[10]!, v[11]!)];
      const step = Math.min(h, turning.limit(v, h, new Uint8Array(0)));
      expect(step).toBeGreaterThan(0.999 * Math.min(h, farthestTurn / Math.max(...turns)));
      // what turns a little only may touch meanwhile
      if (step * Math.min(...turns) <= 1.001 * farthestTurn) continue;
      farther++;
      const y = x.slice();
      for (let i = 0; i < 20; i++) {
        flight.move(y, y, 0, step / 20);
        expect(least(y)).toBeGreaterThan(-1e-9);
      }
    }
    expect(farther).toBeGreaterThan(20);
  });

  it("turn no more than a little where they have just been pushed, or turn about a point beside their origin", () => {
    const u = mulberry32(seed);
    const [one, other] = [rods([0, 0, 0]), rods([0, 0, 0.01])];
    let seen = 0;
    for (let k = 0; k < 100; k++) {
      const x = states(u);
      if (one.look(x) === Number.POSITIVE_INFINITY) continue;
      other.look(x);
      const v = x.subarray(14);
      const slowest = Math.min(Math.hypot(v[3]!, v[4]!, v[5]!), Math.hypot(v[9]!, v[10]!, v[11]!));
      const pushed = one.turning.limit(v, h, new Uint8Array(12).fill(1));
      expect(pushed).toBe(other.turning.limit(v, h, new Uint8Array(0)));
      if (pushed === Number.POSITIVE_INFINITY) continue;
      seen++;
      expect(pushed).toBeLessThan((1.001 * farthestTurn) / slowest);
    }
    expect(seen).toBeGreaterThan(20);
  });
});
