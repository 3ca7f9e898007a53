/**
 * What parts are asked and told, and every step of the whole, where parts meet, divide, stay, change their ways and become stiff:
 * ../work/islands-*.txt. The numbers are the same on every machine; whoever changes the islands reads here what else has changed. What they
 * should be is said in the other tests.
 */
import { expect, it } from "vitest";
import { RattlebackError } from "../../../src/errors/rattlebackError.ts";
import type { Integrator } from "../../../src/integrate/integrator.ts";
import { IslandIntegrator } from "../../../src/integrate/islands/islandIntegrator.ts";
import type { IslandPart, PartChange } from "../../../src/integrate/islands/islandPart.ts";
import { findMethod, type MethodName } from "../../../src/integrate/methods.ts";
import { cos } from "../../../src/math/elementary.ts";

const digits = (x: number): string => (Math.abs(x) < 1e-13 ? "0" : String(Number(x.toPrecision(12))));
const list = (values: ArrayLike<number>): string => Array.from(values, digits).join(" ");
/** One number for many, in which the place of each counts. */
const digest = (values: ArrayLike<number>): string =>
  digits(Array.from(values).reduce((sum, x, k) => sum + x * cos(k), 0));

/** Something that happens to the part of a body, by a time. */
interface Happening {
  readonly at: number;
  readonly body: number;
  /** The parts that it concerns, as they are behind it: all bodies of theirs, divided. */
  readonly becomes?: readonly (readonly number[])[];
  readonly stays?: boolean;
  /** It turns out not to happen. */
  readonly isUndone?: boolean;
  /** It concerns everybody: all parts are asked for again, and the velocity of this body is another. */
  readonly isForAll?: boolean;
  /** The first step behind it. */
  readonly firstStep?: number;
  /** When it is certain to have happened is not known. */
  readonly isVague?: boolean;
  /** Until when it surely has not happened; 1 ms before it when absent. */
  readonly quietUntil?: number;
  /** Everybody is asked again at the same time. */
  readonly isAskedAgain?: boolean;
}

interface World {
  /** x'' = ω²·(1 − x) − d·x', and springs between the bodies of one part. */
  readonly rates: readonly number[];
  readonly dampings?: readonly number[];
  readonly parts: readonly (readonly number[])[];
  readonly happenings?: readonly Happening[];
  readonly end: number;
  /** Limits of steps on the way. */
  readonly limits?: readonly number[];
  readonly isStiff?: boolean;
  /** Spectral radius that parts know. */
  readonly stiffness?: (bodies: readonly number[]) => number;
  readonly structureWork?: number;
  readonly factorisationWork?: number;
  readonly explicit?: MethodName;
  readonly tolerance?: number;
  readonly initialStep?: number;
  /** Every other step has a limit that is nearer than those of the parts. */
  readonly isHasty?: boolean;
}

