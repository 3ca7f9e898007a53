/** Nothing passes through: contacts that begin and end within one step of the solver are found. */
import { describe, expect, it } from "vitest";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
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
      // the slopes of the indicators at the ends of a step would find a single passage too: here the check alone counts
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
