/** Closed forms and high-precision numbers of contact problems, at tolerance 1e-8. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ElasticContactPairMaterial } from "../../src/contact/contactPairMaterial.ts";
import { restitutionOf } from "../../src/contact/laws/exactRestitutionLaw.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { expectReferenceValue } from "../reference/recordComparison.ts";
import { FreeBodies, type FreeBody } from "./freeBodies.ts";

type Values = Readonly<Record<string, string>>;

function reference<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../reference/contact/${name}.json`, import.meta.url), "utf8")) as T;
}

function expectRelative(
  quantity: string,
  value: number,
  expected: number | string | undefined,
  tolerance: number,
): void {
  expectReferenceValue(quantity, value, Number(expected), tolerance * Math.abs(Number(expected)));
}

const floor = (material: string): FreeBody => ({
  name: "floor",
  shape: Box({ lengthX: 20, lengthY: 4, lengthZ: 1 }),
  material,
  isFixed: true,
  position: [0, 0, -0.5],
});

const options = { relativeTolerance: 1e-8, absoluteTolerance: 1e-13 };

/** Deepest penetration of the ball of radius R over the floor, from the recorded steps. */
function deepest(heights: readonly number[], R: number): number {
  return R - Math.min(...heights);
}

describe("a ball falls on a wooden floor", () => {
  it("without loss: contact times, depth and speeds of the Hertz law", () => {
    const { expected } = reference<{ cases: { expected: Values }[] }>("a_hertz_drop").cases[0]!;
    const system = new FreeBodies(
      [
        floor("DryWood"),
        { name: "ball", shape: Sphere({ diameter: 0.1 }), material: "Steel", density: 8000, position: [0, 0, 1.05] },
      ],
      { pairs: { "DryWood,Steel": ElasticContactPairMaterial({ coefficientOfRestitution: 1, law: "hertz" }) } },
    );
    const result = system.simulate(1.36, { ...options, relativeTolerance: 1e-9 });
    const [start, end, second] = system.records;
    expectRelative("firstContactTime", start!.time, expected["firstContactTime"], 1e-6);
    expectRelative("impactSpeed", start!.normalVelocity, expected["impactSpeed"], 1e-6);
    expectRelative("firstReleaseTime", end!.time, expected["firstReleaseTime"], 1e-6);
    expectRelative("contactDuration", end!.time - start!.time, expected["contactDuration"], 1e-6);
    expectRelative("speedAfterRelease", -end!.normalVelocity, expected["speedAfterRelease"], 1e-6);
    expectRelative("secondContactTime", second!.time, expected["secondContactTime"], 1e-6);
    // the deepest recorded step lies within a step of the deepest point
    expectRelative(
      "maximumPenetration",
      deepest(
        result.outputs.y.map((y) => y[2]!),
        0.05,
      ),
      expected["maximumPenetration"],
      1e-2,
    );
    expectRelative("stiffness", start!.stiffness!, "3684699024.77354256", 1e-13);
    const first = result.outputs.y[0]!;
    expect(Math.abs(system.energy(result.y) / system.energy(first) - 1)).toBeLessThan(1e-6);
  });

  it("with the damping of the elastic law: five bounces", () => {
    const { expected } = reference<{ cases: { expected: Values[] }[] }>("b_flores_bounces").cases[0]!;
    const system = new FreeBodies(
      [
        floor("DryWood"),
        { name: "ball", shape: Sphere({ diameter: 0.1 }), material: "Steel", density: 8000, position: [0, 0, 1.05] },
      ],
      { pairs: { "DryWood,Steel": ElasticContactPairMaterial({ coefficientOfRestitution: 0.7 }) } },
    );
    // each begin of a contact, where the law has a corner, costs some tens of tolerances: 1e-6 after five of them needs ten digits
    system.simulate(1.98, { ...options, relativeTolerance: 1e-9 });
    expect(system.records).toHaveLength(10);
    expected.forEach((bounce, k) => {
      const [start, end] = [system.records[2 * k]!, system.records[2 * k + 1]!];
      expectRelative(`bounce ${k + 1}: contactStart`, start.time, bounce["contactStart"], 1e-6);
      expectRelative(`bounce ${k + 1}: speedBefore`, start.normalVelocity, bounce["speedBefore"], 1e-6);
      expectRelative(`bounce ${k + 1}: dampingCoefficient d`, start.damping!, bounce["dampingCoefficient d"], 1e-6);
      expectRelative(`bounce ${k + 1}: contactEnd`, end.time, bounce["contactEnd"], 1e-6);
      expectRelative(`bounce ${k + 1}: speedAfter`, -end.normalVelocity, bounce["speedAfter"], 1e-6);
    });
  });

  it("with the law of exact restitution and no gravity during the impact: the wanted restitution", () => {
    for (const restitution of [0.2, 0.7, 0.95]) {
      for (const [law, outcome] of [
        ["exactRestitution", restitution],
        // d·v = 8·(1 − cor)/(5·cor)
        ["elastic", restitutionOf((8 * (1 - restitution)) / (5 * restitution))],
      ] as const) {
        const system = new FreeBodies(
          [
            floor("Steel"),
            {
              name: "ball",
              shape: Sphere({ diameter: 0.1 }),
              material: "Steel",
              density: 8000,
              position: [0, 0, 0.06],
              velocity: [0, 0, -3],
            },
          ],
          {
            gravity: [0, 0, 0],
            pairs: { "Steel,Steel": ElasticContactPairMaterial({ coefficientOfRestitution: restitution, law }) },
          },
        );
        const result = system.simulate(0.02, options);
        // a hundred tolerances
        expectRelative(`${law}, speed after restitution ${restitution}`, result.y[9]!, 3 * outcome, 1e-6);
      }
    }
  });
});

