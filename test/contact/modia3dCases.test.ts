/** Contact cases of the reference program, with the corrected values, at tolerance 1e-8. */
import { instantiate, type Result, simulate } from "rattleback";
import { describe, expect, it } from "vitest";
import { expectReferenceValue } from "../reference/recordComparison.ts";
import { modelOfReference, type ReferenceCase, readReferenceCase } from "./modia3dCase.ts";

/** World → object for Cardan angles 1-2-3. */
function rotationMatrix([a, b, c]: readonly number[]): number[] {
  const [sa, ca, sb, cb, sc, cc] = [a!, b!, c!].flatMap((x) => [Math.sin(x), Math.cos(x)]) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return [
    cb * cc,
    sa * sb * cc + ca * sc,
    -ca * sb * cc + sa * sc,
    -cb * sc,
    -sa * sb * sc + ca * cc,
    ca * sb * sc + sa * cc,
    sb,
    -sa * cb,
    ca * cb,
  ];
}

/** Pairs of our final values and those of the reference; angles as rotation matrices. */
function compare(result: Result, data: ReferenceCase): [number, number][] {
  const { stateNames, corrected } = data;
  const pairs: [number, number][] = [];
  const done = new Set<string>();
  stateNames.forEach((name, k) => {
    const vector = /^(.*)\.(translation|velocity|rotation|angularVelocity)\[1\]$/.exec(name);
    if (vector !== null) {
      const [, object, quantity] = vector;
      const expected = corrected.finalStates.slice(k, k + 3);
      if (quantity === "rotation") {
        // the angles are relative to the parent, which is fixed in the world
        const { parent } = data.objects.find(({ name: own }) => own === object)!;
        const R = result.final<number[][]>(`${object}.R_abs`);
        const P = rotationMatrix(data.objects.find(({ name: own }) => own === parent)!.rotation);
        rotationMatrix(expected).forEach((value, k) => {
          const [i, j] = [Math.floor(k / 3), k % 3];
          pairs.push([[0, 1, 2].reduce((sum, m) => sum + R[i]![m]! * P[3 * j + m]!, 0), value]);
        });
      } else {
        const values = result.final<number[]>(`${object}.${quantity}`);
        expected.forEach((value, i) => pairs.push([values[i]!, value]));
      }
      done.add(`${object}.${quantity}`);
    } else if (!name.includes("[")) pairs.push([result.final(name) as number, corrected.finalStates[k]!]);
  });
  return pairs;
}

describe("contact cases of the reference program", () => {
  it.each([
    ["bouncing-sphere", "tsit5"],
    ["bouncing-ellipsoid", "tsit5"],
    ["bouncing-capsules", "tsit5"],
    ["two-colliding-balls", "tsit5"],
    ["newtons-cradle", "dop853"],
    ["zero-crossing-issue", "tsit5"],
  ] as const)("%s: final states, times and speeds of all contacts", (name, method) => {
    const data = readReferenceCase(name);
    const model = instantiate(modelOfReference(data));
    const result = simulate(model, { stopTime: data.simulation.stopTime, tolerance: 1e-8, method });
    const pairs = compare(result, data);
    expect(pairs.length).toBeGreaterThan(1);
    // the reference program itself asks for 1e-3
    const norm = Math.hypot(...pairs.map(([, expected]) => expected));
    const difference = Math.hypot(...pairs.map(([value, expected]) => value - expected));
    const { amplification } = data.corrected.sensitivity;
    const allowed = 10 * 1e-8 * Math.max(100, amplification);
    expectReferenceValue("relative deviation of all final states", difference / norm, 0, allowed);
    const starts = result.events.flatMap((event) =>
      event.changed.filter((text) => text.includes(" begins ")).map((text) => ({ time: event.time, text })),
    );
    const { contactTimesAndSpeeds } = data.corrected;
    expect(starts).toHaveLength(data.corrected.contactStarts);
    for (const { time, pair } of contactTimesAndSpeeds) {
      const found = starts.some(
        (start) =>
          Math.abs(start.time - time) < 1e-6 * Math.max(1, time) && pair.every((path) => start.text.includes(path)),
      );
      expect(found, `${pair.join(" and ")} at ${time}`).toBe(true);
    }
    const energy = result.signal("energy.total").values as unknown as number[];
    const scale = Math.max(Math.abs(energy[0]!), Math.abs(energy.at(-1)!));
    for (let k = 1; k < energy.length; k++) expect((energy[k]! - energy[k - 1]!) / scale).toBeLessThan(1e-7);
  });

  it("a pair of materials without response is an error when the model starts, with both names", () => {
    const data = readReferenceCase("invalid-collision-pairing-error");
    const model = instantiate(modelOfReference(data));
    expect(() => simulate(model, { stopTime: 0.1 })).toThrowError(
      expect.objectContaining({
        code: "E-CONTACT-PAIR",
        data: expect.objectContaining({ objects: ["ground", "coneX"] }),
      }),
    );
  });
});
