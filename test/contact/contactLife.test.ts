/** The life of contacts in the handler: when they begin and end, what they hold, how fast they ring, and what is said of it. */
import { describe, expect, it } from "vitest";
import type { CollisionShape } from "../../src/contact/collisionShape.ts";
import { ContactHandler, type ContactHandlerSetup } from "../../src/contact/contactHandler.ts";
import { ContactMaterials } from "../../src/contact/contactMaterials.ts";
import { ElasticContactPairMaterial, ObserverContactPairMaterial } from "../../src/contact/contactPairMaterial.ts";
import type { ConvexContactStart } from "../../src/contact/contactTable.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { type BodyMotion, createBodyForces, createBodyMotion } from "../../src/mechanics/bodyMotion.ts";
import { solidMaterialPalette } from "../../src/multibody/materials/solidMaterialPalette.ts";
import { turnedBy } from "./patch/poses.ts";

const hysteresis = 1e-6;
const ball = (path: string, body: number, more: Partial<CollisionShape> = {}): CollisionShape => ({
  path,
  core: convexBody(Sphere({ diameter: 1 })),
  body,
  material: "Steel",
  contactRadius: 0.5,
  isFlat: false,
  ...more,
});
const materials = new ContactMaterials(solidMaterialPalette, {
  "Steel,Steel": ElasticContactPairMaterial({ coefficientOfRestitution: 1, slidingFrictionCoefficient: 0 }),
  "DryWood,Steel": ObserverContactPairMaterial({ printAlarm: true }),
  "DryWood,DryWood": ElasticContactPairMaterial(),
});

/** Balls of 1 m: one in the world at the origin, the others along x with these gaps to it, on alternating sides. */
function row(gaps: readonly number[], more: Partial<ContactHandlerSetup> = {}, shapes?: readonly CollisionShape[]) {
  const handler = new ContactHandler({
    shapes: shapes ?? [ball("world", 0), ...gaps.map((_, k) => ball(`ball${k + 1}`, k + 1))],
    bodyCount: gaps.length + 1,
    materials,
    options: { contactHysteresis: hysteresis },
    ...more,
  });
  const motion = createBodyMotion(gaps.length + 1);
  const place = (next: readonly number[]): BodyMotion => {
    next.forEach((gap, k) => {
      motion.position[3 * (k + 1)] = (k % 2 === 0 ? 1 : -1) * (1 + gap);
    });
    return motion;
  };
  return { handler, motion: place(gaps), place };
}

describe("contacts begin and end", () => {
  it("below one and a half and above one and three quarters of the hysteresis, with a record each", () => {
    const { handler, place } = row([0.1, 0.1]);
    const kinds = (first: number, second: number, t: number): string[] =>
      handler
        .handleEvent(t, place([first * hysteresis, second * hysteresis]))
        .map(({ kind, time, obj1, obj2 }) => `${kind} ${obj1} ${obj2} ${time}`);
    expect(kinds(1.6, 1.6, 0)).toEqual([]);
    expect(kinds(1.4, 1.6, 1)).toEqual(["start world ball1 1"]);
    expect(kinds(1.7, 1.4, 2)).toEqual(["start world ball2 2"]);
    expect(handler.table.count).toBe(2);
    expect(kinds(1.8, 1.7, 3)).toEqual(["end world ball1 3"]);
    expect(handler.table.count).toBe(1);
    expect(handler.partingDistance).toBe(2 * hysteresis);
    expect(handler.endAll(4).map(({ kind, obj2, time }) => [kind, obj2, time])).toEqual([["end", "ball2", 4]]);
  });

  it("one by one as at an event: the same rows, records and forces", () => {
    const [together, single] = [row([0.1, 0.1]), row([0.1, 0.1])];
    const all = Int32Array.of(0, 1, 2);
    for (const { handler, motion } of [together, single]) handler.handleEvent(0, motion);
    const forcesOf = ({ handler, motion }: typeof single): number[] => {
      const forces = createBodyForces(3);
      handler.addForces(motion, forces);
      return [...forces.force, ...forces.torque];
    };
    for (const [t, gaps] of [
      [1, [-1e-4, 0.1]],
      [2, [-2e-4, -1e-5]],
      [3, [1, -2e-5]],
      [4, [1, 1]],
    ] as const) {
      const expected = together.handler.handleEvent(t, together.place(gaps));
      const { handler } = single;
      const motion = single.place(gaps);
      handler.locate(all, motion);
      const found = [];
      for (const b of [1, 2]) {
        const isHeld = handler.table.starts.some((start) => start.b === b);
        expect(handler.isApart(0, b)).toBe(!isHeld && gaps[b - 1]! > 0);
        if (handler.canMeet(0, b)) found.push(handler.meet(0, b, t, motion));
        // what is in contact begins no other
        expect(handler.canMeet(0, b)).toBe(false);
      }
      for (let k = handler.table.count - 1; k >= 0; k--)
        if (handler.canPart(k, motion)) {
          found.push(handler.ending(k, t));
          handler.part(k);
        }
      expect(found).toEqual(expected);
      expect(handler.table.starts.map(({ b }) => b).sort()).toEqual(
        together.handler.table.starts.map(({ b }) => b).sort(),
      );
      if (found.some(({ kind }) => kind === "start")) expect(handler.firstStep).toBe(together.handler.firstStep);
      expect(forcesOf(single)).toEqual(forcesOf(together));
    }
  });

  it("those that a change of structure takes away are told", () => {
    const before = row([-1e-5, -1e-5]);
    before.handler.handleEvent(1, before.motion);
    const after = row([-1e-5], {}, [ball("world", 0), ball("ball1", 1)]);
    after.handler.adopt(before.handler);
    expect(after.handler.handleEvent(2, after.motion)).toEqual([
      expect.objectContaining({ kind: "end", time: 2, obj1: "world", obj2: "ball2" }),
    ]);
    // told once
    expect(after.handler.handleEvent(3, after.motion)).toEqual([]);
    expect(after.handler.table.starts[0]).toMatchObject({ startTime: 1, isContinued: true });
  });
});

