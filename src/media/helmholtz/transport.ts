/**
 * Viscosity and conductivity of fluids whose publications are part of the data.
 *
 * Source   [LemmonJacobsen2004] nitrogen, oxygen, argon, air; [Huber2003], [McLinden2000] R134a; [Fenghour1998], [Huber2016] carbon
 *          dioxide; [Vogel1998], [Marsh2002] propane
 */

import * as elementary from "../../math/elementary.ts";
import { correlationLength, viscosityEnhancement, waterConductivity, waterViscosity } from "../if97/waterTransport.ts";
import type { MediumState } from "../mediumState.ts";
import type {
  CarbonDioxideTransportData,
  CollisionViscosityData,
  CriticalEnhancement,
  FluidData,
  LemmonJacobsenData,
  PropaneTransportData,
  R134aTransportData,
} from "./fluidData.ts";
import type { HelmholtzEquation } from "./helmholtzEquation.ts";

export interface FluidTransport {
  viscosity(state: MediumState): number;
  conductivity(state: MediumState): number;
}

export function fluidTransport(data: FluidData, equation: HelmholtzEquation): FluidTransport | undefined {
  const { transport } = data;
  if (transport === undefined) return data.source.includes("IAPWS") ? water(equation) : undefined;
  switch (transport.kind) {
    case "lemmonJacobsen":
      return lemmonJacobsen(transport, data, equation);
    case "r134a":
      return r134a(transport, data, equation);
    case "propane":
      return propane(transport, data, equation);
    case "carbonDioxide":
      return carbonDioxide(transport, data, equation);
  }
}

/** exp(Σ b_i (ln T*)^k_i): reduced collision integral. */
function collision(b: readonly number[], x: number, powers?: readonly number[]): number {
  const log = elementary.log(x);
  return elementary.exp(b.reduce((sum, c, i) => sum + c * elementary.pow(log, powers?.[i] ?? i), 0));
}

/** Simplified crossover model of the conductivity near the critical point, W/(m K) [OlchowySengers1989]. */
function enhancement(
  c: CriticalEnhancement,
  data: FluidData,
  equation: HelmholtzEquation,
  state: MediumState,
  viscosity: number,
  Tref: number,
): number {
  const { d, T, cp, cv } = state;
  const dc = data.critical.rhoMolar * data.molarMass;
  const chi = (dd: number, TT: number): number => (data.critical.p * dd) / (dc * dc) / equation.evaluate(dd, TT)[4]!;
  const excess = chi(d, T) - (chi(d, Tref) * Tref) / T;
  if (!(excess > 0)) return 0;
  const xi0 = c.xi0_nm === undefined ? c.zeta0! : c.xi0_nm * 1e-9;
  const length = c.qD_inverse_nm === undefined ? 1 / c.qD! : c.qD_inverse_nm * 1e-9;
  const xi = xi0 * elementary.pow(excess / (c.Gamma ?? c.GAMMA)!, (c.nu ?? 0.63) / c.gamma);
  const y = xi / length;
  const omega = (2 / Math.PI) * (((cp - cv) / cp) * elementary.atan(y) + (cv / cp) * y);
  const omega0 = (2 / Math.PI) * (1 - elementary.exp(-1 / (1 / y + (y * y * elementary.square(dc / d)) / 3)));
  return ((d * cp * 1.380658e-23 * c.R0 * T) / (6 * Math.PI * xi * viscosity)) * (omega - omega0);
}

interface Powers {
  readonly t: readonly number[];
  readonly d: readonly number[];
  readonly l: readonly number[];
}

function powerSum(n: readonly number[], { t, d, l }: Powers, tau: number, delta: number): number {
  return n.reduce(
    (sum, c, k) =>
      sum +
      c *
        elementary.pow(tau, t[k]!) *
        elementary.pow(delta, d[k]!) *
        (l[k]! > 0 ? elementary.exp(-elementary.pow(delta, l[k]!)) : 1),
    0,
  );
}

function lemmonJacobsen(c: LemmonJacobsenData, data: FluidData, equation: HelmholtzEquation): FluidTransport {
  const dilute = (T: number): number =>
    (0.0266958 * Math.sqrt(1000 * c.molarMass * T)) /
    (elementary.square(c.sigma_nm) * collision(c.collision_b, T / c.epsilonOverK));
  const delta = (d: number): number => d / data.molarMass / c.rhoMolarRed;
  const viscosity = ({ d, T }: MediumState): number =>
    1e-6 * (dilute(T) + powerSum(c.viscosityResidual.N_microPas, c.viscosityResidual, c.Tred / T, delta(d)));
  return {
    viscosity,
    conductivity: (state) => {
      const { d, T } = state;
      const tau = c.Tred / T;
      const n = c.conductivityDilute;
      const l0 = n.N_mW.reduce((sum, a, k) => sum + a * (k === 0 ? dilute(T) : elementary.pow(tau, n.t[k]!)), 0);
      const lr = powerSum(c.conductivityResidual.N_mW, c.conductivityResidual, tau, delta(d));
      return (
        1e-3 * (l0 + lr) +
        (d > 0 ? enhancement(c.critical, data, equation, state, viscosity(state), c.critical.Tref!) : 0)
      );
    },
  };
}

