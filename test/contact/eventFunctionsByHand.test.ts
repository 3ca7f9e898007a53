/** What event functions are, at any instant: computed once more from the distances of all pairs, without lists and hierarchies. */
import { describe, expect, it } from "vitest";
import type { EventFunctionMethod } from "../../src/contact/contactOptions.ts";
import { PairDistances } from "../../src/contact/pairDistances.ts";
import { ShapePoses } from "../../src/contact/shapePoses.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { mulberry32 } from "../reference/narrowphase/poses.ts";
import { collisionShapes, FreeBodies, type FreeBody, stride } from "./freeBodies.ts";

const hysteresis = 1e-4;

/** A floor and a wall, and shapes at random between them; bodies 1 and 2 never meet. */
function scene(u: () => number, eventFunctionMethod: EventFunctionMethod, nearestPairs: number) {
  const fixed = (name: string, position: FreeBody["position"]): FreeBody => ({
    name,
    shape: Box({ lengthX: 2, lengthY: 2, lengthZ: 0.2 }),
    material: "DryWood",
    isFixed: true,
    position: position!,
  });
  const shapes = [
    Sphere({ diameter: 0.3 }),
    Box({ lengthX: 0.4, lengthY: 0.2, lengthZ: 0.3 }),
    Capsule({ axis: 1, diameter: 0.2, length: 0.3 }),
  ];
  const bodies: FreeBody[] = [fixed("floor", [0, 0, -0.1]), fixed("wall", [0, 0, 1.9])];
  for (let k = 0; k < 6; k++)
    bodies.push({
      name: `body${k}`,
      shape: shapes[k % 3]!,
      material: "DryWood",
      density: 700,
      position: [u() - 0.5, u() - 0.5, 0.1 + 0.5 * u()],
      quaternion: [0, Math.sin(k), 0, Math.cos(k)],
    });
  const system = new FreeBodies(bodies, {
    contact: { eventFunctionMethod, nearestPairs, contactHysteresis: hysteresis, flatContact: "point" },
    excludedBodyPairs: [[1, 2]],
  });
  const list = collisionShapes(bodies);
  const poses = new ShapePoses(list);
  const distances = new PairDistances(list.map(({ core }) => core));
  /** The event function of each pair that can meet, pair by pair. */
  const byHand = (y: Float64Array) => {
    poses.locateAll(system.setMotion(y));
    const found: { a: number; b: number; isContact: boolean; z: number }[] = [];
    for (let a = 0; a < list.length; a++)
      for (let b = a + 1; b < list.length; b++) {
        const [first, second] = [list[a]!.body, list[b]!.body];
        if (first === second || (first === 1 && second === 2)) continue;
        distances.evaluate(poses, a, b);
        const isContact = system.handler.table.starts.some((start) => start.a === a && start.b === b);
        found.push({ a, b, isContact, z: distances.distance - (isContact ? 2 : 1) * hysteresis });
      }
    return found;
  };
  return { system, byHand };
}

/** An instant after which nothing new is decided: everything has moved by up to `size`. */
function moved(u: () => number, y: Float64Array, size: number): Float64Array {
  const next = y.slice();
  for (let o = 0; o < y.length; o += stride) for (let i = 0; i < 3; i++) next[o + i]! += size * (u() - 0.5);
  return next;
}

const functionsOf = (system: FreeBodies, y: Float64Array): number[] => {
  const count = system.handler.eventFunctionCount;
  const g = new Float64Array(count + 5).fill(7);
  system.handler.eventFunctions(system.setMotion(y), g, 3);
  // nothing else is written
  expect([...g.subarray(0, 3), ...g.subarray(count + 3)]).toEqual([7, 7, 7, 7, 7]);
  return [...g.subarray(3, count + 3)];
};

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
const near = (values: readonly number[]): unknown[] => values.map((x) => expect.closeTo(x, 12));