describe("a billiard ball that slides", () => {
  const radius = 0.03;
  const sink = 1.608351225137466e-6;
  const ball: FreeBody = {
    name: "ball",
    shape: Sphere({ diameter: 2 * radius }),
    material: "BilliardBall",
    density: 1768,
    position: [0, 0, radius - sink],
    velocity: [1, 0, 0],
  };

  it("ends in rolling as the closed form says", () => {
    const { expected } = reference<{ cases: { expected: { samples: Values[] } }[] }>("c_sliding_to_rolling").cases[0]!;
    const mu = 0.8;
    const vmin = 0.01;
    const system = new FreeBodies([floor("BilliardTable"), ball], {
      pairs: {
        "BilliardBall,BilliardTable": ElasticContactPairMaterial({ slidingFrictionCoefficient: mu, vsmall: vmin }),
      },
    });
    const samples = expected.samples;
    const result = system.simulate(0.04, { ...options, outputTimes: samples.map((sample) => Number(sample["time"])) });
    // the force acts in the middle of the overlap: the lever arm is l = R − δ/2, which the file takes as R
    const l = radius - sink / 2;
    const factor = 1 + 2.5 * (l / radius) ** 2;
    samples.forEach((sample, k) => {
      const y = result.outputs.y[k]!;
      expectRelative(`velocity at ${sample["time"]}`, y[7]!, sample["velocity"], 1e-4);
      expectRelative(`omega at ${sample["time"]}`, y[11]!, sample["omega"], 1e-4);
      const u = y[7]! - y[11]! * l;
      // time at which the slip is u
      const slow = Math.min(u, vmin);
      const time =
        (Math.max(0, 1 - Math.max(u, vmin)) +
          (vmin ** 2 - slow ** 2) / (2 * vmin) -
          (vmin ** 3 - slow ** 3) / (9 * vmin ** 2) +
          (vmin / 3) * Math.log(vmin / slow)) /
        (factor * mu * 9.81);
      expectRelative(`time of this slip at ${sample["time"]}`, time, sample["time"], 1e-6);
      // angular momentum about the contact point is kept: v + (2/5)·R²·ω/l
      expectRelative(`angular momentum at ${sample["time"]}`, y[7]! + (0.4 * radius ** 2 * y[11]!) / l, 1, 1e-8);
    });
  });

  it("rolls out against its resistance", () => {
    interface Rolling {
      withRollingResistance: { expected: { time: number[]; velocity: number[]; omega: number[]; distance: number[] } };
    }
    const { expected } = reference<Rolling>("c_sliding_to_rolling").withRollingResistance;
    const system = new FreeBodies([{ ...floor("BilliardTable") }, ball], {
      pairs: {
        "BilliardBall,BilliardTable": ElasticContactPairMaterial({
          slidingFrictionCoefficient: 0.8,
          rotationalResistanceCoefficient: 0.01,
        }),
      },
    });
    const times = expected.time.filter((time) => time <= 2);
    const result = system.simulate(2, { ...options, outputTimes: times });
    times.forEach((_, k) => {
      const y = result.outputs.y[k]!;
      expectRelative(`velocity at ${expected.time[k]}`, y[7]!, expected.velocity[k]!, 1e-4);
      expectRelative(`omega at ${expected.time[k]}`, y[11]!, expected.omega[k]!, 1e-4);
      expectRelative(`distance at ${expected.time[k]}`, y[0]!, expected.distance[k]!, 1e-4);
    });
    expect(result.statistics.events).toBe(0);
  });
});

describe("two equal balls head on", () => {
  it("exchange their velocities within the time of the Hertz law", () => {
    const { expected } = reference<{ cases: { expected: Values }[] }>("d_two_balls_head_on").cases[0]!;
    const ball = { shape: Sphere({ diameter: 0.06 }), material: "BilliardBall", density: 1768 };
    const system = new FreeBodies(
      [
        { ...ball, name: "cue", velocity: [1, 0, 0] },
        { ...ball, name: "object", position: [0.07, 0, 0] },
      ],
      { gravity: [0, 0, 0] },
    );
    const result = system.simulate(0.02, { ...options, absoluteTolerance: 1e-12 });
    const [start, end] = system.records;
    expectRelative("contactStart", start!.time, expected["contactStart"], 1e-6);
    expectRelative("contactEnd", end!.time, expected["contactEnd"], 1e-6);
    expectRelative("contactDuration", end!.time - start!.time, expected["contactDuration"], 1e-6);
    expect(Math.abs(result.y[7]!)).toBeLessThan(1e-6);
    expectRelative("speed of the second ball", result.y[20]!, 1, 1e-6);
    // momentum is kept to rounding
    expect(Math.abs(result.y[7]! + result.y[20]! - 1)).toBeLessThan(1e-13);
  });
});
