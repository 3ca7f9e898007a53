/** Nothing passes through: contacts that begin and end within one step of the solver are found. */
import { describe, expect, it } from "vitest";
import { NarrowPhase } from "../../src/collision/narrowPhase.ts";
import { StepCheck } from "../../src/contact/stepCheck.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Cylinder } from "../../src/geometry/shapes/cylinder.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import type { MethodName } from "../../src/integrate/methods.ts";
import { matrixFromQuaternion } from "../../src/math/quaternion.ts";
import type { BodyMotion } from "../../src/mechanics/bodyMotion.ts";
import { mulberry32 } from "../reference/narrowphase/poses.ts";
import { FreeBodies } from "./freeBodies.ts";

const speed = 1000;

describe("a ball of 1 mm with 1 000 m/s against a plate of 1 mm at tolerance 1e-3", () => {
  /** A shot from a random place to a random point of the plate, through its faces or its edges. */
  function shoot(system: FreeBodies, u: () => number, checksSteps: boolean): { found: boolean; error: number } {
    const target = [0.9 * (u() - 0.5), 0, 0.9 * (u() - 0.5)];
    const direction = [u() - 0.5, u() < 0.5 ? -1 : 1, u() - 0.5];
    const length = Math.hypot(...direction);
    const distance = 0.01 + 30 * u();
    for (let i = 0; i < 3; i++) {
      system.y0[i] = target[i]! - (direction[i]! / length) * distance;
      system.y0[7 + i] = (speed * direction[i]!) / length;
      system.y0[10 + i] = 2000 * (u() - 0.5);
    }
    const flight = system.simulate((1 + u()) * (distance / speed) + 1e-3, {
      relativeTolerance: 1e-3,
      stopAtRoot: true,
      checksSteps,
      // the slopes of the event functions at the ends of a step would find a single passage too: here the check alone counts
      findDoubleCrossings: false,
    });
    // the centre of the ball is one diameter away from the middle of the plate when they touch
    const expected = (distance - 0.001 * length) / speed;
    return { found: flight.status === "root", error: flight.t - expected };
  }

  const plate = () =>
    new FreeBodies(
      [
        { name: "plate", shape: Box({ lengthX: 1, lengthY: 0.001, lengthZ: 1 }), material: "Steel", isFixed: true },
        { name: "ball", shape: Sphere({ diameter: 0.001 }), material: "Steel", density: 8000 },
      ],
      { gravity: [0, 0, 0] },
    );

  it("is found in each of 10 000 random shots, at the right time", () => {
    const u = mulberry32(7);
    const system = plate();
    let missed = 0;
    let largest = 0;
    for (let shot = 0; shot < 10_000; shot++) {
      const { found, error } = shoot(system, u, true);
      if (!found) missed++;
      else largest = Math.max(largest, Math.abs(error));
    }
    expect(missed).toBe(0);
    // straight flight is integrated exactly: rounding of positions of 30 m at 1 000 m/s
    expect(largest).toBeLessThan(1e-14 * 100);
  });

  it("would be missed without the check: the test is able to fail", () => {
    const u = mulberry32(7);
    const system = plate();
    let missed = 0;
    for (let shot = 0; shot < 50; shot++) if (!shoot(system, u, false).found) missed++;
    expect(missed).toBeGreaterThan(25);
  });
});

describe("other motions inside a step", () => {
  it("a spinning bar hits a thin post that its ends never show", () => {
    // the bar turns by more than a turn in one step of a method that integrates its motion exactly enough
    const u = mulberry32(3);
    for (let k = 0; k < 20; k++) {
      const angle = 0.3 + 2 * u();
      const system = new FreeBodies(
        [
          {
            name: "post",
            shape: Box({ lengthX: 0.002, lengthY: 0.002, lengthZ: 1 }),
            material: "Steel",
            isFixed: true,
            position: [0.45 * Math.cos(angle), 0.45 * Math.sin(angle), 0],
          },
          {
            name: "bar",
            shape: Box({ lengthX: 1, lengthY: 0.002, lengthZ: 0.01 }),
            material: "Steel",
            density: 8000,
            angularVelocity: [0, 0, 20],
          },
        ],
        { gravity: [0, 0, 0] },
      );
      const result = system.simulate(0.5, {
        method: "dop853",
        relativeTolerance: 1e-3,
        absoluteTolerance: 1e-2,
        stopAtRoot: true,
      });
      expect(result.status).toBe("root");
      // sides of the bar and of the post are 1 mm each away from their middles
      expect(Math.abs(20 * result.t - angle)).toBeLessThan(0.01);
    }
  });

  it("two balls that fly through each other in one step meet", () => {
    const system = new FreeBodies(
      [
        {
          name: "left",
          shape: Sphere({ diameter: 0.01 }),
          material: "Steel",
          position: [-5, 0.003, 0],
          velocity: [300, 0, 0],
        },
        {
          name: "right",
          shape: Sphere({ diameter: 0.01 }),
          material: "Steel",
          position: [7, 0, 0],
          velocity: [-500, 0, 0],
        },
      ],
      { gravity: [0, 0, 0] },
    );
    const result = system.simulate(1, { relativeTolerance: 1e-3, stopAtRoot: true });
    const gap = 12 - Math.sqrt(0.01 ** 2 - 0.003 ** 2);
    expect(result.status).toBe("root");
    expect(result.t).toBeCloseTo(gap / 800, 13);
  });

  it("a ball that flies past close by is not stopped, and costs little", () => {
    const system = new FreeBodies(
      [
        { name: "plate", shape: Box({ lengthX: 100, lengthY: 0.001, lengthZ: 1 }), material: "Steel", isFixed: true },
        {
          name: "ball",
          shape: Sphere({ diameter: 0.001 }),
          material: "Steel",
          position: [-40, 0.0011, 0],
          velocity: [1000, 0, 0],
          angularVelocity: [0, 0, 500],
        },
      ],
      { gravity: [0, 0, 0] },
    );
    const result = system.simulate(0.08, { relativeTolerance: 1e-3 });
    expect(result.status).toBe("finished");
    expect(result.roots).toHaveLength(0);
    expect(system.handler.distanceEvaluations).toBeLessThan(20 * result.statistics.steps);
  });
});

