/**
 * Vessels: balances of mass, energy and composition.
 *
 *     V (d_p p′ + d_h h′ + Σ d_Xi Xi′) = Σ m_i − d V′,   m h′ − V p′ = Σ m_i (h_i − h) + Q,   m Xi′ = Σ m_i (Xi_i − Xi)
 *
 * States are p, h and Xi; T of a medium whose density does not depend on pressure, which then comes from what is connected. Where liquid
 * begins to boil and where the last of it has gone, derivatives of density jump: that is an event.
 */
import { expr, Var } from "../../language/values.ts";
import { HeatPort } from "../heat/heatPort.ts";
import { parameter, positive } from "../parameter.ts";
import { TranslationalFlange } from "../translational/flange.ts";
import { FluidComponent, ports } from "./fluidPort.ts";

const Vessel = FluidComponent.with({
  ...ports(2),
  p_start: parameter(101325, "Pa", "pressure at the start", positive),
  T_start: parameter(293.15, "K", "temperature at the start", positive),
  X_start: parameter(expr`referenceFractions(medium)`, "1", "mass fractions at the start; the last may be left out"),
  h_start: parameter(expr`enthalpy_pT(medium, p_start, T_start, X_start)`, "J/kg", "specific enthalpy at the start"),
  heatPort: HeatPort,
  Xi: Var({
    init: expr`independentFractions(medium, X_start)`,
    preferred: true,
    unit: "1",
    description: "independent mass fractions",
  }),
  d: Var({ unit: "kg/m^3", nominal: 100, description: "density" }),
  m: Var({ unit: "kg", description: "mass" }),
  U: Var({ unit: "J", nominal: 1e5, description: "internal energy" }),
  E_flow: Var({ unit: "W", nominal: 1e5, hideResult: true, description: "what changes the enthalpy" }),
  V_now: Var({ unit: "m^3", description: "volume" }),
  V_flow: Var({ unit: "m^3/s", description: "rate of the volume" }),
  m_in: Var({ unit: "kg/s", description: "sum of the mass flows in" }),
  H_in: Var({ unit: "W", nominal: 1e5, description: "sum of the enthalpy flows in" }),
  p: Var({ init: expr`p_start`, preferred: true, unit: "Pa", nominal: 1e5, min: 0, description: "pressure" }),
  h: Var({ init: expr`h_start`, preferred: true, unit: "J/kg", nominal: 1e5, description: "specific enthalpy" }),
  T: Var({ start: expr`T_start`, unit: "K", nominal: 300, description: "temperature" }),
  equations: `
    T = heatPort.T
    m = V_now*d
    U = m*h - p*V_now
    m_in = sum([ports[i].m_flow for i in 1:nPorts])
    H_in = sum([ports[i].m_flow*actualStream(ports[i].h_outflow) for i in 1:nPorts])
    for i in 1:nPorts loop
      ports[i].p = p
      ports[i].h_outflow = h
      ports[i].Xi_outflow = Xi
    end
    for k in 1:massFractions(medium) loop
      m*der(Xi[k]) = sum([ports[i].m_flow*(actualStream(ports[i].Xi_outflow[k]) - Xi[k]) for i in 1:nPorts])
    end
    if isCompressible(medium) > 0.5 then
      T = temperature_ph(medium, p, h, Xi)
      d = density_ph(medium, p, h, Xi)
      E_flow = H_in - h*m_in + heatPort.Q_flow
      V_now*der(p)*(densityByPressure_ph(medium, p, h, Xi) + densityByEnthalpy_ph(medium, p, h, Xi)/d) = (m_in - d*V_flow -
        densityByEnthalpy_ph(medium, p, h, Xi)*E_flow/d - V_now*sum(densityByFractions_ph(medium, p, h, Xi).*der(Xi)))
      m*der(h) = E_flow + V_now*der(p)
    else
      h = enthalpy_pT(medium, p, T, Xi)
      d = density_pT(medium, p_start, T, Xi)
      V_now*der(density_pT(medium, p_start, T, Xi)) = m_in - d*V_flow
      E_flow = H_in - internalEnergy_pT(medium, p_start, T, Xi)*m_in + heatPort.Q_flow - p*V_flow
      m*der(internalEnergy_pT(medium, p_start, T, Xi)) = E_flow
    end
    if hasTwoPhases(medium) > 0.5 then
      isBoiling = aboveLiquid(medium, p, h) > 0
      isDry = aboveVapour(medium, p, h) > 0
    end`,
});

/** A closed vessel of constant volume, ideally mixed. */
export const ClosedVolume = Vessel.with({
  description: "Closed vessel of constant volume, ideally mixed",
  V: parameter(1, "m^3", "volume", positive),
  equations: `
    V_now = V
    V_flow = 0`,
});

/** A cylinder behind a piston: V = V_0 + A·flange.s, force p·A on the piston against the ambient pressure. */
export const SweptVolume = Vessel.with({
  description: "Cylinder behind a piston",
  A: parameter(0.01, "m^2", "area of the piston", positive),
  V_0: parameter(1e-4, "m^3", "volume at flange.s = 0", positive),
  p_ambient: parameter(101325, "Pa", "pressure behind the piston", { min: 0 }),
  flange: TranslationalFlange,
  equations: `
    V_now = V_0 + A*flange.s
    V_flow = A*der(flange.s)
    flange.f = -(p - p_ambient)*A
    assert(V_now > 0, "the piston has reached the end of the cylinder")`,
});