function told(world: World): string {
  const { rates, dampings = [], end, limits = [], structureWork = 0, explicit = "tsit5", tolerance = 1e-4 } = world;
  const lines: string[] = [];
  const tell = (line: string): void => void lines.push(line);
  let partition = world.parts;
  const left = [...(world.happenings ?? [])];
  const asked = new Map<string, number>();

  const part = (bodies: readonly number[]): IslandPart => {
    const name = bodies.join("+");
    let next: Happening | undefined;
    return {
      places: Int32Array.from(bodies.flatMap((k) => [2 * k, 2 * k + 1])),
      identity: name,
      canBeStiff: world.isStiff ?? false,
      factorisationWork: world.factorisationWork ?? bodies.length,
      jacobianWork: 10,
      structureWork,
      stiffness: world.stiffness?.(bodies) ?? Number.NaN,
      derivatives: (y, d) => {
        bodies.forEach((k, i) => {
          d[2 * i] = y[2 * i + 1]!;
          let force = rates[k]! ** 2 * (1 - y[2 * i]!) - (dampings[k] ?? 0) * y[2 * i + 1]!;
          bodies.forEach((_, j) => {
            force += 10 * (y[2 * j]! - y[2 * i]!);
          });
          d[2 * i + 1] = force;
        });
      },
      begin: (t, y) => tell(`${name} begins at ${digits(t)}: ${digest(y)}`),
      follow: (before) => {
        next = left.find(({ body }) => bodies.includes(body));
        tell(`${name} follows ${before.identity}`);
      },
      quietUntil: (from, to, degree, at) => {
        asked.set(name, (asked.get(name) ?? 0) + 1);
        next = left.find(({ body, at: time }) => bodies.includes(body) && from < time && time <= to);
        const middle = 0.5 * (from + to);
        // entries first: both share memory that the next call overwrites
        const velocity = explicit === "tsit5" && degree === 4 ? digits(at(middle, Int32Array.of(1))[0]!) : "";
        tell(
          `  ${name}: ${digits(from)} to ${digits(to)}, degree ${degree}, in the middle ${digest(at(middle))} ${velocity}`,
        );
        return next === undefined ? to + 1 : Math.max(from, next.quietUntil ?? next.at - 1e-3);
      },
      get eventBy() {
        return next === undefined || next.isVague ? Number.POSITIVE_INFINITY : next.at;
      },
      isUndone: (t) => {
        tell(`${name} is asked at ${digits(t)} whether it happens`);
        if (next?.isUndone) left.splice(left.indexOf(next), 1);
        return next?.isUndone ?? false;
      },
      canChange: (t) => {
        tell(`${name} is asked at ${digits(t)} whom it concerns`);
        return next?.isForAll !== true;
      },
      change: (t, mayStay): PartChange => {
        const { becomes = [], stays = false, firstStep = Number.POSITIVE_INFINITY } = next!;
        tell(`${name} changes at ${digits(t)}${mayStay ? ", and may stay" : ""}`);
        left.splice(left.indexOf(next!), 1);
        if (stays) return { gone: [], made: [], stays, reports: [name], firstStep };
        const concerned = becomes.flat();
        const isGone = (bodies: readonly number[]) => bodies.some((k) => concerned.includes(k));
        const gone = partition
          .filter(isGone)
          .map((bodies) => Int32Array.from(bodies.flatMap((k) => [2 * k, 2 * k + 1])));
        partition = [...partition.filter((bodies) => !isGone(bodies)), ...becomes];
        return { gone, made: becomes.map(part), stays, reports: [name], firstStep };
      },
    };
  };

  const create = (of: () => IslandPart, isStiff: boolean, t: number, y: Float64Array): Integrator => {
    tell(`${of().identity} has ${isStiff ? "an implicit" : "an explicit"} method at ${digits(t)}: ${digest(y)}`);
    return findMethod(isStiff ? "radau5" : explicit).create(
      { size: y.length, rhs: (_t, x, d) => of().derivatives(x, d) },
      t,
      y,
      end,
      {
        relativeTolerance: tolerance,
        absoluteTolerance: new Float64Array(y.length).fill(1e-2 * tolerance),
        maximumStep: 1,
        initialStep: 0,
      },
    );
  };

  const y0 = Float64Array.from(rates.flatMap((_, k) => [0.1 * k, 0.5 - 0.2 * k]));
  const { initialStep } = world;
  const integrator = new IslandIntegrator(
    { size: y0.length, parts: () => partition.map(part), create },
    0,
    y0,
    initialStep === undefined ? {} : { initialStep },
  );
  const start = y0.slice();
  const out = new Float64Array(y0.length);
  const until = [...limits, end];
  const now = () => {
    const { statistics, slowest, work, wasStiff, interpolationDegree } = integrator;
    integrator.interpolateDerivative(out, integrator.t);
    return [
      `  y ${digest(integrator.y)}, y' ${digest(out)}`,
      `  slowest ${list(slowest ?? [])}, work ${digits(work)}, degree ${interpolationDegree}${wasStiff ? ", was stiff" : ""}`,
      `  ${Object.values(statistics).join(" ")}`,
    ].join("\n");
  };
  for (let k = 0; integrator.t < end; k++) {
    expect(k).toBeLessThan(2000);
    const limit = until.find((time) => time > integrator.t)!;
    integrator.step(world.isHasty && k % 2 === 1 ? Math.min(limit, integrator.t + 0.4 * integrator.stepSize) : limit);
    const { t, tPrevious, stepSize, isQuiet, isCertain, isLocal } = integrator;
    const kind = `${isQuiet ? ", quiet" : ""}${isCertain ? ", certain" : ""}${isLocal ? ", local" : ""}`;
    tell(`from ${digits(tPrevious)} to ${digits(t)}, ${digits(stepSize)}${kind}`);
    if (!isQuiet && isLocal) {
      const happening = left.find(({ at }) => at === t);
      const { reports } = integrator.happen();
      tell(`${reports.join()}: ${digits(integrator.tPrevious)} ${digits(integrator.t)}\n${now()}`);
      if (happening?.isAskedAgain) {
        integrator.reset(
          t,
          integrator.y.map((x) => 1.01 * x),
        );
        tell(`asked again\n${now()}`);
      }
    } else if (!isQuiet && isCertain) {
      const happened = left.findIndex(({ at }) => at === t);
      const [{ becomes, body, firstStep }] = left.splice(happened, 1) as [Happening];
      if (becomes !== undefined) partition = becomes;
      const y = integrator.y.slice();
      y[2 * body + 1]! += 0.25;
      integrator.reset(t, y, firstStep === undefined ? undefined : { initialStep: firstStep });
      tell(`for all: ${digits(integrator.tPrevious)} ${digits(integrator.t)}\n${now()}`);
    }
    if (k % 7 === 0) tell(now());
  }
  expect(y0).toEqual(start);
  tell(`at the end\n${now()}`);
  for (const [name, count] of asked) tell(`${name}: ${count} steps`);
  return `${lines.join("\n")}\n`;
}

