import { expect, it } from "vitest";
import { IslandIntegrator } from "../../../src/integrate/islands/islandIntegrator.ts";
import type { IslandPart } from "../../../src/integrate/islands/islandPart.ts";
import { findMethod } from "../../../src/integrate/methods.ts";

/** Oscillators x'' = −ω²·x, each a part of its own; `quiet` tells until when nothing happens in a step. */
function oscillators(
  rates: readonly number[],
  tEnd: number,
  quiet = (_from: number, to: number) => to,
  { eventBy, isUndone }: Pick<IslandPart, "eventBy" | "isUndone"> = {
    eventBy: Number.POSITIVE_INFINITY,
    isUndone: () => false,
  },
) {
  const begun: string[] = [];
  const steps = rates.map(() => 0);
  const parts = (): IslandPart[] =>
    rates.map((omega, k) => ({
      places: Int32Array.of(2 * k, 2 * k + 1),
      identity: `${k}:${omega}`,
      canBeStiff: false,
      derivatives: (y, d) => {
        d[0] = y[1]!;
        d[1] = -omega * omega * y[0]!;
      },
      begin: () => void begun.push(`${k}`),
      follow: () => {},
      eventBy,
      isUndone,
      canChange: () => false,
      change: () => ({ gone: [], made: [], stays: false, reports: [], firstStep: Number.POSITIVE_INFINITY }),
      factorisationWork: 1,
      jacobianWork: 10,
      structureWork: 0,
      stiffness: Number.NaN,
      quietUntil: (from, to) => {
        steps[k]!++;
        return quiet(from, to);
      },
    }));
  const create = (part: () => IslandPart, _isStiff: boolean, t: number, y: Float64Array) =>
    findMethod("tsit5").create({ size: 2, rhs: (_t, x, d) => part().derivatives(x, d) }, t, y, tEnd, {
      relativeTolerance: 1e-9,
      absoluteTolerance: new Float64Array(2).fill(1e-12),
      maximumStep: 1,
      initialStep: 0,
    });
  const y0 = Float64Array.from(rates.flatMap(() => [1, 0]));
  return { integrator: new IslandIntegrator({ size: y0.length, parts, create }, 0, y0, {}), steps, begun };
}

it("gives every part its own steps, and all of them the closed form at every time of the whole", () => {
  const rates = [1, 30, 7];
  const { integrator, steps } = oscillators(rates, 2);
  const y = new Float64Array(6);
  while (integrator.t < 2) {
    integrator.step(2);
    for (const t of [integrator.tPrevious, 0.5 * (integrator.tPrevious + integrator.t), integrator.t]) {
      integrator.interpolate(y, t);
      rates.forEach((omega, k) => {
        expect(Math.abs(y[2 * k]! - Math.cos(omega * t))).toBeLessThan(1e-6);
      });
    }
  }
  expect(integrator.statistics.steps).toBe(steps[0]! + steps[1]! + steps[2]!);
  // the slow one makes about as many steps per turn as the fast one
  expect(steps[0]!).toBeLessThan(0.2 * steps[1]!);
});

it("goes on with parts that an event leaves as they are, and begins the others there", () => {
  const { integrator, begun, steps } = oscillators([1, 30], 2);
  expect(integrator.method).toBe("islands");
  for (let k = 0; k < 5; k++) integrator.step(2);
  const time = 0.5 * (integrator.tPrevious + integrator.t);
  const y = new Float64Array(4);
  integrator.interpolate(y, time);
  y[3]! += 1;
  integrator.reset(time, y);
  expect(begun).toEqual(["0", "1", "1"]);
  expect(integrator.y).toEqual(y);
  while (integrator.t < 2) integrator.step(2);
  // steps of the integrator that has ended count as those of the others
  expect(integrator.statistics.steps).toBe(steps[0]! + steps[1]!);
  // cos, and a jump of 1 in the velocity of the fast one
  const expected = Math.cos(60) + Math.sin(30 * (2 - time)) / 30;
  expect(Math.abs(integrator.y[0]! - Math.cos(2))).toBeLessThan(1e-8);
  expect(Math.abs(integrator.y[2]! - expected)).toBeLessThan(1e-7);
});

it("is quiet up to the time that a part names, and not behind it", () => {
  const { integrator } = oscillators([1, 30], 2, (from, to) => (from <= 0.7 && 0.7 < to ? 0.7 : to));
  const loud: [number, number][] = [];
  while (integrator.t < 2) {
    integrator.step(2);
    if (!integrator.isQuiet) loud.push([integrator.tPrevious, integrator.t]);
  }
  expect(loud[0]![0]).toBe(0.7);
  for (const [from] of loud) expect(from).toBeGreaterThanOrEqual(0.7);
});

it("goes on quietly where a part changes its way before what it was to meet", () => {
  let isThere = true;
  const { integrator, begun } = oscillators([1], 2, (from, to) => (isThere && from < 0.7 && 0.7 < to ? 0.7 : to), {
    eventBy: 0.7 + 1e-9,
    isUndone: () => {
      isThere = false;
      return true;
    },
  });
  while (integrator.t < 2) {
    integrator.step(2);
    expect(integrator.isQuiet).toBe(true);
  }
  expect(isThere).toBe(false);
  expect(begun).toEqual(["0", "0"]);
  expect(Math.abs(integrator.y[0]! - Math.cos(2))).toBeLessThan(1e-8);
});

