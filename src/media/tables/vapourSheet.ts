/**
 * Vapour below the critical region, between the line of saturation and the highest temperature.
 *
 *     x = √(1 − r),  r = (p/pc)^(1/16),    h = h″(x) + S η + (h_end(x) − h″(x) − S) η²,  η from 0 on the line to 1
 *
 * Saturated properties are smooth in x up to the critical point, and r, which takes square roots only, stretches low pressures as a logarithm does. T, p v and s are kept: p v changes little where v changes by decades.
 */
import { MediumState } from "../mediumState.ts";
import { curveOf, type HermiteCurve } from "./hermiteCurve.ts";
import { HermitePatch } from "./hermitePatch.ts";
import { Edge, Surface, shareOf } from "./sheet.ts";
import type { TableSource } from "./tableSource.ts";

const root16 = (y: number): number => Math.sqrt(Math.sqrt(Math.sqrt(Math.sqrt(y))));

function power16(r: number): number {
  const r4 = r * r * (r * r);
  return r4 * r4 * (r4 * r4);
}

export class VapourSheet {
  readonly surface = new Surface();
  readonly edge = new Edge();
  /** h′ and h″ with their slopes along the line, h at the highest temperature: at the pressure of `prepare`. */
  hLiquid = 0;
  hLiquid_p = 0;
  hLine = 0;
  hLine_p = 0;
  hEnd = 0;
  #hLine_x = 0;
  #hEnd_x = 0;
  #p = 0;
  #x = 0;
  #x_p = 0;
  readonly #pc: number;
  readonly #x1: number;
  readonly #perStep: number;
  readonly #cells: number;
  readonly #S: number;
  /** h′, h″ and h at the highest temperature over x. */
  readonly #lines: HermiteCurve;
  readonly #patch: HermitePatch;

  constructor(source: TableSource, cellsX: number, cellsH: number) {
    const { medium, pc, p1, pMin, TMax } = source;
    const x1 = Math.sqrt(1 - root16(p1 / pc));
    const x2 = Math.sqrt(1 - root16(pMin / pc));
    const step = (x2 - x1) / cellsX;
    this.#pc = pc;
    this.#x1 = x1;
    this.#perStep = 1 / step;
    this.#cells = cellsH;
    const pressure = (x: number): number => Math.min(p1, Math.max(pMin, pc * power16(1 - x * x)));
    const liquid = (x: number): number => medium.saturation_p(pressure(x)).hLiquid;
    const line = (x: number): number => medium.saturation_p(pressure(x)).hVapour;
    const end = (x: number): number => medium.state_pT(pressure(x), TMax).h;
    this.#lines = curveOf(x1, x2, cellsX, liquid, line, end);
    this.#S = 0.3 * (end(x1) - line(x1));
    const state = new MediumState();
    const at = new Surface();
    this.#patch = new HermitePatch(cellsX, cellsH, (i, j, out) => {
      const p = pressure(x1 + i * step);
      this.prepare(p);
      const eta = j / cellsH;
      const most = this.hEnd - this.hLine;
      const h_eta = this.#S + 2 * (most - this.#S) * eta;
      if (j === 0) state.copy(medium.saturation_p(p).vapour);
      else medium.setState_ph(state, p, this.hLine + (this.#S + (most - this.#S) * eta) * eta);
      at.take(state);
      const p_x = step / this.#x_p;
      const h_x = (this.#hLine_x + eta * eta * (this.#hEnd_x - this.#hLine_x)) * step;
      out[0] = at.T;
      out[1] = at.T_p * p_x + at.T_h * h_x;
      out[2] = (at.T_h * h_eta) / cellsH;
      out[3] = p * at.v;
      out[4] = (at.v + p * at.v_p) * p_x + p * at.v_h * h_x;
      out[5] = (p * at.v_h * h_eta) / cellsH;
      out[6] = at.s;
      out[7] = at.s_p * p_x + at.s_h * h_x;
      out[8] = (at.s_h * h_eta) / cellsH;
    });
  }

  /** The lines at p. */
  prepare(p: number): void {
    if (p === this.#p) return;
    const r = root16(p / this.#pc);
    const x = Math.sqrt(1 - r);
    const lines = this.#lines;
    lines.at(x);
    const { out } = lines;
    const x_p = -r / (32 * x * p);
    this.#x_p = x_p;
    this.#p = p;
    this.#x = x;
    this.hLiquid = out[0]!;
    this.hLiquid_p = out[1]! * x_p;
    this.hLine = out[2]!;
    this.#hLine_x = out[3]!;
    this.hLine_p = out[3]! * x_p;
    this.hEnd = out[4]!;
    this.#hEnd_x = out[5]!;
  }

  /** Saturated vapour at the pressure of `prepare`. */
  saturate(): void {
    const p = this.#p;
    this.#patch.edge((this.#x - this.#x1) * this.#perStep);
    const { out } = this.#patch;
    const { edge } = this;
    const perA = this.#perStep * this.#x_p;
    const v = out[3]! / p;
    edge.T = out[0]!;
    edge.T_p = out[1]! * perA;
    edge.v = v;
    edge.v_p = (out[4]! * perA - v) / p;
    edge.s = out[6]!;
    edge.s_p = out[7]! * perA;
  }

  /** The state at the pressure of `prepare`. */
  at(h: number): void {
    const p = this.#p;
    const S = this.#S;
    const most = this.hEnd - this.hLine;
    const eta = shareOf(h - this.hLine, S, most);
    this.#patch.at((this.#x - this.#x1) * this.#perStep, eta * this.#cells);
    const { out } = this.#patch;
    const perH = this.#cells / (S + 2 * (most - S) * eta);
    const perP = this.#x_p;
    const h_p = (this.#hLine_x + eta * eta * (this.#hEnd_x - this.#hLine_x)) * perP;
    const perA = this.#perStep * perP;
    const { surface } = this;
    surface.T = out[0]!;
    surface.T_h = out[2]! * perH;
    surface.T_p = out[1]! * perA - surface.T_h * h_p;
    const v = out[3]! / p;
    surface.v = v;
    surface.v_h = (out[5]! * perH) / p;
    surface.v_p = (out[4]! * perA - v) / p - surface.v_h * h_p;
    surface.s = out[6]!;
    surface.s_h = out[8]! * perH;
    surface.s_p = out[7]! * perA - surface.s_h * h_p;
  }
}
