import { expect, it } from "vitest";
import { updateContact } from "../../src/contact/contactForces.ts";
import {
  type ContactPairMaterial,
  ElasticContactPairMaterial,
  ImpulsiveContactPairMaterial,
  ObserverContactPairMaterial,
} from "../../src/contact/contactPairMaterial.ts";
import {
  ContactTable,
  type ConvexContactStart,
  responseElastic,
  type SurfaceContactStart,
} from "../../src/contact/contactTable.ts";
import { createRandom } from "../../src/math/random.ts";
import { createBodyMotion } from "../../src/mechanics/bodyMotion.ts";

const start = (key: number) =>
  ({
    a: 2 * key,
    b: 2 * key + 1,
    bodyA: key,
    bodyB: key + 1,
    key,
    startTime: key,
    isContinued: false,
    surfaces: {},
  }) as SurfaceContactStart;

it("takes rows out one by one, and keeps all that is known of the others", () => {
  for (let seed = 1; seed <= 30; seed++) {
    const random = createRandom(seed);
    const table = new ContactTable();
    const keys = Array.from({ length: 1 + Math.floor(12 * random.uniform()) }, (_, k) => 10 + k);
    for (const key of keys) {
      const row = table.count;
      table.add(start(key));
      table.distance[row] = -key;
      table.normalForce[row] = 3 * key;
      table.point.set([key, key + 0.1, key + 0.2], 3 * row);
      table.force.set([-key, 0, key], 3 * row);
    }
    while (keys.length > 0) {
      const [key] = keys.splice(Math.floor(keys.length * random.uniform()), 1);
      const row = table.rows.get(key!)!;
      const last = table.count - 1;
      expect(table.remove(row)).toBe(row === last ? -1 : last);
      expect(table.count).toBe(keys.length);
      expect([...table.rows.keys()].sort((x, y) => x - y)).toEqual(keys);
      for (const kept of keys) {
        const at = table.rows.get(kept)!;
        expect([table.starts[at]!.key, table.shapeA[at], table.shapeB[at], table.bodyA[at]]).toEqual([
          kept,
          2 * kept,
          2 * kept + 1,
          kept,
        ]);
        expect([table.distance[at], table.normalForce[at]]).toEqual([-kept, 3 * kept]);
        expect(Array.from(table.point.subarray(3 * at, 3 * at + 3))).toEqual([kept, kept + 0.1, kept + 0.2]);
        expect(Array.from(table.force.subarray(3 * at, 3 * at + 3))).toEqual([-kept, 0, kept]);
      }
    }
  }
});

const convex = (key: number, material: ContactPairMaterial) =>
  ({
    ...start(key),
    surfaces: undefined,
    material,
    stiffness: 3e6,
    damping: 0.4,
    radius: 0.05,
  }) as unknown as ConvexContactStart;

const constantsOf = (table: ContactTable, row: number) => [
  ...[table.stiffness[row], table.damping[row], table.radius[row], table.friction[row], table.resistance[row]],
  ...[table.smallSpeed[row], table.smallRate[row]],
];

it("has the constants of the material where contacts are elastic, no friction where they are not, and none of shapes for surfaces", () => {
  const table = new ContactTable();
  const elastic = ElasticContactPairMaterial({
    slidingFrictionCoefficient: 0.3,
    rotationalResistanceCoefficient: 0.01,
    vsmall: 0.002,
    wsmall: 0.03,
  });
  table.add(convex(1, elastic));
  table.add(convex(2, ImpulsiveContactPairMaterial({ slidingFrictionCoefficient: 0.7 })));
  table.add(convex(3, ObserverContactPairMaterial()));
  table.add(start(4));
  expect(constantsOf(table, 0)).toEqual([3e6, 0.4, 0.05, 0.3, 0.01, 0.002, 0.03]);
  for (const row of [1, 2]) expect(constantsOf(table, row)).toEqual([3e6, 0.4, 0.05, 0, 0, 1, 1]);
  expect(constantsOf(table, 3)).toEqual([0, 0, 0, 0, 0, 1, 1]);
  const isElastic = Array.from(table.response.subarray(0, 4), (kind) => kind === responseElastic);
  expect(isElastic).toEqual([true, false, false, true]);
});

