/** Impulsive response: isolated impacts exactly, everything else refused. */
import { describe, expect, it } from "vitest";
import { ElasticContactPairMaterial, ImpulsiveContactPairMaterial } from "../../src/contact/contactPairMaterial.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Ellipsoid } from "../../src/geometry/shapes/ellipsoid.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { mulberry32 } from "../reference/narrowphase/poses.ts";
import { FreeBodies, type FreeBody, stride } from "./freeBodies.ts";

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

  it("keeps momentum, gives the restitution back, and rubs as Coulomb says, for bodies of any form in any place", () => {
    const u = mulberry32(29);
    const counts = { sticking: 0, sliding: 0, smooth: 0 };
    for (let k = 0; k < 60; k++) {
      const [cor, mu] = [0.2 + 0.8 * u(), k % 4 === 0 ? 0 : 0.8 * u() * u()];
      const random = (size: number): [number, number, number] => [
        size * (u() - 0.5),
        size * (u() - 0.5),
        size * (u() - 0.5),
      ];
      const stone = (
        name: string,
        position: [number, number, number],
        velocity: [number, number, number],
      ): FreeBody => {
        const q = [u() - 0.5, u() - 0.5, u() - 0.5, u() - 0.5];
        const unit = q.map((x) => x / Math.hypot(...q)) as [number, number, number, number];
        const shape = Ellipsoid({ lengthX: 0.2 + 0.2 * u(), lengthY: 0.2, lengthZ: 0.3 });
        const angularVelocity = random(k % 2 === 0 ? 6 : 0);
        return { name, shape, material: "Steel", density: 8000, position, velocity, quaternion: unit, angularVelocity };
      };
      const bodies = [stone("left", random(0.1), [1 + u(), 0, 0]), stone("right", [0.6, 0.1 * u(), 0], random(1))];
      const system = new FreeBodies(bodies, { gravity: [0, 0, 0], pairs: impulsive(cor, mu) });
      let [before, after] = [new Float64Array(0), new Float64Array(0)];
      const event = system.event.bind(system);
      system.event = (t, y) => {
        const [known, then] = [system.records.length, y.slice()];
        event(t, y);
        if (before.length === 0 && system.records.length > known) [before, after] = [then, y.slice()];
      };
      system.simulate(1.5, { method: "dop853", relativeTolerance: 1e-8 });
      const hit = system.records.find(({ kind }) => kind === "start");
      if (hit === undefined) continue;
      const { position: p, normal: n } = hit;
      // places stay
      for (const o of [0, stride]) expect(after.subarray(o, o + 3)).toEqual(before.subarray(o, o + 3));
      const change = (i: number, j: number): number => after[stride * i + 7 + j]! - before[stride * i + 7 + j]!;
      const J = [0, 1, 2].map((j) => system.mass[1]! * change(1, j));
      for (let j = 0; j < 3; j++) expect(system.mass[0]! * change(0, j)).toBeCloseTo(-J[j]!, 10);
      const dot = (a: readonly number[], b: readonly number[]): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
      const cross = (a: readonly number[], b: readonly number[]): [number, number, number] => [
        a[1]! * b[2]! - a[2]! * b[1]!,
        a[2]! * b[0]! - a[0]! * b[2]!,
        a[0]! * b[1]! - a[1]! * b[0]!,
      ];
      // I·Δω = r × J in the axes of the body
      system.setMotion(before);
      for (const [i, sign] of [
        [0, -1],
        [1, 1],
      ] as const) {
        const arm = [0, 1, 2].map((j) => p[j]! - before[stride * i + j]!);
        const torque = cross(arm, J);
        for (let axis = 0; axis < 3; axis++) {
          const e = [0, 1, 2].map((j) => system.motion.rotation[9 * (i + 1) + 3 * j + axis]!);
          const turned = dot(
            e,
            [3, 4, 5].map((j) => change(i, j)),
          );
          expect(system.inertia[3 * i + axis]! * turned).toBeCloseTo(sign * dot(e, torque), 9);
        }
      }
      const speedAt = (y: Float64Array): number[] => {
        const of = (i: number): number[] => {
          const o = stride * i;
          const r = [0, 1, 2].map((j) => p[j]! - y[o + j]!);
          const turning = cross([y[o + 10]!, y[o + 11]!, y[o + 12]!], r);
          return [0, 1, 2].map((j) => y[o + 7 + j]! + turning[j]!);
        };
        const [a, b] = [of(0), of(1)];
        return [0, 1, 2].map((j) => b[j]! - a[j]!);
      };
      const [v0, v1] = [speedAt(before), speedAt(after)];
      expect(dot(v1, n)).toBeCloseTo(-cor * dot(v0, n), 9);
      const across = (x: readonly number[]): number[] => [0, 1, 2].map((j) => x[j]! - dot(x, n) * n[j]!);
      const [rubbed, slid, left] = [across(J), across(v0), across(v1)];
      const most = mu * dot(J, n);
      if (mu === 0) {
        counts.smooth++;
        expect(Math.hypot(...rubbed)).toBeLessThan(1e-10 * dot(J, n));
      } else if (Math.hypot(...left) < 1e-9) {
        counts.sticking++;
        expect(Math.hypot(...rubbed)).toBeLessThanOrEqual(most);
      } else {
        counts.sliding++;
        expect(Math.hypot(...rubbed) / most).toBeCloseTo(1, 9);
        expect(dot(rubbed, slid)).toBeCloseTo(-Math.hypot(...rubbed) * Math.hypot(...slid), 9);
      }
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(5);
  });

  it("slow rebounds are refused from 1 mm/s on, and contacts of other bodies do not matter", () => {
    const run = (speed: number) => {
      const system = new FreeBodies(
        [
          floor,
          { ...ball, position: [0, 0, 0.06], velocity: [0, 0, -speed] },
          { ...ball, name: "lying", material: "DryWood", position: [1, 0, 0.05 - 1e-6] },
        ],
        { gravity: [0, 0, 0], pairs: { ...impulsive(0.5), "DryWood,Steel": ElasticContactPairMaterial() } },
      );
      return system.simulate(10).y[9];
    };
    expect(run(2.001e-3)).toBeCloseTo(1.0005e-3, 12);
    expect(() => run(1.9985e-3)).toThrowError(
      expect.objectContaining({ because: expect.stringContaining("9.99e-4 m/s, below") }),
    );
  });

  it("needs mechanics that know impulses", () => {
    const system = new FreeBodies([floor, { ...ball, position: [0, 0, 0.05], velocity: [0, 0, -1] }], {
      pairs: impulsive(1),
    });
    expect(() => system.handler.handleEvent(0, system.setMotion(system.y0))).toThrowError(
      expect.objectContaining({
        code: "E-CONTACT-IMPULSE",
        because: expect.stringContaining("flanges"),
        data: { time: 0, objects: ["floor", "ball"] },
      }),
    );
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