const worlds: Readonly<Record<string, World>> = {
  "meet-and-divide": {
    rates: [3, 5, 8, 2, 6, 4],
    parts: [[0], [1], [2], [3], [4], [5]],
    end: 1.2,
    happenings: [
      { at: 0.2, body: 1, becomes: [[1, 3]], firstStep: 0.01 },
      { at: 0.35, body: 0, becomes: [[0, 2, 4]] },
      { at: 0.4, body: 5, stays: true, firstStep: 0.02 },
      { at: 0.55, body: 3, becomes: [[1], [3]] },
      { at: 0.7, body: 4, becomes: [[0, 4, 5], [2]], firstStep: 0.03 },
      { at: 0.72, body: 1, stays: true },
      { at: 0.8, body: 3, isUndone: true },
      { at: 0.9, body: 2, becomes: [[0], [1, 2], [3], [4, 5]], firstStep: 1e-3 },
      { at: 1, body: 0, isVague: true },
    ],
  },
  // of two that come close together neither is certain, unless the other comes no earlier than where the first ends
  "close-together": {
    rates: [3, 5, 8, 2],
    parts: [[0], [1], [2], [3]],
    end: 0.8,
    limits: [0.2, 0.4, 0.55],
    happenings: [
      { at: 0.1, body: 0, quietUntil: 0.09, becomes: [[0, 1]], isAskedAgain: true },
      { at: 0.3, body: 2, quietUntil: 0.28 },
      { at: 0.31, body: 3, quietUntil: 0.29 },
      { at: 0.5, body: 0, quietUntil: 0.49, stays: true },
      { at: 0.52, body: 2, quietUntil: 0.5 },
    ],
  },
  "for-all": {
    rates: [3, 5, 8],
    parts: [[0], [1], [2]],
    end: 1,
    explicit: "dop853",
    initialStep: 0.004,
    limits: [0.1, 0.45, 0.46],
    happenings: [
      { at: 0.3, body: 1, isForAll: true },
      { at: 0.32, body: 2, isForAll: true, becomes: [[2], [0, 1]] },
      { at: 0.7, body: 0, isForAll: true, becomes: [[0], [1], [2]], firstStep: 0.01 },
      { at: 0.71, body: 1, isForAll: true, becomes: [[1, 2], [0]] },
    ],
  },
  stiff: {
    rates: [30, 5, 40, 60],
    dampings: [3000, 0, 4000, 3000],
    parts: [[0], [1], [2], [3]],
    end: 2,
    isStiff: true,
    limits: [0.05, 0.1, 0.11, 0.4],
    happenings: [
      { at: 0.2, body: 0, becomes: [[0, 1]], firstStep: 0.01 },
      { at: 0.5, body: 2, stays: true, firstStep: 0.02 },
      { at: 0.6, body: 1, becomes: [[0], [1]] },
      { at: 0.9, body: 3, isForAll: true, becomes: [[0], [1, 2], [3]] },
    ],
  },
  "stiff-as-parts-know": {
    rates: [30, 5, 40],
    dampings: [3000, 0, 4000],
    parts: [[0], [1], [2]],
    end: 1,
    isStiff: true,
    stiffness: (bodies) => (bodies.includes(1) ? 10 : 4000),
    structureWork: 150,
    happenings: [
      { at: 0.5, body: 0, becomes: [[0, 1]], firstStep: 0.01 },
      { at: 0.6, body: 2, stays: true },
      { at: 0.7, body: 0, becomes: [[0, 1, 2]], firstStep: 0.01 },
    ],
  },
  // the method of the larger share of the states is that of the part which they become
  "stiff-shares": {
    rates: [2, 40, 5, 30],
    dampings: [0, 3000, 0, 4000],
    parts: [[0], [1, 3], [2]],
    end: 0.5,
    isStiff: true,
    isHasty: true,
    happenings: [{ at: 0.4, body: 0, becomes: [[0, 1, 2, 3]], firstStep: 0.01 }],
  },
  // methods change again and again, and something happens in the steps before they do
  "stiff-to-and-fro": {
    rates: [30, 20],
    dampings: [3000, 0],
    parts: [[0], [1]],
    end: 0.13,
    isStiff: true,
    stiffness: () => 20,
    factorisationWork: 6,
    happenings: Array.from({ length: 24 }, (_, k) => ({ at: 0.011 * (k + 1), body: 0, stays: true })),
  },
};