describe("contacts that begin deep", () => {
  const sphere = (path: string, body: number, diameter: number): CollisionShape => ({
    ...ball(path, body),
    core: convexBody(Sphere({ diameter })),
  });

  it("are told from a tenth of the smaller shape on, once, whichever comes first", () => {
    for (const [first, second] of [
      [2, 0.2],
      [0.2, 2],
    ] as const)
      for (const [depth, isDeep] of [
        [0.0099, false],
        [0.0101, true],
        [0.05, true],
      ] as const) {
        const { handler, motion } = row([0], {}, [sphere("one", 0, first), sphere("two", 1, second)]);
        motion.position[3] = 1.1 - depth;
        handler.handleEvent(0.25, motion);
        handler.handleEvent(0.5, motion);
        expect(handler.warnings).toEqual(
          isDeep
            ? [
                expect.stringMatching(
                  `^W-CONTACT-DEEP {2}"one" and "two" begin their contact at t = 0.25 with a penetration of ${depth.toPrecision(3)} m`,
                ),
              ]
            : [],
        );
      }
  });
});

describe("patches that become too deep for their law", () => {
  const box = (path: string, body: number, lengthX: number, lengthZ: number): CollisionShape => ({
    ...ball(path, body),
    core: convexBody(Box({ lengthX, lengthY: lengthX, lengthZ })),
    isFlat: true,
  });

  it("are told once for each pair, deeper than half the thickness of one of them, and stop solvers a little before", () => {
    // the plate is 0.2 m thick; one block comes from above, the other from below
    const shapes = [box("plate", 0, 3, 0.2), box("upper", 1, 1, 2), box("lower", 2, 1, 2)];
    const handler = new ContactHandler({ shapes, bodyCount: 3, materials });
    const motion = createBodyMotion(3);
    const g = new Float64Array(handler.eventFunctionCount);
    const press = (above: number, below: number): void => {
      motion.position.set([0.5, 0, 1.1 - above, -0.5, 0, -1.1 + below], 3);
      handler.eventFunctions(motion, g, 0);
    };
    press(0.001, 0.001);
    handler.handleEvent(0, motion);
    expect(handler.table.count).toBe(2);
    press(0.089, 0.05);
    handler.watchDepths(1);
    expect(handler.stuck(1)).toBeUndefined();
    press(0.095, 0.05);
    handler.watchDepths(2);
    expect(handler.warnings).toEqual([]);
    expect(handler.stuck(2)).toMatchObject({
      code: "E-CONTACT-DEEP",
      where: "t = 2 s",
      hint: expect.stringMatching(/elasticContactReductionFactor.*thicker.*flatContact: "point"/),
      because: expect.stringContaining("they are 0.0950 m inside each other; a patch holds up to 0.100 m"),
      data: { time: 2, objects: ["plate", "upper"], depth: expect.closeTo(0.095, 12), limit: expect.closeTo(0.1, 12) },
    });
    press(0.05, 0.0951);
    expect(handler.stuck(3)!.message).toContain('"plate" and "lower" are pressed too far into each other');
    press(0.11, 0.05);
    handler.watchDepths(4);
    press(0.12, 0.05);
    handler.watchDepths(5);
    expect(handler.warnings).toEqual([
      expect.stringMatching(/^W-CONTACT-DEEP {2}"plate" and "upper" are 0\.110 m inside each other at t = 4, /),
    ]);
    press(0.05, 0.13);
    handler.watchDepths(6);
    expect(handler.warnings.slice(1)).toEqual([
      expect.stringMatching(/^W-CONTACT-DEEP {2}"plate" and "lower" are 0\.130 m inside each other at t = 6, /),
    ]);
  });

  it("have no limit where they touch in points", () => {
    const handler = new ContactHandler({
      shapes: [box("plate", 0, 3, 0.2), box("upper", 1, 1, 2)],
      bodyCount: 2,
      materials,
      options: { flatContact: "point" },
    });
    const motion = createBodyMotion(2);
    motion.position[5] = 0.95;
    handler.handleEvent(0, motion);
    handler.watchDepths(1);
    expect(handler.stuck(1)).toBeUndefined();
    expect(handler.warnings.filter((text) => text.includes("half the thickness"))).toEqual([]);
  });
});