describe("curved and turning motion inside steps at loose tolerances", () => {
  const needle = Cylinder({ diameter: 0.002, length: 0.6, axis: 1 });
  const post = Box({ lengthX: 0.002, lengthY: 0.003, lengthZ: 1 });
  const methods: MethodName[] = ["tsit5", "dop853", "bdf", "adams", "radau5", "esdirk54"];

  /** A needle on a fast spring, thrown and spinning, among two thin posts. */
  function scene(u: () => number) {
    const random = (size: number): [number, number, number] => [
      size * (2 * u() - 1),
      size * (2 * u() - 1),
      size * (2 * u() - 1),
    ];
    const frequency = 20 * 10 ** (1.5 * u());
    const unit = (q: number[]): [number, number, number, number] =>
      q.map((x) => x / Math.hypot(...q)) as [number, number, number, number];
    const posts = [0, 1].map((k) => ({
      name: `post${k}`,
      shape: post,
      material: "Steel",
      isFixed: true,
      position: random(0.4),
      quaternion: unit([...random(1), 1]),
    }));
    const stiffness = frequency ** 2;
    const system = new FreeBodies(
      [
        ...posts,
        {
          name: "needle",
          shape: needle,
          material: "Steel",
          mass: 1,
          position: random(0.5),
          quaternion: unit([...random(1), 1]),
          velocity: random(10),
          angularVelocity: random(150),
        },
      ],
      {
        gravity: [0, 0, 0],
        load: (motion, forces) => {
          for (let i = 0; i < 3; i++) forces.force[3 + i] -= stiffness * motion.position[3 + i]!;
        },
      },
    );
    return { system, posts };
  }

  it("a needle on a fast spring meets nothing that the check does not see", () => {
    const u = mulberry32(11);
    const counts = { steps: 0, hidden: 0, missed: 0 };
    const pair = new NarrowPhase(convexBody(needle), convexBody(post));
    const R = new Float64Array(9);
    for (let k = 0; k < 120; k++) {
      const { system, posts } = scene(u);
      const distance = (motion: BodyMotion): number => {
        let least = Infinity;
        for (const { position, quaternion } of posts) {
          matrixFromQuaternion(R, 0, Float64Array.from(quaternion), 0);
          pair.evaluate(motion.rotation, 9, motion.position, 3, R, 0, Float64Array.from(position), 0);
          least = Math.min(least, pair.distance);
        }
        return least;
      };
      const examine = system.handler.examineStep.bind(system.handler);
      system.handler.examineStep = (t0, t1, motion) => {
        const times = examine(t0, t1, motion).slice();
        counts.steps++;
        let least = Infinity;
        for (let i = 1; i < 32; i++) least = Math.min(least, distance(motion.at(t0 + ((t1 - t0) * i) / 32)));
        // 1e-5 of the reach is the resolution of the check
        const isInside = least < -1e-5 * 0.3 && Math.min(distance(motion.at(t0)), distance(motion.at(t1))) > 0;
        if (isInside) counts.hidden++;
        if (isInside && times.length === 0) counts.missed++;
        return times;
      };
      system.simulate(0.2, {
        method: methods[k % methods.length]!,
        relativeTolerance: 1e-2,
        absoluteTolerance: 1e-2,
        stopAtRoot: true,
        findDoubleCrossings: false,
      });
    }
    expect(counts.missed).toBe(0);
    // the test is able to fail
    expect(counts.hidden).toBeGreaterThan(40);
    expect(counts.steps).toBeGreaterThan(1000);
  });

  it("a contact is found that begins and ends in a step while another one lasts", () => {
    // a ball lies on the floor, another one passes through a thin plate above it
    const u = mulberry32(5);
    for (let k = 0; k < 40; k++) {
      const height = 0.3 + u();
      const system = new FreeBodies(
        [
          { name: "floor", shape: Box({ lengthX: 2, lengthY: 2, lengthZ: 0.1 }), material: "Steel", isFixed: true },
          {
            name: "plate",
            shape: Box({ lengthX: 2, lengthY: 0.001, lengthZ: 2 }),
            material: "Steel",
            isFixed: true,
            position: [0, 0.5, 1.2],
          },
          { name: "lying", shape: Sphere({ diameter: 0.1 }), material: "Steel", mass: 1, position: [0, 0, 0.1 - 1e-6] },
          {
            name: "flying",
            shape: Sphere({ diameter: 0.002 }),
            material: "Steel",
            mass: 1e-4,
            position: [0.3, 0.5 - 0.3 * u() - 0.01, height],
            velocity: [0, 900, 0],
          },
        ],
        { contact: { elasticContactReductionFactor: 1e-5 } },
      );
      system.simulate(0.01, { method: "radau5", relativeTolerance: 1e-3, absoluteTolerance: 1e-3 });
      const started = system.records.filter(({ kind }) => kind === "start").map(({ obj1, obj2 }) => `${obj1} ${obj2}`);
      expect(started).toContain("floor lying");
      expect(started).toContain("plate flying");
    }
  });
});

it("has found nothing before the first step", () => {
  const unused = undefined as never;
  const check = new StepCheck([], unused, unused, unused, { margin: 0.01, resolution: 1e-6, hysteresis: 1e-8 });
  expect(check.times).toEqual([]);
});