it.each(Object.entries(worlds))("parts go their way as they did: %s", async (name, world) => {
  await expect(told(world)).toMatchFileSnapshot(`../work/islands-${name}.txt`);
});

it("parts with their own time cannot be saved, and say so", () => {
  const integrator = new IslandIntegrator(
    {
      size: 0,
      parts: () => [],
      create: () => {
        throw new Error("there are no parts");
      },
    },
    1,
    new Float64Array(0),
    {},
  );
  for (const act of [() => integrator.save(), () => integrator.restore()]) {
    let told: unknown;
    try {
      act();
    } catch (error) {
      told = error;
    }
    expect(told).toBeInstanceOf(RattlebackError);
    const { code, message } = told as RattlebackError;
    expect(code).toBe("E-SNAPSHOT");
    expect(message).toMatch(
      /Parts with their own time cannot be saved[\s\S]*what they know of each other[\s\S]*one method/,
    );
  }
  const { slowest, interpolationDegree, order, nextStepSize, inside, isQuiet, isCertain } = integrator;
  expect([slowest, interpolationDegree, order, nextStepSize]).toEqual([undefined, 1, 5, 0]);
  expect([inside, isQuiet, isCertain]).toEqual(["asItIs", false, false]);
  integrator.step(3);
  expect([integrator.tPrevious, integrator.t, integrator.stepSize, integrator.isQuiet]).toEqual([1, 3, 2, true]);
});