it("begins without force in a row that another contact had, and keeps the order of those that stay", () => {
  const table = new ContactTable();
  for (let key = 1; key <= 20; key++) table.add(start(key));
  table.normalForce.fill(7, 0, 20);
  table.force.fill(7, 0, 60);
  table.torque.fill(7, 0, 60);
  table.filter((row) => row % 3 === 1);
  expect(table.starts.map(({ key }) => key)).toEqual([2, 5, 8, 11, 14, 17, 20]);
  expect([...table.rows]).toEqual([2, 5, 8, 11, 14, 17, 20].map((key, row) => [key, row]));
  expect(Array.from(table.shapeA.subarray(0, 7))).toEqual([4, 10, 16, 22, 28, 34, 40]);
  expect(Array.from(table.bodyB.subarray(0, 7))).toEqual([3, 6, 9, 12, 15, 18, 21]);
  table.add(start(30));
  expect([table.count, table.rows.get(30)]).toEqual([8, 7]);
  for (const column of [table.force, table.torque])
    expect(Array.from(column.subarray(0, 24)).every((value) => value === 0)).toBe(true);
  // what follows the motion belongs to rows that are left
  expect(Array.from(table.normalForce.subarray(0, 9))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 7]);
  expect(Array.from(table.force.subarray(24, 27))).toEqual([7, 7, 7]);
  table.clear();
  expect([table.count, table.rows.size, table.starts.length]).toEqual([0, 0, 0]);
});

it("takes what surfaces do into their own row, and forgets the forces where they touch no longer", () => {
  const table = new ContactTable();
  const pair = (elementCount: number, size: number) => ({
    evaluate: () => undefined,
    contact: {
      elementCount,
      force: Float64Array.of(0, 0, 3 * size),
      torque: Float64Array.of(size, 2 * size, 0),
      point: Float64Array.of(size, 0, 0),
      normal: Float64Array.of(0, 0, 1),
      results: { maxPenetration: 0.5 * size },
    },
  });
  const pairs = [pair(4, 1), pair(4, 2), pair(4, 4)];
  pairs.forEach((surfaces, key) =>
    table.add({ ...start(key), bodyA: 0, bodyB: 1, surfaces } as unknown as SurfaceContactStart),
  );
  const motion = createBodyMotion(2);
  motion.velocity.set([3, 4, -2], 3);
  motion.angularVelocity.set([0, 2, 0], 3);
  const update = (row: number): void => updateContact(table, row, {} as never, motion, {} as never);
  for (const row of [2, 1, 0]) update(row);
  expect([...table.force.subarray(0, 9)]).toEqual([0, 0, 3, 0, 0, 6, 0, 0, 12]);
  expect([...table.torque.subarray(0, 9)]).toEqual([1, 2, 0, 2, 4, 0, 4, 8, 0]);
  expect([...table.point.subarray(0, 9)]).toEqual([1, 0, 0, 2, 0, 0, 4, 0, 0]);
  expect([...table.normal.subarray(0, 9)]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
  expect([...table.normalForce.subarray(0, 3)]).toEqual([3, 6, 12]);
  expect([...table.distance.subarray(0, 3)]).toEqual([-0.5, -1, -2]);
  // at (x, 0, 0) the body goes with (3, 4, −2 − 2·x)
  expect([...table.rate.subarray(0, 3)]).toEqual([4, 6, 10]);
  expect([...table.slidingSpeed.subarray(0, 3)]).toEqual([5, 5, 5]);
  expect([...table.turningSpeed.subarray(0, 3)]).toEqual([2, 2, 2]);
  pairs[1]!.contact.elementCount = 0;
  pairs[1]!.contact.results.maxPenetration = 0;
  pairs[1]!.contact.point.fill(9);
  update(1);
  expect([...table.force.subarray(0, 9)]).toEqual([0, 0, 3, 0, 0, 0, 0, 0, 12]);
  expect([...table.torque.subarray(3, 6)]).toEqual([0, 0, 0]);
  expect([...table.point.subarray(3, 6)]).toEqual([2, 0, 0]);
  expect([table.distance[1], table.normalForce[1]]).toEqual([0, 0]);
});
