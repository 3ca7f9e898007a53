/** What a table is made of: the medium, the range, and the corner at the critical point that stays with the medium itself. */
import { aFiniteNumber, checkOptions } from "../../errors/shapes.ts";
import { aMedium, type Medium } from "../medium.ts";
import { notPossible, type Range } from "../mediumErrors.ts";

export interface TableOptions {
  /** Highest pressure, Pa; five times the critical pressure if the medium goes that far. */
  readonly pMax?: number;
  /** Lowest and highest temperature, K; those of the medium (1073.15 K for IAPWS-IF97). */
  readonly TMin?: number;
  readonly TMax?: number;
  /** Cells in each direction, as a multiple of the usual number: 2 divides errors by about 16 and takes four times the memory. */
  readonly refinement?: number;
}

export interface TableSource {
  readonly medium: Medium;
  readonly pc: number;
  readonly pMin: number;
  readonly pMax: number;
  readonly TMin: number;
  readonly TMax: number;
  /** From (p0, h0) on the medium fades in, beyond (p1, h1) there is no table; h is that of saturated liquid. */
  readonly p0: number;
  readonly p1: number;
  readonly h0: number;
  readonly h1: number;
  readonly refinement: number;
}

/** So much below the highest temperature the table ends, in order that rounding does not lead out. */
export const insideTop = 1e-7;
/** So much above the lowest temperature it begins. */
export const insideBottom = 2e-5;

export function tableSource(medium: Medium, options: TableOptions): TableSource {
  aMedium(medium, "medium");
  checkOptions("tabulated", options, {
    pMax: aFiniteNumber,
    TMin: aFiniteNumber,
    TMax: aFiniteNumber,
    refinement: aFiniteNumber,
  });
  const { critical, limits } = medium.info;
  const refuse = (what: string, because: string, hint: string): Error => notPossible(medium.name, what, because, hint);
  if (critical === undefined) {
    throw refuse(
      "tables cannot be made",
      "they are made for media with a line of saturation; this one has none, and is fast as it is",
      'leave "tables" away, or choose medium("water") or one of helmholtzNames',
    );
  }
  const [rangeP, rangeT] = limits as [Range, Range];
  const { refinement = 1 } = options;
  const lowest = rangeT.from * (1 + insideBottom);
  const highest = medium.info.tableTMax ?? rangeT.to;
  const TMin = Math.max(options.TMin ?? lowest, lowest);
  const TMax = (options.TMax ?? highest) * (1 - insideTop);
  const pMax = options.pMax ?? Math.min(rangeP.to, 5 * critical.p);
  const inside = (value: number, from: number, to: number, name: string, unit: string): void => {
    if (value >= from && value <= to) return;
    throw refuse(
      `tables cannot be made with ${name} = ${value}${unit}`,
      `it must be from ${from} to ${to}${unit}`,
      `give ${name} in this range, or leave it away`,
    );
  };
  inside(options.TMin ?? TMin, rangeT.from, 0.9 * critical.T, "TMin", " K");
  inside(options.TMax ?? highest, 1.05 * critical.T, highest, "TMax", " K");
  inside(pMax, 1.2 * critical.p, rangeP.to, "pMax", " Pa");
  inside(refinement, 0.25, 8, "refinement", "");
  const p0 = 0.85 * critical.p;
  const p1 = 0.92 * critical.p;
  const coldest = medium.saturation_T(TMin);
  return {
    medium,
    pc: critical.p,
    pMin: Math.max(coldest.p, coldest.pVapour),
    pMax,
    TMin,
    TMax,
    p0,
    p1,
    h0: medium.saturation_p(p0).hLiquid,
    h1: medium.saturation_p(p1).hLiquid,
    refinement,
  };
}
