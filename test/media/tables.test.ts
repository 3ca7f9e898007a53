// Tables over (p, h): how near they are to their medium, that they are continuous, that their derivatives are their own.
import * as fc from "fast-check";
import { instantiate, Model, RattlebackError, simulate, Var } from "rattleback";
import {
  helmholtz,
  idealGas,
  MediumState,
  medium,
  mediumFunctions,
  type TabulatedMedium,
  tabulated,
} from "rattleback/media";
import { describe, expect, it } from "vitest";
import { share, slopeOf } from "./reference.ts";

const refrigerant = helmholtz("R134a");
const table = tabulated(refrigerant);
const water = medium("water", { tables: true }) as TabulatedMedium;
const of = { R134a: table, water };

/** (p, h) somewhere in the range: a and b from 0 to 1. */
function pointOf(own: TabulatedMedium, a: number, b: number): readonly [number, number] {
  const [P, T] = [own.limits[0]!, own.limits[1]!];
  const p = P.from * 1.001 * (P.to / P.from / 1.002) ** a;
  const low = own.exact.state_pT(p, T.from + 0.01).h;
  const high = own.exact.state_pT(p, T.to - 0.01).h;
  return [p, low + b * (high - low)];
}

describe("tables of a medium", () => {
  it("are near their medium over the whole range", () => {
    const far = table.deviation(3000);
    expect(far.T).toBeLessThan(1e-8);
    expect(far.d).toBeLessThan(5e-7);
    expect(far.s).toBeLessThan(1e-8);
    expect(far.cp).toBeLessThan(1e-5);
    expect(far.w).toBeLessThan(2e-5);
    // as far as the regions of IF97 themselves fit together
    const steam = water.deviation(3000);
    expect(steam.T).toBeLessThan(2e-5);
    expect(steam.d).toBeLessThan(2e-4);
  });

  it("come nearer when they are refined", () => {
    const coarse = tabulated(refrigerant, { refinement: 0.25 }).deviation(500);
    const finer = tabulated(refrigerant, { refinement: 0.5 }).deviation(500);
    expect(finer.d).toBeLessThan(coarse.d / 6);
    expect(finer.T).toBeLessThan(coarse.T / 6);
  });

  it.each(["R134a", "water"] as const)("%s: derivatives are those of the table", (name) => {
    const own = of[name];
    let compared = 0;
    fc.assert(
      fc.property(share, share, (a, b) => {
        const [p, h] = pointOf(own, a, b);
        const state = own.state_ph(p, h);
        // steps that stay within the phase and the range
        const [ep, eh] = [1e-5 * p, 20];
        const [P] = own.limits;
        const isNearEdge = p - 2 * ep < P!.from || p + 2 * ep > P!.to || b < 1e-3 || b > 1 - 1e-3;
        const isMixed = (s: MediumState): number => (s.phase === "twoPhase" ? 2 : s.x);
        const corners = [-2, 2].flatMap((k) => [
          own.state_ph(p, isNearEdge ? h : h + k * eh),
          own.state_ph(isNearEdge ? p : p + k * ep, h),
        ]);
        fc.pre(!isNearEdge && corners.every((s) => isMixed(s) === isMixed(state)));
        compared++;
        for (const q of ["T", "d", "s"] as const) {
          const by_p = slopeOf((x) => own.state_ph(x, h)[q], p, ep);
          const by_h = slopeOf((x) => own.state_ph(p, x)[q], h, eh);
          // what differences of rounded numbers cannot show, and the change of the third derivative at the border of a cell
          const size = Math.abs(state[q]);
          expect(Math.abs(by_p - state[`${q}_p`])).toBeLessThan(
            1e-7 * Math.abs(by_p) + (3e-15 * size) / ep + (1e-9 * size) / p,
          );
          expect(Math.abs(by_h - state[`${q}_h`])).toBeLessThan(
            1e-7 * Math.abs(by_h) + (3e-15 * size) / eh + 1e-15 * size,
          );
        }
      }),
      { seed: 24, numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(200);
  });

  it.each(["R134a", "water"] as const)(
    "%s: nothing jumps at the line of saturation, at borders of cells, or where the medium fades in",
    (name) => {
      const own = of[name];
      const { critical } = own.info;
      const walk = (from: number, to: number, at: (t: number) => readonly [number, number]): void => {
        let before: MediumState | undefined;
        for (let k = 0; k <= 100; k++) {
          const [p, h] = at(from + ((to - from) * k) / 100);
          const now = own.state_ph(p, h);
          if (before !== undefined) {
            // not more than slopes explain
            const [dp, dh] = [now.p - before.p, now.h - before.h];
            for (const q of ["T", "d", "s"] as const) {
              const one = before[`${q}_p`] * dp + before[`${q}_h`] * dh;
              const two = now[`${q}_p`] * dp + now[`${q}_h`] * dh;
              const spread = Math.abs(one - two) + 1e-9 * Math.abs(now[q]);
              const change = now[q] - before[q];
              expect(change).toBeGreaterThan(Math.min(one, two) - spread);
              expect(change).toBeLessThan(Math.max(one, two) + spread);
            }
          }
          before = now;
        }
      };
      for (const part of [0.003, 0.1, 0.6, 0.84, 0.88, 0.915]) {
        const p = part * critical!.p;
        const both = own.saturation_p(p);
        for (const line of [both.hLiquid, both.hVapour]) walk(line - 1e-3, line + 1e-3, (h) => [p, h]);
      }
      // across the beginning and the end of fading, as vapour
      const { hVapour } = own.saturation_p(0.8 * critical!.p);
      for (const part of [0.85, 0.92]) walk(part - 1e-6, part + 1e-6, (t) => [t * critical!.p, hVapour + 5e4]);
    },
  );

  it("states from (p, T), (p, s) and (d, T) are those of the table", () => {
    fc.assert(
      fc.property(share, share, fc.constantFrom(table, water), (a, b, own) => {
        const [p, h] = pointOf(own, a, 0.001 + 0.998 * b);
        const state = own.state_ph(p, h);
        const size = Math.abs(h) + 1e5;
        expect(Math.abs(own.state_ps(p, state.s).h - h)).toBeLessThan(1e-9 * size);
        // near the top of the dome neither T nor d determines a state well
        fc.pre(state.phase !== "twoPhase" && p < 0.9 * own.info.critical!.p);
        expect(Math.abs(own.state_pT(p, state.T).h - h)).toBeLessThan(1e-9 * size);
        const back = own.state_dT(state.d, state.T);
        expect(Math.abs(back.h - h)).toBeLessThan(1e-8 * size);
      }),
      { seed: 25, numRuns: 200 },
    );
  });

  it("the line of saturation is that of the table, in (p, h) as in saturation_p and saturation_T", () => {
    for (const part of [0.001, 0.02, 0.3, 0.8]) {
      const both = table.saturation_p(part * table.info.critical!.p);
      expect(table.state_ph(both.p, both.hLiquid - 1e-6).phase).toBe("liquid");
      expect(table.state_ph(both.p, both.hLiquid + 1e-3).phase).toBe("twoPhase");
      expect(table.state_ph(both.p, both.hVapour - 1e-3).phase).toBe("twoPhase");
      expect(table.state_ph(both.p, both.hVapour + 1e-6).phase).toBe("vapour");
      expect(table.saturation_T(both.T).p / both.p - 1).toBeCloseTo(0, 11);
      expect(both.hVapour / refrigerant.saturation_p(both.p).hVapour - 1).toBeCloseTo(0, 8);
      const slope = slopeOf((p) => table.saturation_p(p).T, both.p, 1e-4 * both.p);
      expect(both.dT_dp / slope - 1).toBeCloseTo(0, 7);
    }
  });

  it("writes a state that exists, and keeps nothing of the last one", () => {
    const state = new MediumState();
    expect(table.setState_ph(state, 1e6, 3e5)).toBe(state);
    const alone = { ...state };
    table.setState_ph(state, 5e4, 5e5);
    table.setState_ph(state, 1e6, 3e5);
    expect({ ...state }).toEqual(alone);
  });

  it("serve equations: a volume that boils ends where the equations say", () => {
    const volume = Model({
      medium: medium("water"),
      p: Var({ init: 1e5 }),
      h: Var({ init: 4.2e5 }),
      functions: mediumFunctions,
      equations: `
        der(density_ph(medium, p, h)) = 0
        der(density_ph(medium, p, h)*h - p) = 1e6
        T = temperature_ph(medium, p, h)
      `,
    });
    const run = (own: typeof volume) => simulate(instantiate(own), { stopTime: 100, tolerance: 1e-8 });
    const exactly = run(volume);
    const fast = run(volume.with({ medium: water }));
    expect(fast.final("p") / exactly.final("p") - 1).toBeCloseTo(0, 6);
    expect(fast.final("T") / exactly.final("T") - 1).toBeCloseTo(0, 7);
  });

  it("are made of a pseudo-pure medium too, whose phases have different temperatures", () => {
    const air = tabulated(helmholtz("Air"), { refinement: 0.5 });
    expect(air.deviation(300).d).toBeLessThan(2e-5);
    const both = air.saturation_p(1e6);
    expect(both.vapour.T - both.liquid.T).toBeGreaterThan(0.5);
    expect(air.state_ph(1e6, 0.5 * (both.hLiquid + both.hVapour)).T).toBeCloseTo(
      (both.vapour.T + both.liquid.T) / 2,
      6,
    );
  });

  it("second derivatives of the table are near those of the medium", () => {
    for (const [p, T] of [
      [2e6, 300],
      [3e5, 350],
    ] as const) {
      const state = table.state_pT(p, T);
      const fast = table.secondDerivatives(state, "ph").d;
      const exactly = refrigerant.secondDerivatives(refrigerant.state_pT(p, T), "ph").d;
      for (let k = 0; k < 5; k++) expect(fast[k]! / exactly[k]! - 1).toBeCloseTo(0, 2);
    }
  });
});

describe("errors of tables", () => {
  it.each([
    ["E-MEDIUM-STATE", () => tabulated(idealGas("N2")), /line of saturation/],
    ["E-MEDIUM-STATE", () => medium("MoistAir", { tables: true }), /line of saturation/],
    ["E-MEDIUM-STATE", () => tabulated(refrigerant, { refinement: 100 }), /from 0.25 to 8/],
    ["E-MEDIUM-STATE", () => tabulated(refrigerant, { pMax: 1 }), /pMax/],
    ["E-MEDIUM-STATE", () => tabulated(refrigerant, { TMin: 400 }), /TMin/],
    ["E-MEDIUM-RANGE", () => water.state_ph(-5, 1e6), /p = -5 Pa is outside/],
    ["E-MEDIUM-RANGE", () => water.state_ph(1e6, 1e8), /outside/],
    ["E-MEDIUM-RANGE", () => water.state_ph(1e6, Number.NaN), /finite number/],
    ["E-MEDIUM-RANGE", () => water.state_ph(Number.NaN, 1e6), /finite number/],
    ["E-MEDIUM-RANGE", () => water.state_pT(1e6, 1500), /T = 1500 K is outside/],
    ["E-MEDIUM-RANGE", () => water.state_ph(3e7, 5e6), /outside/],
    ["E-MEDIUM-RANGE", () => water.state_ps(1e6, 2e4), /s = 20000/],
    ["E-MEDIUM-RANGE", () => water.state_ps(1e6, -2e3), /s = -2000/],
    ["E-MEDIUM-RANGE", () => water.saturation_p(1), /saturated water/],
  ] as const)("%s", (code, provoke, text) => {
    const error = (() => {
      try {
        provoke();
      } catch (problem) {
        return problem;
      }
      return undefined;
    })();
    expect(error).toBeInstanceOf(RattlebackError);
    expect((error as RattlebackError).code).toBe(code);
    expect((error as RattlebackError).message).toMatch(text);
  });

  it("the same name gives the same tables", () => {
    expect(medium("water", { tables: true })).toBe(water);
    expect(medium("water", { tables: false })).toBe(medium("water"));
    expect(medium("water", { tables: { refinement: 0.25 } })).not.toBe(water);
  });
});
