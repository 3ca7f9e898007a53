/** Bodies with steps of their own: nothing meets unseen, and nothing is stopped that meets nothing, compared with known paths. */
import { describe, expect, it } from "vitest";
import type { CollisionShape } from "../../src/contact/collisionShape.ts";
import { MotionGuard } from "../../src/contact/motionGuard.ts";
import { PairDistances } from "../../src/contact/pairDistances.ts";
import { PairRules } from "../../src/contact/pairRules.ts";
import { ShapePoses } from "../../src/contact/shapePoses.ts";
import type { Core } from "../../src/geometry/core.ts";
import { mulberry32 } from "../reference/narrowphase/poses.ts";
import { ballOf, KnownPaths, type Path, randomPath, variousCores } from "./knownPaths.ts";

const hysteresis = 1e-4;

interface Found {
  readonly shape: number;
  readonly from: number;
  readonly to: number;
  readonly free: number;
  readonly eventBy: number;
  readonly partner: number;
}

/** Shape k belongs to body k; the first one to the world. */
class Crowd {
  readonly paths: KnownPaths;
  readonly guard: MotionGuard;
  readonly rules: PairRules;
  readonly distances: PairDistances;
  readonly taken = new Map<number, number>();
  readonly from: number[];
  readonly to: number[];
  private readonly poses: ShapePoses;
  private readonly own: PairDistances;

  constructor(cores: readonly Core[], paths: readonly Path[], excluded: readonly (readonly [number, number])[] = []) {
    const shapes: CollisionShape[] = cores.map((core, k) => ({
      path: `shape${k}`,
      core,
      body: k,
      material: "Steel",
      contactRadius: 0.1,
      isFlat: false,
    }));
    this.paths = new KnownPaths(paths);
    this.rules = new PairRules(shapes, excluded, () => false);
    this.distances = new PairDistances(cores);
    this.own = new PairDistances(cores);
    this.poses = new ShapePoses(shapes);
    this.guard = new MotionGuard(shapes, this.distances, this.rules, hysteresis);
    this.from = cores.map(() => 0);
    this.to = cores.map((_, k) => (k === 0 ? Number.POSITIVE_INFINITY : 0));
    cores.forEach((_, s) => {
      this.guard.begin(s, this.paths.at(0), ...(s === 0 ? [] : [0]));
    });
  }

  /** The distance of two shapes. */
  distance(a: number, b: number, t: number): number {
    this.poses.locateAll(this.paths.at(t));
    return this.placed(a, b);
  }

  private placed(a: number, b: number): number {
    this.own.evaluate(this.poses, Math.min(a, b), Math.max(a, b));
    return this.own.distance;
  }

  /** Shapes that can meet shape s and are not in contact with it. */
  others(s: number): number[] {
    return this.to.flatMap((_, u) =>
      u !== s && this.rules.admits(s, u) && !this.taken.has(this.rules.key(s, u)) ? [u] : [],
    );
  }

  /** The shape that is behind all others makes a step. */
  step(length: number, limit = Number.POSITIVE_INFINITY): Found {
    const { guard, paths, from, to } = this;
    const s = to.indexOf(Math.min(...to));
    from[s] = to[s]!;
    to[s]! += length;
    guard.noteStart(s, paths.at(from[s]!), from[s]!);
    guard.bounds.bound(s, length, paths.bounds);
    guard.noteEnd(s, paths.at(to[s]!), to[s]!);
    const free = guard.freeUntil(s, this.taken, Math.min(limit, to[s]!), (shape, t) => {
      // of other times nobody knows the motion
      if (shape > 0 && !(t >= from[shape]! && t <= to[shape]!)) throw new Error(`shape ${shape} at ${t}`);
      return paths.at(t);
    });
    return { shape: s, from: from[s]!, to: to[s]!, free, eventBy: guard.eventBy, partner: guard.partner };
  }

  /** Of shape s from any other, at the times that both have steps for, up to `until`. */
  least(s: number, from: number, until: number, looks: number): number {
    let least = Number.POSITIVE_INFINITY;
    const others = this.others(s);
    for (let k = 0; k <= looks; k++) {
      const t = from + ((until - from) * k) / looks;
      this.poses.locateAll(this.paths.at(t));
      for (const u of others) if (t <= this.to[u]!) least = Math.min(least, this.placed(s, u));
    }
    return least;
  }
}