describe("a capsule that meets a floor with one end", () => {
  const mass = 2;
  const begun = (tilt: number, speed: number, restitution: number, more: Partial<ContactHandlerSetup> = {}) => {
    const known = new ContactMaterials(solidMaterialPalette, {
      "Steel,Steel": ElasticContactPairMaterial({ coefficientOfRestitution: restitution }),
    });
    const shapes: CollisionShape[] = [
      { ...ball("floor", 0), core: convexBody(Box({ lengthX: 9, lengthY: 9, lengthZ: 1 })), isFlat: true },
      {
        ...ball("capsule", 1),
        core: convexBody(Capsule({ axis: 1, diameter: 0.1, length: 0.4 })),
        contactRadius: 0.05,
      },
    ];
    const handler = new ContactHandler({ shapes, bodyCount: 2, materials: known, bodyMass: [0, mass], ...more });
    const motion = createBodyMotion(2);
    motion.rotation.set(turnedBy([0, tilt, 0]), 9);
    motion.position[5] = 0.5 + 0.05 + 0.2 * Math.abs(Math.sin(tilt)) - 1e-9;
    motion.velocity[5] = -speed;
    handler.handleEvent(0, motion);
    return handler.table.starts[0]!;
  };
  const isPoint = (...args: Parameters<typeof begun>): boolean => begun(...args).flat === undefined;

  it("bounces on a point above 0.1 m/s and a restitution of 0.3, where the other end is farther than twice the depth", () => {
    expect(isPoint(0.3, 1, 0.5)).toBe(true);
    expect(isPoint(-0.3, 1, 0.5)).toBe(true);
    expect(isPoint(0.3, 0.11, 0.5)).toBe(true);
    expect(isPoint(0.3, 0.09, 0.5)).toBe(false);
    expect(isPoint(0.3, 1, 0.31)).toBe(true);
    expect(isPoint(0.3, 1, 0.29)).toBe(false);
    expect(isPoint(0, 1, 0.5)).toBe(false);
    // without masses nobody knows how deep it will be
    expect(isPoint(0.3, 1, 0.5, { bodyMass: [0, 0] })).toBe(false);
    const { startSpeed, stiffness } = begun(0.01, 1, 0.5) as ConvexContactStart;
    const depth = ((5 * mass * startSpeed ** 2) / (4 * stiffness)) ** 0.4;
    // both ends are 0.4·sin θ apart
    const limit = Math.asin((2 * depth) / 0.4);
    expect(limit).toBeGreaterThan(1e-5);
    for (const side of [1, -1]) {
      expect(isPoint(1.01 * limit * side, 1, 0.5)).toBe(true);
      expect(isPoint(0.99 * limit * side, 1, 0.5)).toBe(false);
    }
  });
});

describe("a surface with a friction of its own", () => {
  it.each([false, true])("slides with it, where the pair sticks: %s", (stiction) => {
    const known = new ContactMaterials(solidMaterialPalette, {
      "Steel,Steel": ElasticContactPairMaterial({ slidingFrictionCoefficient: 0.5, stiction }),
    });
    const { handler, motion } = row([-1e-4], { materials: known }, [
      ball("world", 0, { friction: 0.2 }),
      ball("one", 1),
    ]);
    motion.velocity[4] = 3;
    handler.handleEvent(0, motion);
    const { force } = createBodyForces(2);
    handler.addForces(motion, { force, torque: new Float64Array(6) });
    expect(force[3]).toBeGreaterThan(0);
    expect(force[4]! / force[3]!).toBeCloseTo(-0.2, 9);
  });
});