it("lets an event change the parts that it concerns, and leaves the steps of all others as they are", () => {
  const meeting = 0.7;
  const begun: string[] = [];
  const steps = new Map<string, number>();
  // places of the parts at first; the first two become one
  const part = (name: string, places: number[], happens: boolean): IslandPart => ({
    places: Int32Array.from(places),
    identity: name,
    canBeStiff: false,
    factorisationWork: 1,
    jacobianWork: 10,
    structureWork: 0,
    stiffness: Number.NaN,
    derivatives: (y, d) => {
      for (let k = 0; k < y.length; k += 2) {
        d[k] = y[k + 1]!;
        d[k + 1] = -y[k]!;
      }
    },
    begin: () => void begun.push(name),
    follow: () => {},
    get eventBy() {
      return happens ? meeting + 1e-9 : Number.POSITIVE_INFINITY;
    },
    quietUntil: (from, to) => {
      steps.set(name, (steps.get(name) ?? 0) + 1);
      return happens && from <= meeting && meeting < to ? meeting : to;
    },
    isUndone: () => false,
    canChange: () => true,
    change: () => ({
      gone: [Int32Array.of(0, 1), Int32Array.of(2, 3)],
      made: [part("both", [0, 1, 2, 3], false)],
      stays: false,
      reports: ["met"],
      firstStep: 1e-3,
    }),
  });
  const parts = () => [part("a", [0, 1], true), part("b", [2, 3], false), part("c", [4, 5], false)];
  const create = (of: () => IslandPart, _isStiff: boolean, t: number, y: Float64Array) =>
    findMethod("tsit5").create({ size: y.length, rhs: (_t, x, d) => of().derivatives(x, d) }, t, y, 2, {
      relativeTolerance: 1e-10,
      absoluteTolerance: new Float64Array(y.length).fill(1e-12),
      maximumStep: 1,
      initialStep: 0,
    });
  const integrator = new IslandIntegrator({ size: 6, parts, create }, 0, Float64Array.of(1, 0, 2, 0, 3, 0), {});
  const events: string[] = [];
  while (integrator.t < 2) {
    integrator.step(2);
    if (!integrator.isCertain || !integrator.isLocal) continue;
    const others = integrator.statistics.steps;
    events.push(...integrator.happen().reports);
    // what was done is still counted
    expect(integrator.statistics.steps).toBe(others);
    expect(integrator.t).toBe(meeting + 1e-9);
  }
  expect(events).toEqual(["met"]);
  expect(begun).toEqual(["a", "b", "c", "both"]);
  expect(steps.get("both")!).toBeGreaterThan(2);
  [1, 2, 3].forEach((amplitude, k) => {
    expect(Math.abs(integrator.y[2 * k]! - amplitude * Math.cos(2))).toBeLessThan(1e-7);
  });
});

it("lets a part stay that an event changes, and begins it there with the method that it has", () => {
  const event = 0.7;
  const begun: number[] = [];
  let created = 0;
  // x'' = −x at first, x'' = −4·x behind the event
  let square = 1;
  const part: IslandPart = {
    places: Int32Array.of(0, 1),
    identity: "a",
    canBeStiff: false,
    factorisationWork: 1,
    jacobianWork: 10,
    structureWork: 0,
    stiffness: Number.NaN,
    derivatives: (y, d) => {
      d[0] = y[1]!;
      d[1] = -square * y[0]!;
    },
    begin: (t) => void begun.push(t),
    follow: () => {},
    get eventBy() {
      return square === 1 ? event : Number.POSITIVE_INFINITY;
    },
    quietUntil: (from, to) => (square === 1 && from < event && event < to ? event - 1e-9 : to),
    isUndone: () => false,
    canChange: () => true,
    change: (_t, mayStay) => {
      expect(mayStay).toBe(true);
      square = 4;
      return { gone: [], made: [], stays: true, reports: [], firstStep: 1e-3 };
    },
  };
  const create = (of: () => IslandPart, _isStiff: boolean, t: number, y: Float64Array) => {
    created++;
    return findMethod("tsit5").create({ size: 2, rhs: (_t, x, d) => of().derivatives(x, d) }, t, y, 2, {
      relativeTolerance: 1e-10,
      absoluteTolerance: new Float64Array(2).fill(1e-12),
      maximumStep: 1,
      initialStep: 0,
    });
  };
  const integrator = new IslandIntegrator({ size: 2, parts: () => [part], create }, 0, Float64Array.of(1, 0), {});
  let isFirst = false;
  while (integrator.t < 2) {
    integrator.step(2);
    // no longer than the event says
    if (isFirst) expect(integrator.stepSize).toBeLessThan(1.001e-3);
    isFirst = integrator.isCertain && integrator.isLocal;
    if (isFirst) integrator.happen();
  }
  expect(begun).toEqual([0, event]);
  expect(created).toBe(1);
  const rest = 2 * (2 - event);
  const expected = Math.cos(event) * Math.cos(rest) - 0.5 * Math.sin(event) * Math.sin(rest);
  expect(Math.abs(integrator.y[0]! - expected)).toBeLessThan(1e-8);
});

it("begins a part anew that is asked for outside of its step, though its states be the same", () => {
  // at rest, where every polynomial is right everywhere
  const { integrator, begun } = oscillators([0, 0], 100);
  const y = Float64Array.of(1, 0, 1, 0);
  integrator.step(100);
  const { t } = integrator;
  integrator.reset(0, y);
  expect(begun).toEqual(["0", "1"]);
  integrator.reset(t, y);
  expect(begun).toEqual(["0", "1"]);
  integrator.reset(t + 1, y);
  expect(begun).toEqual(["0", "1", "0", "1"]);
  integrator.step(100);
  integrator.reset(t, y);
  expect(begun).toEqual(["0", "1", "0", "1", "0", "1"]);
});
