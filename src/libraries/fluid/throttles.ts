/**
 * Orifices, fittings and valves: m = √(k Δp) with k of the side that the flow comes from.
 *
 *     orifice             k = 2 d A²/ζ                          ζ refers to the velocity in A
 *     nozzle              k = 2 d A² F(r, κ)                    isentropic ideal gas, choked below the critical ratio
 *     incompressible      k = φ² Av² d
 *     compressible        k = φ² Av² Y² d x_s/x,   x = Δp/p₁, x_s = min(x, F xT), Y = 1 − x_s/(3 F xT)     [IEC60534]
 *     vaporising          Δp ≤ F_L² (p₁ − F_F psat),   F_F = 0.96 − 0.28 √(psat/pc)                        [IEC60534]
 */
import { expr, input, Var } from "../../language/values.ts";
import { parameter, positive } from "../parameter.ts";
import { Throttle } from "./fluidPort.ts";

const RootThrottle = Throttle.with({
  dp_small: parameter(expr`1e-4*dp_nominal`, "Pa", "pressure difference below which flow is laminar", positive),
  m_flow_nominal: parameter(1, "kg/s", "typical mass flow, for the way to the first solution", positive),
  dp_nominal: parameter(1e4, "Pa", "typical pressure difference", positive),
  k_a: Var({ nominal: 1e-3, description: "m_flow^2/dp for flow from port_a" }),
  k_b: Var({ nominal: 1e-3, description: "m_flow^2/dp for flow from port_b" }),
  equations: "m_flow = homotopy(rootFlow(dp, k_a, k_b, dp_small), m_flow_nominal/dp_nominal*dp)",
});

/** A sharp contraction, a bend, a fitting: Δp = ζ·d·v²/2. */
export const Orifice = RootThrottle.with({
  description: "Orifice or fitting with a loss coefficient",
  A: parameter(1e-3, "m^2", "cross section", positive),
  zeta: parameter(1, "1", "loss coefficient, referred to the velocity in A", positive),
  zeta_back: parameter(expr`zeta`, "1", "loss coefficient of flow from port_b to port_a", positive),
  equations: `
    k_a = 2*d_a*A^2/zeta
    k_b = 2*d_b*A^2/zeta_back`,
});

/** Isentropic flow of an ideal gas through the narrowest cross section A, with choking. Liquids are refused. */
export const Nozzle = RootThrottle.with({
  description: "Nozzle with isentropic flow of an ideal gas, choked below the critical pressure ratio",
  A: parameter(1e-4, "m^2", "narrowest cross section", positive),
  Cd: parameter(1, "1", "discharge coefficient", positive),
  kappa: parameter(1.4, "1", "isentropic exponent", { min: 1.0001 }),
  equations: `
    k_a = 2*d_a*(Cd*A)^2*nozzleFactor(port_b.p/port_a.p, kappa)
    k_b = 2*d_b*(Cd*A)^2*nozzleFactor(port_a.p/port_b.p, kappa)
    assert(isCompressible(medium) > 0.5, "a Nozzle takes gases, and its medium is a liquid: use an Orifice or a ValveIncompressible")
    if hasTwoPhases(medium) > 0.5 then
      assert((m_flow <= 0 or aboveLiquid(medium, port_a.p, inStream(port_a.h_outflow)) > 0) and
        (m_flow >= 0 or aboveLiquid(medium, port_b.p, inStream(port_b.h_outflow)) > 0),
        "a Nozzle takes gases, and liquid flows into it: use an Orifice, a ValveIncompressible or a ValveVaporizing")
    end`,
});

/** Flow proportional to pressure difference and opening. */
export const ValveLinear = Throttle.with({
  description: "Valve with flow proportional to pressure difference and opening",
  k: parameter(1e-5, "kg/(s*Pa)", "mass flow per pressure difference of the open valve", positive),
  opening: input({ unit: "1", description: "0 closed … 1 open" }),
  equations: "m_flow = k*opening*dp",
});

/** Openings below this leave a leak, so that pressures behind a closed valve are determined. */
const Valve = RootThrottle.with({
  Av: parameter(2.77e-5, "m^2", "flow coefficient; 27.7e-6 times Kv in m³/h, 24e-6 times Cv", positive),
  characteristic: parameter("linear", undefined, '"linear", "quadratic" or "equalPercentage"'),
  rangeability: parameter(50, "1", "of the equal-percentage characteristic", { min: 1.1 }),
  leakage: parameter(1e-6, "1", "relative flow of the closed valve", positive),
  opening: input({ unit: "1", description: "0 closed … 1 open" }),
  phi: Var({ unit: "1", description: "relative flow coefficient" }),
  equations: `
    assert(characteristic == "linear" or characteristic == "quadratic" or characteristic == "equalPercentage",
      "the characteristic is linear, quadratic or equalPercentage")
    phi = max(leakage, if characteristic == "quadratic" then opening^2
      else if characteristic == "equalPercentage" then
        min(opening*rangeability*rangeability^(1/rangeability - 1), rangeability^(opening - 1))
      else opening)`,
});

/** Valve for liquids far from boiling: m = φ·Av·√(d·Δp). */
export const ValveIncompressible = Valve.with({
  description: "Valve for liquids",
  equations: `
    k_a = (phi*Av)^2*d_a
    k_b = (phi*Av)^2*d_b`,
});

/** Valve for gases after IEC 60534, choked for Δp/p₁ ≥ F·xT. */
export const ValveCompressible = Valve.with({
  description: "Valve for gases after IEC 60534",
  FxT: parameter(0.5, "1", "pressure-drop ratio at which flow is choked", positive),
  equations: `
    x_a = max(dp/port_a.p, 0)
    x_b = max(-dp/port_b.p, 0)
    k_a = (phi*Av*(1 - min(x_a/FxT, 1)/3))^2*d_a*min(1, FxT/max(x_a, 1e-9))
    k_b = (phi*Av*(1 - min(x_b/FxT, 1)/3))^2*d_b*min(1, FxT/max(x_b, 1e-9))`,
});

/** Valve for liquids that may boil in it, after IEC 60534: the pressure difference that counts is limited. */
export const ValveVaporizing = Valve.with({
  description: "Valve for liquids that may boil in it, after IEC 60534",
  FL: parameter(0.9, "1", "pressure recovery factor", positive),
  p_critical: parameter(expr`criticalPressure(medium)`, "Pa", "critical pressure of the medium", positive),
  equations: `
    p_sat_a = vapourPressure(medium, temperature_ph(medium, port_a.p, inStream(port_a.h_outflow)))
    p_sat_b = vapourPressure(medium, temperature_ph(medium, port_b.p, inStream(port_b.h_outflow)))
    dp_a = max(FL^2*(port_a.p - (0.96 - 0.28*sqrt(p_sat_a/p_critical))*p_sat_a), dp_small)
    dp_b = max(FL^2*(port_b.p - (0.96 - 0.28*sqrt(p_sat_b/p_critical))*p_sat_b), dp_small)
    k_a = (phi*Av)^2*d_a*min(1, dp_a/max(dp, dp_small))
    k_b = (phi*Av)^2*d_b*min(1, dp_b/max(-dp, dp_small))`,
});
