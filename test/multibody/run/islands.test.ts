import { describe, expect, it } from "vitest";
import {
  Box,
  Capsule,
  contactsOf,
  instantiate,
  Model3D,
  type ModelDefinition,
  Sphere,
  simulate,
} from "../../../src/index.ts";
import { mulberry32 } from "../../reference/narrowphase/poses.ts";
import { block, free, plate, type Vector, world } from "./woodenBodies.ts";

/** Balls in two layers, near to each other. */
function cluster(): Record<string, ModelDefinition> {
  const u = mulberry32(12);
  const balls: Record<string, ModelDefinition> = {};
  for (let k = 0; k < 8; k++) {
    const place: Vector = [
      0.06 * (k % 2) + 0.01 * u(),
      0.06 * ((k >> 1) % 2) + 0.01 * u(),
      0.04 + 0.06 * (k >> 2) + 0.005 * u(),
    ];
    balls[`ball${k}`] = free(Sphere({ diameter: 0.05 }), place, { velocity: [u() - 0.5, u() - 0.5, 0] });
  }
  return balls;
}

/** Balls that are far from each other, each with a height of its own. */
function separate(count: number): Record<string, ModelDefinition> {
  const balls: Record<string, ModelDefinition> = {};
  for (let k = 0; k < count; k++)
    balls[`ball${k}`] = free(Sphere({ diameter: 0.1 }), [
      (k % 20) - 10,
      Math.floor(k / 20),
      0.06 + (0.1 * (k + 0.5)) / count,
    ]);
  return balls;
}