describe("what contacts hold", () => {
  it("is the work against Hertz' force, of all of them, and nothing of those that are only observed", () => {
    const { handler, motion } = row([-1e-4, -3e-4, -2e-4], {}, [
      ball("world", 0),
      ball("ball1", 1),
      ball("ball2", 2),
      ball("ghost", 3, { material: "DryWood" }),
    ]);
    motion.position.set([0, 1 - 2e-4, 0], 9);
    handler.handleEvent(0, motion);
    handler.addForces(motion, createBodyForces(4));
    const { table } = handler;
    expect(table.count).toBe(3);
    const K = table.stiffness[table.starts.findIndex(({ b }) => b === 1)]!;
    const sum = 0.4 * K * (1e-4 ** 2.5 + 3e-4 ** 2.5);
    expect(handler.elasticEnergy() / sum).toBeCloseTo(1, 9);
    expect(handler.warnings).toEqual([
      expect.stringContaining('W-CONTACT-OBSERVED  "world" and "ghost" touch at t = 0'),
    ]);
  });

  it("rings with the frequency of the mass on the stiffness of its depth, and the fastest is named", () => {
    const bodyMass = [0, 2, 8];
    const { handler, motion } = row([-1e-4, -1e-4], { bodyMass });
    expect(handler.slowBecause(() => true)).toBeUndefined();
    handler.handleEvent(0, motion);
    handler.addForces(motion, createBodyForces(3));
    const frequency = (m: number): string =>
      (Math.sqrt((1.5 * handler.table.stiffness[0]! * Math.sqrt(1e-4)) / m) / (2 * Math.PI)).toPrecision(2);
    expect(handler.slowBecause(() => true)).toMatch(/^"world" and "ball1" ring/);
    expect(handler.slowBecause(() => true)).toContain(`about ${frequency(2)} times per second`);
    expect(handler.slowBecause((body) => body === 2)).toContain(`about ${frequency(8)} times per second`);
    expect(handler.slowBecause((body) => body === 2)).toMatch(/^"world" and "ball2" ring/);
    expect(handler.slowBecause(() => false)).toBeUndefined();
    // a handler that was told no masses takes 1 kg
    const unweighed = row([-1e-4, -1e-4]);
    unweighed.handler.handleEvent(0, unweighed.motion);
    unweighed.handler.addForces(unweighed.motion, createBodyForces(3));
    expect(unweighed.handler.slowBecause(() => true)).toContain(`about ${frequency(1)} times per second`);
    // of those that hold nothing the first is named
    const loose = row([0.5 * hysteresis, 0.5 * hysteresis]);
    loose.handler.handleEvent(0, loose.motion);
    const named = loose.handler.table.starts[0]!.b;
    expect(loose.handler.slowBecause(() => true)).toMatch(new RegExp(`^"world" and "ball${named}" ring`));
    // how often is left out where that is seldom
    const heavy = row([-1e-4, -1e-4], { bodyMass: [0, 1e14, 1e14] });
    heavy.handler.handleEvent(0, heavy.motion);
    heavy.handler.addForces(heavy.motion, createBodyForces(3));
    expect(Number(frequency(1e14))).toBeLessThan(1);
    expect(heavy.handler.slowBecause(() => true)).toContain("ring against each other, and the solver follows");
  });
});

describe("speeds of contacts over an area", () => {
  it("are those at the point, along the normal, across it and of turning, whichever way is up", () => {
    const box = (path: string, body: number, lengthZ: number): CollisionShape => ({
      ...ball(path, body),
      core: convexBody(Box({ lengthX: 1, lengthY: 1, lengthZ })),
      isFlat: true,
    });
    for (const turn of [
      [0, 0, 0],
      [1.2, 0, 0],
      [0.4, -0.9, 0.3],
    ]) {
      const Q = turnedBy(turn);
      const up = [Q[2]!, Q[5]!, Q[8]!];
      const handler = new ContactHandler({
        shapes: [box("low", 1, 0.2), box("high", 2, 0.2)],
        bodyCount: 3,
        materials,
      });
      const motion = createBodyMotion(3);
      for (const b of [1, 2]) motion.rotation.set(Q, 9 * b);
      motion.position.set(
        up.map((x) => (0.2 - 1e-5) * x),
        6,
      );
      motion.velocity.set([0.3, -0.2, 0.5], 6);
      motion.angularVelocity.set([0.1, 0.4, -0.2], 6);
      handler.handleEvent(0, motion);
      handler.addForces(motion, createBodyForces(3));
      const { table } = handler;
      expect(table.count).toBe(1);
      expect(table.starts[0]!.flat).toBeDefined();
      const arm = [0, 1, 2].map((i) => table.point[i]! - motion.position[6 + i]!);
      const [w, v] = [motion.angularVelocity.subarray(6), motion.velocity.subarray(6)];
      const at = [0, 1, 2].map(
        (i) => v[i]! + w[(i + 1) % 3]! * arm[(i + 2) % 3]! - w[(i + 2) % 3]! * arm[(i + 1) % 3]!,
      );
      const along = at.reduce((sum, x, i) => sum + x * up[i]!, 0);
      expect(table.rate[0]).toBeCloseTo(-along, 9);
      expect(table.slidingSpeed[0]).toBeCloseTo(Math.hypot(...at.map((x, i) => x - along * up[i]!)), 9);
      expect(table.turningSpeed[0]).toBeCloseTo(Math.hypot(0.1, 0.4, 0.2), 12);
    }
  });
});

