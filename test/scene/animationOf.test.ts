import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { animationOf } from "../../src/scene/animationOf.ts";
import { GrowingAnimation } from "../../src/scene/growingAnimation.ts";
import { hasAnimation } from "../../src/scene/hasAnimation.ts";
import { poseAt } from "../../src/scene/poseAt.ts";
import { grid, oscillator, recordRun } from "../results/sampleRun.ts";
import { resultOf } from "./animatedResult.ts";
import { billiards } from "./everyShape.ts";

const failure = (action: () => unknown) => {
  try {
    action();
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
};

describe("animations of results", () => {
  const animation = billiards();
  const found = animationOf(resultOf(animation));

  it("positions and rotations of the signals come back, missing where the object has been deleted", () => {
    expect([...found.time]).toEqual([...animation.time]);
    found.scene.objects.forEach((_, k) => {
      found.poses[k]!.forEach((value, i) => {
        const expected = animation.poses[k]![i]!;
        if (Number.isNaN(expected)) expect(value).toBeNaN();
        else if (i % 7 < 3) expect(value).toBeCloseTo(expected, 13);
      });
      for (let row = 0; row < found.time.length; row++) {
        const [a, b] = [found, animation].map(({ poses }) => poses[k]!.subarray(7 * row + 3, 7 * row + 7));
        const along = a!.reduce((sum, value, i) => sum + value * b![i]!, 0);
        if (!Number.isNaN(along)) expect(Math.abs(along)).toBeCloseTo(1, 13);
      }
    });
  });

  it("consecutive quaternions never jump to the other sign", () => {
    for (const poses of found.poses) {
      for (let k = 7; k < poses.length; k += 7) {
        let along = 0;
        for (let i = 3; i < 7; i++) along += poses[k + i]! * poses[k - 7 + i]!;
        if (!Number.isNaN(along)) expect(along).toBeGreaterThan(0);
      }
    }
  });

  it("of a run that goes on only the new rows are read, and the animation is the same", () => {
    const part = (to: number) => ({
      ...animation,
      time: animation.time.subarray(0, to),
      poses: animation.poses.map((poses) => poses.subarray(0, 7 * to)),
      events: animation.events.filter(({ time }) => time < animation.time[to - 1]),
    });
    let growing = animationOf(resultOf(part(40)));
    // had the old rows been read again, this would be gone
    growing.poses[5]!.set([99], 0);
    for (const to of [41, 60, 100, 121]) growing = animationOf(resultOf(part(to)), { previous: growing });
    expect(growing.poses[5]![0]).toBe(99);
    growing.poses[5]!.set(found.poses[5]!.subarray(0, 1), 0);
    growing.poses.forEach((poses, k) => expect([...poses]).toEqual([...found.poses[k]!]));
    // another run is read as a whole
    const other = animationOf(resultOf(animation), { previous: { ...growing, time: growing.time.map((t) => t + 1) } });
    expect([...other.poses[5]!]).toEqual([...found.poses[5]!]);
  });

  it("contacts come along", () => {
    expect(found.contacts).toEqual(animation.contacts);
  });

  it("a result without anything to draw says so", () => {
    const plain = recordRun([oscillator(grid(0, 1, 4), 0.5)]);
    expect(hasAnimation(plain)).toBe(false);
    const error = failure(() => animationOf(plain));
    expect([error.code, error.hint]).toEqual(["E-SCENE-NONE", "a model made with Model3D, and the result of its run"]);
  });

  it("a part that does not exist is answered by the nearest one", () => {
    const error = failure(() => animationOf(resultOf(animation), { path: "robot" }));
    expect([error.code, error.hint]).toEqual(["E-SCENE-NONE", "one of these"]);
    expect(failure(() => animationOf(resultOf(animation), { paht: "" } as object)).code).toBe("E-OPTION-UNKNOWN");
  });
});

describe("animations that grow", () => {
  const whole = billiards();
  const part = (from: number, to: number) => ({
    time: whole.time.subarray(from, to),
    poses: whole.poses.map((poses) => poses.subarray(7 * from, 7 * to)),
  });

  it("pieces of any length make the whole", () => {
    const growing = new GrowingAnimation(whole.scene);
    for (let from = 0, size = 1; from < whole.time.length; from += size, size += 7) {
      growing.append(part(from, Math.min(whole.time.length, from + size)));
    }
    const { time, poses } = growing.snapshot();
    expect([...time]).toEqual([...whole.time]);
    poses.forEach((values, k) => expect([...values]).toEqual([...whole.poses[k]!]));
  });

  it("a snapshot does not change when more comes", () => {
    const growing = new GrowingAnimation(whole.scene);
    growing.append(part(0, 10));
    const early = growing.snapshot();
    growing.append(part(10, 121));
    expect(early.time).toHaveLength(10);
    expect([...poseAt(early, 5, 0.1)!]).toEqual([...poseAt(whole, 5, 0.1)!]);
    expect(growing.sampleCount).toBe(121);
  });

  it("time cannot go back, and nothing is kept of what is refused", () => {
    const growing = new GrowingAnimation(whole.scene);
    growing.append(part(5, 10));
    expect(failure(() => growing.append(part(0, 5))).code).toBe("E-ANIMATION");
    expect(growing.sampleCount).toBe(5);
  });
});
