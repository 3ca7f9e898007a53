/** Event functions: three methods, one truth; touching starts, simultaneous contacts, long rest. */
import { describe, expect, it } from "vitest";
import type { EventFunctionMethod } from "../../src/contact/contactOptions.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Ellipsoid } from "../../src/geometry/shapes/ellipsoid.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { mulberry32 } from "../reference/narrowphase/poses.ts";
import { FreeBodies, type FreeBody } from "./freeBodies.ts";

const floor: FreeBody = {
  name: "floor",
  shape: Box({ lengthX: 4, lengthY: 4, lengthZ: 0.2 }),
  material: "DryWood",
  isFixed: true,
  position: [0, 0, -0.1],
};

/** Balls and ellipsoids rain on a floor and on each other. */
function rain(eventFunctionMethod: EventFunctionMethod): FreeBodies {
  const u = mulberry32(11);
  const drops: FreeBody[] = Array.from({ length: 9 }, (_, i) => ({
    name: `drop${i}`,
    shape:
      i % 3 === 0 ? Ellipsoid({ lengthX: 0.2, lengthY: 0.1, lengthZ: 0.14 }) : Sphere({ diameter: 0.1 + 0.05 * u() }),
    material: "DryWood",
    density: 700,
    position: [0.25 * ((i % 3) - 1) + 0.02 * u(), 0.25 * (Math.floor(i / 3) - 1), 0.2 + 0.4 * u()],
    velocity: [u() - 0.5, u() - 0.5, 0],
    angularVelocity: [3 * u(), 3 * u(), 0],
  }));
  return new FreeBodies([floor, ...drops], {
    contact: { eventFunctionMethod, nearestPairs: 3, elasticContactReductionFactor: 1e-3 },
  });
}

describe("the three methods", () => {
  it("find the same contacts, begin and end, in the same order", () => {
    const runs = (["two", "perPair", "nearest"] as const).map((method) => {
      const system = rain(method);
      system.simulate(0.4, { relativeTolerance: 1e-9 });
      return system;
    });
    const [two, perPair, nearest] = runs;
    expect(two!.records.length).toBeGreaterThan(15);
    expect(two!.handler.eventFunctionCount).toBe(2);
    expect(perPair!.handler.eventFunctionCount).toBe(45);
    // began with three
    expect(nearest!.handler.eventFunctionCount).toBeGreaterThan(3);
    for (const other of [perPair!, nearest!]) {
      expect(other.records.map((r) => `${r.kind} ${r.obj1} ${r.obj2}`)).toEqual(
        two!.records.map((r) => `${r.kind} ${r.obj1} ${r.obj2}`),
      );
      // the methods step alike but for rounding of event times, which impacts amplify
      other.records.forEach((record, k) => expect(Math.abs(record.time - two!.records[k]!.time)).toBeLessThan(1e-7));
    }
  });
});

describe("shapes that touch at the start", () => {
  it("are in contact from the start, sink in and stay", () => {
    const system = new FreeBodies([
      floor,
      { name: "ball", shape: Sphere({ diameter: 0.2 }), material: "DryWood", density: 700, position: [0, 0, 0.1] },
    ]);
    const result = system.simulate(1, { method: "radau5" });
    expect(system.records).toHaveLength(1);
    expect(system.records[0]).toMatchObject({ kind: "start", time: 0, obj1: "floor", obj2: "ball" });
    const K = system.records[0]!.stiffness!;
    const depth = ((system.mass[0]! * 9.81) / K) ** (2 / 3);
    expect((0.1 - result.y[2]!) / depth).toBeCloseTo(1, 3);
  });

  it("and part are not held, whichever side of zero rounding puts them", () => {
    for (const gap of [-1e-16, 0, 1e-16, 3e-13, 1.2e-12, 1.6e-12, 5e-12]) {
      const system = new FreeBodies([
        floor,
        {
          name: "ball",
          shape: Sphere({ diameter: 0.2 }),
          material: "DryWood",
          density: 700,
          position: [0, 0, 0.1 + gap],
          velocity: [0, 0, 1],
        },
      ]);
      const result = system.simulate(0.1);
      expect(result.y[2]! - 0.1 - gap).toBeCloseTo(0.1 - 0.5 * 9.81 * 0.01, 11);
      expect(system.handler.table.count).toBe(0);
      expect(system.records.length % 2).toBe(0);
    }
  });
});

describe("simultaneous contacts", () => {
  it("of four equal balls begin in one event and end in one", () => {
    const balls: FreeBody[] = [0, 1, 2, 3].map((i) => ({
      name: `ball${i}`,
      shape: Sphere({ diameter: 0.1 }),
      material: "Steel",
      density: 8000,
      position: [0.5 * i - 0.75, 0, 0.3],
    }));
    const system = new FreeBodies([floor, ...balls]);
    system.simulate(0.3);
    const starts = system.records.filter((record) => record.kind === "start");
    const ends = system.records.filter((record) => record.kind === "end");
    expect(starts).toHaveLength(4);
    expect(ends).toHaveLength(4);
    expect(new Set(starts.map((record) => record.time)).size).toBe(1);
    // positions 0.5·i − 0.75 round differently, nothing else distinguishes the balls
    expect(Math.max(...ends.map((r) => r.time)) - Math.min(...ends.map((r) => r.time))).toBeLessThan(1e-12);
  });
});

describe("rest", () => {
  it("a bouncing ball comes to rest after finitely many contacts, and then nothing happens for a long time", () => {
    const system = new FreeBodies(
      [
        floor,
        { name: "ball", shape: Sphere({ diameter: 0.2 }), material: "DryWood", density: 700, position: [0, 0, 0.15] },
      ],
      { contact: { elasticContactReductionFactor: 1e-3 } },
    );
    const result = system.simulate(60, { method: "radau5", relativeTolerance: 1e-7 });
    expect(system.handler.table.count).toBe(1);
    expect(system.records.length).toBeLessThan(60);
    expect(system.records.at(-1)!.time).toBeLessThan(4);
    expect(Math.abs(result.y[9]!)).toBeLessThan(1e-9);
  });
});
