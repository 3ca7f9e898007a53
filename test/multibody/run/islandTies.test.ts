// Islands with events at the very same instant, and contacts of one island that begin and end together.
import { describe, expect, it } from "vitest";
import { contactsOf, instantiate, Model3D, type ModelDefinition, Sphere, simulate } from "../../../src/index.ts";
import { mulberry32 } from "../../reference/narrowphase/poses.ts";
import { block, free, type Vector, world } from "./woodenBodies.ts";

const ball = (translation: Vector, velocity: Vector = [0, 0, 0]) =>
  free(Sphere({ diameter: 0.1 }), translation, { velocity });

function run(model: ModelDefinition, stopTime: number, tolerance = 1e-6, method: "auto" | "tsit5" = "auto") {
  const result = simulate(instantiate(model), { stopTime, tolerance, method, interval: stopTime / 10 });
  const energy = result.signal("energy.total").values as Float64Array;
  const scale = Math.max(...energy.map(Math.abs));
  for (let k = 1; k < energy.length; k++) expect(energy[k]! - energy[k - 1]!).toBeLessThan(tolerance * scale);
  return { result, records: contactsOf(result).records };
}

describe("islands with events at the same instant", () => {
  it("all bounce when they fall from the same height, each as if it were alone", () => {
    const places = [0, 1, 2, 3, 4, 5];
    const balls = Object.fromEntries(places.map((k) => [`ball${k}`, ball([k, 0, 0.06])]));
    const { result, records } = run(
      Model3D({ world: world(1e-2), ground: block([0, 0, -0.1], [20, 20, 0.2]), ...balls }),
      0.2,
    );
    const times = places.map((k) =>
      records.filter(({ obj1, obj2 }) => `${obj1} ${obj2}`.includes(`ball${k}`)).map(({ time }) => time),
    );
    expect(times[0]!.length).toBeGreaterThanOrEqual(4);
    for (const own of times) {
      expect(own.length).toBe(times[0]!.length);
      own.forEach((time, i) => {
        expect(Math.abs(time - times[0]![i]!)).toBeLessThan(1e-9);
      });
    }
    const heights = places.map((k) => (result.final(`ball${k}.translation`) as number[])[2]!);
    for (const z of heights) expect(Math.abs(z - heights[0]!)).toBeLessThan(1e-9);
  });

  it("lose none of the two contacts of a ball that is hit from both sides, in three places at once", () => {
    const places = [0, 1, 2];
    const rows = Object.fromEntries(
      places.flatMap((k) => [
        [`left${k}`, ball([-0.12, k, 0], [1, 0, 0])],
        [`middle${k}`, ball([0, k, 0])],
        [`right${k}`, ball([0.12, k, 0], [-1, 0, 0])],
      ]),
    );
    const { result, records } = run(Model3D({ world: world(1e-2, 0), ...rows }), 0.06);
    expect(records.filter(({ kind }) => kind === "start").length).toBe(6);
    expect(records.filter(({ kind }) => kind === "end").length).toBe(6);
    const speed = (name: string): number => (result.final(`${name}.velocity`) as number[])[0]!;
    for (const k of places) {
      expect(Math.abs(speed(`middle${k}`))).toBeLessThan(1e-5);
      expect(speed(`right${k}`)).toBeGreaterThan(0.1);
      expect(Math.abs(speed(`left${k}`) + speed(`right${k}`))).toBeLessThan(1e-5);
    }
  });
});

describe("balls that rattle in a narrow box", () => {
  it.each([1, 2, 3])("meet and part as in one system, however often an island changes (seed %i)", (seed) => {
    const u = mulberry32(seed);
    const balls = Object.fromEntries(
      Array.from({ length: 8 }, (_, k) => [
        `ball${k}`,
        ball(
          [0.104 * (k % 2) - 0.052, 0.104 * ((k >> 1) % 2) - 0.052, 0.052 + 0.104 * (k >> 2)],
          [u() - 0.5, u() - 0.5, u() - 0.5],
        ),
      ]),
    );
    const walls = {
      ground: block([0, 0, -0.1], [1, 1, 0.2]),
      lid: block([0, 0, 0.308], [0.2, 0.2, 0.2]),
      left: block([-0.207, 0, 0.15], [0.2, 0.2, 0.3]),
      right: block([0.207, 0, 0.15], [0.2, 0.2, 0.3]),
      front: block([0, -0.207, 0.15], [0.2, 0.2, 0.3]),
      back: block([0, 0.207, 0.15], [0.2, 0.2, 0.3]),
    };
    const model = Model3D({ world: world(1e-2), ...walls, ...balls });
    const [own, together] = (["auto", "tsit5"] as const).map((method) => run(model, 0.03, 1e-9, method).records);
    const name = ({ kind, obj1, obj2 }: (typeof own & object)[number]): string => `${kind} ${obj1} ${obj2}`;
    expect(own!.length).toBeGreaterThan(25);
    expect(own!.map(name)).toEqual(together!.map(name));
    own!.forEach(({ time }, k) => {
      expect(Math.abs(time - together![k]!.time)).toBeLessThan(1e-6);
    });
  });
});
