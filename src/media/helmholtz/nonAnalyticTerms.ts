/** The terms of water and carbon dioxide that shape the critical region. Source [IAPWS-R6-95] table 5. */
import * as elementary from "../../math/elementary.ts";
import { addJets, constantJet, expJet, type Jet, multiplyJets, powJet, scaleJet, shiftJet } from "../jet.ts";
import type { ResidualTerm } from "./fluidData.ts";

type Data = Extract<ResidualTerm, { term: "nonAnalytic" }>;

/** The terms are singular at δ = 1; nearer to it they are evaluated at this distance. */
const nearest = 1e-9;
/** Contributions below e^−60 of the coefficient are nothing beside the others. */
const smallest = -60;

export class NonAnalyticTerms {
  readonly #data: Data;

  constructor(data: Data) {
    this.#data = data;
  }

  /** δ = at[0], τ = at[1]; adds to αʳ, δαʳ_δ, δ²αʳ_δδ, ταʳ_τ, τ²αʳ_ττ, δταʳ_δτ in at[2] … at[7]. */
  add(at: Float64Array): void {
    const data = this.#data;
    const delta = at[0]!;
    const tau = at[1]!;
    const gap = delta - 1;
    const x = Math.abs(gap) < nearest ? (gap < 0 ? -nearest : nearest) : gap;
    const x2 = x * x;
    const u = tau - 1;
    // most terms share a and β, with them the powers of x², and often Δ
    let logX2 = Number.NaN;
    let lastE = Number.NaN;
    let lastA = Number.NaN;
    let lastDelta = Number.NaN;
    let pe = 0;
    let pa = 0;
    let logDelta = 0;
    for (let k = 0; k < data.n.length; k++) {
      const C = data.C[k]!;
      const D = data.D[k]!;
      const exponent = -C * x2 - D * u * u;
      if (exponent < smallest) continue;
      if (Number.isNaN(logX2)) logX2 = elementary.log(x2);
      const n = data.n[k]!;
      const a = data.a[k]!;
      const b = data.b[k]!;
      const beta = data.beta[k]!;
      const A = data.A[k]!;
      const B = data.B[k]!;
      const psi = elementary.exp(exponent);
      const e = 1 / (2 * beta);
      if (e !== lastE) pe = elementary.exp((e - 1) * logX2);
      if (a !== lastA) pa = elementary.exp((a - 1) * logX2);
      lastE = e;
      lastA = a;
      const theta = 1 - tau + A * pe * x2;
      const Delta = theta * theta + B * pa * x2;
      if (Delta !== lastDelta) logDelta = elementary.log(Delta);
      lastDelta = Delta;
      const Delta_d = x * (((A * theta * 2) / beta) * pe + 2 * B * a * pa);
      const Delta_dd =
        Delta_d / x +
        4 * B * a * (a - 1) * pa +
        ((2 * A * A) / (beta * beta)) * pe * pe * x2 +
        ((A * theta * 4) / beta) * (e - 1) * pe;
      const f = elementary.exp(b * logDelta);
      const p1 = (b * f) / Delta;
      const p2 = ((b - 1) * p1) / Delta;
      const f_d = p1 * Delta_d;
      const f_dd = p1 * Delta_dd + p2 * Delta_d * Delta_d;
      const f_t = -2 * theta * p1;
      const f_tt = 2 * p1 + 4 * theta * theta * p2;
      const f_dt = ((-A * 2) / beta) * p1 * x * pe - 2 * theta * p2 * Delta_d;
      const g_d = -2 * C * x * psi;
      const g_dd = (2 * C * x2 - 1) * 2 * C * psi;
      const g_t = -2 * D * u * psi;
      const g_tt = (2 * D * u * u - 1) * 2 * D * psi;
      const g_dt = 4 * C * D * x * u * psi;
      const own = psi + delta * g_d;
      at[2]! += n * f * delta * psi;
      at[3]! += n * delta * (f * own + f_d * delta * psi);
      at[4]! += n * delta * delta * (f * (2 * g_d + delta * g_dd) + 2 * f_d * own + f_dd * delta * psi);
      at[5]! += n * tau * delta * (f_t * psi + f * g_t);
      at[6]! += n * tau * tau * delta * (f_tt * psi + 2 * f_t * g_t + f * g_tt);
      at[7]! += n * delta * tau * (f * (g_t + delta * g_dt) + delta * f_d * g_t + f_t * own + f_dt * delta * psi);
    }
  }
}

/** One term without its factor n, as Taylor series. */
export function nonAnalyticJet(data: Data, k: number, delta: Jet, tau: Jet): Jet {
  const C = data.C[k]!;
  const D = data.D[k]!;
  const a = data.a[k]!;
  const b = data.b[k]!;
  let x = shiftJet(delta, -1);
  if (Math.abs(x[0]!) < nearest) x = shiftJet(x, (x[0]! < 0 ? -nearest : nearest) - x[0]!);
  const x2 = multiplyJets(x, x);
  const u = shiftJet(tau, -1);
  const psi = expJet(addJets(scaleJet(x2, -C), multiplyJets(u, u), -D));
  const theta = addJets(addJets(constantJet(1), tau, -1), powJet(x2, 1 / (2 * data.beta[k]!)), data.A[k]!);
  const Delta = addJets(multiplyJets(theta, theta), powJet(x2, a), data.B[k]!);
  return multiplyJets(multiplyJets(powJet(Delta, b), delta), psi);
}