/** Crowds go on until a meeting is found; how many ended with one, with another doubt, and not at all. */
function play(seed: number, scenes: number, make: (u: () => number) => Crowd, looks: number) {
  const u = mulberry32(seed);
  const ends = { meeting: 0, doubt: 0, none: 0 };
  for (let scene = 0; scene < scenes; scene++) {
    const crowd = make(u);
    if (crowd.to.some((_, s) => crowd.least(s, 0, 0, 1) < 0.01)) continue;
    let end: keyof typeof ends = "none";
    for (let k = 0; k < 40 && end === "none"; k++) {
      const { shape, from, to, free, eventBy, partner } = crowd.step(0.02 + 0.2 * u());
      expect(free).toBeGreaterThanOrEqual(from);
      expect(free).toBeLessThanOrEqual(to);
      // what is called free is free
      expect(crowd.least(shape, from, free, looks)).toBeGreaterThan(hysteresis);
      if (free === to) {
        expect(eventBy).toBe(Number.POSITIVE_INFINITY);
        continue;
      }
      end = eventBy < Number.POSITIVE_INFINITY ? "meeting" : "doubt";
      if (end === "doubt") {
        // near misses, and several at once: something is as near as what moves in a small part of a step
        expect(crowd.least(shape, free, to, 256)).toBeLessThan(1.5 * hysteresis + 2e-3);
        continue;
      }
      // apart by more than contacts begin with, then nearer than that, and both by little
      expect(crowd.others(shape)).toContain(partner);
      expect(eventBy).toBeGreaterThan(free);
      expect(eventBy).toBeLessThanOrEqual(to);
      const [before, after] = [crowd.distance(shape, partner, free), crowd.distance(shape, partner, eventBy)];
      expect(before - hysteresis).toBeGreaterThan(0.15 * hysteresis);
      expect(before - hysteresis).toBeLessThan(0.85 * hysteresis);
      expect(hysteresis - after).toBeGreaterThan(0.15 * hysteresis);
      expect(hysteresis - after).toBeLessThan(0.85 * hysteresis);
    }
    ends[end]++;
  }
  return ends;
}

describe("bodies with steps of their own", () => {
  it("balls on parabolas: the first that meet are found, where they meet, and no others", () => {
    const ends = play(
      5,
      60,
      (u) => {
        const cores = Array.from({ length: 7 }, () => ballOf(0.05 + 0.1 * u()));
        const paths = cores.slice(1).map(() => randomPath(u, 1.5, 1, 3));
        const crowd = new Crowd(cores, paths, u() < 0.5 ? [[1, 2]] : []);
        if (u() < 0.5) crowd.taken.set(crowd.rules.key(3, 4), 0);
        return crowd;
      },
      40,
    );
    expect(ends.meeting).toBeGreaterThan(20);
    expect(ends.none).toBeGreaterThan(5);
  });

  it("shapes that turn: the first that meet are found, where they meet, and no others", () => {
    const ends = play(
      8,
      25,
      (u) => {
        const cores = Array.from({ length: 5 }, (_, k) => variousCores[(k + Math.floor(4 * u())) % 4]!);
        return new Crowd(
          cores,
          cores.slice(1).map(() => randomPath(u, 1.5, 1, 4)),
        );
      },
      16,
    );
    expect(ends.meeting).toBeGreaterThan(8);
  });

  it("the limit ends the look, also where a meeting lies behind it", () => {
    // balls of 0.1 m radius, 1 m apart at the start, meet at t = 0.8
    const straight = (x: number, speed: number): Path => ({
      position: [x, 0, 0],
      velocity: [speed, 0, 0],
      acceleration: [0, 0, 0],
      axis: [1, 0, 0],
      turning: 0,
    });
    const scene = () => new Crowd([ballOf(0.1), ballOf(0.1)], [straight(1, -1)]);
    expect(scene().step(1, 0.7)).toMatchObject({ free: 0.7, eventBy: Number.POSITIVE_INFINITY });
    const { free, eventBy, partner } = scene().step(1, 0.9);
    expect(partner).toBe(0);
    expect(free).toBeLessThan(0.8);
    // contacts begin a hysteresis earlier
    expect(eventBy).toBeGreaterThan(0.8 - hysteresis);
    expect(eventBy - free).toBeLessThan(2 * hysteresis);
    // of two that are met one after the other the earlier one counts, and two at once are left to others
    for (const [x, first] of [
      [0.1, 0],
      [0.2, 1],
      [0.15, -1],
    ] as const) {
      const between = new Crowd(
        [ballOf(0.1), ballOf(0.1), ballOf(0.1)],
        [straight(0.3, 0), { ...straight(0, 0), position: [x, -1, 0], velocity: [0, 1, 0] }],
      );
      between.step(1.5);
      const found = between.step(1);
      // the sides of a triangle: 0.2, what is aside, and what is left of the way
      const meeting = 1 - Math.sqrt(0.04 - Math.min(x, 0.3 - x) ** 2);
      expect(found.free).toBeLessThan(meeting);
      expect(found.free).toBeGreaterThan(meeting - (first < 0 ? 1 / 8 : 4 * hysteresis));
      if (first < 0) expect(found.eventBy).toBe(Number.POSITIVE_INFINITY);
      else {
        expect(found.eventBy - found.free).toBeLessThan(2 * hysteresis);
        expect(found.partner).toBe(first);
      }
    }
  });

  it("whoever is far from all others is not looked at, and whoever was is not looked at again until it could be near", () => {
    const u = mulberry32(3);
    const far = new Crowd(
      variousCores,
      variousCores.slice(1).map((_, k) => ({ ...randomPath(u, 0.1, 0, 1), position: [5 * (k + 1), 0, 0] as const })),
    );
    for (let k = 0; k < 30; k++) far.step(0.1);
    expect(far.distances.evaluations).toBe(0);
    // a needle turns in front of a ball: their balls overlap, they do not
    const near = new Crowd(
      [ballOf(0.1), variousCores[3]!],
      [{ position: [0.2, 0, 0], velocity: [0, 0, 0], acceleration: [0, 0, 0], axis: [0, 0, 1], turning: 0.5 }],
    );
    for (let k = 0; k < 200; k++) expect(near.step(0.01).free).toBeCloseTo(0.01 * (k + 1), 12);
    // the way of its ends is 0.25 m in all, and 0.08 m of it need one more look
    expect(near.distances.evaluations).toBeLessThan(12);
  });
});