describe.each(["two", "perPair", "nearest"] as const)("event functions, %s", (method) => {
  it("are those of the distances of all pairs, after an event and while everything moves", () => {
    const u = mulberry32(21);
    let contacts = 0;
    for (let k = 0; k < 12; k++) {
      const { system, byHand } = scene(u, method, 4 + (k % 3) * 6);
      const y0 = system.y0.slice();
      system.event(0, y0);
      // contacts come and go at the second event
      const y1 = moved(u, y0, 0.2);
      system.event(1, y1);
      const { table } = system.handler;
      contacts += table.count;
      for (const size of [0, 1e-3, 0.1, 0.6]) {
        const y = moved(u, y1, size);
        const found = functionsOf(system, y);
        const all = byHand(y);
        const [held, others] = [true, false].map((side) => all.filter(({ isContact }) => isContact === side));
        const [rising, falling] = [held!.map(({ z }) => z), others!.map(({ z }) => z)];
        if (size === 0) {
          // no event without motion
          expect(Math.max(...rising, -1)).toBeLessThan(0);
          expect(Math.min(...falling)).toBeGreaterThan(0);
        }
        if (method === "two")
          expect(found).toEqual(near([rising.length > 0 ? Math.max(...rising) : found[0]!, Math.min(...falling)]));
        else if (method === "perPair") expect(found).toEqual(near(all.map(({ z }) => z)));
        else {
          // contacts, the pairs that were nearest at the event, and the least of the rest
          const listed = found.slice(0, -1);
          expect(listed.slice(0, table.count)).toEqual(
            near(table.starts.map(({ a, b }) => held!.find((pair) => pair.a === a && pair.b === b)!.z)),
          );
          expect(listed.length).toBeGreaterThan(table.count);
          const known = sorted(falling);
          for (const z of listed.slice(table.count))
            if (z !== 42) expect(known.some((other) => Math.abs(other - z) < 1e-12)).toBe(true);
          const rest = known.filter((z) => !listed.slice(table.count).some((other) => Math.abs(other - z) < 1e-12));
          if (rest.length > 0) expect(found.at(-1)).toBeCloseTo(rest[0]!, 12);
          else expect(found.at(-1)).toBeGreaterThan(0);
          if (size === 0) expect(sorted(listed.slice(table.count)).slice(0, known.length)).toEqual(near(known.slice(0, listed.length - table.count))); // biome-ignore format: one sentence
        }
        if (rising.length === 0 && method === "two") expect(found[0]).toBeLessThan(0);
      }
    }
    expect(contacts).toBeGreaterThan(20);
  });
});

describe("event functions of nothing", () => {
  it.each(["two", "perPair", "nearest"] as const)("are no events: %s", (eventFunctionMethod) => {
    const alone = new FreeBodies([{ name: "ball", shape: Sphere({ diameter: 1 }), material: "Steel" }], {
      contact: { eventFunctionMethod, nearestPairs: 4 },
    });
    alone.event(0, alone.y0);
    const g = functionsOf(alone, alone.y0);
    expect(g.length).toBe({ two: 2, perPair: 0, nearest: 4 }[eventFunctionMethod]);
    for (const z of g) expect(Number.isFinite(z) && z !== 0).toBe(true);
    // contacts that end would rise through zero, those that begin fall
    if (eventFunctionMethod === "two") expect(g[0]).toBeLessThan(0);
    for (const z of g.slice(eventFunctionMethod === "two" ? 1 : 0)) expect(z).toBeGreaterThan(0);
  });

  it("more are declared when contacts fill the list, or come from outside of it", () => {
    const u = mulberry32(5);
    const { system, byHand } = scene(u, "nearest", 3);
    const y = system.y0.slice();
    // all in one place
    for (let o = 0; o < y.length; o += stride) y.set([0.05 * u(), 0, 0.3], o);
    system.event(0, y);
    const { count } = system.handler.table;
    expect(count).toBe(byHand(y).filter(({ z }) => z < 0).length);
    // one of them is free, and one stands for all the rest
    expect(system.handler.eventFunctionCount).toBeGreaterThanOrEqual(count + 2);
  });
});
