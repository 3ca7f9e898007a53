/** Impulsive response: isolated impacts exactly, everything else refused. */
import { describe, expect, it } from "vitest";
import { ElasticContactPairMaterial, ImpulsiveContactPairMaterial } from "../../src/contact/contactPairMaterial.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { FreeBodies, type FreeBody } from "./freeBodies.ts";

const floor: FreeBody = {
  name: "floor",
  shape: Box({ lengthX: 9, lengthY: 9, lengthZ: 1 }),
  material: "Steel",
  isFixed: true,
  position: [0, 0, -0.5],
};
const ball: FreeBody = { name: "ball", shape: Sphere({ diameter: 0.1 }), material: "Steel", density: 8000 };
const impulsive = (cor: number, mu = 0) => ({
  "Steel,Steel": ImpulsiveContactPairMaterial({ coefficientOfRestitution: cor, slidingFrictionCoefficient: mu }),
});

describe("the impulsive response", () => {
  it("a falling ball bounces with exactly the wanted restitution, as often as it falls", () => {
    const system = new FreeBodies([floor, { ...ball, position: [0, 0, 1.05] }], { pairs: impulsive(0.7) });
    system.simulate(2.1);
    const starts = system.records.filter((record) => record.kind === "start");
    const speed = Math.sqrt(2 * 9.81);
    let time = speed / 9.81;
    starts.forEach((record, k) => {
      expect(record.normalVelocity).toBeCloseTo(speed * 0.7 ** k, 9);
      expect(record.time).toBeCloseTo(time, 9);
      time += (2 * speed * 0.7 ** (k + 1)) / 9.81;
    });
    expect(starts.length).toBe(5);
  });

  it("two balls exchange their velocities, and nothing is lost", () => {
    const system = new FreeBodies(
      [
        { ...ball, name: "left", velocity: [2, 0, 0] },
        { ...ball, name: "right", position: [0.5, 0.05, 0] },
      ],
      { gravity: [0, 0, 0], pairs: impulsive(1) },
    );
    const before = system.energy(system.y0);
    const result = system.simulate(1);
    expect(system.records.map((record) => record.kind)).toEqual(["start", "end"]);
    expect(system.energy(result.y) / before).toBeCloseTo(1, 12);
    // the line of centres is 30° off the velocity: only the part along it is exchanged
    expect(Math.hypot(result.y[20]!, result.y[21]!)).toBeCloseTo(2 * Math.cos(Math.PI / 6), 8);
  });

  it("friction stops the sliding of a ball that bounces, or brakes it as far as it can", () => {
    for (const [mu, expected] of [
      // sticking: angular momentum about the contact point is kept, v = 5/7·v₀
      [1, 5 / 7],
      // sliding: μ·(1 + e)·v_n of the velocity is lost
      [0.01, 1 - 0.01 * 2 * 4],
    ] as const) {
      const system = new FreeBodies([floor, { ...ball, position: [0, 0, 0.25], velocity: [1, 0, -4] }], {
        gravity: [0, 0, 0],
        pairs: impulsive(1, mu),
      });
      const result = system.simulate(0.1);
      expect(result.y[9]).toBeCloseTo(4, 12);
      // the impact takes place at a distance of 1e-12 m
      expect(result.y[7]).toBeCloseTo(expected, 10);
      if (mu === 1) expect(result.y[11]! * 0.05).toBeCloseTo(expected, 9);
    }
  });

  it("a slanted capsule that hits with its end starts to turn, energy is kept", () => {
    const s = Math.sin(Math.PI / 8);
    const system = new FreeBodies(
      [
        floor,
        {
          name: "capsule",
          shape: Capsule({ axis: 1, diameter: 0.1, length: 0.6 }),
          material: "Steel",
          position: [0, 0, 0.6],
          quaternion: [0, s, 0, Math.cos(Math.PI / 8)],
          velocity: [0, 0, -1],
        },
      ],
      { gravity: [0, 0, 0], pairs: impulsive(1) },
    );
    const before = system.energy(system.y0);
    const result = system.simulate(0.5);
    expect(Math.abs(result.y[11]!)).toBeGreaterThan(1);
    expect(system.energy(result.y) / before).toBeCloseTo(1, 10);
  });

  it.each([
    ["coming to rest", [{ ...ball, position: [0, 0, 0.3] }], 0.5, "come to rest"],
    [
      "simultaneous contacts",
      [
        { ...ball, position: [0, 0, 0.15] },
        { ...ball, name: "second", material: "DryWood", position: [0, 0, 0.25] },
      ],
      1,
      "at the same time",
    ],
    ["shapes that rest on each other at the start", [{ ...ball, position: [0, 0, 0.05] }], 1, "without approaching"],
  ] as const)("refuses %s", (_, bodies, cor, because) => {
    const pairs = { ...impulsive(cor), "DryWood,Steel": ElasticContactPairMaterial() };
    expect(() => new FreeBodies([floor, ...(bodies as readonly FreeBody[])], { pairs }).simulate(5)).toThrowError(
      expect.objectContaining({
        code: "E-CONTACT-IMPULSE",
        because: expect.stringContaining(because),
        hint: expect.stringContaining("ElasticContactPairMaterial"),
      }),
    );
  });
});
