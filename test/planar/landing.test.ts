// Beams in motion, and the landing of examples/planar-landing.ts: work, momentum, agreement of methods.
import { describe, expect, it } from "vitest";
import { landing } from "../../examples/planar-landing.ts";
import type { Point } from "../../src/planar/convexPolygon.ts";
import { simulatePlanar } from "../../src/planar/simulatePlanar.ts";
import type { PlanarWorld } from "../../src/planar/world.ts";
import { largest } from "./worlds.ts";

describe("landing on a moving deck", () => {
  const options = { stopTime: 2, tolerance: 1e-7 } as const;
  const radau = simulatePlanar(landing, { ...options, method: "radau5" });

  it("accounts for all work of deck, lift, gravity, damping and friction to a millionth", () => {
    const lost = ["contactDamping", "friction", "beamDamping"].map((name) => radau.final(`energy.${name}`));
    for (const energy of lost) expect(energy).toBeGreaterThan(10);
    // the smallest of the energies that go through the landing is the measure, not the sum of all
    const kinetic = radau.signal("energy.kinetic").values[0];
    expect(largest(radau, "energy.balance")).toBeLessThan(1e-6 * kinetic);
  });

  it("closes the balance better with a tighter tolerance", () => {
    const coarse = simulatePlanar(landing, { ...options, method: "radau5", tolerance: 1e-5 });
    expect(largest(radau, "energy.balance")).toBeLessThan(0.1 * largest(coarse, "energy.balance"));
  });

  it("has intermittent contact of both skids with the top of the deck, the same with a multistep method", () => {
    const bdf = simulatePlanar(landing, { ...options, method: "bdf" });
    const story = radau.changes.map(({ contact, cause }) => `${contact} ${cause}`);
    expect(story.length).toBeGreaterThan(10);
    expect(bdf.changes.map(({ contact, cause }) => `${contact} ${cause}`)).toEqual(story);
    // an event is as late as the gap that the global error leaves, divided by the speed of some cm/s
    radau.changes.forEach(({ time }, k) => expect(Math.abs(time - bdf.changes[k].time)).toBeLessThan(1e-4));
    for (const { before, after } of radau.changes) expect([...before, ...after]).toEqual([1]);
  });

  it("slides and sticks: the sliding speed is large at touchdown and small in between", () => {
    const slip = radau.signal("deck/gear[5].slidingSpeed").values;
    const force = radau.signal("deck/gear[5].normalForce").values;
    const touching = slip.filter((_, k) => force[k] > 0).map(Math.abs);
    expect(Math.max(...touching)).toBeGreaterThan(0.3);
    expect(Math.min(...touching)).toBeLessThan(0.01);
  });

  it("gives the same bits twice", () => {
    const again = simulatePlanar(landing, { ...options, method: "radau5" });
    expect(again.time).toEqual(radau.time);
    expect(again.signal("fuselage.x").values).toEqual(radau.signal("fuselage.x").values);
  });
});