describe("bodies that do not touch", () => {
  it("meet in the same contacts, at the same times, as when all make the same steps", () => {
    const model = instantiate(Model3D({ world: world(1e-3), ground: plate(0.1), ...cluster() }));
    const [own, together] = (["auto", "tsit5"] as const).map((method) =>
      simulate(model, { stopTime: 0.12, tolerance: 1e-9, method, interval: 0.02 }),
    );
    expect(own!.statistics.method).toMatch(/by islands/);
    const [a, b] = [own!, together!].map((result) => contactsOf(result).records);
    expect(a!.length).toBeGreaterThan(15);
    expect(a!.map(({ kind, obj1, obj2 }) => [kind, obj1, obj2])).toEqual(
      b!.map(({ kind, obj1, obj2 }) => [kind, obj1, obj2]),
    );
    a!.forEach(({ time, kind, distance }, k) => {
      expect(Math.abs(time - b![k]!.time)).toBeLessThan(1e-6);
      // nothing is found late
      if (kind === "start") expect(Math.abs(distance)).toBeLessThan(2e-12);
    });
    const energy = own!.signal("energy.total").values as Float64Array;
    for (let k = 1; k < energy.length; k++) expect(energy[k]! - energy[k - 1]!).toBeLessThan(1e-7 * energy[0]!);
  });

  it("cost what each of them costs, however many there are", () => {
    const [ten, hundred] = [10, 100].map((count) => {
      const model = instantiate(Model3D({ world: world(1e-2), ground: plate(0.1), ...separate(count) }));
      return simulate(model, { stopTime: 0.15, tolerance: 1e-6, interval: 0.05 });
    });
    expect(hundred!.statistics.events).toBeGreaterThan(9 * ten!.statistics.events);
    expect(hundred!.statistics.evaluations / ten!.statistics.evaluations).toBeGreaterThan(9);
    expect(hundred!.statistics.evaluations / ten!.statistics.evaluations).toBeLessThan(11);
    // every contact is known, with two rows of all bodies at a part of them only
    const { records } = contactsOf(hundred!);
    expect(records.length).toBeGreaterThan(9 * contactsOf(ten!).records.length);
    expect(hundred!.events.length).toBeGreaterThanOrEqual(records.length);
    expect(hundred!.time.length).toBeLessThan(2 * records.length);
    expect(hundred!.warnings.join()).toContain("W-RESULT-COARSE");
    expect(ten!.time.length).toBeGreaterThan(2 * contactsOf(ten!).records.length);
    // looks at all bodies, each of which costs ten times as much
    expect(hundred!.statistics.modelEvaluations).toBeLessThan(0.5 * ten!.statistics.modelEvaluations);
  });

  it("part one after the other where several contacts end in one step, without a look at all bodies", () => {
    const u = mulberry32(5);
    const balls = Object.fromEntries(
      Array.from({ length: 27 }, (_, k) => [
        `ball${k}`,
        free(
          Sphere({ diameter: 0.05 }),
          [
            0.052 * ((k % 3) - 1) + 0.002 * u(),
            0.052 * ((Math.floor(k / 3) % 3) - 1) + 0.002 * u(),
            0.026 + 0.052 * Math.floor(k / 9) + 0.002 * u(),
          ],
          { velocity: [u() - 0.5, u() - 0.5, 0] },
        ),
      ]),
    );
    const scene = Model3D({
      world: world(1e-3),
      plate: plate(0.2),
      left: block([-0.13, 0, 0.1], [0.1, 0.4, 0.2]),
      right: block([0.13, 0, 0.1], [0.1, 0.4, 0.2]),
      front: block([0, -0.13, 0.1], [0.16, 0.1, 0.2]),
      back: block([0, 0.13, 0.1], [0.16, 0.1, 0.2]),
      ...balls,
    });
    const result = simulate(instantiate(scene), { stopTime: 0.05, tolerance: 1e-6, interval: 0.05 });
    const { records } = contactsOf(result);
    const { eventFunctionEvaluations } = result.statistics;
    expect(records.length).toBeGreaterThan(200);
    // 12; 37 where two of one island that meet, each of which sees the other, are taken for two events at once, and 128 where all bodies
    // are looked at as soon as two contacts end in one step, or one has gone another way meanwhile
    expect(eventFunctionEvaluations).toBeLessThan(25);
  });

  it("keep their matrices while contacts change less than iterations can follow", () => {
    // held against what the matrix had promised, a begin of contact would ask for another one: 100 instead of 33
    const tilt = 0.2;
    const height = 0.03 * Math.cos(tilt) + 0.005 * Math.sin(tilt) + 1e-5;
    const leaning = Object.fromEntries(
      [0, 1, 2, 3].map((k) => [
        `domino${k}`,
        free(Box({ lengthX: 0.01, lengthY: 0.03, lengthZ: 0.06 }), [0.0104 * k, 0, height], { rotation: [0, tilt, 0] }),
      ]),
    );
    const model = Model3D({ world: world(1), plate: plate(0.2), ...leaning });
    const { statistics } = simulate(instantiate(model), { stopTime: 0.1, tolerance: 1e-6 });
    expect(statistics.method).toBe("tsit5 and radau5 by islands");
    expect(statistics.jacobians).toBeLessThan(60);
  });

  it("do not pass through a thin plate, however fast they are", () => {
    const u = mulberry32(3);
    const rods: Record<string, ModelDefinition> = {};
    for (let k = 0; k < 8; k++)
      rods[`rod${k}`] = free(
        Capsule({ axis: 3, diameter: 0.01, length: 0.08 }) as never,
        [0.3 * k - 1, 0, 0.2 + 0.3 * u()],
        {
          rotation: [2 * u(), 2 * u(), 0],
          velocity: [0, 0, -30 - 70 * u()],
          angularVelocity: [20 * (u() - 0.5), 20 * (u() - 0.5), 0],
        },
      );
    const model = instantiate(Model3D({ world: world(1), plate: plate(0.003), ...rods }));
    const result = simulate(model, { stopTime: 0.02, tolerance: 1e-5, interval: 0.01 });
    for (const name of Object.keys(rods))
      expect((result.final(`${name}.translation`) as number[])[2]!, name).toBeGreaterThan(0);
  });
});