/** Dilute gas with initial density dependence, and a residual part with free volume. */
function collisionViscosity(
  c: CollisionViscosityData,
  d: number,
  T: number,
  molarMass: number,
  isPropane: boolean,
): number {
  const x = T / c.epsilonOverK;
  const dilute =
    (c.C * Math.sqrt(1000 * c.molarMass * T)) /
    (elementary.square(c.sigma_nm) * collision(c.collision_b, x, c.collisionPowers));
  const B =
    6.02214e23 *
    elementary.pow(c.sigma_nm * 1e-9, 3) *
    c.initialDensity.b.reduce((sum, b, k) => sum + b * elementary.pow(x, c.initialDensity.t[k]!), 0);
  const r = c.residual;
  const moles = d / molarMass;
  const delta = moles / r.rhoMolarRed;
  const tau = r.Tred / T;
  let residual = r.a_Pas.reduce(
    (sum, a, k) => sum + a * elementary.pow(delta, r.d[k]!) * elementary.pow(tau, r.t[k]!),
    0,
  );
  if (isPropane) {
    const d0 = r.g.reduce((sum, g, k) => sum + g * elementary.pow(tau, r.h![k]!), 0);
    residual += r.f_Pas[0]! * (delta / (d0 - delta) - delta / d0);
  } else {
    const d0 = r.g[0]! / r.p!.reduce((sum, p, k) => sum + p * elementary.pow(tau, r.q![k]!), 0);
    residual += r.f_Pas[0]! * (1 / (d0 - delta) - 1 / d0);
  }
  return dilute * (1 + B * moles) + residual;
}

function r134a(
  { viscosity: v, conductivity: c }: R134aTransportData,
  data: FluidData,
  equation: HelmholtzEquation,
): FluidTransport {
  const viscosity = ({ d, T }: MediumState): number => collisionViscosity(v, d, T, data.molarMass, false);
  return {
    viscosity,
    conductivity: (state) => {
      const { d, T } = state;
      const x = d / c.rhoMassRed;
      return (
        c.dilute_W[0]! +
        c.dilute_W[1]! * T +
        c.residual_W.reduce((sum, b, k) => sum + b * elementary.pow(x, k + 1), 0) +
        (d > 0 ? enhancement(c.critical, data, equation, state, viscosity(state), 1.5 * data.reducing.T) : 0)
      );
    },
  };
}

function propane(
  { viscosity: v, conductivity: c }: PropaneTransportData,
  data: FluidData,
  equation: HelmholtzEquation,
): FluidTransport {
  const viscosity = ({ d, T }: MediumState): number => collisionViscosity(v, d, T, data.molarMass, true);
  return {
    viscosity,
    conductivity: (state) => {
      const { d, T } = state;
      const t = T / c.TredDilute;
      const x = d / c.rhoMassRed;
      return (
        c.dilute_W.reduce((sum, a, k) => sum + a * elementary.pow(t, k), 0) +
        c.residual_W.reduce(
          (sum, b, k) => sum + b * elementary.pow(x, c.d[k]!) * elementary.pow(c.TredResidual / T, c.t[k]!),
          0,
        ) +
        (d > 0 ? enhancement(c.critical, data, equation, state, viscosity(state), 1.5 * data.reducing.T) : 0)
      );
    },
  };
}

function carbonDioxide(
  { viscosity: v, conductivity: c }: CarbonDioxideTransportData,
  data: FluidData,
  equation: HelmholtzEquation,
): FluidTransport {
  const viscosity = ({ d, T }: MediumState): number => {
    const x = T / v.epsilonOverK;
    const dilute = (1.00697 * Math.sqrt(T)) / collision(v.a, x);
    const dense =
      d * (v.d11 + d * v.d21) +
      (v.d64 * elementary.pow(d, 6)) / elementary.pow(x, 3) +
      elementary.pow(d, 8) * (v.d81 + v.d82 / x);
    return 1e-6 * (dilute + dense);
  };
  return {
    viscosity,
    conductivity: (state) => {
      const { d, T } = state;
      const t = T / c.Tred;
      const x = d / c.rhoMassRed;
      const dilute = (1e-3 * Math.sqrt(t)) / c.l.reduce((sum, l, k) => sum + l / elementary.pow(t, k), 0);
      const dense = c.B1_W.reduce((sum, b, k) => sum + (b + c.B2_W[k]! * t) * elementary.pow(x, k + 1), 0);
      return (
        dilute +
        dense +
        (d > 0 ? enhancement(c.critical, data, equation, state, viscosity(state), c.critical.Tref!) : 0)
      );
    },
  };
}

/** Water by IAPWS-95: the scientific equations with critical enhancement, ζ at 1.5 Tc from the fundamental equation. */
function water(equation: HelmholtzEquation): FluidTransport {
  const reference = (d: number): number => 22.064e6 / 322 / equation.evaluate(d, 1.5 * 647.096)[4]!;
  const viscosity = ({ d, T }: MediumState): number => {
    const d_p = 1 / equation.evaluate(d, T)[4]!;
    return waterViscosity(d, T, viscosityEnhancement(correlationLength(d, T, d_p, reference(d))));
  };
  return {
    viscosity,
    conductivity: (state) =>
      waterConductivity(
        state.d,
        state.T,
        state.cp,
        state.cv,
        state.d * state.kappa,
        viscosity(state),
        reference(state.d),
      ),
  };
}