describe("beams in motion", () => {
  const section = { axialStiffness: 2e4, bendingStiffness: 20, massPerLength: 1.5, dampingTime: 0 };
  const nodes = Array.from({ length: 7 }, (_, k): Point => [0.2 * k, 0]);

  it("a free beam that is thrown and bent keeps momentum, angular momentum and energy", () => {
    const world: PlanarWorld = {
      gravity: [0, 0],
      bodies: { club: { mass: 2, inertia: 0.3, position: [-0.3, 0.1], velocity: [1, 2], angularVelocity: 4 } },
      beams: { handle: { nodes, section, attach: { 0: "club" }, velocity: [0, 0] } },
    };
    const result = simulatePlanar(world, { stopTime: 1, tolerance: 1e-10, method: "dop853" });
    const energy = ["kinetic", "beams"].map((name) => result.signal(`energy.${name}`).values);
    const start = energy[0][0];
    // the club throws the resting handle: a good part of the energy becomes bending
    expect(Math.max(...energy[1])).toBeGreaterThan(0.05 * start);
    expect(largest(result, "energy.balance")).toBeLessThan(1e-8 * start);
    const momentum = (k: number) => {
      const masses = [2, ...nodes.map((_, n) => (n === 0 || n === 6 ? 0.15 : 0.3))];
      const inertias = [0.3, ...nodes.map((_, n) => ((n === 0 || n === 6 ? 1 : 2) * 0.3 * 0.04) / 78)];
      const names = ["club", ...nodes.map((_, n) => `handle[${n}]`)];
      const sum = [0, 0, 0];
      names.forEach((name, b) => {
        const [x, y, vx, vy, w] = ["x", "y", "vx", "vy", "w"].map((part) => result.signal(`${name}.${part}`).values[k]);
        sum[0] += masses[b] * vx;
        sum[1] += masses[b] * vy;
        sum[2] += masses[b] * (x * vy - y * vx) + inertias[b] * w;
      });
      return sum;
    };
    const [before, after] = [momentum(0), momentum(result.time.length - 1)];
    after.forEach((value, k) => expect(Math.abs(value - before[k])).toBeLessThan(1e-8));
  });

  it("a clamped node moves the centre of mass of its body: a dumbbell falls and turns about the common centre", () => {
    const world: PlanarWorld = {
      bodies: { ball: { mass: 1, inertia: 0.01, position: [0, 0], angularVelocity: 3, velocity: [0, 1] } },
      beams: {
        rod: {
          nodes: [
            [0, 0],
            [1, 0],
          ],
          section: { axialStiffness: 1e5, bendingStiffness: 1e4, massPerLength: 1e-6 },
          nodeMasses: { 1: 1 },
          attach: { 0: "ball", 1: "ball" },
        },
      },
    };
    const result = simulatePlanar(world, { stopTime: 1, tolerance: 1e-10, method: "dop853" });
    // centre at (0.5, 0) with velocity (0, 1 + 3·0.5); the ball circles about it
    const expected = (t: number) => [0.5 - 0.5 * Math.cos(3 * t), 2.5 * t - 4.905 * t * t - 0.5 * Math.sin(3 * t)];
    const [x, y] = ["ball.x", "ball.y"].map((name) => result.signal(name).values);
    result.time.forEach((t, k) => {
      // the mass of the rod, 1e-6 kg, shifts the centre by less
      expect(Math.abs(x[k] - expected(t)[0])).toBeLessThan(1e-6);
      expect(Math.abs(y[k] - expected(t)[1])).toBeLessThan(1e-6);
    });
  });

  it("a clamped cantilever swings with the frequency of its first mode and loses what its damping takes", () => {
    const tau = 2e-3;
    const world: PlanarWorld = {
      gravity: [0, 0],
      beams: {
        reed: { nodes, section: { ...section, dampingTime: tau }, attach: { 0: "world" }, velocity: [0, 0.02] },
      },
    };
    const result = simulatePlanar(world, { stopTime: 4, tolerance: 1e-8, method: "radau5" });
    const { time, values } = result.signal("reed[6].y");
    const crossings = Array.from(time).filter((_, k) => k > 0 && values[k - 1] < 0 && values[k] >= 0);
    const period = (crossings[crossings.length - 1] - crossings[3]) / (crossings.length - 4);
    const w = (1.875104068711961 ** 2 / 1.2 ** 2) * Math.sqrt(20 / 1.5);
    // six elements with lumped masses: 0.5 % in frequency; step ends stand in for the crossings
    expect((2 * Math.PI) / period / w).toBeCloseTo(1, 1);
    expect(largest(result, "energy.balance")).toBeLessThan(1e-6 * 0.5 * 1.8 * 0.02 ** 2);
    // amplitude decays with exp(−½·τ·ω²·t); at the end the first mode is all that is left
    const energyAt = (t: number) => {
      const k = time.findIndex((value) => value >= t);
      return result.signal("energy.kinetic").values[k] + result.signal("energy.beams").values[k];
    };
    const decay = Math.log(energyAt(1) / energyAt(3)) / 2;
    expect(decay / (tau * w * w)).toBeGreaterThan(0.9);
    expect(decay / (tau * w * w)).toBeLessThan(1.1);
  });

  it("can be stopped, watched and sampled", () => {
    const controller = new AbortController();
    const seen: number[] = [];
    const partial = simulatePlanar(landing, {
      stopTime: 2,
      signal: controller.signal,
      onProgress: (fraction) => {
        seen.push(fraction);
        if (fraction > 0.1) controller.abort();
      },
    });
    expect(partial.isFinished).toBe(false);
    expect(partial.lastTime).toBeLessThan(2);
    expect(seen.length).toBeGreaterThan(5);
    const sampled = simulatePlanar(landing, { stopTime: 0.3, interval: 0.1, timeEvents: [0.25] });
    expect(Array.from(sampled.time, (t) => Number(t.toFixed(12)))).toEqual([0, 0.1, 0.2, 0.3]);
    expect(sampled.isFinished).toBe(true);
  });
});
