import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { animate } from "../../src/scene/animate.ts";
import { poseAt, sampleBefore, velocityAt } from "../../src/scene/poseAt.ts";
import { scene3D, sceneObject, upAgainst } from "../../src/scene/scene3d.ts";

const scene = scene3D({ objects: [sceneObject("ball", Sphere())] });
const missing = Array(7).fill(Number.NaN);

/** A ball that moves along x with 2 m/s and turns about z with 1 rad/s, at the given times. */
function spinning(times: readonly number[]) {
  const poses = times.flatMap((t) => [2 * t, 0, 0, 0, 0, Math.sin(t / 2), Math.cos(t / 2)]);
  return animate(scene, { time: times, poses: [poses] });
}

const code = (action: () => unknown) => {
  try {
    action();
  } catch (error) {
    if (error instanceof RattlebackError) return [error.code, error.because, error.hint];
    throw error;
  }
  return [];
};

describe("poses between recorded times", () => {
  it("a steady motion is found again, the angle with an error of third order", () => {
    const errors = [0.2, 0.1].map((step) => {
      const animation = spinning([0, step]);
      const t = 0.25 * step;
      const pose = poseAt(animation, 0, t)!;
      expect(pose[0]).toBeCloseTo(2 * t, 14);
      expect(Math.hypot(...pose.subarray(3))).toBeCloseTo(1, 14);
      return Math.abs(2 * Math.atan2(pose[5]!, pose[6]!) - t);
    });
    expect(Math.log2(errors[0]! / errors[1]!)).toBeCloseTo(3, 2);
  });

  it("quaternions of either sign and any length are the same motion", () => {
    const a = spinning([0, 0.1, 0.2]);
    const values = Float64Array.from(a.poses[0]!);
    for (let i = 3; i < 7; i++) values[7 + i] = -3 * values[7 + i]!;
    const b = animate(scene, { time: a.time, poses: [values] });
    for (let i = 0; i < 21; i++) expect(b.poses[0]![i]).toBeCloseTo(a.poses[0]![i]!, 14);
  });

  it("outside the recorded times the nearest pose holds", () => {
    const animation = spinning([1, 2]);
    expect(poseAt(animation, 0, 0)![0]).toBe(2);
    expect(poseAt(animation, 0, 9)![0]).toBe(4);
  });

  it("an object exists until the sample at which it is gone, and from the sample at which it is back", () => {
    const still = [5, 0, 0, 0, 0, 0, 1];
    const animation = animate(scene, { time: [0, 1, 2, 3], poses: [[...still, ...missing, ...missing, ...still]] });
    expect(poseAt(animation, 0, 0.9)![0]).toBe(5);
    expect(poseAt(animation, 0, 1)).toBeUndefined();
    expect(poseAt(animation, 0, 2.9)).toBeUndefined();
    expect(poseAt(animation, 0, 3)![0]).toBe(5);
    expect(velocityAt(animation, 0, 0.5)).toBeUndefined();
  });

  it("at an event the pose after it counts", () => {
    const before = [0, 0, 0, 0, 0, 0, 1];
    const after = [1, 0, 0, 0, 0, 0, 1];
    const animation = animate(scene, { time: [0, 1, 1, 2], poses: [[...before, ...before, ...after, ...after]] });
    expect(poseAt(animation, 0, 0.999)![0]).toBe(0);
    expect(poseAt(animation, 0, 1)![0]).toBe(1);
    expect(velocityAt(animation, 0, 0.5)!.linear).toEqual([0, 0, 0]);
  });

  it("the sample before a time is the same with any guess", () => {
    const time = Float64Array.of(0, 1, 1, 2, 5, 5, 7);
    for (let t = -1; t < 9; t += 0.5) {
      const expected = Math.max(
        0,
        time.findLastIndex((value) => value <= t),
      );
      for (let guess = -1; guess < 9; guess++) expect(sampleBefore(time, t, guess)).toBe(expected);
    }
    expect(sampleBefore(new Float64Array(0), 1)).toBe(-1);
  });

  it("velocities are those of the motion, also at its end", () => {
    const animation = spinning([0, 0.5, 1]);
    for (const t of [0, 0.7, 1, 5]) {
      const velocity = velocityAt(animation, 0, t)!;
      [2, 0, 0].forEach((value, i) => expect(velocity.linear[i]).toBeCloseTo(value, 13));
      [0, 0, 1].forEach((value, i) => expect(velocity.angular[i]).toBeCloseTo(value, 13));
    }
    expect(velocityAt(spinning([1]), 0, 1)).toBeUndefined();
  });
});

describe("animations from numbers", () => {
  it("sizes that do not fit and times that go back are errors", () => {
    const hint = expect.stringContaining("seven numbers per time");
    expect(code(() => animate(scene, { time: [0, 1], poses: [missing] }))).toEqual([
      "E-ANIMATION",
      '"ball" has 7 numbers for 2 times',
      hint,
    ]);
    expect(code(() => animate(scene, { time: [0], poses: [] }))[0]).toBe("E-ANIMATION");
    expect(code(() => animate(scene, { time: [1, 0], poses: [[...missing, ...missing]] }))[0]).toBe("E-ANIMATION");
    expect(code(() => animate(scene, { time: [Number.NaN], poses: [missing] }))[0]).toBe("E-ANIMATION");
  });

  it("a pose without rotation is missing as a whole", () => {
    const animation = animate(scene, { time: [0], poses: [[1, 2, 3, 0, 0, 0, 0]] });
    expect(poseAt(animation, 0, 0)).toBeUndefined();
  });
});

describe("scenes", () => {
  it("up is against the largest component of gravity", () => {
    expect(upAgainst([0, -9.81, 0])).toEqual([0, 1, 0]);
    expect(upAgainst([0.1, 0, -9.81])).toEqual([0, 0, 1]);
    expect(upAgainst([3, 1, 0])).toEqual([-1, 0, 0]);
    expect(upAgainst([0, 0, 0])).toEqual([0, 1, 0]);
  });

  it("camera and light are ten nominal lengths away unless told otherwise", () => {
    expect(scene3D({ objects: [], nominalLength: 3 }).camera.distance).toBe(30);
    expect(scene3D({ objects: [], nominalLength: 3 }).frameLength).toBeCloseTo(0.6, 15);
    expect(code(() => scene3D({ objects: [], upp: [0, 0, 1] } as never))[0]).toBe("E-OPTION-UNKNOWN");
  });
});
