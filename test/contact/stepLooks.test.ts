/** Contacts inside a step that its ends do not show, on paths that are known: each is found, and nothing else. */
import { describe, expect, it } from "vitest";
import { BoundingTree } from "../../src/contact/boundingTree.ts";
import type { CollisionShape } from "../../src/contact/collisionShape.ts";
import { NearestPairs } from "../../src/contact/nearestPairs.ts";
import { NearPairs } from "../../src/contact/nearPairs.ts";
import { PairDistances } from "../../src/contact/pairDistances.ts";
import { PairRules } from "../../src/contact/pairRules.ts";
import { ShapePoses } from "../../src/contact/shapePoses.ts";
import { gapStaysOpen, StepCheck } from "../../src/contact/stepCheck.ts";
import type { Core } from "../../src/geometry/core.ts";
import { mulberry32 } from "../reference/narrowphase/poses.ts";
import { ballOf, KnownPaths, type Path, randomPath, variousCores } from "./knownPaths.ts";

const hysteresis = 1e-6;
const resolution = 1e-5;

/** Shape k belongs to body k; the first one to the world. */
class Steps {
  readonly check: StepCheck;
  readonly near: NearPairs;
  readonly rules: PairRules;
  readonly distances: PairDistances;
  readonly taken = new Map<number, number>();
  readonly asked: number[] = [];
  private readonly paths: KnownPaths;
  private readonly poses: ShapePoses;

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
    this.poses = new ShapePoses(shapes);
    this.rules = new PairRules(shapes, excluded, () => false);
    this.distances = new PairDistances(cores);
    const tree = new BoundingTree(this.poses.body);
    const nearest = new NearestPairs(tree, this.poses, this.distances, this.rules);
    this.near = new NearPairs(tree, this.poses, nearest, this.distances, 0.01);
    this.check = new StepCheck(shapes, this.distances, this.rules, this.near, { margin: 0.01, resolution, hysteresis });
  }

  /** The list of near pairs, as event functions make it. */
  listNear(t: number): void {
    this.poses.locateAll(this.paths.at(t));
    this.near.smallest(this.poses, this.taken);
  }

  examine(t0: number, t1: number): readonly number[] {
    const at = (t: number) => {
      this.asked.push(t);
      return this.paths.at(t);
    };
    this.check.examine(t0, t1, { at, bounds: () => this.paths.bounds }, this.taken);
    return this.check.times;
  }

  /** Distances of all pairs that can meet and are not in contact. */
  all(t: number): number[] {
    this.poses.locateAll(this.paths.at(t));
    return this.rules.all().flatMap(([a, b]) => {
      if (this.taken.has(this.rules.key(a, b))) return [];
      this.distances.evaluate(this.poses, a, b);
      return [this.distances.distance];
    });
  }
}

/** The least distance of each pair inside a step, by looking many times. */
function leastInside(steps: Steps, t0: number, t1: number, looks: number): number[] {
  const least = steps.all(t0).map(() => Number.POSITIVE_INFINITY);
  for (let k = 1; k < looks; k++)
    steps.all(t0 + ((t1 - t0) * k) / looks).forEach((distance, p) => {
      least[p] = Math.min(least[p]!, distance);
    });
  return least;
}

/** Steps of crowds from apart to apart, and what is found in them. */
function play(seed: number, scenes: number, make: (u: () => number) => Steps, looks: number) {
  const u = mulberry32(seed);
  const counts = { hidden: 0, nothing: 0, near: 0 };
  for (let scene = 0; scene < scenes; scene++) {
    const steps = make(u);
    const usesList = scene % 2 === 1;
    if (usesList) steps.listNear(0);
    let t = 0;
    for (let k = 0; k < 3; k++) {
      const end = t + (usesList ? 0.6 : 1.5) * (0.2 + 0.8 * u());
      const times = steps.examine(t, end).slice();
      const [first, last] = [steps.all(t), steps.all(end)];
      const least = leastInside(steps, t, end, looks);
      const isHidden = least.map((x, p) => x < -resolution && first[p]! > 0 && last[p]! > 0);
      const hidden = isHidden.filter(Boolean).length;
      counts[hidden > 0 ? "hidden" : "nothing"]++;
      if (usesList && hidden > 0) counts.near++;
      expect(times).toEqual([...times].sort((a, b) => a - b));
      // one time for each pair that was apart, in contact, and apart again
      expect(times.length).toBeGreaterThanOrEqual(hidden);
      // and none without a contact that is inside the step
      for (const time of times) {
        expect(time > t && time < end).toBe(true);
        expect(Math.min(...steps.all(time))).toBeLessThan(hysteresis);
      }
      expect(times.length).toBeLessThanOrEqual(
        least.filter((x, p) => x < 1e-3 || first[p]! < 0 || last[p]! < 0).length,
      );
      t = end;
    }
  }
  return counts;
}

