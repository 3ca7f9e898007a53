/** The contract of integrators (src/integrate/integrator.ts), rule by rule, for any one-step method. */
import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import type { CreateIntegrator, MethodOptions, OdeSystem } from "../../src/integrate/problem.ts";
import { chirp, oscillator } from "./closedForms.ts";
import { distance, runTo } from "./fixedSteps.ts";

export function methodOptions(size: number, tolerance: number, extra: Partial<MethodOptions> = {}): MethodOptions {
  return {
    relativeTolerance: tolerance,
    absoluteTolerance: new Float64Array(size).fill(tolerance),
    maximumStep: Infinity,
    initialStep: 0,
    ...extra,
  };
}

export function describeOneStepContract(
  name: string,
  create: CreateIntegrator,
  /** A multistep method has its history in the short step and must grow out of it again. */
  { remembersStep = true } = {},
): void {
  const start = (system: OdeSystem, y0: number[], t0: number, tEnd: number, tolerance = 1e-6, extra = {}) =>
    create(system, t0, Float64Array.from(y0), tEnd, methodOptions(system.size, tolerance, extra));
  const startChirp = (tolerance = 1e-6) => start(chirp.system, chirp.exact(0), 0, 1, tolerance);

  describe(`${name} keeps the contract`, () => {
    it.each([1, -1])("steps end exactly at the limit and no evaluation lies past it (direction %i)", (direction) => {
      let furthest = 0;
      const system: OdeSystem = {
        size: 2,
        rhs: (t, y, ydot) => {
          furthest = Math.max(furthest, direction * t);
          oscillator.system.rhs(t, y, ydot);
        },
      };
      const integrator = start(system, oscillator.exact(0), 0, direction * 10);
      for (const distanceToGo of [1e-9, 0.1, 0.1 + 1e-12, 1 / 3, 2.7, 10]) {
        const limit = direction * distanceToGo;
        while (integrator.t !== limit) {
          integrator.step(limit);
          expect(direction * integrator.t).toBeLessThanOrEqual(distanceToGo);
          const out = new Float64Array(2);
          integrator.interpolate(out, 0.5 * (integrator.tPrevious + integrator.t));
          integrator.interpolateDerivative(out, integrator.t);
        }
        expect(furthest).toBeLessThanOrEqual(distanceToGo);
      }
      expect(distance(integrator.y, oscillator.exact(direction * 10))).toBeLessThan(1e-4);
    });

    it("a limit a few roundings away, at a start or behind a restart, is reached and left again", () => {
      const spacing = 2 ** -43;
      for (let roundings = 1; roundings <= 24; roundings++) {
        const integrator = start(oscillator.system, oscillator.exact(1000), 1000, 1002);
        for (const from of [1000, 1001]) {
          while (integrator.t < from) integrator.step(from);
          integrator.reset(from, integrator.y.slice());
          const limit = from + roundings * spacing;
          while (integrator.t < limit) integrator.step(limit);
          expect(integrator.t).toBe(limit);
        }
        while (integrator.t < 1002) integrator.step(1002);
        expect(distance(integrator.y, oscillator.exact(1002))).toBeLessThan(1e-4);
        expect(integrator.statistics.steps).toBeLessThan(1000);
      }
    });

    if (remembersStep) {
      it("a step cut short by the limit does not shorten the next one", () => {
        const integrator = start(oscillator.system, oscillator.exact(0), 0, 10);
        for (let k = 0; k < 10; k++) integrator.step(10);
        const usual = integrator.nextStepSize;
        expect(usual).toBeGreaterThan(0);
        integrator.step(integrator.t + 1e-6 * usual);
        expect(integrator.stepSize).toBeLessThan(2e-6 * usual);
        expect(integrator.nextStepSize).toBeGreaterThanOrEqual(usual);
      });
    }

    if (remembersStep) {
      it("steps do not depend on where time begins", () => {
        const relaxation: OdeSystem = {
          size: 2,
          rhs: (_t, y, ydot) => {
            ydot[0] = y[1]!;
            ydot[1] = 2 * (1 - y[0]! * y[0]!) * y[1]! - y[0]!;
          },
        };
        const work = [0, 0.1, 1 / 3, 7].map((t0) => {
          const integrator = start(relaxation, [2, 0], t0, t0 + 12);
          runTo(integrator, t0 + 12);
          return [integrator.statistics.steps, integrator.statistics.rejectedSteps];
        });
        for (const one of work) expect(one).toEqual(work[0]);
      });
    }

    it("no step is longer than the largest one allowed", () => {
      const integrator = start(oscillator.system, oscillator.exact(0), 0, 10, 1e-3, { maximumStep: 0.01 });
      runTo(integrator, 10, () => expect(integrator.stepSize).toBeLessThanOrEqual(0.01 + 1e-14));
      expect(integrator.statistics.steps).toBeGreaterThanOrEqual(1000);
    });

    it("the interpolant joins the ends of the step", () => {
      const integrator = startChirp();
      const out = new Float64Array(4);
      runTo(integrator, 1, () => {
        const { y, t, tPrevious } = integrator;
        integrator.interpolate(out, t);
        expect(out).toEqual(y);
        integrator.interpolate(out, t - 1e-13 * (t - tPrevious));
        expect(distance(out, y)).toBeLessThan(1e-11);
      });
    });

    it("before the first step the interpolant is the start and its derivative the right-hand side", () => {
      const integrator = startChirp();
      const out = new Float64Array(4);
      integrator.interpolate(out, 0);
      expect(Array.from(out)).toEqual(chirp.exact(0));
      integrator.interpolateDerivative(out, 0);
      const f = new Float64Array(4);
      chirp.system.rhs(0, Float64Array.from(chirp.exact(0)), f);
      expect(distance(out, f)).toBe(0);
    });

    it("rejected attempts leave solution and interpolant alone, also when the right-hand side throws", () => {
      let broken = false;
      const system: OdeSystem = {
        size: 4,
        rhs: (t, y, ydot) => {
          if (broken) throw new Error("sensor lost");
          chirp.system.rhs(t, y, ydot);
        },
      };
      const integrator = start(system, chirp.exact(0), 0, 1, 1e-9);
      for (let k = 0; k < 3; k++) integrator.step(1);
      const middle = 0.5 * (integrator.tPrevious + integrator.t);
      const before = new Float64Array(4);
      integrator.interpolate(before, middle);
      const { t, tPrevious } = integrator;
      const y = integrator.y.slice();

      broken = true;
      const error = thrownBy(() => integrator.step(1));
      expect(error.code).toBe("E-RHS-THREW");
      expect(error.because).toContain("sensor lost");
      expect([integrator.t, integrator.tPrevious]).toEqual([t, tPrevious]);
      expect(integrator.y).toEqual(y);
      const after = new Float64Array(4);
      integrator.interpolate(after, middle);
      expect(after).toEqual(before);

      broken = false;
      runTo(integrator, 1);
      expect(distance(integrator.y, chirp.exact(1))).toBeLessThan(1e-5);
    });

    it("a right-hand side that is NaN at once is reported with its component", () => {
      const system: OdeSystem = {
        size: 2,
        names: ["calm", "broken"],
        rhs: (_t, _y, ydot) => {
          ydot[0] = 0;
          ydot[1] = Number.NaN;
        },
      };
      const error = thrownBy(() => start(system, [0, 0], 0, 1).step(1));
      expect(error.code).toBe("E-NOT-FINITE");
      expect(error.path).toBe("broken");
      expect(error.hint).toBeDefined();
    });

    it("where the right-hand side ceases to exist the solution is kept up to there", () => {
      const system: OdeSystem = {
        size: 1,
        names: ["level"],
        rhs: (t, y, ydot) => {
          ydot[0] = t > 0.7 ? Number.NaN : -y[0];
        },
      };
      const integrator = start(system, [1], 0, 1);
      const error = thrownBy(() => runTo(integrator, 1));
      expect(error.code).toBe("E-NOT-FINITE");
      expect(error.path).toBe("level");
      expect(integrator.t).toBeLessThanOrEqual(0.7);
      expect(integrator.t).toBeGreaterThan(0.7 - 1e-12);
      expect(integrator.y[0]).toBeCloseTo(Math.exp(-0.7), 5);
    });

    it("trial states outside the domain of the right-hand side only shorten the step", () => {
      // y' = −√y empties a tank at t = 2; a first step of 1.9 would leave y < 0 in a stage
      const system: OdeSystem = {
        size: 1,
        rhs: (_t, y, ydot) => {
          ydot[0] = -Math.sqrt(y[0]);
        },
      };
      const integrator = start(system, [1], 0, 1.99, 1e-6, { initialStep: 1.9 });
      runTo(integrator, 1.99);
      expect(integrator.y[0]).toBeCloseTo(0.25 * 0.01 ** 2, 5);
    });

    it("a pole of the solution stops the run with the step size, the time and the component", () => {
      const system: OdeSystem = {
        size: 3,
        names: ["calm", "blow-up", "slow"],
        rhs: (t, y, ydot) => {
          ydot[0] = Math.cos(t);
          ydot[1] = y[1] ** 2;
          ydot[2] = -y[2];
        },
      };
      const integrator = start(system, [0, 1, 1], 0, 2);
      const error = thrownBy(() => runTo(integrator, 2));
      expect(["E-STEP-SMALL", "E-STEP-FAILED", "E-NOT-FINITE"]).toContain(error.code);
      expect(error.path).toBe("blow-up");
      expect(error.hint).toBeDefined();
      expect(integrator.t).toBeCloseTo(1, 4);
      expect(Number.isFinite(integrator.y[1])).toBe(true);
    });

    it("restore then run equals run, bit for bit, in the same and in a new integrator", () => {
      for (const stepsBefore of [0, 1, 7]) {
        const integrator = startChirp(1e-7);
        for (let k = 0; k < stepsBefore; k++) integrator.step(1);
        const saved = integrator.save();
        const snapshot = structuredClone(saved);
        const first = trace(integrator);
        // nothing of it is shared with the integrator
        expect(saved).toEqual(snapshot);
        integrator.restore(snapshot);
        expect(trace(integrator)).toEqual(first);
        const other = startChirp(1e-7);
        other.step(1);
        other.restore(snapshot);
        expect(trace(other)).toEqual(first);
      }
    });

    it("what was saved at the start, where its derivative had been asked for, goes the same way in a new integrator", () => {
      const integrator = startChirp(1e-7);
      integrator.interpolateDerivative(new Float64Array(4), 0);
      const other = startChirp(1e-7);
      other.restore(structuredClone(integrator.save()));
      expect(trace(other)).toEqual(trace(integrator));
    });

    it("chosen components inside a step are those of all", () => {
      const integrator = startChirp(1e-7);
      const [all, some] = [new Float64Array(4), new Float64Array(2)];
      for (let k = 0; k < 3; k++) {
        integrator.step(1);
        for (const part of [0, 0.3, 0.9, 1]) {
          const t = part === 1 ? integrator.t : integrator.tPrevious + part * (integrator.t - integrator.tPrevious);
          integrator.interpolate(all, t);
          integrator.interpolateEntries?.(some, t, Int32Array.of(3, 1));
          if (integrator.interpolateEntries !== undefined)
            expect(distance(some, [all[3]!, all[1]!])).toBeLessThan(1e-14);
        }
      }
    });

    it("a snapshot of another method or size is refused", () => {
      const integrator = startChirp();
      const error = thrownBy(() => integrator.restore({ method: "other", fields: { size: 4 } }));
      expect(error.code).toBe("E-SNAPSHOT");
      expect(error.hint).toBeDefined();
    });

    it("after a reset the method continues from the new point and forgets the old one", () => {
      const integrator = start(oscillator.system, [3, 1], 0, 10, 1e-8);
      for (let k = 0; k < 8; k++) integrator.step(10);
      const stepsOfOldRun = integrator.statistics.steps;
      integrator.reset(2, Float64Array.from(oscillator.exact(2)));
      const out = new Float64Array(2);
      integrator.interpolate(out, 2);
      expect(Array.from(out)).toEqual(oscillator.exact(2));
      runTo(integrator, 5);
      expect(distance(integrator.y, oscillator.exact(5))).toBeLessThan(1e-6);
      expect(integrator.statistics.steps).toBeGreaterThan(stepsOfOldRun);

      integrator.reset(5, Float64Array.from(oscillator.exact(5)), { initialStep: 1e-5, keepJacobian: true });
      integrator.step(10);
      expect(integrator.stepSize).toBeCloseTo(1e-5, 15);
    });

    it("the same input gives the same bits", () => {
      expect(trace(startChirp(1e-5))).toEqual(trace(startChirp(1e-5)));
    });
  });
}

export function thrownBy(action: () => void): RattlebackError {
  try {
    action();
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("expected an error");
}

/** Times, values and interpolants of all steps to t = 1, and the statistics. */
function trace(integrator: ReturnType<CreateIntegrator>): unknown {
  const out = new Float64Array(integrator.size);
  const rows: number[][] = [];
  runTo(integrator, 1, () => {
    integrator.interpolate(out, integrator.tPrevious + 0.3 * (integrator.t - integrator.tPrevious));
    rows.push([integrator.t, integrator.nextStepSize, ...integrator.y, ...out]);
  });
  return { rows, statistics: { ...integrator.statistics } };
}