describe("bodies", () => {
  const shapes = [
    ball("world", 0),
    ball("centred", 1),
    ball("aside", 2, { position: [0, 0, 0.1] }),
    { ...ball("box", 3), core: convexBody(Box({ lengthX: 1, lengthY: 2, lengthZ: 4 })) },
    { ...ball("first", 4), core: convexBody(Capsule({ axis: 1, diameter: 0.2, length: 2 })) },
    { ...ball("second", 4), core: convexBody(Capsule({ axis: 2, diameter: 0.2, length: 3 })) },
  ];
  const handler = new ContactHandler({ shapes, bodyCount: 6, materials });

  it("do not mind how they turn only if they are balls in their origins, or have no shape", () => {
    expect([...handler.isPoint]).toEqual([1, 1, 0, 0, 0, 1]);
  });

  it("have their shapes, and reach as far from their axes as the farthest of them", () => {
    expect(handler.shapesOfBodies).toEqual([[0], [1], [2], [3], [4, 5], []]);
    expect([...handler.reachAboutAxes(handler.shapesOfBodies[3]!)]).toEqual([
      expect.closeTo(Math.hypot(1, 2), 12),
      expect.closeTo(Math.hypot(0.5, 2), 12),
      expect.closeTo(Math.hypot(0.5, 1), 12),
    ]);
    const [x, y, z] = handler.reachAboutAxes(handler.shapesOfBodies[4]!);
    // the one along x reaches 1.1 m, the one along y 1.6 m
    for (const [found, far] of [
      [x, 1.6],
      [y, 1.1],
      [z, 1.6],
    ] as const) {
      expect(found).toBeGreaterThanOrEqual(far);
      expect(found).toBeLessThan(far + 0.01);
    }
    expect([...handler.reachAboutAxes(handler.shapesOfBodies[5]!)]).toEqual([0, 0, 0]);
    expect(handler.changesPairs).toBe(true);
  });
});

describe("contacts over an area", () => {
  const box = (path: string, body: number): CollisionShape =>
    ball(path, body, { core: convexBody(Box({ lengthX: 1, lengthY: 1, lengthZ: 1 })), isFlat: true });
  /** Whether two shapes, the second 1 m along x less a little, touch over an area. */
  const isFlat = (shapes: readonly CollisionShape[], options: ContactHandlerSetup["options"] = {}): boolean => {
    const { handler, motion } = row([-1e-4], { options: { contactHysteresis: hysteresis, ...options } }, shapes);
    motion.rotation.set([1, 0, 0, 0, 1, 0, 0, 0, 1], 9);
    handler.handleEvent(0, motion);
    expect(handler.table.count).toBe(1);
    return (handler.table.starts[0] as ConvexContactStart).flat !== undefined;
  };

  it("are those of two bodies with faces or edges, by laws that know areas", () => {
    expect(isFlat([box("a", 0), box("b", 1)])).toBe(true);
    expect(isFlat([ball("a", 0), box("b", 1)])).toBe(false);
    expect(isFlat([box("a", 0), ball("b", 1)])).toBe(false);
    expect(isFlat([box("a", 0), box("b", 1)], { flatContact: "point" })).toBe(false);
    const own = {
      name: "own",
      damping: () => 0,
      force: (stiffness: number, _: number, depth: number) => stiffness * depth,
    };
    expect(isFlat([box("a", 0), box("b", 1)], { contactLaw: own })).toBe(false);
    // observers and bounces have no forces over an area
    expect(isFlat([box("a", 0), { ...box("b", 1), material: "DryWood" }])).toBe(false);
  });
});