it("crowds on known paths take as many looks as the file beside this test shows", async () => {
  const u = mulberry32(31);
  const lines: string[] = [];
  for (let scene = 0; scene < 16; scene++) {
    const isRound = scene % 2 === 0;
    const cores = Array.from({ length: 8 }, (_, k) =>
      isRound ? ballOf(0.05 + 0.1 * u()) : variousCores[(k + scene) % 4]!,
    );
    const crowd = new Crowd(
      cores,
      cores.slice(1).map(() => randomPath(u, 1.5, 1, isRound ? 0 : 4)),
    );
    for (let k = 0; k < 30; k++) {
      const before = crowd.distances.evaluations;
      const { shape, to, free, eventBy, partner } = crowd.step(0.01 + 0.1 * u());
      const looks = crowd.distances.evaluations - before;
      if (free === to && looks === 0) continue;
      const met = eventBy < Number.POSITIVE_INFINITY ? `, meets ${partner} by ${eventBy.toPrecision(8)}` : "";
      lines.push(`scene ${scene}: shape ${shape} is free until ${free.toPrecision(8)}${met}: ${looks} distances`);
      if (free < to) break;
    }
  }
  // shapes that turn and drift beside each other, within reach of their balls: sums of looks, and whoever is stopped
  for (let scene = 0; scene < 6; scene++) {
    const cores = Array.from({ length: 9 }, (_, k) => variousCores[1 + ((k + scene) % 3)]!);
    const crowd = new Crowd(
      cores,
      cores.slice(1).map((_, k) => {
        const { axis, turning } = randomPath(u, 1, 0, 3);
        const drift = randomPath(u, 0.05, 0.1, 0);
        const place = [0.4 * (k % 3), 0.4 * Math.floor(k / 3), 0.4 + 0.3 * (k % 2)] as const;
        return { ...drift, position: place, axis, turning };
      }),
    );
    for (let k = 0; k < 300; k++) {
      const { shape, to, free, eventBy } = crowd.step(0.01 + 0.04 * u());
      if (free < to) {
        lines.push(`  shape ${shape} until ${free.toPrecision(8)}, ${eventBy.toPrecision(8)}`);
        break;
      }
    }
    lines.push(`beside each other, ${scene}: ${crowd.distances.evaluations} distances`);
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("work/guard.txt");
});