describe("contacts inside a step", () => {
  it("of balls on parabolas are found, by the list of near pairs and without", () => {
    const counts = play(
      2,
      80,
      (u) => {
        const cores = Array.from({ length: 5 }, () => ballOf(0.1 + 0.15 * u()));
        const paths = cores.slice(1).map(() => randomPath(u, 1, 1, 3));
        const steps = new Steps(cores, paths, u() < 0.5 ? [[1, 2]] : []);
        if (u() < 0.5) steps.taken.set(steps.rules.key(3, 4), 0);
        return steps;
      },
      64,
    );
    expect(counts.hidden).toBeGreaterThan(30);
    expect(counts.nothing).toBeGreaterThan(30);
    expect(counts.near).toBeGreaterThan(5);
  });

  it("of shapes that turn are found, by the list of near pairs and without", () => {
    const counts = play(
      4,
      24,
      (u) => {
        const cores = Array.from({ length: 4 }, (_, k) => variousCores[(k + Math.floor(4 * u())) % 4]!);
        return new Steps(
          cores,
          cores.slice(1).map(() => randomPath(u, 0.8, 1, 8)),
        );
      },
      48,
    );
    expect(counts.hidden).toBeGreaterThan(10);
  });
});

it("steps of known paths take as many looks as the file beside this test shows", async () => {
  const u = mulberry32(12);
  const lines: string[] = [];
  for (let scene = 0; scene < 30; scene++) {
    const isRound = scene % 3 === 0;
    // so many that the list of near pairs does not hold all
    const cores = Array.from({ length: 8 }, (_, k) =>
      isRound ? ballOf(0.1 + 0.15 * u()) : variousCores[(k + scene) % 4]!,
    );
    const steps = new Steps(
      cores,
      cores.slice(1).map(() => randomPath(u, 1, 1, isRound ? 0 : 6)),
    );
    if (scene % 2 === 1) steps.listNear(0);
    let t = 0;
    for (let k = 0; k < 3; k++) {
      const end = t + 0.05 + 0.5 * u();
      const [asked, evaluations] = [steps.asked.length, steps.check.evaluations];
      const times = steps.examine(t, end).map((time) => time.toPrecision(8));
      lines.push(
        [
          `scene ${scene} to ${end.toPrecision(4)}: ${steps.check.evaluations - evaluations} distances`,
          `${steps.asked.length - asked} motions`,
          ...times,
        ].join(", "),
      );
      t = end;
    }
    // after an event that is another motion
    if (scene % 5 === 0) steps.check.reset();
    steps.asked.length = 0;
    steps.examine(t, t + 0.01);
    lines.push(`  then from ${steps.asked[0] === t ? "the begin" : "the end"} of the next`);
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("work/steps.txt");
});

describe("a gap that bends", () => {
  it("is open when the least of its lower bound is positive", () => {
    const u = mulberry32(9);
    const counts = { open: 0, closed: 0 };
    for (let k = 0; k < 4000; k++) {
      const [gap, slope, bend] = [0.5 * u() - 0.05, 2 * u() - 1, k % 10 === 0 ? 0 : 2 * u()];
      let least = Number.POSITIVE_INFINITY;
      for (let i = 0; i <= 200; i++) {
        const s = i / 200;
        least = Math.min(least, gap + s * slope - bend * s * (1 - s));
      }
      // between looks a parabola is lower by no more than its bend times the square of half their distance
      if (Math.abs(least) < 1e-4) continue;
      expect(gapStaysOpen(gap, slope, bend)).toBe(least > 0);
      counts[least > 0 ? "open" : "closed"]++;
    }
    expect(Math.min(counts.open, counts.closed)).toBeGreaterThan(500);
    // what touches is not open, at either end or between them: gap = s², vertex at 1/2
    expect(gapStaysOpen(0, 1, 0)).toBe(false);
    expect(gapStaysOpen(1, -1, 0)).toBe(false);
    expect(gapStaysOpen(0.25, 0, 1)).toBe(false);
  });
});
