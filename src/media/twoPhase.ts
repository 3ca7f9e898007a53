/**
 * Both phases in equilibrium: what a mixture of them is.
 *
 *     q = q′ + x (q″ − q′) for v, h, s, u;   T = Tsat(p), or T′ + x (T″ − T′) for a pseudo-pure fluid, whose T′ and T″ differ
 *     dv′/dp = v_p + v_T T′,  dh′/dp = v − T v_T + cp T′ (same for ″),  T′ = dTsat/dp
 *     dx/dp|h = −(x dh″/dp + (1 − x) dh′/dp)/(h″ − h′),   d_h|p = −d² (v″ − v′)/(h″ − h′)
 *     cv = Σ y_i (cv_i + T (p_T,i − 1/T′)²/(d_i² p_d,i)),   w² = T v²/(T′² cv)
 */
import * as elementary from "../math/elementary.ts";
import { type MediumState, phaseCode } from "./mediumState.ts";

export function mixPhases(
  state: MediumState,
  liquid: MediumState,
  vapour: MediumState,
  p: number,
  T: number,
  x: number,
  slope: number,
  slopeVapour = slope,
): void {
  const a = 1 / liquid.d;
  const b = 1 / vapour.d;
  const y = 1 - x;
  const dv = b - a;
  const dh = vapour.h - liquid.h;
  const v = a + x * dv;
  const d = 1 / v;
  state.p = p;
  state.T = T;
  state.d = d;
  state.h = liquid.h + x * dh;
  state.s = liquid.s + x * (vapour.s - liquid.s);
  state.u = state.h - p * v;
  state.x = x;
  const va = a * (liquid.beta * slope - liquid.kappa);
  const vb = b * (vapour.beta * slopeVapour - vapour.kappa);
  const ha = a * (1 - liquid.T * liquid.beta) + liquid.cp * slope;
  const hb = b * (1 - vapour.T * vapour.beta) + vapour.cp * slopeVapour;
  const x_p = -(x * hb + y * ha) / dh;
  state.d_p = -d * d * (x * vb + y * va + dv * x_p);
  state.d_h = (-d * d * dv) / dh;
  const ds = vapour.s - liquid.s;
  const sa = (liquid.cp * slope) / liquid.T - a * liquid.beta;
  const sb = (vapour.cp * slopeVapour) / vapour.T - b * vapour.beta;
  state.s_p = x * sb + y * sa + ds * x_p;
  state.s_h = ds / dh;
  const glide = vapour.T - liquid.T;
  state.T_p = slope + x * (slopeVapour - slope) + glide * x_p;
  state.T_h = glide / dh;
  const steep = 1 / slope;
  const cvA = liquid.cv + T * elementary.square(liquid.beta / liquid.kappa - steep) * liquid.kappa * a;
  const cvB = vapour.cv + T * elementary.square(vapour.beta / vapour.kappa - steep) * vapour.kappa * b;
  state.cv = y * cvA + x * cvB;
  state.w = v * steep * Math.sqrt(T / state.cv);
  state.cp = state.beta = state.kappa = Number.POSITIVE_INFINITY;
  state.phaseCode = phaseCode.twoPhase;
}
